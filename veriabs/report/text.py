"""Print the numbers of a batch as lines of text, for `veriabs batch` and `veriabs report`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from veriabs.core.records import Record
from veriabs.report.console import plural
from veriabs.report.shrinkage import NEEDS_NO_FACTOR, shrinkage, summary_line, why_not
from veriabs.report.summary import Row, Totals, by_folder, by_tool, causes, row_of, shrink_rows, totals

_MOST_CAUSES = 5
_COLUMNS = range(1, 6)
"""The shrink factors that the table always has."""


def summary_lines(records: Iterable[Record]) -> Iterator[str]:
    """The results of each tool, the main reasons for missing verdicts, and the shrink factors."""
    rows = [row_of(record) for record in records]
    for tool, some in by_tool(rows).items():
        yield f"{tool}: {_counts(totals(some))}"
        for cause in causes(some)[:_MOST_CAUSES]:
            yield f"  {cause.count:,} {cause.kind}, mostly: {cause.example}"
    yield from factor_lines(rows)


def factor_lines(rows: Iterable[Row]) -> Iterator[str]:
    """The loops by shrink factor, and why others have none."""
    if shrunk := shrink_rows(rows):
        yield f"shrink factors: {summary_line(shrinkage([row.loops for row in shrunk]))}"
        yield from _loop_table(shrunk)
        for one in why_not(row.loops for row in shrunk):
            yield f"  {one.count:,} {one.status.value}, mostly: {one.example or 'no reason given'}"


def _loop_table(rows: Sequence[Row]) -> Iterator[str]:
    """The paper's table: the loops of each folder by shrink factor, and those that need or have none."""
    folders = {**by_folder(rows), "all": list(rows)}
    found = {name: shrinkage([row.loops for row in some]) for name, some in folders.items()}
    ks = sorted({*_COLUMNS, *found["all"].by_k})
    width = max(map(len, ("folder", *found)))
    heads = ("loops", *(f"k={k}" for k in ks), "needs none", "no factor")
    yield f"  {'folder':<{width}}  {'  '.join(f'{head:>5}' for head in heads)}"
    for name, one in found.items():
        needless = sum(one.by_status[status] for status in NEEDS_NO_FACTOR)
        counts = (one.loops, *(one.by_k.get(k, 0) for k in ks), needless, one.loops - one.shrinkable - needless)
        cells = (f"{count:>{max(5, len(head))},}" for head, count in zip(heads, counts, strict=True))
        yield f"  {name:<{width}}  {'  '.join(cells)}"


def _counts(found: Totals) -> str:
    """`300 tasks: 290 right, 0 wrong, 10 unknown, mean 1.20 s, median 0.80 s`, with further counts.

    Without expected verdicts the verdicts are counted.
    """
    parts, others = [(found.right, "right"), (found.wrong, "wrong")], [(found.errors, "failed")]
    if found.is_rated:
        others.append((found.unjudged, "not rated"))
    else:
        parts = [(found.proved, "TRUE"), (found.refuted, "FALSE")]
    parts += [(found.unknown, "unknown"), *(one for one in others if one[0])]
    parts += [(found.conditional, "TRUE under conditions")] if found.conditional else []
    counted = ", ".join(f"{count:,} {word}" for count, word in parts)
    seconds = f"mean {found.mean_seconds:.2f} s, median {found.median_seconds:.2f} s"
    return f"{plural(found.tasks, 'task')}: {counted}, {seconds}"
