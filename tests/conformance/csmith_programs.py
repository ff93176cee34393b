#!/usr/bin/env python3
"""Writes random programs of Csmith (Debian package csmith) into a folder that `runner.py` takes.

    python tests/conformance/csmith_programs.py FOLDER [--programs 1000] [--seed 1] [--profile subset]

The programs are small, since each is compiled twice. Every profile but `all` leaves out what the front end refuses.
"""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path

_SMALL = ("--max-funcs", "3", "--max-block-depth", "2", "--max-expr-complexity", "4", "--no-argc", "--concise")
_WITHOUT = ("unions", "bitfields", "jumps", "volatiles", "volatile-pointers", "packed-struct")
_SUBSET = (*_SMALL, *(f"--no-{what}" for what in _WITHOUT))
PROFILES = {
    "scalars": (*_SUBSET, "--no-pointers", "--no-arrays"),
    "subset": (*_SUBSET, "--no-pointers", "--max-block-depth", "1", "--max-array-dim", "2"),
    "pointers": (*_SUBSET, "--max-block-depth", "1", "--max-pointer-depth", "1", "--no-arrays"),
    "floats": (*_SUBSET, "--no-pointers", "--no-arrays", "--float"),
    "all": (*_SMALL,),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile", choices=PROFILES, default="subset")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for seed in range(options.seed, options.seed + options.programs):
        path = options.folder / f"{options.profile}-{seed:06}.c"
        chosen = PROFILES[options.profile]
        subprocess.run(["csmith", "--seed", str(seed), *chosen, "--output", str(path)], check=True, timeout=60)


if __name__ == "__main__":
    main()
