"""Simplify the inputs of a violation: as many zeros as possible, one number throughout, small numbers.

If one number throughout violates, that number at a single visit may suffice, with 0 everywhere else.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from veriabs.core.counterexample import Candidate, InstrumentedProgram, Values, VisitRange
from veriabs.core.evaluate import wrap
from veriabs.core.types import ULLONG, IntType
from veriabs.replay.search import ViolatingRun

SIMPLER_SECONDS, LEAST_SECONDS, FEWER_SECONDS = 0.7, 0.4, 0.4
"""Seconds for removing values, for smaller numbers, and for fewer visits."""

_SIMPLE_RUN_SECONDS, _LONGER, LEAST_RUN_SECONDS = 0.3, 4.0, 0.02
"""Limits of one run with simpler inputs: most seconds, most times as long as the original run, and least seconds.

A violation that is observed later is not simpler.
"""

_PARTS, _MOST_PARTS = 32, 16
_PIECES = 8
_MOST_HALVED = 5_000
"""Most spans of a site for which removing half of them is tried."""


class InputSimplifier(Struct, frozen=True):
    """`run` tries candidates within given seconds in all and for each; it returns the first that reaches an error.

    `took` is the duration of the original run; `share` is the part of the time for this violation if there are several.
    """

    subject: InstrumentedProgram
    run: Callable[[Sequence[Candidate], float, float], ViolatingRun | None]
    took: float
    share: float = 1.0

    @property
    def each(self) -> float:
        """Seconds for one run."""
        return min(_SIMPLE_RUN_SECONDS, max(LEAST_RUN_SECONDS, _LONGER * self.took))

    def simplest(self, hit: ViolatingRun) -> ViolatingRun:
        """The same violation with inputs as simple as the time allows."""
        return self._reduce_visits(self._reduce_values(self._simplify_sites(hit)))

    def _reduce_visits(self, hit: ViolatingRun) -> ViolatingRun:
        """Reduce the visits of each site that return a nonzero value: try one, then some of them.

        The assertion often reads an index, which is the number of the decisive visit.
        """
        until = time.monotonic() + self.share * FEWER_SECONDS
        for number in hit.values:
            whole = True
            while time.monotonic() < until and _nonzero_visits(spans := hit.values.get(number, ())) > 1:
                sparser = _sparser_inputs(spans, hit.operands.values() if whole else None)
                proposed = [Candidate(hit.origin, {**hit.values, number: one}) for one in sparser]
                whole = len(spans) > 1
                again = self.run(proposed, until - time.monotonic(), self.each)
                if again is None or not _is_same(again, hit):
                    break
                fewer = _nonzero_visits(again.values.get(number, ()))
                if fewer >= _nonzero_visits(spans):
                    break
                hit = again
        return hit

    def _reduce_values(self, hit: ViolatingRun) -> ViolatingRun:
        """Reduce the values of sites that return the same number throughout.

        Numbers that occur in the program are more instructive than smaller ones.
        """
        until = time.monotonic() + self.share * LEAST_SECONDS
        for number in hit.values:
            site, spans = self.subject.sites[number], hit.values.get(number, ())
            if len(spans) != 1 or spans[0].step or not isinstance(site.type, IntType):
                continue
            given = wrap(spans[0].start, site.type)
            low, high = 0, 0 if given in self.subject.literals else abs(given)
            while high - low > 1 and time.monotonic() < until:
                tried = sorted({low + max(1, (high - low) * part // _PARTS) for part in range(1, _PARTS)} - {high})
                again = self._with_value(hit, number, [value if given > 0 else -value for value in tried])
                if again is not None:
                    hit, high = again, tried[again.number]
                    low = tried[again.number - 1] if again.number else low
                else:
                    low = tried[-1] if tried else high
        return hit

    def _with_value(self, hit: ViolatingRun, site: int, given: Sequence[int]) -> ViolatingRun | None:
        """The same violation with the first of these numbers that a site can return throughout."""
        spans = [(VisitRange(0, 1 << 62, _pattern(value)),) for value in given]
        proposed = [Candidate(hit.origin, {**hit.values, site: one}) for one in spans]
        again = self.run(proposed, LEAST_SECONDS, self.each)
        return again if again is not None and _is_same(again, hit) else None

    def _simplify_sites(self, hit: ViolatingRun) -> ViolatingRun:
        """Make as many sites as possible return only 0, or one value."""
        until = time.monotonic() + self.share * SIMPLER_SECONDS
        given = [site for site, spans in hit.values.items() if _nonzero_visits(spans)]
        several = len(given) > 2
        if several:  # most violations need one site, so one process tries each site alone, likeliest first
            nothing: Values = dict.fromkeys(hit.values, ())
            given.sort(key=lambda site: not self._is_read(hit, site))
            alone = [Candidate(hit.origin, {**nothing, site: hit.values[site]}) for site in given]
            hit = self.run([Candidate(hit.origin, nothing), *alone], SIMPLER_SECONDS, self.each) or hit
        for site in hit.values:
            if time.monotonic() > until:
                break
            # a simpler run may not visit a site at all
            is_all = several and not any(_nonzero_visits(spans) for other, spans in hit.values.items() if other != site)
            spans = _constant_inputs(hit.values.get(site, ()), is_all)
            proposed = [Candidate(hit.origin, {**hit.values, site: one}) for one in spans]
            if proposed:  # simplest first, in one process
                hit = self.run(proposed, SIMPLER_SECONDS, self.each) or hit
        return hit

    def _is_read(self, hit: ViolatingRun, site: int) -> bool:
        """Whether the assertion reads a value of the site."""
        kind = self.subject.sites[site].type
        wrapped = (wrap(span.start, kind) if isinstance(kind, IntType) else span.start for span in hit.values[site])
        return not set(hit.operands.values()).isdisjoint(wrapped)


def _is_same(one: ViolatingRun, other: ViolatingRun) -> bool:
    """Whether both reach the same error."""
    return (one.error, one.at) == (other.error, other.at)


def _nonzero_visits(spans: tuple[VisitRange, ...]) -> int:
    """The number of visits with a nonzero value."""
    return sum(span.count - (span.start == 0 and span.step != 0) for span in spans if span.start or span.step)


def _sparser_inputs(spans: tuple[VisitRange, ...], alone: Iterable[int] | None) -> Iterator[tuple[VisitRange, ...]]:
    """Sparser inputs: the first visit, the last one, and those in `alone` (None: none of these).

    Then a small part, a half, and all but one. One process tries all of them, since starting it takes longer than many
    runs.
    """
    parts = [span for span in spans if span.start or span.step]
    if alone is not None:
        yield from (one for span in parts[:_MOST_PARTS] for one in _single_visits(span, alone))
    if len(parts) == 1:
        yield from ((piece,) for count in (_PIECES, 2) for piece in _pieces(parts[0], count))
    yield from _first_and_last(parts)
    if 1 < len(parts) <= _MOST_HALVED:
        yield tuple(parts[: len(parts) // 2])
        yield tuple(parts[len(parts) // 2 :])
        for part in parts[:_MOST_PARTS]:
            yield tuple(one for one in parts if one is not part)


def _first_and_last(parts: Sequence[VisitRange]) -> Iterator[tuple[VisitRange, ...]]:
    """The first and last few of many spans, then twice as many; passing a million would take seconds."""
    size = 2
    while _MOST_PARTS < len(parts) > size <= _MOST_HALVED:
        yield tuple(parts[:size])
        yield tuple(parts[-size:])
        size *= 2


def _single_visits(span: VisitRange, visits: Iterable[int]) -> Iterator[tuple[VisitRange, ...]]:
    """The first visit of a span, its last one, and those in `visits` between them."""
    inner = sorted({visit - span.first for visit in visits if 0 < visit - span.first < span.count - 1})
    for behind in (0, span.count - 1, *inner[:_MOST_PARTS]):
        yield (VisitRange(span.first + behind, 1, _pattern(span.start + behind * span.step)),)


def _pieces(span: VisitRange, count: int) -> Iterator[VisitRange]:
    """The visits of a span in `count` pieces."""
    size = -(-span.count // count)
    for behind in range(0, span.count, size):
        start = _pattern(span.start + behind * span.step)
        yield VisitRange(span.first + behind, min(size, span.count - behind), start, span.step)


def _pattern(value: int) -> int:
    """The 64-bit pattern of a number."""
    return wrap(value, ULLONG)


def _constant_inputs(spans: tuple[VisitRange, ...], is_all: bool) -> Iterator[tuple[VisitRange, ...]]:
    """No values (unless only this site, `is_all`, has any), then one value throughout."""
    if not is_all and _nonzero_visits(spans):
        yield ()
    if len(spans) > 1 or any(span.step for span in spans):
        yield (VisitRange(0, 1 << 62, spans[0].start),)
