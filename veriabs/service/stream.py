"""Server-Sent Events: what happens to a job, live, and from any event on for whoever comes back.

One task looks a few times a second which of the jobs that somebody watches have changed, with one query for all of
them; so a thousand watchers cost the database no more than one.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterator
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
"""Jobs that one query asks for."""


class Feed(Struct):
    """Wakes those who watch a job when it has changed."""

    store: Store
    most: int
    _watchers: dict[str, set[asyncio.Event]] = field(default_factory=dict)
    _versions: dict[str, int] = field(default_factory=dict)
    watching: int = 0

    async def run(self) -> None:
        """Looks for changes until it is cancelled."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            with contextlib.suppress(SQLAlchemyError):  # looked at again
                await self._look()

    async def _look(self) -> None:
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
        """Problem 503 if there are too many watchers."""
        if self.watching >= self.most:
            raise ProblemError(503, "too-many-streams", "too many clients watch jobs just now", retry_after=5)

    @contextlib.contextmanager
    def _watching(self, job: str) -> Iterator[asyncio.Event]:
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

    async def events(self, job: str, after: int) -> AsyncIterator[dict[str, str]]:
        """The events of a job behind a number, until the one that ends it; as `sse_starlette` takes them."""
        with self._watching(job) as changed:
            while True:
                changed.clear()
                try:
                    rows = await run_in_threadpool(self._events, job, after)
                except SQLAlchemyError:
                    await asyncio.sleep(1.0)
                    continue
                for row in rows:
                    after = row.number
                    data = {"at": round(row.at, 3), **row.data}
                    yield {"id": str(after), "event": row.kind, "data": json.dumps(data)}
                    if row.kind == "end":
                        return
                if not rows:
                    await changed.wait()

    def _events(self, job: str, after: int) -> list[Row[Any]]:
        with self.store.reading() as connection:
            return jobs.events_after(connection, job, after)
