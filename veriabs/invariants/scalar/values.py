"""The value of a core expression in a state of the interpreter, by C's rules on machine words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from veriabs.core.model import (
    Binary,
    Cast,
    Conditional,
    Const,
    CType,
    DataModel,
    Element,
    Expr,
    FloatType,
    IntType,
    Unary,
    Var,
)
from veriabs.core.typing_rules import COMPARISONS, common_type, type_of, wrap


class RunEndedError(Exception):
    """The run cannot go on."""


@dataclass(slots=True)
class State:
    """Scalars, cells that were touched, what large constants stand for, and what an untouched cell holds."""

    scalars: dict[str, int]
    cells: dict[str, dict[tuple[int, ...], int]]
    sizes: dict[int, int]
    fresh: Callable[[Element], int]


Compiled = Callable[[State], int]


def converted(value: int, ctype: CType) -> int:
    """The value as its type holds it; a float keeps what it is."""
    return wrap(int(value), ctype) if isinstance(ctype, IntType) else value


def compile_expr(expr: Expr, data_model: DataModel) -> Compiled:
    """The expression as a function of the state; it raises RunEndedError where C promises nothing."""
    match expr:
        case Const(value=value):
            return lambda state: state.sizes.get(value, value)  # type: ignore[arg-type]
        case Var(name=name):
            return lambda state: state.scalars[name]
        case Element():
            return _element(expr, data_model)
        case Unary(op=op, operand=operand):
            return _unary(op, compile_expr(operand, data_model), type_of(expr, data_model))
        case Cast(type=ctype, operand=operand):
            inner = compile_expr(operand, data_model)
            return lambda state: converted(inner(state), ctype)
        case Conditional(test=test, then=then, other=other):
            check, one, two = (compile_expr(e, data_model) for e in (test, then, other))
            return lambda state: one(state) if check(state) else two(state)
        case Binary():
            return _binary(expr, data_model)


def _element(cell: Element, data_model: DataModel) -> Compiled:
    indices = [compile_expr(index, data_model) for index in cell.indices]

    def read(state: State) -> int:
        at = tuple(index(state) for index in indices)
        cells = state.cells.setdefault(cell.array, {})
        if at not in cells:
            cells[at] = state.fresh(cell)
        return cells[at]

    return read


def _unary(op: str, inner: Compiled, ctype: CType) -> Compiled:
    match op:
        case "!":
            return lambda state: int(not inner(state))
        case "-":
            return lambda state: converted(-inner(state), ctype)
        case _:
            return lambda state: converted(~int(inner(state)), ctype)


def _binary(expr: Binary, data_model: DataModel) -> Compiled:
    op, left, right = expr.op, compile_expr(expr.left, data_model), compile_expr(expr.right, data_model)
    if op == "&&":
        return lambda state: int(bool(left(state)) and bool(right(state)))
    if op == "||":
        return lambda state: int(bool(left(state)) or bool(right(state)))
    one, two = type_of(expr.left, data_model), type_of(expr.right, data_model)
    common = type_of(expr, data_model) if op in ("<<", ">>") else common_type(one, two, data_model)
    compute = _OPERATIONS[op]
    if op in COMPARISONS:
        return lambda state: int(compute(converted(left(state), common), converted(right(state), common)))
    if isinstance(common, FloatType):
        return lambda state: _floating(compute, left(state), right(state))
    if op in ("<<", ">>"):
        return lambda state: converted(_shifted(compute, left(state), right(state), common.bits), common)
    return lambda state: converted(compute(converted(left(state), common), converted(right(state), common)), common)


def _floating(compute: Callable[[int, int], int], left: int, right: int) -> int:
    try:
        return compute(left, right)
    except (OverflowError, TypeError) as error:
        raise RunEndedError from error


def _shifted(compute: Callable[[int, int], int], left: int, right: int, bits: int) -> int:
    if not 0 <= right < bits:
        raise RunEndedError
    return compute(left, right)


def _divided(left: int, right: int) -> int:
    """Division that truncates towards zero."""
    if right == 0:
        raise RunEndedError
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


_OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _divided,
    "%": lambda a, b: a - b * _divided(a, b),
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "<<": lambda a, b: a << b,
    ">>": lambda a, b: a >> b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}
