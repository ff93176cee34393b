"""Test candidates from closed forms: values of scalars and cells in nested loops, as C expressions."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.annotate.closed_form_candidates import closed_candidates
from veriabs.annotate.formulas import Formula
from veriabs.annotate.joint_proof import Solvers
from veriabs.annotate.loop_solutions import solved_loops
from veriabs.annotate.notations import NOTATIONS
from veriabs.annotate.spelling import Speller
from veriabs.annotate.warm_solver import ready
from veriabs.core.ctext import Printer
from veriabs.core.ctree import disjunction, integer, statements
from veriabs.core.deadline import Deadline
from veriabs.core.expressions import Binary
from veriabs.core.loop_model import CELL
from veriabs.core.program import Program
from veriabs.core.runs import Overflow
from veriabs.core.statements import Loop
from veriabs.frontend.scopes import scopes_in
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import open_session
from veriabs.verify.options import Options

Make = Callable[[str], Program]

PYRAMID = """
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000) return 0;
  long long s = 0, m = n;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      s += j;
  __VERIFIER_assert(6 * s == (m - 1) * m * (m + 1));
}
"""


def candidate_texts(program: Program) -> list[list[str]]:
    """The candidates as text, by the loops in their order in the text."""
    found = closed_candidates(program, solved_loops(program, Overflow.UNDEFINED))
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)]
    ordered = sorted(loops, key=lambda loop: (loop.where.line, loop.where.column))
    return [[Printer().expr(fact) for fact in found.get(loop.id, ())] for loop in ordered]


def test_sums_of_a_nest_are_stated_at_both_loops(program: Make) -> None:
    outer, inner = candidate_texts(program(PYRAMID))
    cubes = "6LL * (long long)s_2 == (long long)i * (long long)i * (long long)i - (long long)i"
    assert cubes in outer and cubes in inner
    assert not any("entry_s_2" in fact for fact in outer)
    assert any("entry_s_2" in fact and "(long long)j * (long long)j" in fact for fact in inner)


def test_cell_facts_cover_the_written_range(program: Make) -> None:
    text = "int a[99]; int main(void) { for (int i = 0; i < 99; i++) a[i] = 2 * i + 1; __VERIFIER_assert(a[3] == 7); }"
    ((written, *others),) = candidate_texts(program(text))
    assert written == "!(0LL <= cell && cell < (long long)i) || (long long)a[cell] == 2LL * cell + 1LL"
    assert all("(long long)i <= cell" in fact and fact.endswith("== 0LL") for fact in others)


def test_differences_of_neighbours_leave_the_ends(program: Make) -> None:
    text = """int a[99]; int main(void) { long long s = 0; for (int i = 0; i < 99; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 98; i++) s += (long long)a[i + 1] - a[i]; __VERIFIER_assert(s == (long long)a[98] - a[0]); }"""
    _, summed = candidate_texts(program(text))
    assert summed[0] == "(long long)s_2 == (long long)a[(long long)i_2] - (long long)a[0LL]"


@pytest.mark.parametrize("step", ["sum += a[i]", "sum = a[i] > sum ? a[i] : sum", "sum *= 3"])
def test_sums_of_cells_extremes_and_powers_have_no_candidates(program: Make, step: str) -> None:
    text = f"""int a[9000]; int main(void) {{ int sum = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    if (n < 0 || n > 9000) return 0; for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {step}; __VERIFIER_assert(sum >= 0); }}"""
    assert not any("sum" in fact for facts in candidate_texts(program(text)) for fact in facts)


def test_decreasing_values_are_written_by_the_counter(program: Make) -> None:
    text = "int main(void) { int sum = 0; for (int i = 50; i > 0; i--) sum += 3; __VERIFIER_assert(sum == 150); }"
    assert candidate_texts(program(text)) == [["(long long)sum == 3LL * (50LL - (long long)i)"]]


def test_disjunctions_in_premises_are_parenthesised(program: Make) -> None:
    made = program("int main(void) { for (int i = 0; i < 9; i++) ; __VERIFIER_assert(1); }")
    (scope,) = scopes_in(made).values()
    ends = disjunction(Binary("==", CELL, integer(at)) for at in (0, 8))
    fact = Formula(Binary("<", CELL, integer(9)), (ends, Binary("<=", integer(0), CELL)), (CELL,))
    text = NOTATIONS["acsl"].spell(fact, Speller(made, scope, None))
    assert text == "\\forall integer k; (k == 0 || k == 8) && 0 <= k ==> k < 9"


@pytest.mark.cbmc
@pytest.mark.long
@pytest.mark.parametrize(("claim", "holds"), [("6 * s == (m - 1) * m * (m + 1)", True), ("6 * s == m * m * m", False)])
def test_nested_loops_are_proved_and_wrong_claims_are_not(
    program: Make, cbmc: Cbmc, claim: str, *, holds: bool
) -> None:
    read = program(PYRAMID.replace("6 * s == (m - 1) * m * (m + 1)", claim))
    with open_session(read.task, cbmc, Options(jobs=1), Deadline(40.0)) as session, ready() as solver:
        assert (Solvers(solver=solver).joint_proof(session, read, {}) is not None) is holds


TWICE_AS_LOUD = """int a[99]; int main(void) { for (int i = 0; i < 99; i++) a[i] = __VERIFIER_nondet_short();
    for (int i = 0; i < 99; i++) a[i] = 2 * a[i]; __VERIFIER_assert(a[3] % 2 == 0); }"""


def test_in_place_updates_refer_to_the_old_value(program: Make) -> None:
    read = program(TWICE_AS_LOUD)
    found = closed_candidates(read, solved_loops(read, Overflow.UNDEFINED), before=True)
    told = [Printer().expr(fact) for facts in found.values() for fact in facts]
    assert any("cell < (long long)i_2)" in one and one.endswith("== 2LL * (long long)entry$a[cell]") for one in told)
    assert any("(long long)i_2 <= cell" in one and one.endswith("== (long long)entry$a[cell]") for one in told)
    assert not any("entry$a" in one for facts in candidate_texts(read) for one in facts)


def test_old_values_kept_in_another_array_are_read_there(program: Make) -> None:
    kept = TWICE_AS_LOUD.replace("int a[99];", "int a[99], old[99];").replace("a[i] = __", "a[i] = old[i] = __")
    read = program(kept)
    found = closed_candidates(read, solved_loops(read, Overflow.UNDEFINED), before=True)
    told = [Printer().expr(fact) for facts in found.values() for fact in facts]
    assert any("cell < (long long)i_2)" in one and one.endswith("== 2LL * (long long)old[cell]") for one in told)


@pytest.mark.cbmc
@pytest.mark.long
@pytest.mark.parametrize(("claim", "holds"), [("% 2 == 0", True), ("% 4 == 0", False)])
def test_old_cell_values_prove_only_true_claims(program: Make, cbmc: Cbmc, claim: str, *, holds: bool) -> None:
    read = program(TWICE_AS_LOUD.replace("% 2 == 0", claim))
    with open_session(read.task, cbmc, Options(jobs=1), Deadline(20.0)) as session, ready() as solver:
        assert (Solvers(solver=solver, defines=True).joint_proof(session, read, {}) is not None) is holds


ROWS = """
int g[100][8];
int main(void) {
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 8; j++)
      g[i][j] = i + 2 * j;
  __VERIFIER_assert(g[5][3] == 11);
}
"""


def test_the_row_that_is_being_written_needs_no_quantifier(program: Make) -> None:
    outer, inner = candidate_texts(program(ROWS))
    rows = "0LL <= cell && 0LL <= other && other < 8LL && cell < (long long)i"
    before = f"!({rows}) || (long long)g[cell][other] == 2LL * other + cell"
    assert before in outer and before in inner
    now = "(long long)g[(long long)i][cell] == 2LL * cell + (long long)i"
    assert any(fact.startswith("!(0LL <= cell && cell < (long long)j) || ") and now in fact for fact in inner)


def test_facts_beyond_the_size_of_an_array_are_not_made(program: Make) -> None:
    for facts in candidate_texts(program(ROWS)):
        assert facts and not any("8LL <= other" in fact and "other < 8LL" in fact for fact in facts)


MADE = """
extern short __VERIFIER_nondet_short(void);
int a[99], b[99];
int main(void) {
  for (int i = 0; i < 99; i++) a[i] = __VERIFIER_nondet_short() HOW;
  for (int i = 0; i < 99; i++) b[i] = a[i] + 1;
  __VERIFIER_assert(b[3] < 50000);
}
"""


@pytest.mark.parametrize(("how", "kept"), [("", True), ("/ 16", False), ("+ 3", False)])
def test_a_cell_is_an_input_only_if_it_holds_that(program: Make, how: str, *, kept: bool) -> None:
    first, second = candidate_texts(program(MADE.replace("HOW", how)))
    assert any("a[cell] < 32768LL" in fact for fact in first) == kept
    assert any(fact.endswith("(long long)b[cell] == (long long)a[cell] + 1LL") for fact in second)
    assert not any("/" in fact for fact in second)


FROM_ANYWHERE = """
int a[900];
int main(void) {
  int i = 0;
  for (; i < 900 && __VERIFIER_nondet_int(); i++) a[i] = 5;
  long long s = 0;
  for (; i < 900; i++) { a[i] = 0; s += i; }
  __VERIFIER_assert(a[899] == 0 || a[899] == 5);
}
"""


def test_counter_with_unknown_start_bounds_the_cells(program: Make) -> None:
    """After a loop with two exits only common facts hold: its counter need not be at the end."""
    _, behind = candidate_texts(program(FROM_ANYWHERE))
    assert "!(0LL <= cell && (long long)entry_i <= cell && cell < (long long)i) || (long long)a[cell] == 0LL" in behind
    assert not any("899" in fact or "entry_i + " in fact for fact in behind if "a[cell]" in fact)
