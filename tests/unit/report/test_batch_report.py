"""The files of a batch report: their contents and order, and names of files that need escaping."""

from __future__ import annotations

import base64
import csv
import json
import re
import zlib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from veriabs.core.copying import replace
from veriabs.core.errors import InputError
from veriabs.core.records import Record
from veriabs.report import batch_report, record_files
from veriabs.report.details import details
from veriabs.report.page import page as page_of
from veriabs.report.summary import row_of

EVIL = "a/</script><!--<b>\"',;&amp;\\$%#_{}~^\n\u2028\x1b--,,{{7*7}}{% x %}.c"
VOID = {"meta", "link", "input", "img", "br", "hr"}


def record(task: str = "a/x.c", tool: str = "veriabs", verdict: str = "TRUE", **more: object) -> Record:
    values = {"key": f"{task} {tool}", "task": task, "tool": tool, "verdict": verdict, "expected": True}
    return Record(**{**values, "seconds": 1.5, **more})  # type: ignore[arg-type]


REPORT: dict[str, object] = {
    "veriabs_version": "9.9",
    "cbmc_version": "6.6.0",
    "loops": [
        {
            "lines": [4],
            "assertion": {"file": EVIL, "line": 7},
            "clauses": "forall",
            "accelerable": ["i = j-1"],
            "shrink_factor": 2,
            "tried": [{"k": 2, "outcome": "shrinkable", "harness": {"seconds": 0.5}, "residual": {"seconds": 0.25}}],
        }
    ],
    "commands": [{"purpose": "harness", "command": ["cbmc", "a b.c"], "outcome": "success"}],
    "reason": None,
    "counterexample": None,
}
RECORDS = [
    record("b/y.c", verdict="FALSE", strategy="native", size=10, report=REPORT),
    record(EVIL, strategy=EVIL, report=REPORT, finished="2025-01-02T03:04:05+00:00"),
    record("a/x.c", "cbmc", verdict="UNKNOWN", reason_kind="CBMC timeout", reason=EVIL, expected=None),
    record("a/x.c", verdict="ERROR", reason="no such file", expected=None),
]


@pytest.fixture
def html(tmp_path: Path) -> str:
    return page(tmp_path, RECORDS, against=[record("b/y.c"), record(EVIL, verdict="UNKNOWN")])


def page(folder: Path, records: list[Record], against: list[Record] | None = None) -> str:
    path = folder / "report.html"
    batch_report.write(iter(records), html=path, csv=None, json=None, latex=None, against=against)
    return path.read_text(encoding="utf-8")


def embedded(html: str, name: str) -> dict[str, list[object]]:
    found = re.search(f'<script type="application/json" id="{name}">(.*?)</script>', html)
    assert found is not None
    return dict(json.loads(found[1]))


