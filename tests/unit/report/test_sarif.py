"""SARIF 2.1.0: the rules of its schema for the written parts, and the texts of the results."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

import pytest
from jsonschema import Draft7Validator

from veriabs.core.conditions import NO_OVERFLOW
from veriabs.core.copying import replace
from veriabs.core.counterexample import Counterexample, ErrorSite, Input, Site, SiteKind, VisitRange
from veriabs.core.errors import InputError
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import GoalAnswer, Report, Verdict
from veriabs.core.source import Task, Where
from veriabs.core.types import INT
from veriabs.report.sarif import document, uri, write


def closed(required: list[str], **properties: Any) -> dict[str, Any]:
    """An object of the SARIF schema: it allows no further properties except a property bag."""
    bag = {"type": "object", "properties": {"tags": {"type": "array", "items": {"type": "string"}}}}
    allowed = {**properties, "properties": bag}
    return {"type": "object", "additionalProperties": False, "required": required, "properties": allowed}


def listed(items: dict[str, Any], least: int = 0) -> dict[str, Any]:
    return {"type": "array", "minItems": least, "items": items}


def at_least(least: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": least}


TEXT = {"type": "string"}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
KIND = {"enum": ["notApplicable", "pass", "fail", "review", "open", "informational"]}
MESSAGE = closed(["text"], text=TEXT, markdown=TEXT, id=TEXT, arguments=listed(TEXT))
REFERENCE = {"type": "string", "format": "uri-reference", "pattern": r"^(?:[A-Za-z0-9._~/:-]|%[0-9A-F]{2})*$"}
ARTIFACT = closed([], uri=REFERENCE, uriBaseId=TEXT, index=at_least(-1), description=MESSAGE)
REGION = closed(
    [], startLine=at_least(1), startColumn=at_least(1), endLine=at_least(1), endColumn=at_least(1), message=MESSAGE
)
LOCATION = closed(
    [], id=at_least(-1), message=MESSAGE, physicalLocation=closed([], artifactLocation=ARTIFACT, region=REGION)
)
STEP = closed(
    [],
    executionOrder=at_least(-1),
    importance={"enum": ["important", "essential", "unimportant"]},
    location=LOCATION,
    nestingLevel=at_least(0),
)
CODE_FLOW = closed(
    ["threadFlows"], message=MESSAGE, threadFlows=listed(closed(["locations"], id=TEXT, locations=listed(STEP, 1)), 1)
)
RULE = closed(
    ["id"],
    id=TEXT,
    name=TEXT,
    shortDescription=MESSAGE,
    fullDescription=MESSAGE,
    help=MESSAGE,
    helpUri={"type": "string", "format": "uri"},
    defaultConfiguration=closed([], enabled={"type": "boolean"}, level=LEVEL),
)
DRIVER = closed(
    ["name"],
    name={"type": "string", "minLength": 1},
    version=TEXT,
    semanticVersion={"type": "string", "pattern": r"^\d+\.\d+\.\d+"},
    rules={**listed(RULE), "uniqueItems": True},
)
RESULT = {
    **closed(
        ["message"],
        ruleId=TEXT,
        ruleIndex=at_least(-1),
        kind=KIND,
        level=LEVEL,
        message=MESSAGE,
        locations=listed(LOCATION),
        codeFlows=listed(CODE_FLOW),
    ),
    # Section 3.27.10: only a result of kind `fail` has a level.
    "if": {"properties": {"kind": {"const": "fail"}}},
    "else": {"properties": {"level": {"const": "none"}}},
}
RUN = closed(
    ["tool"],
    tool=closed(["driver"], driver=DRIVER),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    results=listed(RESULT),
)
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["version", "runs"],
    "properties": {"$schema": {"type": "string", "format": "uri"}, "version": {"const": "2.1.0"}, "runs": listed(RUN)},
}

TEXT_OF_FILE = """extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
\tif (x)  __VERIFIER_assert(y > 0);
}
"""


def checked(reports: list[Report]) -> list[dict[str, Any]]:
    """The results, after a way through JSON and a check against the schema."""
    read: dict[str, Any] = json.loads(json.dumps(document(reports)))
    Draft7Validator.check_schema(SCHEMA)
    Draft7Validator(SCHEMA).validate(read)
    (run,) = read["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in run["results"])
    results: list[dict[str, Any]] = run["results"]
    return results


def proved(path: Path) -> Report:
    return Report(Task(path), Verdict.TRUE, "shrinking", None, (), (), 1.25, 60.0, "6.6.0")


def violated(path: Path, count: int = 2) -> Report:
    path.write_text(TEXT_OF_FILE)
    sites = [Site(n, SiteKind.CALL, "__VERIFIER_nondet_int", INT, Where(str(path), 3, 11 + 29 * n)) for n in range(2)]
    example = Counterexample(
        "bounded",
        tuple(Input(site, (VisitRange(0, 1, 5 + site.number),)) for site in sites),
        tuple((number % 2, 5 + number) for number in range(count)),
        ErrorSite(0, "reach_error", False, Where(str(path), 1)),
        ErrorSite(1, "__VERIFIER_assert", True, Where(str(path), 4, 9)),
        (),
        "",
        (),
    )
    return replace(proved(path), verdict=Verdict.FALSE, counterexample=example)


def region(location: dict[str, Any]) -> tuple[int, int | None]:
    found = location["physicalLocation"]["region"]
    return found["startLine"], found.get("startColumn")


def test_a_violation_with_its_inputs_as_a_code_flow(tmp_path: Path) -> None:
    (result,) = checked([violated(tmp_path / "f.c")])
    assert (result["ruleId"], result["kind"], result["level"]) == ("assertion-violated", "fail", "error")
    first, *others = result["message"]["text"].split("\n")
    assert first.endswith("f.c:4: __VERIFIER_assert(y > 0).")
    assert others[0] == "__VERIFIER_nondet_int() at line 3: 5"
    assert [region(location) for location in result["locations"]] == [(4, 10)]
    steps = result["codeFlows"][0]["threadFlows"][0]["locations"]
    assert [region(step["location"]) for step in steps] == [(3, 11), (3, 40), (4, 10)]
    assert [step["location"]["message"]["text"][-7:] for step in steps[:2]] == ["gives 5", "gives 6"]
    assert [step["executionOrder"] for step in steps] == [1, 2, 3]
    assert [step["importance"] for step in steps] == ["important", "important", "essential"]


def test_a_long_run_is_cut(tmp_path: Path) -> None:
    (result,) = checked([violated(tmp_path / "f.c", 5_000)])
    steps = result["codeFlows"][0]["threadFlows"][0]["locations"]
    assert len(steps) == 101
    assert steps[-1]["location"]["message"]["text"].startswith("at least 4,900 inputs later: assertion violated")


def test_equal_inputs_are_one_step(tmp_path: Path) -> None:
    report = violated(tmp_path / "f.c")
    assert report.counterexample is not None
    order = ((0, 5), *[(1, 6)] * 9_999)
    (result,) = checked([replace(report, counterexample=replace(report.counterexample, order=order))])
    steps = result["codeFlows"][0]["threadFlows"][0]["locations"]
    texts = [step["location"]["message"]["text"].partition(" gives ")[2] for step in steps[:2]]
    assert texts == ["5", "6, 9,999 times"] and len(steps) == 3


def test_alternating_values_are_few_steps(tmp_path: Path) -> None:
    report = violated(tmp_path / "f.c")
    assert report.counterexample is not None
    order = ((0, 5), (1, 6)) * 5_000
    (result,) = checked([replace(report, counterexample=replace(report.counterexample, order=order))])
    assert len(result["codeFlows"][0]["threadFlows"][0]["locations"]) == 3


def test_each_goal_is_a_result(tmp_path: Path) -> None:
    report = violated(tmp_path / "f.c")
    goals = [Goal(GoalKind.ASSERTION, Where(str(tmp_path / "f.c"), line)) for line in (2, 3, 4)]
    reason = Reason(ReasonKind.BUDGET, "the time budget of 1 s is used up")
    answers = (
        GoalAnswer(goals[0], Verdict.TRUE, "pruning"),
        GoalAnswer(goals[1], Verdict.UNKNOWN, "", reason),
        GoalAnswer(goals[2], Verdict.FALSE, "bounded", None, report.counterexample),
    )
    results = checked([replace(report, goals=answers)])
    assert [result["kind"] for result in results] == ["pass", "open", "fail"]
    assert results[0]["message"]["text"] == "holds: assertion (pruning)"
    assert [region(result["locations"][0])[0] for result in results] == [2, 3, 4]


def test_a_proof_under_conditions_is_to_be_reviewed(tmp_path: Path) -> None:
    weak = replace(proved(Path("t.c")), conditions=(NO_OVERFLOW,))
    (result,) = checked([weak])
    assert (result["ruleId"], result["kind"], result["level"]) == ("conditional", "review", "none")
    assert result["message"]["text"].startswith("TRUE if nothing overflows: ")
    assert result["properties"]["conditions"] == ["nothing overflows"]


def test_check_has_its_own_rule_and_the_column_of_its_operation(tmp_path: Path) -> None:
    report = violated(tmp_path / "f.c")
    where = Where(str(tmp_path / "f.c"), 4, 9)
    goals = [Goal(kind, where, "", "main") for kind in (GoalKind.BOUNDS, GoalKind.UNSIGNED_OVERFLOW, GoalKind.OVERFLOW)]
    answers = (
        GoalAnswer(goals[0], Verdict.TRUE, "pruning"),
        GoalAnswer(goals[1], Verdict.UNKNOWN, "", Reason(ReasonKind.NO_SMALL_K, "none", Where("g.c", 1))),
        GoalAnswer(goals[2], Verdict.FALSE, "bounded", None, report.counterexample),
    )
    results = checked([replace(report, goals=answers)])
    assert [result["ruleId"] for result in results] == ["bounds-violated", "not-proved", "overflow-violated"]
    assert {region(result["locations"][0])[0] for result in results} == {4}
    assert region(results[0]["locations"][0])[1] is not None
    assert results[1]["message"]["text"].startswith("main: unsigned-overflow: not decided: ")
    assert results[0]["properties"]["function"] == "main"


def test_a_file_that_is_gone_has_lines_only(tmp_path: Path) -> None:
    report = violated(tmp_path / "f.c")
    (tmp_path / "f.c").unlink()
    (result,) = checked([report])
    assert region(result["locations"][0]) == (4, None)


def test_a_violation_without_counterexample(tmp_path: Path) -> None:
    (result,) = checked([replace(violated(tmp_path / "f.c"), counterexample=None)])
    assert (result["level"], "region" in result["locations"][0]["physicalLocation"]) == ("error", False)


def test_undecided_and_proved() -> None:
    reason = Reason(ReasonKind.NO_SMALL_K, "no k up to 5 works", Where("u.c", 4))
    unknown = replace(proved(Path("u.c")), verdict=Verdict.UNKNOWN, reason=reason)
    first, second, third = checked([unknown, proved(Path("t.c")), replace(unknown, reason=None)])
    assert (first["ruleId"], first["kind"], first["level"]) == ("not-proved", "open", "none")
    assert first["message"]["text"] == "not decided: neither proved nor refuted at u.c:4"
    assert region(first["locations"][0]) == (4, None)
    assert (second["ruleId"], second["kind"], second["level"]) == ("assertion-violated", "pass", "none")
    assert third["message"]["text"] == "not decided: no reason given"


NAMES = [b"a b.c", b"50%.c", b"#?&=.c", "ü日本.c".encode(), b"\xff.c", b"x:y.c", b"d/../e.c", b"\x01\n.c"]


@pytest.mark.parametrize("name", NAMES)
def test_references_are_encoded(name: bytes) -> None:
    relative = uri(os.fsdecode(name))
    parts = urlsplit(relative)
    assert (parts.scheme, parts.netloc, parts.query, parts.fragment) == ("", "", "", "")
    assert unquote_to_bytes(parts.path) == name
    checked([proved(Path(os.fsdecode(name)))])


def test_references_are_relative_where_they_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert uri(str(tmp_path / "a b" / "c.c")) == "a%20b/c.c"
    assert uri("/elsewhere/c d.c") == "file:///elsewhere/c%20d.c"


def test_written(tmp_path: Path) -> None:
    write(tmp_path / "r.sarif", [proved(Path("t.c"))])
    assert json.loads((tmp_path / "r.sarif").read_text())["version"] == "2.1.0"
    with pytest.raises(InputError, match="cannot write the SARIF report"):
        write(tmp_path / "gone" / "r.sarif", [])
