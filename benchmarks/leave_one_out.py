#!/usr/bin/env python3
"""Measures the worth of each component: a ledger without it is compared with one that has all.

    benchmarks/leave_one_out.py measure BASE FOLDER [--most 8] [--work 8] [--minutes 4] [component ...]
    benchmarks/leave_one_out.py table BASE FOLDER [BASE FOLDER]...

BASE is a ledger (`ledger.py record`), FOLDER holds one ledger for each component. `measure` resumes an earlier run.

Not every task is run again. A component that did nothing in a task (it found no candidate, and left every program as it
was) cannot matter there, nor can a strategy that neither proved a goal nor found a counterexample. Tasks that BASE left
open, or decided with more than half of the work limit used here, are skipped. At most `--most` of the remaining tasks
run for each component, spread over the families by a hash; the table shows how many there were.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import sys
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import ledger
import ledger_task
import ledger_tasks
import random_families
from ledger import Comparison, Ledger
from ledger_task import WHOLE, Record
from ledger_tasks import Entry
from msgspec import Struct

from veriabs import strategies
from veriabs.core.components import NAMES

STRATEGY = "strategy "
"""In front of the names of strategies, in ledgers."""

ALONE = "strategy closed_forms"
"""The strategy that takes no candidates, and seldom a program that others have rewritten."""


def components() -> list[str]:
    """All components: strategies first, as ledgers name them."""
    ledger_task.preload()
    return [*(STRATEGY + name for name in strategies.names()), *sorted(NAMES)]


def affected(component: str, base: Sequence[Record], work: float) -> list[Record]:
    """The decided tasks in which a component took part, one of each family in turn.

    Unless it is a strategy, proofs by strategies that use candidates and rewritten programs come first.
    """
    tasks = [one for one in base if one["goal"] == WHOLE and component in one.get("components", ())]
    tasks = [one for one in tasks if one["verdict"] in ("TRUE", "FALSE") and one["work"] <= ledger.NEAR * work]
    tasks.sort(key=lambda one: hashlib.sha256(one["task"].encode()).hexdigest())
    turns: dict[str, count[int]] = {}
    turn = {one["task"]: next(turns.setdefault(one["family"], count())) for one in tasks}

    def place(one: Record) -> tuple[bool, int]:
        on_its_own = one["verdict"] == "FALSE" or ALONE in one["components"]
        return on_its_own and not component.startswith(STRATEGY), turn[one["task"]]

    return sorted(tasks, key=place)  # stable: by the hash within a turn


def place(folder: Path, component: str) -> Path:
    return folder / f"{component.removeprefix(STRATEGY)}.jsonl"


def measure(options: argparse.Namespace, entries: dict[str, Entry]) -> bool:
    """Makes the ledgers that are missing, or not complete; True if none is left."""
    until = time.monotonic() + 60 * options.minutes
    base = ledger.read(options.base)[1]
    options.folder.mkdir(parents=True, exist_ok=True)
    for component in options.components or components():
        chosen = affected(component, base, options.work)[: options.most]
        options.minutes = max(0.0, until - time.monotonic()) / 60
        options.without = [component.removeprefix(STRATEGY)]
        missing = [one["task"] for one in chosen if one["task"] not in entries]
        if missing:
            raise SystemExit(f"not there any more: {', '.join(missing)}")
        print(f"without {component}: {len(chosen)} tasks", file=sys.stderr, flush=True)
        if not ledger.record(place(options.folder, component), [entries[one["task"]] for one in chosen], options):
            return False
    return True


class Worth(Struct, frozen=True):
    """The worth of a component: the tasks in which it took part, the tasks run without it, and their results.

    `ratios` are the work with it by that without it, of tasks that both decide alike: above 1 it costs others work.
    """

    component: str
    took_part: int = 0
    run: int = 0
    proofs: tuple[str, ...] = ()
    refutations: tuple[str, ...] = ()
    families: frozenset[str] = frozenset()
    wrong: tuple[str, ...] = ()
    ratios: tuple[float, ...] = ()

    def __add__(self, other: Worth) -> Worth:
        """Add its worth in other tasks."""
        return Worth(
            self.component,
            self.took_part + other.took_part,
            self.run + other.run,
            self.proofs + other.proofs,
            self.refutations + other.refutations,
            self.families | other.families,
            self.wrong + other.wrong,
            self.ratios + other.ratios,
        )

    def row(self) -> str:
        mean = math.exp(sum(map(math.log, self.ratios)) / len(self.ratios)) if self.ratios else None
        ratio = "" if mean is None else f"{mean:.2f}"
        numbers = (self.took_part, self.run, len(self.proofs), len(self.families), len(self.refutations))
        return f"| `{self.component.removeprefix(STRATEGY)}` | {' | '.join(map(str, numbers))} | {ratio} |"


def worth(component: str, base: Ledger, without: Ledger) -> Worth:
    """Compare a ledger without a component with the base."""
    tasks = {one["task"] for one in without[1] if one["goal"] == WHOLE}
    same = [one for one in base[1] if one["task"] in tasks]
    found = Comparison((base[0], same), without, math.inf)
    was = {one["task"]: one for one in same if one["goal"] == WHOLE}
    lost = list(dict.fromkeys(one.split()[0] for one in found.lost))
    proofs = tuple(task for task in lost if was[task]["verdict"] == "TRUE")
    return Worth(
        component,
        len(affected(component, base[1], float(without[0]["work"]))),
        len(was),
        proofs,
        tuple(task for task in lost if task not in proofs),
        frozenset(was[task]["family"] for task in proofs),
        (*found.changed, *found.wrong),
        tuple(old / new for old, new, _ in found.work if old > 0 and new > 0),
    )


def table(pairs: Sequence[tuple[Path, Path]]) -> tuple[str, list[str]]:
    """The table over bases with their folders, those first without which most is lost; and wrong verdicts."""
    found, seen = {one: Worth(one) for one in components()}, set[str]()
    for base, folder in pairs:
        whole = ledger.read(base)
        seen.update(one for record in whole[1] for one in record.get("components", ()))
        for one in found:
            if place(folder, one).exists():
                found[one] += worth(one, whole, ledger.read(place(folder, one)))
    lines = []
    for title, is_strategy in (("strategy", True), ("component", False)):
        group = [one for one in found.values() if one.run and one.component.startswith(STRATEGY) is is_strategy]
        group.sort(key=lambda one: (-len(one.proofs), -len(one.refutations), -one.took_part, one.component))
        lines += [f"| {title} | took part | run without | proofs lost | families | refutations lost | work |"]
        lines += ["|---|---|---|---|---|---|---|", *(one.row() for one in group), ""]
    for title, took_part in (("Took part in none of the tasks", False), ("Took part only where that is late", True)):
        others = [one for one in found if not found[one].run and (one in seen) is took_part]
        names = ", ".join(f"`{one.removeprefix(STRATEGY)}`" for one in others)
        lines += [f"{title}: {names}.", ""] if others else []
    return "\n".join(lines).rstrip(), [f"{one.component}: {text}" for one in found.values() for text in one.wrong]


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("measure", "table"))
    parser.add_argument("base", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("components", nargs="*", metavar="component", help="of the table: more bases and folders")
    parser.add_argument("--most", type=int, default=8, help="tasks of each component")
    parser.add_argument("--work", type=float, default=8.0, help="seconds of work for each task")
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin no task after that")
    parser.add_argument("--jobs", type=int, default=2, help="tasks at a time")
    parser.add_argument("--random", type=int, default=30, help="random programs in the base, of each verdict")
    return parser


def main() -> int:
    options = arguments().parse_args()
    if options.command == "table":
        more = [Path(one) for one in options.components]
        pairs = [(options.base, options.folder), *zip(more[::2], more[1::2], strict=True)]
        text, wrong = table(pairs)
        print("\n".join([text, *(["", "WRONG:", *wrong] if wrong else [])]))
        return 1 if wrong else 0
    options.certificates = False
    with random_families.written(options.random) as folder:
        entries = [*ledger_tasks.own(), *ledger_tasks.below(folder, folder.parent)]
        return 0 if measure(options, {entry.name: entry for entry in entries}) else 3


if __name__ == "__main__":
    sys.exit(main())
