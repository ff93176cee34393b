"""Read the results of jobs: artefacts, shrink factors over all results, and the records of a batch."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Row, Select, func, select

from veriabs.core.records import Record
from veriabs.service.artefacts import record_of
from veriabs.service.jobs import Job, Json
from veriabs.service.schema import ARTEFACTS, FACTORS, JOBS


def artefacts(connection: Connection, job: str) -> list[Json]:
    """The artefacts of a job, with their addresses."""
    about = (ARTEFACTS.c.name, ARTEFACTS.c.media_type, ARTEFACTS.c.size, ARTEFACTS.c.digest)
    query = select(*about).where(ARTEFACTS.c.job == job).order_by(ARTEFACTS.c.name)
    base = f"/v1/jobs/{job}/artefacts"
    return [
        {"name": name, "media_type": kind, "size": size, "sha256": digest, "url": f"{base}/{name}"}
        for name, kind, size, digest in connection.execute(query)
    ]


def artefact(connection: Connection, job: str, name: str) -> Row[Any] | None:
    """The row of one artefact of a job, or None."""
    query = select(ARTEFACTS).where(ARTEFACTS.c.job == job, ARTEFACTS.c.name == name)
    return connection.execute(query).one_or_none()


def body(found: Row[Any]) -> bytes:
    """The bytes of an artefact."""
    return zlib.decompress(found.packed)


class FactorFilter(Struct, frozen=True):
    """A selection of shrink factors; None selects everything, `k` 0 the loops without one.

    `before` is the job and the loop of the last row on the previous page.
    """

    owner: str | None = None
    k: int | None = None
    batch: str | None = None
    name: str | None = None
    before: tuple[int, int] | None = None

    def over(self, query: Select[Any]) -> Select[Any]:
        """The query, restricted to the selected rows."""
        query = query.select_from(FACTORS.join(JOBS, JOBS.c.id == FACTORS.c.job))
        if self.owner is not None:
            query = query.where(FACTORS.c.owner == self.owner)
        if self.k is not None:
            query = query.where(FACTORS.c.k == self.k if self.k else FACTORS.c.k.is_(None))
        if self.batch is not None:
            query = query.where(JOBS.c.batch == self.batch)
        if self.name:
            query = query.where(JOBS.c.name.icontains(self.name, autoescape=True))
        return query


def factors(connection: Connection, wanted: FactorFilter, most: int) -> list[tuple[tuple[int, int], Json]]:
    """Shrink factors, those of the newest jobs first, each with the start of the next page."""
    columns = (FACTORS, JOBS.c.name.label("program"), JOBS.c.number.label("job_number"))
    query = wanted.over(select(*columns)).order_by(JOBS.c.number.desc(), FACTORS.c.number.desc())
    if wanted.before is not None:
        job, index = wanted.before
        query = query.where((JOBS.c.number < job) | ((JOBS.c.number == job) & (FACTORS.c.number < index)))
    return [((row.job_number, row.number), _factor(row)) for row in connection.execute(query.limit(most))]


def _factor(row: Row[Any]) -> Json:
    return {
        "job": row.job,
        "program": row.program,
        "lines": row.lines,
        "assertion": row.assertion,
        "shrink_factor": row.k,
        "reason": row.reason,
        "highest_k_tried": row.highest,
        "seconds": round(row.seconds, 3),
        "peak_mb": round(row.peak_mb, 1),
        "accelerable": row.accelerable,
    }


def histogram(connection: Connection, wanted: FactorFilter) -> dict[str, int]:
    """The number of groups of loops with each shrink factor; `none` counts those without one."""
    query = wanted.over(select(FACTORS.c.k, func.count())).group_by(FACTORS.c.k)
    found = {k: int(count) for k, count in connection.execute(query)}
    numbers = {str(k): found[k] for k in sorted(k for k in found if k is not None)}
    return {**numbers, **({"none": found[None]} if None in found else {})}


def records(connection: Connection, batch: str) -> Iterator[Record]:
    """The finished jobs of a batch as rows of a report."""
    query = select(JOBS).where(JOBS.c.batch == batch, JOBS.c.finished.is_not(None)).order_by(JOBS.c.number)
    for row in list(connection.execute(query)):
        job = Job(row)
        found = artefact(connection, job.id, "report.json")
        if found is None:
            kind, reason = row.reason_kind or "cancelled", row.reason or ""
            yield Record(job.id, row.name, "veriabs", None, "ERROR", reason_kind=kind, reason=reason)
        else:
            yield record_of(json.loads(body(found)), key=job.id, task=row.name)
