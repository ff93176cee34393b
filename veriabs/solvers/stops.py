"""Stops that follow others: what has ended the whole ends each part of it, without anybody handing that on."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

LATE = 0.05
"""Seconds behind the end of the time: what has the same limit of its own has ended by that, and says so."""


class Below(Event):
    """A stop that is set as well once the one above it is, if there is one; nobody waits for it."""

    def __init__(self, above: Event | None) -> None:
        super().__init__()
        self._above = above

    def is_set(self) -> bool:
        return super().is_set() or (self._above is not None and self._above.is_set())


class Until(Below):
    """A stop that is set as well once no time is left, which may have become less since something began."""

    def __init__(self, above: Event, left: Callable[[], float]) -> None:
        super().__init__(above)
        self._left = left

    def is_set(self) -> bool:
        return super().is_set() or self._left() < -LATE
