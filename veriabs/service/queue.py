"""The queue: who has which job, and what happens when whoever has it does not come back.

A claim has a number of its own, and only its holder can tell of the job, finish it or give it back: what comes from a
worker that was thought dead meanwhile is refused. A holder is thought dead when its heart has not beaten for PATIENCE
seconds of whoever looks on; no clock but that one's own, which cannot jump, is asked.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from enum import Enum

from msgspec import Struct, field
from sqlalchemy import Connection, Update, delete, func, insert, select, update
from sqlalchemy.engine import CursorResult

from veriabs.service.jobs import Job, Json, State
from veriabs.service.outcome import Outcome
from veriabs.service.schema import ARTEFACTS, EVENTS, FACTORS, JOBS
from veriabs.service.store import Store

PATIENCE = 10.0
"""Seconds without a heart beat after which the holder of a job is thought dead."""

BEAT_SECONDS = 1.0
MOST_LOSSES = 3
"""How often a job may take its worker with it."""

PASSING = "working"
"""Events of this kind say what goes on just now; they go when the job ends."""


class Claim(Struct, frozen=True):
    """The right to work on a job."""

    job: Job
    number: int


class Standing(Enum):
    """What has become of a claim."""

    HELD = "held"
    CANCELLED = "to be cancelled"
    LOST = "lost"


class LostClaimError(Exception):
    """Somebody else has the job now, or nobody needs it any more."""


def claim(store: Store, worker: str) -> Claim | None:
    """The next job for this worker: of the owner who has the fewest running, the oldest; None if none is waiting."""
    with store.writing() as connection:
        for owner in _owners(connection):
            oldest = select(JOBS.c.number).where(JOBS.c.state == State.QUEUED.value, JOBS.c.owner == owner)
            oldest = oldest.order_by(JOBS.c.number).limit(1).with_for_update(skip_locked=True)
            number = connection.execute(oldest).scalar()
            if number is not None:
                return _begin(connection, number, worker)
    return None


def _owners(connection: Connection) -> list[str]:
    queued = select(JOBS.c.owner).where(JOBS.c.state == State.QUEUED.value).distinct()
    running = select(JOBS.c.owner, func.count()).where(JOBS.c.state == State.RUNNING.value).group_by(JOBS.c.owner)
    busy = {str(owner): int(count) for owner, count in connection.execute(running)}
    return sorted(connection.execute(queued).scalars(), key=lambda owner: (busy.get(owner, 0), owner))


def _begin(connection: Connection, number: int, worker: str) -> Claim:
    values = {
        "state": State.RUNNING.value,
        "claim": JOBS.c.claim + 1,
        "beats": JOBS.c.beats + 1,
        "worker": worker,
        "started": time.time(),
        "version": JOBS.c.version + 1,
    }
    query = update(JOBS).where(JOBS.c.number == number, JOBS.c.state == State.QUEUED.value)
    job = Job(connection.execute(query.values(values).returning(*JOBS.c)).one())
    _append(connection, job.id, [{"kind": "restarted" if job.row.events else "claimed"}])
    return Claim(job, job.row.claim)


def beat(store: Store, held: Claim) -> Standing:
    """Says that the holder lives."""
    with store.writing() as connection:
        query = _held(held).values(beats=JOBS.c.beats + 1).returning(JOBS.c.cancelling)
        cancelling = connection.execute(query).scalar()
    if cancelling is None:
        return Standing.LOST
    return Standing.CANCELLED if cancelling else Standing.HELD


def tell(store: Store, held: Claim, events: Sequence[Json]) -> None:
    """Adds events to the job; LostClaimError if it is no longer the holder's."""
    with store.writing() as connection:
        _touch(connection, held)
        _append(connection, held.job.id, events)


def finish(store: Store, held: Claim, outcome: Outcome) -> None:
    """Writes down what came of a job, all at once; LostClaimError if it is no longer the holder's."""
    job, row = held.job.id, held.job.row
    with store.writing() as connection:
        values = {**outcome.columns(), "state": outcome.state.value, "finished": time.time(), "worker": None}
        _touch(connection, held, **values)
        _tell_end(connection, job, outcome.state, outcome.sentence)
        artefacts = [{"job": job, **one.columns()} for one in outcome.artefacts]
        if artefacts:
            connection.execute(insert(ARTEFACTS), artefacts)
        factors = [{"job": job, "owner": row.owner, **one} for one in outcome.factors()]
        if factors:
            connection.execute(insert(FACTORS), factors)


