"""Test candidates for the ranges of scalars, such as `i <= n` from a test `i < n`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.ctree import statements
from veriabs.core.program import Program
from veriabs.core.statements import Loop
from veriabs.invariants.limits import limits
from veriabs.loops.facts import facts_of

Make = Callable[[str], Program]

TEXT = "int a[100]; int main(void) {{ int x = 0, y = 0; {code} __VERIFIER_assert(a[0] == 0); return 0; }}"


def limit_texts(program: Make, code: str) -> list[str]:
    made = program(TEXT.format(code=code))
    (loop,) = (stmt for stmt in statements(made.body) if isinstance(stmt, Loop))
    return [Printer().expr(expr) for expr in limits(made, facts_of(1, loop))]


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("while (a[x]) x++;", "(long long)x <= 100LL"),
        ("a[40] = 0; while (a[x]) x++;", "(long long)x <= 40LL"),
        ("for (int i = 0; i < 9; i++) if (x < 16) x++;", "(long long)x <= 16LL"),
        ("for (int i = 0; i < 9; i++) if (x != 16) x++;", "(long long)x < 16LL"),
        ("for (int i = 0; i < 9; i++) if (x > -5) x--;", "(long long)x >= -5LL"),
        ("for (int i = 0; i < 9; i++) { x += a[i]; if (x >> 16) x = (x & 65535) + 1; }", "!(x >> 16)"),
        ("for (int i = 0; i < 9; i++) { x += 3; if (x & 64) x = 0; }", "!(x & 64)"),
        ("for (int i = 0; i < 9; i++) { x += 3; x = x >= 510 ? x - 255 : x; }", "!(x >= 510)"),
        ("for (int i = 0; i < 9; i++) x = (x + 3) % 16;", "(long long)x < 16LL"),
        (
            "for (int i = 0; i < 50; i++) x += a[i] & 3; __VERIFIER_assert(x < 150);",
            "(long long)x <= (long long)i * 3LL",
        ),
        ("for (int i = 0; i < 50; i++) x += a[i]; y = x; __VERIFIER_assert(y != 7);", "x != 7"),
        ("while (a[x]) x++; y = (unsigned char)x; __VERIFIER_assert(y < 9);", "(unsigned char)x < 9"),
        ("for (int i = 0; i < 9; i++) { x = 7 - x; __VERIFIER_assert(x + 1 < 9 && a[x] == 0); }", "x + 1 < 9"),
    ],
)
def test_limits_come_from_names_in_the_program(program: Make, code: str, wanted: str) -> None:
    assert wanted in limit_texts(program, code)


def test_index_is_bounded_by_the_result_of_an_earlier_search(program: Make) -> None:
    code = "while (a[x]) x++; while (a[y] != 3) y++;"
    made = program(TEXT.format(code=code))
    first, second = (stmt for stmt in statements(made.body) if isinstance(stmt, Loop))
    assert "(long long)y <= (long long)x" in [Printer().expr(e) for e in limits(made, facts_of(2, second))]
    assert not [text for e in limits(made, facts_of(1, first)) if "y" in (text := Printer().expr(e))]  # not set yet


def test_counted_loop_needs_no_limits(program: Make) -> None:
    assert not limit_texts(program, "for (int i = 0; i < 100; i++) a[i] = i;")


def test_variables_changed_by_the_loop_are_no_limits(program: Make) -> None:
    texts = limit_texts(program, "for (int i = 0; i < 9; i++) { y = a[i]; if (x < y) x++; }")
    assert not [text for text in texts if "y" in text]
