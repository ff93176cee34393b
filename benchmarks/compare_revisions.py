#!/usr/bin/env python3
"""Runs another revision and this checkout alternately over a folder of array programs, and reports changes.

    benchmarks/compare_revisions.py REVISION [FOLDER] [--count N] [--size 100000] [--timeout 20] [--rounds 1]

REVISION is a commit, or the folder of a checkout. Programs are taken as by `array_programs.py`; with `--count` some of
them, chosen by a fixed seed. Prints verdict, seconds of wall time and of processor time of each, and their means over
the programs that both decided alike. The fastest of several rounds counts. Exit code 1 when a verdict is lost, or one
of the means is more than a tenth longer.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from array_programs import VERDICTS, defines, programs, sized

ROOT = Path(__file__).resolve().parent.parent
LONGER = 1.1
"""How many times the mean may be that of the other revision."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One verification: verdict, seconds of wall time and of processor time, those of its children included."""

    verdict: str
    wall: float
    processor: float


@contextmanager
def checkout(revision: str) -> Iterator[Path]:
    """The folder of the revision; one that is made for it is removed again."""
    if Path(revision).is_dir():
        yield Path(revision).resolve()
        return
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "revision"
        subprocess.run(["git", "-C", ROOT, "worktree", "add", "--quiet", "--detach", place, revision], check=True)
        try:
            yield place
        finally:
            subprocess.run(["git", "-C", ROOT, "worktree", "remove", "--force", place], check=True)


def verify(root: Path, program: Path, size: int, timeout: float, *more: str) -> Measured:
    """One verification by the code of a checkout, in another folder, so that no other code is found."""
    command = [sys.executable, "-m", "veriabs", "verify", str(program), "--timeout", str(timeout), "--plain", *more]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # whoever installs it has its modules compiled
    before, started = processor(), time.monotonic()
    done = subprocess.run([*command, *defines(size)], cwd=program.parent, env=environment, capture_output=True)
    return Measured(
        VERDICTS.get(done.returncode, f"exit {done.returncode}"), time.monotonic() - started, processor() - before
    )


def processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(roots: tuple[Path, Path], program: Path, options: argparse.Namespace) -> tuple[Measured, Measured]:
    """The fastest of the rounds of each checkout."""
    rounds = [[verify(root, program, options.size, options.timeout) for root in roots] for _ in range(options.rounds)]
    old, new = (min(ones, key=lambda one: one.processor) for ones in zip(*rounds, strict=True))
    return old, new


def judge(pairs: list[tuple[Measured, Measured]]) -> int:
    """Prints what changed, and returns how many verdicts were lost plus how many means are too long."""
    decided = [(old, new) for old, new in pairs if old.verdict != "UNKNOWN"]
    bad = sum(new.verdict != old.verdict for old, new in decided)
    gained = sum(old.verdict == "UNKNOWN" != new.verdict for old, new in pairs)
    print(f"\n{bad} verdicts lost or changed, {gained} gained\n")
    print("| both say | programs | wall, old | wall, new | processor, old | processor, new | ratios |")
    print("|---|---|---|---|---|---|---|")
    for verdict in ("TRUE", "FALSE"):
        alike = [(old, new) for old, new in decided if old.verdict == new.verdict == verdict]
        if not alike:
            continue
        old, new = (
            Measured(verdict, sum(one.wall for one in ones) / len(ones), sum(one.processor for one in ones) / len(ones))
            for ones in zip(*alike, strict=True)
        )
        wall, used = new.wall / old.wall, new.processor / old.processor
        bad += max(wall, used) > LONGER
        seconds = (old.wall, new.wall, old.processor, new.processor)
        cells = (*(f"{one:.2f} s" for one in seconds), f"{wall:.2f}, {used:.2f}")
        print(f"| {verdict} | {len(alike)} | {' | '.join(cells)} |")
    return bad


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revision")
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "tests" / "programs" / "true")
    parser.add_argument("--count", type=int)
    parser.add_argument("--size", type=int, default=100_000)
    parser.add_argument("--timeout", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    chosen = programs(options.folder)
    random.Random(5).shuffle(chosen)
    pairs = []
    with checkout(options.revision) as other, tempfile.TemporaryDirectory() as folder:
        roots = (other, ROOT)
        for root in roots:  # the first run of each compiles its modules, and what is kept in caches
            verify(root, sized(chosen[0], options.size, Path(folder)), options.size, options.timeout)
        for path in chosen[: options.count]:
            pairs.append(measure(roots, sized(path, options.size, Path(folder)), options))
            told = (f"{one.verdict:8}{one.wall:6.2f} {one.processor:6.2f}" for one in pairs[-1])
            print(f"{path.name:50} {'  |  '.join(told)}", flush=True)
    sys.exit(judge(pairs) > 0)


if __name__ == "__main__":
    main()
