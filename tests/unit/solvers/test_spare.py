"""Test that the spare Python process runs the first calculation with the same result as a new process."""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from unittest.mock import Mock

import pytest

from veriabs.core.queries import Calculation
from veriabs.core.runs import Claim, Outcome, Run
from veriabs.solvers import spare
from veriabs.solvers.calculation import calculate
from veriabs.solvers.descendants import process_state

ASKED = "it holds"
BEGINS = "import json, os, pickle, resource, sys, time\npayload = pickle.load(sys.stdin.buffer)\n"
SAYS = 'print(json.dumps({"checks": {payload: "SUCCESS"}}))\n'
TELLS = """
limits = [resource.getrlimit(one)[0] for one in (resource.RLIMIT_CPU, resource.RLIMIT_AS, resource.RLIMIT_CORE)]
about = {"pid": os.getpid(), "session": os.getsid(0), "limits": limits, "open": len(os.listdir("/proc/self/fd"))}
print(json.dumps({"checks": {payload: "SUCCESS"}, "detail": json.dumps(about)}))
"""


@pytest.fixture
def waiting() -> Iterator[spare.Spare]:
    """The process, before whose eyes a module is written that it has not loaded."""
    with spare.kept():
        yield spare._waiting[0]


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    return tmp_path / "said_by_the_spare_one.py"


def calculated(module: Path, text: str, seconds: float = 30.0, stop: Event | None = None) -> Run:
    module.write_text(BEGINS + text, encoding="utf-8")
    request = Calculation("purpose", module.stem, ASKED, (ASKED,), claim=Claim.OVER)
    return calculate(request, seconds, 4000, stop or Event())


def test_spare_process_calculates_within_limits_and_alone(waiting: spare.Spare, module: Path) -> None:
    run = calculated(module, TELLS)
    about = json.loads(run.detail)
    assert run.outcome is Outcome.SUCCESS
    assert about["pid"] == about["session"] == waiting.pid
    assert about["limits"] == [70, 4000 << 20, 0]
    assert about["open"] <= 5, "its pipes, its payload, and the folder that it looks into"
    assert process_state(waiting.pid) is None


def test_the_next_calculation_is_begun_anew(waiting: spare.Spare, module: Path) -> None:
    pids = [json.loads(calculated(module, TELLS).detail)["pid"] for _ in range(2)]
    assert pids[0] == waiting.pid != pids[1]


@pytest.mark.parametrize(("text", "detail"), [
    ("raise ValueError('by accident')\n", "exit code 1: ValueError: by accident"),
    (SAYS + "sys.exit(3)\n", "exit code 3"),
    (SAYS + "sys.exit('a word')\n", "exit code 1"),
    ("os.kill(os.getpid(), 9)\n", "exit code -9: no answer"),
])  # fmt: skip
def test_errors_are_reported_like_those_of_any_process(
    waiting: spare.Spare, module: Path, text: str, detail: str
) -> None:
    run = calculated(module, text)
    assert (run.outcome, run.checks, run.detail) == (Outcome.CRASH, (), detail)
    assert spare._waiting == []


@pytest.mark.long
def test_spare_process_is_ended_with_its_children(waiting: spare.Spare, module: Path) -> None:
    stop = Event()
    threading.Timer(1.0, stop.set).start()
    run = calculated(module, "import subprocess\nsubprocess.run(['sleep', '1000'])\n", stop=stop)
    assert (run.outcome, run.detail) == (Outcome.UNKNOWN, "stopped")
    assert process_state(waiting.pid) is None
    assert calculated(module, "time.sleep(1000)\n", 1.0).outcome is Outcome.TIMEOUT


def test_unused_spare_process_ends() -> None:
    with spare.kept():
        (unused,) = spare._waiting
    assert process_state(unused.pid) is None and spare.take() is None


def test_failed_fork_leaves_no_spare_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", Mock(side_effect=BlockingIOError(11, "no more processes")))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with spare.kept():
        assert spare.take() is None
        assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before


def test_forked_copy_has_no_spare_process(waiting: spare.Spare) -> None:
    child = os.fork()
    if child == 0:
        os._exit(0 if spare.take() is None else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert spare.take() is waiting
    waiting.close()
    deadline = time.monotonic() + 30.0
    while os.waitpid(waiting.pid, os.WNOHANG) == (0, 0):
        assert time.monotonic() < deadline, "it hears that nobody can tell it anything any more"
        time.sleep(0.01)


def test_the_limits_are_its_own(waiting: spare.Spare, module: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_AS)
    assert json.loads(calculated(module, TELLS).detail)["limits"][1] == 4000 << 20
    assert resource.getrlimit(resource.RLIMIT_AS) == before, "the limits are those of the process alone"
