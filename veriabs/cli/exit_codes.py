"""The exit codes of all commands."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """What a command ends with; a verdict's word is the name of its code.

    - `TRUE`: everything is proved, or the command did its work; `FALSE`: something fails, or became worse.
    - `INPUT`: a file or an option's value cannot be read; `USAGE`: the command line is wrong.
    - `CONDITIONAL`: proved under conditions, which the user did not accept; `TOOL`: a tool is missing or does not work.
    """

    TRUE = 0
    UNKNOWN = 5
    INPUT = 6
    CONDITIONAL = 7
    FALSE = 10
    USAGE = 64
    TOOL = 69
    BUG = 70
    INTERRUPTED = 130
