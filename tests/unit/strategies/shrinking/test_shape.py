"""Test fusion plans: arrays that become single cells, and variables that an iteration may change."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.expressions import Const, Var
from veriabs.core.loop_model import FusedLoops, LoopModel, Pairing
from veriabs.core.types import INT
from veriabs.loops.affine import Affine
from veriabs.loops.fuse import groups
from veriabs.strategies.shrinking.pairing import pairings
from veriabs.strategies.shrinking.shape import FusionPlan, cell_arrays

Model = Callable[[str], LoopModel]


X, J, N, NINE = Var("i", INT), Var("j", INT), Var("n", INT), Const(9, INT)


TEXT = """int a[100], b[100]; int x, n; int main(void) {{ n = __VERIFIER_nondet_int(); {code}
{look} return 0; }}"""


LOOK = "for (int i = 0; i < 100; i++) __VERIFIER_assert(a[i] == 1);"


def first(model: Model, code: str, look: str = LOOK) -> tuple[LoopModel, FusedLoops, Pairing]:
    task = model(TEXT.format(code=code, look=look))
    group = next(g for g in groups(task) if isinstance(g, FusedLoops))
    return task, *next(pairings(task, group))


def shape(model: Model, code: str, look: str = LOOK, cells: bool = True) -> FusionPlan:
    task, group, pairing = first(model, code, look)
    return FusionPlan(task, group, pairing, frozenset(cell_arrays(task, group, pairing)) if cells else frozenset())


@pytest.mark.parametrize(("code", "look", "cells"), [
    ("for (int i = 0; i < 100; i++) a[i] = 1;", LOOK, {"a": (1, -1)}),
    ("for (int i = 0; i < 100; i++) a[i] = b[i];", LOOK, {"a": (1, -1), "b": (1, -1)}),
    ("for (int i = 99; i >= 0; i--) a[i] = 1;", LOOK, {"a": (-1, 100)}),
    ("for (int i = 0; i < 50; i++) a[2 * i] = 1;",
     "for (int i = 0; i < 100; i += 2) __VERIFIER_assert(a[i] == 1);", {"a": (2, -2)}),
])  # fmt: skip
def test_one_cell_a_column(model: Model, code: str, look: str, cells: dict[str, tuple[int, int]]) -> None:
    found = cell_arrays(*first(model, code, look))
    assert {name: (form.slope, form.constant) for name, form in found.items()} == cells


@pytest.mark.parametrize(("code", "look"), [
    # the two halves meet: two cells a column (c01)
    ("for (int i = 0; i < 50; i++) { a[i] = 1; a[99 - i] = 1; }", LOOK),
    ("for (int i = 0; i < 100; i++) a[i] = 1;", "for (int i = 0; i < 50; i++) __VERIFIER_assert(a[i] == a[99 - i]);"),
    ("for (int i = 1; i < 100; i++) a[i] = a[i - 1];", LOOK),
    ("for (int i = 0; i < 100; i++) a[0] = i;", LOOK),
    ("for (int i = 0; i < 100; i++) { if (b[i]) { a[x] = 1; x = x + 1; } }", LOOK),
    ("for (int i = 0; i < 100; i++) a[i] = 1; a[3] = 2;", LOOK),
    ("a[3] = 2; for (int i = 0; i < 100; i++) if (b[i]) a[i] = 1;", LOOK),
    ("for (int i = 0; i < 100; i++) a[i] = 1; x = a[n];", "__VERIFIER_assert(x == 1);"),
])  # fmt: skip
def test_other_arrays_are_no_cells(model: Model, code: str, look: str) -> None:
    assert "a" not in cell_arrays(*first(model, code, look))


def test_changed_is_all_that_a_step_may_change(model: Model) -> None:
    found = shape(model, "for (int i = 0; i < 100; i++) { a[i] = x; if (b[i] > x) x = 5; }")
    assert {"a", "x"} <= found.changed
    assert "n" not in found.changed
    assert "i" not in found.written_by_step


def test_code_after_the_loop_changes_state(model: Model) -> None:
    code, look = "for (int i = 0; i < 100; i++) a[i] = 1;", "x = a[3] + x; __VERIFIER_assert(x >= 1);"
    found = shape(model, code, look)
    assert "x" in found.changed
    assert "x" not in found.written_by_step


def test_only_used_variables_are_declared(model: Model) -> None:
    found = shape(model, "int unused = 7; for (int i = 0; i < 100; i++) a[i] = 1;")
    assert "unused" not in {s.name for s in found.scalars}
    assert [array.name for array in found.arrays] == ["a"]


def test_cells_are_those_of_the_pairing(model: Model) -> None:
    task, group, pairing = first(model, "for (int i = 4; i < 100; i++) a[i] = 1;")
    assert cell_arrays(task, group, pairing)["a"] == Affine((("#", 1),), -1)
    assert "a" not in cell_arrays(task, group, (Pairing(constant=7),))
