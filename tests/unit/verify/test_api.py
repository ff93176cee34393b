"""The programming interface: its events, and its result without a program, time or CBMC."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.deadline import Deadline
from veriabs.core.errors import InputError, OutOfTimeError, ToolError, UnsupportedError
from veriabs.core.events import Event, Phase, PhaseBegun, ProgramRead, VerificationEnded
from veriabs.core.program import Program
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Report, Verdict
from veriabs.core.source import Task
from veriabs.frontend.program import load_program
from veriabs.solvers.driver import Cbmc
from veriabs.verify import api, engine
from veriabs.verify.options import Options

SAFE = """extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) { int x = __VERIFIER_nondet_int(); if (x > 3 && x < 2) reach_error(); return 0; }
"""
ALONE = Options(timeout=60.0, strategies=("bounded",), replay=False)
UNUSED = Cbmc(("/nowhere/cbmc",), (6, 6), "6.6.0")


@pytest.fixture
def task(tmp_path: Path) -> Task:
    (tmp_path / "t.c").write_text(SAFE)
    return Task(tmp_path / "t.c")


@pytest.mark.cbmc
def test_events_begin_with_reading_and_end_with_the_report(task: Task, cbmc: Cbmc) -> None:
    seen: list[Event] = []
    report = api.verify(task, ALONE, seen.append, cbmc=cbmc)
    assert report.verdict is Verdict.TRUE
    assert seen[0] == PhaseBegun(Phase.READING)
    assert isinstance(seen[1], ProgramRead)
    assert seen[-1] == VerificationEnded(report)
    assert 0 < report.seconds < 60


def test_unsupported_program_is_unknown_with_its_reason(task: Task) -> None:
    task.path.write_text(SAFE.replace("int x", "__int128 x"))
    options = Options(timeout=60.0, strategies=("bounded",), replay=False)
    seen: list[Event] = []
    report = api.verify(task, options, seen.append, cbmc=UNUSED)
    assert report.verdict is Verdict.UNKNOWN
    assert report.reason is not None and report.reason.kind is ReasonKind.UNSUPPORTED
    assert not [event for event in seen if isinstance(event, ProgramRead)]
    assert api.shrink(task, options, cbmc=UNUSED).reason == report.reason


def test_a_program_that_is_known_already_is_not_read_again(task: Task) -> None:
    known = load_program(task)
    task.path.unlink()
    asked: list[Deadline] = []

    def read(deadline: Deadline) -> Program | Reason:
        asked.append(deadline)
        return known

    deadline = Deadline(60.0)
    report = api.verify(task, Options(strategies=(), replay=False), deadline=deadline, cbmc=UNUSED, read=read)
    assert asked == [deadline]
    assert report.verdict is Verdict.UNKNOWN


def test_an_invalid_task_is_an_error(task: Task) -> None:
    task.path.write_text("int main(void) {\n")
    with pytest.raises(InputError, match="t.c"):
        api.verify(task, ALONE, cbmc=UNUSED)


def test_used_up_time_is_reported(task: Task) -> None:
    with pytest.raises(OutOfTimeError, match="time budget of 0 s"):
        api.verify(task, ALONE, deadline=Deadline(0.0), cbmc=UNUSED)


def test_missing_cbmc_is_reported(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERIABS_CBMC", "/nowhere/cbmc")
    with pytest.raises(ToolError, match="veriabs setup"):
        api.verify(task, ALONE)


@pytest.mark.parametrize(("share", "most"), [(1.0, 60.0), (0.25, 15.0)])
def test_unsupported_program_gets_its_share_of_the_time(
    share: float, most: float, task: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[float] = []

    def searched(task: Task, program: Reason, cbmc: Cbmc, options: Options, deadline: Deadline, *_: object) -> Report:
        left.append(deadline.left())
        return Report(task, Verdict.UNKNOWN, "", program, (), (), 0.0, 0.0, "")

    def refused(_: Deadline) -> Program:
        raise UnsupportedError("t.c:1: this")

    monkeypatch.setattr(engine, "verify", searched)
    report = api.verify(task, Options(timeout=60.0, refused_share=share), cbmc=UNUSED, read=refused)
    assert most - 5.0 < left[0] <= most and report.reason is not None
