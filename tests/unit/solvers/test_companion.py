"""Test the second process of an analysis: it receives orders, sends results, and ends with its context."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from veriabs.solvers.channel import Receiver, Sender
from veriabs.solvers.companion import companion
from veriabs.solvers.descendants import process_state
from veriabs.solvers.process import run

SLOW = 30.0
"""Seconds that something may take on a machine that has much else to do."""


def echoes(heard: Receiver, told: Sender) -> None:
    told.send(os.getpid())
    while True:
        told.send(heard.receive())


def gone(pid: int) -> bool:
    until = time.monotonic() + SLOW
    while (state := process_state(pid)) is not None and state.runs:
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def test_messages_pass_both_ways_until_the_end() -> None:
    with companion(echoes) as (told, heard):
        child = heard.receive()
        told.send(("a", 1))
        assert heard.receive() == ("a", 1)
        assert isinstance(child, int) and child != os.getpid()
    assert process_state(child) is None


def test_unread_data_does_not_delay_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A parsed program may be longer than the pipe's buffer, and its receiver may have failed meanwhile."""
    killed = list[int]()
    monkeypatch.setattr("veriabs.solvers.companion.PATIENCE", 5.0)
    monkeypatch.setattr("veriabs.solvers.companion.kill_tree", lambda pid: (killed.append(pid), os.kill(pid, 9)))

    def talks(heard: Receiver, told: Sender) -> None:
        told.send("begins")
        told.send(bytes(1 << 22))

    with companion(talks) as (_, heard):
        assert heard.receive() == "begins"
    assert killed == []


def test_killed_companion_is_reported_as_the_end() -> None:
    with companion(echoes) as (_, heard):
        child = heard.receive()
        assert isinstance(child, int)
        os.kill(child, signal.SIGKILL)
        with pytest.raises(EOFError):
            heard.receive()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signal_ends_the_companion_with_its_children(number: signal.Signals, tmp_path: Path) -> None:
    noted = tmp_path / "pid"

    def starts(heard: Receiver, told: Sender) -> None:
        told.send(os.getpid())
        run(["/bin/sh", "-c", f"echo $$ > {noted}.part; mv {noted}.part {noted}; sleep 600"], seconds=600)

    with companion(starts) as (_, heard):
        child = heard.receive()
        assert isinstance(child, int)
        until = time.monotonic() + SLOW
        while not noted.exists() and time.monotonic() < until:
            time.sleep(0.01)
        os.kill(child, number)
        assert gone(child)
        assert gone(int(noted.read_text()))


@pytest.mark.long
def test_unresponsive_companion_is_killed() -> None:
    def sleeps(heard: Receiver, told: Sender) -> None:
        told.send(os.getpid())
        time.sleep(600)

    with companion(sleeps) as (_, heard):
        child = heard.receive()
        assert isinstance(child, int)
    assert process_state(child) is None


def test_companion_ends_with_its_parent_process(tmp_path: Path) -> None:
    noted = tmp_path / "pid"
    text = f"""
import os, pathlib, time
from veriabs.solvers.companion import companion
def waits(heard, told):
    told.send(os.getpid())
    heard.receive()
with companion(waits) as (told, heard):
    pathlib.Path({str(noted)!r}).write_text(str(heard.receive()))
    os.kill(os.getpid(), 9)
"""
    subprocess.run([sys.executable, "-c", text], check=False)
    assert gone(int(noted.read_text()))
