"""Inspect, signal and kill the descendants of a process by /proc.

psutil would read the files of every process of the machine to find children, which took most of the processor time of a
short verification.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

_TICKS, _PAGE = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
# Kernels built with the lists of children have one for this process.
_LISTED = Path(f"/proc/self/task/{os.getpid()}/children").exists()


class Process(Struct, frozen=True):
    """A process, identified by its number and its start time in clock ticks since boot."""

    pid: int
    started: int


class ProcessUsage(Struct, frozen=True):
    """The resources of a process: `seconds` includes children that have ended.

    A zombie (dead but not reaped) does not count as running.
    """

    process: Process
    parent: int
    runs: bool
    seconds: float
    megabytes: float


def process_state(pid: int) -> ProcessUsage | None:
    """The state of the process that has this number now, or None."""
    try:
        text = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return None
    words = text[text.rindex(b")") + 2 :].split()  # the process name comes first and may contain any character
    seconds, megabytes = sum(map(int, words[11:15])) / _TICKS, int(words[21]) * _PAGE / 2**20
    return ProcessUsage(Process(pid, int(words[19])), int(words[1]), words[0] not in b"ZX", seconds, megabytes)


def tree(roots: Iterable[Process]) -> list[ProcessUsage]:
    """The states of the given processes that still exist, and of all their descendants."""
    found: dict[int, ProcessUsage] = {}
    waiting = list(roots)
    while waiting:
        process = waiting.pop()
        state = process_state(process.pid)
        if state is not None and state.process == process and process.pid not in found:
            found[process.pid] = state
            waiting += [child.process for pid in _children(process.pid) if (child := process_state(pid)) is not None]
    return list(found.values())


def kill_tree(pid: int) -> None:
    """Kill a process that is not reaped yet, and all its descendants, including those in other sessions."""
    root = process_state(pid)
    for state in () if root is None else tree((root.process,)):
        send(state.process, signal.SIGKILL)


def send(process: Process, number: signal.Signals) -> None:
    """Send a signal unless the process has ended."""
    if lives(process):
        with contextlib.suppress(OSError):
            os.kill(process.pid, number)


def lives(process: Process) -> bool:
    """Whether a process still runs; zombies, which remain forever if nobody reaps them, do not count."""
    state = process_state(process.pid)
    return state is not None and state.process == process and state.runs


def _children(pid: int) -> Iterator[int]:
    if not _LISTED:
        states = (process_state(int(folder.name)) for folder in Path("/proc").iterdir() if folder.name.isdigit())
        yield from (state.process.pid for state in states if state is not None and state.parent == pid)
        return
    with contextlib.suppress(OSError):  # it has ended
        for task in Path(f"/proc/{pid}/task").iterdir():
            yield from map(int, (task / "children").read_bytes().split())
