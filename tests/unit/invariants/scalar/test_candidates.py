"""The scalar candidates for loops, and their number."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.expressions import Binary, Const, Element, Var
from veriabs.core.loop_model import LoopModel
from veriabs.core.queries import Query
from veriabs.core.statements import LoopId
from veriabs.core.templates import render_c
from veriabs.core.types import INT
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.scalar.candidates import MOST_CANDIDATES, MOST_JOINED, limited, loop_candidates, merge_pools
from veriabs.invariants.scalar.cut import cut_program
from veriabs.invariants.scalar.subject import AssertionTask, subject_of

Make = Callable[[str], LoopModel]


LOCKSTEP = "int main(void) { int n = __VERIFIER_nondet_int(), x = 0; while (x < n) x++; __VERIFIER_assert(x >= 0); }"


NOT_NEGATIVE = Binary(">=", Var("x", INT), Const(0, INT))


FIRST, SECOND = LoopId(1), LoopId(2)


def cut(subject: AssertionTask, candidates: Invariants, k: int = 1) -> Query:
    harness = cut_program(subject, candidates, k)
    assert harness is not None
    return harness


def text(subject: AssertionTask, candidates: Invariants, k: int = 1) -> str:
    harness = cut(subject, candidates, k)
    return render_c(harness.template, harness.context)


def test_suggestions_are_closed_forms_trip_counts_and_the_assertion(model: Make) -> None:
    made = text(subject := subject_of(model(LOCKSTEP)), loop_candidates(subject))
    assert "kept_1_0(x == (int)(entry_x + (int)(1ULL - 1)));" in made
    assert "x < n || x >= 0" in made


def test_a_candidate_reads_no_array() -> None:
    assert limited([Binary("==", Element("a", (Const(0, INT),), INT), Var("x", INT)), NOT_NEGATIVE]) == (NOT_NEGATIVE,)


def test_pools_are_joined_without_doubles() -> None:
    other = Binary("<=", Var("x", INT), Const(9, INT))
    pools = ({FIRST: (NOT_NEGATIVE,)}, {FIRST: (other, NOT_NEGATIVE), SECOND: (other,)})
    assert merge_pools(*pools) == {FIRST: (NOT_NEGATIVE, other), SECOND: (other,)}
    many = tuple(Binary("<=", Var("x", INT), Const(n, INT)) for n in range(200))
    assert len(limited(many)) == MOST_CANDIDATES
    assert len(merge_pools({FIRST: many})[FIRST]) == MOST_JOINED
