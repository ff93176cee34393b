"""Test that invariants found for a task are mapped to the loops of the whole program."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.copying import replace
from veriabs.core.ctree import transform
from veriabs.core.expressions import Binary, Const, Var
from veriabs.core.loop_model import LoopModel
from veriabs.core.queries import Query
from veriabs.core.statements import NO_LOOP, Loop, LoopId, Stmt
from veriabs.core.types import INT
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.scalar.cut import cut_program
from veriabs.invariants.scalar.relations import program_candidates
from veriabs.invariants.scalar.subject import AssertionTask, subject_of, subject_of_body

Make = Callable[[str], LoopModel]


LOCKSTEP = "int main(void) { int n = __VERIFIER_nondet_int(), x = 0; while (x < n) x++; __VERIFIER_assert(x >= 0); }"


NOT_NEGATIVE = Binary(">=", Var("x", INT), Const(0, INT))


FIRST, SECOND = LoopId(1), LoopId(2)


def cut(subject: AssertionTask, candidates: Invariants, k: int = 1) -> Query:
    harness = cut_program(subject, candidates, k)
    assert harness is not None
    return harness


def test_duplicated_loop_counts_as_two(model: Make) -> None:
    code = """int count(int n) { int x = 0; while (x < n) x++; return x; }
    int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assert(count(n) == count(n)); }"""
    subject = subject_of(model(code))
    assert len(subject.loops) == 2
    found = program_candidates(subject.program, {FIRST: (NOT_NEGATIVE,), SECOND: (NOT_NEGATIVE,)})
    assert found == {loop.id: (NOT_NEGATIVE,) for loop in subject.loops} and len(found) == 2


def test_invariants_of_a_copied_loop_are_not_transferred(model: Make) -> None:
    program = model(LOCKSTEP).program
    copied = replace(program, body=transform(program.body, _copy))
    (loop,) = subject_of_body(copied, 0).loops
    assert loop.id != NO_LOOP, "a subject tells its loops apart"
    assert program_candidates(copied, {loop.id: (NOT_NEGATIVE,)}) == {}


def _copy(stmt: Stmt) -> tuple[Stmt, ...]:
    return (replace(stmt, id=NO_LOOP) if isinstance(stmt, Loop) else stmt,)
