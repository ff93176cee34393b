"""Bring equivalent candidates into one canonical form, so that a solver checks each once.

    !(n <= i)   i < n   n > i          i < n
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from veriabs.core.ctree import integer, map_parts, walk
from veriabs.core.expressions import Apply, Binary, Cast, Const, Element, Expr, Unary, Var
from veriabs.core.operators import COMPARISONS, MIRRORED, OPPOSITE
from veriabs.core.types import LLONG, CType, IntType

MOST_REMEMBERED = 4_000
"""The number of cached candidates."""


def distinct(exprs: Iterable[Expr], most: int | None = None) -> tuple[Expr, ...]:
    """The candidates without equivalent ones; at most `most`, and further ones are not generated."""
    found: dict[Expr, Expr] = {}
    for expr in exprs:
        if len(found) == most:
            break
        found.setdefault(_canonical(expr), expr)
    return tuple(found.values())


@lru_cache(MOST_REMEMBERED)
def _canonical(expr: Expr) -> Expr:
    """The canonical form, cached because the goals of a program share most candidates."""
    return _truth(map_parts(expr, _canonical_part))


def _canonical_part(part: Expr) -> Expr:
    """The canonical form of a comparison or constant.

    Comparisons use `<`, `<=`, `==` and `!=`, the last two with ordered sides; integer constants have one type.
    """
    match part:
        case Unary(op="!", operand=Binary(op=op, left=left, right=right)) if op in COMPARISONS and _is_whole(part):
            return _canonical_part(Binary(OPPOSITE[op], left, right))
        case Binary(op=">" | ">=" as op, left=left, right=right):
            return Binary(MIRRORED[op], right, left)
        case Binary(op="==" | "!=" as op, left=left, right=right) if repr(left) > repr(right):
            return Binary(op, right, left)
        case Const(value=int(value), type=IntType()):
            return integer(value, LLONG)
        case Cast(type=IntType(bits=64), operand=Var(type=IntType(signed=True)) | Const(type=IntType()) as inner):
            return inner
        case _:
            return part


def _truth(expr: Expr) -> Expr:
    """An expression of which only the truth value matters, without conversions that preserve it."""
    match expr:
        case Binary(op="||" | "&&" as op, left=left, right=right):
            return Binary(op, _truth(left), _truth(right))
        case Binary(op="==" | "!=" as op, left=Cast(type=one), right=Cast(type=two)) if one == two:
            left, right = _without_conversions(expr.left), _without_conversions(expr.right)
            return Binary(op, left, right) if _type(left) == _type(right) else expr
        case Binary(op="!=", left=left, right=Const(value=0)):
            return _without_conversions(left)
        case _:
            return _without_conversions(expr)


def _without_conversions(expr: Expr) -> Expr:
    """The expression without conversions that keep all bits."""
    while isinstance(expr, Cast) and isinstance(expr.type, IntType):
        inner = _type(expr.operand)
        if not isinstance(inner, IntType) or not 1 < inner.bits <= expr.type.bits:
            break
        expr = expr.operand
    return expr


def _type(expr: Expr) -> CType | None:
    return expr.type if isinstance(expr, Var | Const | Element | Cast | Apply) else None


def _is_whole(expr: Expr) -> bool:
    """Is there no floating-point operand, for which `!(a < b)` is not `a >= b`?"""
    typed = (part.type for part in walk(expr) if isinstance(part, Var | Const | Element | Cast | Apply))
    return all(isinstance(one, IntType) for one in typed)
