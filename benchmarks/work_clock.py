"""A clock of work: seconds of the processor that a process and its descendants use, whatever other programs do.

`install` puts it in the place of `time.monotonic`, so that every limit of a verification in this process is a limit of
work, and a busy machine ends it where an idle one does. While all of them wait, a part of the time on the wall counts,
so that what waits for ever comes to its end as well.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from threading import Lock, get_native_id

from veriabs.solvers.descendants import process_state

EVERY = 0.05
"""Seconds on the wall between two looks at the processes below this one."""

WAITING_PART = 1 / 4
"""Part of the time on the wall that counts while nothing wants to work."""

_wall = time.monotonic


class WorkClock:
    """Seconds of the processor that this process and its descendants have used since the clock was made."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._looks = self._waited = self._others = 0.0
        self._others = self._started = self._below()[0]
        self._own, self._looked = time.process_time(), _wall()
        self._said = 0.0

    def __call__(self) -> float:
        with self._lock:
            now = _wall()
            if now - self._looked >= EVERY:
                others, works = self._below()
                self._waited += 0.0 if works else WAITING_PART * (now - self._looked)
                self._others, self._looked = max(self._others, others), now
            worked = time.process_time() - self._own - self._looks + self._others - self._started
            self._said = max(self._said, worked + self._waited)
            return self._said

    def _below(self) -> tuple[float, bool]:
        """Seconds of all descendants, those that have ended included, and whether any thread works or wants to.

        The look itself is not part of the work. Parents come before children: nobody counts twice who ends meanwhile.
        """
        begun, ended = time.thread_time(), os.times()
        numbers = sorted(int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit())
        states = [state for state in map(process_state, numbers) if state is not None]
        below, total = {os.getpid()}, ended.children_user + ended.children_system
        while found := [one for one in states if one.parent in below and one.process.pid not in below]:
            below |= {one.process.pid for one in found}
            total += sum(one.seconds for one in found)
        works = any(map(_works, below))
        self._looks += time.thread_time() - begun
        return total, works


def _works(pid: int) -> bool:
    """Is a thread of a process, other than this one, running or ready, or waiting for a disk?"""
    try:
        threads = [path for path in Path(f"/proc/{pid}/task").iterdir() if int(path.name) != get_native_id()]
        words = [(path / "stat").read_bytes() for path in threads]
    except OSError:  # it has ended just now
        return True
    return any(text[text.rindex(b")") + 2 :][:1] in (b"R", b"D") for text in words)


def install() -> WorkClock:
    """Makes this process count work instead of time, from now on."""
    clock = WorkClock()
    setattr(time, "monotonic", clock)  # noqa: B010 - a checker of types takes it for a method
    return clock
