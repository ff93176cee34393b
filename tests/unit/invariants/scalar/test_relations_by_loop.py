"""Candidates of every source, by loop."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.ctext import Printer
from veriabs.core.ctree import statements
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Program
from veriabs.core.statements import Loop
from veriabs.invariants.scalar.relations import sampled_candidates
from veriabs.invariants.scalar.subject import AssertionTask, subject_of

Make = Callable[[str], LoopModel]
LOOP = "int main(void) {{ int n = __VERIFIER_nondet_int(); {code} return 0; }}"


def subject(model: Make, code: str) -> AssertionTask:
    return subject_of(model(LOOP.format(code=code)))


def test_more_candidates_are_by_loop(program: Callable[[str], Program]) -> None:
    whole = program(LOOP.format(code="int x = 0, y = 0; while (x < n) { x++; y += 3; } __VERIFIER_assert(y >= x);"))
    ((loop, exprs),) = sampled_candidates(whole).items()
    assert [loop] == [stmt.id for stmt in statements(whole.body) if isinstance(stmt, Loop)]
    assert "(long long)y == 3LL * (long long)x" in [Printer().expr(expr) for expr in exprs]
