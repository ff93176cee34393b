"""Conditions on terms in normal form: comparisons with 0, and their combinations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm

from veriabs.terms.terms import BITS, CACHED, Atom, Condition, Is, Kind, Monomial, Number, Term, const, from_dict, order

_XOR = f"{BITS}^"

def truth(value: bool) -> Condition:
    """The condition that always, or never, holds."""
    return Condition(Is.TRUE if value else Is.FALSE)


def le(left: Term | int, right: Term | int = 0) -> Condition:
    """left <= right, with coprime integer coefficients."""
    coefficients, constant = _difference(left, right)
    if not coefficients:
        return truth(constant <= 0)
    factor = _primitive(coefficients)
    limit = -constant * factor
    return _compare(Is.LE, coefficients, factor, -(limit.numerator // limit.denominator))


def lt(left: Term, right: Term | int) -> Condition:
    """left < right, over integers: left + 1 <= right."""
    return le(left + 1, right)


def eq(left: Term | int, right: Term | int = 0) -> Condition:
    """left == right, with coprime integer coefficients, the first one positive; `(x ^ y) == 0` becomes x == y."""
    coefficients, constant = _difference(left, right)
    if not coefficients:
        return truth(constant == 0)
    if not constant and (sides := _exclusive(coefficients)):
        return eq(*sides)
    leading = min(coefficients, key=order)
    factor = _primitive(coefficients) * (1 if coefficients[leading] > 0 else -1)
    if (constant * factor).denominator != 1:
        return truth(False)
    return _compare(Is.EQ, coefficients, factor, constant * factor)


def ne(left: Term, right: Term | int = 0) -> Condition:
    """left != right."""
    return negate(eq(left, right))


def _difference(left: Term | int, right: Term | int) -> tuple[dict[Monomial, Number], Number]:
    """left - right as coefficients and a constant; creating a `Term` would cost more."""
    total: dict[Monomial, Number] = dict(left.items) if isinstance(left, Term) else {(): left}
    for mono, c in right.items if isinstance(right, Term) else (((), right),):
        total[mono] = total.get(mono, 0) - c
    constant = total.pop((), 0)
    return {mono: c for mono, c in total.items() if c}, constant


def _exclusive(coefficients: Mapping[Monomial, Number]) -> tuple[Term, Term] | None:
    """The operands if the term is a multiple of one `^`."""
    match list(coefficients):
        case [((Atom(kind=Kind.CALL, name=name, args=(Term() as left, Term() as right)), 1),)] if name.startswith(_XOR):
            return left, right
        case _:
            return None


def _primitive(coefficients: Mapping[Monomial, Number]) -> Number:
    """The factor that makes all coefficients integer and coprime."""
    scale = lcm(*(c.denominator for c in coefficients.values()))
    content = gcd(*(int(c * scale) for c in coefficients.values()))
    return Fraction(scale, content) if content > 1 else scale


def _compare(kind: Is, coefficients: Mapping[Monomial, Number], factor: Number, constant: Number) -> Condition:
    scaled = {mono: c * factor for mono, c in coefficients.items()} if factor != 1 else dict(coefficients)
    return Condition(kind, (from_dict({**scaled, (): constant}),))


@lru_cache(CACHED)
def negate(condition: Condition) -> Condition:
    """The negation, pushed to the comparisons."""
    match condition.kind:
        case Is.TRUE | Is.FALSE:
            return truth(condition.kind is Is.FALSE)
        case Is.LE:
            return le(1, condition.term)
        case Is.EQ | Is.NE:
            return Condition(Is.NE if condition.kind is Is.EQ else Is.EQ, condition.args)
        case Is.AND:
            return disjunction(map(negate, condition.parts))
        case Is.OR:
            return conjunction(map(negate, condition.parts))
        case Is.FORALL | Is.EXISTS:
            kind = Is.EXISTS if condition.kind is Is.FORALL else Is.FORALL
            return Condition(kind, (negate(condition.parts[0]), condition.args[1]))


def conjunction(conditions: Iterable[Condition]) -> Condition:
    """All of the conditions."""
    return _join(conditions, Is.AND, Is.TRUE, Is.FALSE)


def disjunction(conditions: Iterable[Condition]) -> Condition:
    """At least one of the conditions."""
    return _join(conditions, Is.OR, Is.FALSE, Is.TRUE)


def _join(conditions: Iterable[Condition], kind: Is, unit: Is, zero: Is) -> Condition:
    parts: dict[Condition, None] = {}
    for condition in conditions:
        flat = condition.parts if condition.kind is kind else (condition,)
        parts.update(dict.fromkeys(part for part in flat if part.kind is not unit))
    if any(part.kind is zero or negate(part) in parts for part in parts if part.kind not in (Is.AND, Is.OR)):
        return Condition(zero)
    if len(parts) <= 1:
        return next(iter(parts), Condition(unit))
    return Condition(kind, tuple(sorted(parts, key=lambda part: part.digest)))


def implies(left: Condition, right: Condition) -> Condition:
    """The implication."""
    return disjunction((negate(left), right))


def between(low: Term | int, term: Term, high: Term | int) -> Condition:
    """low <= term < high."""
    low, high = (side if isinstance(side, Term) else const(side) for side in (low, high))
    return conjunction((le(low, term), lt(term, high)))
