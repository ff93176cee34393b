#!/usr/bin/env python3
"""How does the time to understand a program grow with its text? Programs grow in one way each (`text_programs.py`).

    benchmarks/text_size.py [SHAPE...] [--most 5000000] [--count N...] [--cap 60]

Prints a Markdown table: for each way and size (about 1 kB, then ten times as much, up to `--most` bytes) the processor
seconds until the program is understood (preprocessed, parsed, inlined, its loops modelled), or why it is refused. With
`--count` the sizes are those numbers of loops, calls, or whatever the shape has many of.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
from pathlib import Path

from text_programs import SHAPES

from veriabs.core.deadline import Deadline
from veriabs.core.errors import VeriabsError
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.loops.build import each_model
from veriabs.loops.iterations import listed
from veriabs.solvers.supervise import BugError, Notify, supervise

FIRST = 1000


def of_size(shape: str, size: int) -> str:
    """The program of that shape that is about so many bytes long."""
    base, more = len(SHAPES[shape](2)), len(SHAPES[shape](102))
    return SHAPES[shape](max(2, 100 * (size - base) // max(1, more - base)))


def modelling_seconds(path: Path, deadline: Deadline, tell: Notify) -> float:
    program = load_program(load(path), deadline)
    deadline.begin("modelling the loops")
    listed(program)
    next(each_model(program), None)
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def measure(shape: str, text: str, cap: float, folder: Path) -> str:
    path = folder / f"{shape}.c"
    path.write_text(text, encoding="utf-8")
    deadline = Deadline(cap)
    try:
        seconds = supervise(lambda left, tell: modelling_seconds(path, left, tell), deadline, lambda message: None)
    except (VeriabsError, BugError) as error:
        return f"{deadline.used():.1f} s: {str(error).removeprefix(str(path)).lstrip(':0123456789 ')}"
    return f"{seconds:.2f} s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shapes", nargs="*", default=list(SHAPES), metavar="SHAPE")
    parser.add_argument("--most", type=int, default=5_000_000)
    parser.add_argument("--count", type=int, nargs="+", default=[])
    parser.add_argument("--cap", type=float, default=60.0)
    options = parser.parse_args()
    sizes = [FIRST * 10**n for n in range(8) if FIRST * 10**n < options.most] + [options.most]
    heads = [f"{count:,}" for count in options.count] or [f"{size // 1000:,} kB" for size in sizes]
    print("| text | " + " | ".join(heads) + " |\n|" + "---|" * (len(heads) + 1))
    with tempfile.TemporaryDirectory() as name:
        for shape in options.shapes:
            counted = [SHAPES[shape](count) for count in options.count]
            texts = counted or [of_size(shape, size) for size in sizes]
            cells = [measure(shape, text, options.cap, Path(name)) for text in texts]
            print("| " + " | ".join((shape, *cells)) + " |", flush=True)


if __name__ == "__main__":
    main()
