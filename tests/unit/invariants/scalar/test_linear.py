"""Linear equalities and inequalities of tables of whole numbers."""

from __future__ import annotations

from random import Random

import pytest

from veriabs.invariants.scalar.linear import LARGEST, drop_sums, equalities, inequalities


def test_one_equality() -> None:
    assert equalities([[1, 2, 4], [1, 3, 6], [1, 5, 10]], 3) == [[0, -2, 1]]


def test_constants_and_offsets() -> None:
    assert equalities([[1, 7, 0], [1, 7, 5]], 3) == [[-7, 1, 0]]
    assert equalities([[1, 1, 4], [1, 2, 7]], 3) == [[-1, -3, 1]]


def test_independent_rows_have_no_equality() -> None:
    assert equalities([[1, 0], [1, 1]], 2) == []


def test_no_rows_give_one_equality_per_column() -> None:
    assert equalities([], 2) == [[1, 0], [0, 1]]


def test_fractions_are_cleared() -> None:
    assert equalities([[2, 3], [4, 6]], 2) == [[-3, 2]]


def test_accidents_with_large_coefficients_are_left_out() -> None:
    assert equalities([[1, LARGEST * 3 + 1]], 2) == []


@pytest.mark.parametrize("seed", range(50))
def test_every_equality_holds_in_every_row(seed: int) -> None:
    chance = Random(seed)
    width, rank = chance.randint(2, 6), chance.randint(1, 4)
    base = [[chance.randint(-3, 3) for _ in range(width)] for _ in range(rank)]
    factors = [[chance.randint(-2, 2) for _ in base] for _ in range(12)]
    rows = [[sum(f * b[c] for f, b in zip(one, base, strict=True)) for c in range(width)] for one in factors]
    found = equalities(rows, width)
    assert all(sum(c * value for c, value in zip(vector, row, strict=True)) == 0 for vector in found for row in rows)


@pytest.mark.parametrize("seed", range(50))
def test_an_equality_that_holds_is_found(seed: int) -> None:
    """Large values and the limits of types are no obstacle."""
    chance = Random(seed)
    factors = [chance.randint(-9, 9) for _ in range(4)]
    table = [[1, *(chance.choice((chance.randint(0, 9), -(2**63), 2**64 - 1)) for _ in range(3))] for _ in range(30)]
    rows = [[*row, sum(f * value for f, value in zip(factors, row, strict=True))] for row in table]
    ((*rest, last),) = equalities(rows, 5)
    assert last in (1, -1)
    assert [-last * value for value in rest] == factors


def facets(rows: list[list[int]], summed: range, bounds: range, factors: tuple[int, ...] = ()) -> list[list[int]]:
    return list(inequalities(rows, summed, bounds, (), factors, 3))


def test_inequality_between_three_columns() -> None:
    """All points with 0 <= x, 0 <= y and x + y <= z; that x <= z follows."""
    rows = [[1, x, y, z] for z in range(5) for x in range(z + 1) for y in range(z + 1 - x)]
    found = facets(rows, range(1, 4), range(1, 1))
    assert [0, -1, -1, 1] in found and [0, 1, 0, 0] in found and [0, 0, 1, 0] in found
    assert not [vector for vector in found if vector[0]]


def test_inequality_that_follows_from_shorter_ones_is_no_facet() -> None:
    rows = [[1, x, y] for x in range(3) for y in range(3)]
    assert sorted(facets(rows, range(1, 3), range(1, 1))) == [[0, 0, 1], [0, 1, 0], [2, -1, 0], [2, 0, -1]]


def test_sums_of_inequalities_are_left_out() -> None:
    assert drop_sums([[0, 1, 0], [0, 0, 1], [0, 1, 1], [3, 1, 0], [0, -1, 2]]) == [[0, 1, 0], [0, 0, 1], [0, -1, 2]]


def test_one_coefficient_is_a_factor() -> None:
    rows = [[1, x, y] for y in range(9) for x in range(3 * y + 1)]
    assert [0, -1, 3] in facets(rows, range(1, 3), range(1, 1), (3,))
    assert [0, -1, 3] not in facets(rows, range(1, 3), range(1, 1))


def test_column_that_bounds_the_sum() -> None:
    rows = [[1, n, x] for n in range(9) for x in range(n)]
    assert [-1, 1, -1] in facets(rows, range(2, 3), range(1, 2))


@pytest.mark.parametrize("seed", range(30))
def test_every_inequality_holds_in_every_row(seed: int) -> None:
    chance = Random(seed)
    rows = [[1, *(chance.randint(-4, 4) for _ in range(3))] for _ in range(12)]
    found = facets(rows, range(2, 4), range(1, 2), (2,))
    assert all(sum(c * value for c, value in zip(vector, row, strict=True)) >= 0 for vector in found for row in rows)
