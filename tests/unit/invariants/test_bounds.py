"""Test the bounds program: every access is checked, every loop is cut, every assumption is also checked."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from veriabs.core.copying import replace
from veriabs.core.ctree import names, statements
from veriabs.core.expressions import Binary, Const, Var
from veriabs.core.loop_model import entry_of
from veriabs.core.program import Program
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.runs import Run
from veriabs.core.source import DataModel
from veriabs.core.statements import CheckId, CheckKind, Loop
from veriabs.core.templates import render_c
from veriabs.core.types import INT
from veriabs.core.verdict import holds
from veriabs.invariants.access_checks import IN_BOUNDS
from veriabs.invariants.bounds import BoundsGoal, bounds_program, unwound_program
from veriabs.loops.flatten import assertions, reduce_to_names
from veriabs.solvers.driver import Cbmc, Driver

Make = Callable[[str], Program]

TEXT = "int a[100], b[100]; int x; int main(void) {{\n{code}\n__VERIFIER_assert(x == 0); return 0; }}"


def planned(program: Make, code: str) -> Query:
    return bounds_program(program(TEXT.format(code=code)))


def rendered(harness: Query) -> str:
    return render_c(harness.template, harness.context)


def test_every_line_with_an_access_is_checked(program: Make) -> None:
    harness = planned(program, "x = __VERIFIER_nondet_int();\nx = a[x];\nb[3] = x;")
    assert [text for text, about in harness.ids.items() if about.kind is CheckKind.ACCESS] == [
        f"array index at line {line} {IN_BOUNDS}" for line in (4, 5)
    ]


def test_everything_asked_is_asserted(program: Make) -> None:
    harness = planned(program, "for (int i = 0; i < 100; i++) { a[i] = b[i]; if (a[i]) continue; x = x + 1; }")
    asserted = set(re.findall(r'__CPROVER_assert\(.*, "(.*)"\)', rendered(harness)))
    assert set(harness.asked) == asserted
    assert len(harness.asked) == len(set(harness.asked))


def test_access_in_a_test_and_in_an_index_is_checked(program: Make) -> None:
    text = rendered(planned(program, "if (a[b[x]] > 0) x = 1;"))
    assert text.count("within_3(") == 3  # the function itself and two uses


def test_access_whose_value_is_not_needed_is_checked(program: Make) -> None:
    text = rendered(planned(program, "a[x] = b[x + 1];"))
    assert "within_3(x, 100)" in text
    assert "within_3(x + 1, 100)" in text


def test_bounds_program_contains_no_array_sizes(program: Make) -> None:
    text = rendered(planned(program, "for (int i = 0; i < 100; i++) { x = a[i]; b[x] = 1; }"))
    assert not re.search(r"\[100\]", text)
    assert "while (" not in text


def test_loops_are_cut_with_closed_form_and_trip_count(program: Make) -> None:
    harness = planned(program, "for (int i = 0; i < 100; i++) a[i] = x;")
    assert any("closed form of i" in text for text in harness.asked)
    assert any("trip count" in text for text in harness.asked)
    assert "__CPROVER_assume(0);" in rendered(harness)


def test_variables_written_by_a_loop_become_arbitrary(program: Make) -> None:
    text = rendered(planned(program, "int y = 3; for (int i = 0; i < 100; i++) { y = a[i]; } b[y] = 1;"))
    assert re.search(r"\n  y = nondet_int\(\);", text)


def test_contents_of_arrays_matter_only_where_indices_depend_on_them(program: Make) -> None:
    text = rendered(planned(program, "for (int i = 0; i < 100; i++) a[i] = x; b[a[3]] = 1;"))
    assert "static int a[__CPROVER_constant_infinity_uint]" in text
    assert "static int b[__CPROVER_constant_infinity_uint]" not in text


def test_other_assertions_are_assumed(program: Make) -> None:
    assert "__CPROVER_assume(x == 0);" in rendered(planned(program, "x = a[3];"))


def test_cells_whose_contents_do_not_matter_may_hold_anything(program: Make) -> None:
    """An index in place of the cell would decide conditions and assertions (trap a09)."""
    text = rendered(planned(program, "for (int i = 0; i < 9; i++) b[i] = a[i];"))
    assert "any_nondet_int((within_" in text and "b[within_" not in text


def test_break_and_continue_become_jumps(program: Make) -> None:
    text = rendered(planned(program, "for (int i = 0; i < 100; i++) { if (a[i]) break; if (b[i]) continue; x = 1; }"))
    for label in ("leave_1", "next_2"):
        assert f"goto {label};" in text
        assert f"{label}:;" in text


def test_nested_loops_are_numbered(program: Make) -> None:
    code = "for (int i = 0; i < 9; i++) for (int j = 0; j < i; j++) a[i] = b[j];"
    text = rendered(planned(program, code))
    assert "itno_1" in text
    assert "itno_2" in text


def test_more_dimensions_are_checked_one_by_one(program: Make) -> None:
    text = "int m[3][5]; int main(void) { int x = __VERIFIER_nondet_int(); m[x][x + 1] = 1; __VERIFIER_assert(x); }"
    whole = rendered(bounds_program(program(text)))
    assert "within_2(x, 3)" in whole
    assert "within_2(x + 1, 5)" in whole


def test_invariants_are_asserted_twice_and_assumed_once(program: Make) -> None:
    built = program(TEXT.format(code="for (int i = 0; i < 100; i++) { if (a[i]) x = x + 1; }"))
    loop = next(s for s in statements(built.body) if isinstance(s, Loop)).id
    fact = Binary(">=", Var("x", INT), Const(-77, INT))
    harness = bounds_program(built, {loop: (fact,)})
    text = rendered(harness)
    assert text.count("x >= -77") == 3
    assert text.count("__CPROVER_assume(x >= -77)") == 1
    assert {CheckId(kind, loop) for kind in (CheckKind.ENTRY, CheckKind.STEP)} <= set(harness.ids.values())
    assert set(harness.ids) == set(harness.asked)


def test_snapshots_of_the_entry_are_taken(program: Make) -> None:
    built = program(TEXT.format(code="for (int i = 0; i < 100; i++) { if (a[i]) x = x + 1; }"))
    loop = next(s for s in statements(built.body) if isinstance(s, Loop)).id
    variable = Var("x", INT)
    text = rendered(bounds_program(built, {loop: (Binary(">=", variable, entry_of(variable)),)}))
    assert "const int entry_x = x;" in text


def test_inlined_copies_have_separate_checks(program: Make) -> None:
    text = """int a[100]; int x; void hits(void) { for (int i = 0; i < 100; i++) if (a[i]) x++; }
    int main(void) { hits(); hits(); __VERIFIER_assert(x >= 0); return 0; }"""
    built = program(text)
    one, two = (s.id for s in statements(built.body) if isinstance(s, Loop))
    fact = Binary(">=", Var("x", INT), Const(-77, INT))
    both = bounds_program(built, {one: (fact,), two: (fact,)})
    steps = [text for text, about in both.ids.items() if about.kind is CheckKind.STEP]
    assert len(steps) == 2 and steps[1].endswith("inlined copy 2: step")
    only = bounds_program(built, {two: (fact,)})
    assert {about.loop for about in only.ids.values() if about.kind.of_candidate} == {two}


def test_few_cells_are_declared_as_they_are(program: Make) -> None:
    """A table is taken apart into variables; its local twin holds anything at first."""
    text = rendered(planned(program, "int t[8], u[2][4]; x = __VERIFIER_nondet_int(); b[t[x & 7] + u[1][x & 3]] = 1;"))
    assert re.search(r"\n *static int t\[8\];", text)
    assert re.search(r"\n *static int u\w*\[8\];", text)
    assert "__CPROVER_havoc_object(t);" in text


def up_to_three(behind: str = "", body: str = "", test: str = "i < n", step: str = "i++") -> str:
    """A loop of at most three iterations, and the code after it."""
    loop = f"for (int i = 0; {test}; {step}) {{ {body} }}"
    return f"int n = __VERIFIER_nondet_int(); if (n > 3) return 0; {loop} {behind}"


@pytest.mark.cbmc
@pytest.mark.parametrize(
    ("code", "unwind", "proves"),
    [
        (up_to_three(), 4, True),
        (up_to_three(), 3, False),  # the loop goes on
        (up_to_three("x = n == 3;"), 4, False),  # the assertion fails behind the last iteration
        (up_to_three("x = a[98] > 2;", "a[i * 49] = i;"), 4, True),
        (up_to_three(body="a[i * 50] = i;"), 4, False),  # the last iteration writes out of bounds
        (up_to_three(test="i < n && !a[i * 49 + 2]"), 4, False),  # or its test reads there
        (up_to_three(step="b[i * 49 + 2] = 1, i++"), 4, False),  # or its update writes there
        (up_to_three("x = a[99];", "if (i == 2) continue; if (a[i]) break; a[i + 97] = 1;"), 4, True),
        (up_to_three("x = a[99];", "if (i == 1) continue; if (a[i]) break; a[i + 97] = 1;"), 4, False),
    ],
)
def test_a_program_whose_loops_are_unwound_is_proved_if_nothing_fails_in_it(
    program: Make, cbmc: Cbmc, code: str, unwind: int, proves: bool
) -> None:
    """The checks: every loop ends within the unwinding, the assertion holds, every access is in bounds."""
    query = unwound_program(program(TEXT.format(code=code)), unwind)
    assert holds(CheckedQuery(query, decided(query, cbmc))) is proves


def decided(query: Query, cbmc: Cbmc) -> Run:
    with Driver(cbmc) as driver:
        return driver.check(
            rendered(query),
            purpose=query.purpose,
            asked=query.asked,
            unwind=query.unwind,
            data_model=DataModel.LP64,
            seconds=30.0,
        )


def test_an_index_that_is_the_same_each_time_is_read_as_it_is_written(program: Make) -> None:
    text = rendered(planned(program, "x = __VERIFIER_nondet_int(); if (a[x + 1] > a[b[x]]) b[x / 2] = a[0];"))
    assert "a[within_3(x + 1, 100), (long long)(x + 1)]" in text
    assert "a[within_3(b[within_3(x, 100), (long long)x], 100)]" in text  # two reads of a cell may differ
    assert "a[within_3(x / 2, 100)" not in text and "within_3(x / 2, 100), " not in text


SUMS = """for (int i = 0; i < 100; i++) {{ x = x + 1; }} for (int k = 0; k < 100; k++) {{ x = a[k]; {code} }}"""


@pytest.mark.parametrize(("code", "passed"), [("", True), ("if (x > 5) break;", False)])
def test_invariants_proved_elsewhere_are_assumed_but_not_checked(program: Make, code: str, passed: bool) -> None:
    whole = program(TEXT.format(code=SUMS.format(code=code)))
    first, second = (stmt for stmt in statements(whole.body) if isinstance(stmt, Loop))
    kept = Binary("<", Var("x", INT), Const(9, INT))
    harness = bounds_program(whole, {first.id: (kept,), second.id: (kept,)}, proved={second.id})
    assert {about.loop for about in harness.ids.values() if about.kind is not CheckKind.ACCESS} == {first.id}
    assert rendered(harness).count("__CPROVER_assume(x < 9);") == 2
    assert ("k + 1" in rendered(harness)) is not passed


def test_bounds_program_omits_accesses_of_loops_proved_elsewhere(program: Make) -> None:
    """The accesses of such a loop are no longer in the program (trap q06)."""
    whole = program(TEXT.format(code=SUMS.format(code="")))
    (goal,) = map(BoundsGoal, assertions(whole))
    every = {stmt.id for stmt in statements(whole.body) if isinstance(stmt, Loop)}
    assert bounds_program(whole, {}, goal).accesses
    assert not bounds_program(whole, {}, goal, proved=every).accesses


def test_variables_of_facts_are_declared(program: Make) -> None:
    whole = program(
        "int a[9], s; int main(void) { for (int i = 0; i < 9; i++) a[i] = s; __VERIFIER_assert(a[0] == 0); }"
    )
    part = reduce_to_names(replace(whole, body=tuple(one for one in whole.body if not isinstance(one, Loop))), {"a"})
    (loop,) = (stmt for stmt in statements(whole.body) if isinstance(stmt, Loop))
    (scalar,) = names(loop.body[0].value)  # type: ignore[attr-defined]
    fact = Binary("<", Var(scalar, INT), Const(9, INT))
    assert re.search(rf"int {scalar}\b", rendered(bounds_program(part, {loop.id: (fact,)})))
    assert not re.search(rf"int {scalar}\b", rendered(bounds_program(part)))


def test_only_a_program_with_cut_loops_is_begun_again_in_another_way(program: Callable[[str], Program]) -> None:
    made = program("int a[9]; int main(void) { for (int i = 0; i < 9; i++) a[i] = 1; __VERIFIER_assert(a[3]); }")
    assert bounds_program(made).restarts
    assert not unwound_program(made, 10).restarts


LOOP = """int i = 0; int t = 0;
while (i < 100) {
  i = i + 1;
  t = t + 2;
}
x = t - 2 * i;"""


@pytest.mark.cbmc
def test_optional_facts_take_part_as_before_or_not_at_all(program: Make, cbmc: Cbmc) -> None:
    made = program(TEXT.format(code=LOOP))
    (loop,) = (one for one in statements(made.body) if isinstance(one, Loop))
    i, t = (Var(name, INT) for name in ("i", "t"))
    facts = {loop.id: (Binary("==", t, Binary("*", Const(2, INT), i)), Binary("==", i, t))}
    plain = bounds_program(made, facts, every=True)
    harness = bounds_program(made, facts, every=True, optional=True)
    assert (harness.ids, harness.asked) == (plain.ids, plain.asked)
    assert set(harness.facts) == {text for text, about in harness.ids.items() if about.kind is not CheckKind.GOAL}
    first, second = ({harness.facts[text] for text in harness.facts if f"invariant {n} " in text} for n in (0, 1))
    (counted,) = set(harness.facts.values()) - first - second
    for without, failed in (
        (set(), {"invariant 1 of the loop at line 4, column 1: step"}),
        (second, set()),
        ({*first, *second}, set()),
        ({counted, *first, *second}, {"goal 0 holds"}),
        ({counted, *second}, set()),
        ({counted, *first}, {"invariant 1 of the loop at line 4, column 1: step", "goal 0 holds"}),
    ):
        done = decided(harness.without_facts(without), cbmc)
        assert {text for text in done.failed() if harness.facts.get(text) not in without} == failed
        assert not [text for text in done.failed() if harness.facts.get(text) in without]
