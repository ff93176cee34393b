"""The tracked items: cells, elements, whole arrays."""

from __future__ import annotations

from pathlib import Path

from refined import CHECK, SORT, subject_in

from veriabs.strategies.array_refinement.tracking import Item, Kind, elements, items_of, merged, total


def test_a_whole_array_makes_its_cells_superfluous(tmp_path: Path) -> None:
    subject = subject_in(tmp_path, SORT + CHECK.format("<="))
    items = items_of(subject, ["a"])
    assert {item.kind for item in items} == {Kind.CELL, Kind.WHOLE}
    assert merged(items) == {Item(Kind.WHOLE, "a")}
    assert elements(subject, merged(items)) == total(subject) == 5
