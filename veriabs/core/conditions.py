"""Conditions of a TRUE verdict: the assumptions that a proof adds to the program's text, and their wording."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from msgspec import Struct

from veriabs.core.source import Where


class ConditionKind(Enum):
    """The subject of a condition; reports use the value as a machine-readable name."""

    ENTRY = "entry"
    MISSING_BODY = "missing-body"
    POINTERS = "pointers"
    FLOATING_POINT = "floating-point"
    VOLATILE = "volatile"
    OVERFLOW = "overflow"
    BOUNDS = "bounds"
    CHECK = "check"


class VerdictCondition(Struct, frozen=True):
    """One clause of "TRUE if ...": a `text`, or the `places` of operations that are assumed to be safe.

    A place without a column means every access at that line. `OVERFLOW` without places means every operation. For
    `CHECK`, `text` is the kind of check.
    """

    kind: ConditionKind
    text: str = ""
    places: tuple[Where, ...] = ()

    def __str__(self) -> str:
        lines = _lines(self.places)
        match self.kind:
            case ConditionKind.OVERFLOW if not self.text:
                return f"nothing overflows at {lines}" if lines else "nothing overflows"
            case ConditionKind.BOUNDS if not self.text:
                several = len(self.places) > 1 or not all(one.column for one in self.places)
                return f"the access{'es' * several} at {lines} {'are' if several else 'is'} in bounds"
            case ConditionKind.CHECK if self.places:
                return f"each {self.text} check at {lines} holds"
            case _:
                return self.text


NO_OVERFLOW = VerdictCondition(ConditionKind.OVERFLOW)


def merge(conditions: Iterable[VerdictCondition]) -> tuple[VerdictCondition, ...]:
    """Remove duplicates and keep the order; merge conditions of the same kind and text.

    The merged condition is about all places; one without places is about every operation.
    """
    found: dict[tuple[ConditionKind, str], VerdictCondition] = {}
    for one in conditions:
        other = found.setdefault((one.kind, one.text), one)
        everywhere = not (one.places and other.places)
        places = () if everywhere else tuple(sorted({*other.places, *one.places}))
        found[one.kind, one.text] = VerdictCondition(one.kind, one.text, places)
    return tuple(found.values())


def clauses(conditions: Sequence[VerdictCondition]) -> str:
    """All conditions in one text: `a has n elements; nothing overflows at line 12`."""
    return "; ".join(map(str, conditions))


def short_verdict(verdict: str, conditions: str) -> str:
    """`TRUE if` for a verdict with conditions, where there is no room for them; else the verdict."""
    return f"{verdict} if" if conditions else verdict


def verdict_text(verdict: str, conditions: str) -> str:
    """The verdict with its conditions, `TRUE if a has n elements`, or the verdict alone if it has none."""
    return f"{short_verdict(verdict, conditions)} {conditions}".strip()


def _lines(places: Sequence[Where]) -> str:
    """`lines 5, 9 and 12`, or `a.c:5 and b.c:9` if the places are in several files."""
    distinct = _distinct(places)
    several = len({file for file, _ in distinct}) > 1
    named = [f"{file}:{line}" if several else str(line) for file, line in distinct]
    if len(named) < 2 or several:
        return _listed(named) if several else "".join(f"line {one}" for one in named)
    return f"lines {_listed(named)}"


def _distinct(places: Sequence[Where]) -> list[tuple[str, int]]:
    return sorted({(one.file, one.line) for one in places})


def _listed(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))
