"""The queue: claims of jobs by workers, and their release when a worker does not return.

Each claim has its own number. Only its holder can report on the job, finish it or release it; messages of a worker that
was declared dead are refused. A holder is declared dead after PATIENCE seconds without a heartbeat. The observer
measures that time with its own monotonic clock, which cannot jump.

A running job has time slices of twice the length of the one before. A heartbeat behind its slice returns it to the
queue if another job would then be claimed in its place. It begins again later, with its whole time limit.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import Enum
from typing import Any

from msgspec import Struct, field
from sqlalchemy import Connection, Row, Update, delete, func, insert, select, update
from sqlalchemy.engine import CursorResult
from sqlalchemy.exc import IntegrityError

from veriabs.service.jobs import Job, JobState, Json
from veriabs.service.outcome import JobOutcome
from veriabs.service.schema import ARTEFACTS, EVENTS, FACTORS, JOBS, TURNS
from veriabs.service.store import Store

PATIENCE = 10.0
"""Seconds without a heartbeat after which a holder is declared dead."""

BEAT_SECONDS = 1.0
SECONDS_PER_PASSING = 10.0
"""A later job of the same owner overtakes one that is longer by this many seconds for each job between them."""

SLICE_SECONDS = 10
"""The length of a job's first time slice; one of half the job's time limit or more has no end."""

_ALL = ""
_UNLIMITED = 1_000_000
MOST_LOSSES = 3
"""The number of times that a job may crash its worker."""

PASSING = "solver_running"
"""Events of this kind report progress and are deleted when the job ends."""


class Claim(Struct, frozen=True):
    """The right to work on a job."""

    job: Job
    number: int


class ClaimState(Enum):
    """The state of a claim."""

    HELD = "held"
    CANCELLED = "to be cancelled"
    LOST = "lost"


class LostClaimError(Exception):
    """Another worker has the job now, or it is no longer needed."""


def claim(store: Store, worker: str, size: int = _UNLIMITED) -> Claim | None:
    """The next job for this worker; None if none is waiting.

    It belongs to the owner with the fewest running jobs and the least recent worker time. Among that owner's jobs,
    those outside of batches, begun less often, short and early ones come first. While workers of the same server, whose
    names differ in their last part, run `size` jobs, the owner must have no running job.
    """
    with store.writing() as connection:
        used = _used(connection)
        found = _first(connection, used, only_idle=_running_here(connection, worker) >= size)
        if found is None:
            return None
        _charge(connection, found.owner, used)
        return _claim_job(connection, found.number, worker)


def _used(connection: Connection) -> dict[str, int]:
    return {str(owner): int(seconds) for owner, seconds in connection.execute(select(TURNS))}


def _running_here(connection: Connection, worker: str) -> int:
    """The number of running jobs of the worker's server."""
    here = JOBS.c.worker.startswith("".join(worker.rpartition(":")[:2]), autoescape=True)
    running = select(func.count()).where(JOBS.c.state == JobState.RUNNING.value, here)
    return connection.execute(running).scalar_one()


def _first(connection: Connection, used: Mapping[str, int], *, only_idle: bool) -> Row[Any] | None:
    """The waiting job that is next, and a lock on it."""
    for owner in _owners(connection, used, only_idle=only_idle):
        patience = JOBS.c.number + JOBS.c.options["timeout"].as_float() / SECONDS_PER_PASSING
        waiting = select(JOBS).where(JOBS.c.state == JobState.QUEUED.value, JOBS.c.owner == owner)
        order = (JOBS.c.batch.is_not(None), JOBS.c.claim, patience, JOBS.c.number)
        found = connection.execute(waiting.order_by(*order).limit(1).with_for_update(skip_locked=True)).one_or_none()
        if found is not None:
            return found
    return None


def _owners(connection: Connection, used: Mapping[str, int], *, only_idle: bool) -> list[str]:
    """The owners of waiting jobs in order; a new or returning owner starts at the level of the last one served."""
    queued = select(JOBS.c.owner).where(JOBS.c.state == JobState.QUEUED.value).distinct()
    running = select(JOBS.c.owner, func.count()).where(JOBS.c.state == JobState.RUNNING.value).group_by(JOBS.c.owner)
    busy = {str(owner): int(count) for owner, count in connection.execute(running)}
    least = used.get(_ALL, 0)

    def turn(owner: str) -> tuple[int, int, str]:
        return busy.get(owner, 0), max(least, used.get(owner, 0)), owner

    owners = connection.execute(queued).scalars()
    return sorted((one for one in owners if not (only_idle and one in busy)), key=turn)


