"""Make the helper module `meaning` of the tests of terms importable by the tests."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "terms"))
