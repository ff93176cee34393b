"""Test that an access needs no check exactly where its condition was just assumed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.copying import replace
from veriabs.core.expressions import Apply, Binary, Element, Expr, Var
from veriabs.core.program import Program, in_bounds
from veriabs.core.templates import render_c
from veriabs.core.types import INT, ULLONG
from veriabs.frontend.program import load_program
from veriabs.invariants.access_checks import AssumedBounds
from veriabs.invariants.bounds import bounds_program

INDEX, SIZE = Var("i", INT), Var("n", ULLONG)
Make = Callable[[str], Program]


def is_checked(assumed: AssumedBounds, index: Expr = INDEX, size: Expr = SIZE) -> bool:
    lines: dict[int, str] = {}
    assumed.index(index, size, 7, lines)
    return bool(lines)


def assuming(*tests: Expr) -> AssumedBounds:
    made = AssumedBounds()
    for test in tests:
        made.assume(test)
    return made


def test_assumed_access_is_not_checked() -> None:
    assert not is_checked(assuming(in_bounds(INDEX, SIZE)))


@pytest.mark.parametrize(
    ("index", "size"), [(Var("j", INT), SIZE), (INDEX, Var("m", ULLONG)), (Binary("+", INDEX, Var("j", INT)), SIZE)]
)
def test_other_access_is_checked(index: Expr, size: Expr) -> None:
    assert is_checked(assuming(in_bounds(INDEX, SIZE)), index, size)


@pytest.mark.parametrize("written", ["i", "n"])
def test_access_is_checked_after_a_write(written: str) -> None:
    assumed = assuming(in_bounds(INDEX, SIZE))
    assumed.forget([written])
    assert is_checked(assumed)


def test_access_is_checked_after_a_write_to_the_cell_in_its_index() -> None:
    cell = Element("b", (INDEX,), INT)
    assumed = assuming(in_bounds(cell, SIZE))
    assert not is_checked(assumed, cell)
    assumed.forget(["b"])
    assert is_checked(assumed, cell)


def test_index_with_another_value_at_each_evaluation_is_checked() -> None:
    arbitrary = Apply("any_int", (), INT)
    assert is_checked(assuming(in_bounds(arbitrary, SIZE)), arbitrary)


CODE = """int main(void) {{ int a[100], b[100]; int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
{code}
__VERIFIER_assert(i != 1000 || j != 2000); return 0; }}"""


def calls(program: Make, code: str) -> int:
    task = replace(program(CODE.format(code=code)).task, checks=("bounds",))
    harness = bounds_program(load_program(task), every=True)
    text = render_c(harness.template, harness.context)
    return text.count("within_") - text.count("static long long within_")


def test_a_goal_stands_for_the_check_of_its_access(program: Make) -> None:
    assert calls(program, "a[i] = 1;") == 0
    assert calls(program, "a[i] = b[j];") == 0
    assert calls(program, "for (int k = 0; k < i; k++) a[k] = b[j];") == 0


def test_each_part_of_a_branch_has_a_check_of_its_own(program: Make) -> None:
    assert calls(program, "i = i > 5 ? a[i] : j;") > 0