def _charge(connection: Connection, owner: str, used: Mapping[str, int]) -> None:
    """Charge the owner one second for the start of a job; each heartbeat charges another."""
    begun = max(used.get(_ALL, 0), used.get(owner, 0))
    for name, seconds in ((owner, begun + 1), (_ALL, begun)):
        if not connection.execute(update(TURNS).where(TURNS.c.owner == name).values(seconds=seconds)).rowcount:
            with suppress(IntegrityError), connection.begin_nested():  # another worker inserted the same row
                connection.execute(insert(TURNS).values(owner=name, seconds=seconds))


def _claim_job(connection: Connection, number: int, worker: str) -> Claim:
    values = {
        "state": JobState.RUNNING.value,
        "claim": JOBS.c.claim + 1,
        "beats": JOBS.c.beats + 1,
        "worker": worker,
        "started": time.time(),
        "version": JOBS.c.version + 1,
    }
    query = update(JOBS).where(JOBS.c.number == number, JOBS.c.state == JobState.QUEUED.value)
    job = Job(connection.execute(query.values(values).returning(*JOBS.c)).one())
    _append(connection, job.id, [{"kind": "restarted" if job.row.events else "claimed"}])
    return Claim(job, job.row.claim)


def beat(store: Store, held: Claim, size: int | None = None) -> ClaimState:
    """Record that the holder is alive.

    With the size of the server, a job that has used its time slice may return to the queue; the claim is then lost.
    """
    with store.writing() as connection:
        query = _update(held).values(beats=JOBS.c.beats + 1).returning(JOBS.c.cancelling, JOBS.c.beats)
        found = connection.execute(query).one_or_none()
        if found is None:
            return ClaimState.LOST
        mine = update(TURNS).where(TURNS.c.owner == held.job.owner)
        connection.execute(mine.values(seconds=TURNS.c.seconds + 1))
        if found.cancelling:
            return ClaimState.CANCELLED
        if size is None or found.beats - held.job.row.beats < _slice(held):
            return ClaimState.HELD
        return ClaimState.LOST if _interrupt(connection, held, size) else ClaimState.HELD


def _slice(held: Claim) -> float:
    """The heartbeats in the job's time slice."""
    seconds = SLICE_SECONDS * 2.0 ** (held.number - 1)
    return seconds if 2 * seconds < float(held.job.row.options["timeout"]) else float("inf")


def _interrupt(connection: Connection, held: Claim, size: int) -> bool:
    """Return the job to the queue if a waiting job is then next that no worker is free for.

    It must be another user's job, or one that has begun less often and is not of the same batch.
    """
    mine, used = held.job.row, _used(connection)
    running = _running_here(connection, mine.worker)
    if running < 2 * size and _first(connection, used, only_idle=running >= size):
        return False  # a worker that waits takes it
    trial = connection.begin_nested()
    values = {"state": JobState.QUEUED.value, "worker": None, "version": JOBS.c.version + 1}
    connection.execute(_update(held).values(values))
    found = _first(connection, used, only_idle=running > size)
    if found is None or found.owner == mine.owner and not _precedes(found, held):
        trial.rollback()
        return False
    trial.commit()
    _append(connection, held.job.id, [{"kind": "interrupted"}])
    return True


def _precedes(found: Row[Any], held: Claim) -> bool:
    """Does a job of the same user interrupt this one?"""
    batch = held.job.row.batch
    return found.claim < held.number and (batch is None or found.batch != batch)


def publish(store: Store, held: Claim, events: Sequence[Json]) -> None:
    """Add events to the job; raises LostClaimError if the holder lost it."""
    with store.writing() as connection:
        _update_claimed(connection, held)
        _append(connection, held.job.id, events)


def finish(store: Store, held: Claim, outcome: JobOutcome) -> None:
    """Record the outcome of a job in one transaction; raises LostClaimError if the holder lost it."""
    job, row = held.job.id, held.job.row
    with store.writing() as connection:
        values = {**outcome.columns(), "state": outcome.state.value, "finished": time.time(), "worker": None}
        _update_claimed(connection, held, **values)
        _record_end(connection, job, outcome.state, outcome.sentence)
        artefacts = [{"job": job, **one.columns()} for one in outcome.artefacts]
        if artefacts:
            connection.execute(insert(ARTEFACTS), artefacts)
        factors = [{"job": job, "owner": row.owner, **one} for one in outcome.factors()]
        if factors:
            connection.execute(insert(FACTORS), factors)


def release(store: Store, held: Claim) -> None:
    """Return a job to its place in the queue, without counting a loss."""
    with store.writing() as connection:
        query = _update(held).values(state=JobState.QUEUED.value, worker=None, version=JOBS.c.version + 1)
        connection.execute(query)


