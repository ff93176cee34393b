"""Array refinement: what is cut, what is seen through a threshold, what is tracked, and paths."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.ctree import statements
from veriabs.core.loop_model import LoopModel
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.reasons import Reason
from veriabs.core.runs import Claim, Outcome, Run
from veriabs.core.statements import Assert, Loop
from veriabs.core.strategy import Alone
from veriabs.core.templates import render_c
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.loops.build import models
from veriabs.strategies.array_refinement import strategy as array_refinement
from veriabs.strategies.array_refinement.abstract import abstract_program, traced_program
from veriabs.strategies.array_refinement.constants import constant_scalars
from veriabs.strategies.array_refinement.path import Tested, events, read_on
from veriabs.strategies.array_refinement.subject import BITS, EXACT, Subject, prepared
from veriabs.strategies.array_refinement.tracking import Item, Kind, elements, items_of, merged, scalar, total

HEAD = "extern void abort(void); extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"
HEAD += "void __VERIFIER_assert(int c) { if (!c) { reach_error(); abort(); } }\n"
SORT = "int a[5]; for (int i = 0; i < 4; i++) for (int j = 0; j < 4 - i; j++)"
SORT += " if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }"
CHECK = " for (int x = 0; x < 4; x++) __VERIFIER_assert(a[x] {} a[x + 1]);"


def model_of(folder: Path, body: str) -> LoopModel:
    path = folder / "program.c"
    path.write_text(f"{HEAD}int main(void) {{ {body} return 0; }}\n", encoding="utf-8")
    return models(load_program(load(path)))[0]


def subject_of(folder: Path, body: str) -> Subject:
    subject = prepared(model_of(folder, body))
    assert isinstance(subject, Subject)
    return subject


def text_of(harness: Query) -> str:
    return render_c(harness.template, harness.context)


def test_a_loop_that_only_checks_is_cut(tmp_path: Path) -> None:
    subject = subject_of(tmp_path, SORT + CHECK.format("<="))
    loops = [stmt for stmt in statements(subject.exact.body) if isinstance(stmt, Loop)]
    assert len(loops) == 2
    assert "known_at_x" in subject.fixed
    assert [s.number for s in statements(subject.exact.body) if isinstance(s, Assert) and s.number >= 0] == [0]


def test_a_loop_that_computes_is_not_cut(tmp_path: Path) -> None:
    body = "int a[4], s = 0; for (int x = 0; x < 4; x++) { s = s + a[x]; __VERIFIER_assert(s == a[x]); }"
    subject = subject_of(tmp_path, body)
    assert any(isinstance(stmt, Loop) for stmt in statements(subject.exact.body))
    assert not subject.fixed


@pytest.mark.parametrize(("operator", "fits"), [("<=", True), (">=", True), ("==", True), ("<", False), ("!=", False)])
def test_only_violations_that_a_threshold_shows_are_fit(tmp_path: Path, operator: str, fits: bool) -> None:
    subject = subject_of(tmp_path, SORT + CHECK.format(operator))
    assert (subject.bits is not None) is fits


def test_data_in_arithmetic_is_tracked_exactly(tmp_path: Path) -> None:
    body = "int a[4]; for (int i = 1; i < 4; i++) a[i] = a[i - 1] + 1;" + CHECK.format("<=").replace("4", "3")
    assert subject_of(tmp_path, body).bits is None


def test_a_narrowing_copy_is_not_seen_through_a_threshold(tmp_path: Path) -> None:
    body = "int a[4]; char b[4]; for (int i = 0; i < 4; i++) b[i] = a[i];"
    body += " for (int x = 0; x < 3; x++) __VERIFIER_assert(b[x] <= b[x + 1]);"
    assert subject_of(tmp_path, body).bits is None


def test_nothing_tracked_is_arbitrary_at_each_read(tmp_path: Path) -> None:
    subject = subject_of(tmp_path, "int a[4]; int i = 0; a[i] = 1; __VERIFIER_assert(a[i] == a[i]);")
    text = text_of(abstract_program(subject, EXACT, frozenset(), ""))
    assert "const _Bool held = nondet_int() == nondet_int();" in text
    assert "kept_" not in text and "a[" not in text.split("int main")[1]


def test_every_loop_says_that_it_ends(tmp_path: Path) -> None:
    subject = subject_of(tmp_path, SORT + CHECK.format("<="))
    tracking = frozenset(scalar(name) for name in subject.exact.scalars)
    harness = abstract_program(subject, BITS, tracking, "")
    assert text_of(harness).count("ends within") == 2
    assert harness.claim is Claim.OVER and harness.unwind > subject.limit


def test_short_runs_are_cut_off_in_traced_programs_only(tmp_path: Path) -> None:
    subject = subject_of(tmp_path, SORT + CHECK.format("<="))
    harness = traced_program(subject, BITS, frozenset(), "", 2)
    assert "if (itno_1 == 2) __CPROVER_assume(0);" in text_of(harness)
    assert harness.claim is None and harness.trace == "any_wrong.assertion.1"
    assert "if (itno_1 == 6) any_wrong();" in text_of(traced_program(subject, BITS, frozenset(), "", subject.limit))


def test_counters_are_constants_and_data_is_not(tmp_path: Path) -> None:
    body = "int a[9], n = 0; for (int i = 0; i < 9; i++) if (a[i] > 0) n = n + 1; __VERIFIER_assert(n <= 9);"
    subject = subject_of(tmp_path, body)
    assert constant_scalars(subject.exact.body, subject.exact.scalars) == {"i"}


def test_a_whole_array_makes_its_cells_superfluous(tmp_path: Path) -> None:
    subject = subject_of(tmp_path, SORT + CHECK.format("<="))
    items = items_of(subject, ["a"])
    assert {item.kind for item in items} == {Kind.CELL, Kind.WHOLE}
    assert merged(items) == {Item(Kind.WHOLE, "a")}
    assert elements(subject, merged(items)) == total(subject) == 5


def test_a_path_follows_the_outcomes(tmp_path: Path) -> None:
    subject = subject_of(tmp_path, "int a[4]; for (int i = 0; i < 4; i++) a[i] = i; __VERIFIER_assert(a[1] == 1);")
    path = events(subject.exact, (True, False, False), subject.limit)
    assert [event.held for event in path if isinstance(event, Tested)] == [True, False, False]
    assert read_on(path)[0] == "a"


def test_large_loops_are_looked_at_with_few_iterations_only(tmp_path: Path) -> None:
    body = "int a[1000]; for (int i = 0; i < 1000; i++) for (int j = 0; j < 1000; j++) a[j] = i;"
    task = model_of(tmp_path, body + " __VERIFIER_assert(a[3] == 999);")
    talk = array_refinement.prove(task, Alone(task.program))
    (request,) = next(talk)
    assert isinstance(request, Query)
    assert request.claim is None
    assert request.unwind < 20
    with pytest.raises(StopIteration) as stopped:
        talk.send((CheckedQuery(request, Run(request.purpose, Outcome.TIMEOUT)),))
    assert isinstance(stopped.value.value, Reason)


def test_a_run_that_was_not_decided_proves_nothing(tmp_path: Path) -> None:
    task = model_of(tmp_path, SORT + CHECK.format("<="))
    talk = array_refinement.prove(task, Alone(task.program))
    (request,) = next(talk)
    assert "0 of 5 elements tracked" in request.purpose
    with pytest.raises(StopIteration) as stopped:
        talk.send((CheckedQuery(request, Run(request.purpose, Outcome.TIMEOUT)),))
    assert isinstance(stopped.value.value, Reason)
