#!/usr/bin/env python3
"""Records the verdict and the cost of every goal, and compares two such ledgers.

    benchmarks/ledger.py record LEDGER [--all] [--folder FOLDER] [--work 10] [--minutes 4] [--certificates]
    benchmarks/ledger.py compare OLD NEW [--ratio 2.5]
    benchmarks/ledger.py table LEDGER

A ledger has a header and then one line of JSON for each task (goal `*`) and each of its goals, sorted. Without `--all`
or a folder it has the sample (see `ledger_tasks.py`) and some random programs. `--work` limits the processor seconds of
each task with all its processes, so the load of the machine does not matter; wall time is not limited.
`record` resumes an earlier run; after `--minutes` it ends with exit code 3 if tasks remain.

A TRUE with conditions is the verdict `TRUE if`: it is neither lost nor wrong where the program violates a condition.

A task has a verdict, seconds of work, whether the limit ended it, inputs tried, solver runs, assumptions, the result
of checking its certificate, and the components that took part. A goal has a verdict, strategy, seconds of work of the
winner's runs, and the variables and clauses of the formula that decided it, which are the same in every run.

`compare` prints changed verdicts, lost and gained ones, and tasks whose cost differs by more than the ratio. Verdicts
reached with most of the work used are listed separately, because chance may decide them. Exit code 1 for a changed
TRUE or FALSE, or a wrong one.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import platform
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import ledger_task
import ledger_tasks
import random_families
from ledger_task import CONDITIONAL, WHOLE, Record
from ledger_tasks import ROOT, Entry

from veriabs import strategies
from veriabs.core.components import NAMES
from veriabs.solvers.descendants import kill_tree
from veriabs.verify import api

NEAR = 0.5
"""Part of the limit from which on it is chance whether a task is decided."""

LEAST_WORK = 0.5
"""Seconds of work up to which the cost of a task says nothing."""

WALL = 60
"""How many times as long as its work a task may take on the wall: for what waits for ever."""


Ledger = tuple[Record, list[Record]]
"""A header and the records."""

DECIDED = {"TRUE", "FALSE"}


# ----------------------------------------------------------------------------------------------------------- recording


def record(path: Path, entries: Sequence[Entry], options: argparse.Namespace) -> bool:
    """Decides the tasks that the ledger does not have yet; True if it has all of them now."""
    until = time.monotonic() + 60 * options.minutes
    if not path.exists():
        path.write_text(ledger_task.line(header(options)) + "\n", encoding="utf-8")
    first, known = read(path)
    if (first["work"], first["without"]) != (options.work, options.without):
        raise SystemExit(f"{path} was begun with other options: {first['command']}")
    done = {one["task"] for one in known if one["goal"] == WHOLE}
    waiting = [entry for entry in entries if entry.name not in done]
    for entry, found in decided(waiting, options, until):
        with path.open("a", encoding="utf-8") as ledger:
            ledger.write("".join(ledger_task.line(one) + "\n" for one in found))
        print(f"{found[0]['verdict']:8} {found[0]['work']:6.2f}  {entry.name}", file=sys.stderr, flush=True)
        done.add(entry.name)
    if not done.issuperset(entry.name for entry in entries):
        return False
    lines = sorted(ledger_task.line(one) for one in read(path)[1])
    path.write_text("\n".join([ledger_task.line(first), *lines]) + "\n", encoding="utf-8")
    return True


def decided(
    waiting: Sequence[Entry], options: argparse.Namespace, until: float
) -> Iterable[tuple[Entry, list[Record]]]:
    """Each task with its records, as many at a time as there are jobs; no more are begun after a time."""
    ledger_task.preload()
    if unknown := set(options.without) - NAMES - {*strategies.names()}:
        raise SystemExit(f"no component {', '.join(sorted(unknown))}; there is {', '.join(sorted(NAMES))}")
    cbmc, forks = api.installed(), multiprocessing.get_context("fork")
    how = {"certificates": options.certificates, "without": options.without}
    running: dict[Connection, tuple[Entry, Any, float]] = {}
    left = list(reversed(waiting))
    while running or (left and time.monotonic() < until):
        while left and len(running) < options.jobs and time.monotonic() < until:
            heard, told = forks.Pipe(duplex=False)
            process = forks.Process(target=ledger_task.run, args=(left[-1], cbmc, options.work, how, told))
            process.start()
            told.close()
            running[heard] = left.pop(), process, time.monotonic() + WALL * options.work
        ended = [one for one in wait(list(running), timeout=1.0) if isinstance(one, Connection)]
        ended += [one for one, (_, _, end) in running.items() if time.monotonic() > end and one not in ended]
        for heard in ended:
            entry, process, _ = running.pop(heard)
            try:
                found = heard.recv() if heard.poll() else None
            except EOFError:
                found = None
            kill_tree(process.pid)
            process.join()
            yield entry, found or [ledger_task.whole(entry, "LOST", options.work, late=True)]


def header(options: argparse.Namespace) -> Record:
    git = subprocess.run(["git", "-C", str(ROOT), "describe", "--always", "--dirty"], capture_output=True, text=True)
    return {
        "ledger": 1,
        "date": date.today().isoformat(),
        "commit": git.stdout.strip(),
        "machine": f"{platform.machine()}, {len(os.sched_getaffinity(0))} processors",
        "cbmc": api.installed().version_text,
        "work": options.work,
        "without": options.without,
        "command": " ".join(Path(word).name if word.startswith(("/", ".")) else word for word in sys.argv),
    }


def read(path: Path) -> Ledger:
    """The header of a ledger and its records."""
    first, *others = [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]
    return first, others


# ----------------------------------------------------------------------------------------------------------- comparing


class Comparison:
    """Two ledgers side by side, goal by goal; the lists have a line for each difference.

    `by_chance` is lost or gained where one side was ended by its limit and the other had spent most of it.
    """

    def __init__(self, old: Ledger, new: Ledger, ratio: float) -> None:
        self.ratio = ratio
        self.limits = float(old[0]["work"]), float(new[0]["work"])
        self.sides = tuple({(one["task"], one["goal"]): one for one in records} for _, records in (old, new))
        self.with_goals = [{task for task, goal in side if goal != WHOLE} for side in self.sides]
        self.changed, self.lost, self.gained, self.by_chance, self.conditional = (list[str]() for _ in range(5))
        self.work: list[tuple[float, float, str]] = []
        self.wrong = [f"{one['task']} {one['goal']}: {one['verdict']} is wrong" for one in new[1] if "wrong" in one]
        tasks = [{task for task, goal in side if goal == WHOLE} for side in self.sides]
        self.only = [f"{task}: only in the old" for task in sorted(tasks[0] - tasks[1])]
        self.only += [f"{task}: only in the new" for task in sorted(tasks[1] - tasks[0])]
        for task, goal in sorted(self.sides[0].keys() & self.sides[1].keys()):
            self._judge(task, goal)

    def _judge(self, task: str, goal: str) -> None:
        one, two = (side[task, goal] for side in self.sides)
        was, now = one["verdict"], two["verdict"]
        told = f"{task} {goal}: {was} -> {now}"
        if was == now:
            if goal == WHOLE and was in DECIDED:
                self.work.append((one["work"], two["work"], task))
        elif {was, now} == DECIDED:
            self.changed.append(told)
        elif CONDITIONAL in (was, now) and {was, now} <= {*DECIDED, CONDITIONAL}:
            self.conditional.append(told)
        elif goal != WHOLE or not all(task in side for side in self.with_goals):
            self._lost_or_gained(task, told, 0 if was in {*DECIDED, CONDITIONAL} else 1)

    def _lost_or_gained(self, task: str, told: str, side: int) -> None:
        """Takes a goal that only this side has decided."""
        spent, other = self.sides[side][task, WHOLE]["work"], self.sides[1 - side][task, WHOLE]
        if spent >= NEAR * self.limits[1 - side] and other.get("late"):
            self.by_chance.append(told)
        else:
            (self.gained if side else self.lost).append(told)

    def dearer(self) -> list[str]:
        """Tasks that cost more or less by more than the ratio."""
        apart = [
            (new / old, f"{task}: {old:.2f} -> {new:.2f} s of work")
            for old, new, task in self.work
            if max(old, new) >= LEAST_WORK and not 1 / self.ratio <= (new + 0.1) / (old + 0.1) <= self.ratio
        ]
        return [text for _, text in sorted(apart, reverse=True)]

    def mean(self) -> str:
        """The paired change of work, over the tasks that both decide alike."""
        pairs = [(old, new) for old, new, _ in self.work if old > 0 and new > 0]
        if not pairs:
            return "no task is decided by both"
        ratio = math.exp(sum(math.log(new / old) for old, new in pairs) / len(pairs))
        old, new = (sum(side) for side in zip(*pairs, strict=True))
        return f"{len(pairs)} tasks decided alike: work {old:.1f} -> {new:.1f} s, mean ratio {ratio:.3f}"

    def lines(self) -> list[str]:
        """All that differs, under headings."""
        parts = {
            "wrong": self.wrong,
            "changed": self.changed,
            "lost": self.lost,
            "gained": self.gained,
            "conditions gained or lost": self.conditional,
            "lost or gained near the limit": self.by_chance,
            "not in both": self.only,
            f"work by more than {self.ratio:g} times": self.dearer(),
        }
        return [
            line
            for name, told in parts.items()
            if told
            for line in (f"{name} ({len(told)}):", *(f"  {one}" for one in told))
        ]

    @property
    def is_bad(self) -> bool:
        return bool(self.wrong or self.changed)


def compared(old: Path, new: Path, ratio: float) -> int:
    found = Comparison(read(old), read(new), ratio)
    print("\n".join([*found.lines(), found.mean()]))
    return 1 if found.is_bad else 0


# ------------------------------------------------------------------------------------------------------------- a table


def table(records: Sequence[Record]) -> str:
    """The results of the tasks of each folder of families, as a Markdown table."""
    tasks = [one for one in records if one["goal"] == WHOLE]
    goals = Counter(one["verdict"] for one in records if one["goal"] != WHOLE)
    heads = "| tasks of | TRUE | TRUE if | FALSE | UNKNOWN | no answer | wrong | work, mean | certificates |"
    lines = [heads, "|---" * 9 + "|"]
    folders = sorted({folder_of(one["family"]) for one in tasks})
    for name in (*folders, ""):
        chosen = [one for one in tasks if folder_of(one["family"]) == name or not name]
        verdicts = Counter(one["verdict"] for one in chosen)
        counts = [verdicts[word] for word in ("TRUE", CONDITIONAL, "FALSE", "UNKNOWN")]
        cells = [*counts, len(chosen) - sum(counts), sum("wrong" in one for one in chosen)]
        mean = sum(one["work"] for one in chosen) / len(chosen)
        made = Counter(one["certificate"] for one in chosen if "certificate" in one)
        told = ", ".join(f"{count} {word}" for word, count in made.most_common())
        lines.append(f"| {f'`{name}`' if name else 'all'} | {' | '.join(map(str, cells))} | {mean:.2f} s | {told} |")
    return "\n".join([*lines, "", "Goals: " + ", ".join(f"{count} {word}" for word, count in sorted(goals.items()))])


def folder_of(family: str) -> str:
    """The folder of a family: `sv-comp/tasks/copy` lies in `sv-comp/tasks`, a trap in `tests/programs/traps`."""
    return "/".join(family.split("/")[: 2 if family.startswith("sv-comp") else 3])


# --------------------------------------------------------------------------------------------------------- command line


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    record = commands.add_parser("record")
    record.add_argument("ledger", type=Path)
    record.add_argument("--all", action="store_true", help="all own tasks, not the sample")
    record.add_argument("--folder", type=Path, action="append", default=[], help="the tasks of this folder instead")
    record.add_argument("--tasks", default="", metavar="PATTERN", help="only tasks whose names have this")
    record.add_argument("--safe", action="store_true", help="only own tasks that are expected to be safe")
    record.add_argument("--work", type=float, default=10.0, help="seconds of work for each task")
    record.add_argument("--minutes", type=float, default=math.inf, help="begin no task after that")
    record.add_argument("--jobs", type=int, default=2, help="tasks at a time")
    record.add_argument("--certificates", action="store_true", help="check the certificate of each TRUE")
    record.add_argument("--random", type=int, default=30, help="random programs in the sample, of each verdict")
    record.add_argument("--without", type=lambda text: text.split(","), default=[], metavar="COMPONENT,...")
    commands.add_parser("table").add_argument("ledger", type=Path)
    compare = commands.add_parser("compare")
    compare.add_argument("old", type=Path)
    compare.add_argument("new", type=Path)
    compare.add_argument("--ratio", type=float, default=2.5, help="the change of work of a task that is told")
    return parser


def main() -> int:
    options = arguments().parse_args()
    if options.command == "compare":
        return compared(options.old, options.new, options.ratio)
    if options.command == "table":
        print(table(read(options.ledger)[1]))
        return 0
    entries = ledger_tasks.chosen(options.folder, whole=options.all, safe=options.safe, wanted=options.tasks)
    with random_families.written(0 if options.folder else options.random) as folder:
        random = ledger_tasks.below(folder, folder.parent)
        entries += [one for one in random if ledger_tasks.matches(one, options.tasks)]
        return 0 if record(options.ledger, entries, options) else 3


if __name__ == "__main__":
    sys.exit(main())
