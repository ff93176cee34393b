"""How cells, declarations, sums and closed forms are written over the variables of generated programs."""

from __future__ import annotations

from collections.abc import Mapping

from veriabs.core.copying import replace
from veriabs.core.ctree import integer, plus, times
from veriabs.core.expressions import Binary, Cast, Const, Element, Expr, Var
from veriabs.core.loop_model import LoopFacts
from veriabs.core.program import Array
from veriabs.core.types import LLONG, ULLONG, CType
from veriabs.loops.affine import Affine

FAR = 1 << 62
"""No run makes this many iterations (2.6, E1: any bound beyond the trip count will do)."""


FAR_32 = 1 << 33
"""More than the values of any 32-bit counter."""


def flat_index(indices: tuple[Expr, ...], sizes: tuple[Expr, ...]) -> Expr:
    """The index into the one-dimensional array that stands for an array of any dimension, row by row."""
    flat = indices[0]
    for index, size in zip(indices[1:], sizes[1:], strict=True):
        flat = Binary("+", Binary("*", Cast(LLONG, flat), Cast(LLONG, size)), index)
    return flat


def packed_index(indices: tuple[Expr, ...], sizes: tuple[Expr, ...]) -> Expr:
    """Like `flat_index`, for an array of as many cells as one likes: other numbers, but of each cell in bounds its own,
    and put together by shifts, which cost a solver nothing."""
    if any(not isinstance(size, Const) for size in sizes[1:]):
        return flat_index(indices, sizes)
    packed = indices[0]
    for index, size in zip(indices[1:], sizes[1:], strict=True):
        assert isinstance(size, Const)
        bits = max(1, (int(size.value) - 1).bit_length())
        packed = Binary("|", Binary("<<", Cast(ULLONG, packed), integer(bits)), Cast(ULLONG, index))
    return packed


def flattened(array: Array, cell: Element) -> Element:
    """The cell of the one-dimensional array that stands for an array of any dimension."""
    return replace(cell, indices=(flat_index(cell.indices, array.sizes),))


def declare(ctype: CType, name: str) -> str:
    return f"{ctype.name} {name}"


def trips_of(facts: LoopFacts) -> Var:
    """The variable that keeps the trip count of a loop."""
    return Var(f"trips_{facts.number}", ULLONG)


def sum_of(form: Affine, atoms: Mapping[str, Expr] | None = None) -> Expr:
    """A sum of scalars, or what stands for them, and a constant, computed in long long."""
    values = [(factor, Cast(LLONG, (atoms or {}).get(atom, Var(atom, LLONG)))) for atom, factor in form.terms]
    if not values:
        return integer(form.constant, LLONG)
    (factor, value), *others = values
    total = times(value, factor)
    for factor, value in others:
        total = Binary("+" if factor > 0 else "-", total, times(value, abs(factor)))
    return plus(total, form.constant)
