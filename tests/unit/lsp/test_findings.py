"""A report in an editor: the line and kind of each finding, and the code actions there."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from veriabs.lsp.findings import Findings, actions, findings, lenses
from veriabs.lsp.functions import functions_in
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


def findings_of(report: Json = REPORT, problem: str = "") -> Findings:
    return findings(Analysis(PATH, report, LOOPS, problem), "\n".join(LINES), 7)


def commands(found: Findings, line: int) -> list[types.CodeAction]:
    place = types.Position(line, 0)
    about = types.TextDocumentIdentifier("file:///tmp/p.c")
    asked = types.CodeActionParams(about, types.Range(place, place), types.CodeActionContext([]))
    return list(actions(found, about.uri, asked))


def titles(found: Findings, line: int) -> list[str]:
    return [one.title for one in commands(found, line)]


def test_goals_of_this_file_that_do_not_hold_are_diagnostics() -> None:
    fails, still_open = findings_of().diagnostics
    assert (fails.message, fails.severity) == ("assertion fails\ni = 0\na[0] = 0", types.DiagnosticSeverity.Error)
    assert fails.range == types.Range(types.Position(2, 1), types.Position(2, 14))
    assert still_open.message == "bounds: late (try: more)"
    assert still_open.severity is types.DiagnosticSeverity.Information


def test_places_in_the_file_itself_are_lines() -> None:
    """Its whole name hides what is said: `/home/user/projects/p.c:3`."""
    places = f"violated at {PATH}:3: assert(x), as at {PATH}x:1"
    report = {"goals": [goal(3, "FALSE", counterexample=[places])]}
    loop = {"file": str(PATH), "line": 2, "carried": [f"m: under the condition at {PATH}:2"]}
    found = findings(Analysis(PATH, report, [loop]), "\n".join(LINES), 7)
    assert found.diagnostics[0].message == f"assertion fails\nviolated at line 3: assert(x), as at {PATH}x:1"
    assert found.hovers == {1: "- **carried**: `m: under the condition at line 2`"}


def test_a_position_counts_as_the_protocol_does() -> None:
    (loop, proved) = findings_of().hints
    assert (loop.position, loop.label) == (types.Position(1, 19), "k = 3, at most 1,000 times, i = 0 + (j-1)")
    assert (proved.position.line, proved.label) == (3, "proved: pruning")


def test_hovering_shows_all_facts_of_a_loop() -> None:
    assert findings_of().hovers == {
        1: "- **shrink factor**: `k = 3`\n- **trip count**: `at most 1,000`\n- **accelerable**: `i = 0 + (j-1)`\n\n"
        "`j` is the number of the iteration, from 1"
    }


def test_code_actions_depend_on_the_line() -> None:
    found = findings_of()
    assert titles(found, 0) == titles(found, 3) == []
    assert [title.rpartition("(")[2] for title in titles(found, 2)] == ["pytest)", "ctest)", "cmocka)", "unity)"]
    assert "veriabs: insert the missing precondition" in titles(found, 1)
    assert "veriabs: open the harness" in titles(found, 1)


LIBRARY = "static\nint f(int *a) {\n  for (;;) a[0]++;\n}\nint g(int *a) {\n  return a[1];\n}\n"
ASSUMED: Json = {
    "goals": [
        goal(3, "TRUE", function="f", strategy="x", conditions=[{"text": "in f, a has an element"}]),
        goal(3, "TRUE", function="f", strategy="x", conditions=[{"text": "in f, nothing overflows"}]),
        goal(6, "FALSE", function="g", counterexample=[], conditions=[{"text": "in g, a is set"}]),
    ],
    "function": "main",
}


def library(report: Json) -> Findings:
    loops: list[Json] = [{"file": str(PATH), "line": 3, "function": "f"}]
    return findings(Analysis(PATH, report, loops, factors=[{"lines": [3], "shrink_factor": 2}]), LIBRARY, 7)


def test_conditions_are_shown_at_the_function() -> None:
    found = library(ASSUMED)
    assert [(one.position.line, one.label) for one in found.hints] == [
        *[(1, "TRUE if a has an element; nothing overflows"), (4, "some goals are TRUE if a is set")],
        *[(2, "k = 2"), (2, "proved under conditions: x")],
    ]
    assert found.hovers[1] == "TRUE if\n- a has an element\n- nothing overflows"
    assert titles(found, 1) == ["veriabs: insert the inferred contract of f"]
    assert [one.command.arguments for one in commands(found, 2) if one.command] == [
        *[["file:///tmp/p.c", "f", "acsl"], ["file:///tmp/p.c", "f", "contracts"], ["file:///tmp/p.c", "f"]]
    ]
    tests = [one.command.arguments for one in commands(found, 5) if one.command]
    assert [arguments[1:2] for arguments in tests if arguments] == [["g"]] * 4


def test_a_function_that_was_verified_alone_replaces_its_lines() -> None:
    (_, g) = functions_in(LIBRARY)
    alone = library({"function": "g", "goals": [goal(6, "TRUE", strategy="y")]})
    found = library(ASSUMED).updated(alone, g)
    assert found.diagnostics == () and 4 not in found.hovers
    assert [(one.position.line, one.label) for one in found.hints if one.position.line >= 4] == [(5, "proved: y")]


def test_each_function_but_main_has_a_lens() -> None:
    text = f"{LIBRARY}int main(void) {{ return 0; }}\n"
    found = [(one.range.start.line, one.command) for one in lenses(text, "file:///tmp/p.c")]
    assert [(line, one.title, one.arguments) for line, one in found if one] == [
        (1, "verify this function", ["file:///tmp/p.c", "f"]),
        (4, "verify this function", ["file:///tmp/p.c", "g"]),
    ]


def test_problem_without_a_place_is_shown_at_the_first_line() -> None:
    (problem,) = findings_of({}, "veriabs: p.c:1: no C").diagnostics
    assert (problem.message, problem.range.start.line) == ("p.c:1: no C", 0)
