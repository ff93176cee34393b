"""Bounded runs of CBMC beside native ones, one at a time; slow runs block nothing."""

from __future__ import annotations

import time
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Event

from msgspec import Struct, field

from veriabs.core.runs import Run
from veriabs.core.strategy import BoundedProgram
from veriabs.solvers.trace import assignments
from veriabs.verify.session import Session


class EndedRun(Struct, frozen=True):
    """A finished run, its program, the strategy that asked for it, and its duration in seconds."""

    strategy: str
    program: BoundedProgram
    run: Run
    seconds: float


class BoundedRuns(Struct):
    """A queue of programs for CBMC: `waiting` ones with their strategy, and the `running` one; `over` ends that."""

    session: Session
    waiting: deque[tuple[str, BoundedProgram]] = field(default_factory=deque)
    running: Future[EndedRun] | None = None
    over: Event = field(default_factory=Event)
    pool: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "bounded"))

    def __bool__(self) -> bool:
        """Is a run waiting or in progress?"""
        return self.running is not None or bool(self.waiting)

    def add(self, strategy: str, program: BoundedProgram) -> None:
        """Append a program to the queue."""
        self.waiting.append((strategy, program))

    def ended(self, seconds: float) -> EndedRun | None:
        """The run that ended within `seconds`, or None; starts the next one if none is in progress."""
        if self.running is None and self.waiting:
            self.running = self.pool.submit(self._run, *self.waiting.popleft())
        if self.running is None or not wait((self.running,), timeout=seconds).done:
            return None
        ended, self.running = self.running.result(), None
        return ended

    def close(self) -> None:
        """End the current run and wait for its end."""
        self.over.set()
        self.pool.shutdown()

    def _run(self, strategy: str, program: BoundedProgram) -> EndedRun:
        begun = time.monotonic()
        run = self.session.traced(program.query, program.violation, self.over)
        return EndedRun(strategy, program, run, time.monotonic() - begun)


def given_in(raw: str, names: tuple[str, str]) -> list[tuple[int, int]]:
    """The sites and values of a bounded run's inputs, in order."""
    found: list[tuple[int, int]] = []
    site: int | None = None
    for name, value in assignments(raw, names):
        if name == names[0]:
            site = value
        elif site is not None:
            found.append((site, value))
            site = None
    return found
