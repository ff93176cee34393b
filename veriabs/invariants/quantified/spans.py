"""Between which numbers an expression is, by its operators and by what cells hold; and so what loops write to cells."""

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
from veriabs.invariants.quantified.unfolded import unfolded

Span = tuple[int, int]
"""The least and the greatest number."""

Cells = Mapping[str, Span]
"""What is known of the cells of arrays."""


def written_limits(program: Program) -> Iterator[Expr]:
    """That a cell is between the least and the greatest number that loops write to its array, where its type has more;
    and what it held from the beginning.

    Nothing here is believed: cells may hold something else where no loop has been.
    """
    cells: dict[str, Span] = {}
    for path in unfolded(program):
        match path.stmt:
            case Assign(target=Element(array=array, type=IntType() as ctype), value=value) if path.loops:
                found = _kept(span(value, program.task.data_model, cells), ctype)
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
    """Between which numbers a whole number is; of one that is none nothing is known."""
    ctype = type_of(expr, data_model)
    if not isinstance(ctype, IntType):
        return _ANY
    match expr:
        case Const(value=int(value)):
            return value, value
        case Element(array=array) if array in cells:
            return cells[array]
        case Cast(operand=operand):
            return _kept(span(operand, data_model, cells), ctype)
        case Conditional(then=then, orelse=orelse):
            return _hull(span(then, data_model, cells), span(orelse, data_model, cells))
        case Binary(op=op) if op in COMPARISONS or op in ("&&", "||"):
            return 0, 1
        case Binary(op=op, left=left, right=right):
            one, two = (span(side, data_model, cells) for side in (left, right))
            return _kept(_computed(op, _kept(one, ctype), two if op in _SHIFTS else _kept(two, ctype)), ctype)
        case _:
            return ctype.lowest, ctype.highest


_SHIFTS = {"<<": lshift, ">>": rshift}
_RISING = {"+": add, "-": sub, "*": mul, "/": truncated, **_SHIFTS}
"""What takes its least and its greatest value at the ends of both operands."""

_WIDEST = 64
_ANY: Span = (-1 << _WIDEST, 1 << _WIDEST)
"""More than any type has."""


def _computed(op: str, one: Span, two: Span) -> Span:
    """Between which numbers an operation is, if it does not wrap."""
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


def _kept(found: Span, ctype: IntType) -> Span:
    """The same, where a type has all these numbers; else any that it has."""
    inside = ctype.lowest <= found[0] and found[1] <= ctype.highest
    return found if inside else (ctype.lowest, ctype.highest)


def _hull(one: Span, other: Span) -> Span:
    return min(one[0], other[0]), max(one[1], other[1])
