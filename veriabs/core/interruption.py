"""Signals that end the work in an orderly way, once: a second one must not cut the clearing up short."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def interrupt(number: int, frame: FrameType | None) -> NoReturn:
    """The handler of such a signal: raises KeyboardInterrupt, and has those that follow ignored."""
    ignore()
    raise KeyboardInterrupt


def ignore() -> None:
    """Has such signals ignored from now on: what is to end at once no longer interrupts the end."""
    for one in SIGNALS:
        signal.signal(one, signal.SIG_IGN)
