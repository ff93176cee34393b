"""Test that each assertion of a program gets a loop model of its own."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.loop_model import LoopFacts, Quantifier
from veriabs.core.program import Program
from veriabs.loops.build import all_segments, each_model, model_of, models

Make = Callable[[str], Program]

TEXT = """int a[9]; int c; int main(void) { c = __VERIFIER_nondet_int();
for (int i = 0; i < 9; i++) a[i] = c;
for (int i = 0; i < 9; i++) __VERIFIER_assert(a[i] == c);
if (c) { for (int i = 0; i < 9; i++) a[i] = 3; }
__VERIFIER_assert(a[c] == 3); return 0; }"""


def test_one_task_an_assertion(program: Make) -> None:
    found = models(program(TEXT))
    assert [task.goal.quantifier for task in found] == [Quantifier.FORALL, Quantifier.SINGLE]
    assert [task.assertion.where.line for task in found] == [4, 6]


def test_known_goals_have_no_task(program: Make) -> None:
    made = program(TEXT)
    first, second = models(made)
    assert list(each_model(made, {first.assertion.number})) == [second]


def test_property_loop_is_not_among_the_segments(program: Make) -> None:
    first, second = models(program(TEXT))
    assert [facts.loop.where.line for facts in first.loops] == [3]
    assert [facts.loop.where.line for facts in second.loops] == [3, 5]


def test_segments_alternate_and_loops_are_numbered(program: Make) -> None:
    for task in models(program(TEXT)):
        assert [isinstance(s, LoopFacts) for s in task.segments] == [p % 2 == 1 for p in range(len(task.segments))]
        assert [facts.number for facts in task.loops] == [*range(1, len(task.loops) + 1)]


def test_guards_are_among_the_scalars(program: Make) -> None:
    task = models(program(TEXT))[1]
    assert {"guard_1", "c"} <= task.scalars.keys()


def test_model_of_one_assertion(program: Make) -> None:
    built = program(TEXT)
    number = models(built)[1].assertion.number
    assert model_of(built, number) == models(built)[1]


def test_whole_has_every_loop(program: Make) -> None:
    lines = [segment.loop.where.line for segment in all_segments(program(TEXT)) if isinstance(segment, LoopFacts)]
    assert lines in ([3, 5], [3, 4, 5])
