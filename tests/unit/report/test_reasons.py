"""Test the reasons and next steps that users read for undecided goals."""

from __future__ import annotations

import pytest

from veriabs.core.goals import Goal, GoalKind
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.source import Where
from veriabs.report.reasons import describe, hint_of, is_late

HERE = Where("m.c", 9, 4)


@pytest.mark.parametrize("kind", list(ReasonKind))
def test_reasons_omit_the_notation_of_a_strategy(kind: ReasonKind) -> None:
    internal = kind in (
        *(ReasonKind.NO_SMALL_K, ReasonKind.SIDE_CONDITION, ReasonKind.NOT_APPLICABLE),
        *(ReasonKind.OUT_OF_BOUNDS, ReasonKind.TIMEOUT),
    )
    said = describe(Reason(kind, "0 <= t1 && t1 <= 999", HERE))
    assert ("t1" in said) is not internal
    assert said.endswith(" at m.c:9")


def test_running_out_of_time_is_a_separate_class() -> None:
    late = {kind for kind in ReasonKind if is_late(Reason(kind, "x"))}
    assert late == {ReasonKind.TIMEOUT, ReasonKind.BUDGET}
    assert not is_late(None)


def test_hint_for_an_open_check_suggests_an_input_assumption() -> None:
    reason = Reason(ReasonKind.SIDE_CONDITION, "x")
    assert "__VERIFIER_assume" in hint_of(reason, "m.c", Goal(GoalKind.BOUNDS, HERE))
    assert "precondition of f" in hint_of(reason, "m.c", Goal(GoalKind.BOUNDS, HERE, function="f"))
    assert "--explain" in hint_of(reason, "m.c", Goal(GoalKind.ASSERTION, HERE))
