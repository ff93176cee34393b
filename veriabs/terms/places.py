"""Choose the indices at which to instantiate a binder: those where its body meets the rest of the formula.

    for all k < n: a[k] >= 0, and elsewhere a[2*i]:    instantiate at k = 2*i
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from veriabs.terms.binders import conditions_in, term_of, walk
from veriabs.terms.terms import Atom, Condition, Is, Kind, Term, linear_atoms, map_atoms, of_atom, slope_in

MOST_REMAINDERS = 4
"""Largest divisor of the index in an equation that is solved for it."""


def matches(body: Term | Condition, name: str, cells: Iterable[Atom]) -> Iterator[Term]:
    """Indices at which the body reads a cell that is also read elsewhere, or that alone satisfy one of its cases."""
    for test in (test for test in conditions_in(body) if test.kind in (Is.EQ, Is.NE) and name in test.names):
        term = _unwrap(test.term)
        slope = slope_in(term, name)
        if slope is not None and abs(slope[0]) == 1:
            yield slope[1] * -slope[0]
        yield from _solve_with_quotient(term, name)
    for pattern in walk(body):
        if pattern.kind is Kind.CALL and name in pattern.names:
            yield from read_at(pattern, name, cells)


def read_at(pattern: Atom, name: str, cells: Iterable[Atom]) -> Iterator[Term]:
    """Indices at which a cell of the body is one of `cells` (or draws the same input)."""
    for place, arg in enumerate(pattern.args):
        slope = slope_in(_unwrap(arg), name) if isinstance(arg, Term) else None
        if slope is None or abs(slope[0]) != 1:
            continue
        for cell in (cell for cell in cells if cell.kind is Kind.CALL):
            there = cell.args[place] if _read_same_array(cell, pattern) else None
            if isinstance(there, Term):
                yield (there - slope[1]) * slope[0]


def _solve_with_quotient(term: Term, name: str) -> Iterator[Term]:
    """Solve `a*k + b*((k + c) / m) + rest == 0` for k, one solution per remainder, if a*m + b is 1 or -1."""
    quotients = [(atom, b) for atom, b in linear_atoms(term) if atom.kind is Kind.DIV and name in atom.names]
    for atom, b in quotients if len(quotients) == 1 else ():
        above, size = (term_of(arg) for arg in atom.args)
        inside, plain = slope_in(above, name), slope_in(term - of_atom(atom) * b, name)
        m = size.value
        if inside is None or plain is None or inside[0] != 1 or m is None or not 1 < m <= MOST_REMAINDERS:
            continue
        slope = plain[0] * m + b
        if abs(slope) == 1:
            yield from ((plain[1] * m + (inside[1] - rest) * b) * -slope for rest in range(int(m)))


def _unwrap(term: Term) -> Term:
    """Remove all wraps; the result only suggests indices and proves nothing."""
    return map_atoms(term, lambda atom: _unwrap(term_of(atom.args[0])) if atom.kind is Kind.WRAP else of_atom(atom))


def _read_same_array(one: Atom, two: Atom) -> bool:
    """Whether both read the same array."""
    return one.name == two.name and len(one.args) == len(two.args)
