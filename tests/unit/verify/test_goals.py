"""Test the recorded state of every goal during the proof and the search."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from veriabs.core.conditions import ConditionKind, VerdictCondition
from veriabs.core.copying import replace
from veriabs.core.counterexample import Counterexample, ErrorSite, Replay
from veriabs.core.ctree import has
from veriabs.core.deadline import Deadline
from veriabs.core.expressions import Const
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Gap, Program
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import GoalAnswer, Report, Verdict
from veriabs.core.runs import Approximation, CheckResult, Outcome, Run
from veriabs.core.source import Task, Where
from veriabs.core.statements import Assert, Halt
from veriabs.core.strategy import Dialogue, Facts, Strategy
from veriabs.core.types import INT
from veriabs.core.verdict import with_condition
from veriabs.frontend.program import load_program
from veriabs.loops.build import each_model, model_of
from veriabs.loops.flatten import assertions, keep_only
from veriabs.replay.confirm import ReplayResult
from veriabs.solvers.driver import Cbmc
from veriabs.verify import engine
from veriabs.verify.engine import open_session, verify
from veriabs.verify.goals import Goals
from veriabs.verify.limits import BRIEF, LEAST, RESERVED
from veriabs.verify.options import Options
from veriabs.verify.portfolio import Race, RaceProof
from veriabs.verify.prove import Prover
from veriabs.verify.session import Session

FIRST, SECOND = Where("a.c", 3, 5), Where("a.c", 9, 5)
TEST = Const(1, INT)
INLINED_TWICE = (Assert(TEST, 0, FIRST), Assert(TEST, 1, FIRST), Assert(TEST, 2, SECOND))
PROGRAM = Program(Task(Path("a.c")), {}, {}, INLINED_TWICE)
QUERY = Query("cut", "", {}, ("assertion",), 1, claim=Approximation.OVER)
BEYOND = VerdictCondition(ConditionKind.BOUNDS, "", (Where("a.c", 7),))
PROOF = RaceProof(
    "cell_invariants", [CheckedQuery(QUERY, Run("cut", Outcome.SUCCESS, (CheckResult("", "assertion", "SUCCESS"),)))]
)
NOTHING = RaceProof("cell_invariants", [replace(PROOF.pieces[0], run=Run("cut", Outcome.SUCCESS))])


def counterexample(where: Where) -> ReplayResult:
    site = ErrorSite(0, "assert", False, where)
    return ReplayResult(Replay.REACHED, "", Counterexample("native", (), (), site, site, (), "", ()))


def verdicts_by_line(goals: Goals) -> list[tuple[int, Verdict]]:
    return [(answer.goal.where.line, answer.verdict) for answer in goals.answers()]


def test_a_goal_is_proved_once_all_its_copies_are() -> None:
    told: list[GoalAnswer] = []
    goals = Goals.of(PROGRAM, on_decided=told.append)
    goals.proved(INLINED_TWICE[0], PROOF)
    assert verdicts_by_line(goals) == [(3, Verdict.UNKNOWN), (9, Verdict.UNKNOWN)] and told == []
    goals.proved(INLINED_TWICE[1], PROOF)
    assert verdicts_by_line(goals) == [(3, Verdict.TRUE), (9, Verdict.UNKNOWN)]
    assert [(one.goal, one.strategy) for one in told] == [(Goal(GoalKind.ASSERTION, FIRST), "cell_invariants")]


def test_a_false_statement_is_not_proved() -> None:
    goals = Goals.of(PROGRAM)
    goals.proved(INLINED_TWICE[2], NOTHING)
    assert goals.answers()[1].verdict is Verdict.UNKNOWN and not goals.decided()


def test_all_are_decided_when_each_is_proved_or_refuted() -> None:
    goals = Goals.of(PROGRAM)
    goals.refute(counterexample(FIRST))
    assert verdicts_by_line(goals) == [(3, Verdict.FALSE), (9, Verdict.UNKNOWN)] and not goals.decided()
    goals.proved(INLINED_TWICE[2], PROOF)
    assert goals.decided()


def test_proved_and_refuted_is_an_error_in_veriabs() -> None:
    goals = Goals.of(PROGRAM)
    goals.proved(INLINED_TWICE[2], PROOF)
    goals.refute(counterexample(SECOND))
    answer = goals.answers()[1]
    assert answer.verdict is Verdict.UNKNOWN and answer.reason is not None and answer.reason.kind is ReasonKind.INTERNAL


def test_a_violation_elsewhere_is_a_goal_of_its_own() -> None:
    goals = Goals.of(PROGRAM)
    goals.refute(counterexample(Where("a.c", 20)))
    assert verdicts_by_line(goals)[-1] == (20, Verdict.FALSE)


def test_a_violation_elsewhere_stays_one_when_another_goal_is_proved() -> None:
    goals = Goals.of(PROGRAM)
    goals.refute(counterexample(Where("a.c", 20)))
    goals.proved(INLINED_TWICE[2], PROOF)
    goals.settle_unreached(PROOF)
    assert verdicts_by_line(goals)[-1] == (20, Verdict.FALSE)


@pytest.mark.parametrize("kind", [GoalKind.ASSERTION, GoalKind.BOUNDS])
def test_proved_assertions_of_the_user_serve_other_goals(kind: GoalKind) -> None:
    copies = tuple(replace(one, kind=kind) for one in INLINED_TWICE)
    made = replace(PROGRAM, body=copies)
    goals = Goals.of(made)
    goals.proved(copies[0], PROOF)
    assert not goals.known(made)
    assert keep_only(made, goals.serves).body == copies
    goals.proved(copies[1], PROOF)
    assert goals.known(made) == {0, 1}
    left = keep_only(made, goals.serves)
    assert left.body == (copies if kind is GoalKind.ASSERTION else copies[2:])
    goals.refute(replace(counterexample(SECOND), counterexample=_of_kind(SECOND, kind)))
    assert SECOND not in {one.where for one in keep_only(made, goals.serves).body}


def _of_kind(where: Where, kind: GoalKind) -> Counterexample:
    example = counterexample(where).counterexample
    assert example is not None
    return replace(example, assertion=replace(example.assertion, kind=kind))


def test_a_goal_keeps_its_own_reason() -> None:
    goals = Goals.of(PROGRAM)
    reason = Reason(ReasonKind.NO_SMALL_K, "no k up to 5 works")
    goals.left_open(Goal(GoalKind.ASSERTION, SECOND), reason)
    assert goals.answers()[1].reason == reason


def test_copies_without_a_task_follow_from_any_proof() -> None:
    goals = Goals.of(PROGRAM)
    goals.reachable |= {0, 2}
    goals.proved(INLINED_TWICE[0], PROOF)
    goals.settle_unreached(PROOF)
    assert verdicts_by_line(goals) == [(3, Verdict.TRUE), (9, Verdict.UNKNOWN)]


def test_no_proof_counts_before_unsupported_code_is_proved_unreachable() -> None:
    told: list[GoalAnswer] = []
    goals = Goals.of(
        replace(PROGRAM, gaps=(Gap(FIRST, "recursive call of f", must_not_run=True),)), on_decided=told.append
    )
    goals.proved(INLINED_TWICE[2], PROOF)
    assert verdicts_by_line(goals) == [(3, Verdict.UNKNOWN), (9, Verdict.UNKNOWN)] and told == []
    waits = goals.answers()[1].reason
    assert waits is not None and (waits.kind, waits.where) == (ReasonKind.UNSUPPORTED, FIRST)
    assert [goal.where for goal in goals.open()] == [FIRST]
    assert [goal.where for goal in goals.undecided()] == [FIRST, SECOND]
    for one in INLINED_TWICE[:2]:
        goals.proved(one, PROOF)
    assert verdicts_by_line(goals) == [(3, Verdict.TRUE), (9, Verdict.TRUE)] and goals.undecided() == []
    assert [one.goal.where for one in told] == [FIRST, SECOND]


def test_refuted_goal_is_false_beside_unsupported_code() -> None:
    goals = Goals.of(replace(PROGRAM, gaps=(Gap(FIRST, "recursive call of f", must_not_run=True),)))
    goals.proved(INLINED_TWICE[2], PROOF)
    goals.refute(counterexample(SECOND))
    assert verdicts_by_line(goals) == [(3, Verdict.UNKNOWN), (9, Verdict.FALSE)]


def test_counterexample_is_attributed_to_a_goal_before_unsupported_code() -> None:
    goals = Goals.of(replace(PROGRAM, gaps=(Gap(FIRST, "recursive call of f", must_not_run=True),)))
    call, error = (ErrorSite(0, "assert", False, where) for where in (FIRST, SECOND))
    goals.refute(ReplayResult(Replay.REACHED, "", Counterexample("native", (), (), call, error, (), "", ())))
    assert verdicts_by_line(goals) == [(3, Verdict.UNKNOWN), (9, Verdict.FALSE)]


def test_untried_goals_stay_open_with_the_budget_reason() -> None:
    goals = Goals.of(PROGRAM)
    goals.proved(INLINED_TWICE[2], PROOF)
    over = Reason(ReasonKind.BUDGET, "the time budget of 5 s is used up")
    goals.all_left_open(over)
    assert [answer.reason for answer in goals.answers()] == [over, None]


# ---------------------------------------------------------------------------------------------------- whole programs

SEVERAL = """extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assert(int);
int a[100000], b[100000];
int main(void) { int i;
  for (i = 0; i < 100000; i++) { a[i] = i; b[i] = __VERIFIER_nondet_int(); }
  for (i = 0; i < 100000; i++) __VERIFIER_assert(b[i] != 77);
  for (i = 0; i < 100000; i++) __VERIFIER_assert(a[i] == i);
  for (i = 0; i < 100000; i++) __VERIFIER_assert(%s);
  return 0; }
