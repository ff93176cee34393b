"""Derive facts about any two indices from facts about neighbours: `a[k] <= a[k + 1]` for all k sorts `a`."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import permutations, product

from veriabs.terms.binders import reopen, term_of
from veriabs.terms.conditions import conjunction, eq, implies, le, negate
from veriabs.terms.places import read_at
from veriabs.terms.rebuild import at_index
from veriabs.terms.terms import Atom, Condition, Is, Kind, Term, const, linear_atoms, monomial, of_atom, symbol

MOST_LINKED = 6
"""Most indices of one array that are compared with each other."""


def chained(binder: Atom | Condition, cells: Collection[Atom]) -> Iterator[Condition]:
    """From g(k) - g(k+1) + c <= 0 (or == 0) for low <= k < high, derive the same for any two indices.

    Derives g(x) - g(y) + c*(y - x) <= 0 for low <= x <= y <= high, by summation over x <= k < y. The indices are those
    at which g reads one of the `cells`.
    """
    name = f"#{max([binder.opened, *(cell.opened for cell in cells)])}"
    everywhere = _universal_part(binder, name)
    if everywhere is None:
        return
    body, low, high = everywhere
    for part in body.conjuncts:
        link = _link(part.term, name) if part.kind in (Is.LE, Is.EQ) else None
        if link is None:
            continue
        read, less, step = link
        for x, y in permutations(list(dict.fromkeys(read_at(read, name, cells)))[:MOST_LINKED], 2):
            inside = conjunction((le(low, x), le(x, y), le(y, high)))
            between = _at(less, name, x) - _at(less, name, y) + (y - x) * step
            linked = le(between) if part.kind is Is.LE else eq(between)
            yield implies(conjunction((binder, inside)) if isinstance(binder, Condition) else inside, linked)


def _universal_part(binder: Atom | Condition, name: str) -> tuple[Condition, Term, Term] | None:
    """The condition that a binder states for every index in a range, with the bounds of the range."""
    body, count = reopen(binder.args[0], name), binder.args[-1]
    if not isinstance(body, Condition) or not isinstance(count, Term):
        return None
    if isinstance(binder, Condition):
        return body, const(0), count
    found = of_atom(binder)
    return (negate(body), const(0), found) if binder.kind is Kind.FIRST else (negate(body), found + 1, count)


def _link(term: Term, name: str) -> tuple[Atom, Term, Term] | None:
    """The cell that g reads, g(k) and c, if the term is g(k) - g(k + 1) + c with c free of the index."""
    reads = [(atom, c) for atom, c in linear_atoms(term) if atom.kind is Kind.CALL and name in atom.names]
    for (one, c), (two, other) in product(reads, reads):
        less = monomial(((one, 1),)) * c
        if c != -other or _at(less, name, symbol(name) + 1) != monomial(((two, 1),)) * c:
            continue
        step = term - less + _at(less, name, symbol(name) + 1)
        return None if name in step.names else (one, less, step)
    return None


def _at(term: Term, name: str, index: Term) -> Term:
    return term_of(at_index(term, name, index))
