"""Every exception that veriabs raises on purpose.

    VeriabsError
    ├── InputError         a bad file, property or option value: exit code 6
    │   └── NothingToShowError   there is no goal
    ├── UnsupportedError   C that is not handled, with file:line: verdict UNKNOWN with that reason
    ├── ToolError          compiler or CBMC missing or unusable: exit code 69
    ├── OutOfTimeError     the time budget is used up: verdict UNKNOWN with the phase that ran out
    └── LostError          the process of an analysis ended without an answer: verdict UNKNOWN

CBMC's timeouts, memory limits and crashes are `runs.Outcome`s. Any other exception is a bug in veriabs.
"""

from __future__ import annotations

import os
import sys


class VeriabsError(Exception):
    """A problem that veriabs reports to the user in one line."""


class InputError(VeriabsError):
    """The input cannot be read or parsed; `excerpt` is the line with a caret, as the compiler shows it."""

    def __init__(self, message: str, excerpt: str = "") -> None:
        super().__init__(message)
        self.excerpt = excerpt


class NothingToShowError(InputError):
    """The program has no goal."""


class UnsupportedError(VeriabsError):
    """The program uses C that veriabs does not support; the message starts with file:line."""


def unsupported(where: object | None, what: str) -> UnsupportedError:
    """The error for unsupported C; `what` names the construct, `where` its place if that is known."""
    return UnsupportedError(f"not supported: {what}" if where is None else f"{where}: not supported: {what}")


class ToolError(VeriabsError):
    """An outside program is missing or unusable; the message ends with a command that fixes it."""


class OutOfTimeError(VeriabsError):
    """The time budget is used up; the message names the running phase."""


class LostError(VeriabsError):
    """The process of an analysis ended without an answer, by a signal or for lack of memory."""


class BugError(Exception):
    """A bug in veriabs itself; the message is the line for the user."""


def denied(error: PermissionError) -> InputError:
    """The error for a file or folder that the user may not use."""
    return InputError(f"{error.filename}: {error.strerror}")


def bug_line(error: BaseException) -> str:
    """Describe a bug in veriabs in one line; prints the traceback to stderr if VERIABS_DEBUG is set."""
    import traceback  # imported here because only bugs need it
    from pathlib import Path

    if os.environ.get("VERIABS_DEBUG"):
        traceback.print_exception(error, file=sys.stderr)
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    text = " ".join(str(error).split())[:200]
    return f"internal error{place}: {type(error).__name__}: {text}; VERIABS_DEBUG=1 shows where it comes from"