"""


def verified(tmp_path: Path, cbmc: Cbmc, text: str, **options: object) -> Report:
    path = tmp_path / "s.c"
    path.write_text(text, encoding="utf-8")
    task = Task(path)
    return verify(task, load_program(task), cbmc, Options(**{"timeout": 60.0, **options}))  # type: ignore[arg-type]


def verdicts(report: Report) -> list[tuple[int, Verdict]]:
    return [(one.goal.where.line, one.verdict) for one in report.goals]


@pytest.mark.long
@pytest.mark.cbmc
def test_a_failing_assertion_hides_neither_another_nor_a_proof(
    tmp_path: Path, cbmc: Cbmc, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "LEAST", 20.0)  # also on a busy machine
    report = verified(tmp_path, cbmc, SEVERAL % "b[i] != 13")
    assert verdicts(report) == [(5, Verdict.FALSE), (6, Verdict.TRUE), (7, Verdict.FALSE)]
    assert report.verdict is Verdict.FALSE and report.counterexample == report.goals[0].counterexample
    assert all(one.counterexample is not None for one in report.goals if one.verdict is Verdict.FALSE)
    assert {one.counterexample.assertion.where.line for one in report.goals if one.counterexample} == {5, 7}


@pytest.mark.parametrize("kind", [GoalKind.CONVERSION, GoalKind.OVERFLOW, GoalKind.POINTER])
def test_a_run_ends_at_an_assertion_that_fails_and_not_at_a_check(kind: GoalKind) -> None:
    cut_off = Assert(TEST, 3, Where("a.c", 12, 5), kind)
    gap = Gap(SECOND, "recursive call of f", must_not_run=True)
    goals = Goals.of(replace(PROGRAM, body=(*INLINED_TWICE, cut_off), gaps=(gap,)))
    assert not any(map(goals.ends_runs, (*INLINED_TWICE, cut_off))), "nothing has failed"
    for where in (FIRST, SECOND):
        goals.refute(counterexample(where))
    goals.refuted[cut_off.goal] = counterexample(cut_off.where)
    assert [goals.ends_runs(one) for one in (*INLINED_TWICE, cut_off)] == [True, True, False, False]


def test_the_others_have_less_time_once_there_are_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the first violation, the remaining goals share a time limit that shrinks with their number."""
    many = tuple(Assert(TEST, number, Where("a.c", number + 1)) for number in range(101))
    goals = Goals.of(replace(PROGRAM, body=many))
    session = Session(PROGRAM.task, Mock(), Mock(), Mock(), Options(), Deadline(900.0))
    goals.refute(counterexample(many[0].where))
    engine._limit_others(session, goals)
    first = session.left()
    assert not goals.has_checks()
    assert first <= LEAST + BRIEF * 100 < first + 1
    for one in many[1:61]:
        goals.proved(one, PROOF)
    assert session.left() <= LEAST + BRIEF * 40 and "another goal" in session.over().text
    for one in many[61:]:
        goals.proved(one, PROOF)
    assert 0 < session.left() <= LEAST, "to tell what was proved last"


