"""Warm worker processes that decide jobs side by side; one that dies costs its job a second try, never the batch."""

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
from veriabs.batch.work import Entering, Job, failed
from veriabs.core.copying import replace
from veriabs.core.errors import InputError, ToolError
from veriabs.core.reasons import ReasonKind
from veriabs.core.records import Record
from veriabs.core.results import Verdict
from veriabs.solvers.driver import Cbmc
from veriabs.solvers.scratch import Scratch
from veriabs.verify.options import Options

GRACE = 0.5
"""Seconds beyond its time that a task may take to come to an orderly end before its worker is killed."""

MOST_TASKS = 500
"""Tasks of one worker: then a fresh one takes over, so that what libraries keep for themselves cannot pile up."""

_TICK = 0.2
_TRIES = 2
ORDERLY_SECONDS = 5.0
"""Seconds that a worker has to end what it has started."""

_START = (
    "import sys; sys.argv[1] in sys.path or sys.path.insert(0, sys.argv[1]); "
    "from veriabs.batch import worker; worker.main(int(sys.argv[2]), sys.argv[3])"
)

Wanted = Callable[[Job, str], bool]
"""Whether a job with this key is to be decided."""


class Worker(Struct):
    """One process with the job that it has; `key` is the job's, once the worker knows it, `phase` what it does.

    `so_far` is the row of the job, should it not come back.
    """

    process: subprocess.Popen[bytes]
    connection: Connection[object, object]
    folder: Scratch
    ready: bool = False
    job: Job | None = None
    key: str = ""
    since: float = 0.0
    phase: str = ""
    so_far: Record | None = None
    served: int = 0

    def last_words(self) -> str:
        """How the process ended, with the last line that it wrote."""
        code = self.process.wait()
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        with contextlib.suppress(OSError):
            lines = (self.folder.path / "stderr").read_text(encoding="utf-8", errors="replace").split("\n")
            said = [line.strip() for line in lines if line.strip()]
            how += f": {said[-1][:200]}" if said else ""
        return how


class Pool(Struct):
    """Worker processes, which exist inside a `with` statement only."""

    options: Options
    cbmc: Cbmc
    size: int
    grace: float = GRACE
    _workers: list[Worker] = field(default_factory=list)
    _waiting: deque[Job] = field(default_factory=deque)
    _tries: dict[Job, int] = field(default_factory=dict)
    _stillborn: int = 0

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        workers, self._workers = self._workers, []
        end_workers(workers)

    def running(self) -> list[tuple[Job, float]]:
        """What runs now, and for how many seconds."""
        now = time.monotonic()
        return [(worker.job, now - worker.since) for worker in self._workers if worker.job is not None]

    def run(
        self, jobs: Iterable[Job], wanted: Wanted, tick: Callable[[], None]
    ) -> Iterator[tuple[Job, str, Record | None]]:
        """Yields each job with its key and its row as they come, in any order; a job that is not wanted has no row.

        `tick` is called a few times a second. ToolError if no worker can be started.
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
            for connection in wait(list(by_connection), timeout=_TICK):
                yield from self._hear(by_connection[connection], wanted)  # type: ignore[index]
            yield from self._overdue()

    def _assign(self, worker: Worker, job: Job) -> None:
        worker.job, worker.key, worker.since, worker.phase = job, "", time.monotonic(), "preprocessing"
        worker.so_far = None
        with contextlib.suppress(OSError):  # one that died meanwhile is heard of next
            worker.connection.send(job)

    def _hear(self, worker: Worker, wanted: Wanted) -> Iterator[tuple[Job, str, Record | None]]:
        try:
            message = worker.connection.recv()
        except (EOFError, OSError):
            yield from self._died(worker)
            return
        job = worker.job
        if job is None:
            worker.ready, self._stillborn = True, 0
        elif isinstance(message, Record):
            self._release(worker)
            yield job, message.key, message
        elif isinstance(message, Entering):
            worker.phase, worker.so_far = message.phase, message.so_far or worker.so_far
        elif isinstance(message, str):
            worker.key = message
            go = wanted(job, message)
            with contextlib.suppress(OSError):
                worker.connection.send(go)
            if not go:
                self._release(worker)
                yield job, message, None

    def _release(self, worker: Worker) -> None:
        worker.job = None
        worker.served += 1
        if worker.served >= MOST_TASKS:
            self._remove(worker)

    def _died(self, worker: Worker) -> Iterator[tuple[Job, str, Record | None]]:
        """Gives the job of a dead worker a second try, then gives up on it."""
        job, how = worker.job, worker.last_words()
        self._remove(worker)
        if job is None:
            self._stillborn += not worker.ready
            if self._stillborn > _TRIES:
                raise ToolError(f"worker processes cannot be started ({how}); try: veriabs doctor")
            return
        self._tries[job] = self._tries.get(job, 0) + 1
        if self._tries[job] < _TRIES:
            self._waiting.appendleft(job)
            return
        text = f"the worker process died {_TRIES} times ({how})"
        yield job, worker.key, failed(job, self.options, text, kind="crash", key=worker.key)

    def _overdue(self) -> Iterator[tuple[Job, str, Record | None]]:
        """Ends workers that do not come back from a task, such as from an analysis that explodes."""
        for worker in list(self._workers):
            job, seconds = worker.job, time.monotonic() - worker.since
            if job is None or seconds < self.options.timeout + self.grace:
                continue
            self._remove(worker, patience=0.0)
            yield job, worker.key, late_record(job, self.options, worker.key, seconds, worker)

    def _remove(self, worker: Worker, patience: float = ORDERLY_SECONDS) -> None:
        self._workers.remove(worker)
        end_workers([worker], patience)


def late_record(job: Job, options: Options, key: str, seconds: float, worker: Worker) -> Record:
    """The row of a task whose process had to be ended: what it has told of loops, or the phase that it was in."""
    if worker.so_far is not None:
        return replace(worker.so_far, seconds=round(seconds, 3))
    during = f" while {worker.phase}" if worker.phase else ""
    text = f"the analysis did not end in time{during}"
    record = failed(job, options, text, kind=ReasonKind.BUDGET.value, key=key)
    return replace(record, verdict=Verdict.UNKNOWN.value, seconds=round(seconds, 3))


def _start(options: Options, cbmc: Cbmc) -> Worker:
    try:
        worker = spawn(_START)
    except OSError as error:
        raise InputError(f"no worker process: {error}") from error
    with contextlib.suppress(OSError):
        worker.connection.send((options, cbmc))
    return worker


def spawn(code: str, *, inside: bool = False) -> Worker:
    """Starts a process that runs the code, with this package's folder, its connection and its folder as arguments.

    It has a session of its own, so that Ctrl-C reaches it through the batch only; `inside` starts it in its own folder.
    OSError if it cannot be started.
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
    return Worker(process, ours, folder)


def end_workers(workers: Iterable[Worker], patience: float = ORDERLY_SECONDS) -> None:
    """Ends workers within `patience` seconds with all that they have started, and removes what they leave behind."""
    workers = list(workers)
    for worker in workers:
        _send(worker, signal.SIGTERM)
    deadline = time.monotonic() + patience
    for worker in workers:
        try:
            worker.process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            # The watchdogs of what it has started do the rest.
            _send(worker, signal.SIGKILL)
            worker.process.wait()
        worker.connection.close()
        worker.folder.close()


def _send(worker: Worker, number: signal.Signals) -> None:
    if worker.process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            worker.process.send_signal(number)
