"""Interval bounds of a term that follow from the ranges of its atoms: 2*x + 1 is in 1..21 for x in 0..10."""

from __future__ import annotations

from functools import lru_cache

from veriabs.terms.binders import branches
from veriabs.terms.terms import CACHED, Atom, Kind, Number, Term

Interval = tuple[Number | None, Number | None]


@lru_cache(CACHED)
def interval(term: Term) -> Interval:
    """Lowest and highest value of a term; None if unknown."""
    low: Number | None = 0
    high: Number | None = 0
    for mono, c in term.items:
        part: Interval = (1, 1)
        for atom, e in mono:
            part = _product(part, _power(of_atom(atom), e))
        one, two = _product(part, (c, c))
        low = None if low is None or one is None else low + one
        high = None if high is None or two is None else high + two
    return low, high


def of_atom(atom: Atom) -> Interval:
    """Lowest and highest value of an atom; None if unknown."""
    if atom.kind is Kind.ITE:
        _, then, other = branches(atom)
        one, two = interval(then), interval(other)
        low = None if one[0] is None or two[0] is None else min(one[0], two[0])
        high = None if one[1] is None or two[1] is None else max(one[1], two[1])
        return low, high
    if atom.kind is Kind.POWER and int(atom.name) > 0:
        return 1, None
    return atom.low, atom.high


def _power(base: Interval, exponent: int) -> Interval:
    result: Interval = (1, 1)
    for _ in range(exponent):
        result = _product(result, base)
    if exponent % 2 == 0 and (result[0] is None or result[0] < 0):
        return 0, result[1]
    return result


def _product(left: Interval, right: Interval) -> Interval:
    """The interval of all products; an unknown end is infinite."""
    infinity = float("inf")
    ends = []
    for one in (-infinity if left[0] is None else left[0], infinity if left[1] is None else left[1]):
        for two in (-infinity if right[0] is None else right[0], infinity if right[1] is None else right[1]):
            ends.append(0 if not one or not two else _times(one, two))
    low, high = min(ends), max(ends)
    return (None if isinstance(low, float) else low), (None if isinstance(high, float) else high)


def _times(one: Number | float, two: Number | float) -> Number | float:
    if isinstance(one, float) or isinstance(two, float):
        positive = (one > 0) == (two > 0)
        return float("inf") if positive else float("-inf")
    return one * two
