#!/usr/bin/env python3
"""Measures the cost of the race: runs each strategy alone and all together over a folder of array programs.

    benchmarks/virtual_best.py FOLDER [--count N] [--size 100000] [--timeout 20] [--strategies shrinking,closed_forms]

Programs are taken as by `array_programs.py`, those that are safe by their label; with `--count` some of them, chosen by
a fixed seed. The virtual best of a program is the strategy that proves it alone in the least wall time. A program that
all together prove is given to each strategy alone for that time or the best one so far: if none is as fast, all
together are the virtual best. Prints for each program the wall and processor seconds of that one and of all together,
and the ratios of their sums. Exit code 1 when a strategy proves alone what all together do not.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from array_programs import expected, programs, sized
from compare_revisions import ROOT, Measured, verify

from veriabs import strategies

ALL = "all together"


def best(alone: dict[str, Measured]) -> tuple[str, Measured] | None:
    """The strategy that proves in the least wall time."""
    proofs = {name: one for name, one in alone.items() if one.verdict == "TRUE"}
    return min(proofs.items(), key=lambda one: one[1].wall) if proofs else None


def summary(pairs: list[tuple[Measured, Measured]]) -> str:
    """The ratios of all together to the virtual best, over the programs that both prove."""
    alike = [(one, both) for one, both in pairs if both.verdict == "TRUE"]
    if not alike:
        return "no program was proved by both"
    ones, together = zip(*alike, strict=True)
    wall = [sum(one.wall for one in side) for side in (ones, together)]
    used = [sum(one.processor for one in side) for side in (ones, together)]
    return (
        f"{len(alike)} programs: wall {wall[0]:.2f} s alone, {wall[1]:.2f} s together, ratio {wall[1] / wall[0]:.2f}; "
        f"processor {used[0]:.2f} s, {used[1]:.2f} s, ratio {used[1] / used[0]:.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int)
    parser.add_argument("--size", type=int, default=100_000)
    parser.add_argument("--timeout", type=float, default=20)
    parser.add_argument("--strategies", default=",".join(name for name, _ in strategies.provers(strategies.default())))
    options = parser.parse_args()
    chosen = [path for path in programs(options.folder) if expected(path) == "TRUE"]
    random.Random(5).shuffle(chosen)
    pairs, lost, wins = [], 0, Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        for path in chosen[: options.count]:
            program = sized(path, options.size, Path(folder))
            names = options.strategies.split(",")
            together = verify(ROOT, program, options.size, options.timeout)
            alone = {ALL: together}
            for name in sorted(names, key=lambda name: -wins[name]):
                quickest = best(alone)
                seconds = options.timeout if quickest is None else min(options.timeout, quickest[1].wall)
                alone[name] = verify(ROOT, program, options.size, seconds, "--strategy", name)
            found = best(alone)
            if found is not None:
                wins[found[0]] += 1
                pairs.append((found[1], together))
                lost += together.verdict != "TRUE"
            told = "nobody" if found is None else f"{found[0]} {found[1].wall:.2f} {found[1].processor:.2f}"
            ours = f"{together.verdict:8}{together.wall:6.2f} {together.processor:6.2f}"
            print(f"{path.name:50} {told:35} {ours}", flush=True)
    print(f"\n{summary(pairs)}; {lost} proved alone and lost together")
    sys.exit(lost > 0)


if __name__ == "__main__":
    main()
