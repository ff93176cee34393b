"""Numbers, characters and strings as C spells them."""

from __future__ import annotations

import pytest

from veriabs.core.expressions import Const
from veriabs.core.source import DataModel
from veriabs.core.types import INT, LLONG, UNSIGNED, CType
from veriabs.core.typing_rules import DOUBLE, FLOAT, named_type
from veriabs.frontend.typed import literals

LP64, ILP32 = DataModel.LP64, DataModel.ILP32
LONG, ULONG = named_type("long", LP64), named_type("unsigned long", LP64)
LONG32, ULONG32 = named_type("long", ILP32), named_type("unsigned long", ILP32)


@pytest.mark.parametrize(
    ("text", "value", "ctype"),
    [
        ("10", 10, INT),
        ("010", 8, INT),
        ("0xffffffff", 4294967295, UNSIGNED),
        ("4294967295", 4294967295, LONG),
        ("3000000000u", 3000000000, UNSIGNED),
        ("5UL", 5, ULONG),
        ("0x10ll", 16, LLONG),
        ("1.5", 1.5, DOUBLE),
        ("1e3f", 1000.0, FLOAT),
    ],
)
def test_numbers(text: str, value: float, ctype: CType) -> None:
    assert literals.number(text, LP64) == Const(value, ctype)


def test_large_constants_on_32_bits() -> None:
    assert literals.number("4294967295", ILP32) == Const(4294967295, LLONG)
    assert literals.number("99999999999999999999", LP64) is None


def test_floats_that_have_no_exact_counterpart() -> None:
    assert literals.number("0.5L", LP64) is not None
    assert literals.number("0.1L", LP64) is None


def test_characters_and_strings() -> None:
    assert literals.character("'\\xff'") == Const(-1, INT)
    assert literals.character("'\\0'") == Const(0, INT)
    assert literals.character("L'a'") is None
    assert literals.string('"a\\n"') == (97, 10, 0)
    assert literals.string('"\\x41" "B"') == (65, 66, 0)
