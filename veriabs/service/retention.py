"""Delete old finished jobs, by number and not by age, since no decision depends on clocks."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, select

from veriabs.service.schema import BATCHES, JOBS
from veriabs.service.store import Store

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
