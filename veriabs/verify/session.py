"""One verification under way: its budget, the runs so far, and how generated programs are decided."""

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
from veriabs.core.deadline import Deadline
from veriabs.core.errors import UnsupportedError
from veriabs.core.events import Observer, Ran, unobserved
from veriabs.core.queries import Calculation, CheckedQuery, Query, Request
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.runs import Outcome, Run
from veriabs.core.source import Task, Where
from veriabs.core.templates import render_c
from veriabs.solvers.calculation import calculate
from veriabs.solvers.command import Solver
from veriabs.solvers.driver import Cbmc, Driver
from veriabs.solvers.stops import Below, Until
from veriabs.solvers.turns import Account, Turn
from veriabs.solvers.work import UNLIMITED, Work
from veriabs.verify.options import Options

Value = TypeVar("Value")

_POLL = 0.02
_PLACE = re.compile(r"(.+?):(\d+)(?::\d+)?: (.*)", re.DOTALL)
COMPARED_SECONDS = 3.0
"""Most seconds of CBMC for comparing two programs: a proof waits for it."""

RESERVED = 0.5
"""Seconds that are left when the search is given up, to tell what was found."""

ALONE_SECONDS = 15.0
"""Most seconds for which all else stands back while a violation that a run came to, the last one, is confirmed."""

BOUNDED_SECONDS = 20.0
"""Seconds for one run that only looks for a counterexample."""


class Session(Struct):
    """What the proof and the search for a counterexample share; `stop` ends the proof.

    `account` pays for its runs: those of the account that has spent least come first. `work` is what a solver may do
    for one program. A `setback` is a run that shows something else than was needed, unless a real error may
    be why: then the search has its turn.
    """

    task: Task
    cbmc: Cbmc
    driver: Driver
    pool: ThreadPoolExecutor
    options: Options
    deadline: Deadline
    stop: Event = field(default_factory=Event)
    setback: Event = field(default_factory=Event)
    runs: list[Run] = field(default_factory=list)
    account: Account = field(default_factory=Account)
    work: Work = UNLIMITED
    observe: Observer = unobserved

    def left(self) -> float:
        """Seconds of the budget that are left."""
        return self.deadline.left()

    def over(self) -> Reason:
        """Why nothing more is tried."""
        return Reason(ReasonKind.BUDGET, self.deadline.reason(), None, self.deadline.hint)

    def strategy_session(self, account: Account) -> Session:
        """A session for one of several strategies: own threads, account and stop, below this one's; all else shared."""
        pool = ThreadPoolExecutor(self.options.jobs)
        if account is not self.account:
            account.on_behalf = self.account
        return replace(self, pool=pool, stop=Below(self.stop), setback=Event(), account=account)

    def submit(self, request: Request) -> Future[CheckedQuery]:
        return self.pool.submit(self._decide, request)

    def wait(self, future: Future[Value], *, late: bool = False) -> Value:
        """What a computation that serves others as well comes to; CancelledError if this session is stopped first.

        Also if its time is over, since what is computed in Python does not end by then; not for what may come `late`.
        """
        while not wait((future,), timeout=_POLL).done:
            if self.stop.is_set() or (self.left() <= 0 and not late):
                raise CancelledError
        return future.result()

    def _decide(self, request: Request) -> CheckedQuery:
        seconds = self.left()
        if seconds <= 0:
            return CheckedQuery(request, Run(request.purpose, Outcome.TIMEOUT, detail="time budget used up"))
        try:
            run = self._run(request, seconds)
        except OSError as error:  # a full disk, a limit of the size of files: what needs less may still be done
            run = Run(request.purpose, Outcome.CRASH, detail=f"it cannot be run: {error.strerror or error}")
        self._ended(run)
        piece = CheckedQuery(request, run)
        if request.needed is Outcome.SUCCESS and piece.needs_that_failed() and not piece.may_be_real:
            self.setback.set()
        return piece

    def _run(self, request: Request, seconds: float) -> Run:
        if isinstance(request, Calculation):
            with self.driver.processors.seat(Turn(self.account)) as turn:
                return calculate(request, seconds, self.options.memory_mb, self._end(), turn, self.driver.folder)
        return self._check(request, seconds)

    def _end(self) -> Until:
        """What ends a run: the time that was left when it began may be less by now, since another goal has failed."""
        return Until(self.stop, self.left)

    def _ended(self, run: Run) -> None:
        """Tells of a run, but for its output: megabytes of it, handed to who waits, made a verdict late."""
        told = replace(run, raw="")
        self.runs.append(told)
        self.observe(Ran(told))

    def _check(self, harness: Query, seconds: float) -> Run:
        second = (Solver.AS_IS, Solver.Z3) if harness.again else (Solver.Z3,)
        solvers = (Solver.Z3, Solver.BUILT_IN) if harness.arrays else (Solver.BUILT_IN, *second)
        return self._asking(harness)(
            seconds=seconds,
            solvers=solvers[: self.work.solvers],
            memory=harness.memory,
            trace_of=harness.trace or None,
            stop=self._end(),
            account=self.account,
            work=self.work,
            alone=harness.alone,
        )

    def compared(self, request: Query) -> Run:
        """A run that compares two programs; nothing is proved by it, so that it has half of the time at most."""
        seconds = min(COMPARED_SECONDS, self.left() / 2)
        run = self._asking(request)(seconds=seconds, solvers=(Solver.BUILT_IN,), stop=self.stop)
        self._ended(run)
        return run

    def traced(self, harness: Query, traced: str, stop: Event) -> Run:
        """A run that shows one property's counterexample."""
        seconds = min(BOUNDED_SECONDS, max(0.1, self.left() - RESERVED))
        run = self._asking(harness)(
            seconds=seconds, trace_of=traced, stop=stop, account=self.account, work=self.work
        )  # fmt: skip
        self._ended(run)
        return run

    def _asking(self, query: Query) -> Callable[..., Run]:
        return partial(
            self.driver.check,
            render_c(query.template, query.context),
            purpose=query.purpose,
            asked=query.asked,
            unwind=query.unwind,
            data_model=self.task.data_model,
        )


def failed(error: Exception) -> None:
    """Tells of an error in veriabs itself that was survived, to those who ask for it."""
    if os.environ.get("VERIABS_DEBUG"):
        traceback.print_exception(error, file=sys.stderr)


def unsupported(error: UnsupportedError) -> Reason:
    """The reason for an UNKNOWN, with its place where the message starts with one."""
    place = _PLACE.fullmatch(str(error))
    if place is None:
        return Reason(ReasonKind.UNSUPPORTED, str(error))
    return Reason(ReasonKind.UNSUPPORTED, place[3], Where(place[1], int(place[2])))
