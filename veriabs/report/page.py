"""Build the HTML page of a batch from its template.

The page is one file. Its content security policy (in a meta element) allows only its own script and style, whatever the
file names contain.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence

from veriabs.core.templates import asset, render_html
from veriabs.report import charts, plots
from veriabs.report.comparison import TaskChange, differences, latest
from veriabs.report.details import PIECE
from veriabs.report.shrinkage import Shrinkage, shrinkage, why_not
from veriabs.report.summary import (
    Row,
    Totals,
    by_folder,
    by_tool,
    causes,
    decisions,
    factors,
    shrink_rows,
    times_per_k,
    totals,
)

_NOT_HTML = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MOST_CHANGES = 200


def page(rows: Sequence[Row], pieces: Sequence[str], against: Sequence[Row] | None = None) -> str:
    """The HTML text; row number i has the details number i of the pieces; `against` are the rows of another run."""
    style, script = asset("page.css"), asset("page.js")
    tools = by_tool(rows)
    tool, main = next(iter(tools.items()), ("veriabs", []))
    shrunk = shrink_rows(rows)
    context = {
        "policy": f"default-src 'none'; img-src data:; style-src {_hash(style)}; script-src {_hash(script)}",
        "style": style,
        "script": script,
        "records": _embedded(_records(rows)),
        "pieces": _embedded({"size": PIECE, "pieces": pieces}),
        "about": _versions_and_times(rows),
        "single": rows[0].record.task if len(rows) == 1 and against is None else "",
        "tool": tool,
        "tools": {name: totals(some) for name, some in tools.items()},
        "tiles": _headline_numbers(totals(main)) if tools else _shrink_tiles(shrunk),
        "bars": {name: _verdict_bar(totals(some)) for name, some in tools.items()},
        "histogram": charts.shrink_factors(shrunk),
        "factors": factors(shrunk),
        "folders": _folders(main or shrunk, shrunk),
        "loops": _loops(shrunk),
        "why_not": _add_bars(why_not(row.loops for row in shrunk)),
        "times": times_per_k(shrunk),
        "plots": charts.comparisons(tools, against),
        "causes": _add_bars(causes(main)),
        "decisions": decisions(main),
        "changes": _changes(rows, against),
        "columns": _COLUMNS,
    }
    return _NOT_HTML.sub("\ufffd", render_html("page", context))


_COLUMNS = (
    ("task", "Task", ""),
    ("tool", "Tool", "wide"),
    ("verdict", "Verdict", ""),
    ("judgement", "Result", "wide"),
    ("strategy", "Strategy", "wide"),
    ("checked", "Checked", "wide"),
    ("k", "k", "number wide"),
    ("size", "Size", "number wide"),
    ("seconds", "Wall s", "number"),
    ("cpu", "CPU s", "number wide"),
    ("mb", "MB", "number wide"),
    ("reason", "Reason", "widest"),
)
"""Each column's key in the script's rows, its heading, and classes: phones omit `wide` columns, tablets `widest` ones.
"""


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}'"


def _embedded(value: object) -> str:
    """JSON that cannot end the surrounding script element."""
    text = json.dumps(value, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _records(rows: Sequence[Row]) -> Mapping[str, object]:
    names = [
        "task", "tool", "verdict", "expected", "judgement", "strategy", "checked", "k", "size", "seconds", "cpu", "mb",
        "kind", "reason", "finished", "conditions", "details",
    ]  # fmt: skip
    numbered = sorted(enumerate(rows), key=lambda pair: pair[1].order)
    return {"names": names, "rows": [_record(row, number) for number, row in numbered]}


def _record(row: Row, number: int) -> list[object]:
    record = row.record
    return [
        record.task,
        record.tool,
        record.word,
        {True: "TRUE", False: "FALSE", None: ""}[record.expected],
        row.judgement.value,
        record.strategy,
        row.checked,
        row.factor,
        record.size,
        round(record.seconds, 3),
        round(record.cpu_seconds, 3),
        round(record.peak_mb, 1),
        record.reason_kind,
        record.reason,
        record.finished,
        record.conditions,
        number,
    ]


def _versions_and_times(rows: Sequence[Row]) -> list[str]:
    """The versions and times in the records."""
    ours, cbmc = ({row.versions[i] for row in rows if row.versions[i]} for i in (0, 1))
    times = sorted(row.record.finished for row in rows if row.record.finished)
    parts = [f"veriabs {', '.join(sorted(ours))}"] if ours else []
    parts += [f"CBMC {', '.join(sorted(cbmc))}"] if cbmc else []
    parts += [f"finished {_minute(times[0])} to {_minute(times[-1])}"] if times else []
    return parts


def _minute(moment: str) -> str:
    return moment[:16].replace("T", " ")


def _headline_numbers(found: Totals) -> list[dict[str, object]]:
    """The numbers at the top, each with the table filter for its tasks."""
    unknown = _percent(found.unknown, found.tasks)
    tiles: list[dict[str, object]] = [
        {"name": "Tasks", "value": f"{found.tasks:,}", "note": f"{found.seconds:,.0f} s in all", "filter": ""},
        {"name": "Right", "value": f"{found.right:,}", "note": _percent(found.right, found.tasks), "filter": "right"},
        {"name": "Wrong", "value": f"{found.wrong:,}", "note": _wrong_text(found), "filter": "wrong"},
        {"name": "Unknown", "value": f"{found.unknown:,}", "note": unknown, "filter": "unknown"},
    ]
    if not found.is_rated:
        tiles[1:3] = [
            {"name": name, "value": f"{count:,}", "note": _percent(count, found.tasks), "filter": None}
            for name, count in (("Proved", found.proved), ("Refuted", found.refuted))
        ]
    if found.errors:
        tiles.append({"name": "Errors", "value": f"{found.errors:,}", "note": "no verdict at all", "filter": "error"})
    if found.unjudged and found.is_rated:
        note = "no expected verdict"
        tiles.append({"name": "Unrated", "value": f"{found.unjudged:,}", "note": note, "filter": "unrated"})
    if found.conditional:
        note = "TRUE under conditions"
        tiles.append({"name": "Conditional", "value": f"{found.conditional:,}", "note": note, "filter": None})
    if found.best_score:
        note = f"of {found.best_score:,} points"
        tiles.append({"name": "SV-COMP score", "value": f"{found.score:,}", "note": note, "filter": None})
    for tile in tiles:
        tile["alarm"] = tile["name"] == "Wrong" and bool(found.wrong)
    return tiles


def _shrink_tiles(rows: Sequence[Row]) -> list[dict[str, object]]:
    """The numbers of a batch for shrink factors only, which has no verdicts."""
    found, loops = totals(rows), shrinkage([row.loops for row in rows])
    rest = sum(one.count for one in why_not(row.loops for row in rows))
    tiles: list[dict[str, object]] = [
        {"name": "Tasks", "value": f"{found.tasks:,}", "note": f"{found.seconds:,.0f} s in all"},
        {"name": "Loops", "value": f"{loops.loops:,}", "note": f"{loops.unread:,} unsupported tasks"},
        {"name": "Shrinkable", "value": f"{loops.shrinkable:,}", "note": _percent(loops.shrinkable, loops.loops)},
        {"name": "Without a factor", "value": f"{rest:,}", "note": _percent(rest, loops.loops)},
    ]
    return [{**tile, "filter": None, "alarm": False} for tile in tiles]


def _wrong_text(found: Totals) -> str:
    if not found.wrong:
        return "none"
    return f"{found.wrong_true:,} TRUE, {found.wrong_false:,} FALSE"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "of none"


def _verdict_bar(found: Totals) -> str:
    undecided = found.unknown + found.errors
    parts = (("right", found.right), ("unrated", found.unjudged), ("wrong", found.wrong), ("unknown", undecided))
    return plots.share_bar(parts)


def _folders(rows: Sequence[Row], shrunk: Sequence[Row]) -> list[dict[str, object]]:
    """The results of each folder, with its shrink factors."""
    names, tried = factors(shrunk), by_folder(shrunk)
    found = []
    for folder, some in by_folder(rows).items():
        counts = {name: factors(tried.get(folder, ())).get(name, 0) for name in names}
        found.append({"name": folder, "totals": totals(some), "factors": counts})
    return found


def _loops(rows: Sequence[Row]) -> dict[str, Shrinkage]:
    """The paper's table: the loops of each folder and in total."""
    found = {folder: shrinkage([row.loops for row in some]) for folder, some in by_folder(rows).items()}
    return {**found, "All": shrinkage([row.loops for row in rows])}


def _add_bars(found: Sequence[object]) -> list[tuple[object, str]]:
    most = max((getattr(one, "count", 0) for one in found), default=0)
    return [(one, plots.share_bar([("unknown", one.count), ("empty", most - one.count)])) for one in found]  # type: ignore[attr-defined]


def _changes(rows: Sequence[Row], against: Sequence[Row] | None) -> dict[str, object] | None:
    if against is None:
        return None
    before, after = (latest(row.record for row in some) for some in (against, rows))
    found: list[TaskChange] = differences(before, after)
    return {"number": len(found), "grave": sum(one.grave for one in found), "first": found[:_MOST_CHANGES]}
