"""Test how each notation (CBMC, ACSL, comments, asserts) writes an annotation."""

from __future__ import annotations

import pytest

from veriabs.annotate.notations import NOTATIONS, Notes


@pytest.mark.parametrize(
    ("cells", "last"),
    [
        ("100", "99"),
        ("n", "n - 1"),
        ("n + 1", "n"),
        ("p->n", "p->n - 1"),
        ("n > 0 ? n : 0", "(n > 0 ? n : 0) - 1"),
        ("c ? n : n + 1", "(c ? n : n + 1) - 1"),
    ],
)
def test_assigned_ranges_end_one_before_the_number_of_cells(cells: str, last: str) -> None:
    notes = Notes((), (("a", ((cells, ""),)),))
    (line,) = NOTATIONS["acsl"].around([], notes)
    assert line == f"/*@ loop assigns a[0 .. {last}]; */"
