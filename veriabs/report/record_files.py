"""Write records as CSV, JSON and a LaTeX table, in an order independent of their completion."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import asdict

from veriabs import __version__
from veriabs.core.records import Record
from veriabs.report.shrinkage import Shrinkage, ShrinkStatus, shrinkage
from veriabs.report.summary import Row, by_folder, by_tool, factors, shrink_rows, totals

FORMAT = "veriabs batch"
VERSION = 2
COLUMNS = (
    "task", "tool", "expected", "verdict", "judgement", "strategy", "shrink_factor", "size", "seconds", "cpu_seconds",
    "peak_mb", "reason_kind", "reason", "conditions", "finished", "key",
)  # fmt: skip

_OWN = ("judgement", "shrink_factor")

_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_LATEX = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}",
    ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\textquotedbl{}", "`": r"\textasciigrave{}",
    "'": r"\textquotesingle{}", **{char: f"\\{char}" for char in "&%$#_{}"},
}  # fmt: skip


def csv_text(rows: Iterable[Row]) -> str:
    """A header and one line for each record; unknown values are empty."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in sorted(rows, key=lambda row: row.order):
        values = _values(row)
        writer.writerow([values[column] for column in COLUMNS])
    return written.getvalue()


LOOP_COLUMNS = ("task", "line", "status", "shrink_factor", "fused_lines", "reason")


def loops_csv(rows: Iterable[Row]) -> str:
    """A header and one line for each loop of each program, with its shrink factor or the reason for having none."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(LOOP_COLUMNS)
    for row in sorted(rows, key=lambda row: row.order):
        for loop in row.loops or ():
            fused = " ".join(map(str, loop.fused if len(loop.fused) > 1 else ()))
            writer.writerow((row.record.task, loop.line, loop.status.value, loop.k, fused, loop.reason))
    return written.getvalue()


def _values(row: Row) -> Mapping[str, object]:
    record = row.record
    return {
        **{column: getattr(record, column) for column in COLUMNS if column not in _OWN},
        "expected": {True: "TRUE", False: "FALSE", None: ""}[record.expected],
        "judgement": row.judgement.value,
        "shrink_factor": row.factor,
    }


def json_line(record: Record) -> str:
    """One record as a line of JSON; `Record(**...)` restores it."""
    return json.dumps(asdict(record), separators=(",", ":"))


def json_text(lines: Iterable[str]) -> str:
    """The JSON document with these lines, which have to be in order."""
    head = f'"format":"{FORMAT}","format_version":{VERSION},"veriabs_version":{json.dumps(__version__)}'
    return f'{{{head},"records":[\n' + ",\n".join(lines) + "\n]}\n"


# --------------------------------------------------------------------------------------------------------------- LaTeX


def latex_text(rows: Sequence[Row]) -> str:
    """A table for each tool, one line for each folder: the results of its programs, mean time, shrink factors."""
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
    """The paper's table: how many loops of each folder shrink, with which k, and the reasons for the others."""
    whole = shrinkage([row.loops for row in rows])
    others = [one for one in ShrinkStatus if one is not ShrinkStatus.SHRINKABLE and whole.by_status[one]]
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


def _loops_line(name: str, found: Shrinkage, ks: Sequence[int], others: Sequence[ShrinkStatus]) -> str:
    numbers = [found.loops, found.shrinkable, *(found.by_k.get(k, 0) for k in ks)]
    return " & ".join([name, *map(str, numbers), *(str(found.by_status[one]) for one in others)]) + " \\\\"


def latex(text: str) -> str:
    """Text for LaTeX, without dashes and typographic quotes; control characters are marked."""
    plain = "".join(_LATEX.get(char, char) for char in _CONTROL.sub("?", text))
    return re.sub("([-,])(?=\\1)", r"\1{}", plain)
