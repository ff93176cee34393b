"""Scalars that have the same values whatever the cells hold."""

from __future__ import annotations

from pathlib import Path

from refined import subject_in

from veriabs.strategies.array_refinement.constants import constant_scalars


def test_counters_are_constants_and_data_is_not(tmp_path: Path) -> None:
    body = "int a[9], n = 0; for (int i = 0; i < 9; i++) if (a[i] > 0) n = n + 1; __VERIFIER_assert(n <= 9);"
    subject = subject_in(tmp_path, body)
    assert constant_scalars(subject.view.body, subject.view.scalars) == {"i"}
