"""Runs of core programs in Python: values by C's rules, small sizes, and what is seen."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from veriabs.core.ctext import Printer
from veriabs.core.ctree import statements
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Program
from veriabs.core.source import DataModel
from veriabs.core.statements import Assign, Loop
from veriabs.invariants.scalar.relations import related
from veriabs.invariants.scalar.runs import ViolatedError, large_constants, sampled, shrunk
from veriabs.invariants.scalar.search import more_candidates
from veriabs.invariants.scalar.subject import Subject, subject_of
from veriabs.invariants.scalar.values import RunEndedError, State, compile_expr

Make = Callable[[str], LoopModel]

LOOP = "int main(void) {{ int n = __VERIFIER_nondet_int(); {code} return 0; }}"


def subject(model: Make, code: str) -> Subject:
    return subject_of(model(LOOP.format(code=code)))


def seen(model: Make, code: str, loop: int = 0) -> list[str]:
    task = subject(model, code)
    one = task.loops[loop]
    return [Printer().expr(expr) for expr in related(task, one, sampled(task)[one.id])]


# -------------------------------------------------------------------------------------------------------------- values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("(unsigned char)(x + 250)", 1),
        ("-x / 2", -3),
        ("-x % 2", -1),
        ("x << 3", 56),
        ("-x >> 1", -4),
        ("(unsigned)-x > 5u", 1),
        ("-x > 5", 0),
        ("~x & 12", 8),
        ("x ^ 2 | 16", 21),
        ("x == 7 || 1 / 0", 1),
        ("x != 7 && 1 / 0", 0),
        ("x > 3 ? 10 : 20", 10),
        ("!x", 0),
        ("2147483647 + x", -2147483642),
        ("(_Bool)x", 1),
    ],
)
def test_values_by_the_rules_of_c(program: Callable[[str], Program], text: str, value: int) -> None:
    code = f"int x = __VERIFIER_nondet_int(); long long y = {text}; __VERIFIER_assert(y);"
    whole = program(f"int main(void) {{ {code} }}")
    state = State({"x": 7}, {}, {}, lambda cell: 0)
    for stmt in statements(whole.body):
        if isinstance(stmt, Assign):
            state.scalars[stmt.target.name] = compile_expr(stmt.value, DataModel.LP64)(state)  # type: ignore[union-attr]
    assert state.scalars["y"] == value


@pytest.mark.parametrize("text", ["x / (x - 7)", "x % (x - 7)", "1 << (x + 40)", "1 >> -x"])
def test_undefined_operations_end_the_run(program: Callable[[str], Program], text: str) -> None:
    whole = program(f"int main(void) {{ int x = __VERIFIER_nondet_int(); int y = {text}; __VERIFIER_assert(y); }}")
    last = [stmt for stmt in statements(whole.body) if isinstance(stmt, Assign)][-1]
    with pytest.raises(RunEndedError):
        compile_expr(last.value, DataModel.LP64)(State({"x": 7}, {}, {}, lambda cell: 0))


# --------------------------------------------------------------------------------------------------------------- sizes


def test_large_constants_are_found(model: Make) -> None:
    task = subject(model, "int x = 0; while (x < 100000) x += 3; __VERIFIER_assert(x <= 100002);")
    assert large_constants(task) == [100000, 100002]


def test_sizes_keep_their_order_and_relations() -> None:
    for seed in range(20):
        small = shrunk([99999, 100000, 200001, 700000], Random(seed))
        assert small[100000] == small[99999] + 1
        assert small[200001] == 2 * small[99999] + 3
        assert small[700000] > small[99999] > 0


def test_loops_over_large_sizes_come_to_an_end(model: Make) -> None:
    task = subject(model, "int x = 0, y; while (x < 100000) x++; y = x; while (y > 0) y--; __VERIFIER_assert(y == 0);")
    samples = sampled(task)
    assert all(len(one) > 50 for one in samples.values())


def test_runs_are_the_same_every_time(model: Make) -> None:
    code = "int x = 0; while (x < n) x += __VERIFIER_nondet_int() % 3; __VERIFIER_assert(x >= 0 || n > 0);"
    task = subject(model, code)
    assert sampled(task) == sampled(task)


def test_inputs_that_an_assumption_rules_out_are_drawn_again(model: Make) -> None:
    """Without that hardly any run would come to the second loop, and hardly any longer one through the first."""
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


def test_violation_at_small_sizes_only_is_none(model: Make) -> None:
    task = subject(model, "int x = 0; while (x < 100000) x++; __VERIFIER_assert(x == 100000 && x > 20000);")
    assert sampled(task)


# ----------------------------------------------------------------------------------------------------------- relations


def test_lockstep(model: Make) -> None:
    texts = seen(model, "int x = 0, y = 0; while (x < n) { x++; y += 2; } __VERIFIER_assert(y == 2 * x);")
    assert "(long long)y == 2LL * (long long)x" in texts
    assert "(unsigned int)y == 2U * (unsigned int)x" in texts


def test_relation_to_a_large_constant_is_one_to_its_real_value(model: Make) -> None:
    texts = seen(model, "int x = 0, y = 100000; while (x < 100000) { x++; y--; } __VERIFIER_assert(y == 0);")
    assert any("100000LL" in text and " + " in text and "==" in text for text in texts)


def test_bound_only_from_the_second_iteration_on(model: Make) -> None:
    texts = seen(model, "int x = 0; while (x < n) x++; __VERIFIER_assert(x == 0 || x == n);")
    assert "(itno <= 1ULL) || ((long long)x <= (long long)n)" in texts


def test_parity(model: Make) -> None:
    texts = seen(model, "int x = 1; while (x < n) x += 2 * (1 + (n & 1)); __VERIFIER_assert(x % 2 == 1);")
    assert "(unsigned int)x % 2 == 1" in texts


def test_equality_under_a_condition_of_the_loop(model: Make) -> None:
    code = "int x = 0, y = 5; while (x < n) { if (x >= 5) y++; x++; } __VERIFIER_assert(x < 5 || y == x);"
    assert any(text.startswith("!(x >= 5) || (") and "==" in text for text in seen(model, code))


def test_few_values(model: Make) -> None:
    texts = seen(model, "int x = 1, i; for (i = 0; i < n; i++) x = 3 - x; __VERIFIER_assert(x == 1 || x == 2);")
    assert "(x == 1) || (x == 2)" in texts


def test_more_candidates_are_by_loop(program: Callable[[str], Program]) -> None:
    whole = program(LOOP.format(code="int x = 0, y = 0; while (x < n) { x++; y += 3; } __VERIFIER_assert(y >= x);"))
    ((loop, exprs),) = more_candidates(whole).items()
    assert [loop] == [stmt.id for stmt in statements(whole.body) if isinstance(stmt, Loop)]
    assert "(long long)y == 3LL * (long long)x" in [Printer().expr(expr) for expr in exprs]
