"""Test which clause of the property belongs to which column of fused loops."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.loop_model import FusedLoops, LoopModel, Pairing
from veriabs.loops.affine import Affine
from veriabs.loops.fuse import groups
from veriabs.loops.propagation import estimated_forms
from veriabs.strategies.shrinking.pairing import clause_values, member_values, pairings

Model = Callable[[str], LoopModel]

TEXT = "int a[99]; int n; int main(void) {{ n = __VERIFIER_nondet_int(); {code} return 0; }}"


def first(model: Model, code: str) -> tuple[LoopModel, FusedLoops]:
    found = model(TEXT.format(code=code))
    group = next(groups(found))
    assert isinstance(group, FusedLoops)
    return found, group


def likeliest(model: Model, main: str, looking: str) -> tuple[FusedLoops, Pairing]:
    code = f"for ({main}) a[i] = 1; for ({looking}) __VERIFIER_assert(a[i] == 1);"
    group, (pairing,) = next(pairings(*first(model, code)))
    return group, pairing


def cell_of(group: FusedLoops, pairing: Pairing, main: Affine, looking: Affine) -> None:
    """In every column that has a clause, clause and iteration are about the same cell."""
    for column in range(1, 40):
        j = (column - 1 - group.members[0].shift) / group.rate + 1
        t = (pairing.scale * column + pairing.constant) / pairing.divisor
        if t == int(t) and t >= 1 and j == int(j) and j >= 1:
            assert main.slope * j + main.constant == looking.slope * t + looking.constant, column


def form(slope: int, constant: int) -> Affine:
    return Affine((("#", slope),), constant)


@pytest.mark.parametrize(("main", "looking", "forms"), [
    ("int i = 0; i < 90; i++", "int i = 0; i < 90; i++", (form(1, -1), form(1, -1))),
    ("int i = 0; i < 90; i++", "int i = 3; i < 90; i++", (form(1, -1), form(1, 2))),
    ("int i = 4; i < 90; i++", "int i = 0; i < 90; i++", (form(1, 3), form(1, -1))),
    ("int i = 89; i >= 0; i--", "int i = 0; i < 90; i++", (form(-1, 90), form(1, -1))),
    ("int i = 0; i < 90; i++", "int i = 89; i >= 0; i--", (form(1, -1), form(-1, 90))),
    ("int i = 89; i >= 0; i--", "int i = 89; i >= 0; i--", (form(-1, 90), form(-1, 90))),
    ("int i = 0; i < 90; i += 2", "int i = 0; i < 90; i += 2", (form(2, -2), form(2, -2))),
    ("int i = 0; i < 90; i++", "int i = 0; i < 90; i += 3", (form(1, -1), form(3, -3))),
    ("int i = 0; i < 90; i += 2", "int i = 0; i < 90; i++", (form(2, -2), form(1, -1))),
    ("int i = 0; i < 90; i += 3", "int i = 89; i >= 0; i--", (form(3, -3), form(-1, 90))),
])  # fmt: skip
def test_clause_is_about_the_cell_of_its_column(
    model: Model, main: str, looking: str, forms: tuple[Affine, Affine]
) -> None:
    group, pairing = likeliest(model, main, looking)
    cell_of(group, pairing, *forms)


def test_same_direction_is_the_identity(model: Model) -> None:
    group, pairing = likeliest(model, "int i = 0; i < 90; i++", "int i = 0; i < 90; i++")
    assert pairing == Pairing()
    assert group.rate == 1


def test_reversed_has_a_negative_scale(model: Model) -> None:
    _, pairing = likeliest(model, "int i = 89; i >= 0; i--", "int i = 0; i < 90; i++")
    assert (pairing.scale, pairing.constant) == (-1, 91)


def test_property_that_starts_later_has_an_offset(model: Model) -> None:
    _, pairing = likeliest(model, "int i = 0; i < 90; i++", "int i = 3; i < 90; i++")
    assert (pairing.scale, pairing.constant) == (1, -3)


def test_property_that_starts_earlier_shifts_the_group(model: Model) -> None:
    group, pairing = likeliest(model, "int i = 4; i < 90; i++", "int i = 0; i < 90; i++")
    assert (group.members[0].shift, pairing.constant) == (4, 0)


def test_wide_main_stride_spreads_the_columns(model: Model) -> None:
    group, _ = likeliest(model, "int i = 0; i < 90; i += 2", "int i = 0; i < 90; i++")
    assert group.rate == 2


def test_wide_property_stride_has_a_divisor(model: Model) -> None:
    _, pairing = likeliest(model, "int i = 0; i < 90; i++", "int i = 0; i < 90; i += 3")
    assert pairing.divisor == 3


def test_symbolic_offset_is_a_sum_of_scalars(model: Model) -> None:
    _, pairing = likeliest(model, "int i = 0; i < n; i++", "int i = n; i < 2 * n; i++")
    assert pairing.scale == 1
    assert pairing.offset


def test_identity_is_always_tried_once(model: Model) -> None:
    for looking in ("int i = 0; i < 90; i++", "int i = 3; i < 90; i++", "int i = 89; i >= 0; i--"):
        code = f"for (int i = 0; i < 90; i++) a[i] = 1; for ({looking}) __VERIFIER_assert(a[i] == 1);"
        found = [pairing for _, pairing in pairings(*first(model, code))]
        assert found.count((Pairing(),)) == 1
        assert len(found) == len(set(found))


def test_single_has_the_identity_alone(model: Model) -> None:
    task, group = first(model, "for (int i = 0; i < 90; i++) a[i] = 1; __VERIFIER_assert(a[n] == 1);")
    assert list(pairings(task, group)) == [(group, (Pairing(),))]


def test_values_of_counters(model: Model) -> None:
    code = "for (int i = 4; i < 90; i += 2) a[i] = 1; for (int i = 89; i >= 0; i--) __VERIFIER_assert(a[i] == 1);"
    task, group = first(model, code)
    assert task.goal.facts is not None
    assert list(member_values(group, 0).values()) == [form(2, 2)]
    assert list(clause_values(group, task.goal.facts).values()) == [form(-1, 90)]


def test_continuing_property_loop_starts_at_its_counter_value(model: Model) -> None:
    """No generated program declares the symbol of its start; that is the counter's value behind the loops."""
    code = "int i; for (int j = 0; j < 90; j++) a[j] = 1; for (i = n; i < 90; i++) { } for (; i < 90; i++)"
    task, group = first(model, f"{code} __VERIFIER_assert(a[i] == 1);")
    assert task.goal.facts is not None
    (value,) = clause_values(group, task.goal.facts).values()
    assert {name for name, _ in value.rest.terms} == {"i"}


