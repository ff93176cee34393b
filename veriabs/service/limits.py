"""How much of everything one server, and one of its clients, may use; what is more gets a clear answer."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from msgspec import Struct, field

from veriabs.service.problems import ProblemError


class Limits(Struct, frozen=True):
    """Sizes in bytes, times in seconds, memory in megabytes; `owner_queued`, `rate` and `kept` are for each owner.

    `kept` is the number of ended jobs that are not forgotten, None for all.
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
    """A bucket of requests for each client, which fills by `rate` a second up to `burst`."""

    rate: float
    burst: float
    clock: Callable[[], float] = time.monotonic
    _buckets: dict[str, tuple[float, float]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, client: str, cost: float = 1.0) -> None:
        """Counts a request; Problem 429 when there have been too many."""
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
        """Drops the buckets that are full again."""
        full = [one for one, (left, then) in self._buckets.items() if left + (now - then) * self.rate >= self.burst]
        for one in full:
            del self._buckets[one]
