"""The search for shrink factors: what is told of loops, whatever their residual programs say."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.loop_model import LoopModel
from veriabs.strategies.shrinking.search import draws_only, factor

HEAD = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n#define N 100\nint a[N], b[N], m;\n"


def program(loop: str) -> str:
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
def test_loops_that_only_draw_inputs_are_told_from_others(
    loop: str, expected: bool, model: Callable[[str], LoopModel]
) -> None:
    found = model(program(loop))
    first = found.loops[0]
    assert draws_only(first) is expected
    told = factor(found, (), None)
    assert told.inputs == ((first.loop.where.line,) if expected else ())
    assert told.front == (() if expected else (first.loop.where.line,))
    assert told.k is None
