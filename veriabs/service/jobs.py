"""Jobs: their requests, states and results, and submission to the queue."""

from __future__ import annotations

import hashlib
import secrets
import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any

from msgspec import Struct, field
from sqlalchemy import ColumnElement, Connection, Row, Table, and_, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from veriabs.core.conditions import short_verdict
from veriabs.service.schema import BATCHES, EVENTS, FILES, JOBS
from veriabs.service.store import Store

Json = dict[str, object]


class JobState(Enum):
    """The state of a job; `done` means that there is a verdict, which may be UNKNOWN."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_final(self) -> bool:
        return self in (JobState.DONE, JobState.FAILED, JobState.CANCELLED)


class Submission(Struct, frozen=True):
    """A client's request for one job.

    - `name`: shown to the user. `files`: contents by relative path. `main`: the file to analyse.
    - `command`: `verify`, `shrink` or both. `options`: as JSON. `shared`: visible to everyone with the address.
    """

    name: str
    files: Mapping[str, bytes]
    main: str
    command: str = "verify"
    options: Mapping[str, object] = field(default_factory=dict)
    shared: bool = False

    def digest(self) -> str:
        """A digest that identifies the request."""
        parts = [self.main, self.command, sorted((str(k), repr(v)) for k, v in self.options.items())]
        parts += [(path, hashlib.sha256(body).hexdigest()) for path, body in sorted(self.files.items())]
        return hashlib.sha256(repr(parts).encode("utf-8", "surrogateescape")).hexdigest()


class OtherRequestError(Exception):
    """The idempotency key was used for another request."""


_PUBLIC = (
    *("id", "name", "command", "state", "owner", "batch", "shared", "created", "started", "finished", "options"),
    *("verdict", "conditions", "strategy", "k", "seconds", "peak_mb", "sentence", "reason_kind", "reason"),
)


class Job(Struct, frozen=True):
    """One row of the table of jobs."""

    row: Any

    @property
    def id(self) -> str:
        return str(self.row.id)

    @property
    def state(self) -> JobState:
        return JobState(self.row.state)

    @property
    def owner(self) -> str:
        return str(self.row.owner)

    @property
    def etag(self) -> str:
        return f'"{self.row.id}-{self.row.version}"'

    def public(self) -> Json:
        """The fields that clients see."""
        row = self.row
        shown = {name: getattr(row, name) for name in _PUBLIC}
        base = f"/v1/jobs/{row.id}"
        links = {"self": base, "events": f"{base}/events", "artefacts": f"{base}/artefacts", "page": f"/jobs/{row.id}"}
        shown["word"] = short_verdict(row.verdict, row.conditions) if row.verdict else None
        return {**shown, "cancelling": row.cancelling and not self.state.is_final, "links": links}


# --------------------------------------------------------------------------------------------------------- submitting


def submit(store: Store, owner: str, given: Submission, key: str | None) -> Job:
    """Submit a job; for a known key, return the job that was made then. The returned job is on disk.

    Raises OtherRequestError if the key was used for another request.
    """

    def insert_job(connection: Connection) -> Row[Any]:
        number = _insert(connection, owner, given, key, None)
        return connection.execute(select(JOBS).where(JOBS.c.number == number)).one()

    return Job(_once(store, JOBS, owner, key, given.digest(), insert_job))


def submit_batch(store: Store, owner: str, name: str, given: Sequence[Submission], key: str | None) -> str:
    """Submit the jobs of a batch, all or none; return the id of the batch, for a known key that of then."""
    digest = hashlib.sha256("".join(one.digest() for one in given).encode()).hexdigest()
    batch = secrets.token_urlsafe(16)

    def insert_batch(connection: Connection) -> Row[Any]:
        values = {"id": batch, "owner": owner, "name": name, "created": time.time(), "key": key, "digest": digest}
        connection.execute(insert(BATCHES).values(**values))
        for one in given:
            _insert(connection, owner, one, None, batch)
        return connection.execute(select(BATCHES).where(BATCHES.c.id == batch)).one()

    return str(_once(store, BATCHES, owner, key, digest, insert_batch).id)


def _once(
    store: Store, table: Table, owner: str, key: str | None, digest: str, insert_row: Callable[[Connection], Row[Any]]
) -> Row[Any]:
    """The row of a key, inserted unless it exists already."""
    try:
        with store.writing() as connection:
            known = _by_key(connection, table, owner, key)
            if known is None:
                return insert_row(connection)
    except IntegrityError:
        # another request with the same key was faster
        with store.reading() as connection:
            known = _by_key(connection, table, owner, key)
        if known is None:
            raise
    if known.digest != digest:
        what = "job" if table is JOBS else "batch"
        raise OtherRequestError(f"this Idempotency-Key was used for another request, which made {what} {known.id}")
    return known


def _by_key(connection: Connection, table: Table, owner: str, key: str | None) -> Row[Any] | None:
    if key is None:
        return None
    return connection.execute(select(table).where(table.c.owner == owner, table.c.key == key)).one_or_none()


def _insert(connection: Connection, owner: str, given: Submission, key: str | None, batch: str | None) -> int:
    job = secrets.token_urlsafe(16)
    values = {
        "id": job,
        "owner": owner,
        "batch": batch,
        "state": JobState.QUEUED.value,
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
    """The job with that identifier, or None."""
    row = connection.execute(select(JOBS).where(JOBS.c.id == job)).one_or_none()
    return None if row is None else Job(row)


class Filter(Struct, frozen=True):
    """A selection of jobs by equal columns; None selects everything.

    `name` selects jobs whose name contains it. `before` is the number of the last job on the previous page.
    """

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


def counts(connection: Connection, batch: str | None = None) -> dict[str, int]:
    """The number of jobs in each state."""
    query = select(JOBS.c.state, func.count()).group_by(JOBS.c.state)
    if batch is not None:
        query = query.where(JOBS.c.batch == batch)
    return {str(state): int(count) for state, count in connection.execute(query)}


def waiting(connection: Connection, owner: str | None = None) -> int:
    """The number of queued jobs."""
    query = select(func.count()).select_from(JOBS).where(JOBS.c.state == JobState.QUEUED.value)
    return int(connection.execute(query if owner is None else query.where(JOBS.c.owner == owner)).scalar_one())


def sources(connection: Connection, job: str) -> dict[str, tuple[bool, bytes]]:
    """The files of a job by path, and whether each is the one to analyse."""
    query = select(FILES.c.path, FILES.c.main, FILES.c.packed).where(FILES.c.job == job).order_by(FILES.c.path)
    return {path: (main, zlib.decompress(packed)) for path, main, packed in connection.execute(query)}


def events_after(connection: Connection, job: str, number: int, most: int = 500) -> list[Row[Any]]:
    """The events of a job after a number, in order."""
    query = select(EVENTS).where(EVENTS.c.job == job, EVENTS.c.number > number).order_by(EVENTS.c.number)
    return list(connection.execute(query.limit(most)))


def versions(connection: Connection, wanted: Sequence[str]) -> dict[str, int]:
    """The versions of jobs; each change increases the version."""
    query = select(JOBS.c.id, JOBS.c.version).where(JOBS.c.id.in_(wanted))
    return {str(job): int(version) for job, version in connection.execute(query)}


def share(store: Store, job: str, shared: bool) -> None:
    """Make the job visible to everyone who has its address, or end that."""
    with store.writing() as connection:
        changed = {"shared": shared, "version": JOBS.c.version + 1}
        connection.execute(update(JOBS).where(JOBS.c.id == job).values(changed))


# ------------------------------------------------------------------------------------------------------------- batches


def find_batch(connection: Connection, batch: str) -> Row[Any] | None:
    """The row of the batch with that identifier, or None."""
    return connection.execute(select(BATCHES).where(BATCHES.c.id == batch)).one_or_none()


def batches(connection: Connection, owner: str | None, before: int | None, most: int) -> list[Row[Any]]:
    """The newest batches of an owner, at most `most`, before the one numbered `before`."""
    query = select(BATCHES).order_by(BATCHES.c.number.desc()).limit(most)
    if owner is not None:
        query = query.where(BATCHES.c.owner == owner)
    return list(connection.execute(query if before is None else query.where(BATCHES.c.number < before)))


def verdicts(connection: Connection, batch: str) -> dict[str, int]:
    """The number of jobs of a batch with each verdict."""
    query = select(JOBS.c.verdict, func.count()).where(JOBS.c.batch == batch, JOBS.c.verdict.is_not(None))
    return {str(verdict): int(count) for verdict, count in connection.execute(query.group_by(JOBS.c.verdict))}


def conditional(connection: Connection, batch: str) -> int:
    """The number of jobs of a batch that are TRUE under conditions."""
    query = select(func.count()).select_from(JOBS).where(JOBS.c.batch == batch, JOBS.c.conditions != "")
    return int(connection.execute(query).scalar_one())
