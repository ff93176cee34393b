"""Residue classes of indices: split off the part of a sum that a condition on a remainder selects.

    the sum of (k % 3 == 1 ? a[k] : 0) over k < n    is    the sum of a[3*k + 1] over 3*k + 1 < n
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from msgspec import Struct

from veriabs.terms.binders import branches, walk
from veriabs.terms.conditions import negate
from veriabs.terms.terms import Atom, Condition, Is, Kind, Term, const, constant_part, monomial, of_atom, slope_in


class ResidueClass(Struct, frozen=True):
    """The indices size*k + residue: there a remainder of `divided` has the wanted value, if `divided` >= 0."""

    size: int
    residue: int
    divided: Term


def added_in_classes(name: str, body: Term) -> Iterator[tuple[Term, ResidueClass]]:
    """The extra amount that cases add to a sum's body at the indices of one class, with the class."""
    for mono, c in body.items:
        atom = monomial(mono).atom
        if atom is not None and atom.kind is Kind.ITE:
            test, then, other = branches(atom)
            for here, elsewhere in ((test, other), (negate(test), then)):
                parts = here.conjuncts
                found = next((one for part in parts if (one := _class(name, part)) is not None), None)
                if found is not None:
                    yield (of_atom(atom) - elsewhere) * c, found
                    break


def selects_one(atom: Atom, name: str) -> bool:
    """Whether some case of the body holds for a single value of `name`."""
    tests = (branches(part)[0] for part in walk(of_atom(atom)) if part.kind is Kind.ITE)
    parts = (part for test in tests for part in test.conjuncts)
    slopes = (slope_in(part.term, name) for part in parts if part.kind is Is.EQ)
    return any(slope is not None and abs(slope[0]) == 1 for slope in slopes)


def _class(name: str, test: Condition) -> ResidueClass | None:
    """The indices for which the test holds, or None if it is not about the remainder of an affine term."""
    if test.kind not in (Is.EQ, Is.LE):
        return None
    constant = constant_part(test.term)
    for sign in (1, -1):
        atom, bound = ((test.term - const(constant)) * sign).atom, -sign * constant
        if atom is not None and atom.kind is Kind.MOD and not atom.dangling and isinstance(bound, int):
            left, right = atom.terms
            size, slope = right.value, slope_in(left, name)
            if slope is not None and isinstance(size, int) and _is_only(test.kind, sign, bound, size):
                return _solve(left, slope, size, bound)
    return None


def _is_only(kind: Is, sign: int, bound: int, size: int) -> bool:
    """Whether the bound is the only remainder that satisfies the comparison."""
    if kind is Is.EQ:
        return 0 <= bound < size
    return bound == (0 if sign == 1 else size - 1)


def _solve(left: Term, slope: tuple[int, Term], size: int, wanted: int) -> ResidueClass | None:
    """Solve factor*k + offset == wanted modulo the size, for any offset; None if no k or every k is a solution."""
    factor, offset = slope
    start, common = constant_part(offset), gcd(factor, size)
    if not isinstance(start, int) or any(mono and c % size for mono, c in offset.items) or (wanted - start) % common:
        return None
    fewer = size // common
    if fewer == 1:  # if one class already contains all indices, there are no others
        return None
    return ResidueClass(fewer, (wanted - start) // common * pow(factor // common, -1, fewer) % fewer, left)
