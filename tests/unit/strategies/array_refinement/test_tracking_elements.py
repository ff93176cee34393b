"""Test tracked elements `a[i]` whose index changes."""

from __future__ import annotations

from pathlib import Path

from refined import FILTER, cell, model_of, over_scalars, subject_of, text_of

from veriabs.strategies.array_refinement.tracking import TrackedItem, moves


def test_fixed_indices_come_before_those_that_move(tmp_path: Path) -> None:
    subject = subject_of(model_of(tmp_path, FILTER))
    for array, keys in subject.keys.items():
        order = [moves(subject, array, key) for key in range(len(keys))]
        assert order == sorted(order)
        assert set(order) == {False, True}


def test_an_element_is_another_one_once_its_index_moves(tmp_path: Path) -> None:
    model = model_of(tmp_path, "int a[9], i = 0; if (a[i] == 1) { i = i + 1; __VERIFIER_assert(a[i] == i); }")
    subject = subject_of(model)
    item = cell(subject, "a", "i")
    for tracking in (frozenset((item,)), frozenset((item, TrackedItem("i")))):
        text = text_of(over_scalars(model, tracking))
        place = text.index("i = i + 1;") if TrackedItem("i") in tracking else text.index("if (kept_a_1 == 1)")
        moved = text.index("kept_a_1 = any_int_", place)
        assert moved < text.index("__VERIFIER_assert(kept_a_1 == ")
