"""Map values from traces into the range of the C library function that returns them: `getchar` gives -1 to 255."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from veriabs.core.copying import replace
from veriabs.core.counterexample import COUNT, Site, VisitRange
from veriabs.core.evaluate import wrap
from veriabs.core.types import INT, ULLONG

"""Half the range of an int; a trace may show only its 32 bits."""
_BYTE = 255
_MASKS = {"rand": 0x7FFFFFFF, "random": 0x7FFFFFFF} | dict.fromkeys(("getchar", "fgetc", "getc"), _BYTE)
_MAX_SINGLE = 64
"""Most values of one span that are checked one by one."""


def limited(site: Site, spans: tuple[VisitRange, ...]) -> tuple[VisitRange, ...]:
    """The values of a site, limited to the range of its function."""
    _, _, counted = site.name.partition(f"_{COUNT}")
    least, _, most = counted.partition("_")
    if site.library is None or (not most and site.library not in _MASKS):
        return spans
    limit = partial(_limited_count, int(least), int(most)) if most else partial(_masked, _MASKS[site.library])
    return tuple(part for span in spans for part in _limited_spans(span, limit))


def _limited_count(least: int, most: int, value: int) -> int:
    number = wrap(value, INT)
    return wrap(number, ULLONG) if number == -1 or least <= number <= most else most


def _masked(mask: int, value: int) -> int:
    return ULLONG.highest if mask == _BYTE and value > _BYTE and value & _BYTE == _BYTE else value & mask


def _limited_spans(span: VisitRange, limit: Callable[[int], int]) -> Iterator[VisitRange]:
    """The span unchanged if all its values are in range, else single values; long spans stay unchanged."""
    values = [wrap(span.start + n * span.step, ULLONG) for n in range(min(span.count, _MAX_SINGLE) if span.step else 1)]
    if not span.step:
        yield replace(span, start=limit(span.start))
    elif span.count > _MAX_SINGLE or all(limit(value) == value for value in values):
        yield span
    else:
        yield from (VisitRange(span.first + n, 1, limit(value)) for n, value in enumerate(values))
