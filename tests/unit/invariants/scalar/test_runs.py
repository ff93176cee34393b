"""Runs of core programs in Python: values by C's rules, small sizes, and observed relations."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.ctree import statements
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Program
from veriabs.core.statements import Loop
from veriabs.invariants.scalar.relations import related_candidates, sampled_candidates
from veriabs.invariants.scalar.runs import EACH, Interpreter, ViolatedError, sampled
from veriabs.invariants.scalar.subject import AssertionTask, subject_of

Make = Callable[[str], LoopModel]

LOOP = "int main(void) {{ int n = __VERIFIER_nondet_int(); {code} return 0; }}"


def subject(model: Make, code: str) -> AssertionTask:
    return subject_of(model(LOOP.format(code=code)))


def relation_texts(model: Make, code: str, loop: int = 0) -> list[str]:
    task = subject(model, code)
    one = task.loops[loop]
    return [Printer().expr(expr) for expr in related_candidates(task, one, sampled(task)[one.id])]


# -------------------------------------------------------------------------------------------------------------- values


# --------------------------------------------------------------------------------------------------------------- sizes


def test_runs_over_large_sizes_end(model: Make) -> None:
    task = subject(model, "int x = 0, y; while (x < 100000) x++; y = x; while (y > 0) y--; __VERIFIER_assert(y == 0);")
    samples = sampled(task)
    assert all(len(one) > 50 for one in samples.values())


def test_a_test_after_a_continue_ends_the_loop(model: Make) -> None:
    code = "int x = 0; do { x++; if (x == n) continue; n = 0; } while (x < 9); __VERIFIER_assert(x == 9);"
    task = subject(model, code)
    heads = list[int]()
    note = lambda state, loop, entry, iteration: heads.append(state.scalars["x"])  # noqa: E731
    assert not Interpreter(task, Random(0), {}, (), note, 6_000).run()
    assert heads == list(range(9))


def test_brief_run_finds_the_same_relations_in_fewer_steps(model: Make) -> None:
    """It ends behind the first states of the last of its loops, and not at those of the first one."""
    code = "int x = 0, y = 0; while (x < 900) x++; while (y < 900) y++; __VERIFIER_assert(x + y > 0);"
    task, told, steps = subject(model, code), [], []
    for brief in (False, True):
        seen: list[tuple[object, int]] = []
        note = lambda state, loop, entry, iteration, seen=seen: seen.append((loop, iteration))  # noqa: E731
        run = Interpreter(task, Random(0), {}, (), note, 6_000, brief=brief)
        assert not run.run()
        told.append(seen)
        steps.append(run.steps)
    assert told[0] == told[1] and len(told[0]) == 2 * EACH
    assert steps[1] < steps[0] and steps[1] > 900


def test_runs_are_the_same_every_time(model: Make) -> None:
    code = "int x = 0; while (x < n) x += __VERIFIER_nondet_int() % 3; __VERIFIER_assert(x >= 0 || n > 0);"
    task = subject(model, code)
    assert sampled(task) == sampled(task)


def test_inputs_that_an_assumption_rules_out_are_drawn_again(model: Make) -> None:
    """Otherwise hardly any run would reach the second loop."""
    code = """int a[30], b = 0, c; for (int i = 0; i < 30; i++) {
        a[i] = __VERIFIER_nondet_int(); c = a[i] - 1; __VERIFIER_assume(c >= -1 && c <= 1); }
        while (b < 30 && a[b] < 7) b++; __VERIFIER_assert(b >= 0);"""
    first, second = sampled(subject(model, code)).values()
    assert max(sample.iteration for sample in first) > 20
    assert len(second) > 100


def test_only_inputs_are_drawn_again(model: Make) -> None:
    """A sum that has been added to is not added to once more."""
    code = """int x = 0, v; for (int i = 0; i < 8; i++) { v = __VERIFIER_nondet_int(); x = x + 1;
        __VERIFIER_assume(v < 2); }
        __VERIFIER_assert(x >= 0);"""
    (states,) = sampled(subject(model, code)).values()
    assert all(sample.now["x"] == sample.iteration - 1 for sample in states)


def test_violation_is_seen(model: Make) -> None:
    task = subject(model, "int x = 0; while (x < n) x += 2; __VERIFIER_assert(x != 4);")
    with pytest.raises(ViolatedError):
        sampled(task)


def test_violation_only_at_small_sizes_does_not_count(model: Make) -> None:
    task = subject(model, "int x = 0; while (x < 100000) x++; __VERIFIER_assert(x == 100000 && x > 20000);")
    assert sampled(task)


# ----------------------------------------------------------------------------------------------------------- relations


def test_run_through_an_endless_loop_without_a_body_ends(program: Callable[[str], Program]) -> None:
    endless = program(LOOP.format(code="while (n) { } __VERIFIER_assert(n == 0);"))
    (loop,) = (stmt for stmt in statements(endless.body) if isinstance(stmt, Loop))
    assert sampled_candidates(endless).keys() <= {loop.id}
