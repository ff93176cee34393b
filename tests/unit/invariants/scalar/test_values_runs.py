"""Values of expressions in runs, by the rules of C."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.ctree import statements
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Program
from veriabs.core.source import DataModel
from veriabs.core.statements import Assign
from veriabs.invariants.scalar.subject import AssertionTask, subject_of
from veriabs.invariants.scalar.values import RunEndedError, SampleState, compile_expr

Make = Callable[[str], LoopModel]
LOOP = "int main(void) {{ int n = __VERIFIER_nondet_int(); {code} return 0; }}"


def subject(model: Make, code: str) -> AssertionTask:
    return subject_of(model(LOOP.format(code=code)))


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
    state = SampleState({"x": 7}, {}, {}, lambda cell, at: 0)
    for stmt in statements(whole.body):
        if isinstance(stmt, Assign):
            state.scalars[stmt.target.name] = compile_expr(stmt.value, DataModel.LP64)(state)  # type: ignore[union-attr]
    assert state.scalars["y"] == value


@pytest.mark.parametrize("text", ["x / (x - 7)", "x % (x - 7)", "1 << (x + 40)", "1 >> -x"])
def test_undefined_operations_end_the_run(program: Callable[[str], Program], text: str) -> None:
    whole = program(f"int main(void) {{ int x = __VERIFIER_nondet_int(); int y = {text}; __VERIFIER_assert(y); }}")
    last = [stmt for stmt in statements(whole.body) if isinstance(stmt, Assign)][-1]
    with pytest.raises(RunEndedError):
        compile_expr(last.value, DataModel.LP64)(SampleState({"x": 7}, {}, {}, lambda cell, at: 0))