@pytest.mark.long
@pytest.mark.cbmc
def test_the_first_failing_goal_can_be_the_end(tmp_path: Path, cbmc: Cbmc) -> None:
    report = verified(tmp_path, cbmc, SEVERAL % "b[i] != 13", stop_on_fail=True)
    assert report.verdict is Verdict.FALSE and [word for _, word in verdicts(report)].count(Verdict.FALSE) == 1


@pytest.mark.long
@pytest.mark.cbmc
def test_proof_is_reported_beside_open_goals(tmp_path: Path, cbmc: Cbmc) -> None:
    report = verified(
        tmp_path, cbmc, SEVERAL % "a[i] >= 0", replay=False, timeout=30.0, strategies=("pruning", "shrinking")
    )
    assert verdicts(report) == [(5, Verdict.UNKNOWN), (6, Verdict.TRUE), (7, Verdict.TRUE)]
    assert report.verdict is Verdict.UNKNOWN and report.reason == report.goals[0].reason


def test_a_proof_under_conditions_leaves_its_goal_open_for_one_without() -> None:
    """A goal with two assertions needs a proof of both, and a check that fails is not proved."""
    goals, (first, second, _) = Goals.of(PROGRAM), INLINED_TWICE
    weak = replace(PROOF, pieces=[with_condition(piece, BEYOND) for piece in PROOF.pieces])
    goals.settle_if(first.goal, weak, 0)
    assert goals.answer(first.goal).verdict is Verdict.UNKNOWN
    goals.proved(second, PROOF)
    assert goals.is_open(first.goal) and goals.is_conditional(first.goal)
    assert goals.answer(first.goal).wording == "TRUE if the accesses at line 7 are in bounds"
    goals.proved(first, PROOF)
    assert not goals.is_conditional(first.goal) and goals.answer(first.goal).wording == "TRUE"


