"""A batch on many machines: tasks go to a Dask scheduler, and whatever is lost on the way is sent again.

Reading and preprocessing is done here, where the files are; what a worker gets has the whole text with it. A task that
not even the preprocessing understands is answered here as well, since that takes no solver. A worker that dies costs a
retry, which the scheduler sees to; a scheduler that dies costs those under way, which are sent again when it is back.
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
from veriabs.batch.work import Clock, Job, Prepared, decide, failed, guarded, prepare
from veriabs.core.copying import replace
from veriabs.core.errors import ToolError
from veriabs.core.records import Record
from veriabs.solvers.driver import Cbmc
from veriabs.verify.options import Options

if TYPE_CHECKING:
    from distributed import Client, Future

PATIENCE = 300.0
"""Seconds for which a scheduler that is lost is looked for."""

_CONNECT_SECONDS = 10.0
_ANSWER_SECONDS = 20.0
_TICK = 0.2
_COUNT_EVERY = 2.0
_TRIES = 4
"""How often a task is sent that took workers with it; the scheduler itself tries it some times on each occasion."""

Wanted = Callable[[Job, str], bool]
Row = tuple[Job, str, Record | None]


class LostError(Exception):
    """The scheduler does not answer any more."""


class _Sent(Struct):
    """One task under way; `future` is None while the scheduler is lost."""

    prepared: Prepared
    since: float
    future: Future[Record] | None = None
    tries: int = 0


@dataclass
class Cluster:
    """The workers of a Dask scheduler, for the length of a `with` statement; used like a `Pool`.

    `readers` tasks are preprocessed at a time. `notice` is told in one line what becomes of the connection.
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
    _waiting: deque[Job] = field(default_factory=deque)
    _reading: int = 0
    _here: dict[Job, Prepared] = field(default_factory=dict)
    _sent: dict[str, _Sent] = field(default_factory=dict)
    _inbox: SimpleQueue[str | tuple[Job, Prepared | Record]] = field(default_factory=SimpleQueue)
    _threads: ThreadPoolExecutor = field(init=False)

    def __post_init__(self) -> None:
        self._threads = ThreadPoolExecutor(self.readers)

    def __enter__(self) -> Cluster:
        """Connects; ToolError if no scheduler answers or a worker cannot decide as this machine would."""
        try:
            self._client = connect(self.address, _CONNECT_SECONDS)
            self._check_versions()
            self._count()
        except LostError as error:
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

    def running(self) -> list[tuple[Job, float]]:
        """What is under way, and for how many seconds."""
        now = time.monotonic()
        return [(sent.prepared.job, now - sent.since) for sent in self._sent.values() if sent.future is not None]

    def run(self, jobs: Iterable[Job], wanted: Wanted, tick: Callable[[], None]) -> Iterator[Row]:
        """Yields each job with its key and its row as they come, in any order; a job that is not wanted has no row.

        `tick` is called a few times a second. ToolError if the scheduler stays away, or if a worker cannot be used.
        """
        self._waiting.extend(jobs)
        while self._waiting or self._reading or self._here or self._sent:
            tick()
            try:
                self._keep_up()
            except LostError:
                self._recover(tick)
            for message in self._messages():
                yield from self._answered(message) if isinstance(message, str) else self._read(*message, wanted)

    # ------------------------------------------------------------------------------------------------------ what comes

    def _messages(self) -> list[str | tuple[Job, Prepared | Record]]:
        found = []
        with contextlib.suppress(Empty):
            found.append(self._inbox.get(timeout=_TICK))
            while True:
                found.append(self._inbox.get_nowait())
        return found

    def _read(self, job: Job, read: Prepared | Record, wanted: Wanted) -> Iterator[Row]:
        """A task that was read, or decided, here."""
        if isinstance(read, Record):
            self._reading -= job not in self._here
            self._here.pop(job, None)
            yield job, read.key, read
            return
        self._reading -= 1
        if not wanted(job, read.key):
            yield job, read.key, None
        elif read.doubt is not None:
            self._here[job] = read
            self._threads.submit(self._decide_here, read)
        else:
            self._sent[f"veriabs-{uuid.uuid4().hex}"] = _Sent(read, time.monotonic())

    def _answered(self, name: str) -> Iterator[Row]:
        """What the scheduler says of a task; news of one that was sent again meanwhile are old."""
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

    def _result(self, sent: _Sent) -> Record | None:
        """The row of a task, or None if it has to be sent again."""
        from distributed import KilledWorker

        if sent.future is None or self._is_lost():
            return None
        try:
            return sent.future.result(_ANSWER_SECONDS)
        except (ToolError, ImportError) as error:
            raise ToolError(f"{error}; {MEND}") from error
        except (KilledWorker, CancelledError, OSError, remote.ReleasedError) as error:
            if self._is_lost():
                return None
            sent.tries += 1
            what = f"workers died of it, or lost it, again and again ({type(error).__name__})"
            return None if sent.tries < _TRIES else self._failed(sent.prepared, "crash", what)
        except Exception as error:  # whatever is wrong with one task must not cost the others
            return self._failed(sent.prepared, *guarded(error))

    def _failed(self, prepared: Prepared, kind: str, text: str) -> Record:
        record = failed(prepared.job, self.options, text, kind=kind, clock=prepared.clock, key=prepared.key)
        return replace(record, expected=prepared.task.expected)

    # ---------------------------------------------------------------------------------------------------- what is sent

    def _keep_up(self) -> None:
        """Has enough tasks read and sent that no worker waits; those that were lost come first."""
        client = self._connected()
        if time.monotonic() > self._counted + _COUNT_EVERY:
            self._count()
        for name, sent in self._sent.items():
            if sent.future is None:
                self._send(client, name, sent)
        most = self._slots + self._slots // 2 + 2
        while self._waiting and self._reading + len(self._here) + len(self._sent) < most + self.readers:
            self._reading += 1
            self._threads.submit(self._prepare, self._waiting.popleft())

    def _send(self, client: Client, name: str, sent: _Sent) -> None:
        parcel = remote.pack(sent.prepared, self.options)
        with losses():
            sent.future = client.submit(remote.serve, parcel, self._versions(), key=name, pure=False)
        sent.future.add_done_callback(lambda future: self._inbox.put(name))

    def _prepare(self, job: Job) -> None:
        clock = Clock()

        def refused(kind: str, text: str) -> Record:
            return failed(job, self.options, text, kind=kind, clock=clock)

        self._do(job, lambda: prepare(job, self.options, self.cbmc), refused)

    def _decide_here(self, prepared: Prepared) -> None:
        self._do(
            prepared.job,
            lambda: decide(prepared, self.options, self.cbmc),
            lambda kind, text: self._failed(prepared, kind, text),
        )

    def _do(self, job: Job, work: Callable[[], Prepared | Record], refused: Callable[[str, str], Record]) -> None:
        try:
            found = work()
        except Exception as error:  # whatever is wrong with one task must not cost the others
            found = refused(*guarded(error))
        self._inbox.put((job, found))

    # -------------------------------------------------------------------------------------------------- the connection

    def _versions(self) -> remote.Versions:
        return __version__, self.cbmc.version_text

    def _check_versions(self) -> None:
        """Asks all workers that are there; one that comes later is asked with its first task."""
        with losses():
            found = self._connected().run(remote.versions, on_error="return")
        for worker, said in sorted(found.items()):
            if isinstance(said, OSError):
                continue  # a worker that has just died
            problem = str(said) if isinstance(said, Exception) else remote.differences(said, self._versions())
            if problem:
                raise ToolError(f"worker {worker} cannot be used: {problem}; {MEND}")

    def _count(self) -> None:
        """Asks how many tasks the workers can take at a time."""
        client = self._connected()
        if client.scheduler is None:
            raise LostError("connection lost")
        with losses():
            threads = client.sync(client.scheduler.ncores, callback_timeout=_CONNECT_SECONDS)
        self._slots, self._counted = sum(threads.values()), time.monotonic()

    def _is_lost(self) -> bool:
        return self._client is None or self._client.status != "running"

    def _connected(self) -> Client:
        if self._client is None or self._is_lost():
            raise LostError("connection lost")
        return self._client

    def _recover(self, tick: Callable[[], None]) -> None:
        """Looks for the scheduler until it is back or patience ends; then all that was under way is sent again."""
        self.notice(f"the scheduler at {self.address} is lost; looking for it for {self.patience:.0f} s")
        self._disconnect()
        for sent in self._sent.values():
            sent.future = None
        deadline = time.monotonic() + self.patience
        while self._client is None:
            tick()
            left = deadline - time.monotonic()
            if left <= 0:
                raise ToolError(f"the scheduler at {self.address} is lost")
            with contextlib.suppress(LostError):
                self._client = connect(self.address, min(2.0, left))
        try:
            self._check_versions()
            self._count()
        except LostError:
            return  # lost again, which the next step will notice
        names = f"{len(self._sent)} task{'' if len(self._sent) == 1 else 's'}"
        self.notice(f"the scheduler at {self.address} is back; {names} sent again")

    def _disconnect(self) -> None:
        client, self._client = self._client, None
        goodbye(client)

    def _close(self) -> None:
        self._disconnect()
        self._threads.shutdown(cancel_futures=True)


