"""The soundness policy: the conditions for TRUE, all of them necessary."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from veriabs.core.conditions import NO_OVERFLOW, ConditionKind, VerdictCondition
from veriabs.core.counterexample import Replay
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.queries import Calculation, CheckedQuery, Query
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Agreement, GoalAnswer, Validation, Verdict
from veriabs.core.runs import Approximation, CheckResult, Outcome, Overflow, Run
from veriabs.core.source import Task, Where
from veriabs.core.verdict import (
    conclude,
    conditions_of,
    holds,
    partial_report,
    reason_of,
    relies_on_no_overflow,
    restrict,
    with_condition,
)  # fmt: skip

ASKED = "the asked check"
HERE = Where("a.c", 5)


def harness(
    claim: Approximation | None = Approximation.OVER,
    needed: Outcome = Outcome.SUCCESS,
    asked: tuple[str, ...] = (ASKED,),
) -> Query:
    return Query("purpose", "template", {}, asked, 1, needed, claim)


def run(outcome: Outcome = Outcome.SUCCESS, **checks: str) -> Run:
    """A run with the asked check; keywords add more, underscores stand for blanks."""
    said = {"the_asked_check": "SUCCESS" if outcome is Outcome.SUCCESS else "FAILURE", **checks}
    listed = tuple(CheckResult(name, name.replace("_", " "), status) for name, status in said.items())
    return Run("purpose", outcome, listed)


GOOD = CheckedQuery(harness(), run())
REACHED = CheckedQuery(harness(None, Outcome.FAILURE), run(Outcome.FAILURE))
CONDITION = CheckedQuery(harness(None), run())


def verdict_of(*proofs: list[CheckedQuery]) -> Verdict:
    return conclude(proofs).verdict


# ------------------------------------------------------------------------------------------------------------ true


def test_every_piece_as_needed_is_true() -> None:
    assert conclude([[CONDITION, GOOD, REACHED]]).verdict is Verdict.TRUE
    assert conclude([[CONDITION, GOOD, REACHED]]).reason is None


def test_every_assertion_needs_a_proof() -> None:
    assert verdict_of([GOOD], [CONDITION, GOOD]) is Verdict.TRUE
    assert verdict_of([GOOD], [CONDITION]) is Verdict.UNKNOWN
    assert verdict_of([GOOD], []) is Verdict.UNKNOWN


def test_an_exact_claim_proves() -> None:
    assert verdict_of([CheckedQuery(harness(Approximation.EXACT), run())]) is Verdict.TRUE


def test_proof_relying_on_no_overflow_is_rejected_with_wrapping() -> None:
    asked = Calculation("purpose", "module", None, (ASKED,), claim=Approximation.OVER, up_to_overflow=True)
    relying = [[CheckedQuery(asked, run())]]
    assert conclude(relying).verdict is Verdict.TRUE
    assert relies_on_no_overflow(relying)
    assert conclude(relying, overflow=Overflow.WRAP).verdict is Verdict.UNKNOWN
    assert conclude([[GOOD]], overflow=Overflow.WRAP).verdict is Verdict.TRUE
    assert not relies_on_no_overflow([[GOOD]])


def test_a_proof_has_the_conditions_that_are_given_and_those_of_its_pieces() -> None:
    """One that relies on that nothing overflows has any overflow as a condition, unless it names places."""
    entry, line = (
        VerdictCondition(ConditionKind.ENTRY, "a has n elements"), VerdictCondition(ConditionKind.OVERFLOW, "", (HERE,))
    )
    access = VerdictCondition(ConditionKind.BOUNDS, "", (HERE,))
    asked = Calculation("purpose", "module", None, (ASKED,), claim=Approximation.OVER, up_to_overflow=True)
    relying = CheckedQuery(asked, run())
    assert conclude([[GOOD]]).conditions == ()
    assert conclude([[with_condition(GOOD, access)], [GOOD]], given=(entry,)).conditions == (entry, access)
    assert conclude([[relying]], given=(entry,)).conditions == (entry, NO_OVERFLOW)
    assert conclude([[with_condition(relying, line)]]).conditions == (line,)
    assert conclude([[with_condition(relying, line), relying]]).conditions == (NO_OVERFLOW,)
    assert conclude([], given=(entry,)).conditions == ()


def test_a_program_that_is_proved_has_the_conditions_of_all_its_goals() -> None:
    first, second = (VerdictCondition(ConditionKind.ENTRY, text) for text in ("a has n elements", "b has m elements"))
    goals = [GoalAnswer(Goal(GoalKind.ASSERTION, HERE), Verdict.TRUE, conditions=(one,)) for one in (first, second)]
    assert conditions_of(Verdict.TRUE, goals) == (first, second)
    assert conditions_of(Verdict.FALSE, goals, (first,)) == (first,)


# --------------------------------------------------------------------------------------------------- not enough


@pytest.mark.parametrize("translation", Agreement)
def test_proof_of_another_program_is_rejected(translation: Agreement) -> None:
    found = conclude([[GOOD]], validation=Validation(translation, "x is set at f.c:3"))
    if translation is not Agreement.DIFFERENT:
        assert found.verdict is Verdict.TRUE
        return
    assert found.verdict is Verdict.UNKNOWN
    assert found.reason is not None
    assert found.reason.kind is ReasonKind.MISREAD
    assert str(found.reason).startswith("veriabs read this program differently than the compiler")


def test_misread_program_may_be_refuted() -> None:
    different = Validation(Agreement.DIFFERENT, "x is set at f.c:3")
    assert conclude([], Replay.REACHED, validation=different).verdict is Verdict.FALSE


def test_no_proofs_is_unknown() -> None:
    conclusion = conclude([])
    assert conclusion.verdict is Verdict.UNKNOWN
    assert conclusion.reason is not None
    assert conclusion.reason.kind is ReasonKind.NOT_APPLICABLE


@pytest.mark.parametrize("claim", [None, Approximation.UNDER])
def test_under_approximation_proves_nothing(claim: Approximation | None) -> None:
    assert verdict_of([CheckedQuery(harness(claim), run()), CONDITION, REACHED]) is Verdict.UNKNOWN


@pytest.mark.parametrize("outcome", [outcome for outcome in Outcome if outcome is not Outcome.SUCCESS])
@pytest.mark.parametrize("position", [0, 1])
def test_any_other_outcome_is_unknown(outcome: Outcome, position: int) -> None:
    """Also where the results themselves look good."""
    pieces = [CONDITION, GOOD]
    checks = (CheckResult("c", ASKED, "SUCCESS"),)
    pieces[position] = CheckedQuery(pieces[position].request, Run("purpose", outcome, checks))
    conclusion = conclude([pieces])
    assert conclusion.verdict is Verdict.UNKNOWN
    assert conclusion.reason is not None


def test_no_results_is_no_success() -> None:
    assert verdict_of([CheckedQuery(harness(), Run("purpose", Outcome.SUCCESS))]) is Verdict.UNKNOWN


def test_the_asked_check_has_to_be_among_the_results() -> None:
    other = Run("purpose", Outcome.SUCCESS, (CheckResult("c", "another check", "SUCCESS"),))
    assert verdict_of([CheckedQuery(harness(), other)]) is Verdict.UNKNOWN
    assert verdict_of([CheckedQuery(harness(asked=(ASKED, "a second one")), run())]) is Verdict.UNKNOWN


def test_query_without_checks_proves_nothing() -> None:
    assert verdict_of([CheckedQuery(harness(asked=()), run())]) is Verdict.UNKNOWN


@pytest.mark.parametrize("status", ["FAILURE", "UNKNOWN", "ERROR", ""])
def test_asked_check_that_did_not_pass(status: str) -> None:
    assert verdict_of([CheckedQuery(harness(), run(the_asked_check=status))]) is Verdict.UNKNOWN


# ------------------------------------------------------------------------------------------------------------ reach


def test_reach_run_that_succeeds_does_not_prove() -> None:
    """No sequence exists: harness and residual program passed because they are empty."""
    assert not holds(CheckedQuery(harness(None, Outcome.FAILURE), run()))
    assert verdict_of([GOOD, CheckedQuery(harness(None, Outcome.FAILURE), run())]) is Verdict.UNKNOWN


def test_reach_run_has_to_fail_where_asked() -> None:
    other = Run("purpose", Outcome.FAILURE, (CheckResult("c", "another check", "FAILURE"),))
    assert not holds(CheckedQuery(harness(None, Outcome.FAILURE), other))
    unwinding = run(Outcome.FAILURE, the_asked_check="SUCCESS", unwinding_assertion="FAILURE")
    assert not holds(CheckedQuery(harness(None, Outcome.FAILURE), unwinding))


def test_failure_with_nothing_asked_does_not_hold() -> None:
    assert not holds(CheckedQuery(harness(None, Outcome.FAILURE, ()), run(Outcome.FAILURE)))


@pytest.mark.parametrize(("needed", "outcome"), product((Outcome.SUCCESS, Outcome.FAILURE), Outcome))
def test_a_piece_holds_for_the_needed_outcome_only(needed: Outcome, outcome: Outcome) -> None:
    assert holds(CheckedQuery(harness(None, needed), run(outcome))) is (needed is outcome)


# ----------------------------------------------------------------------------------------------------------- replay

PROOFS: dict[str, list[list[CheckedQuery]]] = {
    "none": [],
    "empty": [[]],
    "conditions": [[CONDITION]],
    "failed": [[CheckedQuery(harness(), run(Outcome.FAILURE))]],
    "undecided": [[CheckedQuery(harness(), Run("purpose", Outcome.TIMEOUT))]],
}


@pytest.mark.parametrize("name", PROOFS)
def test_error_that_was_reached_is_false(name: str) -> None:
    conclusion = conclude(PROOFS[name], Replay.REACHED)
    assert conclusion.verdict is Verdict.FALSE
    assert conclusion.reason is None


@pytest.mark.parametrize(
    ("name", "replay"), list(product(PROOFS, [None, *(r for r in Replay if r is not Replay.REACHED)]))
)
def test_only_a_confirmed_replay_is_false(name: str, replay: Replay | None) -> None:
    conclusion = conclude(PROOFS[name], replay)
    assert conclusion.verdict is Verdict.UNKNOWN
    assert conclusion.reason is not None


@pytest.mark.parametrize("replay", [None, *(r for r in Replay if r is not Replay.REACHED)])
def test_replay_without_result_does_not_touch_a_proof(replay: Replay | None) -> None:
    assert conclude([[GOOD]], replay).verdict is Verdict.TRUE


def test_proved_and_refuted_is_unknown() -> None:
    conclusion = conclude([[GOOD], [CONDITION, GOOD, REACHED]], Replay.REACHED)
    assert conclusion.verdict is Verdict.UNKNOWN
    assert conclusion.reason is not None
    assert "both proved and refuted" in conclusion.reason.text


def test_failed_run_of_cbmc_alone_is_not_false() -> None:
    """Also where the program under-approximates the user's errors."""
    found = CheckedQuery(harness(Approximation.UNDER, Outcome.FAILURE), run(Outcome.FAILURE))
    assert holds(found)
    assert conclude([[found]]).verdict is Verdict.UNKNOWN
    assert conclude([[found]], Replay.MISSED).verdict is Verdict.UNKNOWN


