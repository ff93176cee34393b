"""Write the results of a batch as HTML page, CSV, JSON and LaTeX, with one record in memory at a time."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from veriabs.core.records import Record
from veriabs.report import record_files
from veriabs.report.details import Archive
from veriabs.report.files import write_texts
from veriabs.report.summary import order, row_of, shrink_rows


def write(
    records: Iterable[Record],
    *,
    html: Path | None,
    csv: Path | None,
    json: Path | None,
    latex: Path | None,
    loops: Path | None = None,
    against: Iterable[Record] | None = None,
) -> None:
    """Write the named files, all or none; raises InputError if one cannot be written.

    `against` are the records of another run, with which the page compares these.
    """
    rows, archive, lines = [], Archive(), []
    for record in records:
        rows.append(row_of(record))
        if html is not None:
            archive.add(record)
        if json is not None:
            lines.append((order(record), record_files.json_line(record)))
    archive.close()
    texts = {}
    if html is not None:
        from veriabs.report.page import page  # imported late: needs the template engine

        texts[html] = page(rows, archive.pieces, None if against is None else [row_of(record) for record in against])
    if csv is not None:
        texts[csv] = record_files.csv_text(rows)
    if json is not None:
        texts[json] = record_files.json_text(line for _, line in sorted(lines, key=lambda line: line[0]))
    if latex is not None:
        texts[latex] = record_files.latex_text(rows)
    if loops is not None:
        texts[loops] = record_files.loops_csv(shrink_rows(rows))
    write_texts(texts, "the report")
