"""Draw plots as inline SVG: histogram, quantiles, scatter. The page's style classes give the colours.

A plot has a title and a description in words for screen readers. Each series is one path, and equal points appear
once, so that ten thousand of them stay cheap.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from msgspec import Struct

WIDTH, HEIGHT = 420, 280
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 12, 12, 42
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

MARKS = {"dot": "M{x} {y}h0", "square": "M{l} {t}h4v4h-4z", "cross": "M{l} {t}l4 4m0-4l-4 4"}
"""Shapes of points, so that series differ in more than colour."""


class Series(Struct, frozen=True):
    """Points of one kind; `style` is a class of the page's style, `mark` one of MARKS."""

    name: str
    points: Sequence[tuple[float, float]]
    style: str
    mark: str = "dot"


class Axis(Struct, frozen=True):
    """A labelled axis; `logarithmic` axes have no zero, so values below `low` appear at its start."""

    label: str
    low: float
    high: float
    logarithmic: bool = True
    unit: str = ""

    def share(self, value: float) -> float:
        """The position of a value: 0 at the start, 1 at the end."""
        if not self.logarithmic:
            return (value - self.low) / (self.high - self.low)
        value = max(value, self.low)
        return math.log(value / self.low) / math.log(self.high / self.low)

    def ticks(self) -> list[float]:
        """At most seven round values."""
        if self.logarithmic:
            first, last = round(math.log10(self.low)), round(math.log10(self.high))
            every = max(1, math.ceil((last - first) / 6))
            return [10.0**power for power in range(first, last + 1, every)]
        step = _round_step(self.high - self.low)
        return [self.low + i * step for i in range(int((self.high - self.low) / step + 1e-9) + 1)]


def seconds_axis(label: str, values: Iterable[float]) -> Axis:
    """A logarithmic axis of seconds over whole powers of ten, from a hundredth on."""
    return _decades(label, [max(value, 0.01) for value in values], "s")


def sizes_axis(label: str, values: Iterable[float]) -> Axis:
    """A logarithmic axis of counts over whole powers of ten, from 1 on."""
    return _decades(label, [max(value, 1.0) for value in values], "")


def counts_axis(label: str, highest: int) -> Axis:
    """A linear axis from 0 on."""
    return Axis(label, 0, max(highest, 1), logarithmic=False)


def _decades(label: str, values: Sequence[float], unit: str) -> Axis:
    low = math.floor(math.log10(min(values, default=1.0)) + 1e-9)
    high = math.ceil(math.log10(max(values, default=1.0)) - 1e-9)
    return Axis(label, 10.0**low, 10.0 ** max(high, low + 1), unit=unit)


def _round_step(length: float) -> float:
    """A step of 1, 2 or 5 times a power of ten that is a whole number and gives at most six ticks."""
    rough = max(length / 5, 1.0)
    power = 10.0 ** math.floor(math.log10(rough))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough - 1e-9)


def short(value: float, unit: str = "") -> str:
    """`0.01 s`, `250`, `10k`, `2M`: numbers for an axis."""
    for size, letter in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{letter}{' ' + unit if unit else ''}"
    return f"{value:g}{' ' + unit if unit else ''}"


# --------------------------------------------------------------------------------------------------------------- plots


def histogram(name: str, title: str, bars: Mapping[str, int], label: str) -> str:
    """One bar for each entry, with its number above; the last one, `none`, has another colour."""
    x_of, y = _bar_centres(len(bars)), counts_axis("programs", max(bars.values(), default=0))
    width = min(44.0, (WIDTH - _LEFT - _RIGHT) / max(len(bars), 1) * 0.64)
    parts = [_y_axis(y, top=16)]
    for i, (bar, count) in enumerate(bars.items()):
        top = _vertical(y, count, 16)
        style = "none" if bar == "none" else "s1"
        height = HEIGHT - _BOTTOM - top
        rectangle = f'<rect class="{style}" x="{_px(x_of[i] - width / 2)}" y="{_px(top)}" width="{_px(width)}"'
        parts.append(f'{rectangle} height="{_px(height)}"><title>{text(bar)}: {count:,}</title></rect>')
        parts.append(f'<text class="value" x="{_px(x_of[i])}" y="{_px(top - 5)}" text-anchor="middle">{count:,}</text>')
        parts.append(_tick_text(x_of[i], text(bar)))
    parts.append(_x_label(label))
    summary = ", ".join(f"{bar}: {count:,}" for bar, count in bars.items())
    return _svg(name, title, f"{label}: {summary}.", parts)


def share_bar(parts: Sequence[tuple[str, int]]) -> str:
    """A stacked bar of (style, count), as wide as its column; hidden from screen readers, since the numbers are beside
    it."""
    whole, at, rectangles = sum(count for _, count in parts) or 1, 0.0, []
    for style, count in parts:
        if count:
            width = 100 * count / whole
            rectangles.append(f'<rect class="{style}" x="{_px(at)}" y="0" width="{_px(width)}" height="8"/>')
            at += width
    head = '<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
    return f"{head}{''.join(rectangles)}</svg>"


