"""Normal form of quotients, remainders, wrapping to a machine type, and powers.

    (6*x + 4) / 2          3*x + 2
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from veriabs.core.evaluate import remainder, truncated
from veriabs.terms.conditions import conjunction, le, negate
from veriabs.terms.intervals import interval
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
    from_dict,
    monomial,
    of_atom,
    with_atoms,
)

MOST_POINTS = 200
"""Most grid points that the divisibility test of a polynomial evaluates; beyond them it gives up."""

# ------------------------------------------------------------------------------------------------------------- division


def divide(left: Term, right: Term) -> Term:
    """left / right as in C, for right != 0."""
    whole = exact_quotient(left, right)
    if whole is not None:
        return whole
    one, two = left.value, right.value
    if isinstance(one, int) and isinstance(two, int) and two:
        return const(truncated(one, two))
    if isinstance(two, int) and two < 0:
        return -divide(left, const(-two))
    return of_atom(Atom(Kind.DIV, "", (left, right)))


def modulo(left: Term, right: Term) -> Term:
    """left % right as in C, for right != 0."""
    if exact_quotient(left, right) is not None:
        return const(0)
    one, two = left.value, right.value
    if isinstance(one, int) and isinstance(two, int) and two:
        return const(remainder(one, two))
    if isinstance(two, int) and two < 0:
        return modulo(left, const(-two))
    if isinstance(two, int) and left.atom is not None and left.atom.kind is Kind.MOD and left.atom.args[1] == right:
        return left
    high = abs(two) - 1 if isinstance(two, int) and two else None
    return of_atom(Atom(Kind.MOD, "", (left, right), None if high is None else -high, high))


def exact_quotient(left: Term, right: Term) -> Term | None:
    """left / right if that is an integer for every assignment with right != 0, else None."""
    divisor = right.value
    if divisor == 0 or not right.items:
        return None
    if divisor is None:
        return _monomial_quotient(left, right)
    quotient = left * (Fraction(1) / divisor)
    return quotient if is_whole(quotient) else None


def _monomial_quotient(left: Term, right: Term) -> Term | None:
    if len(right.items) != 1:
        return None
    mono, factor = right.items[0]
    if left == right:
        return const(1)
    quotient = []
    for other, c in left.items:
        exponents = dict(other)
        for atom, e in mono:
            exponents[atom] = exponents.get(atom, 0) - e
        rest = tuple((atom, e) for atom, e in exponents.items() if e)
        if any(e < 0 for _, e in rest):
            return None
        quotient.append((monomial(tuple(sorted(rest, key=lambda i: i[0].digest))), Fraction(c) / factor))
    result = combine(quotient)
    return result if is_whole(result) else None


def is_whole(term: Term) -> bool:
    """Whether the polynomial is an integer for all integer values of its atoms; a finite grid decides this."""
    rough = from_dict({mono: c for mono, c in term.items if c.denominator != 1})
    if not rough.items:
        return True
    degrees = dict.fromkeys(rough.atoms(), 0)
    for mono, _ in rough.items:
        for atom, e in mono:
            degrees[atom] = max(degrees[atom], e)
    points = 1
    for degree in degrees.values():
        points *= degree + 1
    if points > MOST_POINTS:
        return False
    grid = product(*(range(degree + 1) for degree in degrees.values()))
    return all(_value_of(rough, dict(zip(degrees, point, strict=True))).denominator == 1 for point in grid)


def _value_of(term: Term, values: Mapping[Atom, int]) -> Number:
    result: Number = 0
    for mono, c in term.items:
        for atom, e in mono:
            c = c * values[atom] ** e
        result += c
    return result


# ------------------------------------------------------------------------------------------------------ wrap and powers


def wrap(term: Term, low: int, high: int) -> Term:
    """The value between low and high (a type's range) that is congruent to the term."""
    modulus = high - low + 1
    term = reduce(term, modulus)
    value = term.value
    if isinstance(value, int):
        return const((value - low) % modulus + low)
    atom = term.atom
    if atom is not None and atom.low is not None and atom.high is not None and low <= atom.low <= atom.high <= high:
        return term
    return of_atom(Atom(Kind.WRAP, "", (term,), low, high))


def unwrap_comparison(test: Condition) -> Condition:
    """Turn a comparison of a wrapped value with a constant into a range: `(unsigned)c - '0' < 10`.

    Requires that a negative value wraps to more than the constant, so the value must be close enough to 0.
    """
    slope, atom = _wrapped_atom(test)
    if atom is None or not isinstance(value := atom.args[0], Term):
        return test
    offset, modulus, (low, high) = constant_part(test.term), _modulus(atom), interval(value)
    most = -offset if slope == 1 else offset - 1
    if low is None or high is None or not (0 <= most < low + modulus and high < modulus):
        return test
    inside = conjunction((le(const(0), value), le(value, const(most))))
    return inside if slope == 1 else negate(inside)


def _wrapped_atom(test: Condition) -> tuple[Number, Atom | None]:
    """The only atom of the comparison, if it wraps to an unsigned type and its factor is 1 or -1; with the factor."""
    monomials = [(mono, c) for mono, c in test.term.items if mono] if test.kind is Is.LE else []
    match monomials:
        case [(((Atom(kind=Kind.WRAP, low=0) as atom, 1),), (1 | -1) as slope)]:
            return slope, atom
        case _:
            return 0, None


def reduce(term: Term, modulus: int) -> Term:
    """A term congruent to this one, without wraps to multiples of the modulus."""
    if any(c.denominator != 1 for _, c in term.items):
        return term
    while True:
        wraps = [a for a in term.atoms() if a.kind is Kind.WRAP and _modulus(a) % modulus == 0]
        if not wraps:
            break
        inner = {atom: atom.args[0] for atom in wraps if isinstance(atom.args[0], Term)}
        term = with_atoms(term, inner)
        if any(c.denominator != 1 for _, c in term.items):
            return term
    return term


def _modulus(atom: Atom) -> int:
    assert atom.low is not None and atom.high is not None
    return atom.high - atom.low + 1


def power_of(base: int, exponent: Term) -> Term:
    """base**exponent for exponent >= 0, else 1."""
    value = exponent.value
    if isinstance(value, int) and value <= 64:
        return const(base ** max(value, 0))
    return of_atom(Atom(Kind.POWER, str(base), (exponent,)))
