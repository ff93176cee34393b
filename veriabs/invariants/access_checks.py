"""Check that accesses are within bounds, except where the program has just assumed it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from veriabs.core.copying import replace
from veriabs.core.ctree import map_parts, names, walk
from veriabs.core.expressions import Apply, Binary, Cast, Const, Expr, Var
from veriabs.core.program import in_bounds
from veriabs.core.types import LLONG

IN_BOUNDS = "is within bounds"


@dataclass
class AssumedBounds:
    """The conditions that a straight piece of the program has assumed, and whose variables it has not written since.

    With `--check bounds`, each access has a goal in front of it, with the same condition, which is assumed behind it. A
    second check there would be two more conditions for the solver. Each condition has the names that it reads.
    """

    conditions: Mapping[Expr, frozenset[str]] = field(default_factory=dict)

    def assume(self, test: Expr) -> None:
        """Add a condition; not one with calls in it, which may give another value each time."""
        if not any(isinstance(part, Apply) for part in walk(test)):
            self.conditions = {**self.conditions, _without_places(test): names(test)}

    def forget(self, written: Iterable[str]) -> None:
        changed = frozenset(written)
        self.conditions = {one: read for one, read in self.conditions.items() if not read & changed}

    def index(self, index: Expr, size: Expr, line: int, checks: dict[int, str]) -> Expr:
        """The index, with a check unless it is known to be less than the size; adds the line's check to `checks`."""
        if _without_places(in_bounds(index, size)) in self.conditions:
            return Cast(LLONG, index)
        checks[line] = f"array index at line {line} {IN_BOUNDS}"
        return _checked_index(Apply(f"within_{line}", (index, size), LLONG))


def _without_places(expr: Expr) -> Expr:
    return map_parts(expr, lambda part: part if getattr(part, "at", None) is None else replace(part, at=None))


def _checked_index(within: Apply) -> Expr:
    """The checked index, as a plain expression if evaluating it twice gives the same value; solvers handle that
    better."""
    index = within.arguments[0]
    sums = (isinstance(part, Binary) and part.op in ("+", "-", "*") for part in walk(index))
    plain = all(one or isinstance(part, Var | Const | Cast) for one, part in zip(sums, walk(index), strict=True))
    return Binary(",", within, Cast(LLONG, index)) if plain else within
