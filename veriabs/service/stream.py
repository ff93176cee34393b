"""Server-Sent Events: the events of a job, live, and from any event on for clients that reconnect.

One task checks a few times per second which watched jobs have changed, with one query for all. So a thousand watchers
cost the database no more than one.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

from msgspec import Struct, field
from sqlalchemy import Row
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from veriabs.service import jobs
from veriabs.service.problems import ProblemError
from veriabs.service.store import Store

_LOOK_SECONDS = 0.25
_MOST_IDS = 400
"""The number of jobs in one query."""


class Feed(Struct):
    """Wakes the watchers of a job when it has changed."""

    store: Store
    most: int
    _watchers: dict[str, set[asyncio.Event]] = field(default_factory=dict)
    _versions: dict[str, int] = field(default_factory=dict)
    watching: int = 0

    async def run(self) -> None:
        """Check for changes until cancelled."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            with contextlib.suppress(SQLAlchemyError):  # checked again next time
                await self._poll()

    async def _poll(self) -> None:
        watched = list(self._watchers)
        for first in range(0, len(watched), _MOST_IDS):
            found = await run_in_threadpool(self._ask, watched[first : first + _MOST_IDS])
            for job, version in found.items():
                if self._versions.get(job) != version:
                    self._versions[job] = version
                    for watcher in self._watchers.get(job, ()):
                        watcher.set()

    def _ask(self, wanted: list[str]) -> dict[str, int]:
        with self.store.reading() as connection:
            return jobs.versions(connection, wanted)

    def check_room(self) -> None:
        """Raise ProblemError 503 if there are too many watchers."""
        if self.watching >= self.most:
            raise ProblemError(503, "too-many-streams", "too many clients watch jobs just now", retry_after=5)

    @contextlib.contextmanager
    def _watch_job(self, job: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever the job may have changed."""
        changed = asyncio.Event()
        self.watching += 1
        self._watchers.setdefault(job, set()).add(changed)
        try:
            yield changed
        finally:
            self.watching -= 1
            self._watchers[job].discard(changed)
            if not self._watchers[job]:
                del self._watchers[job]
                self._versions.pop(job, None)

    async def events(
        self, job: str, after: int, allowed: Callable[[], Awaitable[bool]]
    ) -> AsyncIterator[dict[str, str]]:
        """The events of a job after a number, as `sse_starlette` takes them.

        Ends with the event that ends the job, or when the watcher may no longer see it.
        """
        with self._watch_job(job) as changed:
            while True:
                changed.clear()
                try:
                    rows = await run_in_threadpool(self._events, job, after)
                    if rows and not await allowed():
                        return
                except SQLAlchemyError:
                    await asyncio.sleep(1.0)
                    continue
                for row in rows:
                    after = row.number
                    data = {"at": round(row.at, 3), **row.data}
                    yield {"id": str(after), "event": row.kind, "data": json.dumps(data)}
                    if row.kind == "end":
                        return
                    # A disconnected watcher is noticed only between two events; asyncio would log each further write.
                    await asyncio.sleep(0)
                if not rows:
                    await changed.wait()

    def _events(self, job: str, after: int) -> list[Row[Any]]:
        with self.store.reading() as connection:
            return jobs.events_after(connection, job, after)
