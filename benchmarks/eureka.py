"""The five families of the array refinement paper, beside plain CBMC with its own solver and with z3.

    python benchmarks/eureka.py [--seconds 60] [family ...]

The published tool (P-eureka) reached N = 1000, 25, 40, 8, 6 for string copy, Gray code, partition, bubble sort and
selection sort. Each family is run at that N and at the N that is aimed at (string copy, partition and Gray code cost
the same at any N); the table has seconds of wall time, or what ended the run.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from veriabs.install.provision import require
from veriabs.solvers import process
from veriabs.solvers.command import find_z3

FOLDER = Path(__file__).parent / "eureka"
SIZES = {
    "string_copy": (1000, 10_000),
    "gray_code": (25, 50),
    "partition": (40, 400),
    "bubble_sort": (8, 16),
    "selection_sort": (6, 8),
}


def timed(call: Sequence[str], seconds: float, success: str) -> str:
    """Seconds of a run that ends with the word of success, else what happened."""
    finished = process.run(tuple(call), seconds=seconds)
    if finished.timed_out:
        return f"over {seconds:g}"
    return f"{finished.seconds:.1f}" if success in finished.stdout else "unknown"


def run_veriabs(path: Path, seconds: float) -> str:
    call = [sys.executable, "-m", "veriabs", "verify", str(path), "--strategy", "array_refinement"]
    return timed([*call, "--timeout", f"{seconds:g}"], seconds + 10, "TRUE")


def plain(path: Path, size: int, seconds: float, *, z3: bool) -> str:
    call = [*require(), str(path), "--no-standard-checks", "--unwinding-assertions", "--unwind", str(size + 2)]
    return timed([*call, "--z3"] if z3 else call, seconds, "VERIFICATION SUCCESSFUL")


def sized(family: str, size: int, folder: Path) -> Path:
    """The program of a family at one size; its error is a failing assertion, which plain CBMC needs."""
    text = (FOLDER / f"{family}.c").read_text(encoding="utf-8")
    path = folder / f"{family}_{size}.c"
    body = 'void reach_error(void) { __CPROVER_assert(0, "error"); }'
    path.write_text(f"#define N {size}\n{text}".replace("extern void reach_error(void);", body), encoding="utf-8")
    return path


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("families", nargs="*", default=list(SIZES), metavar="family")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--folder", type=Path, default=Path("eureka-programs"), help="where the sized programs go")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    print(f"{'family':16} {'N':>6} {'refinement':>11} {'built-in':>9} {'z3':>9}")
    for family in arguments.families:
        for size in SIZES[family]:
            plainly = sized(family, size, arguments.folder)
            original = arguments.folder / f"{family}_{size}_original.c"
            text = (FOLDER / f"{family}.c").read_text(encoding="utf-8")
            original.write_text(f"#define N {size}\n{text}", encoding="utf-8")
            z3 = plain(plainly, size, arguments.seconds, z3=True) if find_z3() else "missing"
            row = (run_veriabs(original, arguments.seconds), plain(plainly, size, arguments.seconds, z3=False), z3)
            print(f"{family:16} {size:>6} {row[0]:>11} {row[1]:>9} {row[2]:>9}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