def quantiles(name: str, title: str, series: Sequence[Series], y: Axis) -> str:
    """Cactus plot: point (n, t) means that the n-th fastest task took t seconds. Times have to be sorted."""
    x = counts_axis("tasks solved", max((len(one.points) for one in series), default=1))
    parts = [_y_axis(y), _x_axis(x)]
    for one in series:
        path = "L".join(f"{_px(px)} {_px(py)}" for px, py in _distinct_positions(one.points, x, y))
        if path:
            parts.append(f'<path class="line {one.style}" d="M{path}"/>')
    summary = "; ".join(_quantile_words(one) for one in series)
    return _svg(name, title, f"For each number of tasks the time of the slowest of them. {summary}.", parts)


def _quantile_words(series: Series) -> str:
    if not series.points:
        return f"{series.name}: none solved"
    return f"{series.name}: {len(series.points):,} solved, the slowest in {series.points[-1][1]:.2f} s"


def scatter(name: str, title: str, series: Sequence[Series], x: Axis, y: Axis, *, diagonal: bool = False) -> str:
    """Points over two axes; `diagonal` adds the lines of equal, double and half time."""
    parts = [_y_axis(y), _x_axis(x)]
    if diagonal:
        parts += [_line(x, y, factor) for factor in (0.5, 1.0, 2.0)]
    for one in series:
        path = "".join(_mark(one.mark, *place) for place in _distinct_positions(one.points, x, y))
        if path:
            parts.append(f'<path class="points {one.mark} {one.style}" d="{path}"/>')
    summary = ", ".join(f"{one.name}: {len(one.points):,}" for one in series)
    return _svg(name, title, f"{y.label} against {x.label}. Points: {summary}.", parts)


# --------------------------------------------------------------------------------------------------------------- parts


def text(value: str) -> str:
    """Text for XML and HTML; characters that these do not allow are replaced."""
    return escape(_NOT_XML.sub("\ufffd", value))


def _svg(name: str, title: str, description: str, parts: Iterable[str]) -> str:
    head = f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="{name}-title {name}-text">'
    words = f'<title id="{name}-title">{text(title)}</title><desc id="{name}-text">{text(description)}</desc>'
    return f"{head}{words}{''.join(parts)}</svg>"


def _px(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _horizontal(axis: Axis, value: float) -> float:
    return _LEFT + axis.share(value) * (WIDTH - _LEFT - _RIGHT)


def _vertical(axis: Axis, value: float, top: int = 0) -> float:
    start, end = HEIGHT - _BOTTOM, _TOP + top
    return start - axis.share(value) * (start - end)


def _bar_centres(count: int) -> list[float]:
    width = (WIDTH - _LEFT - _RIGHT) / max(count, 1)
    return [_LEFT + (i + 0.5) * width for i in range(count)]


def _distinct_positions(points: Iterable[tuple[float, float]], x: Axis, y: Axis) -> list[tuple[float, float]]:
    """The positions of the points without repetition."""
    places = ((round(_horizontal(x, a), 1), round(_vertical(y, b), 1)) for a, b in points)
    return list(dict.fromkeys(places))


def _mark(mark: str, x: float, y: float) -> str:
    return MARKS[mark].format(x=_px(x), y=_px(y), l=_px(x - 2), t=_px(y - 2))


def _line(x: Axis, y: Axis, factor: float) -> str:
    """The line y = factor * x between the ends of both axes."""
    low, high = max(x.low, y.low / factor), min(x.high, y.high / factor)
    if low >= high:
        return ""
    start = f"{_px(_horizontal(x, low))} {_px(_vertical(y, low * factor))}"
    end = f"{_px(_horizontal(x, high))} {_px(_vertical(y, high * factor))}"
    return f'<path class="{"equal" if factor == 1 else "twice"}" d="M{start}L{end}"/>'


def _y_axis(axis: Axis, top: int = 0) -> str:
    parts = []
    for tick in axis.ticks():
        at = _px(_vertical(axis, tick, top))
        parts.append(f'<path class="grid" d="M{_LEFT} {at}H{WIDTH - _RIGHT}"/>')
        label = text(short(tick, axis.unit))
        parts.append(f'<text x="{_LEFT - 6}" y="{at}" dy="4" text-anchor="end">{label}</text>')
    middle = (HEIGHT - _BOTTOM + _TOP) / 2
    turned = f'transform="translate(11 {_px(middle)}) rotate(-90)"'
    return "".join([*parts, f'<text class="label" {turned} text-anchor="middle">{text(axis.label)}</text>'])


def _x_axis(axis: Axis) -> str:
    parts = []
    for tick in axis.ticks():
        at = _px(_horizontal(axis, tick))
        parts.append(f'<path class="grid" d="M{at} {_TOP}V{HEIGHT - _BOTTOM}"/>')
        parts.append(_tick_text(_horizontal(axis, tick), text(short(tick, axis.unit)), end=tick >= axis.high))
    return "".join([*parts, _x_label(axis.label)])


def _tick_text(x: float, label: str, *, end: bool = False) -> str:
    place = f'x="{_px(WIDTH - 2)}" text-anchor="end"' if end else f'x="{_px(x)}" text-anchor="middle"'
    return f'<text {place} y="{HEIGHT - _BOTTOM + 16}">{label}</text>'


def _x_label(label: str) -> str:
    middle = (_LEFT + WIDTH - _RIGHT) / 2
    return f'<text class="label" x="{_px(middle)}" y="{HEIGHT - 8}" text-anchor="middle">{text(label)}</text>'
