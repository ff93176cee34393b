"""How cells, declarations and closed forms of the core language are spelled in generated C."""

from __future__ import annotations

from veriabs.core.ctree import substitute
from veriabs.core.expressions import Expr, Var
from veriabs.core.loop_model import ITERATION
from veriabs.core.types import CType

FAR = 1 << 62
"""No run makes this many iterations (2.6, E1: any bound beyond the trip count will do)."""


FAR_32 = 1 << 33
"""More than the values of any 32-bit counter."""


def flat_index(indices: tuple[str, ...], sizes: tuple[str, ...]) -> str:
    """The index into the one-dimensional array that stands for an array of any dimension, row by row."""
    text = indices[0]
    for index, size in zip(indices[1:], sizes[1:], strict=True):
        text = f"((long long)({text}) * (long long)({size}) + ({index}))"
    return text


def declare(ctype: CType, name: str) -> str:
    return f"{ctype.name} {name}"


def at(form: Expr, iteration: str) -> Expr:
    """A closed form at an iteration given as C text."""
    return substitute(form, {ITERATION.name: Var(f"({iteration})", ITERATION.type)})
