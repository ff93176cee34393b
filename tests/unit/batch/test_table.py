"""The progress of a batch: a line for each task, or a table that is overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.batch.run import Tally
from veriabs.batch.table import Table, TaskLines, counts, duration
from veriabs.batch.work import BatchJob
from veriabs.core.copying import replace
from veriabs.core.records import Rating, Record

ROW = Record("0" * 64, "a.c", "veriabs", True, "TRUE", "shrinking", seconds=1.234, peak_mb=45.6)


def tally(**ratings: int) -> Tally:
    return Tally(1000, 0, 0, dict.fromkeys(Rating, 0) | {Rating(name): count for name, count in ratings.items()})


def test_one_line_for_each_task() -> None:
    said: list[str] = []
    lines = TaskLines(said.append)
    lines.finished(ROW, tally(right=37))
    lines.finished(replace(ROW, verdict="FALSE", strategy="", tool="cbmc"), tally(right=37, wrong=1))
    lines.finished(replace(ROW, verdict="UNKNOWN", reason="no\nsmall k"), tally(right=37, wrong=1, unknown=1))
    lines.finished(replace(ROW, report={"checked": "ACCEPTED  TRUE"}), tally(right=40))
    lines.finished(replace(ROW, conditions="a has n elements"), tally(right=41))
    assert said == [
        "[  37/1000] TRUE     right       1.23 s     46 MB  a.c  (shrinking)",
        "[  38/1000] FALSE    wrong       1.23 s     46 MB  a.c (cbmc)",
        "[  39/1000] UNKNOWN  -           1.23 s     46 MB  a.c  (no small k)",
        "[  40/1000] TRUE     right       1.23 s     46 MB  a.c  (shrinking, proof accepted)",
        "[  41/1000] TRUE if  right       1.23 s     46 MB  a.c  (shrinking, if a has n elements)",
    ]


def test_task_line_shows_shrink_factors() -> None:
    said: list[str] = []
    loops = [
        {"lines": [4, 5], "shrink_factor": 2},
        {"lines": [8], "shrink_factor": None, "reason": {"kind": "no small k"}},
    ]
    row = replace(ROW, tool="shrink", verdict="FACTORS", strategy="", expected=None, report={"loops": loops})
    TaskLines(said.append).finished(row, tally(unrated=1))
    assert said[0].startswith("[   1/1000] factors              1.23 s")
    assert said[0].endswith("MB  a.c  (3 loops: 2 shrinkable (2 with k = 2), 1 no small k)")
    assert "FACTORS" not in said[0]


def test_counts_omit_empty_classes() -> None:
    assert counts(tally(right=3, unknown=1)) == "4/1,000 done: 3 right, 0 wrong, 1 unknown"
    assert counts(tally(right=1, unrated=2)) == "3/1,000 done: 1 right, 0 wrong, 0 unknown, 2 not rated"
    unrated = replace(tally(error=1, unrated=3, unknown=1), factors=1, refuted=1)
    assert counts(unrated) == "5/1,000 done: 1 TRUE, 1 FALSE, 1 unknown, 1 failed"
    assert counts(replace(tally(unrated=3), factors=3)) == "3/1,000 done"
    weak = replace(tally(right=3), conditional=2)
    assert counts(weak) == "3/1,000 done: 3 right, 0 wrong, 0 unknown, 2 under conditions"


@pytest.mark.parametrize(("seconds", "said"), [(4.4, "4 s"), (200, "3 min 20 s"), (7500, "2 h 05 min")])
def test_durations_are_short(seconds: float, said: str) -> None:
    assert duration(seconds) == said


def test_table_is_overwritten_and_wrong_verdicts_stay() -> None:
    said: list[str] = []
    written: list[str] = []
    table = Table(said.append, written.append, width=60)
    table.begin(tally())
    table.tick(tally(right=5), [(BatchJob(Path("a.c")), 2.0), (BatchJob(Path("b.c"), "cbmc"), 12.0)])
    table.tick(tally(right=5), [])
    assert len(written) == 1
    head, pace, *running = written[0].split("\n")
    assert head == "5/1,000 done: 5 right, 0 wrong, 0 unknown"
    assert pace.endswith(" left")
    assert running == ["      12.0 s  b.c (cbmc)", "       2.0 s  a.c (veriabs)"]
    assert max(map(len, (head, pace, *running))) < 60
    table.finished(ROW, tally(right=6))
    assert said == []
    table.finished(replace(ROW, verdict="FALSE"), tally(right=6, wrong=1))
    assert written[-1] == "\x1b[3A\r\x1b[J"
    assert len(said) == 1
    table.tick(tally(right=7), [(BatchJob(Path(f"{number}.c")), 1.0) for number in range(20)])
    assert written[-1].endswith("and 8 more")
    table.end()
    assert written[-1] == "\x1b[14A\r\x1b[J"
