"""The worker processes of a server: restarted when they die, and ended with the server."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Callable

import psutil
from msgspec import Struct, field
from sqlalchemy import Connection, delete, func, select
from sqlalchemy.exc import SQLAlchemyError

from veriabs.batch.pool import ORDERLY_SECONDS, PoolProcess, end_workers, spawn, start_of
from veriabs.service.cluster import ClusterConnections
from veriabs.service.queue import PATIENCE, Watch
from veriabs.service.schema import BATCHES, JOBS
from veriabs.service.store import Store

_START = start_of("service", "worker")
_TICK = 0.5
_LONGEST_PAUSE = 30.0
_TRIM_SECONDS = 10.0
_STOPPED_SECONDS = 3 * PATIENCE
"""Seconds after which a stopped worker is killed, since it may hold SQLite's write lock."""


class Workers(Struct):
    """Processes that decide jobs, watched by a thread that replaces those that die.

    `size` jobs run at a time, and as many again of users without another running job.

    `url` is the address of the database, `kept` the number of finished jobs to keep for each owner. `deaths` counts
    workers that ended unexpectedly. `log` receives problems as one line.
    """

    store: Store
    url: str
    size: int
    log: Callable[[str], None]
    cluster: ClusterConnections | None = None
    kept: int | None = None
    deaths: int = 0
    _workers: list[PoolProcess] = field(default_factory=list)
    _over: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None
    _pause: float = 0.0
    _stopped: dict[int, float] = field(default_factory=dict)

    def start(self) -> None:
        self._replace_dead()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End all workers, which release their jobs."""
        self._over.set()
        if self._thread is not None:
            self._thread.join()
        workers, self._workers = self._workers, []
        end_workers(workers, ORDERLY_SECONDS)

    def alive(self) -> int:
        return sum(worker.process.poll() is None for worker in list(self._workers))

    def _run(self) -> None:
        watch = Watch(self.store)
        again = full = 0.0
        while not self._over.wait(_TICK):
            self._kill_stopped()
            if time.monotonic() >= again and not self._replace_dead():
                self._pause = min(_LONGEST_PAUSE, 2 * self._pause + _TICK)
                again = time.monotonic() + self._pause
            with contextlib.suppress(SQLAlchemyError):  # checked again when the database is available
                lost = watch.look()
                if lost:
                    self.log(f"{lost} job{'s' if lost > 1 else ''} taken back from workers that do not answer")
                if self.kept is not None and time.monotonic() >= full:
                    full = time.monotonic() + (0.0 if trim(self.store, self.kept) else _TRIM_SECONDS)

    def _kill_stopped(self) -> None:
        """Kill workers that have been stopped for too long."""
        now = time.monotonic()
        stopped = {one.process.pid: one for one in self._workers if _is_stopped(one)}
        self._stopped = {pid: self._stopped.get(pid, now) for pid in stopped}
        for pid, since in self._stopped.items():
            if now - since >= _STOPPED_SECONDS:
                stopped[pid].process.send_signal(signal.SIGKILL)

    def _replace_dead(self) -> bool:
        """Replace workers that have ended; return False if one did."""
        dead = [worker for worker in self._workers if worker.process.poll() is not None]
        for worker in dead:
            self.deaths += 1
            self.log(f"a worker has ended ({worker.exit_description()})")
            self._workers.remove(worker)
            end_workers([worker], 0.0)
        while len(self._workers) < 2 * self.size:
            worker = spawn(_START)
            with contextlib.suppress(OSError):
                worker.connection.send((self.url, self.cluster, self.size))
            self._workers.append(worker)
        if not dead:
            self._pause = 0.0
        return not dead


def _is_stopped(worker: PoolProcess) -> bool:
    try:
        return psutil.Process(worker.process.pid).status() == psutil.STATUS_STOPPED
    except psutil.Error:
        return False


_AT_ONCE = 200
"""The number of jobs that one transaction deletes, so that transactions stay short."""

_UNDER_WAY = select(JOBS.c.batch).where(JOBS.c.finished.is_(None), JOBS.c.batch.is_not(None)).correlate(None)
_ENDED = JOBS.c.finished.is_not(None) & ~JOBS.c.shared & func.coalesce(JOBS.c.batch, "").not_in(_UNDER_WAY)


def trim(store: Store, kept: int) -> int:
    """Delete the oldest finished jobs of owners with more than `kept`; return the number of deleted jobs.

    Shared jobs and jobs of a running batch stay and are not counted. A batch is deleted with the last of its jobs.
    """
    with store.writing() as connection:
        crowded = select(JOBS.c.owner).where(_ENDED).group_by(JOBS.c.owner).having(func.count() > kept)
        return sum(_forget(connection, owner, kept) for owner in connection.execute(crowded).scalars().all())


def _forget(connection: Connection, owner: str, kept: int) -> int:
    newest = select(JOBS.c.number).where(_ENDED, JOBS.c.owner == owner).order_by(JOBS.c.number.desc())
    old = newest.offset(kept).subquery()
    oldest = select(JOBS.c.number).where(JOBS.c.number.in_(select(old.c.number))).order_by(JOBS.c.number)
    gone = connection.execute(oldest.limit(_AT_ONCE)).scalars().all()
    batches = connection.execute(delete(JOBS).where(JOBS.c.number.in_(gone)).returning(JOBS.c.batch)).scalars().all()
    left = select(JOBS.c.batch).where(JOBS.c.batch.is_not(None))
    emptied = {batch for batch in batches if batch is not None}
    connection.execute(delete(BATCHES).where(BATCHES.c.id.in_(emptied), BATCHES.c.id.not_in(left)))
    return len(gone)
