"""Test the comparison of two batches: kinds of changes, and which ones are grave."""

from __future__ import annotations

import pytest

from veriabs.core.records import Record
from veriabs.report.comparison import compare


def record(verdict: str, expected: bool | None = True, seconds: float = 1.0, **more: object) -> Record:
    values = {"key": "k", "task": "a/x.c", "tool": "veriabs", "verdict": verdict, "expected": expected}
    return Record(**{**values, "seconds": seconds, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("old", "new", "expected", "change", "grave"),
    [
        ("UNKNOWN", "TRUE", True, "new verdict", False),
        ("UNKNOWN", "TRUE", None, "new verdict", False),
        ("ERROR", "FALSE", False, "new verdict", False),
        ("UNKNOWN", "TRUE", False, "new wrong", True),
        ("FALSE", "TRUE", False, "new wrong", True),
        ("TRUE", "UNKNOWN", True, "lost", True),
        ("FALSE", "ERROR", None, "lost", True),
        ("TRUE", "FALSE", None, "lost", True),
        ("TRUE", "UNKNOWN", False, "corrected", False),
        ("TRUE", "FALSE", False, "corrected", False),
        ("UNKNOWN", "ERROR", True, "changed", False),
    ],
)
def test_changes_of_a_verdict(old: str, new: str, expected: bool | None, change: str, grave: bool) -> None:
    lines, is_worse = compare([record(old, expected)], [record(new, expected)])
    assert lines[0].startswith(f"{change}  ")
    assert f"{old} -> {new}" in lines[0]
    assert "a/x.c  [veriabs]" in lines[0]
    assert lines[1:] == [f"1 result: 1 {change}"]
    assert is_worse is grave


@pytest.mark.parametrize("verdict", ["TRUE", "FALSE", "UNKNOWN", "ERROR"])
def test_same_results_have_no_change(verdict: str) -> None:
    assert compare([record(verdict)], [record(verdict)]) == (["nothing changed in 1 result"], False)


def test_gained_and_lost_conditions_are_reported() -> None:
    plain, weak = record("TRUE"), record("TRUE", conditions="a has n elements")
    lines, is_worse = compare([plain], [weak])
    assert (lines[0].split("  ")[0], is_worse) == ("under conditions", False)
    assert lines[0].endswith("TRUE -> TRUE if a has n elements")
    assert compare([weak], [plain])[0][0].endswith("TRUE if -> TRUE")
    assert compare([weak], [weak]) == (["nothing changed in 1 result"], False)


def test_empty_results_do_not_differ() -> None:
    assert compare([], []) == (["nothing changed in 0 results"], False)


def test_wrong_verdict_that_stays_is_no_change() -> None:
    assert compare([record("TRUE", False)], [record("TRUE", False)])[1] is False


def test_expected_verdict_of_either_side_counts() -> None:
    assert compare([record("UNKNOWN", False)], [record("TRUE", None)])[1] is True


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [(1.0, 2.1, "slower"), (4.0, 1.9, "faster"), (1.0, 2.0, ""), (0.01, 0.4, ""), (0.4, 0.6, ""), (0.0, 0.6, "slower")],
)
def test_times_count_from_twice_on(old: float, new: float, change: str) -> None:
    lines, is_worse = compare([record("TRUE", seconds=old)], [record("TRUE", seconds=new)])
    assert lines[0].startswith(f"{change}  " if change else "nothing changed")
    assert not is_worse


def test_times_without_a_verdict_do_not_count() -> None:
    lines, _ = compare([record("UNKNOWN", seconds=1)], [record("UNKNOWN", seconds=900)])
    assert lines == ["nothing changed in 1 result"]


@pytest.mark.parametrize(
    ("verdict", "expected", "grave"), [("TRUE", True, True), ("TRUE", False, False), ("UNKNOWN", True, False)]
)
def test_missing_task_is_grave_if_its_verdict_was_right(verdict: str, expected: bool, grave: bool) -> None:
    lines, is_worse = compare([record(verdict, expected)], [])
    assert lines[0].startswith("missing  ")
    assert is_worse is grave


def test_added_task_is_grave_if_it_is_wrong() -> None:
    assert compare([], [record("TRUE", True)])[0][0].startswith("added  ")
    lines, is_worse = compare([], [record("TRUE", False)])
    assert lines[0].startswith("new wrong  ")
    assert "TRUE (expected FALSE)" in lines[0]
    assert is_worse


def test_tools_are_compared_each_with_itself() -> None:
    old = [record("TRUE", tool="veriabs"), record("UNKNOWN", tool="cbmc")]
    new = [record("TRUE", tool="cbmc"), record("TRUE", tool="veriabs")]
    lines, is_worse = compare(old, new)
    assert len(lines) == 2
    assert "[cbmc]" in lines[0]
    assert not is_worse


def test_gravest_changes_stand_first_then_by_task() -> None:
    old = [record(v, task=t) for t, v in (("a", "UNKNOWN"), ("b", "TRUE"), ("c", "TRUE"), ("d", "UNKNOWN"))]
    new = [record("TRUE", task="a"), record("UNKNOWN", task="c"), record("TRUE", False, task="d")]
    lines, _ = compare(old, new)
    assert [line.split("  ")[0].strip() for line in lines[:-1]] == ["new wrong", "lost", "missing", "new verdict"]
    assert lines[-1] == "4 results: 1 new wrong, 1 lost, 1 missing, 1 new verdict"


def test_newest_of_several_records_counts() -> None:
    new = [record("UNKNOWN", finished="2025-01-01"), record("TRUE", finished="2025-01-02")]
    assert compare([record("TRUE")], new)[1] is False
    assert compare([record("TRUE")], new[::-1])[1] is False


def test_names_and_reasons_stay_on_their_line() -> None:
    task = "a\nb\x1b[31m\udcff.c"
    lines, _ = compare([record("TRUE", task=task)], [record("UNKNOWN", task=task, reason="one\ntwo")])
    assert all(line.isprintable() for line in lines)
    assert len(lines) == 2
    assert "(one\\ntwo)" in lines[0]
