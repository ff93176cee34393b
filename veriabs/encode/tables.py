"""Arrays that begin with numbers of the text: declared with them, and not stored cell by cell.

A table of 256 cells is as many stores to an array without bounds otherwise, which a solver compares by pairs.
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
"""Cells of the largest array that is declared so; all are written down."""

Table = Mapping[int, Const]
"""What the cells begin with, row by row; the others are 0."""


def cells(array: Array) -> int:
    """The number of cells, if it is known, or 0."""
    sizes = [size.value for size in array.sizes if isinstance(size, Const) and isinstance(size.value, int)]
    return prod(sizes) if len(sizes) == len(array.sizes) else 0


def tables(body: Sequence[Stmt], arrays: Mapping[str, Array]) -> tuple[tuple[Stmt, ...], dict[str, Table]]:
    """The statements without the first stores of numbers to arrays of zeros, and what these arrays then begin with.

    A store is one of the first if nothing in front of it mentions its array, but such stores.
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
    """The array, the cell, and the number, if the statement stores one that the text says where the text says."""
    match stmt:
        case Assign(target=Element(array=name, indices=indices, type=ctype), value=Const() as value):
            array = arrays[name]
            known = array.initial is Initial.ZERO and 0 < cells(array) <= MOST_CELLS and _fits(value, ctype)
            index = _row_by_row(array, indices) if known else None
            return None if index is None else (name, index, value)
        case _:
            return None


def _fits(value: Const, ctype: CType) -> bool:
    """Is the number what is then in the cell?"""
    if not isinstance(ctype, IntType) or not isinstance(value.value, int):
        return value.type == ctype
    return ctype.lowest <= value.value <= ctype.highest


def _row_by_row(array: Array, indices: Sequence[object]) -> int | None:
    """The cell as C counts them, if all indices are numbers within their sizes."""
    at = 0
    for index, size in zip(indices, array.sizes, strict=True):
        if not isinstance(index, Const) or not isinstance(size, Const) or not 0 <= index.value < size.value:
            return None
        at = at * int(size.value) + int(index.value)
    return at
