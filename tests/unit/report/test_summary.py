"""The numbers of a batch against hand-counted records."""

from __future__ import annotations

import pytest

from veriabs.core.records import Rating, Record
from veriabs.report import summary
from veriabs.report.summary import row_of


def record(task: str = "a/x.c", verdict: str = "TRUE", expected: bool | None = True, **more: object) -> Record:
    return Record(**{"key": "k", "task": task, "tool": "veriabs", "expected": expected, "verdict": verdict, **more})  # type: ignore[arg-type]


def attempt_document(k: int, harness: float | None, residual: float | None) -> dict[str, object]:
    runs = {"harness": harness, "residual": residual}
    return {"k": k, **{name: None if t is None else {"seconds": t} for name, t in runs.items()}}


def loop(line: int, factor: int | None, *tries: dict[str, object]) -> dict[str, object]:
    return {"assertion": {"file": "x.c", "line": line}, "shrink_factor": factor, "tried": list(tries)}


def with_loops(*loops: dict[str, object], task: str = "a/x.c") -> summary.Row:
    return row_of(record(task, report={"loops": list(loops)}))


@pytest.mark.parametrize(
    ("verdict", "expected", "judgement", "points"),
    [
        ("TRUE", True, Rating.RIGHT, 2),
        ("TRUE", False, Rating.WRONG, -32),
        ("FALSE", False, Rating.RIGHT, 1),
        ("FALSE", True, Rating.WRONG, -16),
        ("UNKNOWN", True, Rating.UNKNOWN, 0),
        ("UNKNOWN", None, Rating.UNKNOWN, 0),
        ("ERROR", False, Rating.ERROR, 0),
        ("TRUE", None, Rating.UNRATED, 0),
        ("FALSE", None, Rating.UNRATED, 0),
    ],
)
def test_verdicts_are_judged_and_scored(
    verdict: str, expected: bool | None, judgement: Rating, points: int
) -> None:
    one = record(verdict=verdict, expected=expected)
    assert (one.rating, summary.score(one)) == (judgement, points)


def test_totals_add_up() -> None:
    some = [
        record(verdict="TRUE", expected=True, seconds=1.0, cpu_seconds=2.0, peak_mb=10),
        record(verdict="TRUE", expected=False, seconds=2.0),
        record(verdict="FALSE", expected=False, seconds=3.0, peak_mb=70),
        record(verdict="FALSE", expected=True, seconds=4.0),
        record(verdict="FALSE", expected=None, seconds=5.0),
        record(verdict="UNKNOWN", expected=True, seconds=6.0),
        record(verdict="ERROR", expected=None, seconds=7.0),
    ]
    found = summary.totals([row_of(one) for one in some])
    assert (found.tasks, found.proved, found.refuted, found.unknown, found.errors) == (7, 1, 2, 1, 1)
    assert (found.right, found.wrong_true, found.wrong_false, found.unjudged) == (2, 1, 1, 1)
    assert found.tasks == found.proved + found.refuted + found.unknown + found.errors + found.wrong
    assert (found.score, found.best_score) == (2 - 32 + 1 - 16, 2 + 1 + 1 + 2 + 2)
    assert (found.seconds, found.cpu_seconds, found.mean_seconds, found.median_seconds) == (28, 2, 4, 4)
    assert found.peak_mb == 70


def test_totals_of_nothing_are_zero() -> None:
    found = summary.totals([])
    assert (found.tasks, found.score, found.mean_seconds, found.peak_mb) == (0, 0, 0, 0)


def test_factor_of_a_program_is_the_largest_of_its_assertions() -> None:
    assert with_loops(loop(1, 1), loop(2, 3)).factor == 3


def test_last_attempt_for_an_assertion_counts() -> None:
    assert with_loops(loop(1, None), loop(1, 2)).factor == 2
    assert with_loops(loop(1, 2), loop(1, None)).factor is None


def test_assertion_without_factor_leaves_the_program_without() -> None:
    assert with_loops(loop(1, 2), loop(2, None)).factor is None


