"""What an editor shows of a report: which line, as what, and what can be done there."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from veriabs.lsp.findings import Findings, actions, findings
from veriabs.lsp.runs import Analysis, Json

PATH = Path("/tmp/p.c")
LINES = ["int a[9];", '  for (;;) f("\U0001f600");  ', "\tassert(a[0]);", "assert(1);"]


def goal(line: int, verdict: str, **more: object) -> Json:
    return {"kind": "assertion", "file": str(PATH), "line": line, "verdict": verdict, **more}


REPORT: Json = {
    "goals": [
        goal(3, "FALSE", counterexample=["i = 0", "a[0] = 0"]),
        goal(2, "UNKNOWN", kind="bounds", reason={"said": "late", "hint": "more"}),
        goal(4, "TRUE", strategy="pruning"),
        goal(1, "FALSE", file="/tmp/other.h"),
    ],
    "loops": [{"lines": [2], "shrink_factor": 3}],
}
LOOPS: list[Json] = [{"file": str(PATH), "line": 2, "trip count": ["at most 1,000"], "accelerable": ["i = 0 + (j-1)"]}]


def shown(report: Json = REPORT, problem: str = "") -> Findings:
    return findings(Analysis(PATH, report, LOOPS, problem), LINES, 7)


def titles(found: Findings, line: int) -> list[str]:
    place = types.Position(line, 0)
    about = types.TextDocumentIdentifier("file:///tmp/p.c")
    asked = types.CodeActionParams(about, types.Range(place, place), types.CodeActionContext([]))
    return [one.title for one in actions(found, about.uri, asked)]


def test_goals_of_this_file_that_do_not_hold_are_diagnostics() -> None:
    fails, still_open = shown().diagnostics
    assert (fails.message, fails.severity) == ("assertion fails\ni = 0\na[0] = 0", types.DiagnosticSeverity.Error)
    assert fails.range == types.Range(types.Position(2, 1), types.Position(2, 14))
    assert still_open.message == "bounds: late (try: more)"
    assert still_open.severity is types.DiagnosticSeverity.Information


def test_a_position_counts_as_the_protocol_does() -> None:
    (loop, proved) = shown().hints
    assert (loop.position, loop.label) == (types.Position(1, 19), "k = 3, at most 1,000 times, i = 0 + (j-1)")
    assert (proved.position.line, proved.label) == (3, "proved: pruning")


def test_hovering_shows_all_that_is_known_of_a_loop() -> None:
    assert shown().hovers == {
        1: "- **shrink factor**: `k = 3`\n- **trip count**: `at most 1,000`\n- **accelerable**: `i = 0 + (j-1)`\n\n"
        "`j` is the number of the iteration, from 1"
    }


def test_what_can_be_done_depends_on_the_line() -> None:
    found = shown()
    assert titles(found, 0) == titles(found, 3) == []
    assert [title.rpartition("(")[2] for title in titles(found, 2)] == ["pytest)", "ctest)", "cmocka)", "unity)"]
    assert "veriabs: insert the missing precondition" in titles(found, 1)
    assert "veriabs: open the harness" in titles(found, 1)


def test_a_problem_is_told_where_the_text_begins() -> None:
    (problem,) = shown({}, "veriabs: p.c:1: no C").diagnostics
    assert (problem.message, problem.range.start.line) == ("p.c:1: no C", 0)