def release(store: Store, held: Claim) -> None:
    """Gives a job back, which waits again where it was; nothing is held against it."""
    with store.writing() as connection:
        query = _held(held).values(state=State.QUEUED.value, worker=None, version=JOBS.c.version + 1)
        connection.execute(query)


def cancel(store: Store, job: str) -> None:
    """Ends a job that waits, and asks the holder of one that runs to end it; does nothing to one that has ended."""
    with store.writing() as connection:
        found = connection.execute(select(JOBS.c.state).where(JOBS.c.id == job).with_for_update()).scalar()
        if found == State.QUEUED.value:
            _cancelled(connection, job)
        elif found == State.RUNNING.value:
            asked = {"cancelling": True, "version": JOBS.c.version + 1}
            connection.execute(update(JOBS).where(JOBS.c.id == job).values(asked))


def _cancelled(connection: Connection, job: str) -> None:
    values = {"state": State.CANCELLED.value, "finished": time.time(), "worker": None, "version": JOBS.c.version + 1}
    connection.execute(update(JOBS).where(JOBS.c.id == job).values({**values, "sentence": "Cancelled."}))
    _tell_end(connection, job, State.CANCELLED, "Cancelled.")


def _tell_end(connection: Connection, job: str, state: State, sentence: str) -> None:
    """The last event of a job; what only told how far it was goes."""
    connection.execute(delete(EVENTS).where(EVENTS.c.job == job, EVENTS.c.kind == PASSING))
    _append(connection, job, [{"kind": "end", "state": state.value, "sentence": sentence}])


def _held(held: Claim) -> Update:
    return update(JOBS).where(
        JOBS.c.id == held.job.id, JOBS.c.claim == held.number, JOBS.c.state == State.RUNNING.value
    )  # fmt: skip


def _touch(connection: Connection, held: Claim, **values: object) -> None:
    changed: CursorResult[object] = connection.execute(_held(held).values({**values, "version": JOBS.c.version + 1}))
    if changed.rowcount != 1:
        raise LostClaimError(held.job.id)


def _append(connection: Connection, job: str, events: Sequence[Json]) -> None:
    """Numbers events without a gap: the row of the job is locked since it was changed."""
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
    """Looks for holders whose hearts have stopped; `look` is called now and then, every time by the same one."""

    store: Store
    patience: float = PATIENCE
    _seen: dict[tuple[str, int], tuple[int, float]] = field(default_factory=dict)

    def look(self) -> int:
        """Puts the jobs of dead holders back into the queue; returns how many there were."""
        now = time.monotonic()
        try:
            with self.store.reading() as connection:
                query = select(JOBS.c.id, JOBS.c.claim, JOBS.c.beats).where(JOBS.c.state == State.RUNNING.value)
                running = {(job, number): beats for job, number, beats in connection.execute(query)}
        except Exception:
            self._seen.clear()  # nobody could beat either while the database was away
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
    """Takes a job from a holder that has not beaten since."""
    with store.writing() as connection:
        dead = update(JOBS).where(JOBS.c.id == job, JOBS.c.claim == number, JOBS.c.beats == beats)
        dead = dead.where(JOBS.c.state == State.RUNNING.value)
        values = {"losses": JOBS.c.losses + 1, "version": JOBS.c.version + 1, "state": State.QUEUED.value}
        row = connection.execute(dead.values({**values, "worker": None}).returning(JOBS.c.losses, JOBS.c.cancelling))
        found = row.one_or_none()
        if found is None:
            return False
        if found.cancelling:
            _cancelled(connection, job)
        elif found.losses >= MOST_LOSSES:
            _given_up(connection, job)
        return True


def _given_up(connection: Connection, job: str) -> None:
    sentence = f"Failed: the worker that had it died {MOST_LOSSES} times."
    values = {"state": State.FAILED.value, "finished": time.time(), "reason_kind": "crash", "reason": sentence}
    connection.execute(update(JOBS).where(JOBS.c.id == job).values({**values, "sentence": sentence}))
    _tell_end(connection, job, State.FAILED, sentence)
