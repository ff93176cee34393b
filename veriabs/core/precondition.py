"""The inferred precondition of a function (`Precondition`), and its clauses in ACSL and for CBMC.

CBMC has no clause for "is a string", so such a clause is omitted there. CBMC computes as C does, so sums are converted
to a wider type.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct, field

TEXT = "text"
"""In place of a size: the object is a string of any length."""


LVALUE = r"\b[A-Za-z_]\w*(?:(?:->|\.)\w+)*"
"""A regular expression for an lvalue: a parameter, or a member of what it points to such as `p->n`."""

NUMBER = rf"\*?{LVALUE}"
"""A regular expression for an lvalue, or the number `*p` that a parameter points to."""

_BEHIND = re.compile(r"(.+) \+ (\d+)")
_LIMIT = re.compile(rf"({NUMBER}) ([+*-]) ({NUMBER}) ([<>]=?) (-?\w+)")


class Precondition(Struct, frozen=True):
    """Preconditions of a function that were inferred: clauses in ACSL, and numbers of elements behind pointers.

    A size is an expression over the parameters, or `text` for a string of any length.
    """

    sizes: Mapping[str, str] = field(default_factory=dict)
    clauses: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.sizes or self.clauses)


def acsl(needs: Precondition) -> list[str]:
    r"""The precondition as ACSL: `requires \valid(a + (0 .. n));`."""
    strings = [f"valid_read_string({pointer})" for pointer, size in needs.sizes.items() if size == TEXT]
    return [f"requires {clause};" for clause in (*strings, *predicates(needs))]


def predicates(needs: Precondition) -> list[str]:
    """All predicates of the precondition but those about strings."""
    return [*_valid(needs), *needs.clauses]


def cprover(needs: Precondition) -> list[str]:
    """The precondition as clauses of CBMC: `__CPROVER_requires(__CPROVER_is_fresh(a, (n + 1) * sizeof(*a)))`."""
    sizes = ((pointer, size) for pointer, size in needs.sizes.items() if size != TEXT)
    fresh = [f"__CPROVER_is_fresh({pointer}, ({size}) * sizeof(*{pointer}))" for pointer, size in sizes]
    return [f"__CPROVER_requires({clause})" for clause in (*fresh, *map(_c_clause, needs.clauses))]


def _valid(needs: Precondition) -> Iterator[str]:
    for pointer, size in needs.sizes.items():
        if size != TEXT:
            yield f"\\valid({pointer} + (0 .. {_last_index(size)}))"


def _last_index(size: str) -> str:
    """The last index of an object of that size."""
    if size.isdigit():
        return str(int(size) - 1)
    added = _BEHIND.fullmatch(size)
    if added is None:
        return f"{size} - 1"
    return added[1] if added[2] == "1" else f"{added[1]} + {int(added[2]) - 1}"


def _c_clause(clause: str) -> str:
    found = _LIMIT.fullmatch(clause)
    return clause if found is None else f"(__int128){found[1]} {found[2]} {found[3]} {found[4]} {found[5]}"
