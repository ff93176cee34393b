#!/usr/bin/env python3
"""The shrink factors of the published figures: a table of every k with its seconds."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from json import loads
from pathlib import Path

FIGURES = Path(__file__).parent / "figures"


def main() -> None:
    print("| figure | shrink factor | " + " | ".join(f"k = {k}" for k in range(1, 6)) + " |\n|" + "---|" * 7)
    for program in sorted(FIGURES.glob("*.c")):
        with tempfile.NamedTemporaryFile(suffix=".json") as report:
            command = [sys.executable, "-m", "veriabs", "shrink", str(program), "--plain", "--json", report.name]
            subprocess.run(command, capture_output=True, check=True)
            (loop,) = loads(Path(report.name).read_text())["loops"]
        tried = [cell(t["outcome"], t["harness"]["seconds"]) for t in loop["tried"]]
        print(f"| {program.stem} | {loop['shrink_factor']} | " + " | ".join(tried) + " |", flush=True)


def cell(outcome: str, seconds: float) -> str:
    return f"{'yes' if outcome == 'shrinkable' else 'no'}, {seconds:.2f} s"


if __name__ == "__main__":
    main()
