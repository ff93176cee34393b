"""Constants of C source text: numbers, characters, strings."""

from __future__ import annotations

import re
import struct
from fractions import Fraction
from math import isfinite

from veriabs.core.evaluate import wrap
from veriabs.core.expressions import Const
from veriabs.core.source import DataModel
from veriabs.core.types import INT, CType, IntType
from veriabs.core.typing_rules import CHAR, DOUBLE, FLOAT, LONG_DOUBLE, named_type

_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]+)|([0-7]{1,3})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))|([^\\])", re.DOTALL)
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_SIMPLE = {
    **{"n": 10, "t": 9, "r": 13, "a": 7, "b": 8, "f": 12, "v": 11, "e": 27, "E": 27},
    **{character: ord(character) for character in "\\'\"?"},
}


def number(text: str, data_model: DataModel) -> Const | None:
    """An integer or floating constant with its C type; None if it is unsupported, such as `'ab'`."""
    if "'" in text:
        return None
    lowered = text.lower()
    is_hex = lowered.startswith("0x")
    if "." in lowered or (("p" if is_hex else "e") in lowered):
        return _floating(lowered, is_hex)
    digits = lowered.rstrip("ul")
    return _integer(digits, lowered[len(digits) :], data_model)


def _integer(digits: str, suffix: str, data_model: DataModel) -> Const | None:
    decimal = not digits.startswith("0") or digits == "0"
    if digits.startswith("0b"):
        value = int(digits, 2)
    elif digits.startswith("0x"):
        value = int(digits, 16)
    else:
        value = int(digits, 10 if decimal else 8)
    for ctype in _candidates(suffix, decimal, data_model):
        if value <= ctype.highest:
            return Const(value, ctype)
    return None


def _candidates(suffix: str, decimal: bool, data_model: DataModel) -> list[IntType]:
    """The types that C tries in order (C11 6.4.4.1)."""
    first = ["int", "long", "long long"].index({0: "int", 1: "long", 2: "long long"}[suffix.count("l")])
    found = []
    for name in ("int", "long", "long long")[first:]:
        for spelled in (name, f"unsigned {name}"):
            unsigned = spelled != name
            if (unsigned and decimal and "u" not in suffix) or (not unsigned and "u" in suffix):
                continue
            ctype = named_type(spelled, data_model)
            assert isinstance(ctype, IntType)
            found.append(ctype)
    return found


def _floating(text: str, is_hex: bool) -> Const | None:
    digits = text.rstrip("l") if is_hex else text.rstrip("fl")
    if is_hex and digits.endswith("f") and "p" in digits:
        digits = digits[:-1]
    suffix = text[len(digits) :]
    ctype: CType | None = {"": DOUBLE, "f": FLOAT, "l": LONG_DOUBLE}.get(suffix)
    if ctype is None:
        return None
    try:
        value = float.fromhex(digits) if is_hex else float(digits)
        rounded = _nearest_float(value) if ctype == FLOAT else value
    except (OverflowError, ValueError):
        return None
    exact = _exactly(digits, is_hex) == Fraction(value) if isfinite(rounded) else False
    if not isfinite(rounded) or (ctype == LONG_DOUBLE and not exact):
        return None
    # Double rounding is wrong only if the double lies half-way between two floats.
    half_way = int.from_bytes(struct.pack(">d", value), "big") & ((1 << 29) - 1) == 1 << 28
    return None if ctype == FLOAT and half_way and not exact else Const(rounded, ctype)


def _nearest_float(value: float) -> float:
    """The nearest `float`; raises OverflowError if there is none."""
    rounded: float = struct.unpack("f", struct.pack("f", value))[0]
    return rounded


def _exactly(digits: str, is_hex: bool) -> Fraction:
    """The exact value of a floating constant."""
    if not is_hex:
        return Fraction(digits)
    mantissa, _, exponent = digits[2:].partition("p")
    whole, _, fraction = mantissa.partition(".")
    return Fraction(int(whole + fraction or "0", 16)) * Fraction(2) ** (int(exponent or 0) - 4 * len(fraction))


def character(text: str) -> Const | None:
    """A character constant, an `int` with the value of a signed char, or of up to four as gcc has them; else None."""
    if not text.startswith("'"):
        return None
    codes = _codes(text[1:-1])
    if not codes or len(codes) > INT.bits // 8:
        return None
    together = int.from_bytes(bytes(code & 255 for code in codes), "big")
    return Const(codes[0] if len(codes) == 1 else wrap(together, INT), INT)


def string(text: str) -> tuple[int, ...] | None:
    """The characters of a string literal with the final 0; None for wide strings and unknown escapes."""
    if not text.startswith(('"', 'u8"')):
        return None
    parts = [_codes(part) for part in _QUOTED.findall(text)]
    return (*(code for part in parts if part is not None for code in part), 0) if None not in parts else None


def _codes(text: str) -> list[int] | None:
    """The characters as signed chars in UTF-8, as gcc encodes them; None if an escape is unknown."""
    codes = []
    for hexadecimal, octal, short, long, simple, plain in _ESCAPE.findall(text):
        if hexadecimal or octal:
            value = int(hexadecimal, 16) if hexadecimal else int(octal, 8)
            if value > 255:
                return None
            codes.append(value)
        elif simple:
            if simple not in _SIMPLE:
                return None
            codes.append(_SIMPLE[simple])
        else:
            codes += (chr(int(short or long, 16)) if short or long else plain).encode("utf-8", "surrogateescape")
    return [wrap(code, CHAR) for code in codes]
