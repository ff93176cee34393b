"""Test the side conditions of shrinking: CBMC checks every result of the analysis."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from veriabs.core.loop_model import FusedLoops, LoopModel
from veriabs.core.queries import Query
from veriabs.core.runs import Outcome
from veriabs.core.templates import render_c
from veriabs.loops.fuse import groups
from veriabs.strategies.shrinking.attempts import commutation
from veriabs.strategies.shrinking.conditions import side_conditions, unproved_pairs
from veriabs.strategies.shrinking.pairing import pairings
from veriabs.strategies.shrinking.shape import FusionPlan, cell_arrays

Model = Callable[[str], LoopModel]

TEXT = """int a[100], b[100]; int x, n; int main(void) {{ n = __VERIFIER_nondet_int(); {code} {look} return 0; }}"""
LOOK = "for (int i = 0; i < 100; i++) __VERIFIER_assert(a[i] == b[i]);"
FILL, COPY = "for (int i = 0; i < 100; i++) a[i] = i;", "for (int i = 0; i < 100; i++) b[i] = a[i];"


def planned(model: Model, code: str, look: str = LOOK, cells: bool = True) -> tuple[FusionPlan, Query]:
    task = model(TEXT.format(code=code, look=look))
    group = next(g for g in groups(task) if isinstance(g, FusedLoops))
    shifted, pairing = next(pairings(task, group))
    forms = cell_arrays(task, shifted, pairing) if cells else {}
    shape = FusionPlan(task, shifted, pairing, frozenset(forms))
    return shape, side_conditions(shape, forms)


def checks_text(model: Model, code: str, look: str = LOOK, cells: bool = True) -> str:
    return "\n".join(planned(model, code, look, cells)[1].asked)


def test_everything_asked_is_asserted_once(model: Model) -> None:
    for code in (FILL + COPY, "for (int i = 99; i >= 0; i--) { a[i] = 1; b[i] = 1; if (a[i] > x) x = 2; }"):
        _, harness = planned(model, code)
        asserted = re.findall(r'__CPROVER_assert\(.*, "(.*)"\)', render_c(harness.template, harness.context))
        assert sorted(asserted) == sorted(harness.asked)
        assert len(asserted) == len(set(asserted))


def test_conditions_are_needed_to_succeed_and_claim_nothing(model: Model) -> None:
    _, harness = planned(model, FILL)
    assert harness.needed is Outcome.SUCCESS
    assert harness.claim is None


def test_closed_forms_by_base_and_step(model: Model) -> None:
    text = checks_text(model, "int j = 3; for (int i = 0; i < 100; i++) { a[j] = 1; j = j + 2; }")
    for name in ("i", "j"):
        assert re.search(rf"closed form of {name}\w* at line 2: base", text)
        assert re.search(rf"closed form of {name}\w* at line 2: step", text)


def test_trip_count_of_an_exact_loop_ends_and_goes_on(model: Model) -> None:
    text = checks_text(model, FILL)
    assert "trip count at line 2: ends" in text
    assert "trip count at line 2: goes on" in text


def test_trip_count_of_an_inexact_loop_ends(model: Model) -> None:
    code = "for (int i = 0; i < 100; i++) { a[i] = 1; if (b[i]) break; }"
    text = checks_text(model, code, "__VERIFIER_assert(a[n] == 1);")
    assert "trip count at line 2: ends" in text
    assert "goes on" not in text


def test_every_iteration_and_clause_has_a_column(model: Model) -> None:
    text = checks_text(model, FILL)
    assert "every iteration at line 2 has a column" in text
    assert "every clause at line 2 has a column" in text


def test_exists_does_not_need_every_clause(model: Model) -> None:
    look = "int f = 0; for (int i = 0; i < 100; i++) if (a[i] == 1) f = 1; __VERIFIER_assert(f);"
    assert "every clause" not in checks_text(model, FILL, look)


def test_cells_are_proved(model: Model) -> None:
    assert "uses only the column's own cell of a" in checks_text(model, FILL)
    assert "own cell" not in checks_text(model, FILL, cells=False)


def test_fused_loops_share_no_reordered_cell(model: Model) -> None:
    text = checks_text(model, FILL + COPY, cells=False)
    assert "share no cell of a when reordered" in text
    assert "share no cell of b" not in text


def test_no_size_is_left(model: Model) -> None:
    _, harness = planned(model, FILL + COPY, cells=False)
    assert "[100]" not in render_c(harness.template, harness.context)


# ---------------------------------------------------------------------------------------------------------- commute


@pytest.mark.parametrize(("code", "look", "pairs"), [
    (FILL + COPY, LOOK, 0),
    ("for (int i = 0; i < 100; i++) x = x + a[i]; for (int i = 0; i < 100; i++) x = x + b[i];",
     "__VERIFIER_assert(x >= 0);", 1),
    ("for (int i = 0; i < 100; i++) if (b[i]) { a[x] = 1; x = x + 1; } for (int i = 0; i < 100; i++) a[i] = 1;",
     "__VERIFIER_assert(a[n]);", 1),
])  # fmt: skip
def test_pairs_that_need_a_query(model: Model, code: str, look: str, pairs: int) -> None:
    shape, _ = planned(model, code, look, cells=False)
    assert len(shape.group.members) == 2
    assert len(unproved_pairs(shape)) == pairs


def test_commutation_query(model: Model) -> None:
    code = "for (int i = 0; i < 100; i++) x = x + a[i]; for (int i = 0; i < 100; i++) x = x + b[i];"
    shape, _ = planned(model, code, "__VERIFIER_assert(x >= 0);")
    ((first, second),) = unproved_pairs(shape)
    query = commutation(shape, first, second)
    text = render_c(query.template, query.context)
    assert query.claim is None
    assert query.needed is Outcome.SUCCESS
    assert text.count(query.asked[0]) == 1
    assert "s.x == s1.x" in text
