"""Test the time limit of computations in Python that do not look at the time themselves."""

from __future__ import annotations

import signal
import threading
from itertools import count

import pytest

from veriabs.core.errors import OutOfTimeError
from veriabs.core.interruption import time_limit


def test_a_computation_without_end_is_interrupted() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(OutOfTimeError), time_limit(0.05):
        for _ in count():
            pass
    assert signal.getsignal(signal.SIGALRM) is before


@pytest.mark.parametrize("seconds", [0.0, -1.0])
def test_no_time_left_interrupts_at_once(seconds: float) -> None:
    with pytest.raises(OutOfTimeError), time_limit(seconds):
        for _ in count():
            pass


def test_nothing_is_interrupted_after_the_end_or_in_another_thread() -> None:
    with time_limit(60.0):
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    seen: list[object] = []

    def limited() -> None:
        with time_limit(60.0):
            seen.append(signal.getitimer(signal.ITIMER_REAL))

    thread = threading.Thread(target=limited)
    thread.start()
    thread.join()
    assert seen == [(0.0, 0.0)]
