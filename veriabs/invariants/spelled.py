"""One spelling of candidates that say the same, so that a solver is asked once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from veriabs.core.ctree import integer, map_parts, walk
from veriabs.core.expressions import Apply, Binary, Cast, Const, Element, Expr, Unary, Var
from veriabs.core.operators import COMPARISONS, MIRRORED, OPPOSITE
from veriabs.core.types import LLONG, CType, IntType

MOST_REMEMBERED = 4_000
"""Candidates of which one spelling is remembered."""


def distinct(exprs: Iterable[Expr], most: int | None = None) -> tuple[Expr, ...]:
    """Each of the candidates once, also if it is spelled differently; at most so many, the others are not even made."""
    found: dict[Expr, Expr] = {}
    for expr in exprs:
        if len(found) == most:
            break
        found.setdefault(_spelled(expr), expr)
    return tuple(found.values())


@lru_cache(MOST_REMEMBERED)
def _spelled(expr: Expr) -> Expr:
    """One spelling of all that say the same; the goals of a program have most of their candidates in common."""
    return _truth(map_parts(expr, _plain))


def _plain(part: Expr) -> Expr:
    """One spelling of what has several: comparisons are `<`, `<=`, `==` or `!=`, of which the last two have an order of
    their sides, and whole numbers have one type."""
    match part:
        case Unary(op="!", operand=Binary(op=op, left=left, right=right)) if op in COMPARISONS and _is_whole(part):
            return _plain(Binary(OPPOSITE[op], left, right))
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
    """What is only asked whether it is 0, without conversions that do not change that."""
    match expr:
        case Binary(op="||" | "&&" as op, left=left, right=right):
            return Binary(op, _truth(left), _truth(right))
        case Binary(op="==" | "!=" as op, left=Cast(type=one), right=Cast(type=two)) if one == two:
            left, right = _bare(expr.left), _bare(expr.right)
            return Binary(op, left, right) if _type(left) == _type(right) else expr
        case Binary(op="!=", left=left, right=Const(value=0)):
            return _bare(left)
        case _:
            return _bare(expr)


def _bare(expr: Expr) -> Expr:
    """Without conversions to types that have all bits of the operand's."""
    while isinstance(expr, Cast) and isinstance(expr.type, IntType):
        inner = _type(expr.operand)
        if not isinstance(inner, IntType) or not 1 < inner.bits <= expr.type.bits:
            break
        expr = expr.operand
    return expr


def _type(expr: Expr) -> CType | None:
    return expr.type if isinstance(expr, Var | Const | Element | Cast | Apply) else None


def _is_whole(expr: Expr) -> bool:
    """Is nothing in it a floating-point number, of which `!(a < b)` is not `a >= b`?"""
    typed = (part.type for part in walk(expr) if isinstance(part, Var | Const | Element | Cast | Apply))
    return all(isinstance(one, IntType) for one in typed)