# ---------------------------------------------------------------------------------------------------------- reasons


@pytest.mark.parametrize(("outcome", "kind"), [
    (Outcome.TIMEOUT, ReasonKind.TIMEOUT),
    (Outcome.MEMORY, ReasonKind.MEMORY),
    (Outcome.CRASH, ReasonKind.CRASH),
    (Outcome.UNKNOWN, ReasonKind.CRASH),
    (Outcome.SUCCESS, ReasonKind.SIDE_CONDITION),
    (Outcome.FAILURE, ReasonKind.SIDE_CONDITION),
])  # fmt: skip
def test_reason_names_the_program(outcome: Outcome, kind: ReasonKind) -> None:
    reason = reason_of(harness(), run(outcome))
    assert reason.kind is kind
    assert "purpose" in reason.text


def test_reason_names_the_failed_check() -> None:
    assert "bad thing" in reason_of(harness(), run(Outcome.FAILURE, bad_thing="FAILURE")).text
    assert "missing" in reason_of(harness(), Run("purpose", Outcome.SUCCESS)).text


# --------------------------------------------------------------------------------------------- one goal of several


def several(outcome: Outcome = Outcome.FAILURE, **checks: str) -> CheckedQuery:
    said = tuple(CheckResult(name, name, status) for name, status in checks.items())
    return CheckedQuery(harness(asked=("access", "first", "second")), Run("purpose", outcome, said))


