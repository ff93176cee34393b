"""Find loops that visit all indices of a range in turn: `for (i = low; i < high; i++)`.

In: a `Loop` and the statements before it, which give the first index. Out: a `CountedRange`, or None.
"""

from __future__ import annotations

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctree import integer, names, uncast, walk, writes
from veriabs.core.expressions import Binary, Cast, Const, Expr, Var
from veriabs.core.loop_exits import continues, exits
from veriabs.core.statements import Assign, Loop, Stmt
from veriabs.core.types import LLONG, IntType


class CountedRange(Struct, frozen=True):
    """The indices `low <= i < high` that a loop visits in turn, counted by a scalar."""

    counter: Var
    low: int
    high: Expr


def range_of(loop: Loop, before: tuple[Stmt, ...]) -> CountedRange | None:
    """The range of a loop `for (i = low; i < high; i++)` without another exit, else None."""
    match loop.test:
        case Binary(op="<" | "!=" | "<=" as op, left=left, right=high):
            counter = uncast(left)
        case _:
            return None
    if not isinstance(counter, Var) or not isinstance(counter.type, IntType) or not is_scalar(left, counter.name):
        return None
    low = _start(counter, before)
    body, step = split(loop, CountedRange(counter, 0, high))
    if low is None or low < 0 or step is None or exits(loop) or counter.name in writes(body):
        return None
    if op == "<=" and isinstance(high, Const) and isinstance(high.value, int):
        high = replace(high, value=high.value + 1)
    elif op != "<" and not (op == "!=" and isinstance(high, Const) and high.value >= low):
        return None
    match high:
        case Const(value=int(value)) if 0 <= value <= counter.type.highest:
            return CountedRange(counter, low, integer(value, LLONG))
        case _ if _is_exact_bound(uncast(high), high, left, counter) and not names(high) & writes((loop,)):
            return CountedRange(counter, low, high)
        case _:
            return None


def _is_exact_bound(bound: Expr, high: Expr, left: Expr, counter: Var) -> bool:
    """Whether the bound is a scalar that the counter can reach, and whose value conversions of both sides keep."""
    if not isinstance(bound, Var) or not isinstance(bound.type, IntType):
        return False
    casts = [part.type for side in (high, left) for part in walk(side) if isinstance(part, Cast)]
    return all(isinstance(one, IntType) and _holds(one, bound.type) for one in (*casts, counter.type))


def _holds_counter(wide: IntType, counter: Var) -> bool:
    return isinstance(counter.type, IntType) and counter.type.highest <= wide.highest


def _holds(wide: IntType, narrow: IntType) -> bool:
    return wide.lowest <= narrow.lowest and narrow.highest <= wide.highest


def _start(counter: Var, before: tuple[Stmt, ...]) -> int | None:
    for stmt in reversed(before):
        if counter.name in writes((stmt,)):
            match stmt:
                case Assign(target=Var(), value=value) if isinstance(found := uncast(value), Const):
                    return found.value if isinstance(found.value, int) else None
                case _:
                    return None
    return None


def split(loop: Loop, visited: CountedRange) -> tuple[tuple[Stmt, ...], Stmt | None]:
    """The statements of an iteration, and its last one, which moves the counter; None if that is not `i = i + 1`."""
    whole = (*loop.body, *loop.update)
    if not whole or (not loop.update and continues(loop.body)):
        return whole, None
    match whole[-1]:
        case Assign(target=Var(name=name), value=value) as step if name == visited.counter.name:
            casts = [part.type for part in walk(value) if isinstance(part, Cast)]
            exact = all(isinstance(one, IntType) and _holds_counter(one, visited.counter) for one in casts)
            match uncast(value):
                case Binary(op="+", left=left, right=Const(value=1)) if exact and is_scalar(left, name):
                    return whole[:-1], step
                case _:
                    pass
        case _:
            pass
    return whole, None


def is_scalar(expr: Expr, name: str) -> bool:
    """Whether the expression is the scalar, or a conversion that keeps its value unless that is negative."""
    match expr:
        case Var(name=found):
            return found == name
        case Cast(type=IntType() as ctype, operand=operand):
            inner = uncast(operand)
            wide = isinstance(inner, Var) and isinstance(inner.type, IntType) and inner.type.highest <= ctype.highest
            return wide and is_scalar(operand, name)
        case _:
            return False
