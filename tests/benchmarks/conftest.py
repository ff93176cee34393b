"""Make the scripts in `benchmarks/` importable by their names."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
