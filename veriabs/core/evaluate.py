"""C's arithmetic on known numbers; no other module computes the result of an operator or a conversion.

Operands have the type in which C computes: after promotions and the usual conversions, or the promoted left operand of
a shift. The result is None if C does not define it: division by zero, a shift too far, signed overflow (unless it
wraps), a floating-point value that does not fit. Right shifts of negative numbers are arithmetic, as in gcc and CBMC.
`long double` results are always None.
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable

from veriabs.core.operators import COMPARE
from veriabs.core.runs import Overflow
from veriabs.core.types import BOOL, CType, FloatType, IntType

Number = int | float


def wrap(value: int, ctype: IntType) -> int:
    """Convert the value to an integer type, modulo 2**bits; `_Bool` gets 1 for any value but zero."""
    if ctype == BOOL:
        return int(value != 0)
    value &= (1 << ctype.bits) - 1
    return value - (1 << ctype.bits) if value > ctype.highest else value


def converted(value: Number, ctype: CType) -> Number | None:
    """Convert the value to a type, or return None if C does not define the result."""
    if isinstance(ctype, FloatType):
        return _rounded(value, ctype)
    if isinstance(value, int):
        return wrap(value, ctype)
    if ctype == BOOL:
        return int(value != 0)
    whole = int(value) if math.isfinite(value) else None
    return whole if whole is not None and ctype.lowest <= whole <= ctype.highest else None


def _rounded(value: Number, ctype: FloatType) -> float | None:
    if ctype.name == "double":
        return float(value)
    if ctype.name != "float":
        return None
    if isinstance(value, int) and abs(value) >> 53:
        # Rounding through a double would round twice, so one sticky bit replaces the bits that are cut off.
        value = value >> 12 << 12 | (value % (1 << 12) != 0) << 12
    try:
        return float(struct.unpack("f", struct.pack("f", value))[0])
    except OverflowError:
        return None


def truncated(left: int, right: int) -> int:
    """left / right rounded towards zero; right must not be 0."""
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def remainder(left: int, right: int) -> int:
    """left % right with the sign of the dividend; right must not be 0."""
    return left - right * truncated(left, right)


def unary(op: str, value: Number, ctype: CType, overflow: Overflow = Overflow.UNDEFINED) -> Number | None:
    """`op value` for an operand of that promoted type."""
    match op:
        case "!":
            return int(not value)
        case "-" if isinstance(ctype, FloatType):
            return -value
        case "-" if isinstance(value, int) and isinstance(ctype, IntType):
            return _in_range_or_wrapped(-value, ctype, overflow)
        case "~" if isinstance(value, int) and isinstance(ctype, IntType):
            return wrap(~value, ctype)
        case _:
            return None


def binary(
    op: str, left: Number, right: Number, ctype: CType, overflow: Overflow = Overflow.UNDEFINED
) -> Number | None:
    """`left op right` for operands of that type."""
    if op == "&&":
        return int(bool(left) and bool(right))
    if op == "||":
        return int(bool(left) or bool(right))
    if isinstance(ctype, FloatType):
        return _floating(op, float(left), float(right), ctype)
    if op in COMPARE:
        return int(COMPARE[op](left, right))
    assert isinstance(left, int) and isinstance(right, int)
    if op == "<<" and left < 0 and overflow is Overflow.UNDEFINED:
        return None
    exact = _EXACT[op](left, right, ctype)
    return None if exact is None else _in_range_or_wrapped(exact, ctype, overflow)


def _in_range_or_wrapped(value: int, ctype: IntType, overflow: Overflow) -> int | None:
    if ctype.lowest <= value <= ctype.highest:
        return value
    return None if ctype.signed and overflow is Overflow.UNDEFINED else wrap(value, ctype)


def _quotient(left: int, right: int, ctype: IntType) -> int | None:
    """The quotient, or None if it does not fit: processors trap there, even if overflow wraps."""
    if right == 0 or (right == -1 and ctype.signed and left == ctype.lowest):
        return None
    return truncated(left, right)


def _left_over(left: int, right: int, ctype: IntType) -> int | None:
    quotient = _quotient(left, right, ctype)
    return None if quotient is None else left - right * quotient


_EXACT: dict[str, Callable[[int, int, IntType], int | None]] = {
    "+": lambda left, right, ctype: left + right,
    "-": lambda left, right, ctype: left - right,
    "*": lambda left, right, ctype: left * right,
    "/": _quotient,
    "%": _left_over,
    "&": lambda left, right, ctype: left & right,
    "|": lambda left, right, ctype: left | right,
    "^": lambda left, right, ctype: left ^ right,
    "<<": lambda left, right, ctype: left << right if 0 <= right < ctype.bits else None,
    ">>": lambda left, right, ctype: left >> right if 0 <= right < ctype.bits else None,
}
"""The exact results, before they are reduced to the range of the type."""


def _floating(op: str, left: float, right: float, ctype: FloatType) -> Number | None:
    if ctype.name not in ("float", "double"):
        return None
    if op in COMPARE:
        return int(COMPARE[op](left, right))
    if op == "/" and right == 0:
        return None
    value = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}[op](left, right)
    return _rounded(value, ctype)
