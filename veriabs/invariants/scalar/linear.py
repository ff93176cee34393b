"""Find the linear equalities, and inequalities with small coefficients, that all rows of an integer table satisfy.

The kernel is computed modulo a large prime, where numbers stay small; results with small coefficients are then tested
on the rows themselves. An inequality counts if it is a facet of the convex hull of the rows, projected to its columns:
then it does not follow from inequalities with fewer columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import gcd

LARGEST = 1 << 20
"""Equalities with a larger coefficient are coincidences."""

MOST_DENOMINATOR = 24
"""The largest factor by which a vector with fractions is made a vector of integers."""

USUAL = 40
"""A constant other than zero counts as a bound of a sum if at least one in so many rows reaches it."""

SLACK = range(-2, 3)
"""The constants that are added to the bound of an inequality."""

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
        whole = _integer_multiple(vector)
        if whole is not None and all(_product(whole, row) == 0 for row in distinct):
            found.append(whole)
    return found


def inequalities(
    rows: Iterable[Sequence[int]],
    summed: Sequence[int],
    bounds: Sequence[int],
    constants: Iterable[int],
    factors: Iterable[int],
    most: int,
) -> Iterator[list[int]]:
    """Vectors c with c * row >= 0 for all rows, each a facet of the hull; those with few columns come first.

    Args: the rows, whose first column is 1; the columns that are added up, at most `most` at a time, of which none is a
    combination of others; the columns and constants near which the sum may end; and the `factors`, of which a vector
    may have one as a coefficient, where all others are 1 or -1.
    """
    table = Counter(tuple(row) for row in rows)
    width = len(next(iter(table), ()))
    scaled = [sign * factor for factor in dict.fromkeys(factors) for sign in (1, -1)]
    ends = {
        0: frozenset(c + slack for c in (0, *constants) for slack in SLACK),
        **dict.fromkeys(bounds, frozenset(SLACK)),
    }
    for terms in range(1, most + 1):
        vectors = [v for v in product((1, -1, *scaled), repeat=terms) if sum(abs(c) > 1 for c in v) <= 1]
        for columns, (bound, allowed) in product(combinations(summed, terms), ends.items()):
            seen = Counter[tuple[int, ...]]()
            for row, times in table.items():
                seen[(*(row[column] for column in columns), row[bound] if bound else 0)] += times
            points = list(seen)
            for vector in vectors if bound or terms > 1 else vectors[:2]:
                slack = _tight_bound(points, (*vector, -1), allowed, terms + bool(bound))
                if slack is not None and (bound or not slack or _is_usual(seen, vector, slack)):
                    found = [slack, *(int(column == bound) for column in range(1, width))]
                    for c, column in zip(vector, columns, strict=True):
                        found[column] -= c
                    yield found


def drop_sums(found: Iterable[list[int]]) -> list[list[int]]:
    """The inequalities of which none is the sum of two others, or weaker than another."""
    vectors = [tuple(one) for one in found]
    known = set(vectors)

    def follows(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
        rest = tuple(a - b for a, b in zip(one, other, strict=True))
        return one != other and (rest in known or (rest[0] > 0 and not any(rest[1:])))

    return [list(one) for one in vectors if not any(follows(one, other) for other in vectors)]


def _tight_bound(
    points: list[tuple[int, ...]], vector: tuple[int, ...], allowed: Collection[int], dimensions: int
) -> int | None:
    """The largest product with a point, if it is allowed and enough independent points have it; refuting points move to
    the front."""
    most, top = min(allowed) - 1, max(allowed)
    for place, point in enumerate(points):
        value = sum([c * one for c, one in zip(vector, point, strict=True)])
        if value > most:
            most = value
            if value > top:
                points.insert(0, points.pop(place))
                return None
    if most not in allowed:
        return None
    echelon: list[tuple[int, list[int]]] = []
    for point in points:
        if len(echelon) < dimensions and _product(vector, point) == most:
            _add(echelon, [1, *(value % _PRIME for value in point)])
    return most if len(echelon) == dimensions else None


def _is_usual(seen: Mapping[tuple[int, ...], int], vector: tuple[int, ...], limit: int) -> bool:
    """Do more rows reach this constant than chance explains? The vector has no coefficient for the last number."""
    reached = sum(times for point, times in seen.items() if _product(vector, point[:-1]) == limit)
    return reached * USUAL >= sum(seen.values())


def _product(vector: Sequence[int], row: Sequence[int]) -> int:
    return sum(c * value for c, value in zip(vector, row, strict=True))


def _add(echelon: list[tuple[int, list[int]]], row: list[int]) -> None:
    """Add a row to a reduced echelon form, unless it depends on the others."""
    for pivot, known in echelon:
        row = _eliminate_column(row, known, pivot)
    first = next((column for column, value in enumerate(row) if value), None)
    if first is None:
        return
    inverse = pow(row[first], -1, _PRIME)
    row = [value * inverse % _PRIME for value in row]
    echelon[:] = [(pivot, _eliminate_column(known, row, first)) for pivot, known in echelon]
    echelon.append((first, row))


def _eliminate_column(row: list[int], other: list[int], column: int) -> list[int]:
    """Subtract the multiple of `other` that makes the column zero."""
    factor = row[column]
    return [(a - factor * b) % _PRIME for a, b in zip(row, other, strict=True)] if factor else row


def _integer_multiple(vector: list[int]) -> list[int] | None:
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
