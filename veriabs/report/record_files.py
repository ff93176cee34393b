"""Records as CSV, JSON and a LaTeX table, in an order that does not depend on who was ready first."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import asdict

from veriabs import __version__
from veriabs.core.records import Record
from veriabs.report.shrinkage import Shrinkage, Standing, shrinkage
from veriabs.report.summary import Row, by_folder, by_tool, factors, shrink_rows, totals

FORMAT = "veriabs batch"
VERSION = 1
COLUMNS = (
    "task", "tool", "expected", "verdict", "judgement", "strategy", "shrink_factor", "size", "seconds", "cpu_seconds",
    "peak_mb", "reason_kind", "reason", "relies", "finished", "key",
)  # fmt: skip

_OWN = ("judgement", "shrink_factor", "relies")

_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_LATEX = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}",
    ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\textquotedbl{}", "`": r"\textasciigrave{}",
    "'": r"\textquotesingle{}", **{char: f"\\{char}" for char in "&%$#_{}"},
}  # fmt: skip


def csv_text(rows: Iterable[Row]) -> str:
    """One line for each record under a line of names; what is not known is empty."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in sorted(rows, key=lambda row: row.order):
        values = _values(row)
        writer.writerow([values[column] for column in COLUMNS])
    return written.getvalue()


def _values(row: Row) -> Mapping[str, object]:
    record = row.record
    return {
        **{column: getattr(record, column) for column in COLUMNS if column not in _OWN},
        "expected": {True: "TRUE", False: "FALSE", None: ""}[record.expected],
        "judgement": row.judgement.value,
        "shrink_factor": row.factor,
        "relies": bool(record.report.get("relies_on_no_signed_overflow", False)),
    }


def json_line(record: Record) -> str:
    """One record as JSON on one line; `Record(**...)` of it is the record again."""
    return json.dumps(asdict(record), separators=(",", ":"))


def json_text(lines: Iterable[str]) -> str:
    """The document of such lines, which have to be in order."""
    head = f'"format":"{FORMAT}","format_version":{VERSION},"veriabs_version":{json.dumps(__version__)}'
    return f'{{{head},"records":[\n' + ",\n".join(lines) + "\n]}\n"


# --------------------------------------------------------------------------------------------------------------- LaTeX


def latex_text(rows: Sequence[Row]) -> str:
    """A table for each tool, one line for each folder: what came of its programs, mean time, shrink factors."""
    parts = ["% needs \\usepackage{booktabs}, \\usepackage{textcomp} and \\usepackage[T1]{fontenc}"]
    for tool, some in by_tool(rows).items():
        parts.extend(_table(tool, some))
    parts.extend(_loops_table(shrink_rows(rows)))
    return "\n".join(parts) + "\n"


def _table(tool: str, rows: Sequence[Row]) -> Iterator[str]:
    names = [name for name in factors(rows) if name != "none"]
    heads = ["Folder", "Programs", "Proved", "Refuted", "Unknown", "Wrong", "Mean time (s)"]
    yield ""
    yield f"% {_CONTROL.sub('?', tool)}"
    yield f"\\begin{{tabular}}{{l{'r' * (len(heads) - 1 + len(names))}}}"
    yield "\\toprule"
    yield f"& & & & & & & \\multicolumn{{{len(names)}}}{{c}}{{Shrink factor}} \\\\"
    yield f"\\cmidrule(lr){{8-{7 + len(names)}}}"
    yield " & ".join([*heads, *names]) + " \\\\"
    yield "\\midrule"
    for folder, some in by_folder(rows).items():
        yield _line(latex(folder), some, names)
    yield "\\midrule"
    yield _line("All", rows, names)
    yield "\\bottomrule"
    yield "\\end{tabular}"


def _line(name: str, rows: Sequence[Row], names: Sequence[str]) -> str:
    found, counts = totals(rows), factors(rows)
    numbers = [found.tasks, found.proved, found.refuted, found.unknown + found.errors, found.wrong]
    cells = [str(number) for number in numbers] + [f"{found.mean_seconds:.2f}"]
    return " & ".join([name, *cells, *(str(counts.get(factor, 0)) for factor in names)]) + " \\\\"


def _loops_table(rows: Sequence[Row]) -> Iterator[str]:
    """The table of the paper: how many loops of each folder shrink, with which k, and what the others are."""
    whole = shrinkage([row.loops for row in rows])
    others = [one for one in Standing if one is not Standing.SHRINKABLE and whole.standings[one]]
    heads = ["Folder", "Loops", "Shrinkable", *(f"$k={k}$" for k in whole.by_k), *(one.value for one in others)]
    yield ""
    yield "% loops by shrink factor"
    yield f"\\begin{{tabular}}{{l{'r' * (len(heads) - 1)}}}"
    yield "\\toprule"
    yield " & ".join(heads) + " \\\\"
    yield "\\midrule"
    for folder, some in by_folder(rows).items():
        yield _loops_line(latex(folder), shrinkage([row.loops for row in some]), list(whole.by_k), others)
    yield "\\midrule"
    yield _loops_line("All", whole, list(whole.by_k), others)
    yield "\\bottomrule"
    yield "\\end{tabular}"


def _loops_line(name: str, found: Shrinkage, ks: Sequence[int], others: Sequence[Standing]) -> str:
    numbers = [found.loops, found.shrinkable, *(found.by_k.get(k, 0) for k in ks)]
    return " & ".join([name, *map(str, numbers), *(str(found.standings[one]) for one in others)]) + " \\\\"


def latex(text: str) -> str:
    """Text as LaTeX prints it: hyphens do not become dashes, quotes stay straight, control characters are marked."""
    plain = "".join(_LATEX.get(char, char) for char in _CONTROL.sub("?", text))
    return re.sub("([-,])(?=\\1)", r"\1{}", plain)
