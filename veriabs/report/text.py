"""The numbers of a batch as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from veriabs.core.records import Record
from veriabs.report.console import plural
from veriabs.report.shrinkage import shrinkage, summary_line
from veriabs.report.summary import Totals, by_tool, causes, row_of, shrink_rows, totals

_MOST_CAUSES = 5


def summary_lines(records: Iterable[Record]) -> Iterator[str]:
    """What came of the tasks for each tool that decides, why some have no verdict, and how their loops shrink."""
    rows = [row_of(record) for record in records]
    for tool, some in by_tool(rows).items():
        yield f"{tool}: {_counts(totals(some))}"
        for cause in causes(some)[:_MOST_CAUSES]:
            yield f"  {cause.count:,} {cause.kind}, mostly: {cause.example}"
    if shrunk := shrink_rows(rows):
        yield f"shrink factors: {summary_line(shrinkage([row.loops for row in shrunk]))}"


def _counts(found: Totals) -> str:
    """`300 tasks: 290 right, 0 wrong, 10 unknown, mean 1.20 s, median 0.80 s`, with what else there is."""
    parts = [(found.right, "right"), (found.wrong, "wrong"), (found.unknown, "unknown")]
    parts += [one for one in ((found.errors, "failed"), (found.unjudged, "not rated")) if one[0]]
    counted = ", ".join(f"{count:,} {word}" for count, word in parts)
    seconds = f"mean {found.mean_seconds:.2f} s, median {found.median_seconds:.2f} s"
    return f"{plural(found.tasks, 'task')}: {counted}, {seconds}"
