"""Test the rotation of `do ... while` loops into loops that test first."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.ctree import statements
from veriabs.core.program import Program
from veriabs.core.source import DataModel
from veriabs.core.statements import Loop
from veriabs.loops.rotate import as_written, latch_condition, peel

Make = Callable[[str], Program]

TEXT = "int a[100]; int c, x; int main(void) {{ {code} __VERIFIER_assert(c); return 0; }}"


@pytest.mark.parametrize(
    ("loop", "test"),
    [
        ("do { a[c] = 1; c++; } while (c < 9);", "!(c >= 9)"),
        ("while (1) { a[c] = 1; c++; if (c == 9) break; }", "!(c == 9)"),
        ("for (;;) { c++; if (c & 1) continue; a[c] = 1; if (c > 9) break; }", None),  # an iteration may begin without
        ("do { c++; if (c & 1) continue; a[c] = 1; } while (c < 9);", "!(c >= 9)"),
        ("while (c < 9) { c++; if (x) break; }", None),
        ("for (;; c++) { if (x) break; }", None),
    ],
)
def test_latch_condition_is_found(program: Make, loop: str, test: str | None) -> None:
    (one,) = (stmt for stmt in statements(program(TEXT.format(code=loop)).body) if isinstance(stmt, Loop))
    found = latch_condition(one)
    assert (found and Printer().expr(found)) == test


def test_kept_do_loops_are_not_rotated(program: Make) -> None:
    whole = program(TEXT.format(code="c = 0; do { a[c] = 1; c++; } while (c < 9);"))
    written = as_written(whole)

    def first(one: Program) -> bool:
        return any(isinstance(stmt, Loop) and stmt.peeled for stmt in statements(peel(one.body, [0], DataModel.LP64)))

    assert first(whole) and not first(written) and first(as_written(written, kept=False))
