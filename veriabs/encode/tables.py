"""Declare arrays with initial values instead of storing constants cell by cell.

A table of 256 cells would otherwise become 256 stores to an unbounded array, which a solver compares in pairs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from veriabs.core.ctree import mentions
from veriabs.core.expressions import Const, Element
from veriabs.core.program import Array, Initial
from veriabs.core.statements import Assign, Stmt
from veriabs.core.types import CType, IntType

MOST_CELLS = 4096
"""Most cells of an array with initial values."""

Table = Mapping[int, Const]
"""Initial values by row-major cell number; all other cells are 0."""


def cells(array: Array) -> int:
    """The number of cells if it is constant, or 0."""
    sizes = [size.value for size in array.sizes if isinstance(size, Const) and isinstance(size.value, int)]
    return prod(sizes) if len(sizes) == len(array.sizes) else 0


def tables(body: Sequence[Stmt], arrays: Mapping[str, Array]) -> tuple[tuple[Stmt, ...], dict[str, Table]]:
    """Split off the leading stores of constants to zero-initialised arrays, as initial values of these arrays.

    A store counts as leading if only other such stores mention its array before it.
    """
    left: list[Stmt] = []
    found: dict[str, dict[int, Const]] = {}
    used: set[str] = set()
    for stmt in body:
        place = _stored(stmt, arrays)
        if place is None or place[0] in used:
            used |= mentions((stmt,)) & arrays.keys()
            left.append(stmt)
        else:
            name, index, value = place
            found.setdefault(name, {})[index] = value
    return tuple(left), dict(found)


def _stored(stmt: Stmt, arrays: Mapping[str, Array]) -> tuple[str, int, Const] | None:
    """The array, cell number and value, if the statement stores a constant at constant indices."""
    match stmt:
        case Assign(target=Element(array=name, indices=indices, type=ctype), value=Const() as value):
            array = arrays[name]
            known = array.initial is Initial.ZERO and 0 < cells(array) <= MOST_CELLS and _keeps_number(value, ctype)
            index = _row_by_row(array, indices) if known else None
            return None if index is None else (name, index, value)
        case _:
            return None


def _keeps_number(value: Const, ctype: CType) -> bool:
    """Whether the stored number equals the cell's content afterwards."""
    if not isinstance(ctype, IntType) or not isinstance(value.value, int):
        return value.type == ctype
    return ctype.lowest <= value.value <= ctype.highest


def _row_by_row(array: Array, indices: Sequence[object]) -> int | None:
    """The row-major cell number, if all indices are numbers within their sizes."""
    at = 0
    for index, size in zip(indices, array.sizes, strict=True):
        if not isinstance(index, Const) or not isinstance(size, Const) or not 0 <= index.value < size.value:
            return None
        at = at * int(size.value) + int(index.value)
    return at
