"""Test that annotations use the macros of the text: `N - 1` instead of 99999."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.annotate.numbers import AS_IT_IS, macro_numbers, with_macros
from veriabs.core.copying import replace
from veriabs.core.ctext import Printer
from veriabs.core.ctree import integer
from veriabs.core.expressions import Binary, Cast, Const, Element, Expr, Unary, Var
from veriabs.core.types import INT, LLONG, IntType
from veriabs.frontend.task import load
from veriabs.report.places import read

INDEX = Var("i", INT)
PRINTER = Printer(scalar=lambda name: name.removeprefix(AS_IT_IS))


def numbers(tmp_path: Path, text: str, *defines: str) -> dict[int, str]:
    path = tmp_path / "input.c"
    path.write_text(text + "int main(void) { for (;;); }\n", encoding="utf-8")
    source = read(path)
    assert source is not None
    return dict(macro_numbers(source, replace(load(path), defines=defines)))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("#define N 100000\n", {100000: "N"}),
        ("#ifndef N\n#define N (100000)\n#endif\n", {100000: "N"}),
        ("#define M 1000\n#define N M\n", {1000: "M"}),
        ("#define N 100000\n#undef N\n#define N 1000\n", {}),
        ("#define N 100000u\n#define M 0100\n#define F(x) 1000\n", {}),
        ("#define TAPS 4\n", {}),
        ("#if 0\n#define N 100000\n#endif\n", {}),
    ],
)
def test_macro_names_a_number_if_unique_and_never_redefined(tmp_path: Path, text: str, found: object) -> None:
    assert numbers(tmp_path, text) == found


def test_macro_from_the_command_line_overrides_the_text(tmp_path: Path) -> None:
    assert numbers(tmp_path, "#ifndef N\n#define N 100000\n#endif\n", "N=70000") == {70000: "N"}


def test_a_macro_that_is_defined_after_a_loop_has_no_meaning_there(tmp_path: Path) -> None:
    assert numbers(tmp_path, "void f(void) { while (1); }\n#define N 100000\n") == {}


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (Binary("<=", INDEX, integer(1000)), "i <= N"),
        (Binary("<=", INDEX, integer(999)), "i <= N - 1"),
        (Binary("<=", INDEX, integer(3001)), "i <= 3 * N + 1"),
        (Binary(">=", INDEX, integer(-1000)), "i >= -N"),
        (Binary(">=", INDEX, integer(-999)), "i >= -(N - 1)"),
        (Binary("-", integer(1000), Binary("-", INDEX, integer(999))), "N - (i - (N - 1))"),
        (Element("a", (integer(999),), INT), "a[N - 1]"),
        (Binary("%", INDEX, integer(1000)), "i % 1000"),
        (Binary("*", integer(1000), Binary("+", INDEX, integer(1000))), "1000 * (i + N)"),
        (Binary("<=", INDEX, integer(1500)), "i <= 1500"),
        (Binary("<=", INDEX, integer(3)), "i <= 3"),
        (Binary("<", INDEX, Const(1000, IntType("unsigned int", 32, False))), "i < 1000U"),
        (Unary("-", Cast(LLONG, integer(2000))), "-(long long)(2 * N)"),
    ],
)
def test_numbers_that_are_compared_or_added_have_names(expr: Expr, text: str) -> None:
    assert PRINTER.expr(with_macros(expr, {1000: "N"})) == text


def test_ambiguous_number_keeps_its_digits() -> None:
    assert PRINTER.expr(with_macros(Binary("<", INDEX, integer(4000)), {1000: "N", 2000: "M"})) == "i < 2 * M"
    assert PRINTER.expr(with_macros(Binary("<", INDEX, integer(6000)), {3000: "N", 2997: "M"})) == "i < 2 * N"
    assert PRINTER.expr(with_macros(Binary("<", INDEX, integer(1500)), {1499: "N", 1501: "M"})) == "i < 1500"
