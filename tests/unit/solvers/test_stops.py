"""A stop below another one is set with it, and ends what waits for neither."""

from threading import Event

from veriabs.solvers.stops import Below


def test_it_is_set_with_the_one_above() -> None:
    above = Event()
    part = Below(Below(above))
    assert not part.is_set()
    above.set()
    assert part.is_set()


def test_the_one_above_is_not_set_with_it() -> None:
    above = Event()
    part, other = Below(above), Below(above)
    part.set()
    assert part.is_set()
    assert not above.is_set() and not other.is_set()


def test_there_need_be_none_above() -> None:
    part = Below(None)
    assert not part.is_set()
    part.set()
    assert part.is_set()