def test_checks_that_may_be_violated_are_conditions_of_assertions() -> None:
    """Checks after which a run continues are no conditions, and a conditional goal is not proved."""
    where = Where("a.c", 7, 5)
    kinds = (GoalKind.BOUNDS, GoalKind.OVERFLOW, GoalKind.SHIFT, GoalKind.CONVERSION)
    checks = tuple(Assert(TEST, 3 + n, where, kind) for n, kind in enumerate(kinds))
    goals = Goals.of(replace(PROGRAM, body=(*INLINED_TWICE, *checks)))
    for one in INLINED_TWICE:
        goals.proved(one, PROOF)
    goals.proved(checks[2], PROOF)
    goals.settle_if(checks[0].goal, PROOF)
    said = "TRUE if the access at line 7 is in bounds; nothing overflows at line 7"
    assert goals.answer(INLINED_TWICE[0].goal).wording == said
    assert goals.answer(checks[2].goal).wording == "TRUE"


NO_CALL = """extern void reach_error(void);
void check(int holds) { if (!holds) reach_error(); }
int a[100000];
int main(void) { for (int i = 0; i %s 100000; i++) a[i] = i; return 0; }
"""


@pytest.mark.long
@pytest.mark.cbmc
def test_a_program_that_never_calls_its_error_is_proved_by_its_accesses(tmp_path: Path, cbmc: Cbmc) -> None:
    report = verified(tmp_path, cbmc, NO_CALL % "<", replay=False)
    assert report.verdict is Verdict.TRUE and report.strategy == "bounds"
    beyond = verified(tmp_path, cbmc, NO_CALL % "<=", replay=False, timeout=5.0)
    assert beyond.verdict is Verdict.UNKNOWN  # no part of the only access is proved, so that nothing is a proof
    assert beyond.reason is not None and beyond.reason.kind is ReasonKind.OUT_OF_BOUNDS


