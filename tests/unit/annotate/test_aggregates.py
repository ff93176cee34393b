"""Functions of certificates: the checker's solver proves their lemmas by induction."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from veriabs.annotate.aggregates import Aggregates, Parameter
from veriabs.core.copying import replace
from veriabs.core.program import Program
from veriabs.proofcheck.check import ask, solver_commands
from veriabs.proofcheck.conditions import conditions
from veriabs.proofcheck.definitions import Theory
from veriabs.proofcheck.terms import SmtTerm
from veriabs.terms.terms import Kind

Make = Callable[[str], Program]
EMPTY = "int main(void) { __VERIFIER_assert(1); return 0; }"


def open_lemmas(program: Program, theory: Theory) -> list[str]:
    """The lemmas of a theory that z3 does not prove."""
    script = conditions(program, {}, theory, wraps=True)
    script = replace(script, commands=(("set-option", ":smt.mbqi", "false"), *script.commands))
    ((name, command),) = solver_commands(2.0, ("z3",)).items()
    answers = ask(script, {name: (*command, "all")}, 30.0)[name]
    return [str(about) for about, said in zip(script.about, answers, strict=True) if said != "unsat"]


def test_integer_polynomial_is_a_function(program: Make) -> None:
    made = Aggregates()
    half, third = Fraction(1, 2), Fraction(1, 3)
    assert made.polynomial({1: -half, 2: half}, "$n") == ("polynomial_1", "$n")
    assert made.polynomial({1: third, 2: -half, 3: Fraction(1, 6)}, "$n") is not None
    assert len(made.theory.lemmas) == len(made.functions) > 2
    assert open_lemmas(program(EMPTY), made.theory) == []


def test_fractional_polynomial_is_no_function() -> None:
    assert Aggregates().polynomial({1: Fraction(1, 2)}, "$n") is None
    assert Aggregates().polynomial({0: Fraction(1, 2)}, "$n") is None


def step(index: SmtTerm) -> SmtTerm:
    return "select", "p0", index


def positive(index: SmtTerm) -> SmtTerm:
    return "<", "0", ("select", "p0", ("+", "1", index))


@pytest.mark.share(4)
@pytest.mark.parametrize(
    ("kind", "asks"), [(Kind.SUM, step), (Kind.MAX, step), (Kind.FIRST, positive), (Kind.LAST, positive)]
)
def test_lemmas_of_each_aggregate_are_proved(kind: Kind, asks: Callable[[SmtTerm], SmtTerm], program: Make) -> None:
    made = Aggregates()
    least = "$x" if kind is Kind.MAX else None
    said = made.of(kind, asks, (-3, 4), [Parameter("p0", "$a", 1, (-3, 4))], "$n", least)
    assert said == (f"{kind.value}_1", "$n", "$a", *(["$x"] if least else []))
    assert len(made.theory.lemmas) > 2
    assert open_lemmas(program(EMPTY), made.theory) == []


@pytest.mark.long
def test_two_forms_of_a_sum_are_proved_equal(program: Make) -> None:
    made = Aggregates()
    given = [Parameter("p0", "$a", 1, (0, 9))]
    made.of(Kind.SUM, step, (None, None), given, "$n", None)
    made.of(
        Kind.SUM, lambda index: ("ite", ("<=", "0", step(index)), step(index), "0"), (None, None), given, "$n", None
    )
    made.of(Kind.SUM, lambda index: ("ite", ("<=", "1", step(index)), "1", "0"), (None, None), given, "$n", None)
    failing = " ".join(open_lemmas(program(EMPTY), made.theory))
    assert failing.count("(= (sum_1 n p0) (sum_2 n p0))") == 1  # of cells that hold anything
    assert failing.count("(= (sum_1 n p0) (sum_3 n p0))") == len(("of what a type holds", "of anything"))
