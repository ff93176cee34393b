"""The value of a core expression in a state of the interpreter, by C's rules on machine words."""

from __future__ import annotations

import operator
from collections.abc import Callable

from msgspec import Struct

from veriabs.core import evaluate
from veriabs.core.ctree import unexpected
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Element, Expr, Unary, Var
from veriabs.core.operators import COMPARE
from veriabs.core.runs import Overflow
from veriabs.core.source import DataModel
from veriabs.core.types import CType, IntType
from veriabs.core.typing_rules import computed_in, type_of


class RunEndedError(Exception):
    """The run cannot go on."""


class State(Struct):
    """Scalars, cells that were touched, what large constants stand for, and what an untouched cell holds.

    Floating-point values stand among the whole numbers as they are.
    """

    scalars: dict[str, int]
    cells: dict[str, dict[tuple[int, ...], int]]
    sizes: dict[int, int]
    fresh: Callable[[Element, tuple[int, ...]], int]


Compiled = Callable[[State], int]

_EXACT: dict[str, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}
"""What is defined for all operands where overflow wraps."""


def defined(value: evaluate.Number | None) -> int:
    """The value, if C promises one."""
    if value is None:
        raise RunEndedError
    return value  # type: ignore[return-value]


def converted(value: int, ctype: CType) -> int:
    """The value as its type holds it; RunEndedError if C promises none."""
    return defined(evaluate.converted(value, ctype))


def conversion(ctype: CType) -> Callable[[int], int]:
    """The same as a function of the value: most are what their type holds as they are, and millions are converted."""
    if not isinstance(ctype, IntType):
        return lambda value: converted(value, ctype)
    low, high = ctype.lowest, ctype.highest
    return lambda value: value if type(value) is int and low <= value <= high else converted(value, ctype)


def compile_expr(expr: Expr, data_model: DataModel, overflow: Overflow = Overflow.WRAP) -> Compiled:
    """The expression as a function of the state; it raises RunEndedError where C promises nothing."""
    match expr:
        case Const(value=value):
            return lambda state: state.sizes.get(value, value)  # type: ignore[arg-type]
        case Var(name=name):
            return lambda state: state.scalars[name]
        case Element():
            return _element(expr, data_model, overflow)
        case Unary(op=op, operand=operand):
            return _unary(op, compile_expr(operand, data_model, overflow), type_of(expr, data_model), overflow)
        case Cast(type=ctype, operand=operand):
            return _held(operand, ctype, data_model, overflow)
        case Conditional(test=test, then=then, orelse=orelse):
            give = conversion(type_of(expr, data_model))
            check, one, two = (compile_expr(e, data_model, overflow) for e in (test, then, orelse))
            return lambda state: give(one(state) if check(state) else two(state))
        case Binary():
            return _binary(expr, data_model, overflow)
        case _:
            raise unexpected(expr)


def _held(expr: Expr, ctype: CType, data_model: DataModel, overflow: Overflow) -> Compiled:
    """The value as a type holds it: what a type with no more values holds is that already."""
    inner, own = compile_expr(expr, data_model, overflow), type_of(expr, data_model)
    give = conversion(ctype)
    if isinstance(ctype, IntType) and isinstance(own, IntType) and _within(own, ctype):
        return inner
    return lambda state: give(inner(state))


def _within(one: IntType, other: IntType) -> bool:
    return other.lowest <= one.lowest and one.highest <= other.highest


def _element(cell: Element, data_model: DataModel, overflow: Overflow) -> Compiled:
    indices = [compile_expr(index, data_model, overflow) for index in cell.indices]

    def read(state: State) -> int:
        at = tuple(index(state) for index in indices)
        cells = state.cells.setdefault(cell.array, {})
        if at not in cells:
            cells[at] = state.fresh(cell, at)
        return cells[at]

    return read


def _unary(op: str, inner: Compiled, ctype: CType, overflow: Overflow) -> Compiled:
    if op == "!":
        return lambda state: 0 if inner(state) else 1
    return lambda state: defined(evaluate.unary(op, inner(state), ctype, overflow))


def _binary(expr: Binary, data_model: DataModel, overflow: Overflow) -> Compiled:
    op, ctype = expr.op, computed_in(expr, data_model)
    if op in ("&&", "||", "<<", ">>"):
        one, two = (compile_expr(operand, data_model, overflow) for operand in (expr.left, expr.right))
        return _of_own_types(op, one, two, ctype, overflow)
    left, right = (_held(operand, ctype, data_model, overflow) for operand in (expr.left, expr.right))
    if isinstance(ctype, IntType) and (op in COMPARE or (op in _EXACT and overflow is Overflow.WRAP)):
        return _whole(op, left, right, ctype)
    return lambda state: defined(evaluate.binary(op, left(state), right(state), ctype, overflow))


def _of_own_types(op: str, left: Compiled, right: Compiled, ctype: CType, overflow: Overflow) -> Compiled:
    """An operation whose operands have no type in common."""
    if op == "&&":
        return lambda state: 1 if left(state) and right(state) else 0
    if op == "||":
        return lambda state: 1 if left(state) or right(state) else 0
    return lambda state: defined(evaluate.binary(op, left(state), right(state), ctype, overflow))


def _whole(op: str, left: Compiled, right: Compiled, ctype: IntType) -> Compiled:
    """An operation on whole numbers that the type holds."""
    if op in COMPARE:
        test = COMPARE[op]
        return lambda state: 1 if test(left(state), right(state)) else 0
    give, compute = conversion(ctype), _EXACT[op]
    return lambda state: give(compute(left(state), right(state)))
