"""Warm worker processes that decide jobs in parallel; if one dies, its job gets a second try."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path
from types import TracebackType

from msgspec import Struct, field

import veriabs
from veriabs.batch.work import BatchJob, PhaseStart, failed
from veriabs.core.copying import replace
from veriabs.core.errors import InputError, ToolError
from veriabs.core.reasons import ReasonKind
from veriabs.core.records import Record
from veriabs.core.results import Verdict
from veriabs.solvers.driver import Cbmc
from veriabs.solvers.scratch import Scratch
from veriabs.verify.options import Options

GRACE = 0.5
"""Seconds beyond its time limit that a task has for an orderly end, before its worker is killed."""

MOST_TASKS = 500
"""The number of tasks for one worker, after which a fresh one takes over, so that leaked memory cannot accumulate."""

TICK = 0.2
"""Seconds to wait for messages before looking at clocks and signals."""

_TRIES = 2
ORDERLY_SECONDS = 5.0
"""Seconds that a worker has to end its children."""

Wanted = Callable[[BatchJob, str], bool]
"""Is a job with this key to be decided?"""


class PoolProcess(Struct):
    """One process with its current job; `key` is the job's once known, `phase` its current step.

    `partial_report` is a preliminary row, for a job that does not finish.
    """

    process: subprocess.Popen[bytes]
    connection: Connection[object, object]
    folder: Scratch
    ready: bool = False
    job: BatchJob | None = None
    key: str = ""
    since: float = 0.0
    phase: str = ""
    partial_report: Record | None = None
    served: int = 0

    def exit_description(self) -> str:
        """How the process ended, with its last line of output."""
        code = self.process.wait()
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        with contextlib.suppress(OSError):
            lines = (self.folder.path / "stderr").read_text(encoding="utf-8", errors="replace").split("\n")
            printed = [line.strip() for line in lines if line.strip()]
            how += f": {printed[-1][:200]}" if printed else ""
        return how


class Pool(Struct):
    """Worker processes on this computer, which exist within a `with` statement only.

    `size` is their number. A worker that exceeds the time limit of its task by `grace` seconds is killed.
    """

    options: Options
    cbmc: Cbmc
    size: int
    grace: float = GRACE
    _workers: list[PoolProcess] = field(default_factory=list)
    _waiting: deque[BatchJob] = field(default_factory=deque)
    _tries: dict[BatchJob, int] = field(default_factory=dict)
    _failed_starts: int = 0

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        workers, self._workers = self._workers, []
        end_workers(workers)

    def running(self) -> list[tuple[BatchJob, float]]:
        """The running jobs, with their seconds so far."""
        now = time.monotonic()
        return [(worker.job, now - worker.since) for worker in self._workers if worker.job is not None]

    def run(
        self, jobs: Iterable[BatchJob], wanted: Wanted, tick: Callable[[], None]
    ) -> Iterator[tuple[BatchJob, str, Record | None]]:
        """Yield each job with its key and its row, in order of completion; an unwanted job has no row.

        `tick` is called a few times per second. Raises ToolError if no worker can be started.
        """
        self._waiting.extend(jobs)
        while self._waiting or any(worker.job for worker in self._workers):
            while len(self._workers) < min(self.size, len(self._waiting) + len(self.running())):
                self._workers.append(_start(self.options, self.cbmc))
            for worker in self._workers:
                if worker.ready and worker.job is None and self._waiting:
                    self._assign(worker, self._waiting.popleft())
            tick()
            by_connection = {worker.connection: worker for worker in self._workers}
            for connection in wait(list(by_connection), timeout=TICK):
                yield from self._receive(by_connection[connection], wanted)  # type: ignore[index]
            yield from self._overdue()

    def _assign(self, worker: PoolProcess, job: BatchJob) -> None:
        worker.job, worker.key, worker.since, worker.phase = job, "", time.monotonic(), "preprocessing"
        worker.partial_report = None
        with contextlib.suppress(OSError):  # a worker that died is noticed next
            worker.connection.send(job)

    def _receive(self, worker: PoolProcess, wanted: Wanted) -> Iterator[tuple[BatchJob, str, Record | None]]:
        try:
            message = worker.connection.recv()
        except (EOFError, OSError):
            yield from self._died(worker)
            return
        job = worker.job
        if job is None:
            worker.ready, self._failed_starts = True, 0
        elif isinstance(message, Record):
            self._release(worker)
            yield job, message.key, message
        elif isinstance(message, PhaseStart):
            worker.phase, worker.partial_report = message.phase, message.partial_report or worker.partial_report
        elif isinstance(message, str):
            worker.key = message
            go = wanted(job, message)
            with contextlib.suppress(OSError):
                worker.connection.send(go)
            if not go:
                self._release(worker)
                yield job, message, None

    def _release(self, worker: PoolProcess) -> None:
        worker.job = None
        worker.served += 1
        if worker.served >= MOST_TASKS:
            self._remove(worker)

    def _died(self, worker: PoolProcess) -> Iterator[tuple[BatchJob, str, Record | None]]:
        """Give the job of a dead worker a second try, then give up on it."""
        job, how = worker.job, worker.exit_description()
        self._remove(worker)
        if job is None:
            self._failed_starts += not worker.ready
            if self._failed_starts > _TRIES:
                raise ToolError(f"worker processes cannot be started ({how}); try: veriabs doctor")
            return
        self._tries[job] = self._tries.get(job, 0) + 1
        if self._tries[job] < _TRIES:
            self._waiting.appendleft(job)
            return
        text = f"the worker process died {_TRIES} times ({how})"
        yield job, worker.key, failed(job, self.options, "crash", text, key=worker.key)

    def _overdue(self) -> Iterator[tuple[BatchJob, str, Record | None]]:
        """End workers that exceed the time limit, for example in an analysis that explodes."""
        for worker in list(self._workers):
            job, seconds = worker.job, time.monotonic() - worker.since
            if job is None or seconds < self.options.timeout + self.grace:
                continue
            self._remove(worker, patience=0.0)
            yield job, worker.key, overdue_record(job, self.options, worker.key, seconds, worker)

    def _remove(self, worker: PoolProcess, patience: float = ORDERLY_SECONDS) -> None:
        self._workers.remove(worker)
        end_workers([worker], patience)


def overdue_record(job: BatchJob, options: Options, key: str, seconds: float, worker: PoolProcess) -> Record:
    """The row of a task whose process had to be ended: its preliminary row, or the phase it was in."""
    if worker.partial_report is not None:
        return replace(worker.partial_report, seconds=round(seconds, 3))
    during = f" while {worker.phase}" if worker.phase else ""
    text = f"the analysis did not end in time{during}"
    record = failed(job, options, ReasonKind.BUDGET.value, text, key=key)
    return replace(record, verdict=Verdict.UNKNOWN.value, seconds=round(seconds, 3))


def _start(options: Options, cbmc: Cbmc) -> PoolProcess:
    try:
        worker = spawn(start_of("batch", "worker"))
    except OSError as error:
        raise InputError(f"no worker process could be started: {error}") from error
    with contextlib.suppress(OSError):
        worker.connection.send((options, cbmc))
    return worker


def start_of(package: str, module: str) -> str:
    """The code for `spawn` that runs the main function of a module."""
    search = "import sys; sys.argv[1] in sys.path or sys.path.insert(0, sys.argv[1])"
    return f"{search}; from veriabs.{package} import {module}; {module}.main(int(sys.argv[2]), sys.argv[3])"


def spawn(code: str, *, inside: bool = False) -> PoolProcess:
    """Start a process that runs the code, with this package's folder, its connection and its folder as arguments.

    It has its own session, so that Ctrl-C reaches it through the batch only; `inside` starts it in its own folder.
    Raises OSError if it cannot be started.
    """
    folder = Scratch()
    ours, theirs = Pipe()
    package = Path(veriabs.__file__).parent.parent
    try:
        with (folder.path / "stderr").open("wb") as log, theirs:
            process = subprocess.Popen(
                [sys.executable, "-P", "-c", code, str(package), str(theirs.fileno()), str(folder.path)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                cwd=folder.path if inside else None,
                env={**os.environ, "TMPDIR": str(folder.path)},
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
    except OSError:
        folder.close()
        raise
    return PoolProcess(process, ours, folder)


def end_workers(workers: Iterable[PoolProcess], patience: float = ORDERLY_SECONDS) -> None:
    """End workers within `patience` seconds, with all their children, and remove their files."""
    workers = list(workers)
    for worker in workers:
        _send(worker, signal.SIGTERM)
    deadline = time.monotonic() + patience
    for worker in workers:
        try:
            worker.process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            # the watchdogs of its children do the rest
            _send(worker, signal.SIGKILL)
            worker.process.wait()
        worker.connection.close()
        worker.folder.close()


def _send(worker: PoolProcess, number: signal.Signals) -> None:
    if worker.process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            worker.process.send_signal(number)
