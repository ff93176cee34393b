"""Convert 64-bit patterns to values of C types, for readers, C and ACSL."""

from __future__ import annotations

import math
import struct

from veriabs.core.evaluate import wrap
from veriabs.core.types import LLONG, ULLONG, CType, FloatType, IntType

_LARGEST = "1.7976931348623157e+308"


def value_of(pattern: int, ctype: CType) -> int | float:
    """The value of a pattern in the type; a float's pattern has the bits of a double."""
    match ctype:
        case FloatType(name=name):
            return _double(pattern, single=name == "float")
        case IntType(bits=bits, signed=signed):
            value = pattern & ((1 << bits) - 1)
            return value - (1 << bits) if signed and value >> (bits - 1) else value


def _double(pattern: int, *, single: bool) -> float:
    value: float = struct.unpack("<d", struct.pack("<Q", wrap(pattern, ULLONG)))[0]
    if not single or not math.isfinite(value):
        return value
    try:
        rounded: float = struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)
    return rounded


def value_text(pattern: int, ctype: CType) -> str:
    """The value for readers: `-5`, `0.1`, and `97 'a'` for a character."""
    value = value_of(pattern, ctype)
    if isinstance(value, float):
        return _shortest(value, ctype)
    if isinstance(ctype, IntType) and ctype.bits == 8 and "char" in ctype.name and chr(value % 256).isprintable():
        return f"{value} {chr(value)!r}" if 32 <= value < 127 else str(value)
    return str(value)


def _shortest(value: float, ctype: CType) -> str:
    """The shortest decimal text that identifies this value in its type."""
    if ctype.name != "float" or not math.isfinite(value):
        return repr(value)
    texts = (f"{value:.{digits}g}" for digits in range(1, 10))
    return next((text for text in texts if _reads_as(text, value)), repr(value))


def _reads_as(text: str, value: float) -> bool:
    try:
        return bool(struct.pack("<f", float(text)) == struct.pack("<f", value))
    except OverflowError:
        return False


def literal(value: int | float, ctype: CType) -> str:
    """A finite value as a C constant expression of its type."""
    if isinstance(value, float):
        return _exact(value)
    if not isinstance(ctype, IntType) or ctype.bits < 32:
        return str(value)
    suffix = ("" if ctype.signed else "U") + ("LL" if ctype.bits > 32 else "")
    if ctype.signed and value == ctype.lowest:
        # the constant without its sign does not fit the type
        return f"(-{ctype.highest}{suffix} - 1)"
    return f"{value}{suffix}"


def _exact(value: float) -> str:
    """The decimal text if it is exact, so that it also is the value as a real number; else hexadecimal digits."""
    from decimal import Decimal

    text = repr(value)
    return text if Decimal(text) == Decimal(value) else value.hex()


def equation(subject: str, pattern: int, ctype: CType) -> str | None:
    """`x == 5` as a C expression; None for NaN, which no comparison identifies."""
    value = value_of(pattern, ctype)
    return _infinite(subject, value) if not math.isfinite(value) else f"{subject} == {literal(value, ctype)}"


def result_equation(pattern: int, ctype: CType) -> str | None:
    r"""`\result == 5` in ACSL, whose integer constants have no width, or None as in `equation`.

    Readers of the format accept one decimal constant after the operator, no sum; only values above every signed integer
    need an unsigned suffix.
    """
    value = value_of(pattern, ctype)
    if not math.isfinite(value):
        return _infinite("\\result", value)
    if isinstance(value, float):
        return f"\\result == {_exact(value)}"
    return f"\\result == {value}{'U' if value > LLONG.highest else ''}"


def _infinite(subject: str, value: float) -> str | None:
    if math.isnan(value):
        return None
    return f"{subject} > {_LARGEST}" if value > 0 else f"{subject} < -{_LARGEST}"
