"""Test paths of failed runs, and the data to track if a path is spurious."""

from __future__ import annotations

from pathlib import Path

from refined import subject_in

from veriabs.strategies.array_refinement.path import Decision, events, read_on


def test_a_path_follows_the_outcomes(tmp_path: Path) -> None:
    subject = subject_in(tmp_path, "int a[4]; for (int i = 0; i < 4; i++) a[i] = i; __VERIFIER_assert(a[1] == 1);")
    path = events(subject.view, (True, False, False), subject.limit)
    assert [event.held for event in path if isinstance(event, Decision)] == [True, False, False]
    assert read_on(path)[0] == "a"
