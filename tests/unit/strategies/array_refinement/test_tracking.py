"""Test the rewriting of a task to the tracked scalars and elements."""

from __future__ import annotations

from pathlib import Path

from refined import FILTER, cell, model_of, over_scalars, subject_of, text_of

from veriabs.core.ctext import Printer
from veriabs.core.ctree import elements_of, statements
from veriabs.core.statements import Assert, Havoc, Loop
from veriabs.core.templates import render_c
from veriabs.strategies.array_refinement.abstract import unwound_program
from veriabs.strategies.array_refinement.tracking import TrackedItem


def test_a_moved_element_may_be_a_fixed_one(tmp_path: Path) -> None:
    model = model_of(tmp_path, "int a[9], i = 0; a[3] = 1; i = 3; __VERIFIER_assert(a[i] == 1);")
    subject = subject_of(model)
    text = text_of(over_scalars(model, frozenset((cell(subject, "a", "i"), cell(subject, "a", "3"), TrackedItem("i")))))
    assert "kept_a_2 = (long long)i == (long long)3 ? kept_a_1 : any_int_1;" in text


def test_a_written_value_is_computed_before_any_element_changes(tmp_path: Path) -> None:
    """Two elements may be one: the second must not see what the first has become."""
    model = model_of(tmp_path, "int a[9], i = 0; a[0] = 1; a[i] = a[i] + 1; __VERIFIER_assert(a[0] == 2);")
    subject = subject_of(model)
    tracking = frozenset((cell(subject, "a", "i"), cell(subject, "a", "0"), TrackedItem("i")))
    text = text_of(over_scalars(model, tracking))
    put = text.index("any_put_a = kept_a_2 + 1;")
    assert put < text.index("kept_a_1 = any_put_a;", put) < text.index("kept_a_2 = any_put_a;", put)
    harness = unwound_program(subject, tracking, "")
    assert "any_put_a = kept_a_2 + 1;" in render_c(harness.template, harness.context)


def test_the_test_of_a_loop_reads_something_new_each_time(tmp_path: Path) -> None:
    model = model_of(tmp_path, "int a[9], i = 0; while (a[i] != 0) i++; __VERIFIER_assert(i < 9);")
    program = over_scalars(model, frozenset((TrackedItem("i"),)))
    (loop,) = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    assert isinstance(loop.update[-1], Havoc)
    assert Printer().expr(loop.test) == f"{loop.update[-1].target.name} != 0"
    assert program.body[program.body.index(loop) - 1] == loop.update[-1]


def test_no_array_is_left_and_every_assertion_has_one_number(tmp_path: Path) -> None:
    model = model_of(tmp_path, FILTER)
    program = over_scalars(model, frozenset((TrackedItem("i"), TrackedItem("x"))))
    assert not elements_of(program.body)
    numbers = [stmt.number for stmt in statements(program.body) if isinstance(stmt, Assert)]
    assert len(numbers) == 2
    assert set(numbers) == {model.assertion.number}
