"""Facts about cells by cases, with as few conditions as possible."""

from __future__ import annotations

import pytest

from veriabs.annotate.cases import cases
from veriabs.terms.binders import ite
from veriabs.terms.conditions import conjunction, disjunction, le, lt
from veriabs.terms.division import divide
from veriabs.terms.terms import Condition, Term, const, symbol

CELL, ROW, OTHER = symbol("k"), symbol("i"), symbol("j")


def conditions_of_values(value: Term) -> dict[int, set[frozenset[Condition]]]:
    """The conditions of each constant that the value may be."""
    found: dict[int, set[frozenset[Condition]]] = {}
    for conditions, held in cases(value, {"k": None}):
        assert isinstance(held.value, int)
        found.setdefault(held.value, set()).add(frozenset(conditions))
    return found


@pytest.mark.parametrize(
    ("test", "plain"),
    [
        (lt(divide(CELL, const(8)), ROW), lt(CELL, ROW * 8)),
        (le(ROW, divide(CELL, const(8))), le(ROW * 8, CELL)),
        (lt(divide(CELL + 8, const(8)), ROW), lt(CELL + 8, ROW * 8)),
        (lt(divide(CELL, const(4)), divide(OTHER, const(4))), None),
    ],
)
def test_quotients_are_multiplied(test: Condition, plain: Condition | None) -> None:
    found = conditions_of_values(ite(test, const(1), const(2)))
    assert found[1] == {frozenset([plain])} if plain is not None else 1 in found


def test_implied_index_bounds_are_not_written() -> None:
    found = conditions_of_values(ite(conjunction((le(const(0), CELL), lt(CELL, ROW))), const(1), const(2)))
    assert found[1] == {frozenset([lt(CELL, ROW)])}


def test_implied_case_conditions_are_dropped() -> None:
    below, above = ite(lt(CELL, ROW - 5), const(1), const(2)), ite(lt(CELL, ROW - 3), const(3), const(4))
    found = conditions_of_values(ite(lt(CELL, ROW), below, above))
    assert found[1] == {frozenset([lt(CELL, ROW - 5)])}
    assert 3 not in found and found[4] == {frozenset([le(ROW, CELL)])}


def test_two_cases_of_one_value_are_one() -> None:
    found = conditions_of_values(ite(lt(CELL, OTHER), const(1), ite(lt(CELL, ROW), const(1), const(2))))
    assert frozenset([lt(CELL, OTHER)]) in found[1]
    rows = conditions_of_values(ite(lt(CELL, ROW - 1), const(1), ite(lt(CELL, ROW), const(1), const(2))))
    assert rows[1] == {frozenset([lt(CELL, ROW)])}


def test_a_first_row_is_as_the_others_are() -> None:
    first, others = ite(lt(const(0), ROW), const(1), const(2)), ite(lt(CELL, ROW * 9), const(1), const(2))
    found = conditions_of_values(ite(lt(CELL, const(9)), first, others))
    assert frozenset([lt(CELL, ROW * 9)]) in found[1]


def test_facts_outside_of_the_array_are_not_written() -> None:
    far, beyond = lt(CELL, ROW), le(const(99), CELL)
    found = cases(ite(disjunction((far, beyond)), const(1), const(2)), {"k": 99})
    told = {value.value: conditions for conditions, value in found}
    assert told == {1: (far,), 2: (le(ROW, CELL),)}
    assert all(lt(CELL, const(200)) not in under for under, _ in cases(ite(lt(CELL, const(200)), ROW, CELL), {"k": 99}))
