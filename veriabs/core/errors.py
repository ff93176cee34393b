"""Every exception that veriabs raises on purpose.

    VeriabsError
    ├── InputError         a bad file, property or option value: exit code 6
    │   └── NothingToShowError   there is no goal
    ├── UnsupportedError   C that is not handled, with file:line: verdict UNKNOWN with that reason
    ├── ToolError          compiler or CBMC missing or unusable: exit code 69
    ├── OutOfTimeError     the time budget is used up: verdict UNKNOWN with the phase that ran out
    └── LostError          the process of an analysis ended without an answer: verdict UNKNOWN

Timeout, memory and crash of CBMC are no exceptions but `runs.Outcome`s. What is no VeriabsError is an error in veriabs.
"""

from __future__ import annotations

import os
import sys


class VeriabsError(Exception):
    """A problem that is told to the user in one line."""


class InputError(VeriabsError):
    """The input cannot be read or understood; `excerpt` is the line that is meant, as the compiler shows it."""

    def __init__(self, message: str, excerpt: str = "") -> None:
        super().__init__(message)
        self.excerpt = excerpt


class NothingToShowError(InputError):
    """The program has no goal."""


class UnsupportedError(VeriabsError):
    """The program uses C that no strategy handles; the message starts with file:line."""


class ToolError(VeriabsError):
    """An outside program is missing or unusable; the message ends in a command that mends it."""


class OutOfTimeError(VeriabsError):
    """The time budget is used up; the message names the phase that was at work."""


class LostError(VeriabsError):
    """The process of an analysis ended without an answer, by a signal or for lack of memory."""


class BugError(Exception):
    """An error in veriabs itself; the message is the line for the user."""


def bug_line(error: BaseException) -> str:
    """An error in veriabs itself in one line; the whole traceback is there for the asking."""
    import traceback  # not needed as long as nothing goes wrong
    from pathlib import Path

    if os.environ.get("VERIABS_DEBUG"):
        traceback.print_exception(error, file=sys.stderr)
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    text = " ".join(str(error).split())[:200]
    return f"internal error{place}: {type(error).__name__}: {text}; VERIABS_DEBUG=1 shows where it comes from"
