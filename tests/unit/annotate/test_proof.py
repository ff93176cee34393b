"""Certificates from found invariants: the checker accepts them, and a missing certificate has a reason."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.annotate.proof import (
    HASTY,
    CheckedCertificate,
    certificate,
    certificate_of,
    reduce_to_core,
    without_unproved,
)
from veriabs.annotate.warm_solver import WarmSolver, ready
from veriabs.core.copying import replace
from veriabs.core.ctree import statements
from veriabs.core.deadline import Deadline
from veriabs.core.program import Program
from veriabs.core.reasons import Reason
from veriabs.core.runs import Overflow
from veriabs.core.statements import Loop
from veriabs.proofcheck.check import check
from veriabs.proofcheck.conditions import Script
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import open_session
from veriabs.verify.options import Options

Make = Callable[[str], Program]

FILLED = """
int main(void) {
  int a[1000], i = 0;
  do { a[i] = 2 * i; i = i + 1; } while (i < 1000);
  for (i = 0; i < 1000; i++) __VERIFIER_assert(a[i] == 2 * i);
}
"""


def certificate_for(program: Program, cbmc: Cbmc, seconds: float = 60.0) -> CheckedCertificate | Reason:
    options, deadline = Options(timeout=seconds, jobs=1), Deadline(seconds)
    with open_session(program.task, cbmc, options, deadline) as session:
        return certificate(session, program)


@pytest.mark.cbmc
def test_a_do_loop_has_its_certificate(program: Make, cbmc: Cbmc) -> None:
    read = program(FILLED)
    found = certificate_for(read, cbmc)
    assert isinstance(found, CheckedCertificate)
    assert found.outcome.startswith("ACCEPTED")
    assert found.certificate.subject.overflow is Overflow.WRAP
    assert check(found.certificate, read, Overflow.WRAP, Deadline(30)).is_accepted


@pytest.mark.long
@pytest.mark.cbmc
def test_wrong_assertion_has_no_certificate(program: Make, cbmc: Cbmc) -> None:
    found = certificate_for(program(FILLED.replace("== 2 * i", "<= 1997")), cbmc, 8.0)
    assert isinstance(found, Reason)
    assert "assertion" in found.text


@pytest.mark.long
def test_counters_alone_are_no_proof_of_cells(program: Make) -> None:
    read = program(FILLED)
    plain = certificate_of(read, {}, Overflow.WRAP, {})
    assert all("(<= iteration" in " ".join(texts) for texts in plain.invariants.values())
    assert check(plain, read, Overflow.WRAP, Deadline(30)).why


HEAD = "extern int __VERIFIER_nondet_int(void);\n"
SHOWN = {
    "sum of copies": """
int a[1000], b[1000];
int main(void) {
  long long one = 0, two = 0;
  for (int i = 0; i < 1000; i++) { a[i] = __VERIFIER_nondet_int(); one += a[i]; }
  for (int i = 0; i < 1000; i++) b[i] = a[i];
  for (int i = 0; i < 1000; i++) two += b[i];
  __VERIFIER_assert(one == two);
}
""",
    "sum by formula": """
int main(void) {
  int n = __VERIFIER_nondet_int(), a[1000];
  long long s = 0;
  if (n < 0 || n > 1000) return 0;
  for (int i = 0; i < n; i++) a[i] = i;
  for (int i = 0; i < n; i++) s += a[i];
  __VERIFIER_assert(2 * s == (long long)n * (n - 1));
}
""",
    "rows": """
int m[50][3], top[50];
int main(void) {
  int i, j;
  for (i = 0; i < 50; i++) for (j = 0; j < 3; j++) m[i][j] = __VERIFIER_nondet_int();
  for (i = 0; i < 50; i++) {
    top[i] = m[i][0];
    for (j = 1; j < 3; j++) if (m[i][j] > top[i]) top[i] = m[i][j];
  }
  for (i = 0; i < 50; i++) for (j = 0; j < 3; j++) __VERIFIER_assert(m[i][j] <= top[i]);
}
""",
    "stride": """
int main(void) {
  int i, a[1000], b[1000];
  for (i = 0; i < 1000; i = i + 2) { a[i] = __VERIFIER_nondet_int(); if (a[i] == 10) b[i] = 20; }
  for (i = 0; i < 1000; i = i + 2) if (a[i] == 10) __VERIFIER_assert(b[i] == 20);
}
""",
    "flag": """
