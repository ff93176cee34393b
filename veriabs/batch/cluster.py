"""Run a batch on many machines: a Dask scheduler distributes the tasks, and lost ones are sent again.

This machine, which has the files, reads and preprocesses tasks; a worker gets the whole text. A task that cannot be
preprocessed is answered here too, since that needs no solver. If a worker dies, the scheduler repeats its task. If the
scheduler dies, running tasks are sent again when it is back.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
import uuid
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import TYPE_CHECKING

from msgspec import Struct

from veriabs import __version__
from veriabs.batch import remote
from veriabs.batch.pool import TICK
from veriabs.batch.work import BatchJob, PreparedTask, decide_any, failed_prepared, guarded, prepare_any
from veriabs.core.copying import replace
from veriabs.core.errors import ToolError
from veriabs.core.extras import needs
from veriabs.core.records import Record
from veriabs.solvers.driver import Cbmc
from veriabs.verify.options import Options

if TYPE_CHECKING:
    from distributed import Client, Future

PATIENCE = 300.0
"""Seconds to try to reconnect to a lost scheduler."""

CONNECT_SECONDS, ANSWER_SECONDS = 10.0, 20.0
"""Seconds that a scheduler has for a connection, and for the answer of a task that has ended."""

_COUNT_EVERY = 2.0
"""Seconds between two questions how many tasks the workers can run."""

_TRIES = 4
"""The number of times that a task is sent after it crashed workers; the scheduler repeats each try several times."""

Wanted = Callable[[BatchJob, str], bool]
Row = tuple[BatchJob, str, Record | None]


class ClusterLostError(Exception):
    """The scheduler no longer answers."""


class _RunningTask(Struct):
    """One running task; `future` is None while the scheduler is lost."""

    prepared: PreparedTask
    since: float
    future: Future[Record] | None = None
    tries: int = 0


@dataclass
class Cluster:
    """The workers of a Dask scheduler, used like a `Pool` within a `with` statement.

    - `readers`: how many tasks are preprocessed at a time on this computer.
    - `notice` receives changes of the connection as one line. A lost scheduler is awaited for `patience` seconds.
    """

    address: str
    options: Options
    cbmc: Cbmc
    readers: int
    notice: Callable[[str], None]
    patience: float = PATIENCE
    _client: Client | None = None
    _slots: int = 0
    _counted: float = 0.0
    _waiting: deque[BatchJob] = field(default_factory=deque)
    _reading: int = 0
    _here: dict[BatchJob, PreparedTask] = field(default_factory=dict)
    _sent: dict[str, _RunningTask] = field(default_factory=dict)
    _inbox: SimpleQueue[str | tuple[BatchJob, PreparedTask | Record]] = field(default_factory=SimpleQueue)
    _threads: ThreadPoolExecutor = field(init=False)

    def __post_init__(self) -> None:
        self._threads = ThreadPoolExecutor(self.readers)

    def __enter__(self) -> Cluster:
        """Connect; raises ToolError if no scheduler answers or a worker differs from this machine."""
        try:
            self._client = connect(self.address, CONNECT_SECONDS)
            self._check_versions()
            self._ask_capacity()
        except ClusterLostError as error:
            self._close()
            raise ToolError(f"no Dask scheduler answers at {self.address} ({error}); try: dask scheduler") from error
        except BaseException:
            self._close()
            raise
        if not self._slots:
            self.notice(f"the scheduler at {self.address} has no worker yet; waiting for one")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def running(self) -> list[tuple[BatchJob, float]]:
        """The running tasks, with their seconds so far."""
        now = time.monotonic()
        return [(sent.prepared.job, now - sent.since) for sent in self._sent.values() if sent.future is not None]

    def run(self, jobs: Iterable[BatchJob], wanted: Wanted, tick: Callable[[], None]) -> Iterator[Row]:
        """Yield each job with its key and its row, in order of completion; an unwanted job has no row.

        `tick` is called a few times per second. Raises ToolError if the scheduler stays away, or if a worker is
        unsuitable.
        """
        self._waiting.extend(jobs)
        while self._waiting or self._reading or self._here or self._sent:
            tick()
            try:
                self._send_enough()
            except ClusterLostError:
                self._recover(tick)
            for message in self._messages():
                yield from (
                    self._handle_answer(message) if isinstance(message, str) else self._handle_read(*message, wanted)
                )

    # ----------------------------------------------------------------------------------------------- received messages

    def _messages(self) -> list[str | tuple[BatchJob, PreparedTask | Record]]:
        found = []
        with contextlib.suppress(Empty):
            found.append(self._inbox.get(timeout=TICK))
            while True:
                found.append(self._inbox.get_nowait())
        return found

    def _handle_read(self, job: BatchJob, read: PreparedTask | Record, wanted: Wanted) -> Iterator[Row]:
        """Handle a task that was read, or decided, here."""
        if isinstance(read, Record):
            self._reading -= job not in self._here
            self._here.pop(job, None)
            yield job, read.key, read
            return
        self._reading -= 1
        if not wanted(job, read.key):
            yield job, read.key, None
        elif read.refusal is not None:
            self._here[job] = read
            self._threads.submit(self._decide_here, read)
        else:
            self._sent[f"veriabs-{uuid.uuid4().hex}"] = _RunningTask(read, time.monotonic())

    def _handle_answer(self, name: str) -> Iterator[Row]:
        """Handle an answer of the scheduler; answers about tasks that were sent again are ignored."""
        sent = self._sent.get(name)
        if sent is None or sent.future is None:
            return
        prepared = sent.prepared
        record = self._result(sent)
        del self._sent[name]
        if record is None:
            self._sent[f"veriabs-{uuid.uuid4().hex}"] = replace(sent, future=None)
        else:
            yield prepared.job, prepared.key, record

    def _result(self, sent: _RunningTask) -> Record | None:
        """The row of a task, or None if it has to be sent again."""
        from distributed import KilledWorker

        if sent.future is None or self._is_lost():
            return None
        try:
            return sent.future.result(ANSWER_SECONDS)
        except (ToolError, ImportError) as error:
            raise ToolError(f"{error}; {REMEDY}") from error
        except (KilledWorker, CancelledError, OSError, remote.ReleasedError) as error:
            if self._is_lost():
                return None
            sent.tries += 1
            what = f"its workers died repeatedly ({type(error).__name__})"
            return None if sent.tries < _TRIES else failed_prepared(sent.prepared, self.options, "crash", what)
        except Exception as error:  # an error in one task must not affect the others
            return failed_prepared(sent.prepared, self.options, *guarded(error))

    # ------------------------------------------------------------------------------------------------------ sent tasks

    def _send_enough(self) -> None:
        """Read and send enough tasks to keep all workers busy; lost tasks come first."""
        client = self._connected()
        if time.monotonic() > self._counted + _COUNT_EVERY:
            self._ask_capacity()
        for name, sent in self._sent.items():
            if sent.future is None:
                self._send(client, name, sent)
        most = self._slots + self._slots // 2 + 2
        while self._waiting and self._reading + len(self._here) + len(self._sent) < most + self.readers:
            self._reading += 1
            self._threads.submit(self._prepare, self._waiting.popleft())

    def _send(self, client: Client, name: str, sent: _RunningTask) -> None:
        parcel = remote.pack(sent.prepared, self.options)
        with connection_errors():
            sent.future = client.submit(remote.serve, parcel, self._versions(), key=name, pure=False)
        sent.future.add_done_callback(lambda future: self._inbox.put(name))

    def _prepare(self, job: BatchJob) -> None:
        self._inbox.put((job, prepare_any(job, self.options, self.cbmc)))

    def _decide_here(self, prepared: PreparedTask) -> None:
        self._inbox.put((prepared.job, decide_any(prepared, self.options, self.cbmc)))

    # -------------------------------------------------------------------------------------------------- the connection

    def _versions(self) -> remote.Versions:
        return __version__, self.cbmc.version_text

    def _check_versions(self) -> None:
        """Check all present workers; later ones are checked with their first task."""
        with connection_errors():
            found = self._connected().run(remote.versions, on_error="return")
        for worker, versions in sorted(found.items()):
            if isinstance(versions, OSError):
                continue  # a worker that has just died
            problem = (
                str(versions) if isinstance(versions, Exception) else remote.differences(versions, self._versions())
            )
            if problem:
                raise ToolError(f"worker {worker} cannot be used: {problem}; {REMEDY}")

    def _ask_capacity(self) -> None:
        """Ask how many tasks the workers can run at a time."""
        client = self._connected()
        if client.scheduler is None:
            raise ClusterLostError("the connection to the worker was lost")
        with connection_errors():
            threads = client.sync(client.scheduler.ncores, callback_timeout=CONNECT_SECONDS)
        self._slots, self._counted = sum(threads.values()), time.monotonic()

    def _is_lost(self) -> bool:
        return self._client is None or self._client.status != "running"

    def _connected(self) -> Client:
        if self._client is None or self._is_lost():
            raise ClusterLostError("the connection to the worker was lost")
        return self._client

    def _recover(self, tick: Callable[[], None]) -> None:
        """Try to reconnect until the scheduler is back or the time is up; then send all running tasks again."""
        self.notice(f"the scheduler at {self.address} is lost; trying to reconnect for {self.patience:.0f} s")
        self._disconnect()
        for sent in self._sent.values():
            sent.future = None
        deadline = time.monotonic() + self.patience
        while self._client is None:
            tick()
            left = deadline - time.monotonic()
            if left <= 0:
                raise ToolError(f"the scheduler at {self.address} is lost")
            with contextlib.suppress(ClusterLostError):
                self._client = connect(self.address, min(2.0, left))
        try:
            self._check_versions()
            self._ask_capacity()
        except ClusterLostError:
            return  # lost again, which the next step notices
        names = f"{len(self._sent)} task{'' if len(self._sent) == 1 else 's'}"
        self.notice(f"the scheduler at {self.address} is back; {names} sent again")

    def _disconnect(self) -> None:
        client, self._client = self._client, None
        close_connection(client)

    def _close(self) -> None:
        self._disconnect()
        self._threads.shutdown(cancel_futures=True)


REMEDY = f"install veriabs {__version__} with its extra 'cluster' there (docs/install.md), then: veriabs setup"


def connect(address: str, seconds: float) -> Client:
    """A connection to the scheduler; raises ClusterLostError if there is none within `seconds`."""
    try:
        from distributed import Client
    except ImportError as error:
        raise ToolError(needs("--cluster", "cluster", error.name)) from error
    # This module reports connection problems as one line; each of Dask's loggers has its own level.
    for name in [name for name in logging.root.manager.loggerDict if name.startswith(("distributed", "tornado"))]:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    with warnings.catch_warnings(), connection_errors():
        warnings.simplefilter("ignore")
        asyncio.run(_wait_for_scheduler(address, seconds))
        return Client(address, timeout=seconds, set_as_default=False, name="veriabs")


async def _wait_for_scheduler(address: str, seconds: float) -> None:
    """Wait for the scheduler's first message; a `Client` would wait forever for a silent one."""
    from distributed.comm.core import connect as call

    async with asyncio.timeout(seconds):
        comm = await call(address, timeout=seconds)
        await comm.close()


def close_connection(client: Client | None) -> None:
    """Close a connection; if the scheduler is gone, there is nothing to send."""
    if client is not None:
        with contextlib.suppress(Exception):
            client.close(timeout=5.0)


@contextlib.contextmanager
def connection_errors() -> Iterator[None]:
    """Convert Dask's connection errors to one error; timeouts and broken connections are OSErrors."""
    try:
        yield
    except Exception as error:  # the exceptions differ between versions of Dask
        if not isinstance(error, (OSError, CancelledError)) and not re.search("clos(ed|ing)", str(error)):
            raise
        raise ClusterLostError(" ".join(str(error).split())[:200] or type(error).__name__) from error
