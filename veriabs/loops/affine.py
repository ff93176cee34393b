"""Affine index functions: `a*t + b*x + ... + c` over one iteration number and loop-invariant atoms.

Affine forms only guide heuristics, such as the alignment of two loops or the similarity of accesses. CBMC proves every
choice on machine words afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from veriabs.core.evaluate import truncated
from veriabs.core.expressions import Binary, Cast, Const, Element, Expr, Unary, Var
from veriabs.core.types import IntType

ITERATION = "#"
"""The atom of the iteration number."""


class Affine(Struct, frozen=True):
    """A sum of integer multiples of atoms plus a constant; atoms are scalars or `ITERATION`."""

    terms: tuple[tuple[str, int], ...] = ()
    constant: int = 0

    @property
    def slope(self) -> int:
        """The change from one iteration to the next."""
        return dict(self.terms).get(ITERATION, 0)

    @property
    def rest(self) -> Affine:
        """The part that does not depend on the iteration."""
        return Affine(tuple((atom, c) for atom, c in self.terms if atom != ITERATION), self.constant)

    def plus(self, other: Affine, factor: int = 1) -> Affine:
        terms = dict(self.terms)
        for atom, c in other.terms:
            terms[atom] = terms.get(atom, 0) + factor * c
        kept = tuple(sorted((atom, c) for atom, c in terms.items() if c))
        return Affine(kept, self.constant + factor * other.constant)

    def times(self, factor: int) -> Affine:
        return Affine().plus(self, factor)

    @property
    def is_constant(self) -> bool:
        return not self.terms


def affine(expr: Expr, values: Mapping[str, Affine], invariant: frozenset[str] | None = None) -> Affine | None:
    """The affine form of an integer expression, or None.

    `values` gives known forms of scalars. Other scalars must be in `invariant`; None accepts every scalar.
    """
    match expr:
        case Const(value=int() as value):
            return Affine((), value)
        case Var(name=name, type=IntType()):
            if name in values:
                return values[name]
            return Affine(((name, 1),)) if invariant is None or name in invariant else None
        case Cast(type=IntType() as ctype, operand=operand) if ctype.bits >= 32:
            return affine(operand, values, invariant)
        case Unary(op="-", operand=operand):
            inner = affine(operand, values, invariant)
            return None if inner is None else inner.times(-1)
        case Binary(op=op, left=left, right=right):
            return _binary(op, affine(left, values, invariant), affine(right, values, invariant))
        case _:
            return None


def _binary(op: str, left: Affine | None, right: Affine | None) -> Affine | None:
    if left is None or right is None:
        return None
    match op:
        case "+":
            return left.plus(right)
        case "-":
            return left.plus(right, -1)
        case "*" if left.is_constant:
            return right.times(left.constant)
        case "*" if right.is_constant:
            return left.times(right.constant)
        case "/" if left.is_constant and right.is_constant and right.constant:
            return Affine((), truncated(left.constant, right.constant))
        case _:
            return None


def index_of(element: Element, values: Mapping[str, Affine]) -> Affine | None:
    """The affine form of the innermost index if all other indices are constant, else None."""
    forms = [affine(index, values) for index in element.indices]
    if any(form is None for form in forms):
        return None
    moving = [form for form in forms if form is not None and form.slope]
    if len(moving) > 1:
        return None
    return moving[0] if moving else forms[-1]
