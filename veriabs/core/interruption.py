"""Signals that end the work in order: the first one interrupts, later ones must not interrupt the cleanup.

A timer interrupts computations in Python that do not look at the time themselves.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

from veriabs.core.errors import OutOfTimeError

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


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise OutOfTimeError in the body after so many seconds, wherever it is.

    Nothing interrupts a thread other than the main one, to which signals are sent.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _raise_out_of_time)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, _SHORTEST))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


_SHORTEST = 0.001
"""The timer is off if it is set to 0."""


def _raise_out_of_time(number: int, frame: FrameType | None) -> NoReturn:
    raise OutOfTimeError("the computation takes too long")