def cancel(store: Store, job: str) -> None:
    """End a waiting job, or ask the holder of a running one to end it; no effect on a finished job."""
    with store.writing() as connection:
        found = connection.execute(select(JOBS.c.state).where(JOBS.c.id == job).with_for_update()).scalar()
        if found == JobState.QUEUED.value:
            _cancelled(connection, job)
        elif found == JobState.RUNNING.value:
            asked = {"cancelling": True, "version": JOBS.c.version + 1}
            connection.execute(update(JOBS).where(JOBS.c.id == job).values(asked))


def _cancelled(connection: Connection, job: str) -> None:
    values = {"state": JobState.CANCELLED.value, "finished": time.time(), "worker": None, "version": JOBS.c.version + 1}
    connection.execute(update(JOBS).where(JOBS.c.id == job).values({**values, "sentence": "Cancelled."}))
    _record_end(connection, job, JobState.CANCELLED, "Cancelled.")


def _record_end(connection: Connection, job: str, state: JobState, sentence: str) -> None:
    """Record the last event of a job, and delete its progress events."""
    connection.execute(delete(EVENTS).where(EVENTS.c.job == job, EVENTS.c.kind == PASSING))
    _append(connection, job, [{"kind": "end", "state": state.value, "sentence": sentence}])


def _update(held: Claim) -> Update:
    return update(JOBS).where(
        JOBS.c.id == held.job.id, JOBS.c.claim == held.number, JOBS.c.state == JobState.RUNNING.value
    )  # fmt: skip


def _update_claimed(connection: Connection, held: Claim, **values: object) -> None:
    changed: CursorResult[object] = connection.execute(_update(held).values({**values, "version": JOBS.c.version + 1}))
    if changed.rowcount != 1:
        raise LostClaimError(held.job.id)


def _append(connection: Connection, job: str, events: Sequence[Json]) -> None:
    """Number events without gaps; the job's row is locked by the preceding change."""
    counted = update(JOBS).where(JOBS.c.id == job).values(events=JOBS.c.events + len(events)).returning(JOBS.c.events)
    last = connection.execute(counted).scalar_one()
    now = time.time()
    rows = [
        {"job": job, "number": last - len(events) + index, "at": now, "kind": str(event["kind"]), "data": event}
        for index, event in enumerate(events, 1)
    ]
    if rows:
        connection.execute(insert(EVENTS), rows)


# ------------------------------------------------------------------------------------------------------------ the dead


class Watch(Struct):
    """Finds holders without heartbeats; one observer calls `look` repeatedly."""

    store: Store
    patience: float = PATIENCE
    _seen: dict[tuple[str, int], tuple[int, float]] = field(default_factory=dict)

    def look(self) -> int:
        """Put the jobs of dead holders back into the queue; return their number."""
        now = time.monotonic()
        try:
            with self.store.reading() as connection:
                query = select(JOBS.c.id, JOBS.c.claim, JOBS.c.beats).where(JOBS.c.state == JobState.RUNNING.value)
                running = {(job, number): beats for job, number, beats in connection.execute(query)}
        except Exception:
            self._seen.clear()  # while the database was unavailable, no holder could send a heartbeat
            raise
        before, self._seen = self._seen, {}
        dead = []
        for key, beats in running.items():
            last = before.get(key)
            self._seen[key] = last if last is not None and last[0] == beats else (beats, now)
            if now - self._seen[key][1] >= self.patience:
                dead.append((*key, beats))
        return sum(_requeue(self.store, *one) for one in dead)


def _requeue(store: Store, job: str, number: int, beats: int) -> bool:
    """Take a job from a holder without a heartbeat since then."""
    with store.writing() as connection:
        dead = update(JOBS).where(JOBS.c.id == job, JOBS.c.claim == number, JOBS.c.beats == beats)
        dead = dead.where(JOBS.c.state == JobState.RUNNING.value)
        values = {"losses": JOBS.c.losses + 1, "version": JOBS.c.version + 1, "state": JobState.QUEUED.value}
        row = connection.execute(dead.values({**values, "worker": None}).returning(JOBS.c.losses, JOBS.c.cancelling))
        found = row.one_or_none()
        if found is None:
            return False
        if found.cancelling:
            _cancelled(connection, job)
        elif found.losses >= MOST_LOSSES:
            _fail_lost_job(connection, job)
        return True


def _fail_lost_job(connection: Connection, job: str) -> None:
    sentence = f"Failed: the worker that had it died {MOST_LOSSES} times."
    values = {"state": JobState.FAILED.value, "finished": time.time(), "reason_kind": "crash", "reason": sentence}
    connection.execute(update(JOBS).where(JOBS.c.id == job).values({**values, "sentence": sentence}))
    _record_end(connection, job, JobState.FAILED, sentence)
