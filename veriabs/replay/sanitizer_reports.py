"""Parse reports of gcc's sanitizers and of veriabs' own runtime: violation, place, and object."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from veriabs.core.goals import GoalKind
from veriabs.replay.build import place_at

SANITIZER_MESSAGE = re.compile(r"^(?P<file>.+?):(?P<line>\d+):\d+: runtime error: (?P<message>.*)$")
"""The format of UndefinedBehaviorSanitizer's messages."""
MISALIGNED = "misaligned address"
"""Its message about a misaligned address, after which the run continues."""
_MISALIGNED = re.compile(r"misaligned address (0x[0-9a-f]+) ")
_FIRST_PAGES = 0x8000
"""Addresses below this one belong to no object."""

TOO_SMALL = "with insufficient space"

SIGNS = {
    GoalKind.BOUNDS: ("out of bounds", TOO_SMALL),
    GoalKind.OVERFLOW: ("signed integer overflow", "cannot be represented", "signed overflow"),
    GoalKind.DIV_BY_ZERO: ("division by zero",),
    GoalKind.SHIFT: ("shift exponent", "left shift of negative", "shift by more than the width"),
    GoalKind.UNSIGNED_OVERFLOW: ("unsigned operation wraps",),
    GoalKind.NAN: ("operation on numbers yields NaN",),
    GoalKind.POINTER: ("null pointer", "call of a pointer to no function"),
    GoalKind.MEMORY_LEAK: ("is not freed",),
    GoalKind.MEMORY_TRACK: (),
    GoalKind.UNINITIALISED: ("read of a value that was never set",),
    GoalKind.CONVERSION: ("conversion changes the value", "is outside the range of representable values"),
}
"""Messages about the violation of each kind of check; 32-bit programs use messages of veriabs' runtime."""

REPORTS = {
    GoalKind.BOUNDS: {
        "heap-buffer-overflow": "access outside a heap object",
        "use-after-poison": "access outside a heap object",  # one without a byte
        "stack-buffer-overflow": "access outside a stack object",
        "stack-buffer-underflow": "access outside a stack object",
        "dynamic-stack-buffer-overflow": "access outside a stack object",
        "global-buffer-overflow": "access outside a global object",
        "negative-size-param": "access outside its object",  # by a function of the library
    },
    GoalKind.POINTER: {
        "heap-use-after-free": "use after free",
        "stack-use-after-return": "use of a local variable after its function returned",
        "stack-use-after-scope": "use of a local variable after its block ended",
        "attempting double-free": "double free",
        "attempting free on address": "free of an address that is not the start of an allocated object",
        "SEGV on unknown address": "dereference of a null or invalid pointer",
    },
}
"""Beginnings of AddressSanitizer's messages for each kind of check, with our wording."""

FREES = "attempting "
"""Beginning of its messages about the argument of `free`."""

_FRAME = re.compile(r"^ *#\d+ 0x[0-9a-f]+ .*\((?P<module>.+)\+(?P<offset>0x[0-9a-f]+)\)", re.MULTILINE)
_FREED, _ALLOCATED = "freed by thread T0 here:", "allocated by thread T0 here:"
_ON_THE_STACK = re.compile(r"'(?P<name>\w+)'(?: \(line \d+\))? <== Memory access")
_BEHIND = re.compile(r"is located \d+ bytes (?:after|to the right of) ")
BEHIND_ITS_END = "past its end"
"""AddressSanitizer's words for an access after the end of an object, which a larger object would contain."""
_GLOBAL = re.compile(r"global variable '(?P<name>\w+)' defined in ")


def points_nowhere(message: str) -> bool:
    """Whether the misaligned address is in the first pages of memory, which contain no object."""
    found = _MISALIGNED.search(message)
    return found is not None and int(found[1], 16) < _FIRST_PAGES


def line_of_access(report: str, program: Path, file: str) -> int:
    """The line of the reported access in the file; 0 if it is in another file or unknown."""
    own = (frame["offset"] for frame in _FRAME.finditer(report) if frame["module"] == str(program))
    found, line = place_at(program, next(own, "0x0"))
    return line if Path(found).name == Path(file).name else 0


def line_of_call(report: str, program: Path, file: str) -> int:
    """The line of the file that called the reported function; 0 if unknown.

    The program calls `free` through the runtime of veriabs, so calls in other files are passed over.
    """
    return next(_calls(report.partition("\n\n")[0], program, file), 0)


def _calls(stack: str, program: Path, file: str) -> Iterator[int]:
    """The lines of the file in a call stack, innermost first."""
    calls = (int(frame["offset"], 16) - 1 for frame in _FRAME.finditer(stack) if frame["module"] == str(program))
    places = (place_at(program, hex(address)) for address in calls)
    return (line for found, line in places if Path(found).name == Path(file).name)


def about_object(report: str, program: Path, file: str) -> str:
    """A description of the object that the pointer belongs to, in parentheses, or an empty string."""
    descriptions = []
    for sign, word in ((_ALLOCATED, "allocated"), (_FREED, "freed")):
        stack = report.partition(sign)[2].partition("\n\n")[0]
        descriptions += [f"{word} at line {line}" for line in _calls(stack, program, file) if stack][:1]
    if descriptions and _BEHIND.search(report):
        descriptions.append(BEHIND_ITS_END)
    if not descriptions and (found := _ON_THE_STACK.search(report) or _GLOBAL.search(report)):
        descriptions = [f"the variable {found['name']}"]
    return f" ({', '.join(descriptions)})" if descriptions else ""
