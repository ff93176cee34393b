"""Candidates about every cell, and about pairs of cells."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.ctree import integer
from veriabs.core.expressions import Binary, Expr, Var
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Program
from veriabs.core.types import INT
from veriabs.invariants.quantified import candidates as quantified
from veriabs.invariants.quantified import (
    cell_candidates,
    compares_cells_of_one_array,
    goal_of,
    pair_candidates,
    pair_goal,
    peeled,
)
from veriabs.loops.flatten import assertions

Model = Callable[[str], LoopModel]
COMPACTION = """int a[100000], b[100000]; int main(void) { int n = 0;
for (int i = 0; i < 100000; i++) a[i] = __VERIFIER_nondet_int();
for (int i = 0; i < 100000; i++) if (a[i] > 0) b[n++] = a[i];
for (int x = 0; x < n; x++) __VERIFIER_assert(b[x] > 0); return 0; }"""
SET = """int a[1000]; int main(void) { int n = 0;
for (int k = 0; k < 1000; k++) { int v = __VERIFIER_nondet_int(), known = 0;
for (int i = %s; i < n; i++) if (a[i] == v) known = 1;
if (!known) { a[n] = v; n++; } }
for (int x = 0; x < n; x++) for (int y = x + 1; y < n; y++) __VERIFIER_assert(a[x] != a[y]); return 0; }"""


def texts(model: LoopModel) -> set[str]:
    program = peeled(model.program)
    goal = goal_of(program, model.assertion)
    found = cell_candidates(program, goal)
    return {Printer().expr(expr) for exprs in found.values() for expr in exprs}


def test_goal_has_the_index_of_the_assertion(model: Model) -> None:
    found = model(COMPACTION)
    goal = goal_of(peeled(found.program), found.assertion)
    assert goal.index is not None
    assert Printer().expr(goal.index) == "x"


def test_assertion_without_an_index_is_the_goal_itself(model: Model) -> None:
    found = model("int main(void) { int x = 0; for (int i = 0; i < 9; i++) x = i; __VERIFIER_assert(x < 9); }")
    assert goal_of(peeled(found.program), found.assertion).index is None


def test_a_position_that_is_read_through_a_copy_is_a_mark(model: Model) -> None:
    text = """int b[1000]; int main(void) { int n = 0, k = 0; for (int i = 0; i < 900; i++)
        if (__VERIFIER_nondet_int()) { int at = %s; n = n + 1; b[at] = 5; }
        for (int x = 0; x < 1000; x++) __VERIFIER_assert(b[x] == 0 || b[x] == 5); return n; }"""
    before = "!(0LL <= cell && cell < (long long)n) || "
    assert any(one.startswith(before) for one in texts(model(text % "n")))
    assert not any(one.startswith(before) for one in texts(model(text % "k")))


def test_assertion_is_proposed_for_cells_below_each_bound(model: Model) -> None:
    assert "!(0LL <= cell && cell < (long long)n) || b[cell] > 0" in texts(model(COMPACTION))


def test_candidates_refer_to_enclosing_loops_only(model: Model) -> None:
    found = model(COMPACTION)
    program = peeled(found.program)
    exprs = cell_candidates(program, goal_of(program, found.assertion)).values()
    first = next(iter(exprs))
    assert first
    assert not [text for text in map(Printer().expr, first) if "i_2" in text or "(long long)x" in text]


def pairs(model: LoopModel) -> list[str]:
    program = peeled(model.program)
    goal = goal_of(program, model.assertion)
    found = pair_candidates(program, pair_goal(program, goal) or goal)
    return [Printer().expr(expr) for exprs in found.values() for expr in exprs]


def test_pairs_are_divided_by_marks(model: Model) -> None:
    found = pairs(model(SET % "0"))
    fact = " || a[cell] != a[other]"
    assert "!(0LL <= cell && cell < other && other < (long long)n)" + fact in found
    assert "!(0LL <= cell && cell < (long long)k && (long long)k <= other && other < (long long)n)" + fact in found


def test_an_assertion_about_one_cell_has_no_pairs(model: Model) -> None:
    assert pairs(model(COMPACTION)) == []


def test_an_order_that_is_assumed_of_neighbours_is_proposed_of_all_pairs(model: Model) -> None:
    found = pairs(model("""int a[1000]; int main(void) {
for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
for (int i = 1; i < 1000; i++) __VERIFIER_assume(a[i - 1] <= a[i]);
for (int i = 0; i < 1000; i++) __VERIFIER_assert(a[0] <= a[i]); return 0; }"""))
    assert "!(0LL <= cell && cell < other && other < (long long)i) || !(a[cell] > a[other])" in found


def test_shifted_order_excludes_the_gap(model: Model) -> None:
    found = model("""int a[1000]; int main(void) {
for (int i = 1; i < 1000; i++) { int key = a[i], j = i - 1; while (j >= 0 && a[j] > key) { a[j + 1] = a[j]; j--; }
  a[j + 1] = key; }
for (int i = 1; i < 1000; i++) __VERIFIER_assert(a[i - 1] <= a[i]); return 0; }""")
    hole = "cell != (long long)(j + 1) && other != (long long)(j + 1)"
    ordered = f"!(0LL <= cell && cell < other && other <= (long long)i && {hole}) || a[cell] <= a[other]"
    assert ordered in pairs(found)
    moved = "!((long long)((long long)(j + 1) + 1LL) <= cell && cell < (long long)((long long)(start_2_j + 1) + 1LL))"
    assert f"{moved} || a[cell] > key" in texts(found)


ROUNDS = """int a[1000]; int main(void) {
for (int i = 0; i < 999; i++) for (int j = 0; j < 999 - i; j++)
if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
for (int i = 0; i < 999; i++) __VERIFIER_assert(a[i] <= a[i + 1]); return 0; }"""


def test_pairs_are_divided_at_ends_of_inner_loops_and_carried_indices(model: Model) -> None:
    found = pairs(model(ROUNDS))
    assert any("<= other" in one and "999 - i" in one for one in found)
    assert "!(0LL <= cell && cell < other && other == (long long)j) || a[cell] <= a[other]" in found


def test_cells_of_one_array_are_distinguished_from_those_of_two(model: Model) -> None:
    for text, one_array in ((ROUNDS, True), (ROUNDS.replace("a[i] <= a[i + 1]", "a[i] <= b[i + 1]"), False)):
        program = peeled(model(text.replace("int a[1000];", "int a[1000], b[1000];")).program)
        both = pair_goal(program, goal_of(program, assertions(program)[0]))
        assert both is not None and compares_cells_of_one_array(both) is one_array


def test_no_fact_about_missing_cells_or_a_cell_and_itself(model: Model) -> None:
    found = texts(model("""int a[1000]; int main(void) { int j = 999; while (j > 0 && a[j - 1] > 7) j--;
for (int i = 1; i < 1000; i++) __VERIFIER_assert(a[i - 1] <= a[i]); return 0; }"""))  # fmt: skip
    assert found and not any("cell < 0LL" in one for one in found)
    itself = ("a[(long long)j - 1LL] <= a[j - 1]", "a[j - 1] == a[(long long)j - 1]")
    assert not any(one.endswith(itself) for one in found)


def test_many_loops_share_the_candidates(program: Callable[[str], Program], monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0

    def counted(span: object, fact: object) -> object:
        nonlocal made
        made += 1
        return implied(span, fact)  # type: ignore[arg-type]

    implied = quantified.implied
    monkeypatch.setattr(quantified, "implied", counted)
    body = "".join(f"for (int i = 0; i < 1000; i++) a[i] = {n};\n" for n in range(200))
    whole = program(f"int a[1000]; int main(void) {{ {body} __VERIFIER_assert(a[3] >= 0); return 0; }}")
    found = cell_candidates(whole, goal_of(whole, assertions(whole)[0]))
    assert len(found) == 200
    assert sum(map(len, found.values())) <= quantified.MOST_IN_ALL
    assert made <= 2 * quantified.MOST_IN_ALL


HALVES = """int a[1000]; int main(void) { int key = __VERIFIER_nondet_int(), low = 0, high = 1000;
for (int i = 0; i < 1000; i++) a[i] = i;
while (low < high) { int middle = (low + high) / 2; if (a[middle] < key) low = middle + 1; else high = middle; }
if (low < 1000) __VERIFIER_assert(a[low] >= key); return 0; }"""


def test_a_position_may_be_kept_on_either_side_of_a_test(model: Model) -> None:
    assert {"a[high] >= key", "high == entry_high || a[high] >= key"} <= texts(model(HALVES))


MARKS = """unsigned char used[200]; int main(void) {
for (unsigned i = 0; i < 1000; i++) if (i % 2 == 1) used[i / 8] |= 1 << (i % 8);
for (unsigned i = 0; i < 1000; i++) __VERIFIER_assert((used[i / 8] >> (i % 8) & 1) == (i % 2 == 1)); return 0; }"""


def test_shared_cell_is_expressed_by_its_indices(model: Model) -> None:
    found = model(MARKS)
    goal = goal_of(peeled(found.program), found.assertion)
    assert goal.index is not None
    assert Printer().expr(goal.index) == "i_2"
    proposed = texts(found)
    assert any("used[cell / 8" in text and "cell % 8" in text and "cell % 2" in text for text in proposed)
    assert any("used[cell / 8" in text and text.endswith("== 0") for text in proposed)


STORED = """int a[1000]; signed char low[1000]; unsigned char high[1000];
int main(void) {{ for (int i = 0; i < 1000; i++) a[i] = {value};
for (int x = 0; x < 1000; x++) __VERIFIER_assert(a[x] != 500000); return 0; }}"""


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("__VERIFIER_nondet_int() & 7", "a[cell] <= 7LL"),
        ("__VERIFIER_nondet_int() % 5", "a[cell] <= 4LL"),
        ("(i > 0 ? a[i - 1] : 0) + high[i]", "(long long)a[cell] < 256LL * (cell + 1LL)"),
        ("low[i] + (i > 0 ? a[i - 1] : 0)", "(long long)a[cell] >= -128LL * (cell + 1LL)"),
    ],
)
def test_cell_bounds_come_from_stored_values(model: Model, value: str, said: str) -> None:
    assert f"!(0LL <= cell && cell < (long long)i) || {said}" in texts(model(STORED.format(value=value)))


@pytest.mark.parametrize("value", ["__VERIFIER_nondet_int() & -8", "a[i] + i", "high[i] + i"])
def test_no_fact_about_other_sizes(model: Model, value: str) -> None:
    assert not any("a[cell] < " in said for said in texts(model(STORED.format(value=value))))


@pytest.mark.parametrize(
    ("fact", "nothing"),
    [
        (integer(1), True),
        (integer(0), False),
        (Binary("<=", Var("i", INT), Var("i", INT)), True),
        (Binary("||", Var("i", INT), integer(1)), True),
        (Binary("<=", Var("i", INT), integer(1)), False),
    ],
)
def test_tautologies_are_trivial(fact: Expr, *, nothing: bool) -> None:
    assert quantified.is_trivial(fact) == nothing


STACK = """int a[1000]; int main(void) { int n = 0, v; for (int i = 0; i < 5000; i++) {
if (__VERIFIER_nondet_int() && n < 1000) a[n++] = i; else if (n > 0) { v = a[--n]; __VERIFIER_assert(v <= i); } } }"""
TEXT = """char s[1001], d[1001]; int main(void) { int n = 0, k = 0, i;
for (i = 0; i < 1000; i++) s[i] = __VERIFIER_nondet_char(); s[1000] = 0;
for (i = 0; s[i]; i++) if (s[i] != 32) d[n++] = s[i]; %s
while (d[k]) k++; __VERIFIER_assert(k == n); }"""


def test_asserted_facts_about_moved_values_hold_for_their_cells(model: Model) -> None:
    assert "!(0LL <= cell && cell < (long long)n) || a[cell] <= i" in texts(model(STACK))


def test_text_extends_to_its_written_terminator(model: Model) -> None:
    wanted = "!(0LL <= cell && cell < (long long)n) || d[cell]"

    def of_the_last_loop(code: str) -> list[str]:
        found = model(TEXT % code)
        program = peeled(found.program)
        *_, last = cell_candidates(program, goal_of(program, found.assertion)).values()
        return [Printer().expr(fact) for fact in last]

    assert wanted in of_the_last_loop("d[n] = 0;")
    assert wanted not in of_the_last_loop("d[n] = 1;")
    assert wanted not in of_the_last_loop("d[1000] = 0;")
