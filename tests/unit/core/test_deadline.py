"""Test the time limit: one clock for every phase of a task."""

from __future__ import annotations

import time

import pytest

from veriabs.core.deadline import Deadline
from veriabs.core.errors import OutOfTimeError


def test_used_and_left_time_sum_to_the_budget() -> None:
    deadline = Deadline(100.0, start=time.monotonic() - 40.0)
    assert 40.0 <= deadline.used() < 60.0
    assert 40.0 < deadline.left() <= 60.0


def test_phases_are_reported_as_they_begin() -> None:
    told: list[str] = []
    deadline = Deadline(100.0, watch=told.append)
    deadline.begin("parsing")
    deadline.begin("slicing")
    assert told == ["parsing", "slicing"]
    assert deadline.phase == "slicing"


def test_no_phase_begins_without_time() -> None:
    told: list[str] = []
    deadline = Deadline(0.25, start=time.monotonic() - 1.0, phase="parsing", watch=told.append)
    assert deadline.left() < 0
    with pytest.raises(OutOfTimeError, match=r"the time budget of 0\.25 s is used up while parsing"):
        deadline.begin("slicing")
    assert (told, deadline.phase) == ([], "parsing")
    assert str(Deadline(3.0).over()) == "the time budget of 3 s is used up"


def test_a_deadline_is_shortened_and_never_put_off() -> None:
    deadline = Deadline(100.0)
    deadline.shorten(200.0, "nothing")
    assert deadline.left() > 60.0 and deadline.reason() == "the time budget of 100 s is used up"
    deadline.shorten(0.0, "another goal fails")
    assert deadline.left() <= 0.0
    assert deadline.reason() == "another goal fails"


def test_the_share_of_a_step_names_the_whole_budget() -> None:
    step = Deadline(15.0, hint="a larger --timeout").part(4.66)
    assert step.reason() == "this step's share of the time budget of 15 s is used up"
    assert (step.hint, step.left() < 5.0) == ("a larger --timeout", True)
    step.shorten(0.0, "another goal fails")
    assert step.part(1.0).reason() == "another goal fails"
