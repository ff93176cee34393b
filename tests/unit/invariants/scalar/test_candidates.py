"""What is suggested for loops, and how much of it."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.expressions import Binary, Const, Element, Var
from veriabs.core.loop_model import LoopModel
from veriabs.core.queries import Query
from veriabs.core.templates import render_c
from veriabs.core.types import INT
from veriabs.invariants.scalar.candidates import MOST_CANDIDATES, MOST_JOINED, joined, limited, of_program, suggested
from veriabs.invariants.scalar.cut import Candidates, cut_program
from veriabs.invariants.scalar.subject import Subject, subject_of

Make = Callable[[str], LoopModel]
LOCKSTEP = "int main(void) { int n = __VERIFIER_nondet_int(), x = 0; while (x < n) x++; __VERIFIER_assert(x >= 0); }"
NOT_NEGATIVE = Binary(">=", Var("x", INT), Const(0, INT))


def cut(subject: Subject, candidates: Candidates, k: int = 1) -> Query:
    harness = cut_program(subject, candidates, k)
    assert harness is not None
    return harness


def text(subject: Subject, candidates: Candidates, k: int = 1) -> str:
    harness = cut(subject, candidates, k)
    return render_c(harness.template, harness.context)


def test_suggestions_are_closed_forms_trip_counts_and_the_assertion(model: Make) -> None:
    made = text(subject := subject_of(model(LOCKSTEP)), suggested(subject))
    assert "kept_1_0(x == (int)(entry_x + (int)((1) - 1)));" in made
    assert "(x < n) || (x >= 0)" in made


def test_a_candidate_reads_no_array() -> None:
    assert limited([Binary("==", Element("a", (Const(0, INT),), INT), Var("x", INT)), NOT_NEGATIVE]) == (NOT_NEGATIVE,)


def test_pools_are_joined_without_doubles() -> None:
    other = Binary("<=", Var("x", INT), Const(9, INT))
    pools = ({0: (NOT_NEGATIVE,)}, {0: (other, NOT_NEGATIVE), 1: (other,)})
    assert joined(*pools) == {0: (NOT_NEGATIVE, other), 1: (other,)}
    many = tuple(Binary("<=", Var("x", INT), Const(n, INT)) for n in range(200))
    assert len(limited(many)) == MOST_CANDIDATES
    assert len(joined({0: many})[0]) == MOST_JOINED


def test_loop_that_stands_twice_is_two(model: Make) -> None:
    code = """int count(int n) { int x = 0; while (x < n) x++; return x; }
    int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assert(count(n) == count(n)); }"""
    subject = subject_of(model(code))
    assert len(subject.loops) == 2
    found = of_program(subject, {0: (NOT_NEGATIVE,), 1: (NOT_NEGATIVE,)})
    assert found == {loop.id: (NOT_NEGATIVE,) for loop in subject.loops} and len(found) == 2
