"""Test the race of strategies: which one wins, and when others start."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for_all
from pathlib import Path
from threading import Event
from unittest.mock import Mock

import pytest

from veriabs.core.copying import replace
from veriabs.core.deadline import Deadline
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Answer, Verdict
from veriabs.core.runs import Approximation, CheckResult, Outcome, Run
from veriabs.core.source import Task, Where
from veriabs.core.strategy import Dialogue
from veriabs.solvers.turns import Account, Patience, Processors
from veriabs.verify import portfolio
from veriabs.verify.options import Options
from veriabs.verify.portfolio import Race, RaceProof, Refusals, StrategyRun, converse
from veriabs.verify.session import Session

HERE = Where("f.c", 3)
HARNESS = Query("p", "t", {}, ("c",), 1, claim=Approximation.OVER)
GOOD = CheckedQuery(HARNESS, Run("p", Outcome.SUCCESS, (CheckResult("c", "c", "SUCCESS"),)))
CONDITION = CheckedQuery(Query("p", "t", {}, ("c",), 1), GOOD.run)
FAILED = CheckedQuery(GOOD.request, Run("p", Outcome.FAILURE, (CheckResult("c", "c", "FAILURE"),)))
EMPTY = CheckedQuery(GOOD.request, Run("p", Outcome.SUCCESS))
NO = Reason(ReasonKind.SIDE_CONDITION, "not proved")

Result = Callable[[Session], Sequence[CheckedQuery] | Reason]


@pytest.fixture
def race() -> Race:
    session = Session(Task(Path("f.c")), Mock(), Mock(), ThreadPoolExecutor(1), Options(), Deadline(900.0))
    return Race(session, Goal(GoalKind.ASSERTION, HERE), [])


def broken(strategy_session: Session) -> Sequence[CheckedQuery]:
    raise RuntimeError("a bug")


def patient(strategy_session: Session) -> Reason:
    assert strategy_session.stop.wait(30), "nobody stops it"
    return NO


def verdicts_by_strategy(answers: list[Answer]) -> dict[str, Verdict]:
    return {answer.strategy: answer.verdict for answer in answers}


@pytest.mark.parametrize("pieces", [[CONDITION], [GOOD, FAILED], [EMPTY], []])
def test_a_false_statement_is_not_proved(race: Race, pieces: list[CheckedQuery]) -> None:
    assert isinstance(race.run([StrategyRun("one", lambda strategy_session: pieces)]), Reason)
    assert verdicts_by_strategy(race.answers) == {"one": Verdict.UNKNOWN}


def test_proof_at_the_end_of_the_time_counts(race: Race, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = iter([False, True])
    race.over = lambda: next(ended)
    monkeypatch.setattr(portfolio, "wait", lambda running, **_: wait_for_all(running) and Mock(done=()))
    assert race.run([StrategyRun("one", lambda strategy_session: [GOOD])]) == RaceProof("one", [GOOD])


def test_work_of_the_winner_includes_runs_on_its_behalf(race: Race) -> None:
    def works(session: Session) -> Sequence[CheckedQuery]:
        session.strategy_session(Account(rate=2.0)).account.pay(0.5)
        session.account.pay(0.25)
        return [GOOD]

    won = race.run([StrategyRun("one", works)])
    assert isinstance(won, RaceProof) and won.worked == 0.75
    assert race.session.account.worked == 0.75


def test_error_in_one_strategy_does_not_stop_others(race: Race) -> None:
    won = race.run([StrategyRun("one", broken), StrategyRun("two", lambda strategy_session: [GOOD])])
    assert won == RaceProof("two", [GOOD])
    assert verdicts_by_strategy(race.answers) == {"one": Verdict.UNKNOWN, "two": Verdict.TRUE}
    assert "a bug" in str(race.answers[0].reason)


def test_first_proof_stops_the_others(race: Race, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "SLICE", 0.05)
    won = race.run([StrategyRun("slow", patient), StrategyRun("fast", lambda strategy_session: [GOOD])])
    assert won == RaceProof("fast", [GOOD])
    assert verdicts_by_strategy(race.answers) == {"slow": Verdict.UNKNOWN, "fast": Verdict.TRUE}


def test_a_run_ends_with_the_time_that_has_become_less(race: Race, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Event] = []

    def check(*, stop: Event, **how: object) -> Run:
        asked.append(stop)
        return Run("p", Outcome.SUCCESS)

    monkeypatch.setattr(Session, "_check_call", lambda self, query: check)
    race.session.submit(HARNESS).result()
    assert [stop.is_set() for stop in asked] == [False]
    race.session.deadline.shorten(-1.0, "another goal fails")
    assert [stop.is_set() for stop in asked] == [True]


def test_slice_doubles_with_each_strategy(race: Race, monkeypatch: pytest.MonkeyPatch) -> None:
    slices = list[float]()

    def slice_of(seconds: float) -> Patience:
        slices.append(seconds)
        return Patience(race.session.driver.processors, 0.0, 0.0, 0.0)

    race.session.driver.processors = Mock(patience=slice_of, spent=1.0)
    waiting = [StrategyRun(name, patient) for name in ("one", "two", "three")]
    assert race.run([*waiting, StrategyRun("four", lambda session: [GOOD])]) == RaceProof("four", [GOOD])
    assert slices == [portfolio.SLICE * factor for factor in (1, 2, 4, 8)]


def test_inapplicable_strategy_gives_its_place_to_the_next(race: Race, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "SLICE", 1.5)
    inapplicable = StrategyRun("one", lambda strategy_session: Reason(ReasonKind.NOT_APPLICABLE, "no loop"))
    started = time.monotonic()
    entrants = [StrategyRun("slow", patient), inapplicable, StrategyRun("fast", lambda strategy_session: [GOOD])]
    assert race.run(entrants) == RaceProof("fast", [GOOD])
    assert time.monotonic() - started < 2 * 1.5


def test_strategy_that_gave_up_gives_its_place_to_the_next(race: Race, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "SLICE", 60.0)
    race.session.driver.processors = Processors(2)
    entrants = [StrategyRun("one", lambda session: NO), StrategyRun("fast", lambda session: [GOOD])]
    assert race.run(entrants) == RaceProof("fast", [GOOD])


def test_reason_of_an_applicable_strategy_is_reported(race: Race) -> None:
    inapplicable = Reason(ReasonKind.NOT_APPLICABLE, "no loop")
    assert (
        race.run(
            [StrategyRun("one", lambda strategy_session: inapplicable), StrategyRun("two", lambda strategy_session: NO)]
        )
        is NO
    )


def test_end_of_the_session_ends_the_race(race: Race) -> None:
    race.session.stop.set()
    assert isinstance(race.run([StrategyRun("one", patient)]), Reason)


def asks() -> Dialogue:
    return (yield (FAILED.request, GOOD.request))


def answering(*futures: Future[CheckedQuery]) -> Mock:
    session = Mock(**{"left.return_value": 60.0, "stop.is_set.return_value": False})
    session.submit.side_effect = futures
    return session


def test_violated_check_is_reported_while_other_runs_continue() -> None:
    failed, slow = Future[CheckedQuery](), Future[CheckedQuery]()

    def doubt(piece: CheckedQuery) -> None:
        slow.set_result(GOOD)  # not before the doubt, or else this would end in vain

    violated = CheckedQuery(replace(HARNESS, claim=Approximation.UNDER), FAILED.run)
    with ThreadPoolExecutor(1) as thread:
        found = thread.submit(converse, asks(), answering(slow, failed), doubt)
        failed.set_result(violated)
        assert found.result(timeout=30) == (GOOD, violated)


def test_cancelled_work_is_not_awaited() -> None:
    cancelled = Future[CheckedQuery]()
    cancelled.cancel()
    with ThreadPoolExecutor(1) as thread, pytest.raises(CancelledError):
        thread.submit(converse, asks(), answering(cancelled, cancelled), Mock()).result(timeout=30)


def test_a_choice_is_suggested_if_no_strategy_can_prove(race: Race) -> None:
    found = race.run([])
    assert isinstance(found, Reason)
    assert found.text == "none of the chosen strategies can prove"
    assert "--strategy" in found.hint


def test_only_tried_strategies_are_given_up() -> None:
    refusals = Refusals()
    refusals.note("one", 1, Reason(ReasonKind.NOT_APPLICABLE, "no loop"))
    refusals.note("two", 1, Reason(ReasonKind.TIMEOUT, "no answer"))
    refusals.note("three", 1, NO)
    assert [refusals.is_final(name, 1) for name in ("one", "two", "three")] == [True, False, True]
    assert not refusals.is_final("three", 2)
    assert refusals.tried == {"three"}
