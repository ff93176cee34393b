#!/usr/bin/env python3
"""Measures how many of the project's programs with symbolic sizes closed forms prove, and the cost at several sizes.

    benchmarks/closed_forms.py [--programs GLOB] [--runs 5] [--no-sizes] [--portfolio]

Prints two Markdown tables: for each family of `sv-comp/tasks/closed_forms` how many of its programs without a bug are
proved, the mean and the largest number of wall seconds of `veriabs verify --strategy closed_forms`, certificates,
cross-check and the comparison with the compiled program included, the mean seconds of the processor, and how many with
a bug are not proved; then the seconds for one program of sizes 100, 10,000,000 and symbolic, which on a busy machine
compare by those of the processor. With `--portfolio` all strategies take part, as they do by default. Ends with exit
code 1 where a program with a bug is proved.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

TASKS = Path(__file__).parent.parent / "sv-comp" / "tasks" / "closed_forms"
SIZES = {"N = 100": "100", "N = 10,000,000": "10000000", "symbolic": "__VERIFIER_nondet_int()"}
ONE = """extern void abort(void);
void reach_error(void) { }
void __VERIFIER_assert(int cond) { if (!cond) { reach_error(); abort(); } }
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = SIZE;
  if (n < 1 || n > 10000000) abort();
  int a[n];
  long long b[n], sum = 0;
  for (int i = 0; i < n; i++) {
    a[i] = __VERIFIER_nondet_int();
    sum += a[i];
  }
  for (int i = 0; i < n; i++) {
    b[i] = -sum;
    for (int j = 0; j < n; j++)
      b[i] += a[j];
  }
  for (int i = 0; i < n; i++)
    __VERIFIER_assert(b[i] == 0);
}
"""
"""Every cell gets the sum of a vector, from which the sum of the vector is taken."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of the wall clock, and of the processor with all children."""

    wall: float
    processor: float


@dataclass
class Family:
    """The results for the programs of one family."""

    costs: list[Cost] = field(default_factory=list)
    proved: int = 0
    safe: int = 0
    wrong: list[str] = field(default_factory=list)
    unsafe: int = 0
    open: list[str] = field(default_factory=list)

    def note(self, program: Path, proved: bool, cost: Cost) -> None:
        if "expected_verdict: true" not in program.with_suffix(".yml").read_text(encoding="utf-8"):
            self.unsafe += 1
            self.wrong += [program.stem] if proved else []
            return
        self.safe += 1
        self.proved += proved
        self.costs.append(cost)
        self.open += [] if proved else [program.stem]

    def row(self, name: str) -> str:
        walls = [cost.wall for cost in self.costs] or [0.0]
        processor = statistics.mean([cost.processor for cost in self.costs] or [0.0])
        numbers = [f"{number:.2f} s" for number in (statistics.mean(walls), max(walls), processor)]
        cells = [name, f"{self.proved} / {self.safe}", *numbers, f"{self.unsafe - len(self.wrong)} / {self.unsafe}"]
        return f"| {' | '.join(cells)} | {', '.join(self.open)} |"


def verify(program: Path, *options: str) -> tuple[bool, Cost]:
    """Is it proved, and at what cost?"""
    command = [sys.executable, "-m", "veriabs", "verify", str(program), "--plain"]
    started, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return done.returncode == 0, Cost(time.monotonic() - started, processor)


def families(programs: Sequence[Path], *options: str) -> dict[str, Family]:
    found: dict[str, Family] = {}
    for program in programs:
        proved, cost = verify(program.with_suffix(".yml"), *options)
        found.setdefault(program.stem.split("_")[0], Family()).note(program, proved, cost)
    return found


def sum_of_families(found: dict[str, Family]) -> Family:
    total = Family()
    for family in found.values():
        total.costs += family.costs
        total.proved += family.proved
        total.safe += family.safe
        total.unsafe += family.unsafe
        total.wrong += family.wrong
    return total


def print_sizes(runs: int, *options: str) -> None:
    """Medians of runs that take turns, by the wall clock and of the processor, and how far they are apart."""
    costs: dict[str, list[Cost]] = {name: [] for name in SIZES}
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "one.c")
        program.write_text(ONE, encoding="utf-8")
        for _ in range(runs):
            for name, size in SIZES.items():
                proved, cost = verify(program, f"-DSIZE={size}", *options)
                if not proved:
                    sys.exit(f"one.c, {name}: not proved")
                costs[name].append(cost)
    print("| " + " | ".join(["", *SIZES, "largest / smallest"]) + " |\n|" + "---|" * (len(SIZES) + 2))
    for clock, taken in (("wall", lambda cost: cost.wall), ("processor", lambda cost: cost.processor)):
        medians = [statistics.median(map(taken, some)) for some in costs.values()]
        apart = f"{max(medians) / min(medians):.2f}"
        print("| " + " | ".join([clock, *(f"{median:.2f} s" for median in medians), apart]) + " |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", default="*.c", metavar="GLOB", help="programs of the folder (default *.c)")
    parser.add_argument("--runs", type=int, default=5, help="for each size (default 5)")
    parser.add_argument("--no-sizes", action="store_true", help="leave the second table out")
    parser.add_argument("--portfolio", action="store_true", help="let all strategies take part")
    options = parser.parse_args()
    chosen = [] if options.portfolio else ["--strategy", "closed_forms"]
    found = families(sorted(TASKS.glob(options.programs)), *chosen)
    total = sum_of_families(found)
    heads = ("family", "proved", "mean", "largest", "processor", "with a bug, not proved", "open")
    print(f"| {' | '.join(heads)} |\n{'|---' * len(heads)}|")
    for name, family in [*sorted(found.items()), ("all", total)]:
        print(family.row(name))
    if not options.no_sizes:
        print()
        print_sizes(options.runs, *chosen)
    sys.exit(f"proved, but with a bug: {', '.join(total.wrong)}" if total.wrong else 0)


if __name__ == "__main__":
    main()
