"""The program in which only tracked cells have a content."""

from __future__ import annotations

from pathlib import Path

from refined import CHECK, SORT, subject_in

from veriabs.core.queries import Query
from veriabs.core.runs import Claim
from veriabs.core.templates import render_c
from veriabs.strategies.array_refinement.abstract import abstract_program, traced_program
from veriabs.strategies.array_refinement.tracking import scalar


def c_of(harness: Query) -> str:
    return render_c(harness.template, harness.context)


def test_untracked_cells_are_nondeterministic_at_each_read(tmp_path: Path) -> None:
    subject = subject_in(tmp_path, "int a[4]; int i = 0; a[i] = 1; __VERIFIER_assert(a[i] == a[i]);")
    text = c_of(abstract_program(subject, frozenset(), ""))
    assert "const _Bool held = nondet_int() == nondet_int();" in text
    assert "kept_" not in text and "a[" not in text.split("int main")[1]


def test_every_loop_has_a_termination_check(tmp_path: Path) -> None:
    subject = subject_in(tmp_path, SORT + CHECK.format("<="))
    tracking = frozenset(scalar(name) for name in subject.view.scalars)
    harness = abstract_program(subject, tracking, "")
    assert c_of(harness).count("ends within") == 2
    assert harness.claim is Claim.OVER and harness.unwind > subject.limit


def test_short_runs_are_cut_off_in_traced_programs_only(tmp_path: Path) -> None:
    subject = subject_in(tmp_path, SORT + CHECK.format("<="))
    harness = traced_program(subject, frozenset(), "", 2)
    assert "if (itno_1 == 2) __CPROVER_assume(0);" in c_of(harness)
    assert harness.claim is None and harness.trace == "any_wrong.assertion.1"
    assert "if (itno_1 == 6) any_wrong();" in c_of(traced_program(subject, frozenset(), "", subject.limit))
