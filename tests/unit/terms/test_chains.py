"""Facts about neighbours imply facts about all cells: compared with brute force on every array."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from meaning import Assignment

from veriabs.terms.chains import chained
from veriabs.terms.conditions import conjunction, eq, le, negate
from veriabs.terms.entail import Entailment
from veriabs.terms.rebuild import first, last_index, quantified
from veriabs.terms.terms import Atom, Condition, Is, Term, call, const, symbol

k, n, x, y = (symbol(name) for name in ("k", "n", "x", "y"))


def a(index: Term) -> Term:
    return call("a", [index])


def cells(*indices: Term) -> list[Atom]:
    return [atom for index in indices for atom in a(index).atoms()]


def binders(body: Condition) -> list[Atom | Condition]:
    """All conditions that state the body for neighbouring indices."""
    found = [atom for search in (first, last_index) for atom in search("k", negate(body), n).atoms()]
    return [quantified(Is.FORALL, "k", body, n), *found]


@given(
    st.integers(-2, 2),
    st.sampled_from((1, -1)),
    st.booleans(),
    st.integers(-1, 6),
    st.lists(st.integers(-3, 3), min_size=12, max_size=12),
    st.integers(-2, 8),
    st.integers(-2, 8),
)
def test_chained_facts_hold_for_every_array(
    step: int, sign: int, equal: bool, count: int, content: list[int], one: int, two: int
) -> None:
    difference = (a(k) - a(k + 1)) * sign + step
    body = eq(difference) if equal else le(difference)
    here = Assignment({"n": count, "x": one, "y": two}, lambda _, args: content[args[0] % 12])
    for binder in binders(conjunction((body, le(k, 100)))):
        said = list(chained(binder, cells(x, y, x + 1)))
        assert len(said) == 6
        assert all(here.condition(condition) for condition in said)


@pytest.mark.parametrize("shown", [le(a(x), a(y)), le(a(x) + (y - x), a(y))])
def test_neighbours_order_all(shown: Condition) -> None:
    step = 0 if shown == le(a(x), a(y)) else 1
    neighbours = quantified(Is.FORALL, "k", le(a(k) + step, a(k + 1)), n)
    inside = (le(const(0), x), le(x, y))
    assert Entailment(5.0).proves((neighbours, *inside, le(y, n)), shown)
    assert not Entailment(5.0).proves((neighbours, *inside, le(y, n + 1)), shown)
    assert not Entailment(5.0).proves((neighbours, le(const(0), y), le(y, x), le(x, n)), shown)


def test_conditions_that_depend_on_the_index_are_no_chain() -> None:
    moving = quantified(Is.FORALL, "k", le(a(k) + k, a(k + 1)), n)
    apart = quantified(Is.FORALL, "k", le(a(k), a(k + 2)), n)
    assert not [said for one in (moving, apart) for said in chained(one, cells(x, y))]
