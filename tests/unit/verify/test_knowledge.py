"""Test the invariants that all strategies share, and shrinking with those from sample runs."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import TypeVar

import pytest

from veriabs.core.copying import replace
from veriabs.core.ctree import transform
from veriabs.core.deadline import Deadline
from veriabs.core.goals import GoalKind
from veriabs.core.program import Program
from veriabs.core.queries import Calculation, CheckedQuery, ProvedFacts, Query
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Report, Shrinkable, Verdict
from veriabs.core.runs import Outcome, Run
from veriabs.core.source import Task
from veriabs.core.statements import Assert, Stmt
from veriabs.core.strategy import Dialogue, Steps
from veriabs.core.verdict import holds
from veriabs.frontend.program import load_program
from veriabs.invariants.bounds import Invariants
from veriabs.loops.build import models
from veriabs.solvers.driver import Cbmc, Driver
from veriabs.solvers.turns import Account
from veriabs.verify import knowledge
from veriabs.verify.engine import verify
from veriabs.verify.goals import Goals
from veriabs.verify.knowledge import Knowledge
from veriabs.verify.limits import LEAST
from veriabs.verify.options import Options
from veriabs.verify.portfolio import converse
from veriabs.verify.prove import Prover
from veriabs.verify.session import Session

pytestmark = pytest.mark.cbmc

T = TypeVar("T")

Make = Callable[[str], Program]

PACE = """int a[100000];
int main(void) {
  unsigned steps = 0, length = 0;
  for (int i = 0; i < 100000; i++) {
    a[i] = 0;
    if (length != 3 * steps) {
      length = length + 1;
      if (length == 3 * steps + 20)
        a[i] = 1;
    } else if (__VERIFIER_nondet_int()) {
      steps = steps + 1;
      length = length + 3;
    }
    %s
  }
  for (int i = 0; i < 100000; i++) __VERIFIER_assert(a[i] == 0);
  return 0;
}"""
"""From a state in which the length is out of step it takes many iterations to write a 1: so many have to be taken, or
one, if it is known that no iteration begins in such a state."""

FALSE = {
    "out of step once": "if (i == 50000) length = length + 1;",
    "out of step at the start": "if (i == 0) length = length + 2;",
    "out of step by chance": "if (__VERIFIER_nondet_int() == 777777) length = length + 1;",
    "wrong beside it": "if (steps == 40000) a[i] = 2;",
}


def shrunk(program: Program, cbmc: Cbmc, strategy: str = "shrinking", seconds: float = 40.0) -> Report:
    return verify(
        program.task,
        program,
        cbmc,
        Options(timeout=seconds, jobs=1, max_k=3, strategies=(strategy,), replay=False),
    )


@pytest.mark.long
def test_invariant_that_runs_suggest_is_proved_and_used(program: Make, cbmc: Cbmc) -> None:
    report = shrunk(program(PACE % ""), cbmc)
    assert report.verdict is Verdict.TRUE
    tried = [one.outcome for factor in report.loops for one in factor.tried]
    assert tried[-1] is Shrinkable.YES
    assert Shrinkable.NO in tried[:-1]
    assert report.loops[-1].k == 1


def test_invariants_come_last(program: Make, cbmc: Cbmc) -> None:
    """A proof without invariants needs no additional runs."""
    simple = """int a[1000]; int main(void) { for (int i = 0; i < 1000; i++) a[i] = 3;
for (int i = 0; i < 1000; i++) __VERIFIER_assert(a[i] == 3); }"""
    report = shrunk(program(simple), cbmc)
    assert report.verdict is Verdict.TRUE
    assert sum(run.purpose.startswith("bounds") for run in report.runs) == 1


@pytest.mark.long
@pytest.mark.parametrize("name", FALSE)
def test_unsafe_program_is_not_proved(program: Make, cbmc: Cbmc, name: str) -> None:
    assert shrunk(program(PACE % FALSE[name]), cbmc, seconds=15.0).verdict is Verdict.UNKNOWN


@pytest.mark.long
def test_invariant_is_no_help_where_an_access_is_out_of_bounds(program: Make, cbmc: Cbmc) -> None:
    assert shrunk(program(PACE % "if (steps > 9) a[i + length] = 0;"), cbmc, seconds=15.0).verdict is Verdict.UNKNOWN


@pytest.mark.long
def test_access_is_in_bounds_where_the_invariant_says_that_it_is_never_made(program: Make, cbmc: Cbmc) -> None:
    assert shrunk(program((PACE % "").replace("a[i] = 1", "a[i + length] = 1")), cbmc).verdict is Verdict.TRUE


CONE = """int a[100000];
int main(void) {
  int x = 0, y = 0, i;
  for (i = 0; i < 100000; i++) {
    a[i] = 7;
    switch (x < 1000 ? __VERIFIER_nondet_int() : 0) {
    case 1: x = x + 1; y = y + 3; break;
    case 2: x = x + 2; y = y + 1; break;
    case 3: x = x + 5; y = y + 2; break;
    }
  }
  __VERIFIER_assert(3 * x + %s >= y && a[5] == 7);
  return 0;
}"""
"""No equality holds of x and y."""


@pytest.mark.long
def test_a_wrong_assertion_is_not_proved_with_it(program: Make, cbmc: Cbmc) -> None:
    """The last of many iterations is the first that violates it."""
    assert shrunk(program(CONE % "(i != 100000 || x < 999 ? 0 : -1)"), cbmc).verdict is Verdict.UNKNOWN


@pytest.mark.long
@pytest.mark.parametrize("outcome", [Outcome.TIMEOUT, Outcome.FAILURE])
def test_goals_are_first_tried_without_candidates(
    program: Make, cbmc: Cbmc, monkeypatch: pytest.MonkeyPatch, outcome: Outcome
) -> None:
    tried: list[bool] = []

    def rounds(own: Knowledge, candidates: Invariants, is_open: object, **how: bool) -> tuple[CheckedQuery, Invariants]:
        tried.append(bool(candidates))
        query = Query("goals", "", {}, (), 2)
        return CheckedQuery(query, Run("goals", outcome if candidates else Outcome.SUCCESS)), {}

    monkeypatch.setattr(Knowledge, "_houdini_rounds", rounds)
    made = program(CONE % "0")
    with Driver(cbmc, memory_mb=None, jobs=1) as driver, ThreadPoolExecutor(1) as pool:
        own = Knowledge(Session(made.task, cbmc, driver, pool, Options(), Deadline(40.0)), made)
        pieces = list(own.every_goal(lambda one: True))
    assert tried == ([False, True] if outcome is Outcome.TIMEOUT else [False, True, True])
    assert [piece.run.outcome for piece in pieces][:2] == [Outcome.SUCCESS, outcome]


@pytest.mark.long
@pytest.mark.parametrize(
    ("open_kind", "seconds", "programs"),
    [(GoalKind.BOUNDS, 40.0, 3), (GoalKind.ASSERTION, 40.0, 1), (GoalKind.BOUNDS, LEAST, 2)],
    ids=["a check", "an assertion", "little time"],
)
def test_candidates_are_tried_side_by_side_for_checks_while_there_is_time(
    program: Make, cbmc: Cbmc, monkeypatch: pytest.MonkeyPatch, open_kind: GoalKind, seconds: float, programs: int
) -> None:
    """Without candidates, under those of the text, and of sampled runs."""
    run = []

    def whole(own: Knowledge, steps: Steps[T], session: Session, closed: Event) -> T:
        try:
            run.append(next(steps))
            steps.send((CheckedQuery(run[-1][0], Run("goals", Outcome.SUCCESS)),))
        except StopIteration as end:
            found: T = end.value
            return found
        raise AssertionError("one more round behind a success")

    monkeypatch.setattr(Knowledge, "_run_to_end", whole)
    made = program(CONE % "0")
    made = replace(made, body=_as_checks(made.body, open_kind))
    with Driver(cbmc, memory_mb=None, jobs=1) as driver, ThreadPoolExecutor(1) as pool:
        own = Knowledge(Session(made.task, cbmc, driver, pool, Options(), Deadline(seconds)), made)
        pieces = list(own.every_goal(lambda one: True))
    assert len(pieces) == len(run) == programs


def _as_checks(body: tuple[Stmt, ...], kind: GoalKind) -> tuple[Stmt, ...]:
    """The program with all its assertions of one kind."""
    return transform(body, lambda stmt: (replace(stmt, kind=kind) if isinstance(stmt, Assert) else stmt,))


@pytest.mark.parametrize("outcome", [Outcome.FAILURE, Outcome.SUCCESS])
def test_invariants_are_searched_early_if_an_access_is_open(program: Make, cbmc: Cbmc, outcome: Outcome) -> None:
    made = program(CONE % "0")
    with Driver(cbmc, memory_mb=None, jobs=1) as driver, ThreadPoolExecutor(1) as pool:
        knowledge = Knowledge(Session(made.task, cbmc, driver, pool, Options(), Deadline(40.0)), made)
        knowledge.plain = Future()
        knowledge.start_bounds_proof()
        assert "known" not in knowledge.asked
        knowledge.close()  # what is begun now is given up at once
        knowledge.thread = ThreadPoolExecutor(1)
        knowledge.plain.set_result(CheckedQuery(Query("bounds", "", {}, ("c",), 2), Run("bounds", outcome)))
        assert ("known" in knowledge.asked) is (outcome is Outcome.FAILURE)
        knowledge.close()


@pytest.mark.long
def test_requests_of_strategies_end_with_them(program: Make, cbmc: Cbmc) -> None:
    """Later strategies have all threads for themselves."""
    made = program(CONE % "0")
    slow = Calculation("slow", "timeit", (), ("nothing",))  # its answer is none
    with Driver(cbmc, memory_mb=None, jobs=1) as driver, ThreadPoolExecutor(1) as pool:
        session = Session(made.task, cbmc, driver, pool, Options(), Deadline(40.0))
        knowledge = Knowledge(session, made)
        begun = knowledge.own.submit(slow)
        knowledge.close()
        assert not session.stop.is_set() and knowledge.own.stop.is_set()
        assert begun.cancelled() or begun.result(30).run.outcome is not Outcome.SUCCESS
        assert session.submit(slow).result(30).run.outcome is not Outcome.TIMEOUT


def test_a_strategy_that_is_stopped_waits_for_no_invariants(program: Make, cbmc: Cbmc) -> None:
    options = Options(timeout=40.0, jobs=1)
    made = program(CONE % "0")
    with Driver(cbmc, memory_mb=None, jobs=1) as driver, ThreadPoolExecutor(1) as pool:
        session = Session(made.task, cbmc, driver, pool, options, Deadline(options.timeout))
        strategy_session, begun = session.strategy_session(Account()), Event()
        knowledge = Knowledge(session, made)
        never: Future[ProvedFacts] = Future()
        knowledge.asked["known"] = never
        with ThreadPoolExecutor(1) as beside:
            asked = beside.submit(lambda: (begun.set(), knowledge.known(strategy_session)))
            assert begun.wait(10)
            strategy_session.stop.set()
            with pytest.raises(CancelledError):
                asked.result(10)
        assert not never.done()


def test_a_strategy_whose_time_is_over_waits_for_no_invariants(program: Make, cbmc: Cbmc) -> None:
    """A shared Python computation does not end by itself when the time is over."""
    options = Options(timeout=40.0, jobs=1)
    made = program(CONE % "0")
    with Driver(cbmc, memory_mb=None, jobs=1) as driver, ThreadPoolExecutor(1) as pool:
        session = Session(made.task, cbmc, driver, pool, options, Deadline(0.2))
        strategy_session = session.strategy_session(Account())
        knowledge = Knowledge(session, made)
        never: Future[ProvedFacts] = Future()
        knowledge.asked["sampled"] = never

        def asking() -> Dialogue:
            yield ()
            knowledge.sampled(strategy_session)
            return ()

        with ThreadPoolExecutor(1) as beside:
            found = beside.submit(converse, asking(), strategy_session, lambda piece: None).result(10)
        assert isinstance(found, Reason)
        assert found.kind is ReasonKind.BUDGET
        assert not never.done()
        done: Future[int] = Future()
        with ThreadPoolExecutor(1) as beside:
            late = beside.submit(strategy_session.wait, done, late=True)
            done.set_result(7)
            assert late.result(10) == 7


def test_a_shared_part_that_asks_for_nothing_has_its_answer(program: Make, cbmc: Cbmc) -> None:
    """It is a part of a generator, in which a StopIteration of another one would be an error."""

    def steps() -> Steps[str]:
        yield from ()
        return "nothing to ask"

    options = Options(timeout=40.0, jobs=1)
    made = program(CONE % "0")
    with Driver(cbmc, memory_mb=None, jobs=1) as driver, ThreadPoolExecutor(1) as pool:
        session = Session(made.task, cbmc, driver, pool, options, Deadline(options.timeout))
        assert Knowledge(session, made).once("what", steps(), session) == "nothing to ask"


def test_shared_work_has_the_priority_of_its_requester(program: Make, cbmc: Cbmc) -> None:
    """The strategies that it competes with begin anew for each goal, and with little spent."""

    def steps() -> Steps[str]:
        yield ()
        return "shared"

    made = program(CONE % "0")
    with Driver(cbmc, memory_mb=None, jobs=1) as driver, ThreadPoolExecutor(1) as pool:
        session = Session(made.task, cbmc, driver, pool, Options(timeout=40.0, jobs=1), Deadline(40.0))
        knowledge = Knowledge(session, made)
        asking = session.strategy_session(Account(rate=0.5))
        assert knowledge.once("what", steps(), asking) == "shared"
        _, own = knowledge.shared["what"]
        assert (own.account.spent, own.account.rate) == (-0.5 * LEAST, 0.5)
        own.account.spent, asking.account.spent = 7.0, 0.25
        assert knowledge.once("what", steps(), asking) == "shared"
        assert own.account.spent == 0.25
        knowledge.close()
        assert own.stop.is_set() and not session.stop.is_set()


def test_shared_work_runs_concurrently(program: Make, cbmc: Cbmc) -> None:
    """A part that waits for another one to begin would wait for ever if it were the first of a queue."""
    waits, begun = Event(), Event()

    def waiting() -> Steps[bool]:
        yield ()
        waits.set()
        return begun.wait(20.0)

    def beginning() -> Steps[bool]:
        yield ()
        begun.set()
        return True

    made = program(CONE % "0")
    with Driver(cbmc, memory_mb=None, jobs=1) as driver, ThreadPoolExecutor(1) as pool:
        session = Session(made.task, cbmc, driver, pool, Options(timeout=40.0, jobs=1), Deadline(40.0))
        knowledge = Knowledge(session, made)
        with ThreadPoolExecutor(1) as asking:
            first = asking.submit(knowledge.once, "one", waiting(), session)
            assert waits.wait(20.0) and knowledge.once("other", beginning(), session) and first.result()


def test_a_proof_that_waits_for_bounds_has_them_go_first(program: Make, cbmc: Cbmc) -> None:
    made = program(CONE % "0")
    with Driver(cbmc, memory_mb=None, jobs=1) as driver, ThreadPoolExecutor(1) as pool:
        session = Session(made.task, cbmc, driver, pool, Options(timeout=40.0, jobs=1), Deadline(40.0))
        own = Knowledge(session, made)
        own.plain = Future()
        own.plain.set_result(CheckedQuery(Query("bounds", "", {}, (), 2), Run("bounds", Outcome.SUCCESS)))
        session.account.spent = 7.0
        assert holds(own.in_bounds(session.strategy_session(Account()))) is holds(own.plain.result())
        assert session.account.spent == -LEAST
        session.account.spent = -9.0
        own.in_bounds(session.strategy_session(Account()))
        assert session.account.spent == -9.0


def test_a_program_whose_assertions_are_never_run_is_given_up_as_well(program: Make, cbmc: Cbmc) -> None:
    made = program("""int a[9]; int main(void) { for (int i = 0; i < 9; i++) a[i] = i;
        if (sizeof(a) < 9) for (int i = 0; i < 9; i++) __VERIFIER_assert(a[i]); return 0; }""")
    assert models(made) == ()
    with Driver(cbmc, memory_mb=None, jobs=1) as driver, ThreadPoolExecutor(1) as pool:
        session = Session(made.task, cbmc, driver, pool, Options(timeout=40.0, jobs=1), Deadline(40.0))
        session.stop.set()
        assert Prover(session, made).prove().reason is not None


UNCOUNTED = """#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  int s = 0;
  for (unsigned long i = 0; i < n; i++)
    s ^= (1 >> (i & 7)) ^ (1 >> i);
  return s;
}"""


def side_by_side(path: Path, cbmc: Cbmc) -> tuple[Goals, list[CheckedQuery]]:
    path.write_text(UNCOUNTED, encoding="utf-8")
    made = load_program(Task(path, checks=("shift",), assertions=False))
    goals = Goals.of(made)
    with Driver(cbmc, memory_mb=None, jobs=1) as driver, ThreadPoolExecutor(1) as pool:
        session = Session(made.task, cbmc, driver, pool, Options(), Deadline(40.0))
        return goals, Prover(session, made, goals=goals).side_by_side(goals)


def test_facts_of_every_iteration_need_no_trip_count(tmp_path: Path, cbmc: Cbmc) -> None:
    goals, pieces = side_by_side(tmp_path / "u.c", cbmc)
    assert any(text.startswith("trip count") for text in pieces[0].run.failed())
    assert not any(pieces[0].takes_part(text) for text in pieces[0].run.failed() if text.startswith("trip count"))
    assert [goals.is_proved(goal) for goal in goals.asked] == [True, False]
    shown = [[text for text in piece.request.asked if text.startswith("goal")] for piece in pieces]
    assert list(map(len, shown[:2])) == [2, 1]  # what is known is not asked for again


def test_no_candidate_is_tried_once_that_takes_too_long(
    tmp_path: Path, cbmc: Cbmc, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HALF", "LEAST"):
        monkeypatch.setattr(knowledge, name, 0.0)
    goals, pieces = side_by_side(tmp_path / "u.c", cbmc)
    assert len(pieces) == 1 and len(goals.open()) == 1
    queries = [piece.request for piece in pieces if isinstance(piece.request, Query)]
    assert len(queries) == 1 and not any(about.kind.of_candidate for one in queries for about in one.ids.values())
