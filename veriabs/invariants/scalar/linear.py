"""Find the linear equalities that all rows of an integer table satisfy.

The kernel is computed modulo a large prime, where numbers stay small; results with small coefficients are then tested
on the rows themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd

LARGEST = 1 << 20
"""Equalities with a larger coefficient are coincidences."""

MOST_DENOMINATOR = 24
_PRIME = (1 << 61) - 1


def equalities(rows: Iterable[Sequence[int]], width: int) -> list[list[int]]:
    """A basis of the vectors c with c * row == 0 for all rows.

    Args: the rows, each with `width` columns. Each vector uses few columns: a later column in terms of independent
    earlier ones.
    """
    distinct = list(dict.fromkeys(tuple(row) for row in rows))
    echelon: list[tuple[int, list[int]]] = []
    for row in distinct:
        _add(echelon, [value % _PRIME for value in row])
        if len(echelon) == width:
            return []
    pivots = {pivot for pivot, _ in echelon}
    found = []
    for column in (c for c in range(width) if c not in pivots):
        vector = [0] * width
        vector[column] = 1
        for pivot, known in echelon:
            vector[pivot] = -known[column]
        whole = _whole(vector)
        if whole is not None and all(_product(whole, row) == 0 for row in distinct):
            found.append(whole)
    return found


def _product(vector: Sequence[int], row: Sequence[int]) -> int:
    return sum(c * value for c, value in zip(vector, row, strict=True))


def _add(echelon: list[tuple[int, list[int]]], row: list[int]) -> None:
    """Add a row to a reduced echelon form, unless it depends on the others."""
    for pivot, known in echelon:
        row = _without(row, known, pivot)
    first = next((column for column, value in enumerate(row) if value), None)
    if first is None:
        return
    inverse = pow(row[first], -1, _PRIME)
    row = [value * inverse % _PRIME for value in row]
    echelon[:] = [(pivot, _without(known, row, first)) for pivot, known in echelon]
    echelon.append((first, row))


def _without(row: list[int], other: list[int], column: int) -> list[int]:
    """Subtract the multiple of `other` that makes the column zero."""
    factor = row[column]
    return [(a - factor * b) % _PRIME for a, b in zip(row, other, strict=True)] if factor else row


def _whole(vector: list[int]) -> list[int] | None:
    """The multiple of the vector with small integer entries, if there is one."""
    for scale in range(1, MOST_DENOMINATOR + 1):
        scaled = [_signed(value * scale) for value in vector]
        if max(map(abs, scaled)) <= LARGEST:
            divisor = gcd(*scaled)
            return [value // divisor for value in scaled]
    return None


def _signed(value: int) -> int:
    value %= _PRIME
    return value - _PRIME if value > _PRIME // 2 else value
