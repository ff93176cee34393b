"""Combine the sums over all residue classes of an index: together they are the sum over all indices.

    sum of a[2*k] + sum of a[2*k + 1] over k < n          sum of a[k] over k < 2*n
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from veriabs.terms.binders import close, reopen, term_of, walk
from veriabs.terms.conditions import conjunction, eq, implies, le
from veriabs.terms.rebuild import Substitution, sum_over
from veriabs.terms.terms import Atom, Condition, Kind, Term, const, of_atom, slope_in, symbol, total

MOST_CLASSES = 8
"""Largest distance between the cells that a sum reads."""


def interleaved(atoms: Iterable[Atom]) -> Iterator[Condition]:
    """Relate sums of f(m*k + r) over k < n_r, one per remainder r, to the sum of f over all indices.

    The counts must leave no gap: n_0 >= n_1 >= ... >= n_0 - 1.
    """
    sums: dict[Term | Condition, list[Atom]] = {}
    for atom in atoms:
        if atom.kind is Kind.SUM:
            sums.setdefault(atom.args[0], []).append(atom)
    for one in (atom for found in sums.values() for atom in found):
        name = f"#{one.opened}"
        whole, distance = _undivided_body(one, name)
        if whole is None:
            continue
        classes = [sums.get(_class(whole, name, distance, remainder), []) for remainder in range(distance)]
        if one in classes[0] and all(classes):
            yield _sum_over_classes(whole, name, [_closest_count(found, one) for found in classes])


def _undivided_body(atom: Atom, name: str) -> tuple[Term | None, int]:
    """The f of a sum of f(m*k) over k, with m; None if no cell is read at a multiple of the index."""
    body = term_of(reopen(atom.args[0], name))
    slopes = (_multiple(cell, name) for cell in walk(body) if cell.kind is Kind.CALL and not cell.dangling)
    distance = next((slope for slope in slopes if slope), 0)
    if not distance:
        return None, 0
    whole = Substitution({name: symbol(name) * Fraction(1, distance)})(body)
    same = _class(whole, name, distance, 0) == atom.args[0]
    return (whole, distance) if same and all(map(_is_whole, walk(whole))) else (None, 0)


def _is_whole(atom: Atom) -> bool:
    """Whether no argument is a fraction of the index."""
    return all(c.denominator == 1 for arg in atom.args if isinstance(arg, Term) for _, c in arg.items)


def _multiple(cell: Atom, name: str) -> int:
    """m if a cell is read at m*k."""
    for arg in cell.args:
        slope = slope_in(arg, name) if isinstance(arg, Term) and name in arg.names else None
        if slope is not None and 1 < slope[0] <= MOST_CLASSES and not slope[1].items:
            return int(slope[0])
    return 0


def _class(whole: Term, name: str, distance: int, remainder: int) -> Term | Condition:
    """The body of the sum over one class, as it appears in an atom."""
    return close(Substitution({name: symbol(name) * distance + remainder})(whole), name)


def _closest_count(found: list[Atom], one: Atom) -> Atom:
    """The sum over one class whose count differs from the first class's by a constant, if there is one."""
    return min(found, key=lambda other: (one.count - other.count).value is None)


def _sum_over_classes(whole: Term, name: str, classes: list[Atom]) -> Condition:
    counts = [atom.count for atom in classes]
    falling = [le(more, less) for less, more in zip(counts, counts[1:], strict=False)]
    even = conjunction((*falling, le(counts[0] - 1, counts[-1]), le(const(0), counts[-1])))
    return implies(even, eq(total(of_atom(atom) for atom in classes), sum_over(name, whole, total(counts))))
