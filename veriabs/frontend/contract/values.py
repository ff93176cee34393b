"""Exact integers in clauses: C expressions without wrapping operations or sign-changing comparisons.

ACSL's integers are mathematical (ACSL 1.18, 2.2.3). Each value knows its range from its C type and the earlier clauses.
Operands are widened if the result fits into 64 bits; otherwise the clause is rejected.
"""

from __future__ import annotations

from msgspec import Struct

from veriabs.core.types import INT, LLONG, ULLONG, FloatType, IntType
from veriabs.frontend.typed.types import Type

_NARROW = (INT.lowest, INT.highest)
_SIGNED = (LLONG.lowest, LLONG.highest)
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


class TooWideError(Exception):
    """The value of an operation may need more than 64 bits."""


class Integer(Struct, frozen=True):
    """A C expression with a value from `low` to `high`, which C computes in `type` after promotion."""

    text: str
    low: int
    high: int
    type: IntType

    def within(self, limits: tuple[int, int]) -> bool:
        return limits[0] <= self.low and self.high <= limits[1]


class Real(Struct, frozen=True):
    """A floating-point variable, or a constant that it holds exactly."""

    text: str
    type: FloatType


class Object(Struct, frozen=True):
    """Anything else: a pointer, an array, a struct; `type` is None for a null pointer."""

    text: str
    type: Type | None


Value = Integer | Real | Object


def leaf(text: str, ctype: IntType, low: int | None = None, high: int | None = None) -> Integer:
    """A variable of a C type, with an optional tighter range."""
    low = ctype.lowest if low is None else max(low, ctype.lowest)
    high = ctype.highest if high is None else min(high, ctype.highest)
    return Integer(text, low, high, INT if ctype.bits < INT.bits else ctype)


def literal(value: int) -> Integer:
    """A constant."""
    if _NARROW[0] < value <= _NARROW[1]:
        return Integer(str(value) if value >= 0 else f"({value})", value, value, INT)
    if _SIGNED[0] < value <= _SIGNED[1]:
        return Integer(f"{value}LL" if value >= 0 else f"({value}LL)", value, value, LLONG)
    if 0 <= value <= ULLONG.highest:
        return Integer(f"{value}ULL", value, value, ULLONG)
    raise TooWideError


def _signed(value: Integer) -> str:
    return value.text if value.type.bits == 64 and value.type.signed else f"(long long)({value.text})"


def _unsigned(value: Integer) -> str:
    return value.text if value.type.bits == 64 and not value.type.signed else f"(unsigned long long)({value.text})"


def _computed(left: Integer, right: Integer, operator: str, low: int, high: int) -> Integer:
    """`left operator right`, computed in the narrowest of int, long long and unsigned long long that all of it fits."""
    both = (left, right)
    if all(one.type == INT for one in both) and low >= _NARROW[0] and high <= _NARROW[1]:
        return Integer(f"({left.text} {operator} {right.text})", low, high, INT)
    if all(one.within(_SIGNED) for one in both) and low >= _SIGNED[0] and high <= _SIGNED[1]:
        other = right.text if right.type == INT else _signed(right)
        return Integer(f"({_signed(left)} {operator} {other})", low, high, LLONG)
    if all(one.within((0, ULLONG.highest)) for one in both) and low >= 0 and high <= ULLONG.highest:
        return Integer(f"({_unsigned(left)} {operator} {_unsigned(right)})", low, high, ULLONG)
    raise TooWideError


