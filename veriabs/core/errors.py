"""Every exception that veriabs raises on purpose.

    VeriabsError
    ├── InputError         a bad file, property or option value: exit code 6
    │   └── NothingToShowError   there is no goal
    ├── UnsupportedError   C that is not handled, with file:line: verdict UNKNOWN with that reason
    ├── ToolError          compiler or CBMC missing or unusable: exit code 69
    ├── OutOfTimeError     the time budget is used up: verdict UNKNOWN with the phase that ran out
    └── LostError          the process of an analysis ended without an answer: verdict UNKNOWN

Timeout, memory and crash of CBMC are no exceptions but `runs.Outcome`s.
"""


class VeriabsError(Exception):
    """A problem that is told to the user in one line."""


class InputError(VeriabsError):
    """The input cannot be read or understood."""


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
