"""Events of a verification as JSON, as observers receive them."""

from __future__ import annotations

from veriabs.core.events import GoalDecided, GoalsKnown
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.results import GoalAnswer, Verdict
from veriabs.core.source import Where
from veriabs.report.event_json import event_json

GOAL = Goal(GoalKind.BOUNDS, Where("a.c", 7, 3), "a[i]")


def test_the_json_of_a_goal_keeps_the_kind_of_its_event() -> None:
    told = event_json(GoalDecided(GoalAnswer(GOAL, Verdict.TRUE, "closed_forms")))
    assert told["kind"] == "goal_decided"
    goal = told["goal"]
    assert isinstance(goal, dict)
    assert (goal["kind"], goal["line"], goal["verdict"]) == ("bounds", 7, "TRUE")


def test_goals_are_counted_when_they_are_known() -> None:
    assert event_json(GoalsKnown((GOAL, GOAL))) == {"kind": "goals_known", "goals": 2}
