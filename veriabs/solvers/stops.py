"""Stop events with a parent: setting the parent's event also stops every part."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

LATE = 0.05
"""Seconds after the deadline; work with the same deadline ends first, with its own message."""


class ChildStop(Event):
    """An event that is also set when its parent is set; threads cannot wait on it."""

    def __init__(self, above: Event | None) -> None:
        super().__init__()
        self._above = above

    def is_set(self) -> bool:
        return super().is_set() or (self._above is not None and self._above.is_set())


class DeadlineStop(ChildStop):
    """An event that is also set when no time is left; the time left may shrink meanwhile."""

    def __init__(self, above: Event, left: Callable[[], float]) -> None:
        super().__init__(above)
        self._left = left

    def is_set(self) -> bool:
        return super().is_set() or self._left() < -LATE
