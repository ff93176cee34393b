"""`python -m veriabs` is the same as `veriabs`."""

import sys

from veriabs.cli.app import main

sys.exit(main())
