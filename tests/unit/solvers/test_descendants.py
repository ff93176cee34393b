"""The data from /proc agree with psutil's, and a process with a reused number is not taken for an ended one."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import psutil
import pytest

from veriabs.core.copying import replace
from veriabs.solvers import descendants
from veriabs.solvers.descendants import kill_tree, lives, process_state, send, tree

NESTED = "sleep 60 & setsid sh -c 'echo there; sleep 60; true'"


@pytest.fixture
def family() -> Iterator[subprocess.Popen[str]]:
    """A shell with a child, and a grandchild below a child with a separate session."""
    with subprocess.Popen(["sh", "-c", NESTED], stdout=subprocess.PIPE, text=True) as shell:
        assert shell.stdout is not None
        shell.stdout.readline()
        waiting = psutil.Process(shell.pid)
        while len(waiting.children(recursive=True)) < 3:
            pass
        yield shell
        kill_tree(shell.pid)


@pytest.mark.parametrize("listed", [True, False])
def test_all_descendants_are_found(
    family: subprocess.Popen[str], listed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With and without the kernel's list of children."""
    monkeypatch.setattr(descendants, "_LISTED", listed and descendants._LISTED)
    root = process_state(family.pid)
    assert root is not None
    expected = {family.pid, *(child.pid for child in psutil.Process(family.pid).children(recursive=True))}
    assert {state.process.pid for state in tree([root.process])} == expected
    assert len(expected) == 4


def test_time_and_memory_are_those_of_psutil() -> None:
    own, seen = psutil.Process(), process_state(os.getpid())
    assert seen is not None
    assert seen.parent == own.ppid()
    assert seen.megabytes == pytest.approx(own.memory_info().rss / 2**20, rel=0.1)
    times = own.cpu_times()
    ended = times.children_user + times.children_system
    assert seen.seconds == pytest.approx(times.user + times.system + ended, abs=1.0)


@pytest.mark.long
def test_a_whole_tree_is_killed(family: subprocess.Popen[str]) -> None:
    root = process_state(family.pid)
    assert root is not None
    members = [state.process for state in tree([root.process])]
    watched = [psutil.Process(one.pid) for one in members[1:]]
    kill_tree(family.pid)
    psutil.wait_procs(watched, timeout=10)
    assert family.wait(10) == -signal.SIGKILL
    assert not any(map(lives, members))


def test_another_process_with_the_number_is_left_alone() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as stranger:
        now = process_state(stranger.pid)
        assert now is not None
        before = replace(now.process, started=now.process.started - 1)
        send(before, signal.SIGKILL)
        assert tree([before]) == []
        assert not lives(before)
        assert lives(now.process)
        assert stranger.stdin is not None
        stranger.stdin.write(b"\n")
        stranger.stdin.close()
        assert stranger.wait(10) == 0


def test_a_name_may_hold_anything() -> None:
    """A process name with special characters does not shift the fields after it."""
    script = "import ctypes, sys; ctypes.CDLL(None).prctl(15, b') Z 1 (', 0, 0, 0); print(flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as named:
        assert named.stdout is not None
        named.stdout.readline()
        state = process_state(named.pid)
        assert state is not None
        assert (state.parent, state.runs) == (os.getpid(), True)
        named.communicate(b"\n")


def test_a_dead_process_does_not_run() -> None:
    with subprocess.Popen(["true"]) as short:
        os.waitid(os.P_PID, short.pid, os.WEXITED | os.WNOWAIT)
        state = process_state(short.pid)
        assert state is not None
        assert not state.runs
        assert not lives(state.process)
        short.wait()
        assert process_state(short.pid) is None
