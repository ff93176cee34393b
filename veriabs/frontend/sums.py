"""Sums of products of numbers and C expressions, as sizes are told to the user: `n * m + 1`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import accumulate

from msgspec import Struct


class Sum(Struct, frozen=True):
    """Factors, each a C expression that binds as tightly as a name, with how often their product is there."""

    products: Mapping[tuple[str, ...], int]

    def __add__(self, other: Sum) -> Sum:
        counts = Counter(self.products)
        counts.update(other.products)
        return Sum({factors: count for factors, count in counts.items() if count})

    def __neg__(self) -> Sum:
        return Sum({factors: -count for factors, count in self.products.items()})

    def __sub__(self, other: Sum) -> Sum:
        return self + -other

    def __mul__(self, other: Sum) -> Sum:
        counts = Counter[tuple[str, ...]]()
        for left, one in self.products.items():
            for right, two in other.products.items():
                counts[tuple(sorted(left + right))] += one * two
        return Sum({factors: count for factors, count in counts.items() if count})

    def __str__(self) -> str:
        text = ""
        for factors, count in sorted(self.products.items(), key=lambda one: (one[1] < 0, -len(one[0]))):
            size = " * ".join((*([str(abs(count))] if abs(count) != 1 or not factors else []), *factors))
            sign = "-" if count < 0 else "+"
            text += f" {sign} {size}" if text else f"-{size}" if count < 0 else size
        return text or "0"

    @property
    def text(self) -> str:
        """The sum as C says it where it stands alone."""
        text = str(self)
        return text[1:-1] if _is_in_parentheses(text) else text

    @property
    def number(self) -> int | None:
        """The number that it is, or None."""
        return self.plain if self.products.keys() <= {()} else None

    @property
    def plain(self) -> int:
        """The number that is added to the rest."""
        return self.products.get((), 0)

    @property
    def divides(self) -> bool:
        """Is there a quotient in it?"""
        return any("/" in factor for factors in self.products for factor in factors)

    @property
    def degree(self) -> int:
        """How many factors the longest product has."""
        return max(map(len, self.products), default=0)


def number(value: int) -> Sum:
    """The sum that is a number."""
    return Sum({(): value} if value else {})


def factor(text: str) -> Sum:
    """The sum that is a C expression, which binds as tightly as a name."""
    return Sum({(text,): 1})


def tight(value: Sum) -> str:
    """The sum as text that binds as tightly as a name."""
    text = str(value)
    return text if re.fullmatch(r"\w+|sizeof\([^()]*\)", text) or _is_in_parentheses(text) else f"({text})"


def _is_in_parentheses(text: str) -> bool:
    """Does the first parenthesis close at the end?"""
    depths = list(accumulate((one == "(") - (one == ")") for one in text))
    return text.startswith("(") and 0 not in depths[:-1]


def quotient(value: Sum, divisor: Sum) -> Sum:
    """The sum divided by another, as C does it."""
    if value.number is not None and divisor.number:
        return number(value.number // divisor.number)
    return factor(f"({tight(value)} / {tight(divisor)})")


def last(start: Sum, end: Sum, step: int) -> Sum:
    """The last number before the end that so many steps lead to; the one before the end, if that is not known."""
    span = end - start
    if all(count % step == 0 for count in span.products.values()):
        return end - number(step)
    return start + number((span.number - 1) // step * step) if span.number is not None else end - number(1)


def greater(left: Sum, right: Sum) -> Sum:
    """The one that is most likely greater: the first of two, if nothing can be said."""
    if left.divides != right.divides:
        return right if left.divides else left
    if right.degree != left.degree:
        return right if right.degree > left.degree else left
    return right if all(count > 0 for count in (right - left).products.values()) else left
