"""Test the lines that a verification prints."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from veriabs.core.copying import replace
from veriabs.core.events import BoundTried, StrategyChosen, StrategyEnded
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Answer, Report, Shrinkable, ShrinkFactor, StrategyChoice, TriedK, Verdict
from veriabs.core.runs import Outcome, Run
from veriabs.core.source import Task, Where
from veriabs.report import console
from veriabs.report.reasons import hint_of

HARNESS = Run("harness k=2", Outcome.SUCCESS, seconds=0.58, peak_mb=60.2, command=("cbmc", "a b.c"))
RESIDUAL = Run("residual k=2", Outcome.SUCCESS, seconds=0.09, peak_mb=20.0)
HERE = Where("f.c", 3)
TRIED = TriedK(2, Shrinkable.YES, HARNESS, RESIDUAL)
FACTOR = ShrinkFactor(Where("m.c", 22), (12, 17), "forall over the loop at line 21", ("i + (j-1)",), (TRIED,), 2)
PROVED = Report(Task(Path("m.c")), Verdict.TRUE, "shrinking", None, (FACTOR,), (HARNESS,), 0.97, 60.2, "6.6.0")


def unknown(kind: ReasonKind, hint: str = "") -> Report:
    reason = Reason(kind, "because", Where("m.c", 19), hint)
    return replace(PROVED, verdict=Verdict.UNKNOWN, strategy="", reason=reason)


@pytest.mark.parametrize(
    ("loops", "assertions", "trips", "expected"),
    [
        (3, 1, (10**7,) * 3, "m.c: main, 3 loops, 1 assertion, 10,000,000 iterations each"),
        (1, 2, (1,), "m.c: main, 1 loop, 2 assertions, 1 iteration"),
        (2, 1, (5, None), "m.c: main, 2 loops, 1 assertion"),
        (2, 1, (5, 6), "m.c: main, 2 loops, 1 assertion"),
        (0, 1, (), "m.c: main, 0 loops, 1 assertion"),
    ],
)
def test_headline(loops: int, assertions: int, trips: tuple[int | None, ...], expected: str) -> None:
    assert console.headline("m.c", loops, assertions, trips) == expected


def test_checks_are_counted_beside_assertions() -> None:
    assert console.headline("m.c", 1, 2, (None,), checks=3) == "m.c: main, 1 loop, 2 assertions, 3 checks"
    assert console.headline("m.c", 1, 0, (None,), checks=1) == "m.c: main, 1 loop, 1 check"


def test_heading_names_lines_closed_forms_and_clauses() -> None:
    text = console.heading((12, 17), ("i + (j-1)", "q + 4*(j-1)"), "forall over the loop at line 21")
    assert text == "  loops 12, 17 fused    at iteration j: i + (j-1), q + 4*(j-1)    forall over the loop at line 21"
    assert console.heading((3,), (), "the assertion at line 9") == "  loop 3    the assertion at line 9"


def test_rows_of_a_k_that_works() -> None:
    first, second = console.rows(TRIED)
    assert first.split() == ["k=2", "shrinkable", "0.58", "s", "60", "MB"]
    assert second.split() == ["residual,", "k=2", "proved", "0.09", "s", "20", "MB"]


def test_rows_of_a_k_that_does_not() -> None:
    failed = replace(RESIDUAL, outcome=Outcome.FAILURE)
    assert [row.split()[:3] for row in console.rows(TriedK(1, Shrinkable.RESIDUAL_FAILED, None, failed))] == [
        ["residual,", "k=1", "not"]
    ]
    rows = console.rows(TriedK(1, Shrinkable.NO, replace(HARNESS, outcome=Outcome.FAILURE), RESIDUAL))
    assert rows[0].split()[:3] == ["k=1", "not", "shrinkable"]
    assert rows[1].split()[2] == "proved"


@pytest.mark.parametrize("outcome", [Outcome.TIMEOUT, Outcome.MEMORY, Outcome.CRASH, Outcome.UNKNOWN])
def test_row_without_an_answer_gives_its_reason(outcome: Outcome) -> None:
    run = replace(HARNESS, outcome=outcome)
    assert f"undecided ({outcome.value})" in console.rows(TriedK(1, Shrinkable.UNDECIDED, run))[0]
    row = console.rows(TriedK(1, Shrinkable.UNDECIDED, None, run))[0]
    assert row.strip().startswith("residual, k=1")
    assert f"undecided ({outcome.value})" in row


def test_the_verdict_of_a_proof() -> None:
    assert console.verdict_lines(PROVED, coloured=False) == ["TRUE  shrinking, k=2, 0.97 s, 60 MB"]
    assert console.verdict_lines(PROVED, coloured=True)[0].startswith("\x1b[1;32mTRUE\x1b[0m  ")


def test_only_the_attempts_that_ended_the_search_count() -> None:
    # An earlier attempt for the same assertion had a shrink factor, but its side conditions were not proved.
    other = replace(FACTOR, assertion=Where("m.c", 30), k=3)
    assert console.proof_factors(replace(PROVED, loops=(replace(FACTOR, k=1), FACTOR, other))) == [2, 3]
    assert console.proof_factors(replace(PROVED, loops=())) == []


@pytest.mark.parametrize("kind", list(ReasonKind))
def test_every_unknown_has_a_reason_and_something_to_try(kind: ReasonKind) -> None:
    first, second = console.verdict_lines(unknown(kind), coloured=False)
    assert first.startswith("UNKNOWN  ") and first.endswith(" at m.c:19")
    assert console.verdict_lines(unknown(kind), coloured=False, explained=True)[-2] == "UNKNOWN  because at m.c:19"
    assert second.startswith("         try: ")
    assert len(second) > 20


def test_the_hint_of_the_reason_comes_first() -> None:
    assert console.verdict_lines(unknown(ReasonKind.TIMEOUT, "patience"), coloured=False)[1].endswith("try: patience")


def test_a_file_name_in_a_hint_can_be_pasted() -> None:
    assert "'my file.c'" in hint_of(Reason(ReasonKind.NOT_APPLICABLE, "no"), "my file.c")


def test_factor_lines() -> None:
    assert console.factor_line(FACTOR) == "loops 12, 17 fused: shrink factor 2 (assertion at line 22)"
    assert console.factor_line(replace(FACTOR, k=None)).startswith("loops 12, 17 fused: no shrink factor up to 2")


def test_loops_of_one_line_are_counted() -> None:
    assert console.loops_text((3, 3, 5)) == "loops 3 (2 loops), 5 fused"
    assert console.counted(["late", "open", "late"]) == ["late (2 times)", "open"]


def test_shrink_factor_of_an_assertion_is_reported_once() -> None:
    failed = replace(FACTOR, lines=(12,), k=None, reason=Reason(ReasonKind.NO_SMALL_K, "no k up to 5"))
    line = "loop 12: no shrink factor: no k up to 5 (assertion at line 22)"
    assert [console.factor_line(one) for one in console.decisive((failed, failed))] == [line]
    assert console.decisive((failed, FACTOR)) == [FACTOR]
    other = replace(failed, assertion=Where("m.c", 30))
    assert console.decisive((FACTOR, other)) == [FACTOR, other]


def test_attempts_at_the_same_loops_are_one_entry() -> None:
    """The second attempt tried larger k only."""
    small = replace(FACTOR, k=None, tried=(TriedK(1, Shrinkable.NO), TriedK(2, Shrinkable.NO)))
    large = replace(FACTOR, k=3, tried=(TriedK(3, Shrinkable.YES),))
    (told,) = console.decisive((small, large))
    assert told.k == 3 and [(one.k, one.outcome.value) for one in told.tried] == [
        (1, "not shrinkable"),
        (2, "not shrinkable"),
        (3, "shrinkable"),
    ]


def test_time_line_sums_the_solvers_for_each_kind_of_program() -> None:
    runs = [Run("harness k=1", Outcome.FAILURE, seconds=0.5), Run("harness k=2", Outcome.SUCCESS, seconds=1.0)]
    report = replace(unknown(ReasonKind.NOT_APPLICABLE), runs=(*runs, Run("bounds", Outcome.SUCCESS)), seconds=2.0)
    assert console.time_line(report) == "time: 2.00 s, solvers: harness 1.50 s"
    assert console.time_line(replace(report, runs=())) == "time: 2.00 s"


def test_commands_can_be_pasted() -> None:
    unstarted = Run("bounds", Outcome.TIMEOUT)
    assert console.command_lines((HARNESS, unstarted)) == [
        "  # harness k=2: success, 0.58 s, built-in",
        "  cbmc 'a b.c'",
        "  # bounds: timeout, 0.00 s, built-in",
        "  (was not started)",
    ]


def test_results_of_several_attempts_are_reported_once() -> None:
    said: list[str] = []
    progress = console.ConsoleProgress(said.append)
    other = replace(TRIED, k=TRIED.k + 1)
    for number, lines, tried in ((1, (1, 2), TRIED), (2, (2,), TRIED), (3, (1, 2), TRIED), (4, (2,), other)):
        progress(BoundTried("shrinking", HERE, number, lines, "forall", (), tried))
        progress(BoundTried("shrinking", HERE, number, lines, "forall", (), tried))
    first, second = "  loops 1, 2 fused    forall", "  loop 2    forall"
    assert said == [first, *console.rows(TRIED), second, *console.rows(TRIED), *console.rows(other)]


def test_each_attempt_is_reported_to_observers() -> None:
    said: list[str] = []
    progress = console.ConsoleProgress(said.append, explained=True)
    for number in (1, 2):
        for _ in range(2):
            progress(BoundTried("shrinking", HERE, number, (2,), "forall", (), TRIED))
    assert said == 2 * ["  loop 2    forall", *2 * console.rows(TRIED)]


def test_answer_is_printed_unless_rows_contain_it() -> None:
    said: list[str] = []
    progress = console.ConsoleProgress(said.append)
    progress(BoundTried("shrinking", HERE, 1, (1,), "forall", (), TRIED))
    shown = len(said)
    progress(StrategyEnded(Answer("shrinking", HERE, Verdict.TRUE)))
    assert len(said) == shown
    progress(StrategyEnded(Answer("pruning", HERE, Verdict.TRUE, None, "cutoff 3", 0.125)))
    assert said[shown:] == ["  pruning: proved, cutoff 3  0.12 s"]


def test_strategy_that_gave_up_is_not_reported_during_the_run() -> None:
    said: list[str] = []
    gave_up = StrategyEnded(Answer("pruning", HERE, Verdict.UNKNOWN, Reason(ReasonKind.NOT_APPLICABLE, "no")))
    console.ConsoleProgress(said.append)(gave_up)
    assert said == []


def test_several_goals_are_reported_at_the_end_unless_explained() -> None:
    said: list[str] = []
    tried = BoundTried("shrinking", HERE, 1, (1,), "forall", (), TRIED)
    console.ConsoleProgress(said.append, several=True)(tried)
    console.ConsoleProgress(said.append, several=True)(StrategyEnded(Answer("pruning", HERE, Verdict.TRUE)))
    assert said == []
    console.ConsoleProgress(said.append, several=True, explained=True)(tried)
    assert len(said) == 3


def test_explained_progress_names_the_first_strategy_and_why() -> None:
    said: list[str] = []
    event = StrategyChosen(StrategyChoice(HERE, "pruning", "first in the default order"))
    console.ConsoleProgress(said.append)(event)
    assert said == []
    console.ConsoleProgress(said.append, explained=True)(event)
    assert said == [f"  pruning starts on the assertion at line {HERE.line}: first in the default order"]


def test_live_line_shows_running_work_and_disappears() -> None:
    written: list[str] = []
    live = console.Live(written.append, width=70)
    live.clear()
    assert written == []
    live.event("harness k=1", "solving", 1.26, 40.4)
    live.event("residual k=1", "", 0.2, 9.0)
    assert written[0] == "\r\x1b[Kharness k=1: solving, 1.3 s, 40 MB"
    assert written[1].startswith("\r\x1b[Kharness k=1: solving, 1.3 s, 40 MB | residual k=1: starting")
    assert max(len(text) for text in written) <= 69 + len("\r\x1b[K")
    live.clear()
    live.clear()
    assert written[2:] == ["\r\x1b[K"]


def test_the_live_line_takes_events_from_several_threads() -> None:
    written: list[str] = []
    live = console.Live(written.append, width=200)
    threads = [
        threading.Thread(target=lambda n=n: [live.event(f"p{n}", "x", 1, 1) for _ in range(200)]) for n in range(4)
    ]  # fmt: skip
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(written) == 800
    assert all(f"p{n}: x, 1.0 s, 1 MB" in written[-1] for n in range(4))
