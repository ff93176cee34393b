"""Facts between the aggregates of one formula, and short sums, compared with brute force."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from meaning import Assignment

from veriabs.terms.conditions import conjunction, eq, le, ne
from veriabs.terms.division import divide, modulo
from veriabs.terms.entail import Entailment
from veriabs.terms.rebuild import last_index, sum_over
from veriabs.terms.related_aggregates import unroll_short_sums
from veriabs.terms.terms import Condition, Term, call, const, symbol, total

k, n, t = (symbol(name) for name in ("k", "n", "t"))


def cells(count: Term) -> Term:
    return sum_over("k", call("a", [k]), count)


@given(st.integers(-3, 12), st.integers(-3, 12), st.booleans())
def test_listed_short_sums_hold(edge: int, count: int, less: bool) -> None:
    test = le(n, edge) if less else le(const(edge), n)
    said = list(unroll_short_sums(cells(n).atoms(), [test]))
    assert len(said) == sum(1 <= many <= 8 for many in (edge, edge + 1))
    here = Assignment({"n": count}, lambda _, args: 3 * args[0] ** 2 - 7)
    assert all(here.condition(condition) for condition in said)


def test_a_sum_is_listed_where_two_tests_leave_one_count() -> None:
    listed = total(call("a", [const(index)]) for index in range(5))
    goal = eq(cells(n), listed)
    assert Entailment(5.0).proves((le(n, 5), le(const(5), n)), goal)
    assert not Entailment(5.0).proves((le(n, 5), le(const(4), n)), goal)


@pytest.mark.parametrize(
    ("test", "place"),
    [
        (conjunction((eq(divide(k + 1, const(2)), t), eq(modulo(k, const(2))))), t * 2),
        (conjunction((eq(k - divide(k + 1, const(2)), t), ne(modulo(k, const(2)), const(0)))), t * 2 + 1),
        (conjunction((eq(divide(k, const(3)), t), eq(modulo(k, const(3)), const(2)))), t * 3 + 2),
    ],
)
def test_quotient_and_remainder_determine_one_index(test: Condition, place: Term) -> None:
    """A pointer that moves in every other iteration writes cell t in iteration 2*t."""
    found = last_index("k", test, n)
    inside = (le(const(0), t), le(place + 1, n))
    assert Entailment(5.0).proves(inside, eq(found, place))
    assert not Entailment(5.0).proves((le(const(0), t),), eq(found, place))
