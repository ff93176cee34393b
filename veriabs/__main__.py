"""`python -m veriabs` is the same as `veriabs`."""

import sys

from veriabs.cli.app import run

sys.exit(run())
