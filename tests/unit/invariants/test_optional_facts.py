"""Test the variables that leave facts of a cut program out."""

from __future__ import annotations

from veriabs.core.expressions import Binary, Conditional, Unary, Var
from veriabs.core.source import Where
from veriabs.core.statements import Check, CheckId, CheckKind, LoopId
from veriabs.core.types import BOOL, INT
from veriabs.invariants.optional_facts import OptionalFacts

X, Y = Var("x", INT), Var("y", INT)
FIRST, SECOND = Var("fact_1", BOOL), Var("fact_2", BOOL)
STEP = CheckId(CheckKind.STEP, LoopId(1), 2)


def test_all_checks_of_a_fact_and_its_assumption_have_one_variable() -> None:
    facts = OptionalFacts(used=True)
    entry = CheckId(CheckKind.ENTRY, LoopId(1), 2)
    assert facts.condition(X, entry) == facts.condition(X, STEP) == Binary("||", X, Unary("!", FIRST))
    assert facts.value(X, Y, CheckId(CheckKind.FORM, LoopId(1))) == Conditional(SECOND, X, Y)
    ids = {"entry": entry, "step": STEP, "trips": CheckId(CheckKind.TRIPS, LoopId(1)), "goal": CheckId(CheckKind.GOAL)}
    assert facts.of_checks(ids) == {"entry": "fact_1", "step": "fact_1", "trips": "fact_2"}


def test_condition_of_the_fact_replaces_that_of_its_check() -> None:
    check = Check(X, "text", STEP, Where("f.c", 1))
    assert OptionalFacts(used=True).check(check).test == Binary("||", X, Unary("!", FIRST))
    assert OptionalFacts().check(check) == check


def test_nothing_is_optional_unless_asked() -> None:
    facts = OptionalFacts()
    assert (facts.condition(X, STEP), facts.value(X, Y, STEP), facts.names) == (X, X, {})