int a[1000];
int main(void) {
  int key = __VERIFIER_nondet_int(), found = 0;
  for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 1000; i++) found = found || a[i] == key;
  if (!found) for (int i = 0; i < 1000; i++) __VERIFIER_assert(a[i] != key);
}
""",
}


@pytest.mark.long
@pytest.mark.cbmc
@pytest.mark.parametrize("name", [pytest.param(one, marks=pytest.mark.slow if one == "rows" else ()) for one in SHOWN])
def test_found_facts_are_proved(name: str, program: Make, cbmc: Cbmc) -> None:
    read = program(HEAD + SHOWN[name])
    found = certificate_for(read, cbmc)
    assert isinstance(found, CheckedCertificate)
    assert check(found.certificate, read, Overflow.UNDEFINED, Deadline(60)).is_accepted


def test_the_solver_names_the_premises_of_a_proof(program: Make) -> None:
    read = program("""
int main(void) {
  int i = 0, sum = 0, last = 0;
  while (i < 1000) { i++; sum += 2; last = sum + __VERIFIER_nondet_int(); }
  __VERIFIER_assert(sum == 2000 || last == 7);
}
""")
    (loop,) = (stmt for stmt in statements(read.body) if isinstance(stmt, Loop))
    told = ("(<= $i 1000)", "(>= $sum 0)", "(= $sum (* 2 $i))", "(<= 0 iteration)")
    claim = replace(certificate_of(read, {}, Overflow.WRAP, {}), invariants={loop.id: told})
    with ready() as solver:
        found = reduce_to_core(read, claim, solver, 20.0)
    assert found is not None
    assert {"(<= $i 1000)", "(= $sum (* 2 $i))"} <= {*found.invariants[loop.id]} <= {*told} - {"(<= 0 iteration)"}
    assert check(found, read, Overflow.WRAP, Deadline(30)).is_accepted


def test_unproved_goal_has_no_dependencies(program: Make) -> None:
    read = program(FILLED)
    with ready() as solver:
        assert reduce_to_core(read, certificate_of(read, {}, Overflow.WRAP, {}), solver, 20.0) is None


def test_candidates_are_kept_unchecked_if_all_together_prove_no_goal(program: Make) -> None:
    """A wrong candidate stays where goals do not follow from all of them: it was not asked about."""
    read = program("int main(void) { int i = 0, sum = 0; while (i < 9) { i++; sum++; } __VERIFIER_assert(sum == 9); }")
    (loop,) = (stmt for stmt in statements(read.body) if isinstance(stmt, Loop))
    claim = replace(certificate_of(read, {}, Overflow.WRAP, {}), invariants={loop.id: ("(<= $i 9)", "(<= $sum 5)")})
    with ready() as solver:
        kept, missing = without_unproved(read, claim, solver, lambda: 20.0, HASTY)
    assert "assertion" in missing
    assert kept == claim


def test_goals_are_not_proved_from_wrong_candidates(program: Make) -> None:
    read = program("int main(void) { int i = 0; while (i < 9) i++; __VERIFIER_assert(i == 5); }")
    (loop,) = (stmt for stmt in statements(read.body) if isinstance(stmt, Loop))
    claim = replace(certificate_of(read, {}, Overflow.WRAP, {}), invariants={loop.id: ("(= $i 5)",)})
    with ready() as solver:
        kept, missing = without_unproved(read, claim, solver, lambda: 20.0, HASTY)
    assert "assertion" in missing
    assert kept.invariants[loop.id] == ()


class _Late(WarmSolver):
    """A solver that answers the first question only."""

    def answers(self, script: Script, milliseconds: int, word: str, seconds: float) -> list[str]:
        asked, self.name = self.name, "late"
        return [] if asked == "late" else ["unsat" for _ in script.about]


def test_goals_are_not_proved_from_candidates_left_open_by_a_timeout(program: Make) -> None:
    read = program("int main(void) { int i = 0; while (i < 9) i++; __VERIFIER_assert(i == 5); }")
    claim = certificate_of(read, {}, Overflow.WRAP, {})
    assert without_unproved(read, claim, _Late("z3"), lambda: 20.0) == (claim, "more in time")
