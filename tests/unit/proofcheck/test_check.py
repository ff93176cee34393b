"""The checker accepts proofs and rejects wrong invariants, other programs, other options, and solvers that lie."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core.copying import replace
from veriabs.core.deadline import Deadline
from veriabs.core.program import Program
from veriabs.core.runs import Overflow
from veriabs.core.source import DataModel
from veriabs.core.statements import LoopId
from veriabs.frontend.program import load_program
from veriabs.proofcheck.certificate import Certificate, read, subject_of, write
from veriabs.proofcheck.check import CertificateResult, check, solver_commands

FILLED = """
int a[1000];
int main(void) {
  int n = __VERIFIER_nondet_int(), i;
  if (n < 1 || n > 1000) return 0;
  for (i = 0; i < n; i++) a[i] = i + 2;
  for (i = 0; i < n; i++) __VERIFIER_assert(a[i] == i + 2);
}
"""
FILLED_SO_FAR = "(forall ((k Int)) (=> (and (<= 0 k) (< k $i)) (= (select $a k) (+ k 2))))"
FILLED_ALL = "(forall ((k Int)) (=> (and (<= 0 k) (< k $n)) (= (select $a k) (+ k 2))))"
PROOF = {1: ("(<= 0 $i)", "(<= $i $n)", FILLED_SO_FAR), 2: ("(<= 0 $i)", FILLED_ALL)}

Make = Callable[[str], Program]


def certified(program: Program, *loops: tuple[str, ...], overflow: Overflow = Overflow.WRAP) -> Certificate:
    """A certificate about the program that has these invariants."""
    return Certificate(subject_of(program, overflow), {LoopId(n): one for n, one in enumerate(loops, 1)})


def judged(program: Program, certificate: Certificate, overflow: Overflow = Overflow.UNDEFINED) -> CertificateResult:
    return check(certificate, program, overflow, Deadline(30), solver_commands(0.5))


def test_a_proof_is_accepted(program: Make) -> None:
    found = judged(program(FILLED), certified(program(FILLED), *PROOF.values()), Overflow.WRAP)
    assert str(found) == "ACCEPTED  TRUE: 13 verification conditions, each by z3 and cvc5"


@pytest.mark.share(4)
@pytest.mark.parametrize(
    ("loop", "number", "other"),
    [
        (1, 0, "true"),
        (1, 0, "(<= 1 $i)"),
        (1, 2, FILLED_SO_FAR.replace("(< k $i)", "(<= k $i)")),
        (1, 2, FILLED_SO_FAR.replace("(+ k 2)", "(+ k 3)")),
        (1, 2, "false"),
        (2, 0, "(= 0 $i)"),
        (2, 1, FILLED_ALL.replace("(<= 0 k)", "(<= (- 1) k)")),
        (2, 1, "(=> (= iteration 2) (= $i 2))"),
    ],
)
def test_a_proof_with_another_invariant_is_rejected(loop: int, number: int, other: str, program: Make) -> None:
    texts = {n: [*one] for n, one in PROOF.items()}
    texts[loop][number] = other
    assert judged(program(FILLED), certified(program(FILLED), *map(tuple, texts.values()))).why


def test_proof_of_another_program_is_rejected(program: Make) -> None:
    certificate, other = (
        certified(program(FILLED), *PROOF.values()),
        program(FILLED.replace("i < n; i++) __", "i <= n; i++) __")),
    )
    assert judged(other, certificate).why.endswith("about another program: its source is not the same")
    assert "does not prove" in judged(other, replace(certificate, subject=subject_of(other, Overflow.WRAP))).why


def test_the_options_are_the_users(tmp_path: Path, program: Make) -> None:
    made = program(FILLED)
    narrow = load_program(replace(made.task, data_model=DataModel.ILP32))
    why = judged(narrow, certified(made, *PROOF.values())).why
    assert why.endswith("its reading is not the same: data_model is 'ILP32' here and 'LP64' there")
    undefined = certified(made, *PROOF.values(), overflow=Overflow.UNDEFINED)
    assert judged(made, undefined).is_accepted
    assert str(judged(made, undefined)).startswith("ACCEPTED  TRUE if nothing overflows: ")
    assert "--overflow=wrap" in judged(made, undefined, Overflow.WRAP).why


SUM = """
int main(void) {
  int total = 0, n = __VERIFIER_nondet_int(), i;
  for (i = 0; i < n; i++) total = total + 2;
  __VERIFIER_assert(total >= 0);
}
"""


def test_overflowing_sum_is_accepted_only_with_undefined_overflow(program: Make) -> None:
    made, invariants = program(SUM), ("(<= 0 $i)", "(= $total (* 2 $i))")
    assert judged(made, certified(made, invariants, overflow=Overflow.UNDEFINED)).is_accepted
    assert "(= $total (* 2 $i))" in judged(made, certified(made, invariants)).why


def test_every_loop_is_one_of_the_program(program: Make) -> None:
    made = program(SUM)
    assert judged(made, certified(made, (), ("true",))).why == "there is no loop 2"
    assert judged(made, certified(made, ("(<= 0 $j)",))).why == "$j is unknown"


JUMPS = """
int main(void) {
  int a[100], i, k = 0;
  for (i = 0; i < 100; i++) {
    if (a[i] == 3) continue;
    if (a[i] == 4) { k = 1; break; }
    if (a[i] == 5) return 0;
    while (__VERIFIER_nondet_int()) { k = 2; if (i > 7) break; k = 0; }
  }
  __VERIFIER_assert(TEST);
}
"""


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("test", "holds"),
    [
        ("k == 0 || k == 1", False),
        ("k == 0 || k == 1 || (k == 2 && i > 7)", True),
        ("k == 0 || k == 1 || (k == 2 && i > 100)", False),
        ("i == 100 || k == 1", True),
        ("i < 100", False),
        ("i == 100 || a[i] == 4", True),
        ("i == 100 || a[i] == 0", False),
    ],
)
def test_jumps(test: str, holds: bool, program: Make) -> None:
    kept = "(or (= $k 0) (and (= $k 2) (> $i 7)))"
    made = program(JUMPS.replace("TEST", test))
    within = ("(<= 0 $i)", "(<= $i 100)")
    assert judged(made, certified(made, (kept,), (kept, *within))).is_accepted == holds


SQUARES = """
int m[10][20];
int main(void) {
  int i, j;
  for (i = 0; i < 10; i++) for (j = 0; j < 20; j++) m[i][j] = i;
  for (i = 0; i < 10; i++) for (j = 0; j < 20; j++) __VERIFIER_assert(m[i][j] == i);
}
"""


@pytest.mark.long
def test_arrays_of_arrays_and_loops_in_loops(program: Make) -> None:
    made = program(SQUARES)
    rows = "(forall ((x Int) (y Int)) (=> (and (<= 0 x) (< x {}) (<= 0 y) (< y 20)) (= (select (select $m x) y) x)))"
    row = "(forall ((y Int)) (=> (and (<= 0 y) (< y $j)) (= (select (select $m $i) y) $i)))"
    outer, inner = ("(<= 0 $i)", "(<= $i 10)", rows.format("$i")), ("(<= 0 $j)", "(<= $j 20)", rows.format("$i"), row)
    looked = ("(<= 0 $i)", rows.format("10"))
    proof = certified(made, inner, outer, (*looked, "(<= 0 $j)", "(< $i 10)"), looked)
    assert judged(made, proof).is_accepted
    wrong = certified(made, inner[:-1], outer, (*looked, "(<= 0 $j)", "(< $i 10)"), looked)
    assert not judged(made, wrong).is_accepted


BEYOND = """
int a[10];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 10) return 0;
  if (n > 0 && a[n]) n = 1;
  __VERIFIER_assert(n <= 10);
}
"""


def test_an_access_out_of_bounds_is_seen(program: Make) -> None:
    made = program(BEYOND)
    assert "the access to a" in judged(made, certified(made)).why


@pytest.mark.share(6)
@pytest.mark.parametrize(
    "fake",
    [
        "",
        "raise SystemExit(0)",
        "print('unsat')",
        "print('unsat\\n' * 12)",
        "print('unsat\\n' * 14)",
        "print('unsat\\n' * 13); raise SystemExit(1)",
        "print('unsat\\n' * 12 + 'unknown')",
        "print('UNSAT\\n' * 13)",
        "print('unsat\\n' * 5 + 'timeout\\n' + 'unsat\\n' * 8)",
        "print('sat\\n' + 'unsat\\n' * 12)",
        "import time; print('unsat\\n' * 12, flush=True); time.sleep(60)",
    ],
)
@pytest.mark.parametrize("place", [0, 1])
def test_solver_with_missing_answers_is_not_trusted(fake: str, place: int, program: Make) -> None:
    made = program(FILLED)
    liar = (sys.executable, "-c", "print('unsat\\n' * 13)")
    broken = (sys.executable, "-c", fake)
    commands = {"one": (liar, broken)[place], "two": (broken, liar)[place]}
    found = check(certified(made, *PROOF.values()), made, Overflow.WRAP, Deadline(1.5), commands)
    assert found.why


def test_one_honest_solver_is_enough_to_reject(program: Make) -> None:
    made = program(FILLED)
    wrong = certified(made, (*PROOF[1][:2], "true"), PROOF[2])
    for name, command in solver_commands(0.5).items():
        commands = {"liar": (sys.executable, "-c", "print('unsat\\n' * 100)"), name: command}
        assert check(wrong, made, Overflow.WRAP, Deadline(30), commands).why


def test_written_certificate_is_read_back(tmp_path: Path, program: Make) -> None:
    made = program(FILLED)
    path = tmp_path / "proof.json"
    certificate = certified(made, *PROOF.values())
    path.write_text(write(certificate, made), encoding="utf-8")
    assert read(path) == certificate
