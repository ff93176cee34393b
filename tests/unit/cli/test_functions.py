"""Test how the functions of a file share the time limit with `--all-functions`."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from veriabs.cli import functions
from veriabs.cli.functions import _FunctionRuns, _merge_reports
from veriabs.cli.terminal import Terminal
from veriabs.core.deadline import Deadline
from veriabs.core.errors import InputError, NothingToShowError
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import GoalAnswer, Report, Verdict
from veriabs.core.source import Task, Where
from veriabs.core.verdict import overall

LATE = Reason(ReasonKind.BUDGET, "the time is over")
GOAL = Goal(GoalKind.BOUNDS, Where("m.c", 1))


class Clock:
    """Functions that need so many seconds each on a simulated clock."""

    def __init__(self, needs: dict[str, float], total: float, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.needs, self.begun = 0.0, needs, list[tuple[str, float]]()
        monkeypatch.setattr(functions, "decided", self.decided)
        monkeypatch.setattr(functions, "task_by_name", lambda chosen: Task(Path("m.c")))
        monkeypatch.setattr(Deadline, "left", lambda _: total - self.now)
        arrays = dict.fromkeys(needs, list[str]())
        self.each = _FunctionRuns(Namespace(verb="verify"), Terminal(), Deadline(total), None, arrays)
        self.each.rounds(list(needs))

    def decided(self, chosen: Namespace, *_: object, is_quiet: bool) -> Report:
        self.begun.append((chosen.function, round(chosen.timeout, 2)))
        needed = self.needs[chosen.function]
        if needed < 0:
            raise NothingToShowError("nothing") if needed > -2 else InputError("no function")
        self.now += min(needed, chosen.timeout)
        in_time = needed <= chosen.timeout
        verdict = Verdict.TRUE if in_time else Verdict.UNKNOWN
        goals = (GoalAnswer(GOAL, verdict, "", None if in_time else LATE),)
        return Report(Task(Path("m.c")), verdict, "", None if in_time else LATE, (), (), 1.0, 1.0, "", goals=goals)


def test_remaining_time_goes_to_functions_that_timed_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = Clock({"slow": 6.0, "quick": 0.1, "none": -1.0, "wrong": -2.0}, 12.0, monkeypatch)
    assert [name for name, _ in clock.begun] == ["slow", "quick", "none", "wrong", "slow"]
    assert clock.begun[0] == ("slow", 3.0) and clock.begun[-1][1] > 6.0
    assert {name: one.verdict.value for name, one in clock.each.reports.items()} == {
        **{"slow": "TRUE", "quick": "TRUE", "wrong": "UNKNOWN"},
    }
    told = [line.split(":")[0].split()[-1] for line in capsys.readouterr().out.splitlines()]
    assert told == ["quick", "none", "wrong", "slow"], "each once, as soon as it is done"


def test_functions_are_not_repeated_with_little_more_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = Clock({"a": 50.0, "b": 50.0, "c": 3.0}, 12.0, monkeypatch)
    assert [name for name, _ in clock.begun] == ["a", "b", "c"], "what is left is less than twice what each had"
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_the_time_limits_which_slow_functions_are_retried(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = Clock({"a": 50.0, "b": 50.0, **dict.fromkeys("cde", 0.1)}, 15.0, monkeypatch)
    assert [name for name, _ in clock.begun] == [*"abcdea"]
    assert len(capsys.readouterr().out.splitlines()) == 5


def _report(*verdicts: Verdict | None) -> Report:
    """A report with goals at lines 1, 2, ...; None means that the line has no goal."""
    goals = [
        GoalAnswer(Goal(GoalKind.BOUNDS, Where("m.c", line)), one, one.value, LATE if one is Verdict.UNKNOWN else None)
        for line, one in enumerate(verdicts, 1)
        if one is not None
    ]
    verdict = overall(goals)
    return Report(Task(Path("m.c")), verdict, "", LATE, (), (), 1.0, 1.0, "", goals=tuple(goals))


def test_joined_report_keeps_earlier_verdicts() -> None:
    yes, no, late = Verdict.TRUE, Verdict.FALSE, Verdict.UNKNOWN
    found = _merge_reports(_report(yes, no, late, no, late, yes), _report(late, late, yes, yes, no, None))
    assert [one.verdict for one in found.goals] == [yes, no, yes, no, no, yes]
    assert (found.verdict, found.reason, found.strategy) == (no, None, "FALSE")
    assert _merge_reports(_report(yes, late), _report(late, late)).reason is LATE
    assert _merge_reports(_report(yes, late), _report(late, yes)).verdict is yes
