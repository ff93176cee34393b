"""Functions of certificates: the checker's solver proves their lemmas by induction."""

from __future__ import annotations

from collections.abc import Callable

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


STEP: SmtTerm = ("select", "p0", "k")
POSITIVE: SmtTerm = ("<", "0", ("select", "p0", ("+", "k", "1")))


@pytest.mark.share(4)
@pytest.mark.parametrize(
    ("kind", "asks"), [(Kind.SUM, STEP), (Kind.MAX, STEP), (Kind.FIRST, POSITIVE), (Kind.LAST, POSITIVE)]
)
def test_lemmas_of_each_aggregate_are_proved(kind: Kind, asks: SmtTerm, program: Make) -> None:
    made = Aggregates()
    said = made.of(kind, asks, (-3, 4), [Parameter("p0", 1, (-3, 4))], starts=kind is Kind.MAX)
    assert said == f"{kind.value}_1"
    assert len(made.theory.lemmas) > 2
    assert open_lemmas(program(EMPTY), made.theory) == []


@pytest.mark.long
def test_two_forms_of_a_sum_are_proved_equal(program: Make) -> None:
    made = Aggregates()
    given = [Parameter("p0", 1, (0, 9))]
    made.of(Kind.SUM, STEP, (None, None), given)
    made.of(Kind.SUM, ("ite", ("<=", "0", STEP), STEP, "0"), (None, None), given)
    made.of(Kind.SUM, ("ite", ("<=", "1", STEP), "1", "0"), (None, None), given)
    failing = " ".join(open_lemmas(program(EMPTY), made.theory))
    assert failing.count("(= (sum_1 n p0) (sum_2 n p0))") == 1  # of cells that hold anything
    assert failing.count("(= (sum_1 n p0) (sum_3 n p0))") == len(("of what a type holds", "of anything"))
