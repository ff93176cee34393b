"""Test candidates for large programs that are made from the inputs of a run at a small size."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from veriabs.core.counterexample import Candidate, VisitRange
from veriabs.replay.candidates import first_candidates, spread_candidates

BIG = 100_000
SITES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2**64 - 1)), max_size=12)
VISITS = st.dictionaries(st.integers(0, 3), st.integers(0, 50), max_size=4)
SMALLER = st.dictionaries(st.integers(20, 2000), st.integers(1, 9), max_size=3)


def value_at(spans: Iterable[VisitRange], visit: int) -> int:
    """The value of one visit, as the replay looks it up."""
    found = [s.start + (visit - s.first) * s.step for s in spans if s.first <= visit < s.first + s.count]
    return found[0] if found else 0


def values(candidate: Candidate, site: int, visits: int) -> list[int]:
    return [value_at(candidate.values[site], visit) for visit in range(visits)]


def small(*numbers: int, site: int = 0) -> list[tuple[int, int]]:
    return [(site, number) for number in numbers]


# --------------------------------------------------------------------------------------------- the number is not known


def test_values_come_first_and_then_the_last_or_zero() -> None:
    last, zero = first_candidates("test", small(4, 5, 6), {})
    assert values(last, 0, 6) == [4, 5, 6, 6, 6, 6]
    assert values(zero, 0, 6) == [4, 5, 6, 0, 0, 0]
    assert value_at(last.values[0], BIG) == 6
    assert value_at(zero.values[0], BIG) == 0
    assert last.origin == "test"


def test_sites_are_kept_apart() -> None:
    last, _ = first_candidates("test", [(0, 1), (1, 7), (0, 2), (1, 8)], {})
    assert values(last, 0, 3) == [1, 2, 2]
    assert values(last, 1, 3) == [7, 8, 8]


def test_equal_values_are_one_span() -> None:
    last, _ = first_candidates("test", small(*[3] * 500, 4), {})
    assert len(last.values[0]) <= 3


def test_no_values_are_one_plain_run() -> None:
    assert [candidate.values for candidate in first_candidates("test", [], {})] == [{}, {}]


def test_single_value_near_the_small_size_moves_to_the_large_one() -> None:
    found = [values(c, 0, 1)[0] for c in first_candidates("test", small(3), {1000: 3})]
    assert set(found) == {3, 1000}
    found = [values(c, 0, 1)[0] for c in first_candidates("test", small(2), {1000: 3})]
    assert set(found) == {2, 999}


def test_value_far_from_the_small_size_is_unchanged() -> None:
    assert {values(c, 0, 1)[0] for c in first_candidates("test", small(77), {1000: 3})} == {77}


def test_zero_is_unchanged() -> None:
    assert {values(c, 0, 1)[0] for c in first_candidates("test", small(0), {1000: 2})} == {0}


def test_several_values_of_a_site_are_unchanged() -> None:
    for candidate in first_candidates("test", small(3, 2, 1), {1000: 3}):
        assert values(candidate, 0, 3) == [3, 2, 1]


# ------------------------------------------------------------------------------------------------- the number is known


def test_values_are_spread() -> None:
    ends, late, blocks = spread_candidates("test", small(1, 2, 3, 4), {}, {0: 12})
    assert values(ends, 0, 12) == [1, 2, *[2] * 8, 3, 4]
    assert values(late, 0, 12) == [*[1] * 9, 2, 3, 4]
    assert values(blocks, 0, 12) == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]


def test_last_value_reaches_the_last_visit_of_many() -> None:
    for candidate in spread_candidates("test", small(7, 7, 9), {}, {0: BIG}):
        assert value_at(candidate.values[0], 0) == 7
        assert value_at(candidate.values[0], BIG - 1) == 9
        assert len(candidate.values[0]) <= 4


def test_values_are_used_in_order_for_as_many_visits() -> None:
    for visits in (0, 2, 3):
        for candidate in spread_candidates("test", small(7, 8, 9), {}, {0: visits}):
            assert values(candidate, 0, 3) == [7, 8, 9]


def test_site_that_was_not_visited_gets_its_values_first() -> None:
    for candidate in spread_candidates("test", small(7, 8), {}, {}):
        assert values(candidate, 0, 4) == [7, 8, 8, 8]


# ------------------------------------------------------------------------------------------------------- for all input


@given(SITES, SMALLER, VISITS)
def test_spans_are_in_order_and_apart(
    found: list[tuple[int, int]], smaller: dict[int, int], visits: dict[int, int]
) -> None:
    made = [*first_candidates("", found, smaller), *spread_candidates("", found, smaller, visits)]
    for candidate in made:
        assert candidate.values.keys() == {site for site, _ in found}
        for spans in candidate.values.values():
            assert all(span.first >= 0 and span.count > 0 for span in spans)
            assert all(a.first + a.count <= b.first for a, b in zip(spans, spans[1:], strict=False))


@given(SITES, VISITS)
def test_only_given_values_and_zero_are_used(found: list[tuple[int, int]], visits: dict[int, int]) -> None:
    for candidate in [*first_candidates("", found, {}), *spread_candidates("", found, {}, visits)]:
        for site, spans in candidate.values.items():
            assert {span.start for span in spans} <= {0, *(value for number, value in found if number == site)}
            assert {span.step for span in spans} == {0}


@given(SITES)
def test_first_visits_of_the_first_candidates_take_the_values(found: list[tuple[int, int]]) -> None:
    for candidate in first_candidates("", found, {}):
        for site in candidate.values:
            expected = [value for number, value in found if number == site]
            assert values(candidate, site, len(expected)) == expected