@pytest.mark.cbmc
def test_goals_of_an_unsupported_program_are_refuted_separately(tmp_path: Path, cbmc: Cbmc) -> None:
    text = """extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assert(int);
    union u { int i; float f; };
    int main(void) { union u x; x.i = __VERIFIER_nondet_int();
      __VERIFIER_assert(x.i != 5);
      __VERIFIER_assert(x.i != 7);
      return 0; }"""
    path = tmp_path / "u.c"
    path.write_text(text, encoding="utf-8")
    refused = Reason(ReasonKind.UNSUPPORTED, "a union")
    report = verify(Task(path), refused, cbmc, Options(timeout=30.0))
    assert verdicts(report) == [(4, Verdict.FALSE), (5, Verdict.FALSE)]


def test_goals_without_time_are_neither_tried_nor_decided(tmp_path: Path, cbmc: Cbmc) -> None:
    path = tmp_path / "many.c"
    path.write_text(SEVERAL % "a[i] >= 0", encoding="utf-8")
    program = load_program(Task(path))
    taken: list[int] = []

    def fresh() -> Iterator[LoopModel]:
        for model in each_model(program):
            taken.append(model.assertion.number)
            yield model

    with open_session(program.task, cbmc, Options(), Deadline(0.0)) as session:
        goals = Goals.of(program)
        Prover(session, program, goals=goals)._portfolio_rounds(fresh(), goals)
    every = {one.number for one in assertions(program)}
    assert len(every) == 3 and len(taken) == 2  # the second one shows that there are more
    assert goals.reachable == every
    assert all(goals.reasons[goal].kind is ReasonKind.BUDGET for goal in goals.asked)


def test_failed_goal_ends_runs_in_models_of_the_others(tmp_path: Path) -> None:
    path = tmp_path / "behind.c"
    path.write_text(SEVERAL % "a[i] >= 0", encoding="utf-8")
    program = load_program(Task(path))
    first, *others = assertions(program)
    goals = Goals.of(program)
    prover = Prover(Mock(), program, goals=goals)
    before = [model_of(program, one.number) for one in others]
    assert [prover._renew_model(one, goals) for one in before] == before
    goals.refute(counterexample(first.where))
    prover.refusals.note("shrinking", others[0].number, Reason(ReasonKind.SIDE_CONDITION, "without what has failed"))
    changed = [prover._renew_model(one, goals) for one in before]
    assert [one.assertion for one in changed] == others
    assert all(assertions(one.program) == tuple(others) and has(one.program.body, Halt) for one in changed)
    assert not prover.refusals.is_final("shrinking", others[0].number), "it is asked again"
    assert [prover._renew_model(one, goals) for one in changed] == changed


