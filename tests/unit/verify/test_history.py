"""Test that a report gets the loop iterations before its errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.counterexample import Counterexample, ErrorSite
from veriabs.core.deadline import Deadline
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.results import GoalAnswer, Report, Verdict
from veriabs.core.source import Task, Where
from veriabs.verify.history import with_histories


def report_of(path: Path, *checks: str) -> Report:
    line = path.read_text(encoding="utf-8").splitlines()[-1]
    at = ErrorSite(0, "assert", False, Where(str(path), 2, line.find("as") + 1))
    example = Counterexample("x", (), (), at, at, (), "", ())
    goal = GoalAnswer(Goal(GoalKind.ASSERTION, at.where), Verdict.FALSE, "x", None, example)
    task = Task(path, checks=checks)
    return Report(task, Verdict.FALSE, "x", None, (), (), 0.0, 0.0, "", example, goals=(goal,))


def test_the_counterexamples_of_goals_and_file_have_one(tmp_path: Path) -> None:
    path = tmp_path / "a.c"
    path.write_text("extern void assert(int);\nint main(void) { int i = 0; while (1) { assert(i < 3); i++; } }\n")
    report = with_histories(report_of(path), Deadline(20))
    assert report.counterexample is not None and report.counterexample == report.goals[0].counterexample
    assert [row.iteration for row in report.counterexample.history[0].rows] == [1, 2, 3, 4]


def test_a_conversion_that_fails_before_an_error_ends_no_run(tmp_path: Path) -> None:
    path = tmp_path / "a.c"
    loop = "while (1) { unsigned char c = i - 1; assert(i < 3); i += c != 7; }"
    path.write_text(f"extern void assert(int);\nint main(void) {{ int i = 0; {loop} }}\n")
    report = with_histories(report_of(path, "conversion"), Deadline(20))
    assert report.counterexample is not None
    assert [row.iteration for row in report.counterexample.history[0].rows] == [1, 2, 3, 4]


@pytest.mark.parametrize(("text", "seconds"), [("int main(void) { return 0 }", 20), ("int main(void) { }", -1)])
def test_report_without_a_history_is_unchanged(tmp_path: Path, text: str, seconds: float) -> None:
    path = tmp_path / "a.c"
    path.write_text(text, encoding="utf-8")
    assert with_histories(report_of(path), Deadline(seconds)) == report_of(path)
