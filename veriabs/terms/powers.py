"""Sums of powers as Faulhaber polynomials: 0 + 1 + ... + (n-1) is n*(n-1)/2."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

from veriabs.terms.terms import Term, combine, power


@cache
def faulhaber(exponent: int) -> tuple[Fraction, ...]:
    """Coefficients c with 0**p + ... + (n-1)**p = c[1]*n + c[2]*n**2 + ... for every integer n.

    Derived from n**(p+1) = sum over k < n of (k+1)**(p+1) - k**(p+1).
    """
    degree = exponent + 1
    coefficients = [Fraction(0)] * (degree + 1)
    coefficients[degree] = Fraction(1)
    for lower in range(exponent):
        for position, c in enumerate(faulhaber(lower)):
            coefficients[position] -= comb(degree, lower) * c
    return tuple(c / degree for c in coefficients)


def power_sum(exponent: int, n: Term) -> Term:
    """0**p + ... + (n-1)**p as a polynomial in n."""
    return combine((power(n, position), c) for position, c in enumerate(faulhaber(exponent)) if c)
