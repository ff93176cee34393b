"""Signals that end the work in order: the first one interrupts, later ones must not interrupt the cleanup."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def interrupt(number: int, frame: FrameType | None) -> NoReturn:
    """Signal handler that raises KeyboardInterrupt and ignores further signals."""
    ignore()
    raise KeyboardInterrupt


def ignore() -> None:
    """Ignore such signals from now on."""
    for one in SIGNALS:
        signal.signal(one, signal.SIG_IGN)
