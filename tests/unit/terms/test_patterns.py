"""Extremes, last and first matches: the aggregate of an update, compared with running it."""

from __future__ import annotations

import pytest
from meaning import Assignment

from veriabs.terms.binders import ite
from veriabs.terms.conditions import conjunction, disjunction, eq, le, lt, ne, negate
from veriabs.terms.patterns import MOST_LEAVES, aggregate, case_values
from veriabs.terms.terms import Term, call, const, symbol

T, X, START = symbol("t"), symbol("x"), symbol("s")
CELL = call("a", [T])
CONTENT = (3, -1, 4, 4, -5, 9, 2, 6, 5, -3)
UPDATES = {
    "maximum": ite(lt(X, CELL), CELL, X),
    "minimum": ite(lt(CELL, X), CELL, X),
    "minimum of some": ite(conjunction((lt(CELL, X), le(const(0), CELL))), CELL, X),
    "last index of a negative cell": ite(lt(CELL, const(0)), T, X),
    "one of two": ite(lt(CELL, const(0)), const(7), ite(eq(CELL, const(4)), T, X)),
    "either": ite(disjunction((ne(X, const(0)), le(const(5), CELL))), const(1), const(0)),
    "first time": ite(conjunction((eq(X, const(-1)), le(const(4), CELL))), T, X),
}


def run(update: Term, start: int, count: int) -> int:
    value = start
    for t in range(count):
        value = here({"t": t, "x": value}).term(update)  # type: ignore[assignment]
    return value


def here(symbols: dict[str, int]) -> Assignment:
    return Assignment(symbols, lambda _, args: CONTENT[args[0]])


@pytest.mark.parametrize("start", [-1, 0, 100])
@pytest.mark.parametrize("name", UPDATES)
def test_aggregate_has_the_value_of_the_loop(name: str, start: int) -> None:
    found = aggregate("t", UPDATES[name], "x", const(start))
    if found is None:
        assert (name, start) in {("first time", 0), ("first time", 100)}
        return
    if name == "either" and start:
        return  # what the certificate refuses: see b05 in tests/programs/traps
    for count in range(len(CONTENT) + 1):
        assert here({"t": count}).term(found) == run(UPDATES[name], start, count), count


def test_sum_is_no_aggregate_pattern() -> None:
    assert aggregate("t", X + CELL, "x", START) is None


def test_too_many_cases_are_left() -> None:
    update = X
    for n in range(MOST_LEAVES + 1):
        update = ite(eq(CELL, const(n)), const(n), update)
    assert aggregate("t", update, "x", START) is None


def test_cases_are_taken_apart() -> None:
    test = lt(CELL, const(0))
    found = {value: tests for tests, value in case_values(ite(test, const(1), const(2)) * 3 + T, ())}
    assert found == {const(3) + T: (test,), const(6) + T: (negate(test),)}
