"""What holds of every two neighbours holds, added up, of any two: if `a[k] <= a[k + 1]` for all k, `a` is sorted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations, product

from veriabs.terms.binders import reopen
from veriabs.terms.conditions import conjunction, eq, implies, le, negate
from veriabs.terms.rebuild import Substitution
from veriabs.terms.terms import Atom, Condition, Is, Kind, Term, const, monomial, of_atom, slope_in, symbol

MOST_LINKED = 6
"""Indices of one array that are compared with each other."""


def chained(binder: Atom | Condition, cells: Iterable[Atom]) -> Iterator[Condition]:
    """Of g(k) - g(k+1) + c <= 0 (or == 0) for all low <= k < high: g(x) - g(y) + c*(y - x) for low <= x <= y <= high.

    It is the sum over x <= k < y. The indices are those at which one of the `cells` is the one that g reads.
    """
    name = f"#{max([binder.opened, *(cell.opened for cell in cells)])}"
    everywhere = _everywhere(binder, name)
    if everywhere is None:
        return
    body, low, high = everywhere
    for part in body.parts if body.kind is Is.AND else (body,):
        link = _link(part.term, name) if part.kind in (Is.LE, Is.EQ) else None
        if link is None:
            continue
        read, less, step = link
        for x, y in permutations(list(_indices(read, name, cells))[:MOST_LINKED], 2):
            inside = conjunction((le(low, x), le(x, y), le(y, high)))
            between = _at(less, name, x) - _at(less, name, y) + (y - x) * step
            linked = le(between) if part.kind is Is.LE else eq(between)
            yield implies(conjunction((binder, inside)) if isinstance(binder, Condition) else inside, linked)


def _everywhere(binder: Atom | Condition, name: str) -> tuple[Condition, Term, Term] | None:
    """What a binder says of every index from a first one on in front of another: where a search finds nothing."""
    body, count = reopen(binder.args[0], name), binder.args[-1]
    if not isinstance(body, Condition) or not isinstance(count, Term):
        return None
    if isinstance(binder, Condition):
        return body, const(0), count
    found = of_atom(binder)
    return (negate(body), const(0), found) if binder.kind is Kind.FIRST else (negate(body), found + 1, count)


def _link(term: Term, name: str) -> tuple[Atom, Term, Term] | None:
    """The cell that g reads, g(k), and c, if the term is g(k) - g(k + 1) + c; c must not depend on the index."""
    linear = [(mono[0][0], c) for mono, c in term.items if len(mono) == 1 and mono[0][1] == 1]
    reads = [(atom, c) for atom, c in linear if atom.kind is Kind.CALL and name in atom.names]
    for (one, c), (two, other) in product(reads, reads):
        less = monomial(((one, 1),)) * c
        if c != -other or _at(less, name, symbol(name) + 1) != monomial(((two, 1),)) * c:
            continue
        step = term - less + _at(less, name, symbol(name) + 1)
        return None if name in step.names else (one, less, step)
    return None


def _indices(read: Atom, name: str, cells: Iterable[Atom]) -> Iterator[Term]:
    """Where the cell that is read is one of the cells, each index once."""
    found: dict[Term, None] = {}
    for cell in cells:
        if cell.name != read.name or cell.kind is not Kind.CALL or len(cell.args) != len(read.args):
            continue
        for arg, there in zip(read.args, cell.args, strict=True):
            slope = slope_in(arg, name) if isinstance(arg, Term) and name in arg.names else None
            if slope is not None and abs(slope[0]) == 1 and isinstance(there, Term):
                found[(there - slope[1]) * slope[0]] = None
    yield from found


def _at(term: Term, name: str, index: Term) -> Term:
    return Substitution({name: index})(term)
