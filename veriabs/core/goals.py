"""What is to be shown of a program: goals as data, and what became of each."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from veriabs.core.source import Where


class GoalKind(Enum):
    """What a goal is about; checks are named as the options of CBMC are."""

    ASSERTION = "assertion"
    BOUNDS = "bounds"
    OVERFLOW = "overflow"
    UNSIGNED_OVERFLOW = "unsigned-overflow"
    DIV_BY_ZERO = "div-by-zero"
    SHIFT = "shift"
    NAN = "nan"
    POINTER = "pointer"
    CONVERSION = "conversion"
    UNINITIALISED = "uninitialised"
    MEMORY_LEAK = "memory-leak"
    MEMORY_TRACK = "memory-track"

    @property
    def ends_run(self) -> bool:
        """Does a violation end a run? What wraps, is cut off or is no number is C: the run goes on, and so it does with
        any value where none was set."""
        return self not in _GO_ON


_WRAPS = frozenset((GoalKind.UNSIGNED_OVERFLOW, GoalKind.CONVERSION, GoalKind.NAN, GoalKind.UNINITIALISED))
_AT_THE_END = frozenset((GoalKind.MEMORY_LEAK, GoalKind.MEMORY_TRACK))
_GO_ON = _WRAPS | _AT_THE_END

CHECKS = {
    GoalKind.BOUNDS: "accesses are inside of their objects",
    GoalKind.OVERFLOW: "no signed arithmetic overflows",
    GoalKind.UNSIGNED_OVERFLOW: "no unsigned arithmetic wraps",
    GoalKind.DIV_BY_ZERO: "no division by zero",
    GoalKind.SHIFT: "shifts are by less than the width, and of no negative number",
    GoalKind.NAN: "no floating operation makes something that is no number of numbers",
    GoalKind.POINTER: "pointers that are followed are set, not null, and their objects are there",
    GoalKind.CONVERSION: "conversions between integers, and to them, keep the value",
    GoalKind.UNINITIALISED: "local variables and cells of local arrays are set before they are used",
    GoalKind.MEMORY_LEAK: "what is allocated is freed when the program ends",
}
"""The kinds that `--check` asks for, and what each says; each operation is a goal of its own."""

SAID = CHECKS | {GoalKind.MEMORY_TRACK: "what is allocated is freed, or pointed to, when the program ends"}
"""What the checks say, those that a property of SV-COMP asks for as well."""

FREED = "what is freed is null, or the start of an object that is not freed"
"""What a check of `pointer` says that is about a `free`."""


WHOLE = "all goals"
"""What the goal says that stands for all goals of a function, where none is known or there is none."""


class Goal(Struct, frozen=True):
    """One thing to be shown wherever the program comes by its place: inlined copies of it are one goal.

    It holds if no run violates it that has violated none before of the goals that end a run. `function` is the one
    that the program begins with, where there are several.
    """

    kind: GoalKind
    where: Where
    text: str = ""
    function: str = ""

    @property
    def name(self) -> str:
        """`f: bounds`: the kind, and the function where there are several."""
        kind = WHOLE if self.text == WHOLE else self.kind.value
        return f"{self.function}: {kind}" if self.function else kind

    def __str__(self) -> str:
        return f"{self.text or self.kind.value} at {self.where}"
