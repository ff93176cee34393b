"""Facts that the solvers of certificates show at once: few, enough for all assertions, and none of a wrong one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.annotate.joint_proof import Solvers, _SolverQuery
from veriabs.annotate.proof import HASTY, certificate_of
from veriabs.annotate.warm_solver import ready
from veriabs.core.ctree import conjunction, integer, names, negate, statements
from veriabs.core.deadline import Deadline
from veriabs.core.expressions import Binary, Cast, Element, Var
from veriabs.core.loop_model import CELL
from veriabs.core.program import Program
from veriabs.core.runs import Overflow
from veriabs.core.statements import Loop, LoopId
from veriabs.core.types import INT, LLONG
from veriabs.invariants.bounds import Invariants
from veriabs.proofcheck.check import check
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import open_session
from veriabs.verify.options import Options

Make = Callable[[str], Program]

REVERSED = """
int a[1000], old[1000];
int main(void) {
  int i, j;
  for (i = 0; i < 1000; i++) { a[i] = __VERIFIER_nondet_int(); old[i] = a[i]; }
  for (i = 0, j = 999; i < j; i++, j--) { int t = a[i]; a[i] = a[j]; a[j] = t; }
  for (i = 0; i < 1000; i++) __VERIFIER_assert(a[i] == old[999 - i]);
}
"""

FILLED = """
int a[1000];
int main(void) {
  for (int i = 0; i < 1000; i++) a[i] = i;
  for (int i = 0; i < 1000; i++) __VERIFIER_assert(a[i] == i);
}
"""

TRANSPOSED = """
int m[1000][3], t[3][1000];
int main(void) {
  int i, j;
  for (j = 0; j < 3; j++)
    for (i = 0; i < 1000; i++)
      t[j][i] = m[i][j];
  for (i = 0; i < 1000; i++) __VERIFIER_assert(t[0][i] == m[i][0] && t[2][i] == m[i][2]);
}
"""

pytestmark = pytest.mark.long


def proved_invariants(program: Program, cbmc: Cbmc, known: Invariants, seconds: float = 60.0) -> Invariants | None:
    with open_session(program.task, cbmc, Options(jobs=1), Deadline(seconds)) as session, ready() as solver:
        found = Solvers(solver=solver).joint_proof(session, program, known)
        return None if found is None else found.invariants


def test_few_facts_are_enough_for_the_checker(program: Make, cbmc: Cbmc) -> None:
    read = program(REVERSED)
    found = proved_invariants(read, cbmc, {})
    assert found is not None
    assert 3 <= sum(map(len, found.values())) <= 8
    assert check(certificate_of(read, found, Overflow.WRAP, {}), read, Overflow.WRAP, Deadline(30)).is_accepted


def test_facts_about_writes_of_a_nest_hold_for_all_rows(program: Make, cbmc: Cbmc) -> None:
    assert proved_invariants(program(TRANSPOSED), cbmc, {}) is not None
    assert (
        proved_invariants(program(TRANSPOSED.replace("t[2][i] == m[i][2]", "t[2][i] == m[i][2] + 1")), cbmc, {}, 10.0)
        is None
    )


def test_wrong_assertion_is_not_proved(program: Make, cbmc: Cbmc) -> None:
    assert proved_invariants(program(REVERSED.replace("old[999 - i]", "old[i]")), cbmc, {}, 10.0) is None


THREE_WAYS = """
int a[1000], b[1000];
int main(void) {
  int less = 0, equal = 0, greater = 0;
  for (int i = 0; i < 1000; i++) {
    a[i] = __VERIFIER_nondet_int();
    b[i] = __VERIFIER_nondet_int();
  }
  for (int i = 0; i < 1000; i++) {
    if (a[i] < b[i]) less++;
    else if (a[i] > b[i]) greater++;
    else equal++;
  }
  __VERIFIER_assert(less + equal + greater == 1000);
}
"""


def test_linear_equalities_of_scalars_are_found_in_runs(program: Make, cbmc: Cbmc) -> None:
    found = proved_invariants(program(THREE_WAYS), cbmc, {})
    assert found is not None
    said = [fact for facts in found.values() for fact in facts if isinstance(fact, Binary)]
    assert any(fact.op == "==" and len(names(fact)) == 4 for fact in said)
    assert all(fact.op == "==" or len(names(fact)) <= 2 for fact in said), "bounds of sums are not needed"
    assert proved_invariants(program(THREE_WAYS.replace("greater++", "greater += 2")), cbmc, {}, 10.0) is None


MASKED = """
unsigned char sent[1000], kept[1000], with[5];
int main(void) {
  for (int i = 0; i < 5; i++) with[i] = __VERIFIER_nondet_uchar();
  for (int i = 0; i < 1000; i++) kept[i] = sent[i] = __VERIFIER_nondet_uchar();
  for (int i = 0; i < 1000; i++) sent[i] ^= with[i % 5];
  for (int i = 0; i < 1000; i++) sent[i] ^= with[i % 5];
  for (int i = 0; i < 1000; i++) __VERIFIER_assert(sent[i] == kept[i]);
}
"""


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        (MASKED, True),
        ("with[i % 4]".join(MASKED.rsplit("with[i % 5]", 1)), False),
        (MASKED.replace("^=", "|="), False),
    ],
)
def test_a_mask_is_taken_off_by_the_same_one_only(program: Make, cbmc: Cbmc, text: str, *, holds: bool) -> None:
    read = program(text)
    with open_session(
        read.task, cbmc, Options(jobs=1), Deadline(60.0 if holds else 10.0)
    ) as session, ready() as solver:
        assert (Solvers(solver=solver, defines=True).joint_proof(session, read, {}) is not None) == holds


def test_claimed_facts_are_not_trusted(program: Make, cbmc: Cbmc) -> None:
    read = program(FILLED)
    (filling, *_), wrong = loop_ids(read), Binary("==", Element("a", (CELL,), INT), integer(3))
    found = proved_invariants(read, cbmc, {filling: (wrong,)})
    assert found is not None
    assert check(certificate_of(read, found, Overflow.WRAP, {}), read, Overflow.WRAP, Deadline(30)).is_accepted
    assert proved_invariants(program(FILLED.replace("== i);", "== 3);")), cbmc, {filling: (wrong,)}, 10.0) is None


def loop_ids(program: Program) -> list[LoopId]:
    return [stmt.id for stmt in statements(program.body) if isinstance(stmt, Loop)]


def among(program: Program) -> tuple[Invariants, Invariants]:
    """Two facts that prove the assertion on filled cells, and a larger set with one false fact."""
    first, second = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    (at,) = (program.scalars[name] for name in sorted(names(first.test)))
    counter, cell = Var(at.name, INT), Element("a", (CELL,), INT)
    below = conjunction((Binary("<=", integer(0, LLONG), CELL), Binary("<", CELL, Cast(LLONG, counter))))
    shows = (Binary("||", negate(below), Binary("==", Cast(LLONG, cell), CELL)), Binary(">=", counter, integer(0)))
    others = (Binary("<=", counter, integer(2000)), Binary("!=", counter, integer(1000)))
    return {first.id: shows}, {first.id: (*shows, *others), second.id: ()}


def test_invariants_are_reduced_to_those_the_assertion_needs(program: Make, cbmc: Cbmc) -> None:
    read = program(FILLED)
    _, more = among(read)
    with open_session(read.task, cbmc, Options(jobs=1), Deadline(30.0)) as session, ready() as solver:
        found = Solvers(solver=solver).fewest(session, read, more)
        assert found is not None
        assert 0 < sum(map(len, found.values())) <= 2
        wrong = program(FILLED.replace("a[i] == i)", "a[i] == i + 1)"))
        assert Solvers(solver=solver).fewest(session, wrong, more) is None


def test_facts_with_an_unproved_one_are_not_accepted(program: Make, cbmc: Cbmc) -> None:
    """Though the assertion does not rest on that one, it would be written."""
    read = program(FILLED)
    some, more = among(read)
    with open_session(read.task, cbmc, Options(jobs=1), Deadline(30.0)) as session, ready() as solver:
        asked = _SolverQuery(session, read, Overflow.WRAP, HASTY, {}, solver)
        assert asked.accepted(some) is not None
        assert asked.accepted(more) is None