def test_factors_are_counted_over_programs_with_loops() -> None:
    rows = [with_loops(loop(1, 1)), with_loops(loop(1, 1)), with_loops(loop(1, 6)), with_loops(loop(1, None))]
    rows.append(row_of(record()))
    assert summary.factors(rows) == {"1": 2, "2": 0, "3": 0, "4": 0, "5": 0, "6": 1, "none": 1}


def test_times_per_k_keep_harness_and_final_runs_apart() -> None:
    rows = [
        with_loops(loop(1, 2, attempt_document(1, 1.0, None), attempt_document(2, 2.0, 0.5))),
        with_loops(loop(1, None, attempt_document(1, 3.0, None)), loop(2, 1, attempt_document(1, 8.0, 0.25))),
    ]
    found = summary.times_per_k(rows)
    assert found[1] == (summary.Spread(3, 1.0, 3.0, 4.0, 8.0, 12.0), summary.Spread(1, 0.25, 0.25, 0.25, 0.25, 0.25))
    assert found[2] == (summary.Spread(1, 2.0, 2.0, 2.0, 2.0, 2.0), summary.Spread(1, 0.5, 0.5, 0.5, 0.5, 0.5))


def test_runs_that_were_stopped_have_no_time() -> None:
    stopped = {"k": 1, "harness": {"seconds": 9.0, "outcome": "unknown"}, "residual": {"seconds": 1.0}}
    assert [timing.seconds for timing in with_loops(loop(1, None, stopped)).timings] == [1.0]


@pytest.mark.parametrize("strange", [None, 7, "text", [7], [{"tried": 7}], [{"tried": [{"harness": 7}]}]])
def test_strange_report_costs_its_own_row_only(strange: object) -> None:
    row = row_of(record(report={"loops": strange}))
    assert (row.factor, row.timings) == (None, ())


def test_folder_names_omit_their_common_prefix() -> None:
    rows = [row_of(record(task)) for task in ("/data/all/b/x.c", "/data/all/a/y.c", "/data/all/a/x.c")]
    assert [(name, len(some)) for name, some in summary.by_folder(rows).items()] == [("a", 2), ("b", 1)]


@pytest.mark.parametrize(
    ("tasks", "names"),
    [
        (["set/x.c", "set/y.c"], ["set"]),
        (["x.c"], ["."]),
        (["/a/x.c", "b/x.c"], ["/a", "b"]),
        (["a/x.c", "x.c"], [".", "a"]),
    ],
)
def test_folders_that_share_little(tasks: list[str], names: list[str]) -> None:
    assert list(summary.by_folder([row_of(record(task)) for task in tasks])) == names


def test_own_tool_is_first() -> None:
    rows = [row_of(record(tool=tool)) for tool in ("cbmc-z3", "veriabs", "cbmc")]
    assert list(summary.by_tool(rows)) == ["veriabs", "cbmc", "cbmc-z3"]


def test_causes_are_counted_by_kind_with_the_most_frequent_text() -> None:
    texts = [("no small k", "up to 5"), ("CBMC timeout", "z"), ("no small k", "up to 3"), ("no small k", "up to 3")]
    rows = [row_of(record(verdict="UNKNOWN", reason_kind=kind, reason=text)) for kind, text in texts]
    rows.append(row_of(record(verdict="ERROR", reason="no such file")))
    rows.append(row_of(record(verdict="TRUE", reason_kind="left over")))
    assert summary.causes(rows) == [
        summary.Cause("no small k", 3, "up to 3"),
        summary.Cause("CBMC timeout", 1, "z"),
        summary.Cause("error", 1, "no such file"),
    ]


def test_decisions_are_counted_by_strategy_or_tool() -> None:
    rows = [
        row_of(record(verdict="TRUE", strategy="shrinking", seconds=1)),
        row_of(record(verdict="TRUE", strategy="shrinking", seconds=3, expected=False)),
        row_of(record(verdict="FALSE", expected=False, tool="cbmc", seconds=9)),
        row_of(record(verdict="UNKNOWN", strategy="bounded")),
    ]
    assert summary.decisions(rows) == [
        summary.StrategyCount("shrinking", true=2, false=0, wrong=1, seconds=2),
        summary.StrategyCount("cbmc", true=0, false=1, wrong=0, seconds=9),
    ]
