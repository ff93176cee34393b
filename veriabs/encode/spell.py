"""How cells, declarations and closed forms of the core language are spelled in generated C."""

from __future__ import annotations

from dataclasses import replace

from veriabs.core.ctree import substitute
from veriabs.core.expressions import Binary, Cast, Element, Expr, Var
from veriabs.core.loop_model import ITERATION
from veriabs.core.program import Array
from veriabs.core.types import LLONG, CType

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


def flattened(array: Array, cell: Element) -> Element:
    """The cell of the one-dimensional array that stands for an array of any dimension."""
    return replace(cell, indices=(flat_index(cell.indices, array.sizes),))


def declare(ctype: CType, name: str) -> str:
    return f"{ctype.name} {name}"


def at(form: Expr, iteration: Expr | str) -> Expr:
    """A closed form at an iteration, which may be given as C text."""
    number = Var(f"({iteration})", ITERATION.type) if isinstance(iteration, str) else iteration
    return substitute(form, {ITERATION.name: number})
