#!/usr/bin/env python3
"""Measures whether the cost of a proof depends on the array size: processor time of `veriabs verify` at several sizes.

    benchmarks/sizes.py [PROGRAM...] [--runs 5] [--baseline] [--cap 10]

Prints date, commit and machine, and a Markdown table: for each program the median processor seconds (user and system,
of the whole process tree) at 100, 100,000 and 10,000,000 elements and at a symbolic size (an input of at most
10,000,000), and the median of the ratios to 100 elements, each of one round of runs. Exits with 1 if a ratio at a
constant size is above 1.1. With --baseline also the seconds of plain CBMC (built-in solver and --z3) at 100 and 100,000
elements within the cap.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import platform
import re
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from veriabs.install.provision import require
from veriabs.solvers import process

HERE = Path(__file__).parent
PROGRAMS = HERE.parent / "tests" / "programs" / "true"
DEFAULT = ("init_constant", "copy_two", "copy_chain_five", "maximum", "compare_equal", "find_first", "exists_maximum")
SMALL, MIDDLE, LARGE = SIZES = 100, 100_000, 10_000_000
MOST = 1.1
"""The ratio of costs at two sizes that counts as the same cost."""

_MAIN, _SUBREAPER = "int main(void) {\n", 36
_INPUT = "  int size = __VERIFIER_nondet_int();\n  if (size < 1 || size > N)\n    return 0;\n"


def symbolic(text: str) -> str:
    """The program with an input for the number of elements; N bounds it, and is the size of global arrays.

    Raises ValueError if the program has no `int main(void)` that names N.
    """
    head, main, body = text.partition(_MAIN)
    sized, times = re.subn(r"\bN\b", "size", body)
    if not main or not times:
        raise ValueError("no main that depends on N")
    return f"{head}extern int __VERIFIER_nondet_int(void);\n{main}{_INPUT}{sized}"


def processor_seconds() -> float:
    """User and system time of all processes that have ended and been waited for below this one."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def reap() -> None:
    """Waits for processes that their parents left behind: this process adopts them."""
    while True:
        try:
            os.wait()
        except ChildProcessError:
            return


def verify(program: Path, size: int) -> float:
    """Processor seconds of one proof, of the whole process tree; ends the benchmark if it is none."""
    before = processor_seconds()
    command = [sys.executable, "-m", "veriabs", "verify", str(program), f"-DN={size}", "--timeout", "120", "--plain"]
    done = subprocess.run(command, capture_output=True, text=True)
    reap()
    if done.returncode != 0:
        sys.exit(f"{program.name}, N={size}: {done.stdout}{done.stderr}")
    return processor_seconds() - before


def plain(program: Path, size: int, cap: float, *options: str) -> str:
    """The seconds of plain CBMC, or the reason for having none."""
    command = [*require(), str(program), f"-DN={size}", *options, "--no-standard-checks", "--unwinding-assertions"]
    done = process.run(command, seconds=cap, memory_mb=12_000)
    if done.timed_out:
        return f"over {cap:g} s"
    return f"{done.seconds:.2f} s" if "VERIFICATION SUCCESSFUL" in done.stdout else f"fails after {done.seconds:.1f} s"


def rounds(program: Path, runs: int) -> list[tuple[float, ...]]:
    """For each round the processor seconds at all sizes, the symbolic one last; one round before them warms up."""
    with tempfile.TemporaryDirectory() as folder:
        open_size = Path(folder) / f"{program.stem}.c"
        open_size.write_text(symbolic(program.read_text(encoding="utf-8")), encoding="utf-8")
        cases = [*((program, size) for size in SIZES), (open_size, LARGE)]
        return [tuple(verify(*case) for case in cases) for _ in range(runs + 1)][1:]


def ratios(measured: Sequence[tuple[float, ...]]) -> list[float]:
    """Medians of the ratios to the first size, each of one round."""
    return [statistics.median(one / first for first, one in zip(*pair, strict=True)) for pair in _pairs(measured)]


def _pairs(measured: Sequence[tuple[float, ...]]) -> list[tuple[tuple[float, ...], tuple[float, ...]]]:
    first, *others = zip(*measured, strict=True)
    return [(first, other) for other in others]


def machine() -> str:
    """Date, commit and machine of a measurement."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=HERE, capture_output=True, text=True).stdout
    model = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    named = model[1] if model else platform.machine()
    return f"{date.today()}, {commit.strip()}, {os.cpu_count()} processors ({named}), load {os.getloadavg()[1]:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", type=Path, default=[PROGRAMS / f"{name}.c" for name in DEFAULT])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--cap", type=float, default=10)
    parser.add_argument("--baseline", action="store_true")
    options = parser.parse_args()
    ctypes.CDLL(None).prctl(_SUBREAPER, 1)
    names = [f"N = {size:,}" for size in SIZES] + ["symbolic"]
    head = ["program", *names, *(f"ratio, {name}" for name in names[1:])]
    if options.baseline:
        head += ["CBMC, N = 100", "with --z3", "CBMC, N = 100,000", "with --z3"]
    print(f"{machine()}; {options.runs} rounds\n\n| " + " | ".join(head) + " |\n|" + "---|" * len(head), flush=True)
    grown = []
    for program in options.programs:
        measured = rounds(program, options.runs)
        found = ratios(measured)
        cells = [f"{statistics.median(side):.2f} s" for side in zip(*measured, strict=True)]
        cells += [f"{ratio:.2f}" for ratio in found]
        if options.baseline:
            sizes = (SMALL, MIDDLE)
            cells += [plain(program, size, options.cap, *with_z3) for size in sizes for with_z3 in ((), ("--z3",))]
        print(f"| {program.stem} | " + " | ".join(cells) + " |", flush=True)
        grown += [program.stem] if max(found[:2]) > MOST else []
    if grown:
        sys.exit(f"above {MOST}: {', '.join(grown)}")


if __name__ == "__main__":
    main()
