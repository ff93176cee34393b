"""Recognise recurrences whose solution is an aggregate: an extreme, a last match or a first match.

    x = (a[t] > x ? a[t] : x)  for t = 0, 1, ...    has the solution    MAX(a, x0, t)
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from veriabs.terms.binders import branches, ite, opened_name
from veriabs.terms.conditions import conjunction, disjunction, eq, le, lt, negate
from veriabs.terms.rebuild import Substitution, first, largest, last_index
from veriabs.terms.terms import (
    Condition,
    Is,
    Kind,
    Term,
    const,
    slope_in,
    symbol,
    with_atoms,
)

MOST_LEAVES = 12
"""The number of cases of an update; an update with more is not recognised."""


def aggregate(counter: str, update: Term, x: str, start: Term) -> Term | None:
    """The value of x at the start of iteration t, if the update is a known aggregate, else None."""
    nested = _extreme_of_extremes(counter, update, x, start)
    if nested is not None:
        return nested
    found = [
        (tests, _old_value_if_equal(tests, leaf, x)) for tests, leaf in islice(case_values(update, ()), MOST_LEAVES + 1)
    ]
    if len(found) > MOST_LEAVES or any(x in leaf.names and leaf != symbol(x) for _, leaf in found):
        return None
    changes = [(tests, leaf) for tests, leaf in found if leaf != symbol(x)]
    if not any(x in test.names for tests, _ in changes for test in tests):
        return _solve_conditional(counter, changes, start)
    return _extreme(counter, changes, x, start) or _first(counter, changes, x, start)


def _old_value_if_equal(tests: tuple[Condition, ...], leaf: Term, x: str) -> Term:
    """x itself if a test implies that the leaf equals x."""
    return symbol(x) if eq(symbol(x), leaf) in tests else leaf


def case_values(term: Term, tests: tuple[Condition, ...]) -> Iterator[tuple[tuple[Condition, ...], Term]]:
    """The case-free values of a term, each with the conditions that select it."""
    case = next((atom for atom in term.atoms() if atom.kind is Kind.ITE), None)
    if case is None:
        yield tests, term
        return
    test, then, other = branches(case)
    for side, value in ((test, then), (negate(test), other)):
        chosen = with_atoms(term, {case: value})
        yield from case_values(chosen, (*tests, *side.conjuncts))


Changes = list[tuple[tuple[Condition, ...], Term]]


def _index(counter: str, changes: Changes, start: Term) -> tuple[str, Substitution]:
    nodes: list[Term | Condition] = [start]
    for tests, leaf in changes:
        nodes += [*tests, leaf]
    name = opened_name(*nodes)
    return name, Substitution({counter: symbol(name)})


def _solve_conditional(counter: str, changes: Changes, start: Term) -> Term:
    """Solve `x = g(t)` under a condition c(t)."""
    name, there = _index(counter, changes, start)
    condition = disjunction(conjunction(tests) for tests, _ in changes)
    found = last_index(name, there.condition(condition), symbol(counter, 0))
    is_some, which = le(const(0), found), found
    if found.atom is not None and found.atom.kind is Kind.ITE:  # an equation selects at most one iteration
        test, then, other = branches(found.atom)
        is_some, which = (negate(test), other) if then == const(-1) else (test, then)
    return ite(is_some, Substitution({counter: which})(_as_case(changes)), start)


def _as_case(changes: Changes) -> Term:
    value = changes[-1][1]
    for tests, leaf in reversed(changes[:-1]):
        value = ite(conjunction(tests), leaf, value)
    return value


def _extreme(counter: str, changes: Changes, x: str, start: Term) -> Term | None:
    """Solve `x = p(t)` under c(t) and p(t) > x (or p(t) < x in all changes)."""
    signs = set()
    value = start
    for tests, leaf in reversed(changes):
        own = [test for test in tests if x in test.names]
        sign = _direction(own[0], leaf, x) if len(own) == 1 else None
        if sign is None:
            return None
        signs.add(sign)
        value = ite(conjunction(test for test in tests if x not in test.names), leaf, value)
    if len(signs) != 1:
        return None
    sign = signs.pop()
    name, there = _index(counter, changes, start)
    return largest(name, there(value * sign), start * sign, symbol(counter, 0)) * sign


def _extreme_of_extremes(counter: str, update: Term, x: str, start: Term) -> Term | None:
    """Solve x = the extreme of x and the values of an inner loop."""
    for sign in (1, -1):
        atom = (update * sign).atom
        if atom is not None and atom.kind is Kind.MAX and atom.args[1] == symbol(x) * sign:
            name = opened_name(update, start)
            body = Substitution({counter: symbol(name), x: start})(update * sign)
            return largest(name, body, start * sign, symbol(counter, 0)) * sign
    return None


def _direction(test: Condition, leaf: Term, x: str) -> int | None:
    """1 if the test says that x is smaller than the leaf, -1 if larger (or equal)."""
    slope = slope_in(test.term, x) if test.kind is Is.LE else None
    if slope is None or abs(slope[0]) != 1:
        return None
    off = (slope[1] + leaf * slope[0]).value
    return slope[0] if off in (0, 1) else None


def _first(counter: str, changes: Changes, x: str, start: Term) -> Term | None:
    """Solve `x = g(t)` at the first t with c(t), while x has its initial value."""
    t = symbol(counter, 0)
    name, there = _index(counter, changes, start)
    free: Changes = []
    for tests, leaf in changes:
        if any(test.kind is not Is.OR and x in test.names and counter in test.names for test in tests):
            return None
        was = Substitution({x: start})
        free.append((tuple(was.condition(test) for test in tests), leaf))
    condition = disjunction(conjunction(tests) for tests, _ in free)
    found = first(name, there.condition(condition), t)
    return ite(lt(found, t), Substitution({counter: found})(_as_case(free)), start)
