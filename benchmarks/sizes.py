#!/usr/bin/env python3
"""Does the cost depend on the array size? veriabs at 100 and 10,000,000 elements in turn, plain CBMC beside it.

    benchmarks/sizes.py [PROGRAM...] [--runs 5] [--cap 20] [--no-baseline]

Prints a Markdown table: for each program the median seconds of `veriabs verify` at both sizes, the median of the ratios
of the paired runs, and what plain CBMC (built-in solver and --z3) does at 100 and 100,000 elements within the cap.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

from veriabs.install.provision import require
from veriabs.solvers import process

HERE = Path(__file__).parent
PROGRAMS = HERE.parent / "tests" / "programs" / "true"
DEFAULT = ("init_constant", "copy_two", "copy_chain_five", "maximum", "compare_equal", "find_first", "exists_maximum")
SMALL, LARGE, BASELINE = 100, 10_000_000, 100_000


def verify(program: Path, size: int) -> float:
    """Wall seconds of one proof; ends the benchmark if it is none."""
    start = time.monotonic()
    command = [sys.executable, "-m", "veriabs", "verify", str(program), f"-DN={size}", "--plain"]
    done = subprocess.run(command, capture_output=True, text=True)
    seconds = time.monotonic() - start
    if done.returncode != 0:
        sys.exit(f"{program.name}, N={size}: {done.stdout}{done.stderr}")
    return seconds


def plain(program: Path, size: int, cap: float, *options: str) -> str:
    """What plain CBMC does: seconds, or why there are none."""
    command = [*require(), str(program), f"-DN={size}", *options, "--no-standard-checks", "--unwinding-assertions"]
    done = process.run(command, seconds=cap, memory_mb=12_000)
    if done.timed_out:
        return f"over {cap:g} s"
    return f"{done.seconds:.2f} s" if "VERIFICATION SUCCESSFUL" in done.stdout else f"fails after {done.seconds:.1f} s"


def measure(program: Path, runs: int, cap: float, baseline: bool) -> str:
    verify(program, SMALL)
    pairs = [(verify(program, SMALL), verify(program, LARGE)) for _ in range(runs)]
    small, large = (statistics.median(side) for side in zip(*pairs, strict=True))
    ratio = statistics.median(b / a for a, b in pairs)
    cells = [program.stem, f"{small:.2f} s", f"{large:.2f} s", f"{ratio:.2f}"]
    if baseline:
        for size in (SMALL, BASELINE):
            cells += [plain(program, size, cap), plain(program, size, cap, "--z3")]
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", type=Path, default=[PROGRAMS / f"{name}.c" for name in DEFAULT])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--cap", type=float, default=20)
    parser.add_argument("--no-baseline", action="store_true")
    options = parser.parse_args()
    head = ["program", "N = 100", "N = 10,000,000", "ratio"]
    if not options.no_baseline:
        head += ["CBMC, N = 100", "with --z3", "CBMC, N = 100,000", "with --z3"]
    print("| " + " | ".join(head) + " |\n|" + "---|" * len(head))
    for program in options.programs:
        print(measure(program, options.runs, options.cap, not options.no_baseline), flush=True)


if __name__ == "__main__":
    main()
