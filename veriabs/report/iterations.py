"""Print the iterations around an error as a table, or as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from veriabs.core.counterexample import Counterexample, Iterations, IterationValues, Operand
from veriabs.core.evaluate import wrap
from veriabs.core.types import ULLONG
from veriabs.report.files import path_text
from veriabs.report.values import value_text

Json = dict[str, object]
_NONE = "-"


def iteration_lines(example: Counterexample) -> list[str]:
    """A table for each loop, under a heading."""
    return [line for table in example.history for line in _lines(table)]


def iterations_json(example: Counterexample) -> list[Json]:
    """The tables of iterations as JSON."""
    return [_json(table) for table in example.history]


def _lines(table: Iterations) -> Iterator[str]:
    line = table.loop.line
    if table.about:
        yield f"the iteration of the loop at line {line} that reached {table.about}:"
    else:
        yield f"the last iteration{'s' * (len(table.rows) > 1)} of the loop at line {line}:"
    cells = [["iteration", *table.columns], *(_texts(row) for row in table.rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        yield "  " + "  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True))


def _texts(row: IterationValues) -> list[str]:
    return [f"{row.iteration:,}", *map(_text, row.values)]


def _text(value: Operand | None) -> str:
    return _NONE if value is None else value_text(wrap(value.value, ULLONG), value.type)


def _json(table: Iterations) -> Json:
    rows = [{"iteration": row.iteration, "values": [v and _text(v) for v in row.values]} for row in table.rows]
    place: Json = {"file": path_text(table.loop.file), "line": table.loop.line, "column": table.loop.column}
    return {"loop": place, "about": table.about, "columns": list(table.columns), "rows": rows}