MEND = f"try on that machine: pip install veriabs=={__version__} distributed, veriabs setup"


def connect(address: str, seconds: float) -> Client:
    """A connection to the scheduler; LostError if there is none within `seconds`."""
    try:
        from distributed import Client
    except ImportError as error:
        raise ToolError("--cluster needs a package that is not installed; try: pip install veriabs[cluster]") from error
    # What Dask has to say of a connection comes as one line from here; each of its loggers has a level of its own.
    for name in [name for name in logging.root.manager.loggerDict if name.startswith(("distributed", "tornado"))]:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    with warnings.catch_warnings(), losses():
        warnings.simplefilter("ignore")
        asyncio.run(_greeted(address, seconds))
        return Client(address, timeout=seconds, set_as_default=False, name="veriabs")


async def _greeted(address: str, seconds: float) -> None:
    """Waits for the first words of the scheduler: a `Client` waits for one that is silent, for ever."""
    from distributed.comm.core import connect as call

    async with asyncio.timeout(seconds):
        comm = await call(address, timeout=seconds)
        await comm.close()


def goodbye(client: Client | None) -> None:
    """Ends a connection; where the scheduler is gone there is nothing to say goodbye to."""
    if client is not None:
        with contextlib.suppress(Exception):
            client.close(timeout=5.0)


@contextlib.contextmanager
def losses() -> Iterator[None]:
    """Turns what Dask raises where nobody answers into one error; timeouts and broken connections are OSErrors."""
    try:
        yield
    except Exception as error:  # which ones there are differs from version to version of Dask
        if not isinstance(error, (OSError, CancelledError)) and not re.search("clos(ed|ing)", str(error)):
            raise
        raise LostError(" ".join(str(error).split())[:200] or type(error).__name__) from error
