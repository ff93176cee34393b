"""Linear equalities that all rows of a table of whole numbers satisfy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd, lcm

LARGEST = 1 << 20
"""Equalities with a larger coefficient are accidents."""


def equalities(rows: Iterable[Sequence[int]], width: int) -> list[list[int]]:
    """A basis of the vectors c with c * row == 0 for all rows, each over few columns: a later column in terms of
    earlier ones that do not depend on each other."""
    echelon: list[tuple[int, list[Fraction]]] = []
    for row in rows:
        _add(echelon, [Fraction(value) for value in row])
        if len(echelon) == width:
            return []
    pivots = {pivot for pivot, _ in echelon}
    found = []
    for column in (c for c in range(width) if c not in pivots):
        vector = [Fraction(0)] * width
        vector[column] = Fraction(1)
        for pivot, known in echelon:
            vector[pivot] = -known[column]
        whole = _whole(vector)
        if max(map(abs, whole)) <= LARGEST:
            found.append(whole)
    return found


def _add(echelon: list[tuple[int, list[Fraction]]], row: list[Fraction]) -> None:
    """Adds a row to a reduced echelon form, if it tells anything new."""
    for pivot, known in echelon:
        row = _without(row, known, pivot)
    first = next((column for column, value in enumerate(row) if value), None)
    if first is None:
        return
    row = [value / row[first] for value in row]
    echelon[:] = [(pivot, _without(known, row, first)) for pivot, known in echelon]
    echelon.append((first, row))


def _without(row: list[Fraction], other: list[Fraction], column: int) -> list[Fraction]:
    """The row with as much of the other one taken off as makes the column zero."""
    factor = row[column]
    return [a - factor * b for a, b in zip(row, other, strict=True)] if factor else row


def _whole(vector: list[Fraction]) -> list[int]:
    scale = lcm(*(value.denominator for value in vector))
    whole = [int(value * scale) for value in vector]
    divisor = gcd(*whole)
    return [value // divisor for value in whole]
