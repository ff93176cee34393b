"""Functions in ACSL: their definitions, lemmas that rest on induction alone, and files that WP proves with them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from veriabs.annotate.aggregates import Aggregates, Parameter
from veriabs.annotate.definitions import UndefinedError, definitions, with_instances
from veriabs.annotate.joint_proof import Solvers
from veriabs.annotate.warm_solver import ready
from veriabs.core.ctext import Printer
from veriabs.core.deadline import Deadline
from veriabs.core.expressions import Apply, Var
from veriabs.core.program import Program
from veriabs.core.types import INT, LLONG, IntType
from veriabs.proofcheck.definitions import BEFORE, Definition, Theory
from veriabs.solvers.driver import Cbmc
from veriabs.terms.terms import Kind
from veriabs.verify.engine import open_session
from veriabs.verify.options import Options

Make = Callable[[str], Program]

TWICE = """
int a[1000];
int main(void) {
  long long s = 0, t = 0;
  for (int i = 0; i < 1000; i++) { a[i] = __VERIFIER_nondet_int(); s += a[i]; }
  for (int i = 999; i >= 0; i--) t += a[i];
  __VERIFIER_assert(s == t);
}
"""

ARRAYS = "int a[9]; short h[9]; int main(void) { int i = 0; __VERIFIER_assert(a[i] + h[i] == 0); }"


def summed(*arrays: str) -> tuple[Theory, str]:
    """A theory with the sum of the cells of so many arrays, and the name of the function."""
    made = Aggregates()
    step = ("+", "0", *(("select", name, "k") for name in arrays))
    name = made.of(Kind.SUM, step, (None, None), [Parameter(name, 1) for name in arrays])
    return made.theory, name


def text(theory: Theory, call: Apply, program: Program) -> str:
    return "\n".join(definitions(theory, [call], program.arrays))


def test_a_sum_is_defined_by_recursion_and_looks_at_cells_alone(program: Make) -> None:
    theory, name = summed("p0")
    said = text(theory, Apply(name, (Var("i", INT), Var("a", INT)), LLONG), program(ARRAYS))
    assert said.startswith("/*@ logic integer sum_1{L}(integer n, int *p0) =\n      n <= 0 ? 0 : sum_1(n - 1, p0) + ")
    assert "lemma sum_1_0_holds{L1, L2}: \\forall integer n, int *p0, int *twin_p0; 0 <= n ==>" in said
    assert "0 <= k < n ==> \\at(p0[k], L1) == \\at(twin_p0[k], L2)" in said
    assert said.endswith("*/")


def test_defined_axiom_is_the_induction_of_its_predicate(program: Make) -> None:
    theory, name = summed("p0")
    said = text(theory, Apply(name, (Var("i", INT), Var("a", INT)), LLONG), program(ARRAYS))
    predicate = re.search(r"predicate .*? =\n\s*(.*);", said)
    (axiom,) = re.findall(r"axiom \w+\{L1, L2\}: (.*?);\n", said, re.DOTALL)
    assert predicate is not None
    premises, first = axiom.split("sum_1_0{L1, L2}(0, ", 1)
    assert " ".join(premises.split()) == "\\forall integer n, int *p0, int *twin_p0; 0 <= n &&"
    assert "sum_1_0{L1, L2}(m, p0, twin_p0) ==> sum_1_0{L1, L2}(m + 1, p0, twin_p0)" in first
    assert axiom.endswith(predicate[1])


def test_cells_of_another_type_have_a_separate_function(program: Make) -> None:
    theory, name = summed("p0")
    made = program(ARRAYS)
    calls = [Apply(name, (Var("i", INT), Var(array, made.arrays[array].type)), LLONG) for array in ("a", "h")]
    said = "\n".join(definitions(theory, calls, made.arrays))
    assert "logic integer sum_1{L}(integer n, int *p0)" in said
    assert "logic integer sum_1_short{L}(integer n, short *p0)" in said
    assert [Printer().expr(with_instances(call, made.arrays)) for call in calls] == ["sum_1(i, a)", "sum_1_short(i, h)"]


def test_several_arrays_have_the_same_cells(program: Make) -> None:
    theory, name = summed("p0", "p1")
    short = IntType("short", 16, True)
    said = text(theory, Apply(name, (Var("i", INT), Var("a", INT), Var("h", short)), LLONG), program(ARRAYS))
    assert said.count("lemma ") == 1
    assert "sum_1_short{L1}(n, p0, p1) == sum_1_short{L2}(n, twin_p0, twin_p1)" in said
    assert "int *twin_p0, short *twin_p1" in said


def test_functions_without_a_notation_raise_an_error(program: Make) -> None:
    odd = Definition("odd_1", (("n", ("Int", 0)),), "0", "(mod before n)")
    with pytest.raises(UndefinedError):
        definitions(Theory((odd,)), [Apply("odd_1", (Var("i", INT),), LLONG)], program(ARRAYS).arrays)


def test_unused_functions_are_not_defined() -> None:
    assert definitions(summed("p0")[0], [Var("i", INT)], {}) == []


@pytest.mark.cbmc
@pytest.mark.long
@pytest.mark.parametrize(("claim", "holds"), [("s == t", True), ("s == t + 1", False)])
def test_definitions_of_sums_prove_true_facts_only(
    program: Make, cbmc: Cbmc, claim: str, *, holds: bool
) -> None:
    read = program(TWICE.replace("s == t)", f"{claim})"))
    with open_session(read.task, cbmc, Options(jobs=1), Deadline(20.0)) as session, ready() as solver:
        found = Solvers(solver=solver, defines=True).joint_proof(session, read, {})
    assert (found is not None) is holds
    if found is not None:
        assert [one.name for one in found.theory.functions] == ["sum_1"]
        assert len(found.theory.lemmas) == 1


@pytest.mark.parametrize(
    ("following", "expected"),
    [
        (
            "(u32 (+ (* 3 {0}) (select $p0 n)))",
            "(unsigned int)((unsigned int)(3 * f(n - 1, p0)) + (unsigned int)p0[n])",
        ),
        ("(u32 (+ {0} (select $p0 n) 1))", "(unsigned int)((unsigned int)(f(n - 1, p0) + (unsigned int)p0[n]) + 1)"),
        ("(u32 (+ {0} (u32 (* 3 n))))", "(unsigned int)(f(n - 1, p0) + (unsigned int)(3 * n))"),
        ("(s32 (+ {0} (select $p0 n)))", "(signed int)(f(n - 1, p0) + p0[n])"),
        ("(+ {0} (select $p0 n))", "f(n - 1, p0) + p0[n]"),
        (
            "(u32 (xor.u32 (u32 (* 33 {0})) (select $p0 n)))",
            "((unsigned int)(33 * f(n - 1, p0)) ^ (unsigned int)p0[n])",
        ),
        ("(u32 (+ {0} (and.u32 (select $p0 n) 7)))", "(unsigned int)(f(n - 1, p0) + ((unsigned int)p0[n] & 7))"),
    ],
)
def test_unsigned_sums_wrap_at_each_step(program: Make, following: str, expected: str) -> None:
    """Converting the whole sum gives the same number, but provers do not find that."""
    parameters = (("n", ("Int", 0)), ("$p0", ("Int", 1)))
    theory = Theory((Definition("f", parameters, "0", following.format(BEFORE)),))
    said = text(theory, Apply("f", (Var("i", INT), Var("a", INT)), LLONG), program(ARRAYS))
    assert said.replace("$", "").endswith(f"n <= 0 ? 0 : {expected};\n*/")


def test_cells_of_unsigned_types_are_converted(program: Make) -> None:
    theory = Theory((Definition("f", (("n", ("Int", 0)), ("b", ("Int", 1))), "0", f"(u32 (+ {BEFORE} (select b n)))"),))
    unsigned = program(ARRAYS.replace("short h", "unsigned short h"))
    said = text(theory, Apply("f", (Var("i", INT), Var("h", unsigned.arrays["h"].type)), LLONG), unsigned)
    assert said.endswith("n <= 0 ? 0 : (unsigned int)(f_unsigned_short(n - 1, b) + b[n]);\n*/")
