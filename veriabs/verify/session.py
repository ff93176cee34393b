"""The state of one verification: its time, its solver processes, the runs so far, and the execution of queries."""

from __future__ import annotations

import os
import re
import sys
import traceback
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from functools import partial
from threading import Event
from typing import TypeVar

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.counterexample import Counterexample
from veriabs.core.deadline import Deadline
from veriabs.core.errors import UnsupportedError
from veriabs.core.events import Observer, SolverEnded, unobserved
from veriabs.core.queries import Calculation, CheckedQuery, Query, Request
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.runs import Outcome, Run
from veriabs.core.source import Task, Where
from veriabs.core.templates import render_c
from veriabs.solvers.calculation import calculate
from veriabs.solvers.command import Solver
from veriabs.solvers.driver import Cbmc, Driver
from veriabs.solvers.stops import ChildStop, DeadlineStop
from veriabs.solvers.turns import Account, Turn
from veriabs.solvers.work import UNLIMITED, Work
from veriabs.verify.limits import LONGEST, OPTIONAL, POLL, RESERVED
from veriabs.verify.options import Options

Value = TypeVar("Value")

_PLACE = re.compile(r"(.+?):(\d+)(?::\d+)?: (.*)", re.DOTALL)

class Session(Struct):
    """The state that the proof and the search for a counterexample share.

    - `driver`: runs CBMC. `pool`: threads for runs. `deadline`: the time limit. `stop`: ends the proof.
    - `runs`: all runs so far. `observe`: receives events.
    - `account`: pays for its runs; the account that has spent least runs first. `work`: the limit of a solver per
      program.
    - `dependent`: violations that larger objects rule out. `narrower`: bounds on numbers that prove open goals.
    """

    task: Task
    cbmc: Cbmc
    driver: Driver
    pool: ThreadPoolExecutor
    options: Options
    deadline: Deadline
    stop: Event = field(default_factory=Event)
    runs: list[Run] = field(default_factory=list)
    account: Account = field(default_factory=Account)
    work: Work = UNLIMITED
    observe: Observer = unobserved
    dependent: list[Counterexample] = field(default_factory=list)
    narrower: list[str] = field(default_factory=list)

    def left(self) -> float:
        """The remaining seconds of the budget."""
        return self.deadline.left()

    def over(self) -> Reason:
        """The reason why nothing more is tried."""
        return Reason(ReasonKind.BUDGET, self.deadline.reason(), None, self.deadline.hint)

    def strategy_session(self, account: Account) -> Session:
        """A session for one strategy, with its own threads, account and stop event; the rest is shared."""
        pool = ThreadPoolExecutor(self.options.jobs)
        if account is not self.account:
            account.on_behalf = self.account
        return replace(self, pool=pool, stop=ChildStop(self.stop), account=account)

    def submit(self, request: Request) -> Future[CheckedQuery]:
        return self.pool.submit(self._decide, request)

    def wait(self, future: Future[Value], *, late: bool = False) -> Value:
        """Wait for a shared computation; raises CancelledError if this session is stopped or its time ends.

        The time limit is checked because computations in Python do not end by themselves; `late` ignores it.
        """
        while not wait((future,), timeout=POLL).done:
            if self.stop.is_set() or (self.left() <= 0 and not late):
                raise CancelledError
        return future.result()

    def _decide(self, request: Request) -> CheckedQuery:
        seconds = self.left()
        if seconds <= 0:
            return CheckedQuery(request, Run(request.purpose, Outcome.TIMEOUT, detail="time budget used up"))
        try:
            run = self._run(request, seconds)
        except OSError as error:  # a full disk or a file-size limit; smaller runs may still succeed
            run = Run(request.purpose, Outcome.CRASH, detail=f"it cannot be run: {error.strerror or error}")
        self._report_end(run)
        return CheckedQuery(request.without_facts(run.left_out) if isinstance(request, Query) else request, run)

    def _run(self, request: Request, seconds: float) -> Run:
        if isinstance(request, Calculation):
            with self.driver.processors.seat(Turn(self.account)) as turn:
                return calculate(request, seconds, self.options.memory_mb, self._until(), turn, self.driver.folder)
        return self._check(request, seconds)

    def _until(self) -> DeadlineStop:
        """The condition that ends a run; the time left may shrink after another goal has failed."""
        return DeadlineStop(self.stop, self.left)

    def _report_end(self, run: Run) -> None:
        """Report a run without its output, which may be megabytes."""
        short_run = replace(run, raw="")
        self.runs.append(short_run)
        self.observe(SolverEnded(short_run))

    def _check(self, harness: Query, seconds: float) -> Run:
        second = (Solver.AS_IS, Solver.Z3) if harness.restarts else (Solver.Z3,)
        solvers = (Solver.Z3, Solver.BUILT_IN) if harness.arrays else (Solver.BUILT_IN, *second)
        return self._check_call(harness)(
            seconds=seconds,
            solvers=solvers[: self.work.solvers],
            memory=harness.memory,
            trace_of=harness.trace or None,
            stop=self._until(),
            account=self.account,
            work=self.work,
            head_start=harness.solo_seconds,
            facts=harness.facts,
        )

    def compared(self, request: Query) -> Run:
        """A run that compares two programs, with at most half of the time, since it proves nothing."""
        seconds = min(OPTIONAL, self.left() / 2)
        run = self._check_call(request)(seconds=seconds, solvers=(Solver.BUILT_IN,), stop=self.stop)
        self._report_end(run)
        return run

    def traced(self, harness: Query, traced: str, stop: Event) -> Run:
        """A run that produces the counterexample of one property."""
        seconds = min(LONGEST, max(0.1, self.left() - RESERVED))
        run = self._check_call(harness)(
            seconds=seconds, trace_of=traced, stop=stop, account=self.account, work=self.work
        )  # fmt: skip
        self._report_end(run)
        return run

    def _check_call(self, query: Query) -> Callable[..., Run]:
        return partial(
            self.driver.check,
            render_c(query.template, query.context),
            purpose=query.purpose,
            asked=query.asked,
            unwind=query.unwind,
            data_model=self.task.data_model,
        )


def failed(error: Exception) -> None:
    """Log an internal error that was handled, if debugging is on."""
    if os.environ.get("VERIABS_DEBUG"):
        traceback.print_exception(error, file=sys.stderr)


def unsupported(error: UnsupportedError) -> Reason:
    """The reason for an UNKNOWN, with its place if the message starts with one."""
    place = _PLACE.fullmatch(str(error))
    if place is None:
        return Reason(ReasonKind.UNSUPPORTED, str(error))
    return Reason(ReasonKind.UNSUPPORTED, place[3], Where(place[1], int(place[2])))