def test_last_open_goal_leaves_time_to_report_the_others(
    tmp_path: Path, cbmc: Cbmc, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "many.c"
    path.write_text(SEVERAL % "a[i] >= 0", encoding="utf-8")
    program = load_program(Task(path))
    last = keep_only(program, lambda one: one.number == assertions(program)[-1].number)
    seen: list[tuple[float, str]] = []

    def run(race: Race, entrants: object) -> Reason:
        seen.append((race.session.left(), race.session.over().text))
        return Reason(ReasonKind.NOT_APPLICABLE, "no proof")

    monkeypatch.setattr(Race, "run", run)
    with open_session(program.task, cbmc, Options(), Deadline(60.0)) as session:
        goals = Goals.of(program)
        Prover(session, last, goals=goals)._portfolio_rounds(each_model(last), goals)
    ((left, text),) = seen
    assert left <= 60.0 - RESERVED and text == "the time budget of 60 s is used up"


def test_goal_whose_model_took_too_long_is_not_unreached(tmp_path: Path, cbmc: Cbmc) -> None:
    """Its model is the last one; a goal without a model would count as unreached, and so as proved."""
    path = tmp_path / "many.c"
    path.write_text(SEVERAL % "a[i] >= 0", encoding="utf-8")
    program = load_program(Task(path))
    (last,) = assertions(program)[-1:]

    def slow() -> Iterator[LoopModel]:
        model = model_of(program, last.number)
        time.sleep(0.6)
        yield model

    with open_session(program.task, cbmc, Options(), Deadline(60.0)) as session:
        goals = Goals.of(program)
        session.deadline.shorten(1.0, "the time is over")
        Prover(session, program, goals=goals)._portfolio_rounds(slow(), goals)
    assert last.number in goals.reachable
    assert goals.reasons[last.goal].kind is ReasonKind.BUDGET


def test_last_open_goal_gets_nearly_all_remaining_time(
    tmp_path: Path, cbmc: Cbmc, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another goal has failed: the last one gets a second, without the time reserved for reporting many goals."""
    path = tmp_path / "many.c"
    path.write_text(SEVERAL % "a[i] >= 0", encoding="utf-8")
    program = load_program(Task(path))
    last = keep_only(program, lambda one: one.number == assertions(program)[-1].number)
    seen: list[float] = []

    def run(race: Race, entrants: object) -> Reason:
        seen.append(race.session.left() / race.session.deadline.seconds)
        return Reason(ReasonKind.NOT_APPLICABLE, "no proof")

    monkeypatch.setattr(Race, "run", run)
    with open_session(program.task, cbmc, Options(), Deadline(60.0)) as session:
        goals = Goals.of(program)
        session.deadline.shorten(RESERVED, "another goal fails")
        Prover(session, last, goals=goals)._portfolio_rounds(each_model(last), goals)
        (share,) = seen
    assert share > 0.8


@pytest.mark.parametrize(
    ("seconds", "stopped", "refused"), [(60.0, False, True), (0.0, False, False), (60.0, True, False)]
)
def test_timeout_of_a_strategy_is_no_final_refusal(
    tmp_path: Path, cbmc: Cbmc, seconds: float, stopped: bool, refused: bool
) -> None:
    """It may have another turn, with more time."""
    path = tmp_path / "several.c"
    path.write_text(SEVERAL % "a[i] >= 0", encoding="utf-8")
    program = load_program(Task(path))
    model = next(each_model(program))

    def prove(model: LoopModel, facts: Facts) -> Dialogue:
        if stopped:
            session.stop.set()
        return Reason(ReasonKind.SIDE_CONDITION, "not proved")
        yield ()

    with open_session(program.task, cbmc, Options(), Deadline(seconds)) as session:
        prover = Prover(session, program, goals=Goals.of(program))
        prover._enter("one", Strategy(rank=1, prove=prove), model, session)
    assert prover.refusals.is_final("one", model.assertion.number) is refused