def arithmetic(operator: str, left: Integer, right: Integer) -> Integer:
    """An operation as mathematics has it; TooWideError where it may not fit, ValueError where it is not supported."""
    corners = [(a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
    match operator:
        case "+":
            low, high = left.low + right.low, left.high + right.high
        case "-":
            low, high = left.low - right.high, left.high - right.low
        case "*":
            products = [a * b for a, b in corners]
            low, high = min(products), max(products)
        case "/" | "%":
            return _divided(operator, left, right)
        case "<<" | ">>":
            return _shifted(operator, left, right)
        case "&" | "|" | "^":
            return _bitwise(operator, left, right)
        case _:
            raise ValueError(f"the operator {operator} is not supported")
    return _computed(left, right, operator, low, high)


def _divided(operator: str, left: Integer, right: Integer) -> Integer:
    if right.low <= 0 <= right.high:
        raise ValueError("a division whose divisor may be 0 is not supported; exclude 0 in an earlier clause")
    least = min(abs(right.low), abs(right.high))
    most = max(abs(left.low), abs(left.high))
    reach = most // least if operator == "/" else min(most, max(abs(right.low), abs(right.high)) - 1)
    exact = left.low >= 0 and right.low > 0
    return _computed(left, right, operator, 0 if exact else -reach, reach)


def _shifted(operator: str, left: Integer, right: Integer) -> Integer:
    if right.low < 0 or right.high > 63:
        raise ValueError("a shift by a number that may not be from 0 to 63 is not supported")
    if operator == "<<":
        corners = [a << b for a in (left.low, left.high) for b in (right.low, right.high)]
        if left.low < 0:
            raise ValueError("a shift of a number that may be negative is not supported")
        return _computed(left, right, "<<", min(corners), max(corners))
    corners = [a >> b for a in (left.low, left.high) for b in (right.low, right.high)]
    return _computed(left, right, ">>", min(corners), max(corners))


def _bitwise(operator: str, left: Integer, right: Integer) -> Integer:
    if left.low >= 0 and right.low >= 0:
        high = min(left.high, right.high) if operator == "&" else (1 << max(left.high, right.high).bit_length()) - 1
        return _computed(left, right, operator, 0, high)
    if operator == "&" and max(left.low, right.low) >= 0:
        low, high = 0, left.high if left.low >= 0 else right.high
    else:
        bits = max(one.bit_length() for value in (left, right) for one in (value.low, value.high))
        low, high = -(1 << bits), (1 << bits) - 1
    return _computed(left, right, operator, low, high)


def negate(value: Integer) -> Integer:
    """`-value`, in a type that holds it."""
    return arithmetic("-", literal(0), value) if value.low != value.high else literal(-value.low)


def cast_to(value: Integer, ctype: IntType) -> Integer:
    """A cast, which wraps modulo the type's number of values; a cast to `_Bool` compares with 0."""
    text = f"({ctype.name})({value.text})"
    if value.low >= ctype.lowest and value.high <= ctype.highest:
        return leaf(text, ctype, value.low, value.high)
    return leaf(text, ctype)


def comparison_text(left: Integer, operator: str, right: Integer) -> str:
    """The comparison of two numbers as C, whatever their types are."""
    if left.within(_SIGNED) and right.within(_SIGNED):
        return _plainly(left, operator, right)
    if left.low >= 0 and right.low >= 0:
        return f"{left.text} {operator} {right.text}"
    if left.low < 0 and right.low < 0:
        raise TooWideError
    if right.low < 0:
        return comparison_text(right, _TURNED[operator], left)
    # `left` may be negative, `right` may be larger than every signed number.
    exact = f"{_unsigned(left)} {operator} {right.text}"
    if operator in ("<", "<=", "!="):
        return f"({left.text} < 0 || {exact})"
    return f"({left.text} >= 0 && {exact})"


def _plainly(left: Integer, operator: str, right: Integer) -> str:
    """Both fit into 64 bits with a sign; C itself would convert a negative number to an unsigned type."""
    changes = (
        not wider.type.signed and wider.type.bits >= 32 and other.low < 0 and not (other.type.bits > wider.type.bits)
        for wider, other in ((left, right), (right, left))
    )
    if any(changes):
        return f"{_signed(left)} {operator} {_signed(right)}"
    return f"{left.text} {operator} {right.text}"


def moved_comparison(left: Integer, plus: int, operator: str, right: Integer) -> str:
    """`left + plus operator right`, where the sum may not fit into the 64 bits that both operands fit into."""
    if plus < 0:
        return moved_comparison(right, -plus, _TURNED[operator], left)
    if left.low >= 0 and right.low >= 0:
        most = ULLONG.highest
        first, second = _unsigned(left), _unsigned(right)
    elif left.within(_SIGNED) and right.within(_SIGNED):
        most = _SIGNED[1]
        first, second = _signed(left), _signed(right)
    else:
        raise TooWideError
    if plus > most:
        raise TooWideError
    limit, added = literal(most - plus).text, literal(plus).text
    exact = f"{first} + {added} {operator} {second}"
    if operator in ("<", "<=", "=="):
        return f"({first} <= {limit} && {exact})"
    return f"({first} > {limit} || {exact})"
