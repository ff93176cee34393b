"""Translate relations of terms, such as `x + 1 < y`, to C conditions that are exact for operands of any types."""

from __future__ import annotations

from collections.abc import Iterator

from veriabs.core.typing_rules import DOUBLE
from veriabs.frontend.contract import syntax
from veriabs.frontend.contract.numbers import whole_number
from veriabs.frontend.contract.scope import ClauseScope
from veriabs.frontend.contract.syntax import ClauseNode, Notation
from veriabs.frontend.contract.terms import is_whole, operation_value
from veriabs.frontend.contract.values import (
    Integer,
    Object,
    Real,
    TooWideError,
    Value,
    comparison_text,
    literal,
    moved_comparison,
)


def comparison(left: ClauseNode, operator: str, right: ClauseNode, scope: ClauseScope) -> str:
    """A relation of two terms as C."""
    try:
        try:
            first, second = operation_value(left, scope), operation_value(right, scope)
            return _comparison_text(first, operator, second, scope)
        except TooWideError:
            return _rearranged(left, operator, right, scope)
    except TooWideError:
        raise scope.refuse(
            "its arithmetic may need more than 64 bits; bound the parameters by constants in earlier clauses"
        ) from None
    except ValueError as error:
        raise scope.refuse(str(error)) from error


def _comparison_text(left: Value, operator: str, right: Value, scope: ClauseScope) -> str:
    match left, right:
        case Integer(), Integer():
            if scope.notation is Notation.CPROVER:
                return f"{left.text} {operator} {right.text}"
            return comparison_text(left, operator, right)
        case (Real(), Integer()) | (Integer(), Real()) | (Real(), Real()) if scope.notation is Notation.CPROVER:
            return f"{left.text} {operator} {right.text}"
        case (Real(), Integer()) | (Integer(), Real()) | (Real(), Real()):
            return f"{_real(left)} {operator} {_real(right)}"
        case Object(), Object() if not is_whole(left) and not is_whole(right):
            return f"{left.text} {operator} {right.text}"
        case (Object(), Integer()) | (Integer(), Object()) if operator in ("==", "!="):
            zero = right if isinstance(right, Integer) else left
            if isinstance(zero, Integer) and zero.low == zero.high == 0:
                return f"{left.text} {operator} {right.text}"
    raise ValueError("a pointer or an object is compared with a number")


def _real(found: Value) -> str:
    """A number as a double, which holds all that a float or 53 bits do."""
    match found:
        case Real(text, ctype):
            return text if ctype.bits >= DOUBLE.bits else f"(double)({text})"
        case Integer(text, low, high) if low >= -(1 << 53) and high <= 1 << 53:
            return f"(double)({text})"
        case _:
            raise ValueError("a whole number of more than 53 bits is compared with a floating-point number")


def _rearranged(left: ClauseNode, operator: str, right: ClauseNode, scope: ClauseScope) -> str:
    """`x + c < y` for a relation of sums whose sides may not fit: terms move to the other side."""
    plus, minus, constant = list[Integer](), list[Integer](), 0
    for sign, node in (*_summands(left, 1), *_summands(right, -1)):
        found = whole_number(operation_value(node, scope))
        if found.low == found.high:
            constant += sign * found.low
        else:
            (plus if sign > 0 else minus).append(found)
    for one in [one for one in plus if one in minus]:
        plus.remove(one)
        minus.remove(one)
    match plus, minus:
        case [first], [second]:
            return moved_comparison(first, constant, operator, second)
        case [first], []:
            return comparison_text(first, operator, literal(-constant))
        case [], [second]:
            return comparison_text(literal(constant), operator, second)
        case [], []:
            return comparison_text(literal(constant), operator, literal(0))
        case _:
            raise TooWideError


def _summands(node: ClauseNode, sign: int) -> Iterator[tuple[int, ClauseNode]]:
    match node:
        case syntax.BinaryTerm("+", left, right):
            yield from _summands(left, sign)
            yield from _summands(right, sign)
        case syntax.BinaryTerm("-", left, right):
            yield from _summands(left, sign)
            yield from _summands(right, -sign)
        case syntax.UnaryTerm("-", operand):
            yield from _summands(operand, -sign)
        case syntax.UnaryTerm("+", operand):
            yield from _summands(operand, sign)
        case syntax.At(syntax.BinaryTerm() | syntax.UnaryTerm("-" | "+") as inner, label):
            yield from ((way, syntax.At(part, label)) for way, part in _summands(inner, sign))
        case _:
            yield sign, node
