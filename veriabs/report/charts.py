"""Choose the plots on the page of a batch, their series and titles; `plots` draws them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from veriabs.core.records import Rating
from veriabs.report import plots
from veriabs.report.plots import Axis, Series
from veriabs.report.summary import Row, factors

_STYLES = (("s1", "dot"), ("s2", "cross"), ("s3", "square"), ("s4", "dot"))
_PAIRED = (
    ("solved by both", "s1", "dot"),
    ("solved by one", "s2", "cross"),
    ("wrong in one", "wrong", "square"),
)
_MOST_OUTLIERS = 5


class Outlier(Struct, frozen=True):
    """A task whose time differs the most between two runs."""

    task: str
    before: float
    after: float


class Chart(Struct, frozen=True):
    """A plot with its title and text.

    - `svg`: the drawing. `legend`: (name, style, mark, number of points) of each series. `note`: text below.
    - `before`, `after`: names of two compared runs. `slower`, `faster`: the tasks whose time changed most.
    """

    name: str
    title: str
    svg: str
    legend: tuple[tuple[str, str, str, int], ...]
    note: str
    before: str = ""
    after: str = ""
    slower: tuple[Outlier, ...] = ()
    faster: tuple[Outlier, ...] = ()


def shrink_factors(rows: Sequence[Row]) -> str:
    """The histogram of all programs."""
    return plots.histogram("factors", "Programs by shrink factor", factors(rows), "shrink factor k")


def comparisons(tools: Mapping[str, Sequence[Row]], against: Sequence[Row] | None) -> list[Chart]:
    """Quantiles and scatter plots if there is something to compare with, and size against time."""
    if not tools:
        return []
    found: list[Chart] = []
    main = next(iter(tools))
    others = {tool: rows for tool, rows in tools.items() if tool != main}
    if against is not None:
        other = [row for row in against if row.record.tool == main]
        others = {"the other run": other, **others}
    if others:
        found.append(_quantiles({main: tools[main], **others}))
    for number, (name, rows) in enumerate(others.items()):
        found.append(_pairs(f"pairs{number}", main, tools[main], name, rows))
    return [*found, *_sizes(tools)]


def _quantiles(runs: Mapping[str, Sequence[Row]]) -> Chart:
    series = [
        Series(name, [(n, t) for n, t in enumerate(sorted(_seconds(rows)), 1)], *style)
        for (name, rows), style in zip(runs.items(), _styles(len(runs)), strict=True)
    ]
    axis = plots.seconds_axis("wall seconds", [t for one in series for _, t in one.points])
    title = f"Tasks solved within a time: {', '.join(runs)}"
    note = "Each line goes through its solved tasks, the fastest first: further right is more, lower is faster."
    return Chart("quantiles", title, plots.quantiles("quantiles", title, series, axis), _legend(series), note)


def _seconds(rows: Iterable[Row]) -> list[float]:
    return [row.record.seconds for row in rows if row.solved]


def _pairs(name: str, main: str, rows: Sequence[Row], other: str, others: Sequence[Row]) -> Chart:
    """Every task of both runs, one time against the other."""
    theirs = {row.record.task: row for row in others}
    pairs = [(theirs[row.record.task], row) for row in rows if row.record.task in theirs]
    points: dict[str, list[tuple[float, float]]] = {kind: [] for kind, _, _ in _PAIRED}
    for before, after in pairs:
        kind = _kind(before, after)
        if kind:
            points[kind].append((before.record.seconds, after.record.seconds))
    series = [Series(kind, points[kind], style, mark) for kind, style, mark in _PAIRED if points[kind]]
    both = [t for one in series for point in one.points for t in point]
    x, y = plots.seconds_axis(f"{other}, wall seconds", both), plots.seconds_axis(f"{main}, wall seconds", both)
    title = f"{main} against {other}"
    slower, faster = _largest_changes(pairs)
    return Chart(
        name=name,
        title=title,
        svg=plots.scatter(name, title, series, x, y, diagonal=True),
        legend=_legend(series),
        note=f"Below the line {main} is faster; the dashed lines are twice and half the time.",
        before=other,
        after=main,
        slower=slower,
        faster=faster,
    )


def _kind(before: Row, after: Row) -> str:
    if Rating.WRONG in (before.judgement, after.judgement):
        return "wrong in one"
    if before.solved and after.solved:
        return "solved by both"
    return "solved by one" if before.solved or after.solved else ""


def _largest_changes(pairs: Iterable[tuple[Row, Row]]) -> tuple[tuple[Outlier, ...], tuple[Outlier, ...]]:
    """The tasks with the largest increase and decrease of time, more than a factor of two, that both runs solved."""
    found = [
        Outlier(after.record.task, before.record.seconds, after.record.seconds)
        for before, after in pairs
        if before.solved and after.solved
    ]
    found.sort(key=lambda one: (one.before - one.after, one.task))
    slower = [one for one in found if one.after > 2 * one.before]
    faster = [one for one in reversed(found) if one.before > 2 * one.after]
    return tuple(slower[:_MOST_OUTLIERS]), tuple(faster[:_MOST_OUTLIERS])


def _sizes(tools: Mapping[str, Sequence[Row]]) -> list[Chart]:
    """Time against the largest trip count: of each tool, or by result if there is only one."""
    if len(tools) > 1:
        series = [
            Series(tool, _points(row for row in rows if row.solved), *style)
            for (tool, rows), style in zip(tools.items(), _styles(len(tools)), strict=True)
        ]
    else:
        rows = next(iter(tools.values()), ())
        series = [
            Series("solved", _points(row for row in rows if row.solved), "s1", "dot"),
            Series("wrong", _points(row for row in rows if row.judgement is Rating.WRONG), "wrong", "square"),
            Series("unknown", _points(row for row in rows if row.judgement is Rating.UNKNOWN), "unknown", "cross"),
        ]
    series = [one for one in series if one.points]
    if not series:
        return []
    x = plots.sizes_axis("largest trip count", [size for one in series for size, _ in one.points])
    y: Axis = plots.seconds_axis("wall seconds", [t for one in series for _, t in one.points])
    title = "Array size against time"
    note = "Tasks whose trip counts are known" + (", as far as they are solved." if len(tools) > 1 else ".")
    return [Chart("sizes", title, plots.scatter("sizes", title, series, x, y), _legend(series), note)]


def _points(rows: Iterable[Row]) -> list[tuple[float, float]]:
    return [(float(row.record.size), row.record.seconds) for row in rows if row.record.size is not None]


def _styles(count: int) -> list[tuple[str, str]]:
    return [_STYLES[i % len(_STYLES)] for i in range(count)]


def _legend(series: Iterable[Series]) -> tuple[tuple[str, str, str, int], ...]:
    return tuple((one.name, one.style, one.mark, len(one.points)) for one in series)
