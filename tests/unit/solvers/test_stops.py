"""A stop event is set together with its parent, and wakes threads that wait for it."""

from threading import Event

import pytest

from veriabs.solvers.stops import LATE, ChildStop, DeadlineStop


def test_event_is_set_with_its_parent() -> None:
    above = Event()
    part = ChildStop(ChildStop(above))
    assert not part.is_set()
    above.set()
    assert part.is_set()


def test_parent_event_is_not_set_with_its_child() -> None:
    above = Event()
    part, other = ChildStop(above), ChildStop(above)
    part.set()
    assert part.is_set()
    assert not above.is_set() and not other.is_set()


def test_event_works_without_a_parent() -> None:
    part = ChildStop(None)
    assert not part.is_set()
    part.set()
    assert part.is_set()


@pytest.mark.parametrize(("left", "ended"), [(3.0, False), (0.0, False), (-2 * LATE, True)])
def test_timed_event_uses_the_current_remaining_time(left: float, ended: bool) -> None:
    seconds = [60.0]
    stop = DeadlineStop(Event(), lambda: seconds[0])
    assert not stop.is_set()
    seconds[0] = left
    assert stop.is_set() is ended


def test_timed_event_follows_its_parent() -> None:
    above = Event()
    stop = DeadlineStop(above, lambda: 60.0)
    above.set()
    assert stop.is_set()
