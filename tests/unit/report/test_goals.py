"""The printed result of each goal."""

from __future__ import annotations

from pathlib import Path

from veriabs.core.copying import replace
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Answer, GoalAnswer, Report, Verdict
from veriabs.core.source import Task, Where
from veriabs.report.goals import answers_about, goal_lines, goals_text

LATE = Reason(ReasonKind.BUDGET, "not decided within its share of the time, 0.4 s")
INNER = Reason(ReasonKind.SIDE_CONDITION, "not proved: t1 <= 999")


def goal(line: int, kind: GoalKind = GoalKind.BOUNDS) -> Goal:
    return Goal(kind, Where("m.c", line, 3))


def report(*goals: GoalAnswer, answers: tuple[Answer, ...] = ()) -> Report:
    first = next((one.reason for one in goals if one.reason), None)
    task = Task(Path("m.c"))
    return Report(task, Verdict.UNKNOWN, "", first, (), (), 1.0, 1.0, "6.6.0", goals=goals, answers=answers)


def test_goals_are_counted_by_outcome() -> None:
    held = GoalAnswer(goal(1), Verdict.TRUE, "bounds")
    late, unknown = GoalAnswer(goal(2), Verdict.UNKNOWN, "", LATE), GoalAnswer(goal(3), Verdict.UNKNOWN, "", INNER)
    assert goals_text((held, late, unknown, held)) == "1 goal ran out of time, 1 is open, 2 hold"
    assert goals_text((held, held)) == "2 goals hold"


def test_open_goal_gives_a_plain_reason_and_a_hint() -> None:
    first, second = goal_lines(report(GoalAnswer(goal(2), Verdict.UNKNOWN, "", INNER)))
    assert first == "  open   m.c:2  bounds  neither proved nor refuted"
    assert second.strip().startswith("try: ")


def test_explained_goals_show_the_notation_of_strategies() -> None:
    answer = GoalAnswer(goal(2), Verdict.UNKNOWN, "", INNER)
    said = Answer("pruning", goal(2).where, Verdict.UNKNOWN, INNER, kind=GoalKind.BOUNDS)
    other = replace(said, strategy="induction", kind=GoalKind.OVERFLOW)
    whole = report(answer, answers=(said, other))
    assert answers_about(whole, answer) == [said]
    text = "\n".join(goal_lines(whole, explained=True))
    assert "t1 <= 999" in text and "pruning: no answer" in text and "induction" not in text
    assert "t1" not in "\n".join(goal_lines(whole))


def test_the_same_hint_is_not_repeated() -> None:
    late = [GoalAnswer(goal(line), Verdict.UNKNOWN, "", LATE) for line in (2, 3)]
    assert sum("try: " in line for line in goal_lines(report(*late))) == 1


def test_many_goals_that_are_alike_are_counted() -> None:
    late = [GoalAnswer(goal(line), Verdict.UNKNOWN, "", LATE) for line in range(1, 21)]
    held = [GoalAnswer(goal(line), Verdict.TRUE, "bounds") for line in range(30, 50)]
    lines = goal_lines(report(*late, *held))
    assert sum(line.startswith("  time   m.c") for line in lines) == 5
    assert lines[-2:] == ["  time   15 more, as above", "  holds  20 goals"]