def test_start_values_forget_variables_written_by_loops(model: Model) -> None:
    code = "int i = 5; int j = 6; for (; i < 90; i++) a[i] = j; __VERIFIER_assert(a[i] == j);"
    task = model(TEXT.format(code=code))
    assert estimated_forms(task.segments[:1]) == {"i": Affine((), 5), "j": Affine((), 6)}
    assert estimated_forms(task.segments[:2]) == {"j": Affine((), 6)}


@pytest.mark.parametrize(("code", "looking", "expected"), [
    ("i = 0; i < 90; i += 3) { a[i] = 1; a[i + 1] = 1; a[i + 2] = 1; }", "i = 0; i < 90; i++",
     {(3, -2), (3, -1), (3, 0)}),
    ("i = 0; i < 45; i++) { a[i] = 1; a[89 - i] = 1; }", "i = 0; i < 90; i++", {(1, 0), (-1, 91)}),
    ("i = 1; i < 31; i++) { a[2 * i - 2] = 1; a[2 * i - 1] = 1; }", "i = 59; i >= 0; i--", {(-2, 61), (-2, 62)}),
])  # fmt: skip
def test_a_column_has_the_clauses_of_all_its_cells(
    model: Model, code: str, looking: str, expected: set[tuple[int, int]]
) -> None:
    task, group = first(model, f"for (int {code} for (int {looking}) __VERIFIER_assert(a[i] == 1);")
    _, found = next(pairings(task, group))
    assert {(one.scale, one.constant) for one in found} == expected
    assert {one.members for one in found} == {(0,)}


def test_a_column_of_two_loops_has_the_clauses_of_both(model: Model) -> None:
    code = "for (int i = 0; i < 90; i += 2) a[i] = 1; for (int i = 1; i < 90; i += 2) a[i] = 1;"
    task, group = first(model, f"{code} for (int i = 0; i < 90; i++) __VERIFIER_assert(a[i] == 1);")
    _, found = next(pairings(task, group))
    assert {(one.scale, one.constant, one.members) for one in found} == {(2, -1, (0,)), (2, 0, (1,))}
