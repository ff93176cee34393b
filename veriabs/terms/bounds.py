"""Bounds of sums from the signs of what is summed, found by asking for them.

Sums with the same bound that stand in one comparison are taken together: what is below them is one term, and if it is
at least c wherever the index can be, the sum of n of them is at least c*n.
"""

from __future__ import annotations

from collections.abc import Iterator

from veriabs.terms.binders import reopen, walk
from veriabs.terms.conditions import between, implies, le
from veriabs.terms.entail import Facts
from veriabs.terms.simplify import Simplifier
from veriabs.terms.terms import (
    Atom,
    Condition,
    Is,
    Kind,
    Number,
    Term,
    combine,
    const,
    constant_part,
    of_atom,
    symbol,
)

MOST_TRIES = 10


def sum_bounds(facts: Facts, goal: Condition, simplifier: Simplifier) -> Facts:
    """Lower and upper bounds of the sums in the goal and the facts, each proved from the facts."""
    found: dict[Condition, None] = {}
    constants, extremes = _constants((*facts, goal)), _extremes(goal)
    for parts in dict.fromkeys(_groups((goal, *facts))):
        found.update(dict.fromkeys(_bounds(parts, facts, constants, extremes, simplifier)))
    return tuple(found)


Group = tuple[tuple[Atom, Number], ...]


def _groups(conditions: Facts) -> Iterator[Group]:
    """Sums with the same bound, with their coefficients, as they stand in one comparison; then each sum alone."""
    terms = [term for condition in conditions for term in _compared(condition)]
    for term in terms:
        by_count: dict[Term, list[tuple[Atom, Number]]] = {}
        for mono, c in term.items:
            if len(mono) == 1 and mono[0][1] == 1 and mono[0][0].kind is Kind.SUM and not mono[0][0].dangling:
                by_count.setdefault(_count(mono[0][0]), []).append((mono[0][0], c))
        yield from (tuple(group) for group in by_count.values() if len(group) > 1)
    for condition in conditions:
        for atom in walk(condition):
            if atom.kind is Kind.SUM and not atom.dangling:
                yield ((atom, 1),)


def _compared(condition: Condition) -> list[Term]:
    if condition.kind in (Is.LE, Is.EQ, Is.NE):
        return [condition.term]
    return [term for part in condition.parts for term in _compared(part)] if condition.kind in (Is.AND, Is.OR) else []


def _count(atom: Atom) -> Term:
    assert isinstance(atom.args[1], Term)
    return atom.args[1]


def _constants(conditions: Facts) -> list[int]:
    """Bounds worth trying: 0, 1, -1 and constants that cells are compared with."""
    found = dict.fromkeys((0, 1, -1))
    for condition in conditions:
        if condition.kind in (Is.FORALL, Is.EXISTS):
            for term in _compared(condition.parts[0]):
                c = int(constant_part(term))
                found.update(dict.fromkeys((c, -c, c - 1, 1 - c)))
    return list(found)[:MOST_TRIES]


def _extremes(goal: Condition) -> list[Term]:
    """The extremes that the goal speaks of: the cells that they are made from lie on one side of them."""
    return [of_atom(atom) for atom in dict.fromkeys(walk(goal)) if atom.kind is Kind.MAX and not atom.dangling]


def _bounds(
    parts: Group, facts: Facts, constants: list[int], extremes: list[Term], simplifier: Simplifier
) -> Iterator[Condition]:
    count = _count(parts[0][0])
    name = f"#{max([count.opened, *(atom.opened for atom, _ in parts), *(fact.opened for fact in facts)])}"
    bodies = ((reopen(atom.args[0], name), c) for atom, c in parts)
    body = combine((one, c) for one, c in bodies if isinstance(one, Term))
    value = combine((of_atom(atom), c) for atom, c in parts)
    inside = (*facts, between(0, symbol(name), count))
    body = simplifier.term(body, inside)
    if any(c.denominator != 1 for _, c in body.items):
        return
    follows = simplifier.entailment.follows
    low = next((c for c in sorted(constants, reverse=True) if follows(inside, le(const(c), body))), None)
    high = next((c for c in sorted(constants) if follows(inside, le(body, c))), None)
    if low is not None:
        yield implies(le(const(0), count), le(count * low, value))
    if high is not None:
        yield implies(le(const(0), count), le(value, count * high))
    proves = simplifier.entailment.proves
    for extreme in extremes:
        if proves(inside, le(-extreme, body)):
            yield implies(le(const(0), count), le(-(count * extreme), value))
        if proves(inside, le(body, extreme)):
            yield implies(le(const(0), count), le(value, count * extreme))
