"""Goals: the properties to prove of a program (an assertion, or a check such as "in bounds"), each with its place."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from veriabs.core.source import Where


class GoalKind(Enum):
    """The kind of a goal; checks have the names of CBMC's options."""

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
        """Whether a violation ends a run.

        A run goes on after arithmetic that wraps, a lossy conversion, a NaN or a use of an unset variable. A leak is
        found only at the end of a run.
        """
        return self not in _GO_ON


_WRAPS = frozenset((GoalKind.UNSIGNED_OVERFLOW, GoalKind.CONVERSION, GoalKind.NAN, GoalKind.UNINITIALISED))
_AT_THE_END = frozenset((GoalKind.MEMORY_LEAK, GoalKind.MEMORY_TRACK))
_GO_ON = _WRAPS | _AT_THE_END

CHECKS = {
    GoalKind.BOUNDS: "every access stays inside its object",
    GoalKind.OVERFLOW: "no signed arithmetic overflows",
    GoalKind.UNSIGNED_OVERFLOW: "no unsigned arithmetic wraps",
    GoalKind.DIV_BY_ZERO: "no division by zero",
    GoalKind.SHIFT: "no shift by a negative number, or by at least the width",
    GoalKind.NAN: "no floating-point operation on numbers yields NaN",
    GoalKind.POINTER: "every dereferenced pointer is set, is not null, and its object is alive",
    GoalKind.CONVERSION: "no conversion to an integer type changes the value",
    GoalKind.UNINITIALISED: "local variables and cells of local arrays are set before use",
    GoalKind.MEMORY_LEAK: "all allocated memory is freed when the program ends",
}
"""The kinds that `--check` accepts, each with the property that it checks at every operation."""

CLAIMS = CHECKS | {GoalKind.MEMORY_TRACK: "all allocated memory is freed, or still pointed to, when the program ends"}
"""The property of each check, including those that only a property file of SV-COMP can ask for."""

FREED = "free gets null, or the start of an object that is not freed"
"""The property that a `pointer` check states at a call of `free`."""


WHOLE = "all goals"
"""The text of the goal that stands for all goals of a function, if no single one is known."""


class Goal(Struct, frozen=True):
    """One property to prove at a place of the program; inlined copies of the place share one goal.

    It holds if no run violates it, up to the first violation of a goal that ends the run. `function` is the entry
    function, if several are verified.
    """

    kind: GoalKind
    where: Where
    text: str = ""
    function: str = ""

    @property
    def name(self) -> str:
        """`f: bounds`: the kind, with the entry function if several are verified."""
        kind = WHOLE if self.text == WHOLE else self.kind.value
        return f"{self.function}: {kind}" if self.function else kind

    def __str__(self) -> str:
        return f"{self.text or self.kind.value} at {self.where}"
