"""Test the abstract program, in which only tracked elements have values."""

from __future__ import annotations

from pathlib import Path

from refined import CHECK, SORT, subject_in

from veriabs.core.queries import Query
from veriabs.core.runs import Approximation
from veriabs.core.templates import render_c
from veriabs.strategies.array_refinement.abstract import unwound_program
from veriabs.strategies.array_refinement.tracking import TrackedItem


def c_of(harness: Query) -> str:
    return render_c(harness.template, harness.context)


def test_untracked_cells_are_nondeterministic_at_each_read(tmp_path: Path) -> None:
    subject = subject_in(tmp_path, "int a[4]; int i = 0; a[i] = 1; __VERIFIER_assert(a[i] == a[i]);")
    text = c_of(unwound_program(subject, frozenset(), ""))
    assert "const _Bool held = any_int_1 == any_int_2;" in text
    assert "kept_" not in text and "a[" not in text


def test_every_loop_has_a_termination_check(tmp_path: Path) -> None:
    subject = subject_in(tmp_path, SORT + CHECK.format("<="))
    harness = unwound_program(subject, frozenset(map(TrackedItem, subject.view.scalars)), "")
    assert c_of(harness).count("ends within") == 2
    assert harness.claim is Approximation.OVER and harness.unwind > subject.limit


def test_a_traced_program_proves_nothing(tmp_path: Path) -> None:
    subject = subject_in(tmp_path, SORT + CHECK.format("<="))
    harness = unwound_program(subject, frozenset(), "", traced=True)
    assert harness.claim is None and harness.trace == "any_wrong.assertion.1"
    assert "if (itno_1 == 6) any_wrong();" in c_of(harness)
