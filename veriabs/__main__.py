"""`python -m veriabs` is the same as `veriabs`."""

import sys

from veriabs.cli import main

sys.exit(main())
