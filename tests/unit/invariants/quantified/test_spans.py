"""Ranges of the values that loops write to cells: never too small."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.evaluate import binary
from veriabs.core.expressions import Binary, Const, Var
from veriabs.core.program import Program
from veriabs.core.source import DataModel
from veriabs.core.types import INT
from veriabs.core.typing_rules import type_of
from veriabs.invariants.quantified.spans import span, written_limits

Make = Callable[[str], Program]


def limit_texts(program: Make, written: str) -> list[str]:
    text = f"""unsigned a[9]; short b[9]; int main(void) {{
    for (int i = 0; i < 9; i++) {{ short s = __VERIFIER_nondet_short();
    unsigned u = __VERIFIER_nondet_uint(); {written} }}
    __VERIFIER_assert(a[0] == b[0]); }}"""
    return [Printer().expr(one) for one in written_limits(program(text))]


@pytest.mark.parametrize(
    ("written", "limits"),
    [
        ("a[i] = u >> 1;", ["a[cell] <= 2147483647LL"]),
        ("a[i] = 128 + u % 1920;", ["128LL <= a[cell]", "a[cell] <= 2047LL"]),
        ("b[i] = s % 1001;", ["-1000LL <= b[cell]", "b[cell] <= 1000LL"]),
        (
            "b[i] = s % 10; a[i] = b[i] + 20;",
            ["11LL <= a[cell]", "a[cell] <= 29LL", "-9LL <= b[cell]", "b[cell] <= 9LL"],
        ),
        ("a[i] = u & 15; if (s) a[i] = 99;", ["a[cell] <= 99LL"]),
        ("a[i] = u;", []),
        ("a[i] = u + 1;", []),
        ("b[i] = 0.5 * s;", []),
        ("b[i] = s ? 1.5 : 2;", []),
        ("a[i] = (unsigned)(0.5 * u) & 7;", ["a[cell] <= 7LL"]),
    ],
)
def test_limits_are_those_of_all_that_is_written(program: Make, written: str, limits: list[str]) -> None:
    assert sorted(limit_texts(program, written)) == sorted(limits)


@pytest.mark.parametrize("op", ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", "=="])
def test_no_value_is_outside(op: str) -> None:
    wide = Binary("%", Var("x", INT), Const(7, INT))  # from -6 to 6
    narrow = Binary("&", Var("x", INT), Const(5, INT))  # from 0 to 5
    for left, right in ((wide, narrow), (narrow, wide), (narrow, narrow), (wide, Const(3, INT))):
        expr = Binary(op, left, right)
        low, high = span(expr, DataModel.LP64, {})
        one, two = (range(a, b + 1) for a, b in (span(side, DataModel.LP64, {}) for side in (left, right)))
        ctype = type_of(left, DataModel.LP64)
        values = (binary(op, x, y, ctype) for x, y in product(one, two))
        assert all(low <= value <= high for value in values if value is not None)
