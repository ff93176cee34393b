"""Turn the inputs of a run with small sizes into candidates for the whole program (docs/theory.md 6.3).

    run at size 3: a[] = 7, 0, 7      at size 1000: 7, 0, 7, 7, ...;  7, 0, ..., 0, 7;  7 x 333, 0 x 333, ...

A visit of a site is one call that returns an input.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

from veriabs.core.counterexample import Candidate, Site, VisitRange
from veriabs.core.types import FloatType

FOREVER = 1 << 62
"""The number of visits of a span that has no end."""

_NEAR = 2
"""A value that is at most so far from a small size is moved with it to the large size."""
_DIVERSE = 64
"""Candidates of few values each; a run of a loop with 100,000 iterations takes about a millisecond."""
_RANDOM = 12
"""Visits with a value of their own in such a candidate."""
_MOST_VALUES = 4
"""Different values in such a candidate."""
_SMALL = 9
"""Sizes and values below this one are small."""


def first_candidates(origin: str, given: Sequence[tuple[int, int]], smaller: Mapping[int, int]) -> Iterator[Candidate]:
    """Candidates that do not depend on visit counts; `given` are (site, value) pairs in the order of the run."""
    for values in _with_large_sizes(_values_by_site(given), smaller):
        yield Candidate(origin, {site: _followed_by(one, one[-1]) for site, one in values.items()})
        yield Candidate(origin, {site: _followed_by(one, 0) for site, one in values.items()})


def spread_candidates(
    origin: str, given: Sequence[tuple[int, int]], smaller: Mapping[int, int], visits: Mapping[int, int]
) -> Iterator[Candidate]:
    """Candidates that distribute the values over all visits of a site: at both ends, at the end, in blocks."""
    for values in _with_large_sizes(_values_by_site(given), smaller):
        for spread in (_halves_at_both_ends, _at_last_visits, _blocks):
            yield Candidate(origin, {site: spread(one, visits.get(site, 0)) for site, one in values.items()})


def _values_by_site(given: Iterable[tuple[int, int]]) -> dict[int, list[int]]:
    values: dict[int, list[int]] = {}
    for site, value in given:
        values.setdefault(site, []).append(value)
    return values


def _with_large_sizes(values: dict[int, list[int]], smaller: Mapping[int, int]) -> Iterator[dict[int, list[int]]]:
    """The values unchanged, and with values near a small size shifted to the large one."""
    yield values
    if not smaller:
        return
    large, small = max(smaller.items())
    distance = large - small

    def move(value: int) -> int:
        return value + distance if abs(value - small) <= min(_NEAR, small - 1) else value

    moved = {site: [move(value) for value in one] if len(one) == 1 else one for site, one in values.items()}
    if moved != values:
        yield moved


def _runs_of_equal_values(values: Sequence[int], first: int) -> list[VisitRange]:
    """One span for each run of equal values."""
    spans: list[VisitRange] = []
    for visit, value in enumerate(values, first):
        if spans and spans[-1].start == value:
            last = spans.pop()
            spans.append(VisitRange(last.first, last.count + 1, value))
        else:
            spans.append(VisitRange(visit, 1, value))
    return spans


def _followed_by(values: Sequence[int], rest: int) -> tuple[VisitRange, ...]:
    """The values at the first visits, then `rest`."""
    return (*_runs_of_equal_values(values, 0), VisitRange(len(values), FOREVER, rest))


def _halves_at_both_ends(values: Sequence[int], visits: int) -> tuple[VisitRange, ...]:
    """The first half at the first visits, the second half at the last ones, copies of a middle value in between."""
    if visits <= len(values):
        return _followed_by(values, values[-1])
    head = (len(values) + 1) // 2
    tail = len(values) - head
    middle = VisitRange(head, visits - len(values), values[head - 1])
    return (*_runs_of_equal_values(values[:head], 0), middle, *_runs_of_equal_values(values[head:], visits - tail))


def _at_last_visits(values: Sequence[int], visits: int) -> tuple[VisitRange, ...]:
    """All values at the last visits, copies of the first one before them."""
    if visits <= len(values):
        return _followed_by(values, values[-1])
    return (VisitRange(0, visits - len(values), values[0]), *_runs_of_equal_values(values, visits - len(values)))


def _blocks(values: Sequence[int], visits: int) -> tuple[VisitRange, ...]:
    """Each value for an equal share of the visits."""
    if visits <= len(values):
        return _followed_by(values, values[-1])
    share = visits // len(values)
    spans = [VisitRange(number * share, share, value) for number, value in enumerate(values)]
    return (*spans[:-1], VisitRange(spans[-1].first, FOREVER, spans[-1].start))




def diverse_candidates(
    origin: str,
    given: Mapping[int, Sequence[int]],
    sites: Sequence[Site],
    others: Sequence[int],
    visits: Mapping[int, int],
) -> Iterator[Candidate]:
    """Candidates that draw a few of the `given` values, of `others` and of small numbers, the same for all sites.

    The first value of a site may be a size: it is a small number, the given one, or a random one. Some candidates are
    sorted, since searches assume that, and some have the random values at the last visits.
    """
    random = Random(str(sorted(given.items())))
    traced = [value for values in given.values() for value in values]
    any_bits = [random.getrandbits(64) for _ in range(_DIVERSE)]
    sources = [source for source in (traced, others, range(-1, _SMALL), any_bits) if source]
    for number in range(_DIVERSE):
        few = [random.choice(random.choice(sources)) for _ in range(random.randint(1, _MOST_VALUES))]
        few += [few[0] + 1] * (number % 2)
        values: dict[int, tuple[VisitRange, ...]] = {}
        for site in sites:
            own = [random.choice(few) for _ in range(_RANDOM)]
            own[0] = random.choice((number % _SMALL, given.get(site.number, few)[0], own[0]))
            patterns = [_pattern(value, site) for value in (sorted(own) if number % 3 == 1 else own)]
            spread = _at_last_visits if number % 4 == 3 else _halves_at_both_ends
            values[site.number] = spread(patterns, visits.get(site.number, 0))
        yield Candidate(origin, values)


def _pattern(value: int, site: Site) -> int:
    """The word that stands for a value of a site."""
    return struct.unpack("<Q", struct.pack("<d", value))[0] if isinstance(site.type, FloatType) else value
