"""The program with every loop cut: its assertions and assumptions, and their order."""

from __future__ import annotations

import re
from collections.abc import Callable

from veriabs.core.expressions import Binary, Const, Var
from veriabs.core.loop_model import LoopModel
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.runs import Approximation, CheckResult, Outcome, Run
from veriabs.core.statements import CheckId, CheckKind, LoopId
from veriabs.core.templates import render_c
from veriabs.core.types import INT
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.candidates import survivors
from veriabs.invariants.scalar.cut import cut_program, holds_text
from veriabs.invariants.scalar.subject import AssertionTask, subject_of
from veriabs.strategies.induction import likely

Make = Callable[[str], LoopModel]

LOCKSTEP = "int main(void) { int n = __VERIFIER_nondet_int(), x = 0; while (x < n) x++; __VERIFIER_assert(x >= 0); }"
NESTED = """int a[10];
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0;
  for (int i = 0; i < n; i++) {
    if (i == 7) break;
    for (int j = 0; j < i; j++) { if (a[j % 10]) continue; x++; }
    __VERIFIER_assert(x >= 0);
  }
}"""
NOT_NEGATIVE = Binary(">=", Var("x", INT), Const(0, INT))


FIRST, SECOND = LoopId(1), LoopId(2)


def cut(subject: AssertionTask, candidates: Invariants, k: int = 1) -> Query:
    harness = cut_program(subject, candidates, k)
    assert harness is not None
    return harness


def text(subject: AssertionTask, candidates: Invariants, k: int = 1) -> str:
    harness = cut(subject, candidates, k)
    return render_c(harness.template, harness.context)


def test_every_assumption_is_a_check(model: Make) -> None:
    subject = subject_of(model(NESTED))
    pool: Invariants = {FIRST: (NOT_NEGATIVE,), SECOND: (NOT_NEGATIVE,)}
    harness = cut(subject, pool)
    about = {CheckId(CheckKind.STEP, loop) for loop in (FIRST, SECOND)}
    assert harness.asked[0] == holds_text(subject) and {harness.ids[text] for text in harness.asked[1:]} == about
    assert harness.claim is Approximation.OVER


def test_candidate_is_asserted_at_the_entry_and_after_the_iteration(model: Make) -> None:
    lines = text(subject_of(model(LOCKSTEP)), {FIRST: (NOT_NEGATIVE,)}).splitlines()
    first, second = [n for n, line in enumerate(lines) if "kept_1_0(x >= 0)" in line]
    assumed = next(n for n, line in enumerate(lines) if "__CPROVER_assume(x >= 0)" in line)
    havoc = max(n for n, line in enumerate(lines[: assumed + 1]) if "x = nondet_int();" in line)
    assert first < havoc < assumed < second


def test_k_iterations_in_front_are_checked_and_those_of_the_step_are_not(model: Make) -> None:
    made = text(subject_of(model(NESTED)), {FIRST: (NOT_NEGATIVE,)}, k=3)
    assert made.count("at_assertion(x >= 0);") == 3
    assert made.count("goto leave_1;") == 6
    front, step = made.split("/* an arbitrary iteration */", 1)[0], made.rsplit("leave_1:;", 1)[0]
    assert "at_assertion" not in front.split("int main")[1].split("/* iteration 1 */")[0]
    assert step.rstrip().removesuffix("}").rstrip().endswith("__CPROVER_assume(0);")


def test_snapshots_are_those_that_the_candidates_read(model: Make) -> None:
    grows = Binary(">=", Var("x", INT), Var("entry_x", INT))
    assert "const int entry_x = x;" in text(subject_of(model(LOCKSTEP)), {FIRST: (grows,)})
    assert "entry_x" not in text(subject_of(model(LOCKSTEP)), {FIRST: (NOT_NEGATIVE,)})


def test_array_that_a_loop_writes_is_arbitrary_after_it(model: Make) -> None:
    code = "int a[9]; int main(void) { int i; for (i = 0; i < 9; i++) a[i] = i; __VERIFIER_assert(a[3] == 3); }"
    assert "__CPROVER_havoc_object(a);" in text(subject_of(model(code)), {})
    assert cut(subject_of(model(code)), {}).arrays


def test_other_assertions_are_left_out(model: Make) -> None:
    code = LOCKSTEP.replace("__VERIFIER_assert(x >= 0);", "__VERIFIER_assert(x != 5); __VERIFIER_assert(x >= 0);")
    assert "x != 5" not in text(subject_of(model(code)), {})


def test_program_without_accesses_needs_no_access_proof(model: Make) -> None:
    assert cut(subject_of(model(LOCKSTEP)), {}).accesses
    assert not cut(subject_of(model(NESTED)), {}).accesses
    irrelevant = LOCKSTEP.replace("x++;", "{ x++; a[x] = 1; }").replace("int main", "int a[9]; int main")
    assert not cut(subject_of(model(irrelevant)), {}).accesses


def test_likely_where_no_array_matters(model: Make) -> None:
    assert likely(model(LOCKSTEP))
    assert not likely(model(NESTED))
    assert not likely(model("int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assert(x == x); }"))


def test_too_long_programs_are_not_made(model: Make) -> None:
    depth = "".join(f"for (int i{n} = 0; i{n} < n; i{n}++) " for n in range(7))
    code = f"int main(void) {{ int n = __VERIFIER_nondet_int(), x = 0; {depth} x++; __VERIFIER_assert(x >= 0); }}"
    assert cut_program(subject_of(model(code)), {}, 3) is None


# ---------------------------------------------------------------------------------------------------------- candidates


def test_refuted_candidates_are_dropped(model: Make) -> None:
    subject = subject_of(model(LOCKSTEP))
    other = Binary("<=", Var("x", INT), Const(9, INT))
    pool: Invariants = {FIRST: (NOT_NEGATIVE, other)}
    harness = cut(subject, pool)
    names = [text for text, about in harness.ids.items() if about.kind is CheckKind.STEP]
    run = Run("", Outcome.FAILURE, (CheckResult("1", names[0], "SUCCESS"), CheckResult("2", names[1], "FAILURE")))
    assert survivors(pool, CheckedQuery(harness, run)) == {FIRST: (NOT_NEGATIVE,)}
    run = Run("", Outcome.FAILURE, (CheckResult("1", names[0], "UNKNOWN"),))
    assert survivors(pool, CheckedQuery(harness, run)) == {}


def test_sizes_of_all_dimensions_are_declared(model: Make) -> None:
    loop = "for (int i = 0; i < n; i++) __VERIFIER_assert(a[i][0][0][0][0] == 0);"
    head = "int n = __VERIFIER_nondet_int(); if (n < 1 || n > 3) return 0; int a[n][n][n][n][n];"
    lines = text(subject_of(model(f"int main(void) {{ {head} {loop} }}")), {})
    sizes = {word for word in re.findall(r"\w+", lines) if word.startswith("a_size")}
    assert sizes and all(re.search(rf"^static int {name};", lines, re.MULTILINE) for name in sizes)
