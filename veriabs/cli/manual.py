"""The manual page, from what the commands take: `make man` writes it, and a test compares it."""

from __future__ import annotations

import os
import sys

from veriabs.cli.parser import parser

_HEAD = '.TH VERIABS "1" "" "veriabs" "User Commands"'


def page() -> str:
    """The page in troff, the same on each day and for each terminal."""
    from argparse_manpage.manpage import Manpage  # only who changes options needs it

    os.environ["COLUMNS"] = "72"  # behind the indentation
    _, *lines = str(Manpage(parser().whole())).splitlines()
    return "\n".join([_HEAD, *lines]) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page())
