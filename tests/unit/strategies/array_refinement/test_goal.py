"""Test candidate invariants that are made from the assertion (weakest preconditions)."""

from __future__ import annotations

from pathlib import Path

from refined import FILTER, cell, model_of, over_scalars, subject_of

from veriabs.core.ctext import Printer
from veriabs.invariants.scalar.subject import subject_of_body
from veriabs.strategies.array_refinement import goal
from veriabs.strategies.array_refinement.tracking import TrackedItem


def test_goal_condition_is_a_candidate_for_earlier_loops(tmp_path: Path) -> None:
    model = model_of(tmp_path, FILTER)
    subject = subject_of(model)
    items = (cell(subject, "b", "known_at_x"), *map(TrackedItem, ("m", "i", "x", "start_x")))
    task = subject_of_body(over_scalars(model, frozenset(items)), model.assertion.number)
    texts = [Printer().expr(expr) for expr in goal.candidates(task, subject.fixed)[task.loops[0].id]]
    assert any("known_at_x < m" in text and text.endswith("|| kept_b_1 >= 0") for text in texts)
    assert any("(long long)known_at_x < (long long)i" in text for text in texts)
