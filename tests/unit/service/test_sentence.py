"""The result of a job, in sentences and rows: each loop counts once, however many attempts there were."""

from __future__ import annotations

from pathlib import Path

from veriabs.core.conditions import NO_OVERFLOW
from veriabs.core.copying import replace
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import GoalAnswer, Report, ShrinkFactor, Verdict
from veriabs.core.source import Task, Where
from veriabs.service.jobs import JobState
from veriabs.service.outcome import JobOutcome
from veriabs.service.sentence import sentence

HERE = Where("a.c", 9)
NONE = ShrinkFactor(HERE, (3, 5), "", (), (), None, Reason(ReasonKind.NO_SMALL_K, "no k up to 5"))
FOUND = ShrinkFactor(HERE, (5,), "", (), (), 1)


def sentence_of(*factors: ShrinkFactor) -> str:
    return sentence("shrink", Report(Task(Path("a.c")), Verdict.UNKNOWN, "", None, factors, (), 0.0, 0.0, "6.6.0"))


def test_attempts_before_the_deciding_one_are_not_counted() -> None:
    assert sentence_of(NONE, NONE, FOUND) == "Shrinkable: loop 5 with k = 1."
    assert sentence_of(NONE, NONE) == "1 group of loops: no shrink factor found."


def test_sentence_of_a_proof_names_its_conditions() -> None:
    how = (Verdict.TRUE, "pruning", None, (), (), 0.0, 0.0, "6.6.0")
    report = Report(Task(Path("a.c")), *how, conditions=(NO_OVERFLOW,))
    assert sentence("verify", report).startswith("Proved: every assertion holds in every run if nothing overflows. ")
    told = {"verdict": "TRUE", "conditional": True, "conditions": [{"kind": "overflow", "text": "nothing overflows"}]}
    assert JobOutcome(JobState.DONE, "", told).columns()["conditions"] == "nothing overflows"


def test_sentence_counts_proved_and_missing_goals() -> None:
    reason = Reason(ReasonKind.BUDGET, "the time is used up", hint="a larger --timeout")
    goals = [Goal(GoalKind.ASSERTION, Where("a.c", line)) for line in range(1, 10)]
    answers = [GoalAnswer(goals[0], Verdict.TRUE), *(GoalAnswer(one, Verdict.UNKNOWN) for one in goals[1:])]
    report = Report(Task(Path("a.c")), Verdict.UNKNOWN, "", reason, (), (), 0.0, 0.0, "6.6.0")
    hint = " Try: more time."
    assert sentence("verify", report) == f"Not decided: the time is used up.{hint}"
    one = replace(report, goals=tuple(answers[:2]))
    assert sentence("verify", one) == f"Proved: 1 of 2 goals. Not decided: line 2 (the time is used up).{hint}"
    none = replace(report, goals=tuple(answers[1:2]))
    assert sentence("verify", none) == f"Not decided: line 2 (the time is used up).{hint}"
    several = replace(report, goals=tuple(answers))
    assert sentence("verify", several).startswith("Proved: 1 of 9 goals. Not decided: lines 2, 3, 4, 5, 6 and 3 more (")
    refuted = replace(one, verdict=Verdict.FALSE, reason=None)
    assert sentence("verify", refuted).endswith(" 1 of 2 goals is proved.")


def test_the_reason_of_a_loop_without_a_factor_is_its_own() -> None:
    loop = {"lines": [5], "reason": {"text": "no k up to 5"}, "obstacle": {"text": "the loops meet"}}
    (row,) = JobOutcome(JobState.DONE, "", {"loops": [loop]}).factors()
    assert row["reason"] == "no k up to 5"
