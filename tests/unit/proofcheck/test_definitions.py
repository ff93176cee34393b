"""Functions and lemmas of certificates: definitions are consistent, and lemmas are proved by induction."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veriabs.core.deadline import Deadline
from veriabs.core.program import Program
from veriabs.core.runs import Overflow
from veriabs.core.statements import LoopId
from veriabs.proofcheck.certificate import Certificate, subject_of
from veriabs.proofcheck.check import CertificateResult, check, solver_commands
from veriabs.proofcheck.definitions import Definition, DefinitionLemma, Theory

Make = Callable[[str], Program]

ADDED_TWICE = """
int a[1000];
int main(void) {
  int i, n = __VERIFIER_nondet_int();
  long long one = 0, two = 0;
  if (n < 0 || n > 1000) return 0;
  for (i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < n; i++) one += a[i];
  for (i = 0; i < n; i++) two += a[i];
  __VERIFIER_assert(one == two);
  __VERIFIER_assert(one <= 3000000000000ll);
}
"""
ARRAY = ("Int", 1)
SUM = Definition("sum", (("n", ("Int", 0)), ("a", ARRAY)), "0", "(+ before (select a (- n 1)))")
CELLS = "(forall ((k Int)) (and (<= (- {0}) (select a k)) (<= (select a k) {0})))"
LIMITED = "(=> (and (<= 0 n) " + CELLS + ") (and (<= (* (- {0}) n) (sum n a)) (<= (sum n a) (* {0} n))))"
BOUNDED = DefinitionLemma(SUM.parameters, LIMITED.format(1 << 31), ("(sum n a)",))
COUNTED = ("(<= 0 $i)", "(<= $i $n)")
LOOPS = (
    COUNTED,
    (*COUNTED, "(= $one (sum $i $a))"),
    (*COUNTED, "(= $two (sum $i $a))"),
)


def judged(made: Program, theory: Theory, loops: tuple[tuple[str, ...], ...] = LOOPS) -> CertificateResult:
    invariants = {LoopId(n): texts for n, texts in enumerate(loops, 1)}
    certificate = Certificate(subject_of(made, Overflow.WRAP), invariants, (), theory)
    return check(certificate, made, Overflow.WRAP, Deadline(30), solver_commands(1.0))


def test_a_sum_is_a_function_by_recursion(program: Make) -> None:
    assert judged(program(ADDED_TWICE), Theory((SUM,), (BOUNDED,))).is_accepted


@pytest.mark.share(6)
@pytest.mark.parametrize(
    "lemma",
    [
        f"(=> (and (<= 0 n) {CELLS.format(9)}) (< (sum n a) (* 9 n)))",
        "(<= 0 (sum n a))",
        "(=> (< 1 n) (= (sum n a) 0))",
        "(=> (<= 0 n) (<= (sum n a) 3000000000000))",
        "false",
        "(exists ((k Int)) (and (< k n) (= (sum n a) (select a k))))",
    ],
)
def test_a_lemma_that_does_not_hold_is_rejected(lemma: str, program: Make) -> None:
    found = judged(program(ADDED_TWICE), Theory((SUM,), (BOUNDED, DefinitionLemma(SUM.parameters, lemma))))
    assert "does not prove the lemma" in found.why


def test_lemma_is_not_assumed_before_its_proof(program: Make) -> None:
    made, wrong = program(ADDED_TWICE), DefinitionLemma(SUM.parameters, "(= (sum n a) 0)")
    follows = DefinitionLemma(SUM.parameters, "(<= (sum n a) 0)")
    assert "(<= (sum n a) 0)" in judged(made, Theory((SUM,), (follows, wrong))).why


@pytest.mark.share(4)
@pytest.mark.parametrize(
    ("first", "following"), [("0", "(+ before 1)"), ("1", SUM.next), ("0", "(+ before (select a n))"), ("0", "before")]
)
def test_another_function_is_no_sum(first: str, following: str, program: Make) -> None:
    other = Definition("sum", SUM.parameters, first, following)
    assert "the invariant (= $one" in judged(program(ADDED_TWICE), Theory((other,), ())).why


@pytest.mark.parametrize(
    ("one", "why"),
    [
        (Definition("sum", SUM.parameters, "0", "(+ 1 (sum n a))"), "sum has arguments of other sorts"),
        (Definition("f", (("a", ARRAY), ("n", ("Int", 0))), "0", "0"), "the first one must be an Int"),
        (Definition("f", (), "0", "0"), "the first one must be an Int"),
        (Definition("f", (("n", ("Int", 0)), ("n", ARRAY)), "0", "0"), "need different names"),
        (Definition("f", (("before", ("Int", 0)),), "0", "0"), "before is not a valid name"),
        (Definition("before", SUM.parameters, "0", "0"), "before is not a valid name"),
        (Definition("select", SUM.parameters, "0", "0"), "select is not a valid name"),
        (Definition("now$sum", SUM.parameters, "0", "0"), "is not a valid name"),
        (Definition("f", SUM.parameters, "before", "0"), "before is unknown"),
        (Definition("f", SUM.parameters, "0", "$n"), "$n is unknown"),
        (Definition("f", SUM.parameters, "0", "(then$f n a)"), "has arguments of other sorts"),
        (Definition("f", SUM.parameters, "true", "0"), "true is not a number"),
        (Definition("f", SUM.parameters, "0", "a"), "a is not a number"),
    ],
)
def test_an_invalid_definition_is_rejected(one: Definition, why: str, program: Make) -> None:
    assert why in judged(program(ADDED_TWICE), Theory((one,))).why


def test_a_function_is_defined_once(program: Make) -> None:
    assert "sum is not a valid name" in judged(program(ADDED_TWICE), Theory((SUM, SUM))).why


def test_lemma_must_not_mention_program_variables(program: Make) -> None:
    lemma = DefinitionLemma(SUM.parameters, "(<= $n 1000)")
    assert "$n is unknown" in judged(program(ADDED_TWICE), Theory((SUM,), (lemma,))).why


def test_two_theories_are_one_unless_they_give_one_name_to_two_functions() -> None:
    sums = Definition("f", (("n", ("Int", 0)),), "0", "(+ before n)")
    counts = Definition("g", (("n", ("Int", 0)),), "0", "(+ before 1)")
    lemma = DefinitionLemma((("n", ("Int", 0)),), "(<= 0 (f n))")
    one, two = Theory((sums,), (lemma,)), Theory((sums, counts), (lemma,))
    assert one.union(two) == two.union(one) == Theory((sums, counts), (lemma,))
    assert one.union(Theory((Definition("f", counts.parameters, counts.first, counts.next),))) is None
