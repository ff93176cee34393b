"""The printed result of each function of a file, and the joint report."""

from __future__ import annotations

from pathlib import Path

from veriabs.core.conditions import ConditionKind, VerdictCondition
from veriabs.core.copying import replace
from veriabs.core.goals import WHOLE, Goal, GoalKind
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import GoalAnswer, Report, Verdict
from veriabs.core.source import Task, Where
from veriabs.report.functions import function_lines, is_late, merge, total_lines

LATE = Reason(ReasonKind.BUDGET, "not decided within its share of the time, 0.4 s")
REFUSED = Reason(ReasonKind.UNSUPPORTED, "memset of pointers", Where("m.c", 9))
TASK = Task(Path("m.c"))
ASSUMED = tuple(VerdictCondition(ConditionKind.ENTRY, text) for text in ("p has n elements", "q does not overlap p"))


def goal(line: int, verdict: Verdict, reason: Reason | None = None, kind: GoalKind = GoalKind.BOUNDS) -> GoalAnswer:
    return GoalAnswer(Goal(kind, Where("m.c", line, 3)), verdict, "", reason)


def report(verdict: Verdict, *goals: GoalAnswer, reason: Reason | None = None) -> Report:
    return Report(TASK, verdict, "", reason, (), (), 1.25, 1.0, "6.6.0", goals=goals, conditions=ASSUMED)


def held(*lines: int) -> Report:
    return report(Verdict.TRUE, *(goal(line, Verdict.TRUE) for line in lines))


def test_a_function_that_holds_is_one_line_and_its_conditions() -> None:
    first, second = function_lines("f", held(1, 2))
    assert first == "  holds  f: 2 goals hold, 1.2 s"
    assert second == "         TRUE if p has n elements; q does not overlap p"


def test_failing_function_lists_its_assumptions() -> None:
    assert "         assuming that p has n elements; q does not overlap p" in function_lines(
        "f", report(Verdict.FALSE, goal(3, Verdict.FALSE))
    )


def test_the_conditions_of_functions_name_the_function() -> None:
    both = merge(TASK, {"f": held(1), "g": held(2)}, {name: Where("m.c", 1) for name in "fg"})
    assert both.wording.startswith("TRUE if in f, p has n elements; in f, q does not overlap p; in g, p has n elements")


def test_goals_that_were_late_are_counted() -> None:
    late = report(Verdict.UNKNOWN, *(goal(line, Verdict.UNKNOWN, LATE) for line in range(1, 21)), reason=LATE)
    assert is_late(late) and not is_late(held(1))
    assert function_lines("f", late) == ["  time   f: 20 goals ran out of time, 1.2 s"]
    assert function_lines("f", report(Verdict.UNKNOWN, reason=LATE))[0].startswith("  time   f: not decided")


def test_refused_function_gives_reason_and_place() -> None:
    assert function_lines("f", report(Verdict.UNKNOWN, reason=REFUSED)) == ["  open   f: memset of pointers (line 9)"]


def test_open_goals_are_grouped_by_reason() -> None:
    alike = Reason(ReasonKind.UNSUPPORTED, "that is not understood")
    own = [goal(line, Verdict.UNKNOWN, replace(alike, where=Where("m.c", line, 3))) for line in range(1, 11)]
    other = goal(30, Verdict.UNKNOWN, replace(alike, where=Where("m.c", 5)), GoalKind.SHIFT)
    _, first, second = function_lines("f", report(Verdict.UNKNOWN, *own, other, reason=alike))
    assert first.strip() == "bounds at lines 1, 2, 3, 4, 5, 6, 7, 8, ...: that is not understood"
    assert second.strip() == "shift at line 30: that is not understood (line 5)"


def test_the_first_failure_of_each_kind_is_reported() -> None:
    bounds = [goal(line, Verdict.FALSE) for line in range(1, 8)]
    lines = function_lines("f", report(Verdict.FALSE, *bounds, goal(9, Verdict.FALSE, kind=GoalKind.SHIFT)))
    assert [line.split()[0] for line in lines[2:6]] == ["m.c:1", "m.c:2", "m.c:3", "m.c:9"]
    assert lines[6:] == ["         4 more failing goals: bounds"]


def test_functions_without_goals_are_named_together() -> None:
    empty, late = held(0, 0), report(Verdict.UNKNOWN, reason=LATE)
    assert function_lines("f", empty) == []
    none, more = total_lines({"f": empty, "g": empty, "h": held(1), "i": late})
    assert none == "  no goals in f, g" and more.endswith("--function i")
    assert total_lines({"h": held(1)}) == []


def test_all_goals_are_in_the_one_report_each_with_a_place() -> None:
    places = {"f": Where("m.c", 3, 5), "g": Where("m.c", 7, 5), "h": Where("m.c", 8, 5)}
    elsewhere = replace(REFUSED, where=Where("entry", 1))
    whole = merge(
        TASK, {"f": held(0, 0), "g": report(Verdict.UNKNOWN, reason=elsewhere), "h": held(10, 11)}, places
    )
    assert whole.verdict is Verdict.UNKNOWN and whole.reason == elsewhere
    assert [(one.goal.where.line, one.goal.name) for one in whole.goals] == [
        *((3, "f: all goals"), (7, "g: all goals"), (10, "h: bounds"), (11, "h: bounds")),
    ]
    assert whole.goals[0].goal.text == WHOLE
    where = merge(TASK, {"g": report(Verdict.UNKNOWN, reason=REFUSED)}, places).goals[0].goal.where
    assert where == REFUSED.where
