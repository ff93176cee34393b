"""Equivalent conditions in different forms are listed once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.ctree import statements
from veriabs.core.program import Program
from veriabs.core.statements import If
from veriabs.invariants.canonical_form import distinct

Make = Callable[[str], Program]


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("a[x] <= y", "!(a[x] > y)", True),
        ("a[x] <= y", "y >= a[x]", True),
        ("x >= 0", "0LL <= (long long)x", True),
        ("a[x] <= y", "a[x] < y", False),
        ("d <= e", "!(d > e)", False),
        ("d <= e", "e >= d", True),
    ],
)
def test_equal_conditions_are_listed_once(program: Make, first: str, second: str, same: bool) -> None:
    """`!(d > e)` holds of numbers of which one is NaN, `d <= e` does not."""
    code = f"__VERIFIER_assert(x); if ({first}) x = 1; if ({second}) x = 2; return 0;"
    text = f"int a[9]; double d, e; int x, y; int main(void) {{ {code} }}"
    tests = [s.test for s in statements(program(text).body) if isinstance(s, If)]
    assert len(distinct(tests)) == (1 if same else 2)
    assert distinct(tests)[0] == tests[0]
