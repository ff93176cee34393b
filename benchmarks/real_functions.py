#!/usr/bin/env python3
"""Verifies functions of real projects one by one, with all checks on.

    benchmarks/real_functions.py list FOLDER FILE... [--most 10] [-- OPTION...] >> functions.txt
    benchmarks/real_functions.py record functions.txt results.jsonl [--timeout 20 | --work 20]
    benchmarks/real_functions.py table results.jsonl [OLDER.jsonl]

`list` prints functions with loops, chosen by a hash, each with its folder, file and options. `record` verifies each of
them with `--function F --check all`, and resumes an earlier run. `--work` limits the processor seconds of all processes
(see `work_clock.py`) in place of the time, so that the load of the machine does not matter. A function is decided whole
if no goal is open, and is refused if it has no goal at all. `table` counts them and the reasons; with older results it
names what changed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from veriabs.core.errors import VeriabsError
from veriabs.core.source import Task
from veriabs.frontend.preprocess import preprocess
from veriabs.frontend.unused_declarations import DeclarationKind, declarations_in

VERIABS = [sys.executable, "-m", "veriabs", "verify"]
BY_WORK = [sys.executable, "-c", f"""import sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
import work_clock
work_clock.install()
from veriabs.cli.app import main
sys.exit(main())""", "verify", "--jobs", "1"]
_LOOP = re.compile(r"\b(?:for|while|do)\b")
_PLACE = re.compile(r"\S+?:\d+(?::\d+)?:? ?|\bat line \d+|'[^']*'")
_OUT_OF_TIME = "time budget"

Row = dict[str, Any]


def listed(folder: Path, files: list[str], options: list[str], most: int) -> Iterator[str]:
    """Lines of a list: functions with loops of the files of a project."""
    for file in files:
        includes = [Path(folder / one[2:]) for one in options if one.startswith("-I")]
        defines = tuple(one[2:] for one in options if one.startswith("-D"))
        try:
            text = preprocess(Task(folder / file, includes=tuple(includes), defines=defines))
        except VeriabsError as error:
            print(f"{file}: {error}", file=sys.stderr)
            continue
        found = [
            one for one in declarations_in(text) if one.kind is DeclarationKind.FUNCTION and _LOOP.search(one.text)
        ]
        own = sorted(name for one in found for name in one.names)
        own.sort(key=lambda name: hashlib.sha256(f"{file} {name}".encode()).hexdigest())
        yield from (" ".join((str(folder), file, name, *options)) for name in own[:most])


def verified(line: str, seconds: float, *, by_work: bool) -> Row:
    """The result for one function, within seconds of time or of work."""
    folder, file, function, *options = line.split()
    asked = ["--function", function, "--check", "all", "--timeout", f"{seconds:g}", "--json", "-", "--plain"]
    started = time.monotonic()
    command, longest = [*(BY_WORK if by_work else VERIABS), file, *options, *asked], seconds * (20 if by_work else 4)
    try:
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=longest, check=False)
    except subprocess.TimeoutExpired:
        return {"task": line, "verdict": "UNKNOWN", "refused": "no answer", "seconds": longest}
    took = time.monotonic() - started
    start = run.stdout.find("{\n")
    report = json.loads(run.stdout[start:]) if start >= 0 else {}
    goals = report.get("goals") or []
    row: Row = {"task": line, "verdict": report.get("verdict", "ERROR"), "seconds": round(took, 1)}
    row |= {key: sum(_goal_class(goal) == key for goal in goals) for key in ("holds", "fails", "needs", "open", "time")}
    if not goals and row["verdict"] != "TRUE":
        row["refused"] = _reason(report) or (run.stderr.strip() or run.stdout.strip()).splitlines()[-1:]
    row["reasons"] = sorted({_plain(_reason(goal)) for goal in goals if _goal_class(goal) == "open"})
    row["conditions"] = [one["text"] for one in report.get("conditions", ())]
    row["note"] = report.get("note") or ""
    return row


def _goal_class(goal: Row) -> str:
    if goal.get("needs"):
        return "needs"
    if goal["verdict"] in ("TRUE", "FALSE"):
        return "holds" if goal["verdict"] == "TRUE" else "fails"
    return "time" if _OUT_OF_TIME in _reason(goal) else "open"


def _reason(of: Row) -> str:
    reason = of.get("reason") or ""
    return str(reason.get("text", reason)) if isinstance(reason, dict) else str(reason)


def _plain(reason: str) -> str:
    return " ".join(_PLACE.sub("", reason).split())


def record(functions: Path, results: Path, seconds: float, *, by_work: bool) -> None:
    done = {row["task"] for row in _rows(results)} if results.exists() else set()
    for line in functions.read_text(encoding="utf-8").splitlines():
        if line.strip() and line not in done:
            row = verified(line, seconds, by_work=by_work)
            with results.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")
            print(_row_text(row), flush=True)


def _rows(results: Path) -> list[Row]:
    return [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]


def _row_text(row: Row) -> str:
    counts = " ".join(f"{key} {row[key]}" for key in ("holds", "fails", "needs", "open", "time") if row.get(key))
    return f"{row['task'].split()[2]:32} {row['verdict']:8} {row['seconds']:5.1f} s  {counts or row.get('refused')}"


def is_whole(row: Row) -> bool:
    """Is every goal of a function decided?"""
    return "refused" not in row and not row.get("open") and not row.get("time") and row["verdict"] != "ERROR"


def table(rows: list[Row], older: list[Row]) -> None:
    whole, refused = [row for row in rows if is_whole(row)], [row for row in rows if "refused" in row]
    print(f"{len(rows)} functions: {len(whole)} decided whole, {len(refused)} refused")
    print(f"median {statistics.median(row['seconds'] for row in rows):.1f} s", end="; goals: ")
    counts = {key: sum(row.get(key, 0) for row in rows) for key in ("holds", "fails", "needs", "open", "time")}
    print(", ".join(f"{key} {count}" for key, count in counts.items()))
    reasons = Counter(_plain(str(row["refused"])) for row in refused)
    reasons.update(reason for row in rows for reason in row.get("reasons", ()))
    for reason, count in reasons.most_common():
        print(f"  {count:3}  {reason}")
    before = {row["task"]: row for row in older}
    for row in rows:
        old = before.get(row["task"])
        if old is not None and (is_whole(old), old["verdict"]) != (is_whole(row), row["verdict"]):
            print(f"  was {_row_text(old)}\n  now {_row_text(row)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("list")
    command.add_argument("folder", type=Path)
    command.add_argument("files", nargs="+")
    command.add_argument("--most", type=int, default=10)
    command = commands.add_parser("record")
    command.add_argument("functions", type=Path)
    command.add_argument("results", type=Path)
    command.add_argument("--timeout", type=float, default=20)
    command.add_argument("--work", type=float)
    command = commands.add_parser("table")
    command.add_argument("results", type=Path)
    command.add_argument("older", type=Path, nargs="?")
    own, _, options = " ".join(sys.argv[1:]).partition(" -- ")
    chosen = parser.parse_args(own.split())
    match chosen.command:
        case "list":
            print("\n".join(listed(chosen.folder, chosen.files, options.split(), chosen.most)))
        case "record":
            record(chosen.functions, chosen.results, chosen.work or chosen.timeout, by_work=chosen.work is not None)
        case _:
            table(_rows(chosen.results), _rows(chosen.older) if chosen.older else [])


if __name__ == "__main__":
    main()
