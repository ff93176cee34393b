"""What a job came to, in sentences and rows: each loop counts once, however many attempts there were."""

from __future__ import annotations

from pathlib import Path

from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Report, ShrinkFactor, Verdict
from veriabs.core.source import Task, Where
from veriabs.service.jobs import State
from veriabs.service.outcome import Outcome
from veriabs.service.sentence import sentence

HERE = Where("a.c", 9)
NONE = ShrinkFactor(HERE, (3, 5), "", (), (), None, Reason(ReasonKind.NO_SMALL_K, "no k up to 5"))
FOUND = ShrinkFactor(HERE, (5,), "", (), (), 1)


def of(*factors: ShrinkFactor) -> str:
    return sentence("shrink", Report(Task(Path("a.c")), Verdict.UNKNOWN, "", None, factors, (), 0.0, 0.0, "6.6.0"))


def test_attempts_before_the_deciding_one_are_not_counted() -> None:
    assert of(NONE, NONE, FOUND) == "Shrinkable: loop 5 with k = 1."
    assert of(NONE, NONE) == "1 group of loops without a shrink factor up to the largest k."


def test_the_reason_of_a_loop_without_a_factor_is_its_own() -> None:
    loop = {"lines": [5], "reason": {"text": "no k up to 5"}, "obstacle": {"text": "the loops meet"}}
    (row,) = Outcome(State.DONE, "", {"loops": [loop]}).factors()
    assert row["reason"] == "no k up to 5"
