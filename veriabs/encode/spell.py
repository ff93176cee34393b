"""Express cells, declarations, sums and closed forms over the variables of generated programs.

    m[i][j] of int m[n][8]          m[8 * i + j]
"""

from __future__ import annotations

from collections.abc import Mapping

from veriabs.core.copying import replace
from veriabs.core.ctree import integer, plus, times
from veriabs.core.expressions import Binary, Cast, Const, Element, Expr, Var
from veriabs.core.loop_model import LoopFacts
from veriabs.core.program import Array
from veriabs.core.types import LLONG, ULLONG, CType, IntType
from veriabs.loops.affine import Affine

FAR = 1 << 62
"""More iterations than any run makes (2.6, E1: any bound beyond the trip count is sound)."""


FAR_32 = 1 << 33
"""More than the number of values of a 32-bit counter."""


def flat_index(indices: tuple[Expr, ...], sizes: tuple[Expr, ...]) -> Expr:
    """The row-major index into the one-dimensional array that represents a multidimensional one."""
    flat = indices[0]
    for index, size in zip(indices[1:], sizes[1:], strict=True):
        flat = Binary("+", Binary("*", Cast(LLONG, flat), Cast(LLONG, size)), index)
    return flat


def packed_index(indices: tuple[Expr, ...], sizes: tuple[Expr, ...], word: int) -> Expr:
    """Like `flat_index`, combined by shifts, which cost a solver nothing.

    Distinct cells in bounds get distinct numbers, provided that they fit into CBMC's index of `word` bits.
    """
    shifts = _shifts(sizes, word)
    if shifts is None:
        return flat_index(indices, sizes)
    packed = indices[0]
    for index, bits in zip(indices[1:], shifts, strict=True):
        packed = Binary("|", Binary("<<", Cast(ULLONG, packed), integer(bits)), Cast(ULLONG, index))
    return packed


def _shifts(sizes: tuple[Expr, ...], word: int) -> list[int] | None:
    """Bits for the index of each inner dimension; None if the index of the cell may need more than `word` bits.

    An object has fewer than 2^(word-1) cells, and rounding one size up to a power of two makes at most twice as many.
    """
    outer, inner = _bits(sizes[0]), [_bits(size) for size in sizes[1:]]
    is_pair_of_known = len(inner) == 1 and isinstance(sizes[1], Const)
    return inner if is_pair_of_known or outer + sum(inner) <= word or not inner else None


def _bits(size: Expr) -> int:
    """The number of bits that hold every index below the size."""
    if isinstance(size, Const):
        return max(1, (int(size.value) - 1).bit_length())
    return size.type.bits if isinstance(size, Var) and isinstance(size.type, IntType) else ULLONG.bits


def flat_cell(array: Array, cell: Element) -> Element:
    """The cell of the one-dimensional array that represents a multidimensional one."""
    return replace(cell, indices=(flat_index(cell.indices, array.sizes),))


def declare(ctype: CType, name: str) -> str:
    """The C declaration of a variable, without a semicolon."""
    return f"{ctype.name} {name}"


def trips_of(facts: LoopFacts) -> Var:
    """The variable that holds the trip count of a loop."""
    return Var(f"trips_{facts.number}", ULLONG)


def sum_expression(form: Affine, atoms: Mapping[str, Expr] | None = None) -> Expr:
    """An affine form as a sum in `long long`; `atoms` replaces its scalars."""
    values = [(factor, Cast(LLONG, (atoms or {}).get(atom, Var(atom, LLONG)))) for atom, factor in form.terms]
    if not values:
        return integer(form.constant, LLONG)
    (factor, value), *others = values
    total = times(value, factor)
    for factor, value in others:
        total = Binary("+" if factor > 0 else "-", total, times(value, abs(factor)))
    return plus(total, form.constant)
