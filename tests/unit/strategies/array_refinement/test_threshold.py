"""What is seen of data through one threshold, and what needs its value."""

from __future__ import annotations

from pathlib import Path

import pytest
from refined import CHECK, SORT, subject_in


@pytest.mark.parametrize(("operator", "fits"), [("<=", True), (">=", True), ("==", True), ("<", False), ("!=", False)])
def test_only_violations_that_a_threshold_shows_are_fit(tmp_path: Path, operator: str, fits: bool) -> None:
    subject = subject_in(tmp_path, SORT + CHECK.format(operator))
    assert (subject.bits is not None) is fits


def test_data_in_arithmetic_is_tracked_exactly(tmp_path: Path) -> None:
    body = "int a[4]; for (int i = 1; i < 4; i++) a[i] = a[i - 1] + 1;" + CHECK.format("<=").replace("4", "3")
    assert subject_in(tmp_path, body).bits is None


def test_a_narrowing_copy_is_not_seen_through_a_threshold(tmp_path: Path) -> None:
    body = "int a[4]; char b[4]; for (int i = 0; i < 4; i++) b[i] = a[i];"
    body += " for (int x = 0; x < 3; x++) __VERIFIER_assert(b[x] <= b[x + 1]);"
    assert subject_in(tmp_path, body).bits is None
