"""Classes of indices: what a sum adds only where a remainder is what a condition says."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from msgspec import Struct

from veriabs.terms.binders import branches, walk
from veriabs.terms.conditions import negate
from veriabs.terms.terms import Atom, Condition, Is, Kind, Term, const, constant_part, monomial, of_atom, slope_in


class Class(Struct, frozen=True):
    """The indices size*k + residue: there a remainder of `divided` is what is asked for, if that is not negative."""

    size: int
    residue: int
    divided: Term


def added_in_classes(name: str, body: Term) -> Iterator[tuple[Term, Class]]:
    """What cases add to the body of a sum over `name` at the indices of one class, beyond their other side."""
    for mono, c in body.items:
        atom = monomial(mono).atom
        if atom is not None and atom.kind is Kind.ITE:
            test, then, other = branches(atom)
            for here, elsewhere in ((test, other), (negate(test), then)):
                parts = here.parts if here.kind is Is.AND else (here,)
                found = next((one for part in parts if (one := _class(name, part)) is not None), None)
                if found is not None:
                    yield (of_atom(atom) - elsewhere) * c, found
                    break


def asks(atom: Atom, name: str) -> bool:
    """Is there a case in the summand that holds for one value of `name` alone?"""
    tests = (branches(part)[0] for part in walk(of_atom(atom)) if part.kind is Kind.ITE)
    parts = (part for test in tests for part in (test.parts if test.kind is Is.AND else (test,)))
    slopes = (slope_in(part.term, name) for part in parts if part.kind is Is.EQ)
    return any(slope is not None and abs(slope[0]) == 1 for slope in slopes)


def _class(name: str, test: Condition) -> Class | None:
    """The indices for which the test holds; None if it does not ask for a remainder of what is affine in them."""
    if test.kind not in (Is.EQ, Is.LE):
        return None
    constant = constant_part(test.term)
    for sign in (1, -1):
        atom, bound = ((test.term - const(constant)) * sign).atom, -sign * constant
        if atom is not None and atom.kind is Kind.MOD and not atom.dangling and isinstance(bound, int):
            left, right = (arg for arg in atom.args if isinstance(arg, Term))
            size, slope = right.value, slope_in(left, name)
            if slope is not None and isinstance(size, int) and _is_only(test.kind, sign, bound, size):
                return _solved(left, slope, size, bound)
    return None


def _is_only(kind: Is, sign: int, bound: int, size: int) -> bool:
    """Is the bound the only remainder that is equal to it, or at most it, or (with sign -1) at least?"""
    if kind is Is.EQ:
        return 0 <= bound < size
    return bound == (0 if sign == 1 else size - 1)


def _solved(left: Term, slope: tuple[int, Term], size: int, wanted: int) -> Class | None:
    """factor*k + offset == wanted, modulo the size, whatever the offset holds; None if no k is that, or all are."""
    factor, offset = slope
    start, common = constant_part(offset), gcd(factor, size)
    if not isinstance(start, int) or any(mono and c % size for mono, c in offset.items) or (wanted - start) % common:
        return None
    fewer = size // common
    if fewer == 1:  # of what is one class already there are no others
        return None
    return Class(fewer, (wanted - start) // common * pow(factor // common, -1, fewer) % fewer, left)
