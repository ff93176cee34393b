"""Test the solver of recurrences against running them."""

from __future__ import annotations

import pytest
from meaning import Assignment

from veriabs.strategies.closed_forms.cells import CellRecurrences
from veriabs.terms.binders import ite
from veriabs.terms.conditions import conjunction, eq, le, lt
from veriabs.terms.division import modulo, wrap
from veriabs.terms.entail import Entailment
from veriabs.terms.simplify import Simplifier
from veriabs.terms.terms import Term, call, const, symbol

X, T = symbol("x"), symbol("t", 0)
STEPS = {
    "up to a limit": (ite(lt(X, const(20)), X + 1, X), 3),
    "down to a limit": (ite(lt(const(0), X), X - 1, const(0)), 17),
    "begins anew": (ite(eq(X + 1, const(12)), const(0), X + 1), 0),
    "begins anew from above": (ite(le(X), const(15), X - 1), 15),
    "between two limits": (ite(conjunction((le(const(0), X), lt(X, const(14)))), X + 1, const(14)), 0),
    "no limit in this direction": (ite(lt(const(30), X), const(0), X - 1), 5),
    "in a circle": (modulo(X + 1, const(64)), 0),
    "in a circle by three": (modulo(wrap(X + 3, 0, 2**32 - 1), const(50)), 47),
    "from one of three values to the next": (ite(eq(X), const(1), ite(eq(X - 1), const(2), const(0))), 0),
    "turns when a remainder comes": (ite(eq(modulo(T, const(5)), const(4)), const(1) - X, X), 0),
    "begins anew, moving in every seventh iteration": (
        ite(eq(modulo(T, const(7)), const(6)), ite(eq(X + 1, const(3)), const(0), X + 1), X),
        0,
    ),
    "moves but at one remainder": (ite(le(const(3), modulo(T, const(4))), X, ite(lt(X, const(9)), X + 1, const(1))), 1),
    "moves where two remainders meet": (
        ite(conjunction((eq(modulo(T, const(3))), eq(modulo(T, const(2))))), modulo(X + 5, const(7)), X),
        0,
    ),
    "up to a limit, from the tenth iteration on": (ite(lt(T, const(10)), X, ite(lt(X, const(20)), X + 1, X)), 3),
}


def solved(update: Term, start: Term) -> Term | None:
    return CellRecurrences("t", Simplifier(Entailment(5.0))).solve(update, "x", start, ())


@pytest.mark.parametrize("name", STEPS)
def test_self_dependent_updates_have_the_values_of_the_loop(name: str) -> None:
    update, value = STEPS[name]
    found = solved(update, const(value))
    assert found is not None
    assert "x" not in found.names
    for t in range(40):
        assert Assignment({"t": t}, lambda name, args: 0).term(found) == value, t
        value = Assignment({"x": value, "t": t}, lambda name, args: 0).term(update)  # type: ignore[assignment]


def test_a_symbolic_start_goes_up_to_the_limit() -> None:
    start = symbol("s")
    found = solved(ite(lt(X, const(20)), X + 1, const(20)), start)
    assert found is not None
    assert Assignment({"s": 4, "t": 10}, lambda name, args: 0).term(found) == 14
    assert Assignment({"s": 4, "t": 30}, lambda name, args: 0).term(found) == 20


def test_steps_that_depend_on_more_than_the_value_have_no_solution() -> None:
    assert solved(ite(lt(X, call("a", [T])), X + 1, X), const(0)) is None
    assert solved(ite(lt(X, const(20)), X * X + 1, X + 2), symbol("s")) is None
