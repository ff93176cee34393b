"""Test the replacement of large sizes by small ones."""

from __future__ import annotations

from pathlib import Path

from refined import model_of, subject_of

from veriabs.core.ctext import Printer
from veriabs.strategies.array_refinement.proof import scale


def test_sizes_are_scaled_down_together_and_data_is_kept(tmp_path: Path) -> None:
    body = "int a[1000]; a[999] = 77123; int i = 0; while (i < 1000) { a[i] = 77123; i++; }"
    subject = subject_of(model_of(tmp_path, body + " __VERIFIER_assert(a[999] == 77123);"))
    small = scale(subject, 1)
    assert small is not None
    text = "\n".join(Printer().lines(small.view.body))
    assert "77123" in text
    assert "999" not in text
    assert small.limit < 12 < subject.limit
    assert [len(keys) for keys in small.keys.values()] == [len(keys) for keys in subject.keys.values()]


def test_a_small_program_has_no_smaller_size(tmp_path: Path) -> None:
    body = "int a[5]; for (int i = 0; i < 5; i++) a[i] = 1; __VERIFIER_assert(a[3] == 1);"
    assert scale(subject_of(model_of(tmp_path, body)), 1) is None
