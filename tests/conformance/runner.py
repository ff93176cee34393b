#!/usr/bin/env python3
"""Give every program of a folder to the front end, and run accepted ones beside the program that gcc compiles.

    make conformance SUITE=folder
    python tests/conformance/runner.py FOLDER [--jobs 2] [--first 1] [--count 1000] [--json FILE]

Ends with 1 if a program differs or the front end fails on one. Needs gcc; no program is changed on disk.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from observe import Bench, Observation, Verdict, grouped
from suites import Offer, programs

_BENCH: list[Bench] = []


def observations(offers: Iterable[Offer], jobs: int, *, system: bool = False) -> Iterator[Observation]:
    """The outcome for each program, in the order of the offers."""
    with (
        tempfile.TemporaryDirectory(prefix="conformance-") as folder,
        ProcessPoolExecutor(jobs, initializer=_begin, initargs=(folder, system)) as pool,
    ):
        yield from pool.map(_observe, offers, chunksize=4)


def _begin(folder: str, system: bool) -> None:
    _BENCH.append(Bench(Path(tempfile.mkdtemp(dir=folder)), system))


def _observe(offer: Offer) -> Observation:
    return _BENCH[0].observe(offer)


def table(found: list[Observation]) -> str:
    """The numbers of each outcome, and the reasons of the refusals."""
    words = Counter(one.verdict for one in found)
    accepted = len(found) - words[Verdict.REFUSED]
    lines = [f"offered {len(found)}, accepted {accepted}"]
    lines += [f"  {word.value}: {words[word]}" for word in Verdict if words[word]]
    lines += [f"  read differently by the compiler: {sum(bool(one.opinion) for one in found)}"]
    lines += [f"runs {sum(one.runs for one in found)}, events {sum(one.events for one in found)}", "refused by reason"]
    reasons = Counter(grouped(one.detail) for one in found if one.verdict is Verdict.REFUSED)
    lines += [f"  {number:5}  {reason}" for reason, number in reasons.most_common()]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int)
    parser.add_argument("--system-assert", action="store_true", help="read the C library's assert.h")
    parser.add_argument("--json", type=Path, help="every observation, one a line, added to the file")
    options = parser.parse_args()
    first = options.first - 1
    chosen = islice(programs(options.folder), first, None if options.count is None else first + options.count)
    found = []
    for one in observations(chosen, options.jobs, system=options.system_assert):
        found.append(one)
        if one.opinion:
            print(f"{one.name}: the compiler reads differently {one.opinion}", flush=True)
        if one.verdict in (Verdict.DIFFERS, Verdict.CRASHED):
            print(f"{one.name}: {one.verdict.value}: {one.detail}", flush=True)
        if options.json:
            with options.json.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps({**asdict(one), "verdict": one.verdict.value}) + "\n")
    print(table(found))
    return 1 if any(one.verdict in (Verdict.DIFFERS, Verdict.CRASHED) or one.opinion for one in found) else 0


if __name__ == "__main__":
    sys.exit(main())
