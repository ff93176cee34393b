"""One verification under way: its budget, the runs so far, and how generated programs are decided."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from veriabs.cbmc.command import Solver
from veriabs.cbmc.driver import Cbmc, Driver
from veriabs.errors import UnsupportedError
from veriabs.model import (
    Attempt,
    Harness,
    Outcome,
    Overflow,
    Piece,
    Reason,
    ReasonKind,
    Run,
    Task,
    TriedK,
    Where,
)
from veriabs.templates import render_c

_PLACE = re.compile(r"(.+?):(\d+)(?::\d+)?: (.*)", re.DOTALL)
BOUNDED_SECONDS = 20.0
"""Seconds for one run that only looks for a counterexample."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the user can choose; times in seconds, memory in megabytes."""

    max_k: int = 5
    timeout: float = 900.0
    memory_mb: int | None = None
    jobs: int = 2
    strategies: tuple[str, ...] = ("shrinking", "native", "bounded")
    overflow: Overflow = Overflow.UNDEFINED
    replay: bool = True
    invariants: bool = False
    keep: Path | None = None
    on_event: Callable[[str, str, float, float], None] | None = None
    on_tried: Callable[[Attempt, TriedK], None] | None = None


@dataclass
class Session:
    """What the proof and the search for a counterexample share; `stop` ends the proof."""

    task: Task
    cbmc: Cbmc
    driver: Driver
    pool: ThreadPoolExecutor
    options: Options
    start: float = field(default_factory=time.monotonic)
    stop: Event = field(default_factory=Event)
    runs: list[Run] = field(default_factory=list)

    def left(self) -> float:
        """Seconds of the budget that are left."""
        return self.options.timeout - (time.monotonic() - self.start)

    def submit(self, harness: Harness) -> Future[Piece]:
        return self.pool.submit(self._decide, harness)

    def _decide(self, harness: Harness) -> Piece:
        seconds = self.left()
        if seconds <= 0:
            return Piece(harness, Run(harness.purpose, Outcome.TIMEOUT, detail="time budget used up"))
        solvers = (Solver.Z3, Solver.BUILT_IN) if harness.arrays else (Solver.BUILT_IN, Solver.Z3)
        run = self.driver.check(
            render_c(harness.template, harness.context),
            purpose=harness.purpose,
            asked=harness.asked,
            unwind=harness.unwind,
            data_model=self.task.data_model,
            seconds=seconds,
            solvers=solvers,
            memory=harness.memory,
            stop=self.stop,
        )
        self.runs.append(run)
        return Piece(harness, run)

    def traced(self, harness: Harness, traced: str, stop: Event) -> Run:
        """A run that shows one property's counterexample."""
        run = self.driver.check(
            render_c(harness.template, harness.context),
            purpose=harness.purpose,
            asked=harness.asked,
            unwind=harness.unwind,
            data_model=self.task.data_model,
            seconds=min(BOUNDED_SECONDS, self.left()),
            trace_of=traced,
            stop=stop,
        )
        self.runs.append(run)
        return run


def unsupported(error: UnsupportedError) -> Reason:
    """The reason for an UNKNOWN, with its place where the message starts with one."""
    place = _PLACE.fullmatch(str(error))
    if place is None:
        return Reason(ReasonKind.UNSUPPORTED, str(error))
    return Reason(ReasonKind.UNSUPPORTED, place[3], Where(place[1], int(place[2])))
