"""The simplest inputs of a violation: as many as possible are 0 or one number only, and numbers are small."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from veriabs.core.counterexample import Candidate, Instrumented, Span, Values
from veriabs.core.evaluate import wrap
from veriabs.core.types import IntType
from veriabs.replay.search import Hit

SIMPLER_SECONDS, LEAST_SECONDS = 0.7, 0.4
"""Seconds for giving up values, and for smaller numbers."""

SIMPLE_RUN_SECONDS = 0.3
"""Seconds of one run with inputs that may be simpler."""

_PARTS = 32


@dataclass(frozen=True, slots=True)
class Simplifier:
    """`run` tries candidates within some seconds, and returns the first that reaches an error."""

    subject: Instrumented
    run: Callable[[Sequence[Candidate], float], Hit | None]

    def simplest(self, hit: Hit) -> Hit:
        """The same violation with inputs as simple as the time allows."""
        return self._least(self._simpler(hit))

    def _least(self, hit: Hit) -> Hit:
        """The hit with numbers that are as small as possible, site by site, where one gives the same one throughout.

        A number that stands in the program says more than a smaller one.
        """
        until = time.monotonic() + LEAST_SECONDS
        for number in hit.values:
            site, spans = self.subject.sites[number], hit.values.get(number, ())
            if len(spans) != 1 or spans[0].step or not isinstance(site.type, IntType):
                continue
            given = wrap(spans[0].start, site.type)
            low, high = 0, 0 if given in self.subject.literals else abs(given)
            while high - low > 1 and time.monotonic() < until:
                tried = sorted({low + max(1, (high - low) * part // _PARTS) for part in range(1, _PARTS)} - {high})
                again = self._with(hit, number, [value if given > 0 else -value for value in tried])
                if again is not None:
                    hit, high = again, tried[again.number]
                    low = tried[again.number - 1] if again.number else low
                else:
                    low = tried[-1] if tried else high
        return hit

    def _with(self, hit: Hit, site: int, given: Sequence[int]) -> Hit | None:
        """The same violation with the first of some numbers that a site may give throughout."""
        spans = [(Span(0, 1 << 62, _pattern(value)),) for value in given]
        proposed = [Candidate(hit.origin, {**hit.values, site: one}) for one in spans]
        again = self.run(proposed, LEAST_SECONDS)
        return again if again is not None and (again.error, again.at) == (hit.error, hit.at) else None

    def _simpler(self, hit: Hit) -> Hit:
        """The hit with as many sites as possible giving only 0, or one value only."""
        until = time.monotonic() + SIMPLER_SECONDS
        given = [site for site, spans in hit.values.items() if any(span.start or span.step for span in spans)]
        if len(given) > 2:  # most violations need one site: one process tries them all
            nothing: Values = dict.fromkeys(hit.values, ())
            alone = [Candidate(hit.origin, {**nothing, site: hit.values[site]}) for site in given]
            hit = self.run(alone, SIMPLER_SECONDS) or hit
        for site in hit.values:
            # A simpler run may not come to a site at all.
            for spans in _simple(hit.values.get(site, ())):
                if time.monotonic() > until:
                    return hit
                values: Values = {**hit.values, site: spans}
                again = self.run((Candidate(hit.origin, values),), SIMPLER_SECONDS)
                if again is not None:
                    hit = again
                    break
        return hit


def _pattern(value: int) -> int:
    """64 bits."""
    return value & ((1 << 64) - 1)


def _simple(spans: tuple[Span, ...]) -> Iterator[tuple[Span, ...]]:
    if any(span.start or span.step for span in spans):
        yield ()
    if len(spans) > 1 or any(span.step for span in spans):
        yield (Span(0, 1 << 62, spans[0].start),)
