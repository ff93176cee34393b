"""Jobs: what was asked for, how far it is, what came of it, and how one is put into the queue."""

from __future__ import annotations

import hashlib
import secrets
import time
import zlib
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

from msgspec import Struct, field
from sqlalchemy import ColumnElement, Connection, Row, and_, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from veriabs.service.schema import BATCHES, EVENTS, FILES, JOBS
from veriabs.service.store import Store

Json = dict[str, object]


class State(Enum):
    """How far a job is; `done` means that there is a verdict, UNKNOWN included."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_final(self) -> bool:
        return self in (State.DONE, State.FAILED, State.CANCELLED)


class Submission(Struct, frozen=True):
    """What a client asks for: programs by their relative paths, one of which is analysed; options as JSON."""

    name: str
    files: Mapping[str, bytes]
    main: str
    command: str = "verify"
    options: Mapping[str, object] = field(default_factory=dict)
    shared: bool = False

    def digest(self) -> str:
        """Tells one request from another."""
        parts = [self.main, self.command, sorted((str(k), repr(v)) for k, v in self.options.items())]
        parts += [(path, hashlib.sha256(body).hexdigest()) for path, body in sorted(self.files.items())]
        return hashlib.sha256(repr(parts).encode("utf-8", "surrogateescape")).hexdigest()


class OtherRequestError(Exception):
    """The idempotency key was used for something else."""


_PUBLIC = (
    *("id", "name", "command", "state", "owner", "batch", "shared", "created", "started", "finished", "options"),
    *("verdict", "strategy", "k", "seconds", "peak_mb", "sentence", "reason_kind", "reason"),
)


class Job(Struct, frozen=True):
    """One row of the table of jobs."""

    row: Any

    @property
    def id(self) -> str:
        return str(self.row.id)

    @property
    def state(self) -> State:
        return State(self.row.state)

    @property
    def owner(self) -> str:
        return str(self.row.owner)

    @property
    def etag(self) -> str:
        return f'"{self.row.id}-{self.row.version}"'

    def public(self) -> Json:
        """What clients see."""
        row = self.row
        shown = {name: getattr(row, name) for name in _PUBLIC}
        base = f"/v1/jobs/{row.id}"
        links = {"self": base, "events": f"{base}/events", "artefacts": f"{base}/artefacts", "page": f"/jobs/{row.id}"}
        return {**shown, "cancelling": row.cancelling and not self.state.is_final, "links": links}


# --------------------------------------------------------------------------------------------------------- submitting


def submit(store: Store, owner: str, given: Sequence[Submission], key: str | None, batch: str | None = None) -> Job:
    """Puts jobs into the queue and returns the last; with a key that is known already, the job that was made then.

    OtherRequestError if the key was used for another request. What is returned is on the disk.
    """
    try:
        with store.writing() as connection:
            known = None if key is None else find_by_key(connection, owner, key)
            if known is not None:
                return _same(known, given[-1])
            for one in given:
                number = _insert(connection, owner, one, key if one is given[-1] else None, batch)
            return Job(connection.execute(select(JOBS).where(JOBS.c.number == number)).one())
    except IntegrityError:
        # Somebody was faster with the same key.
        with store.reading() as connection:
            known = None if key is None else find_by_key(connection, owner, key)
        if known is None:
            raise
        return _same(known, given[-1])


def find_by_key(connection: Connection, owner: str, key: str) -> Job | None:
    row = connection.execute(select(JOBS).where(JOBS.c.owner == owner, JOBS.c.key == key)).one_or_none()
    return None if row is None else Job(row)


def _same(known: Job, given: Submission) -> Job:
    if known.row.digest != given.digest():
        raise OtherRequestError(f"this Idempotency-Key was used for another request, which made job {known.id}")
    return known


def _insert(connection: Connection, owner: str, given: Submission, key: str | None, batch: str | None) -> int:
    job = secrets.token_urlsafe(16)
    values = {
        "id": job,
        "owner": owner,
        "batch": batch,
        "state": State.QUEUED.value,
        "command": given.command,
        "name": given.name,
        "options": dict(given.options),
        "created": time.time(),
        "key": key,
        "digest": given.digest(),
        "shared": given.shared,
    }
    number = connection.execute(insert(JOBS).values(**values)).inserted_primary_key
    files = [
        {"job": job, "path": path, "main": path == given.main, "packed": zlib.compress(body)}
        for path, body in given.files.items()
    ]
    connection.execute(insert(FILES), files)
    assert number is not None
    return int(number[0])


# ------------------------------------------------------------------------------------------------------------- looking


def find(connection: Connection, job: str) -> Job | None:
    row = connection.execute(select(JOBS).where(JOBS.c.id == job)).one_or_none()
    return None if row is None else Job(row)


class Filter(Struct, frozen=True):
    """Which jobs are wanted; None is everything. `before` is the number of the last one that was seen."""

    owner: str | None = None
    state: str | None = None
    verdict: str | None = None
    batch: str | None = None
    name: str | None = None
    before: int | None = None

    def clause(self) -> ColumnElement[bool]:
        parts: list[ColumnElement[bool]] = [JOBS.c.number > 0]
        for column in ("owner", "state", "verdict", "batch"):
            value = getattr(self, column)
            if value is not None:
                parts.append(JOBS.c[column] == value)
        if self.name:
            parts.append(JOBS.c.name.icontains(self.name, autoescape=True))
        if self.before is not None:
            parts.append(JOBS.c.number < self.before)
        return and_(*parts)


def listed(connection: Connection, chosen: Filter, most: int) -> list[Job]:
    """The newest first."""
    query = select(JOBS).where(chosen.clause()).order_by(JOBS.c.number.desc()).limit(most)
    return [Job(row) for row in connection.execute(query)]


def counts(connection: Connection, owner: str | None = None, batch: str | None = None) -> dict[str, int]:
    """How many jobs there are in each state."""
    query = select(JOBS.c.state, func.count()).group_by(JOBS.c.state)
    if owner is not None:
        query = query.where(JOBS.c.owner == owner)
    if batch is not None:
        query = query.where(JOBS.c.batch == batch)
    return {str(state): int(count) for state, count in connection.execute(query)}


def waiting(connection: Connection, owner: str | None = None) -> int:
    """How many jobs are queued."""
    query = select(func.count()).select_from(JOBS).where(JOBS.c.state == State.QUEUED.value)
    return int(connection.execute(query if owner is None else query.where(JOBS.c.owner == owner)).scalar_one())


def sources(connection: Connection, job: str) -> dict[str, tuple[bool, bytes]]:
    """The files of a job by their paths, and whether each is the one that is analysed."""
    query = select(FILES.c.path, FILES.c.main, FILES.c.packed).where(FILES.c.job == job).order_by(FILES.c.path)
    return {path: (main, zlib.decompress(packed)) for path, main, packed in connection.execute(query)}


def events_after(connection: Connection, job: str, number: int, most: int = 500) -> list[Row[Any]]:
    """Events of a job, those with the smallest numbers first."""
    query = select(EVENTS).where(EVENTS.c.job == job, EVENTS.c.number > number).order_by(EVENTS.c.number)
    return list(connection.execute(query.limit(most)))


def versions(connection: Connection, wanted: Sequence[str]) -> dict[str, int]:
    """The versions of some jobs: what has changed has another one."""
    query = select(JOBS.c.id, JOBS.c.version).where(JOBS.c.id.in_(wanted))
    return {str(job): int(version) for job, version in connection.execute(query)}


def share(store: Store, job: str, shared: bool) -> None:
    """Lets whoever has the job's address look at it, or ends that."""
    with store.writing() as connection:
        changed = {"shared": shared, "version": JOBS.c.version + 1}
        connection.execute(update(JOBS).where(JOBS.c.id == job).values(changed))


