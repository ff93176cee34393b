"""Compute the value range of expressions by interval arithmetic, and from it the ranges of written cells.

    a[i] = x % 10;      // -9 <= a[cell] && a[cell] <= 9
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from operator import add, lshift, mul, rshift, sub

from veriabs.core.ctree import integer
from veriabs.core.evaluate import truncated
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Element, Expr
from veriabs.core.loop_model import CELL
from veriabs.core.operators import COMPARISONS
from veriabs.core.program import Initial, Program
from veriabs.core.source import DataModel
from veriabs.core.statements import Assign
from veriabs.core.types import LLONG, IntType
from veriabs.core.typing_rules import type_of
from veriabs.invariants.quantified.forward_substitution import substituted_paths

Span = tuple[int, int]
"""The least and the greatest value."""

Cells = Mapping[str, Span]
"""The known ranges of the cells of arrays."""


def written_limits(program: Program) -> Iterator[Expr]:
    """Each cell is within the range of the values that loops write to its array, and of its initial value.

    Cells that no loop has written may hold other values, so the results are candidates.
    """
    cells: dict[str, Span] = {}
    for path in substituted_paths(program):
        match path.stmt:
            case Assign(target=Element(array=array, type=IntType() as ctype), value=value) if path.loops:
                found = _in_type(span(value, program.task.data_model, cells), ctype)
                cells[array] = _hull(cells.get(array, found), found)
            case _:
                pass
    for array, (low, high) in cells.items():
        one = program.arrays[array]
        if len(one.sizes) == 1 and isinstance(one.type, IntType):
            cell = Element(array, (CELL,), one.type)
            begun = (0, 0) if one.initial is Initial.ZERO else (low, high)
            for least in dict.fromkeys((low, min(low, begun[0]))):
                if least > one.type.lowest:
                    yield Binary("<=", integer(least, LLONG), cell)
            for most in dict.fromkeys((high, max(high, begun[1]))):
                if most < one.type.highest:
                    yield Binary("<=", cell, integer(most, LLONG))


def span(expr: Expr, data_model: DataModel, cells: Cells) -> Span:
    """The least and greatest value of an integer expression; other expressions have no bounds."""
    ctype = type_of(expr, data_model)
    if not isinstance(ctype, IntType):
        return _ANY
    match expr:
        case Const(value=int(value)):
            return value, value
        case Element(array=array) if array in cells:
            return cells[array]
        case Cast(operand=operand):
            return _in_type(span(operand, data_model, cells), ctype)
        case Conditional(then=then, orelse=orelse):
            return _hull(span(then, data_model, cells), span(orelse, data_model, cells))
        case Binary(op=op) if op in COMPARISONS or op in ("&&", "||"):
            return 0, 1
        case Binary(op=op, left=left, right=right):
            one, two = (span(side, data_model, cells) for side in (left, right))
            return _in_type(_result(op, _in_type(one, ctype), two if op in _SHIFTS else _in_type(two, ctype)), ctype)
        case _:
            return ctype.lowest, ctype.highest


_SHIFTS = {"<<": lshift, ">>": rshift}
_RISING = {"+": add, "-": sub, "*": mul, "/": truncated, **_SHIFTS}
"""Operations that take their extreme values at the ends of both operands' ranges."""

_WIDEST = 64
_ANY: Span = (-1 << _WIDEST, 1 << _WIDEST)
"""A range larger than that of any type."""


def _result(op: str, one: Span, two: Span) -> Span:
    """The range of an operation that does not wrap."""
    (low, high), (least, most) = one, two
    defined = {"/": least > 0 or most < 0, "<<": least >= 0 and most < _WIDEST, ">>": least >= 0 and most < _WIDEST}
    match op:
        case "%" if least > 0 or most < 0:
            rest = max(abs(least), abs(most)) - 1
            return max(min(low, 0), -rest), min(max(high, 0), rest)
        case "&" if low >= 0 or least >= 0:
            return 0, min(end for start, end in (one, two) if start >= 0)
        case "|" | "^" if low >= 0 and least >= 0:
            return max(low, least) if op == "|" else 0, (1 << max(high, most).bit_length()) - 1
        case _ if op in _RISING and defined.get(op, True):
            ends = [_RISING[op](x, y) for x, y in product(one, two)]
            return min(ends), max(ends)
        case _:
            return _ANY


def _in_type(found: Span, ctype: IntType) -> Span:
    """The range if the type holds it; else the full range of the type."""
    inside = ctype.lowest <= found[0] and found[1] <= ctype.highest
    return found if inside else (ctype.lowest, ctype.highest)


def _hull(one: Span, other: Span) -> Span:
    return min(one[0], other[0]), max(one[1], other[1])
