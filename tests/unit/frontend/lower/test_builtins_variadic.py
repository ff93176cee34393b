"""Test calls of functions with `...` parameters."""

from __future__ import annotations

from pathlib import Path

from lowering import DECLARATIONS, lower_file

from veriabs.core import ctree
from veriabs.core.program import Program
from veriabs.core.statements import Havoc

HEAD = f"#include <stdarg.h>\n{DECLARATIONS}"
SUM = "int sum(int n, ...) { va_list l; va_start(l, n); int s = 0; while (n--) s += va_arg(l, int); return s; }"
SET = "void set(int n, ...) { va_list l; va_start(l, n); int *p = va_arg(l, int *); if (p) *p = n; va_end(l); }"


def unknowns(tmp_path: Path, text: str) -> list[str]:
    """The variables that are given any value."""
    program: Program = lower_file(tmp_path / "v.c", HEAD + text)
    assert not any(gap.must_not_run for gap in program.gaps)
    given = (s.target for s in ctree.statements(program.body) if isinstance(s, Havoc) and s.unknown)
    return [ctree.target_name(one) for one in given]


def test_an_argument_is_any_value(tmp_path: Path) -> None:
    assert "unknown" in unknowns(tmp_path, f"{SUM} int main() {{ __VERIFIER_assert(sum(2, 1, 1) == 2); }}")


def test_unread_variadic_arguments_are_evaluated(tmp_path: Path) -> None:
    text = "int f(int n, ...) { return n; } int main() { int x = 1; __VERIFIER_assert(f(3, x++, 2.0) == 3 && x == 2); }"
    assert unknowns(tmp_path, text) == []


def test_the_object_of_an_argument_may_be_written(tmp_path: Path) -> None:
    text = f"{SET} int main() {{ int x = 1, y = 1; set(2, &x); __VERIFIER_assert(x == 1 && y == 1); }}"
    assert "x" in unknowns(tmp_path, text) and "y" not in unknowns(tmp_path, text)