class Balance(HTMLParser):
    """Checks that elements are properly nested, and collects the parts that tests need."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def elements(html: str) -> list[tuple[str, dict[str, str | None]]]:
    parser = Balance()
    parser.feed(html)
    parser.close()
    assert parser.open == []
    return parser.seen


# ----------------------------------------------------------------------------------------------------------------- page


def test_page_is_well_formed_whatever_names_hold(html: str) -> None:
    seen = elements(html)
    assert [attributes.get("id") for tag, attributes in seen if tag == "script"] == ["records", "details", None]
    assert not [tag for tag, _ in seen if tag in ("b", "img", "iframe", "object")]
    identifiers = [attributes["id"] for _, attributes in seen if attributes.get("id")]
    assert len(identifiers) == len(set(identifiers))


def test_page_has_no_inline_handler_no_inline_style_and_nothing_from_outside(html: str) -> None:
    for _, attributes in elements(html):
        assert not [name for name in attributes if name.startswith("on") or name == "style"]
        for name in ("src", "href"):
            assert str(attributes.get(name) or "#").startswith(("#", "data:"))
    assert not re.search(r"url\(|@import|https?://", html)


def test_policy_names_the_script_and_the_style(html: str) -> None:
    policy = next(str(a["content"]) for tag, a in elements(html) if a.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none'")
    assert policy.count("'sha256-") == 2
    assert "unsafe" not in policy


def test_plots_are_well_formed(html: str) -> None:
    plots = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
    assert len(plots) >= 6
    for plot in plots:
        ElementTree.fromstring(plot)


def test_rows_are_in_order_and_lead_to_their_details(html: str) -> None:
    found = embedded(html, "records")
    rows = [dict(zip(found["names"], row, strict=True)) for row in found["rows"]]  # type: ignore[call-overload]
    assert [(row["task"], row["tool"]) for row in rows] == sorted((r.task, r.tool) for r in RECORDS)
    details = unpacked(html)
    assert [details[row["details"]]["key"] for row in rows] == [f"{row['task']} {row['tool']}" for row in rows]
    assert next(row for row in rows if row["task"] == "b/y.c")["judgement"] == "wrong"


def unpacked(html: str) -> list[dict[str, object]]:
    pieces = embedded(html, "details")["pieces"]
    return [one for piece in pieces for one in json.loads(zlib.decompress(base64.b64decode(str(piece))))]


def test_details_hold_loops_and_commands(html: str) -> None:
    first = unpacked(html)[0]
    assert first["loops"] == REPORT["loops"]
    assert first["commands"] == [{"purpose": "harness", "command": "cbmc 'a b.c'", "outcome": "success"}]


def test_more_records_than_fit_in_a_piece(tmp_path: Path) -> None:
    html = page(tmp_path, [record(f"{i}.c") for i in range(150)])
    assert [one["key"] for one in unpacked(html)] == [f"{i}.c veriabs" for i in range(150)]
    assert len(embedded(html, "details")["pieces"]) == 3


def test_page_names_the_tool_versions_and_time(html: str) -> None:
    assert "<span>veriabs 9.9</span><span>CBMC 6.6.0</span><span>finished 2025-01-02 03:04" in html


def test_page_lists_the_changes(html: str) -> None:
    assert 'id="changes"' in html
    assert "new wrong" in html
    assert "TRUE -&gt; FALSE (expected TRUE)" in html


def test_comparisons_need_something_to_compare_with(tmp_path: Path) -> None:
    html = page(tmp_path, [record()])
    assert 'id="changes"' not in html
    assert 'id="quantiles-title"' not in html


def test_outliers_of_two_runs_are_named(tmp_path: Path) -> None:
    html = page(tmp_path, [record("slow.c", seconds=9)], against=[record("slow.c", seconds=2)])
    assert "2.00 s → 9.00 s" in html
    assert "slow.c" in html


def test_page_of_no_records(tmp_path: Path) -> None:
    elements(page(tmp_path, [], against=[]))


def test_page_does_not_depend_on_when_it_is_made(tmp_path: Path) -> None:
    assert page(tmp_path, RECORDS) == page(tmp_path, RECORDS)


def test_names_that_are_no_text(tmp_path: Path) -> None:
    html = page(tmp_path, [record("a\udcff.c", reason="\ud800")])
    assert "a\\\\xff.c" in html


# --------------------------------------------------------------------------------------------------------------- tables


def test_csv_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "report.csv"
    batch_report.write(RECORDS, html=None, csv=path, json=None, latex=None)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    by_order = sorted(RECORDS, key=lambda one: (one.task, one.tool))
    assert [row["task"] for row in rows] == [one.task for one in by_order]
    assert [row["reason"] for row in rows] == [one.reason for one in by_order]
    assert {row["task"]: row["shrink_factor"] for row in rows if row["tool"] == "veriabs"} == {
        EVIL: "2", "a/x.c": "", "b/y.c": "2",
    }  # fmt: skip
    assert [row["judgement"] for row in rows] == ["right", "unknown", "error", "wrong"]
    assert [float(row["seconds"]) for row in rows] == [1.5] * 4


def test_json_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    batch_report.write(iter(RECORDS), html=None, csv=None, json=path, latex=None)
    document = json.loads(path.read_text(encoding="utf-8"))
    assert (document["format"], document["format_version"]) == ("veriabs batch", 2)
    assert [Record(**one) for one in document["records"]] == sorted(RECORDS, key=lambda one: (one.task, one.tool))


def test_order_does_not_depend_on_completion_order(tmp_path: Path) -> None:
    texts = []
    for records in (RECORDS, RECORDS[::-1]):
        paths = {kind: tmp_path / kind for kind in ("csv", "json", "latex")}
        batch_report.write(records, html=None, **paths)
        texts.append([path.read_text(encoding="utf-8") for path in paths.values()])
    assert texts[0] == texts[1]


def test_latex_has_a_line_for_each_folder() -> None:
    rows = [
        row_of(record("s/a_1/x.c", report=REPORT)),
        row_of(record("s/a_1/y.c", verdict="UNKNOWN", seconds=2.5)),
        row_of(record("s/b/x.c", verdict="FALSE", expected=False)),
        row_of(record("s/b/y.c", verdict="FALSE")),
    ]
    lines = record_files.latex_text(rows).splitlines()
    assert "a\\_1 & 2 & 1 & 0 & 1 & 0 & 2.00 & 0 & 1 & 0 & 0 & 0 \\\\" in lines
    assert "b & 2 & 0 & 1 & 0 & 1 & 1.50 & 0 & 0 & 0 & 0 & 0 \\\\" in lines
    assert "All & 4 & 1 & 1 & 1 & 1 & 1.75 & 0 & 1 & 0 & 0 & 0 \\\\" in lines
    verdicts = lines[: lines.index("% loops by shrink factor")]
    columns = {line.count("&") for line in verdicts if line.endswith("\\\\") and "multicolumn" not in line}
    assert columns == {11}


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("a_b", r"a\_b"),
        ("100%&#$", r"100\%\&\#\$"),
        ("{x}", r"\{x\}"),
        ("\\", r"\textbackslash{}"),
        ("~^", r"\textasciitilde{}\textasciicircum{}"),
        ("<|>", r"\textless{}\textbar{}\textgreater{}"),
        ("a-b--c---d", r"a-b-{}-c-{}-{}-d"),
        ("``''", r"\textasciigrave{}\textasciigrave{}\textquotesingle{}\textquotesingle{}"),
        ("a\nb\x00c", "a?b?c"),
        ("é", "é"),
    ],
)
def test_latex_is_escaped(text: str, latex: str) -> None:
    assert record_files.latex(text) == latex


# ---------------------------------------------------------------------------------------------------------------- files


def test_all_files_or_none(tmp_path: Path) -> None:
    bad = tmp_path / "missing" / "report.csv"
    with pytest.raises(InputError, match="cannot write the report"):
        batch_report.write(RECORDS, html=tmp_path / "report.html", csv=bad, json=None, latex=None)
    assert list(tmp_path.iterdir()) == []


def test_records_are_looked_at_once(tmp_path: Path) -> None:
    def stream() -> Iterator[Record]:
        yield from RECORDS

    paths = {kind: tmp_path / kind for kind in ("html", "csv", "json", "latex")}
    batch_report.write(stream(), **paths)
    assert all(path.stat().st_size for path in paths.values())


def test_reports_of_other_tools_may_be_empty(tmp_path: Path) -> None:
    html = page(tmp_path, [replace(record(), tool="cbmc", report={}, key=key) for key in "ab"])
    assert "No loop was tried." in html


def test_goals_are_among_the_details() -> None:
    goals = [{"kind": "bounds", "file": "a.c", "line": 3, "verdict": "FALSE"}]
    found = details(Record("k", "a.c", "veriabs", None, "FALSE", report={"goals": goals}))
    assert found["goals"] == goals


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("ACCEPTED  TRUE: 9 conditions, each by z3 and cvc5", "accepted"),
        ("REJECTED  z3 does not prove this", "rejected"),
        ("none, not proved: that", "none"),
        ("not checked, cvc5 is not installed", "not checked"),
        (None, ""),
    ],
)
def test_page_shows_the_result_of_certificate_checks(said: str | None, word: str) -> None:
    row = row_of(record(report={"checked": said}, strategy="shrinking"))
    assert row.checked == word
    assert f'"right","shrinking","{word}",' in page_of([row], [""])


def test_batch_of_shrink_factors_alone_has_its_numbers_first(tmp_path: Path) -> None:
    """There are tasks and loops, and no verdicts that anything could be right or wrong with."""
    records = [record(f"{n}.c", tool="shrink", verdict="FACTORS", expected=None, report=REPORT) for n in range(2)]
    html = page(tmp_path, records)
    tiles = dict(re.findall(r'class="name">([^<]*)</span>\s*<span class="value">([^<]*)', html))
    assert (tiles["Tasks"], tiles["Loops"], tiles["Shrinkable"]) == ("2", "2", "2")
    assert "expected verdicts" not in html and 'id="reasons"' not in html and "Refuted" not in html


def test_verdicts_are_counted_unless_some_are_rated(tmp_path: Path) -> None:
    records = [record(f"{n}.c", verdict=word, expected=None) for n, word in enumerate(("TRUE", "TRUE", "FALSE"))]
    html = page(tmp_path, records)
    tiles = dict(re.findall(r'class="name">([^<]*)</span>\s*<span class="value">([^<]*)', html))
    assert tiles == {"Tasks": "3", "Proved": "2", "Refuted": "1", "Unknown": "0"}
