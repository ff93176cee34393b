"""The search for shrink factors: results for loops, independently of their residual programs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Program
from veriabs.core.results import Shrinkable
from veriabs.solvers.driver import Cbmc
from veriabs.strategies.shrinking.search import factor, only_stores_inputs
from veriabs.verify.engine import shrink
from veriabs.verify.options import Options

HEAD = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n#define N 100\nint a[N], b[N], m;\n"


def text_of(loop: str) -> str:
    last = "  for (int i = 0; i < N; i++) if (b[i] > m) reach_error();\n"
    return f"{HEAD}int main(void) {{ int i, x;\n{loop}\n  m = a[0];\n{last}  return 0; }}\n"


@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        ("  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();", True),
        ("  for (i = 0; i < N; i++) { x = __VERIFIER_nondet_int(); a[i] = x; }", True),
        ("  for (i = 0; i < N; i++) { x = __VERIFIER_nondet_int(); if (x < 0) x = 0; a[i] = x; }", False),
        ("  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int() % 10;", False),
        ("  for (i = 0; i < N; i++) a[i] = i;", False),
        ("  for (i = 0; i < N; i++) { a[i] = __VERIFIER_nondet_int(); if (a[i] == 7) break; }", False),
    ],
)
def test_loops_that_only_read_inputs_are_distinguished(
    loop: str, expected: bool, model: Callable[[str], LoopModel]
) -> None:
    found = model(text_of(loop))
    first = found.loops[0]
    assert only_stores_inputs(first) is expected
    told = factor(found, (), None)
    assert told.inputs == ((first.loop.where.line,) if expected else ())
    assert told.front == (() if expected else (first.loop.where.line,))
    assert told.k is None


@pytest.mark.cbmc
def test_a_loop_that_is_not_shrinkable_comes_with_its_iterations(
    program: Callable[[str], Program], cbmc: Cbmc
) -> None:
    """Two kinds of cells take two iterations: one iteration stands for none of the two together."""
    made = program(
        "int main(void) { int a[100], low = 0, high = 0;"
        " for (int i = 0; i < 100; i++) { if (a[i] < 0) low = 1; if (a[i] > 0) high = 1; }"
        " __VERIFIER_assert(!(low && high)); return 0; }"
    )
    report = shrink(made.task, made, cbmc, Options(timeout=60, max_k=1, strategies=("shrinking",)))
    (tried,) = report.loops[0].tried
    assert (tried.k, tried.outcome) == (1, Shrinkable.NO)
    first, second = tried.iterations
    assert 1 <= first < second <= 101
    assert report.loops[0].reason is not None
    assert f"iterations {first}, {second} are needed" in report.loops[0].reason.text
