"""Evaluate core expressions in a state of the interpreter, with C's machine arithmetic."""

from __future__ import annotations

import operator
from collections.abc import Callable

from msgspec import Struct

from veriabs.core import evaluate
from veriabs.core.ctree import unexpected_construct
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Element, Expr, Unary, Var
from veriabs.core.operators import COMPARE
from veriabs.core.runs import Overflow
from veriabs.core.source import DataModel
from veriabs.core.types import CType, IntType
from veriabs.core.typing_rules import operation_type, type_of


class RunEndedError(Exception):
    """The run cannot continue."""


class SampleState(Struct):
    """Scalars, stored cells, substitutes of large constants, and the values of cells that were never stored.

    Floating-point values are stored unchanged beside the integers.
    """

    scalars: dict[str, int]
    cells: dict[str, dict[tuple[int, ...], int]]
    sizes: dict[int, int]
    fresh: Callable[[Element, tuple[int, ...]], int]


Compiled = Callable[[SampleState], int]

_EXACT: dict[str, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}
"""Operations that are defined for all operands if overflow wraps."""


def defined(value: evaluate.Number | None) -> int:
    """The value, if C defines it."""
    if value is None:
        raise RunEndedError
    return value  # type: ignore[return-value]


def converted(value: int, ctype: CType) -> int:
    """The value converted to the type; raises RunEndedError if C does not define it."""
    return defined(evaluate.converted(value, ctype))


def conversion(ctype: CType) -> Callable[[int], int]:
    """The conversion to a type as a function, with a fast path for values in its range."""
    if not isinstance(ctype, IntType):
        return lambda value: converted(value, ctype)
    low, high = ctype.lowest, ctype.highest
    return lambda value: value if type(value) is int and low <= value <= high else converted(value, ctype)


def compile_expr(expr: Expr, data_model: DataModel, overflow: Overflow = Overflow.WRAP) -> Compiled:
    """The expression as a function of the state; it raises RunEndedError for undefined behaviour."""
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
            return _conversion(operand, ctype, data_model, overflow)
        case Conditional(test=test, then=then, orelse=orelse):
            give = conversion(type_of(expr, data_model))
            check, one, two = (compile_expr(e, data_model, overflow) for e in (test, then, orelse))
            return lambda state: give(one(state) if check(state) else two(state))
        case Binary():
            return _binary(expr, data_model, overflow)
        case _:
            raise unexpected_construct(expr)


def _conversion(expr: Expr, ctype: CType, data_model: DataModel, overflow: Overflow) -> Compiled:
    """The value converted to a type, without a conversion from a narrower one."""
    inner, own = compile_expr(expr, data_model, overflow), type_of(expr, data_model)
    give = conversion(ctype)
    if isinstance(ctype, IntType) and isinstance(own, IntType) and _contains(own, ctype):
        return inner
    return lambda state: give(inner(state))


def _contains(one: IntType, other: IntType) -> bool:
    return other.lowest <= one.lowest and one.highest <= other.highest


def _element(cell: Element, data_model: DataModel, overflow: Overflow) -> Compiled:
    indices = [compile_expr(index, data_model, overflow) for index in cell.indices]

    def read(state: SampleState) -> int:
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
    op, ctype = expr.op, operation_type(expr, data_model)
    if op in ("&&", "||", "<<", ">>"):
        one, two = (compile_expr(operand, data_model, overflow) for operand in (expr.left, expr.right))
        return _mixed_operation(op, one, two, ctype, overflow)
    left, right = (_conversion(operand, ctype, data_model, overflow) for operand in (expr.left, expr.right))
    if isinstance(ctype, IntType) and (op in COMPARE or (op in _EXACT and overflow is Overflow.WRAP)):
        return _integer_operation(op, left, right, ctype)
    return lambda state: defined(evaluate.binary(op, left(state), right(state), ctype, overflow))


def _mixed_operation(op: str, left: Compiled, right: Compiled, ctype: CType, overflow: Overflow) -> Compiled:
    """An operation whose operands have no common type."""
    if op == "&&":
        return lambda state: 1 if left(state) and right(state) else 0
    if op == "||":
        return lambda state: 1 if left(state) or right(state) else 0
    return lambda state: defined(evaluate.binary(op, left(state), right(state), ctype, overflow))


def _integer_operation(op: str, left: Compiled, right: Compiled, ctype: IntType) -> Compiled:
    """An integer operation in the type."""
    if op in COMPARE:
        test = COMPARE[op]
        return lambda state: 1 if test(left(state), right(state)) else 0
    give, compute = conversion(ctype), _EXACT[op]
    return lambda state: give(compute(left(state), right(state)))