ONE_FAILS = several(access="SUCCESS", first="SUCCESS", second="FAILURE")


def test_a_run_of_several_goals_proves_one_that_passed() -> None:
    piece = restrict(ONE_FAILS, {"access", "first"})
    assert piece is not None
    assert piece.request.asked == ("access", "first")
    assert verdict_of([piece]) is Verdict.TRUE


@pytest.mark.parametrize(
    ("piece", "wanted"),
    [
        pytest.param(ONE_FAILS, {"access", "second"}, id="the goal failed"),
        pytest.param(ONE_FAILS, {"third"}, id="the goal was not asked"),
        pytest.param(several(access="FAILURE", first="SUCCESS", second="SUCCESS"), {"access", "first"}, id="access"),
        pytest.param(several(first="SUCCESS", second="FAILURE"), {"access", "first"}, id="an asked check is missing"),
        pytest.param(several(Outcome.TIMEOUT, access="SUCCESS", first="SUCCESS"), {"access", "first"}, id="time"),
        pytest.param(
            several(access="SUCCESS", first="SUCCESS", second="SUCCESS", unwinding="FAILURE"),
            {"access", "first"},
            id="not every run was seen",
        ),
    ],
)
def test_a_run_of_several_goals_proves_nothing_else(piece: CheckedQuery, wanted: set[str]) -> None:
    assert restrict(piece, wanted) is None


@pytest.mark.parametrize(("judged", "verdict"), [(Verdict.TRUE, Verdict.UNKNOWN), (Verdict.FALSE, Verdict.FALSE)])
def test_ended_analysis_reports_every_goal(judged: Verdict, verdict: Verdict) -> None:
    first, second = (Goal(GoalKind.ASSERTION, Where("a.c", line)) for line in (3, 9))
    over = Reason(ReasonKind.BUDGET, "the time budget of 5 s is used up")
    answers = (GoalAnswer(second, judged, "native"),)
    report = partial_report(Task(Path("a.c")), over, "6.6.0", (), (first, second), answers)
    assert report.verdict is verdict
    assert [(one.goal, one.verdict) for one in report.goals] == [(first, Verdict.UNKNOWN), (second, verdict)]
    assert report.goals[0].reason == over
