"""Makes the modules of this folder importable: pytest's importlib mode leaves the path alone."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
