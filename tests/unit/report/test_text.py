"""The numbers of a batch as text: shrink factors are a table of loops."""

from __future__ import annotations

from veriabs.core.records import Record
from veriabs.report.record_files import loops_csv
from veriabs.report.summary import row_of
from veriabs.report.text import summary_lines

LOOPS = [
    {"lines": [4, 5], "shrink_factor": 2},
    {"lines": [8], "shrink_factor": None, "reason": {"kind": "no small k", "text": "no k up to 5"}, "asserting": 9},
]


def record(task: str) -> Record:
    return Record(task=task, tool="shrink", key="", verdict="FACTORS", expected=None, report={"loops": LOOPS})


def test_shrink_factors_are_a_table() -> None:
    lines = list(summary_lines([record("a/x.c"), record("b/y.c")]))
    assert lines[0].startswith("shrink factors: 8 loops: 4 shrinkable (4 with k = 2)")
    head, first, second, whole, reason = (line.split() for line in lines[1:])
    assert head[:4] == ["folder", "loops", "k=1", "k=2"]
    assert first == ["a", "4", "0", "2", "0", "0", "0", "1", "1"]
    assert second[0] == "b"
    assert whole == ["all", "8", "0", "4", "0", "0", "0", "2", "2"]
    assert " ".join(reason) == "2 no small k, mostly: no k up to 5"


def test_each_loop_has_a_row() -> None:
    assert loops_csv([row_of(record("a/x.c"))]).splitlines() == [
        "task,line,status,shrink_factor,fused_lines,reason",
        "a/x.c,4,shrinkable,2,4 5,",
        "a/x.c,5,shrinkable,2,4 5,",
        "a/x.c,8,no small k,,,no k up to 5",
        "a/x.c,9,stating the property,,,",
    ]


def test_verdicts_are_counted_unless_some_are_rated() -> None:
    verdicts = ("TRUE", "TRUE", "FALSE", "UNKNOWN", "ERROR")
    rows = [Record(str(n), f"{n}.c", "veriabs", None, verdict) for n, verdict in enumerate(verdicts)]
    assert next(iter(summary_lines(rows))).startswith("veriabs: 5 tasks: 2 TRUE, 1 FALSE, 1 unknown, 1 failed, mean")
    rated = next(iter(summary_lines([*rows, Record("6", "6.c", "veriabs", True, "TRUE")])))
    assert rated.startswith("veriabs: 6 tasks: 1 right, 0 wrong, 1 unknown, 1 failed, 3 not rated, mean")
