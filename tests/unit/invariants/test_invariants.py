"""Candidate invariants, and which of them a run of the bounds program leaves."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.ctree import Printer, names
from veriabs.core.model import INT, Binary, Check, Const, Expr, Outcome, Program, Run, Var, Where
from veriabs.invariants.bounds import IN_BOUNDS, invariant_name
from veriabs.invariants.candidates import candidates, proved_but_bounds, surviving

Make = Callable[[str], Program]

TEXT = "int a[100]; int main(void) {{ int x = 0, y = 0; {code} __VERIFIER_assert(x >= y); return 0; }}"
HERE, THERE = Where("f.c", 3, 1), Where("f.c", 9, 1)
ONE, TWO, THREE = (Binary(">=", Var("x", INT), Const(number, INT)) for number in (1, 2, 3))


def found(program: Make, code: str) -> list[str]:
    by_loop = candidates(program(TEXT.format(code=code)))
    return [Printer().expr(expr) for exprs in by_loop.values() for expr in exprs]


# ----------------------------------------------------------------------------------------------------------- candidates


def test_counter_of_hits_is_bounded_by_the_iterations(program: Make) -> None:
    texts = found(program, "for (int i = 0; i < 100; i++) if (a[i]) x++;")
    assert "(long long)x - (long long)entry_x <= (long long)itno - 1LL" in texts
    assert "(long long)x >= (long long)entry_x" in texts


def test_constants_that_are_written_are_candidates(program: Make) -> None:
    texts = found(program, "for (int i = 0; i < 100; i++) if (a[i] > x) x = 5;")
    assert any(text.count("x == entry_x") == 1 and "x == 5" in text for text in texts)


def test_pairs_of_carried_scalars(program: Make) -> None:
    texts = found(program, "for (int i = 0; i < 100; i++) if (a[i]) x++; else y++;")
    assert any("entry_x" in text and "entry_y" in text and "itno" in text for text in texts)


def test_what_a_test_compares_may_be_one_step_further(program: Make) -> None:
    texts = found(program, "while (x <= y) if (a[x]) x++; else y--;")
    assert "(long long)x <= (long long)y + 1LL" in texts
    texts = found(program, "while (y > x) if (a[x]) x++; else y--;")
    assert "(long long)x <= (long long)y + 0LL" in texts


def test_counters_and_private_scalars_are_not_carried(program: Make) -> None:
    code = "int t; for (int i = 0; i < 100; i++) { t = a[i]; if (t) x++; }"
    assert all("t" not in names_in and "i" not in names_in for names_in in names_of(program, code))


def names_of(program: Make, code: str) -> list[frozenset[str]]:
    return [names(e) for exprs in candidates(program(TEXT.format(code=code))).values() for e in exprs]


def test_loop_without_carried_scalars_has_none(program: Make) -> None:
    assert candidates(program(TEXT.format(code="for (int i = 0; i < 100; i++) a[i] = 1;"))) == {}


def test_loop_that_is_inlined_twice_has_none(program: Make) -> None:
    text = """int a[100]; int x; void hits(void) { for (int i = 0; i < 100; i++) if (a[i]) x++; }
    int main(void) { hits(); hits(); __VERIFIER_assert(x >= 0); return 0; }"""
    assert candidates(program(text)) == {}


# ------------------------------------------------------------------------------------------------------------ surviving


def run(outcome: Outcome = Outcome.FAILURE, **statuses: str) -> Run:
    """Checks are named `i0e` for the entry and `i0s` for the step of invariant 0 of the loop `HERE`."""
    when = {"e": "entry", "s": "step"}
    checks = tuple(
        Check(key, invariant_name(HERE, int(key[1]), when[key[2]]), status) for key, status in statuses.items()
    )
    return Run("bounds", outcome, checks)


def test_what_passed_twice_survives() -> None:
    tried = {HERE: (ONE, TWO, THREE)}
    answer = run(i0e="SUCCESS", i0s="SUCCESS", i1e="FAILURE", i1s="SUCCESS", i2e="SUCCESS", i2s="FAILURE")
    assert surviving(tried, answer) == {HERE: (ONE,)}


@pytest.mark.parametrize("status", ["FAILURE", "UNKNOWN", "ERROR"])
def test_what_was_not_decided_goes(status: str) -> None:
    assert surviving({HERE: (ONE,)}, run(i0e="SUCCESS", i0s=status)) == {}


def test_missing_checks_are_not_passed() -> None:
    assert surviving({HERE: (ONE,)}, run(i0e="SUCCESS")) == {}
    assert surviving({HERE: (ONE,)}, Run("bounds", Outcome.SUCCESS)) == {}


def test_checks_of_another_loop_do_not_count() -> None:
    assert surviving({THERE: (ONE,)}, run(i0e="SUCCESS", i0s="SUCCESS")) == {}


def test_nothing_refuted_changes_nothing() -> None:
    tried: dict[Where, tuple[Expr, ...]] = {HERE: (ONE, TWO)}
    assert surviving(tried, run(i0e="SUCCESS", i0s="SUCCESS", i1e="SUCCESS", i1s="SUCCESS")) == tried


# ------------------------------------------------------------------------------------------------ proved_but_bounds


BOUND = f"array index at line 3 {IN_BOUNDS}"


@pytest.mark.parametrize(("outcome", "failed", "expected"), [
    (Outcome.SUCCESS, None, True),
    (Outcome.FAILURE, BOUND, True),
    (Outcome.FAILURE, invariant_name(HERE, 0, "step"), False),
    (Outcome.FAILURE, "closed form of i in loop 1 at line 3", False),
    (Outcome.FAILURE, "trip count of loop 1 at line 3", False),
    (Outcome.TIMEOUT, None, False),
    (Outcome.MEMORY, None, False),
    (Outcome.CRASH, None, False),
    (Outcome.UNKNOWN, None, False),
])  # fmt: skip
def test_proved_but_bounds(outcome: Outcome, failed: str | None, expected: bool) -> None:
    checks = [Check("p", "invariant 1", "SUCCESS")]
    checks += [Check("q", failed, "FAILURE")] if failed else []
    assert proved_but_bounds(Run("bounds", outcome, tuple(checks))) is expected


def test_run_without_results_proves_no_invariant() -> None:
    assert not proved_but_bounds(Run("bounds", Outcome.SUCCESS))
