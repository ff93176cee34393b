#!/usr/bin/env python3
"""Prints the shrink factors of the published figures, with each k that was tried and the seconds of its harness."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from json import loads
from pathlib import Path

FIGURES = Path(__file__).parent / "figures"
MOST = 3
"""The largest factor of these figures: `shrink` stops at the first k that is one."""


def main() -> None:
    print(
        "| figure | shrink factor | "
        + " | ".join(f"k = {k}" for k in range(1, MOST + 1))
        + " |\n|"
        + "---|" * (MOST + 2)
    )
    for program in sorted(FIGURES.glob("*.c")):
        with tempfile.NamedTemporaryFile(suffix=".json") as report:
            command = [sys.executable, "-m", "veriabs", "shrink", str(program), "--plain", "--json", report.name]
            subprocess.run(command, capture_output=True, check=True)
            loops = loads(Path(report.name).read_text())["loops"]
        first = next(number for number, loop in enumerate(loops) if loop["shrink_factor"])
        tried = {one["k"]: one for loop in loops[: first + 1] for one in loop["tried"]}
        cells = [
            cell(tried[k]["outcome"], tried[k]["harness"]["seconds"]) if k in tried else "" for k in range(1, MOST + 1)
        ]
        print(f"| {program.stem} | {loops[first]['shrink_factor']} | " + " | ".join(cells) + " |", flush=True)


def cell(outcome: str, seconds: float) -> str:
    return f"{'yes' if outcome == 'shrinkable' else 'no'}, {seconds:.2f} s"


if __name__ == "__main__":
    main()
