"""A worker process: it claims one job after the other, has it decided, and records the outcome.

It lives as long as the server that started it. When the server ends, it releases its job and ends. It keeps trying to
record an outcome while the database is unavailable, and drops it if another worker has the job by then.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import threading
import time
from multiprocessing.connection import Connection
from types import FrameType

from msgspec import Struct, field
from sqlalchemy.exc import SQLAlchemyError

from veriabs.batch.worker import Abandon, serve_until_the_end
from veriabs.service import jobs, queue
from veriabs.service.analysis import Decide, JobInput, decide_here
from veriabs.service.cluster import ClusterConnections
from veriabs.service.jobs import JobState, Json
from veriabs.service.outcome import JobOutcome
from veriabs.service.queue import BEAT_SECONDS, PASSING, Claim, ClaimState, LostClaimError
from veriabs.service.store import Store

_IDLE_SECONDS = 0.2
_REPORT_SECONDS = 0.2
_WORKING_SECONDS = 1.0
_AGAIN_SECONDS = 0.5
_FULL_SECONDS = 5.0
"""Seconds to wait if the machine is full."""
_MOST_EVENTS = 5000
"""The number of recorded events of one job; later ones are dropped."""


def main(descriptor: int, folder: str) -> None:
    """Serve the database named through the connection behind a file descriptor, until it ends or a signal arrives."""
    serve_until_the_end(_serve, descriptor, folder)


def _serve(descriptor: int, abandon: Abandon) -> None:
    connection: Connection[object, object] = Connection(descriptor)
    match connection.recv():
        case (str() as url, ClusterConnections() | None as cluster, int() as size):
            decide = decide_here if cluster is None else cluster.decide
        case other:
            raise ValueError(f"the first message of a worker must be a database: {other!r}")
    worker = Worker(Store.open(url), f"{socket.gethostname()}:{os.getppid()}:{os.getpid()}", size, decide)
    with contextlib.suppress(KeyboardInterrupt):
        worker.listen(connection, abandon)
        connection.send(worker.name)
        worker.run()


class Worker(Struct):
    """One process that decides jobs; a thread sends the heartbeats.

    `size` is the number of jobs that its server runs at a time, except for users without a running job.
    """

    store: Store
    name: str
    size: int
    decide: Decide = decide_here
    _claim: Claim | None = None
    _main: int = field(default_factory=threading.get_ident)
    _ending: threading.Event = field(default_factory=threading.Event)
    _wanted: bool = True

    def listen(self, connection: Connection[object, object], abandon: Abandon) -> None:
        """End in an orderly way on a signal, and when the server is gone."""
        signal.signal(signal.SIGUSR1, self._stop_job)
        for one in (signal.SIGTERM, signal.SIGINT):
            signal.signal(one, self._stop_all)

        def wait() -> None:
            with contextlib.suppress(EOFError, OSError):
                while True:
                    connection.recv()
            abandon()

        threading.Thread(target=wait, daemon=True).start()
        threading.Thread(target=self._send_heartbeats, daemon=True).start()

    def run(self) -> None:
        """Decide jobs until told to end."""
        while not self._ending.is_set():
            try:
                held = queue.claim(self.store, self.name, self.size)
            except SQLAlchemyError:
                self._ending.wait(_AGAIN_SECONDS)
                continue
            if held is None:
                self._ending.wait(_IDLE_SECONDS)
            else:
                self._run_claim(held)

    def _run_claim(self, held: Claim) -> None:
        self._wanted, self._claim = True, held
        try:
            outcome = self._analyse(held)
            self._wanted = False  # from here on, signals no longer discard the work
            self._finish(held, outcome)
        except KeyboardInterrupt:
            self._drop(held)
        except LostClaimError:
            pass
        except OSError as error:
            with contextlib.suppress(SQLAlchemyError, LostClaimError):
                text = f"the worker's machine has no room: {error.strerror}"
                queue.publish(self.store, held, [{"kind": "line", "text": text}])
            self._drop(held)
            self._ending.wait(_FULL_SECONDS)
        finally:
            self._claim = None

    def _analyse(self, held: Claim) -> JobOutcome:
        job_input = JobInput(self._sources(held), held.job.row.command, held.job.row.options)
        with EventBuffer(self.store, held) as event_buffer:
            return self.decide(job_input, event_buffer.on_event)

    def _sources(self, held: Claim) -> dict[str, tuple[bool, bytes]]:
        """The files of the job; waits for an unavailable database."""
        while True:
            try:
                with self.store.reading() as connection:
                    return jobs.sources(connection, held.job.id)
            except SQLAlchemyError:
                if self._ending.wait(_AGAIN_SECONDS):
                    raise KeyboardInterrupt from None

    def _finish(self, held: Claim, outcome: JobOutcome) -> None:
        """Record the outcome; waits for an unavailable database."""
        while True:
            try:
                queue.finish(self.store, held, outcome)
                return
            except SQLAlchemyError:
                self._ending.wait(_AGAIN_SECONDS)
                if self._ending.is_set():
                    return

    def _drop(self, held: Claim) -> None:
        """Release the job, or end it if it was cancelled."""
        with contextlib.suppress(SQLAlchemyError, LostClaimError):
            if queue.beat(self.store, held) is ClaimState.CANCELLED:
                sentence = "Cancelled."
                queue.finish(self.store, held, JobOutcome(JobState.CANCELLED, sentence, {}))
            else:
                queue.release(self.store, held)

    def _send_heartbeats(self) -> None:
        while True:
            time.sleep(BEAT_SECONDS)
            held = self._claim
            if held is None:
                continue
            with contextlib.suppress(SQLAlchemyError):
                size = self.size if self._wanted else None  # a job that is being stored is not interrupted
                if queue.beat(self.store, held, size) is not ClaimState.HELD and self._claim is held:
                    signal.pthread_kill(self._main, signal.SIGUSR1)

    def _stop_job(self, number: int, frame: FrameType | None) -> None:
        if self._claim is not None and self._wanted:
            self._wanted = False
            raise KeyboardInterrupt

    def _stop_all(self, number: int, frame: FrameType | None) -> None:
        self._ending.set()
        if self._claim is not None and self._wanted:
            self._wanted = False
            raise KeyboardInterrupt


class EventBuffer(Struct):
    """Buffers the events of a job and records them a few times per second, progress events once per second."""

    store: Store
    claim: Claim
    _waiting: list[Json] = field(default_factory=list)
    _passing: dict[str, Json] = field(default_factory=dict)
    _reported: int = 0
    _written: float = 0.0
    _worked: float = 0.0

    def __enter__(self) -> EventBuffer:
        return self

    def __exit__(self, *_about: object) -> None:
        self._write()

    def on_event(self, event: Json) -> None:
        now = time.monotonic()
        if event["kind"] == PASSING:
            self._passing[str(event["purpose"])] = event
            if now - self._worked < _WORKING_SECONDS:
                return
            self._worked = now
            event = {"kind": PASSING, "solvers": list(self._passing.values())}
            self._passing = {}
        if self._reported < _MOST_EVENTS:
            self._reported += 1
            self._waiting.append(event)
        if now - self._written >= _REPORT_SECONDS:
            self._written = now
            self._write()

    def _write(self) -> None:
        with contextlib.suppress(SQLAlchemyError):  # tried again next time, with the new events
            queue.publish(self.store, self.claim, self._waiting)
            self._waiting = []