# ------------------------------------------------------------------------------------------------------------- batches


def submit_batch(store: Store, owner: str, name: str, given: Sequence[Submission], key: str | None) -> tuple[str, bool]:
    """Puts the jobs of a batch into the queue, all or none; the batch's id, and whether it is new."""
    digest = hashlib.sha256("".join(one.digest() for one in given).encode()).hexdigest()
    batch = secrets.token_urlsafe(16)
    try:
        with store.writing() as connection:
            known = None if key is None else _batch_by_key(connection, owner, key)
            if known is not None:
                return _same_batch(known, digest), False
            values = {"id": batch, "owner": owner, "name": name, "created": time.time(), "key": key, "digest": digest}
            connection.execute(insert(BATCHES).values(**values))
            for one in given:
                _insert(connection, owner, one, None, batch)
    except IntegrityError:
        with store.reading() as connection:
            known = None if key is None else _batch_by_key(connection, owner, key)
        if known is None:
            raise
        return _same_batch(known, digest), False
    return batch, True


def _batch_by_key(connection: Connection, owner: str, key: str) -> Row[Any] | None:
    return connection.execute(select(BATCHES).where(BATCHES.c.owner == owner, BATCHES.c.key == key)).one_or_none()


def _same_batch(known: Row[Any], digest: str) -> str:
    if known.digest != digest:
        raise OtherRequestError(f"this Idempotency-Key was used for another request, which made batch {known.id}")
    return str(known.id)


def find_batch(connection: Connection, batch: str) -> Row[Any] | None:
    return connection.execute(select(BATCHES).where(BATCHES.c.id == batch)).one_or_none()


def batches(connection: Connection, owner: str | None, before: int | None, most: int) -> list[Row[Any]]:
    query = select(BATCHES).order_by(BATCHES.c.number.desc()).limit(most)
    if owner is not None:
        query = query.where(BATCHES.c.owner == owner)
    return list(connection.execute(query if before is None else query.where(BATCHES.c.number < before)))


def verdicts(connection: Connection, batch: str) -> dict[str, int]:
    """How many jobs of a batch have which verdict."""
    query = select(JOBS.c.verdict, func.count()).where(JOBS.c.batch == batch, JOBS.c.verdict.is_not(None))
    return {str(verdict): int(count) for verdict, count in connection.execute(query.group_by(JOBS.c.verdict))}
