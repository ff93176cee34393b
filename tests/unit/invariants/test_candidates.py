"""Test candidate invariants about scalars, and which ones a run of the bounds program leaves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core.copying import replace
from veriabs.core.ctext import Printer
from veriabs.core.ctree import names, statements, walk
from veriabs.core.expressions import Binary, Const, Element, Expr, Var
from veriabs.core.goals import GoalKind
from veriabs.core.program import Program
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.runs import CheckResult, Outcome, Run
from veriabs.core.source import Task
from veriabs.core.statements import Assert, CheckId, CheckKind, Loop, LoopId
from veriabs.core.types import INT
from veriabs.core.verdict import holds
from veriabs.frontend.program import load_program
from veriabs.invariants.bounds import by_loop
from veriabs.invariants.candidates import asserted, candidates, proved_but_bounds, survivors, without_accesses
from veriabs.loops.flatten import fresh_copy

Make = Callable[[str], Program]

TEXT = "int a[100]; int main(void) {{ int x = 0, y = 0; {code} __VERIFIER_assert(x >= y); return 0; }}"
HERE, THERE = LoopId(1), LoopId(2)
ONE, TWO, THREE = (Binary(">=", Var("x", INT), Const(number, INT)) for number in (1, 2, 3))


def candidate_texts(program: Make, code: str) -> list[str]:
    by_loop = candidates(program(TEXT.format(code=code)))
    return [Printer().expr(expr) for exprs in by_loop.values() for expr in exprs]


# ----------------------------------------------------------------------------------------------------------- candidates


def test_counter_of_few_bits_may_not_wrap(program: Make) -> None:
    text = "int a[100]; int main(void) {{ int x = 0; {} c = 0; while (x < 100 && a[x] {}) {{ c++; x++; }}"
    text += " __VERIFIER_assert(c <= x); }}"
    fact = "(long long)c - (long long)entry_c == (long long)itno - 1LL"
    for kind, test, wanted in (("unsigned char", "&& c < 255", True), ("int", "", False)):
        by_loop = candidates(program(text.format(kind, test)))
        assert (fact in [Printer().expr(expr) for exprs in by_loop.values() for expr in exprs]) == wanted, kind


def test_compared_variable_advances_at_least_once_per_iteration(program: Make) -> None:
    said = candidate_texts(program, "while (x < 100) { y++; x++; while (x < 100 && a[x]) x++; }")
    assert "(long long)itno - 1LL <= (long long)x - (long long)entry_x" in said
    assert not [one for one in said if one.startswith("(long long)itno - 1LL <= (long long)y")]


def test_count_guarded_by_a_flag_grows_at_most_every_other_iteration(program: Make) -> None:
    code = "int in = 0; for (int i = 0; i < 100; i++) { if (a[i]) in = 0; else if (!in) { in = 1; x++; } }"
    fact = "2LL * ((long long)x - (long long)entry_x) <= (long long)itno - 1LL + (in == 1)"
    assert fact in candidate_texts(program, code)
    assert fact not in candidate_texts(program, code.replace("else if (!in)", "else if (y)"))


def test_counter_of_hits_is_bounded_by_the_iterations(program: Make) -> None:
    texts = candidate_texts(program, "for (int i = 0; i < 100; i++) if (a[i]) x++;")
    assert "(long long)x - (long long)entry_x <= (long long)itno - 1LL" in texts
    assert "(long long)x >= (long long)entry_x" in texts


def test_a_scalar_moves_by_what_is_added_to_it(program: Make) -> None:
    texts = candidate_texts(program, "for (int i = 0; i < 100; i++) if (a[i]) x += 3;")
    assert "(long long)x - (long long)entry_x <= 3LL * ((long long)itno - 1LL)" in texts
    texts = candidate_texts(program, "for (int i = 0; a[i]; i++) { if (a[i] > 9) x++; x++; }")
    assert "(long long)x - (long long)entry_x <= 2LL * ((long long)i - (long long)entry_i)" in texts
    texts = candidate_texts(program, "while (y < 9) { if (x <= 0) { x--; break; } x--; if (a[x]) break; y++; }")
    assert "(long long)entry_x - (long long)x == (long long)itno - 1LL" in texts


def test_a_scalar_moves_by_what_one_path_adds_to_it(program: Make) -> None:
    wanted = candidate_texts(program, "for (int i = 0; i < 9; i++) if (a[i]) x++; else { x++; x++; x++; }")
    assert "(long long)x - (long long)entry_x <= 3LL * ((long long)itno - 1LL)" in wanted
    assert not any("4LL" in text for text in wanted)


def test_uncounted_loops_have_candidates_about_counters(program: Make) -> None:
    made = program(TEXT.format(code="for (int i = 1; i < 9; i++) if (a[i]) x = i;"))
    every = [stmt.id for stmt in statements(made.body) if isinstance(stmt, Loop)]
    found = (candidates(made, uncounted=one).values() for one in ([], every))
    texts = [[Printer().expr(e) for es in one for e in es] for one in found]
    assert "(long long)i >= (long long)entry_i" not in texts[0]
    assert "(long long)i >= (long long)entry_i" in texts[1]


def test_a_sum_grows_by_no_more_than_what_is_added_can_hold(program: Make) -> None:
    texts = candidate_texts(program, "for (int i = 0; i < 100; i++) { int next = x + (unsigned char)a[i]; x = next; }")
    assert "(long long)x - (long long)entry_x <= 255LL * ((long long)itno - 1LL)" in texts
    assert "(long long)x >= (long long)entry_x" in texts
    texts = candidate_texts(program, "for (int i = 0; i < 100; i++) x = x + a[i];")
    assert not any("2147483647LL * " in text for text in texts)  # as wide as the sum
    texts = candidate_texts(program, "long t = 0; for (int i = 0; i < 100; i++) t = t + a[i];")
    moved, passed = "(long long)t - (long long)entry_t", "2147483648LL * ((long long)itno - 1LL)"
    assert f"{moved} <= {passed}" in texts and f"{moved} + {passed} >= 0LL" in texts  # a power of two is cheap


def test_constants_that_are_written_are_candidates(program: Make) -> None:
    texts = candidate_texts(program, "for (int i = 0; i < 100; i++) if (a[i] > x) x = 5;")
    assert any(text.count("x == entry_x") == 1 and "x == 5" in text for text in texts)


def test_pairs_of_carried_scalars(program: Make) -> None:
    texts = candidate_texts(program, "for (int i = 0; i < 100; i++) if (a[i]) x++; else y++;")
    assert any("entry_x" in text and "entry_y" in text and "itno" in text for text in texts)


def test_opposite_changes_yield_a_candidate_on_the_sum(program: Make) -> None:
    texts = candidate_texts(program, "while (x < 9) if (a[x]) { x += a[x]; y -= a[x]; }")
    sum_ = "(long long)x - (long long)entry_x + ((long long)y - (long long)entry_y)"
    assert f"{sum_} <= 0LL" in texts and f"{sum_} >= 0LL" in texts


def test_cells_that_end_a_later_search_stay_unchanged(program: Make) -> None:
    """The last cell of zeros, and one that was written in front; of an array in which nothing is searched none."""
    whole = """int a[100], b[100]; int main(void) { int x = 0; a[50] = 7; b[3] = 0;
        for (int i = 0; i < 40; i++) { a[i] = 1; b[i] = 1; } while (a[x]) x++; __VERIFIER_assert(x); }"""
    first = next(iter(candidates(program(whole)).values()))
    about = [Printer().expr(one) for one in first if any(isinstance(part, Element) for part in walk(one))]
    assert about == ["a[50] == 7", "a[99] == 0"]


def test_variable_set_only_before_a_break_is_unchanged(program: Make) -> None:
    texts = candidate_texts(program, "for (int i = 0; i < 100; i++) { if (a[i] == 7) { x = i; break; } }")
    assert texts == ["x == entry_x"]
    texts = candidate_texts(program, "for (int i = 0; i < 100; i++) { if (a[i] == 7) { x = i; if (a[1]) break; } }")
    assert "x == entry_x" not in texts


def test_compared_variables_may_pass_by_one_step(program: Make) -> None:
    texts = candidate_texts(program, "while (x <= y) if (a[x]) x++; else y--;")
    assert "(long long)x <= (long long)y + 1LL" in texts
    texts = candidate_texts(program, "while (y > x) if (a[x]) x++; else y--;")
    assert "(long long)x <= (long long)y + 0LL" in texts


def test_a_search_may_have_a_first_iteration(program: Make) -> None:
    assert "1LL < (long long)itno || (x < 9 && a[x] == y)" in candidate_texts(
        program, "while (x < 9 && a[x] == y) x++;"
    )
    assert not any("itno ||" in said for said in candidate_texts(program, "while (x < 9) x++;"))


def test_gathered_count_is_bounded_by_a_counter_in_uncounted_loops(program: Make) -> None:
    no_further = "(long long)x - (long long)entry_x <= (long long)i - (long long)entry_i"
    back = "(long long)x - (long long)entry_x <= (long long)entry_i - (long long)i"
    assert no_further in candidate_texts(program, "int i = 0; while (a[i]) { if (a[i] > 1) a[x++] = a[i]; i++; }")
    assert back in candidate_texts(program, "int i = 99; while (a[i]) { if (a[i] > 1) x++; i--; }")
    assert no_further not in candidate_texts(program, "for (int i = 0; i < 100; i++) if (a[i]) x++;")


def test_counters_and_private_scalars_are_not_carried(program: Make) -> None:
    code = "int t; for (int i = 0; i < 100; i++) { t = a[i]; if (t) x++; }"
    assert all("t" not in names_in and "i" not in names_in for names_in in names_of(program, code))


def names_of(program: Make, code: str) -> list[frozenset[str]]:
    return [names(e) for exprs in candidates(program(TEXT.format(code=code))).values() for e in exprs]


def test_loop_without_carried_scalars_has_none(program: Make) -> None:
    assert candidates(program(TEXT.format(code="for (int i = 0; i < 100; i++) a[i] = 1;"))) == {}


def test_loop_that_is_inlined_twice_is_two(program: Make) -> None:
    text = """int a[100]; int x; void hits(void) { for (int i = 0; i < 100; i++) if (a[i]) x++; }
    int main(void) { hits(); hits(); __VERIFIER_assert(x >= 0); return 0; }"""
    built = program(text)
    loops = [stmt for stmt in statements(built.body) if isinstance(stmt, Loop)]
    assert list(candidates(built)) == [loop.id for loop in loops]
    assert len({loop.id for loop in loops}) == 2


def test_facts_do_not_apply_to_copies_of_a_loop(program: Make) -> None:
    """A fact about a loop need not hold in a copy in which an outer counter has become a constant."""
    body = program(TEXT.format(code="for (int i = 0; i < 100; i++) { if (a[i]) x++; }")).body
    assert by_loop((stmt, (ONE,)) for stmt in fresh_copy(body, [0]) if isinstance(stmt, Loop)) == {}


# ------------------------------------------------------------------------------------------------------------ surviving


def piece(outcome: Outcome = Outcome.FAILURE, **statuses: str) -> CheckedQuery:
    """Checks are named `i0e` for the entry and `i0s` for the step of invariant 0 of the loop `HERE`."""
    when = {"e": CheckKind.ENTRY, "s": CheckKind.STEP}
    ids = {key: CheckId(when[key[2]], HERE, int(key[1])) for key in statuses}
    checks = tuple(CheckResult(key, key, status) for key, status in statuses.items())
    return CheckedQuery(Query("bounds", "bounds", {}, tuple(ids), 2, ids=ids), Run("bounds", outcome, checks))


def test_candidate_survives_if_entry_and_step_hold() -> None:
    tried = {HERE: (ONE, TWO, THREE)}
    answer = piece(i0e="SUCCESS", i0s="SUCCESS", i1e="FAILURE", i1s="SUCCESS", i2e="SUCCESS", i2s="FAILURE")
    assert survivors(tried, answer) == {HERE: (ONE,)}


@pytest.mark.parametrize("status", ["FAILURE", "UNKNOWN", "ERROR"])
def test_undecided_candidate_is_dropped(status: str) -> None:
    assert survivors({HERE: (ONE,)}, piece(i0e="SUCCESS", i0s=status)) == {}


def test_missing_checks_are_not_passed() -> None:
    assert survivors({HERE: (ONE,)}, piece(i0e="SUCCESS")) == {}
    assert survivors({HERE: (ONE,)}, piece(Outcome.SUCCESS)) == {}


def test_checks_of_another_loop_do_not_count() -> None:
    assert survivors({THERE: (ONE,)}, piece(i0e="SUCCESS", i0s="SUCCESS")) == {}


def test_proved_candidates_all_survive() -> None:
    tried: dict[LoopId, tuple[Expr, ...]] = {HERE: (ONE, TWO)}
    assert survivors(tried, piece(i0e="SUCCESS", i0s="SUCCESS", i1e="SUCCESS", i1s="SUCCESS")) == tried


# ------------------------------------------------------------------------------------------------ proved_but_bounds


@pytest.mark.parametrize(("outcome", "failed", "expected"), [
    (Outcome.SUCCESS, None, True),
    (Outcome.FAILURE, CheckKind.ACCESS, True),
    (Outcome.FAILURE, CheckKind.STEP, False),
    (Outcome.FAILURE, CheckKind.FORM, False),
    (Outcome.FAILURE, CheckKind.TRIPS, False),
    (Outcome.TIMEOUT, None, False),
    (Outcome.MEMORY, None, False),
    (Outcome.CRASH, None, False),
    (Outcome.UNKNOWN, None, False),
])  # fmt: skip
def test_proved_but_bounds(outcome: Outcome, failed: CheckKind | None, expected: bool) -> None:
    ids = {"p": CheckId(CheckKind.ENTRY), **({"q": CheckId(failed)} if failed else {})}
    checks = (CheckResult("p", "p", "SUCCESS"), *([CheckResult("q", "q", "FAILURE")] if failed else []))
    harness = Query("bounds", "bounds", {}, tuple(ids), 2, ids=ids)
    answer = CheckedQuery(harness, Run("bounds", outcome, checks))
    assert proved_but_bounds(answer) is expected
    said = without_accesses(answer)
    assert (said is not None and said.request.asked == ("p",) and holds(said)) is expected


def test_unrequested_checks_count() -> None:
    checks = (CheckResult("p", "p", "SUCCESS"), CheckResult("r", "array index at line 3 is within bounds", "FAILURE"))
    assert not proved_but_bounds(CheckedQuery(Query("b", "bounds", {}, (), 2), Run("b", Outcome.FAILURE, checks)))


def test_run_without_results_proves_no_invariant() -> None:
    assert not proved_but_bounds(piece(Outcome.SUCCESS))


# ------------------------------------------------------------------------------------------------- what is asserted


def test_assertions_before_each_test_are_candidates(tmp_path: Path) -> None:
    """A conversion that changes a value ends no run, and an assertion in the body need not hold at the next head."""
    path = tmp_path / "walk.c"
    path.write_text("int a[9]; int main(void) { int i = 0; while (a[i] < 7) { a[2] = 1; i++; } return 0; }")
    program = load_program(Task(path, checks=("bounds", "overflow", "conversion")))
    loop = next(stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    (said,) = asserted(loop)
    assert names(said) == {"i"} and said in candidates(program)[loop.id]
    assert isinstance(loop.update[-1], Assert) and loop.update[-1].test == said
    unending = replace(loop, update=(*loop.update[:-1], replace(loop.update[-1], kind=GoalKind.CONVERSION)))
    assert not list(asserted(unending)) and not list(asserted(replace(loop, update=())))
