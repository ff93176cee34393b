"""Run jobs on the workers of a Dask scheduler, as `batch --cluster` does.

The process with the job's claim and heartbeat stays beside the database; files and options are sent to the worker, and
events come back. A process of the Dask worker decides the job with the same confinement. If that process dies or the
scheduler is lost, the job starts again, with an event `restarted`.
"""

from __future__ import annotations

import contextlib
import pickle
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import CancelledError
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from msgspec import Struct, field

from veriabs import __version__
from veriabs.batch.cluster import (
    ANSWER_SECONDS,
    CONNECT_SECONDS,
    REMEDY,
    ClusterLostError,
    close_connection,
    connect,
    connection_errors,
)
from veriabs.batch.pool import TICK, end_workers, spawn, start_of
from veriabs.batch.pool import PoolProcess as Process
from veriabs.batch.remote import ReleasedError, Versions, check_versions, is_wanted
from veriabs.batch.worker import serve_messages
from veriabs.core.errors import ToolError
from veriabs.service.analysis import JobInput, OnEvent, decide_here, failed
from veriabs.service.jobs import Json
from veriabs.service.outcome import JobOutcome

if TYPE_CHECKING:
    from distributed import Client, Future

_AGAIN_SECONDS = 1.0
_TRIES = 3
"""The number of Dask workers that a job may crash; Dask repeats each try several times."""



class ClusterConnections(Struct):
    """A scheduler by its address; each process connects when it first needs it."""

    address: str
    cbmc: str
    unconfined: bool = False
    _client: Client | None = None
    _topic: str = ""
    _heard: SimpleQueue[tuple[str, Json]] = field(default_factory=SimpleQueue)

    def check(self) -> None:
        """Raise ToolError if no scheduler answers."""
        try:
            connect(self.address, CONNECT_SECONDS).close()
        except ClusterLostError as error:
            raise ToolError(f"no Dask scheduler answers at {self.address} ({error}); try: dask scheduler") from error

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle without the connection."""
        return ClusterConnections, (self.address, self.cbmc, self.unconfined)

    def decide(self, job_input: JobInput, on_event: OnEvent) -> JobOutcome:
        """Decide a job; waits for a lost scheduler until it is back or the process is interrupted."""
        deaths = 0
        while True:
            try:
                return self._decide_on_cluster(job_input, on_event)
            except ClusterLostError:
                self._disconnect()
                time.sleep(_AGAIN_SECONDS)
            except _DiedError as error:
                deaths += 1
                if deaths == _TRIES:
                    return failed("crash", f"the Dask worker that had it died {_TRIES} times ({error})")
            on_event({"kind": "restarted"})

    def _decide_on_cluster(self, job_input: JobInput, on_event: OnEvent) -> JobOutcome:
        client, key = self._connected(), f"veriabs-{uuid.uuid4().hex}"
        versions: Versions = __version__, self.cbmc
        with connection_errors():
            future = client.submit(
                serve, pickle.dumps(job_input), versions, self._topic, self.unconfined, key=key, pure=False
            )
        try:
            while not future.done():
                if client.status != "running":
                    raise ClusterLostError("the connection to the worker was lost")
                self._forward(key, on_event, TICK)
            self._forward(key, on_event, 0.0)
            return self._outcome(client, future)
        finally:
            with contextlib.suppress(Exception):  # the scheduler may be gone, and the task with it
                future.cancel(force=True)

    def _forward(self, key: str, on_event: OnEvent, seconds: float) -> None:
        """Pass on the events of this job that arrive within `seconds`."""
        with contextlib.suppress(Empty):
            while True:
                about, event = self._heard.get(timeout=seconds) if seconds else self._heard.get_nowait()
                if about == key:
                    on_event(event)

    def _outcome(self, client: Client, future: Future[JobOutcome]) -> JobOutcome:
        from distributed import KilledWorker

        try:
            return future.result(ANSWER_SECONDS)
        except (ToolError, ImportError) as error:
            return failed("tool", f"{error}; {REMEDY}")
        except (KilledWorker, CancelledError, OSError, ReleasedError) as error:
            if client.status != "running":
                raise ClusterLostError("the connection to the worker was lost") from error
            raise _DiedError(type(error).__name__) from error

    def _connected(self) -> Client:
        if self._client is None or self._client.status != "running":
            self._disconnect()
            self._client, self._topic = connect(self.address, CONNECT_SECONDS), f"veriabs-{uuid.uuid4().hex}"
            with connection_errors():
                self._client.subscribe_topic(self._topic, lambda event: self._heard.put(event[1]))
        return self._client

    def _disconnect(self) -> None:
        client, self._client = self._client, None
        close_connection(client)


class _DiedError(Exception):
    """The process that had the job died, or lost it."""


# ------------------------------------------------------------------------------------------------- on the Dask worker


def serve(job_input: bytes, wanted: Versions, topic: str, unconfined: bool) -> JobOutcome:
    """Decide a job in a child process, which ends with the worker, or when the answer is no longer needed.

    Raises ToolError if the worker differs from the server, or cannot confine untrusted programs.
    """
    from distributed import get_worker

    from veriabs.service.confinement import check_confinement

    worker = get_worker()
    key = str(worker.get_current_task())
    check_versions(worker, wanted)
    if not unconfined:
        check_confinement()
    with _process() as process:
        process.connection.send(pickle.loads(job_input))
        while is_wanted(worker, key):
            if process.connection.poll(TICK):
                match process.connection.recv():
                    case JobOutcome() as outcome:
                        return outcome
                    case event:
                        worker.log_event(topic, (key, event))
    raise ReleasedError


@contextlib.contextmanager
def _process() -> Iterator[Process]:
    process = spawn(start_of("service", "cluster"), inside=True)
    try:
        yield process
    finally:
        end_workers([process])


def main(descriptor: int, folder: str) -> None:
    """Decide the job that arrives through the connection behind a file descriptor, and exit."""
    serve_messages(_decide_job, descriptor, folder)


def _decide_job(connection: Connection[object, object], inbox: SimpleQueue[JobInput]) -> None:
    connection.send(decide_here(inbox.get(), connection.send))
