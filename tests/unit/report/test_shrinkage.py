"""The loop results of a report become one entry for each loop, and counts."""

from __future__ import annotations

import pytest

from veriabs.core.copying import replace
from veriabs.core.records import Record
from veriabs.report.comparison import compare
from veriabs.report.record_files import latex_text
from veriabs.report.shrinkage import LoopFactor, ShrinkStatus, loop_factors, shrinkage, summary_line, why_not
from veriabs.report.summary import row_of
from veriabs.report.text import summary_lines

Entry = dict[str, object]


def entry(*lines: int, k: int | None = None, kind: str = "", **more: object) -> Entry:
    reason = {"kind": kind, "text": f"{kind}!"} if kind else None
    return {"lines": list(lines), "shrink_factor": k, "reason": reason, "front": [], "obstacle": None, **more}


def record(*entries: Entry, task: str = "a/x.c", verdict: str = "FACTORS", **more: object) -> Record:
    return Record("k", task, "shrink", True, verdict, report={"loops": list(entries)}, **more)  # type: ignore[arg-type]


def test_smallest_factor_of_a_loop_counts() -> None:
    small, other = entry(3, 7, kind="no small k"), entry(3, kind="no strategy applies")
    found = loop_factors([entry(7, k=2), small, entry(7, k=1), other])
    assert found == (
        LoopFactor(3, ShrinkStatus.NONE, None, (3, 7), "no small k!"),
        LoopFactor(7, ShrinkStatus.SHRINKABLE, 1, (7,)),
    )


def test_preceding_loops_and_asserting_loops_are_distinguished() -> None:
    obstacle = {"kind": "no strategy applies", "text": "the loops meet"}
    found = loop_factors([entry(9, k=1, front=[2, 5], inputs=[1], obstacle=obstacle, asserting=12)])
    assert {one.line: one.status for one in found} == {
        1: ShrinkStatus.INPUTS,
        2: ShrinkStatus.ABSTRACTED,
        5: ShrinkStatus.ABSTRACTED,
        9: ShrinkStatus.SHRINKABLE,
        12: ShrinkStatus.CLAUSES,
    }
    assert found[1].reason == "the loops meet"
    # For another assertion the loop at line 5 is one of those that shrink.
    again = loop_factors([entry(9, k=1, front=[2, 5], obstacle=obstacle), entry(5, k=3)])
    assert {one.line: one.k for one in again} == {2: None, 5: 3, 9: 1}


def test_every_kind_of_reason_has_a_standing() -> None:
    kinds = ("no small k", "side condition not proved", "no strategy applies", "CBMC timeout", "time budget used up")
    found = loop_factors([entry(line, kind=kind) for line, kind in enumerate(kinds, 1)])
    assert [one.status for one in found] == [
        ShrinkStatus.NONE,
        ShrinkStatus.CONDITION,
        ShrinkStatus.NOT_APPLICABLE,
        ShrinkStatus.UNDECIDED,
        ShrinkStatus.CLOCK,
    ]


def test_reasons_that_more_time_may_remove_come_first() -> None:
    small, work = entry(4, kind="no small k"), entry(4, kind="CBMC timeout")
    clock = entry(4, kind="time budget used up")
    assert loop_factors([work, small])[0].status is ShrinkStatus.UNDECIDED
    assert loop_factors([small, clock, work])[0].status is ShrinkStatus.CLOCK
    assert loop_factors([small, clock, entry(4, k=2)])[0].k == 2


def test_inner_loops_have_the_factor_of_their_outer_loop() -> None:
    found = loop_factors([entry(5, inside=3), entry(3, k=2), entry(9, inside=8), entry(7, inside=6), entry(7, k=1)])
    assert found == (
        LoopFactor(3, ShrinkStatus.SHRINKABLE, 2, (3,)),
        LoopFactor(5, ShrinkStatus.SHRINKABLE, 2, (3,)),
        LoopFactor(7, ShrinkStatus.SHRINKABLE, 1, (7,)),
    )


def test_counts_sum_to_the_loops_and_list_unread_programs_separately() -> None:
    one = loop_factors([entry(1, 2, k=1, asserting=4), entry(3, k=2)])
    two = loop_factors([entry(1, kind="no small k"), entry(2, kind="no small k")])
    found = shrinkage([one, two, None])
    assert (found.programs, found.unread, found.loops, found.shrinkable, found.by_k) == (3, 1, 6, 3, {1: 2, 2: 1})
    assert sum(found.by_status.values()) == found.loops
    assert [(why.status, why.count, why.example) for why in why_not([one, two, None])] == [
        (ShrinkStatus.NONE, 2, "no small k!")
    ]
    assert summary_line(found) == (
        "6 loops: 3 shrinkable (2 with k = 1, 1 with k = 2), 1 stating the property, 2 no small k; "
        "1 unsupported program"
    )


def test_unsupported_program_has_no_loops_to_count() -> None:
    assert row_of(record(verdict="UNKNOWN", reason_kind="unsupported construct")).loops is None
    assert row_of(record()).loops == ()


@pytest.mark.parametrize("kind", ["no small k", "time budget used up"])
def test_a_run_for_a_verdict_decides_no_loop_without_a_factor(kind: str) -> None:
    row = row_of(replace(record(entry(1, kind=kind)), tool="veriabs", verdict="TRUE"))
    assert row.loops is not None and [one.status for one in row.loops] == [ShrinkStatus.UNDECIDED]


def test_tables_of_shrink_factors_contain_no_verdicts() -> None:
    rows = [record(entry(1, k=1), entry(2, kind="no small k")), record(entry(5, k=3), task="b/y.c")]
    assert list(summary_lines(rows)) == [
        "shrink factors: 3 loops: 2 shrinkable (1 with k = 1, 1 with k = 3), 1 no small k",
        "  folder  loops    k=1    k=2    k=3    k=4    k=5  needs none  no factor",
        "  a           2      1      0      0      0      0           0          1",
        "  b           1      0      0      1      0      0           0          0",
        "  all         3      1      0      1      0      0           0          1",
        "  1 no small k, mostly: no small k!",
    ]
    text = latex_text([row_of(one) for one in rows])
    assert "a & 2 & 1 & 1 & 0 & 1 \\\\" in text
    assert "All & 3 & 2 & 1 & 1 & 1 \\\\" in text


def test_changed_factor_is_reported_and_not_grave() -> None:
    old, new = record(entry(1, k=1), entry(2, k=1)), record(entry(1, k=1), entry(2, kind="no small k"))
    lines, is_grave = compare([old], [new])
    assert lines == ["factor       a/x.c  [shrink]  line 2: 1 -> no small k", "1 result: 1 factor"]
    assert not is_grave
