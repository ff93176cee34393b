"""How long what has ended is kept: by number, since nothing is decided by clocks."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, select

from veriabs.service.schema import BATCHES, JOBS
from veriabs.service.store import Store

_AT_ONCE = 200
"""Jobs that one transaction forgets, so that nobody waits long for it."""

_UNDER_WAY = select(JOBS.c.batch).where(JOBS.c.finished.is_(None), JOBS.c.batch.is_not(None)).correlate(None)
_ENDED = JOBS.c.finished.is_not(None) & ~JOBS.c.shared & func.coalesce(JOBS.c.batch, "").not_in(_UNDER_WAY)


def trim(store: Store, kept: int) -> int:
    """Forgets some jobs of owners that have more than `kept` which have ended, the oldest first; how many there were.

    Shared ones stay, as do those of a batch that is under way, and are not counted. A batch goes with the last of its
    jobs.
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
