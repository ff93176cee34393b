"""Stops that follow others: what has ended the whole ends each part of it, without anybody handing that on."""

from __future__ import annotations

from threading import Event


class Below(Event):
    """A stop that is set as well once the one above it is, if there is one; nobody waits for it."""

    def __init__(self, above: Event | None) -> None:
        super().__init__()
        self._above = above

    def is_set(self) -> bool:
        return super().is_set() or (self._above is not None and self._above.is_set())
