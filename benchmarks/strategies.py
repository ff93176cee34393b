#!/usr/bin/env python3
"""Every strategy alone against every family of own tasks, as a Markdown table.

    python benchmarks/strategies.py [--seconds 10] [--each 3] [--results FOLDER] [strategy ...]

A cell has the safe tasks of the family that the strategy proves alone; `--each` takes the first so many safe and unsafe
ones of a family. The answers are kept in one results file a strategy, from which an interrupted run goes on. The exit
code is 1 if an unsafe task was proved. Nothing is refuted here: that needs no strategy that proves.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import Counter
from itertools import groupby
from pathlib import Path

from veriabs import strategies
from veriabs.batch.results import rows
from veriabs.core.records import Record

TASKS = Path(__file__).parent.parent / "sv-comp" / "tasks"
SAFE = "expected_verdict: true"


def families(each: int) -> dict[str, list[Path]]:
    """The task definitions of every family, the first `each` safe and unsafe ones."""
    found = sorted(TASKS.glob("*/*.yml"))
    return {name: chosen(list(tasks), each) for name, tasks in groupby(found, lambda path: path.parent.name)}


def chosen(tasks: list[Path], each: int) -> list[Path]:
    safe = [path for path in tasks if is_safe(path)]
    return [*safe[:each], *[path for path in tasks if path not in safe][:each]]


def is_safe(path: Path) -> bool:
    return SAFE in path.read_text(encoding="utf-8")


def decide(strategy: str, tasks: list[Path], results: Path, seconds: float) -> list[Record]:
    """The answers of one strategy alone; those that are kept already are not asked for again."""
    call = [sys.executable, "-m", "veriabs", "batch", *map(str, tasks), "--strategy", strategy, "--db", str(results)]
    options = ["--timeout", f"{seconds:g}", "--jobs", "1", "--no-replay", "--resume", "--plain"]
    subprocess.run([*call, *options], stdout=subprocess.DEVNULL, check=False)
    wanted = {path.stem for path in tasks}
    return [record for record in rows(results, documents=()) if Path(record.task).stem in wanted]


def table(found: dict[str, list[Record]], chosen: dict[str, list[Path]]) -> str:
    """Safe tasks proved, by family and strategy; the last column has what at least one strategy proves."""
    names = list(found)
    lines = [f"| family | safe | {' | '.join(names)} | any |", "|" + "---|" * (len(names) + 3)]
    proved = {name: {Path(r.task).stem for r in records if r.verdict == "TRUE"} for name, records in found.items()}
    sums: Counter[str] = Counter()
    for family, tasks in chosen.items():
        safe = {path.stem for path in tasks if is_safe(path)}
        counts = {name: len(proved[name] & safe) for name in names}
        counts["any"] = len(safe.intersection(set().union(*proved.values())))
        sums.update({"safe": len(safe), **counts})
        lines.append(f"| `{family}` | {len(safe)} | {' | '.join(str(count) for count in counts.values())} |")
    lines.append(f"| all | {sums['safe']} | {' | '.join(str(sums[name]) for name in (*names, 'any'))} |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    provers = [name for name, _ in strategies.provers(strategies.names())]
    parser.add_argument("strategies", nargs="*", default=provers, metavar="strategy")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--each", type=int, default=1000, help="tasks of each verdict and family")
    parser.add_argument("--results", type=Path, default=Path("strategy-results"), help="folder of the results files")
    arguments = parser.parse_args()
    arguments.results.mkdir(parents=True, exist_ok=True)
    tasks = families(arguments.each)
    flat = [path for family in tasks.values() for path in family]
    found: dict[str, list[Record]] = {}
    for name in arguments.strategies:
        found[name] = decide(name, flat, arguments.results / f"{name}.sqlite", arguments.seconds)
        cpu = sum(record.cpu_seconds for record in found[name])
        print(f"{name}: {len(found[name])} of {len(flat)} tasks, {cpu:.0f} s of CPU time", file=sys.stderr, flush=True)
    print(table(found, tasks))
    wrong = [f"{name}: {r.task}" for name, records in found.items() for r in records if r.rating.value == "wrong"]
    print("\n" + ("\n".join(["WRONG:", *wrong]) if wrong else "No unsafe task was proved."))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
