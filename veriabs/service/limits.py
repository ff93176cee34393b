"""Limits for a server and each client; requests beyond them get an explanatory error."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from msgspec import Struct, field

from veriabs.service.problems import ProblemError


class Limits(Struct, frozen=True):
    """Sizes in bytes, times in seconds, memory in megabytes.

    - `body`, `body_seconds`: of a request. `unpacked`, `files`: of an archive.
    - `timeout`, `memory_mb`, `solvers`: of a job. `queued`, `owner_queued`: waiting jobs in all and of each owner.
    - `rate`, `burst`: requests of each client (see `Rates`). `streams`: clients that watch jobs.
    - `kept`: finished jobs to keep of each owner, None for all.
    """

    body: int = 4_000_000
    unpacked: int = 16_000_000
    files: int = 1000
    body_seconds: float = 30.0
    timeout: float = 900.0
    memory_mb: int = 4000
    solvers: int = 2
    queued: int = 50_000
    owner_queued: int = 20_000
    rate: float = 50.0
    burst: float = 400.0
    streams: int = 1000
    kept: int | None = None


class Rates(Struct):
    """A token bucket for each client, which refills by `rate` per second up to `burst`."""

    rate: float
    burst: float
    clock: Callable[[], float] = time.monotonic
    _buckets: dict[str, tuple[float, float]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, client: str, cost: float = 1.0) -> None:
        """Count a request; raises ProblemError 429 if there were too many."""
        with self._lock:
            now = self.clock()
            left, then = self._buckets.get(client, (self.burst, now))
            left = min(self.burst, left + (now - then) * self.rate)
            self._buckets[client] = (max(0.0, left - cost), now)
            if len(self._buckets) > 10_000:
                self._forget(now)
        if left < cost:
            wait = (cost - left) / self.rate
            detail = f"too many requests: {self.rate:g} a second are served; wait {wait:.0f} s"
            raise ProblemError(429, "too-many-requests", detail, retry_after=wait)

    def _forget(self, now: float) -> None:
        """Drop full buckets."""
        full = [one for one, (left, then) in self._buckets.items() if left + (now - then) * self.rate >= self.burst]
        for one in full:
            del self._buckets[one]
