"""JUnit XML: counts, texts, and that it is well-formed whatever the names and reasons are."""

from __future__ import annotations

import os
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriabs.core.conditions import ConditionKind, VerdictCondition
from veriabs.core.copying import replace
from veriabs.core.counterexample import Counterexample, ErrorSite, Input, Site, SiteKind, VisitRange
from veriabs.core.errors import InputError
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import GoalAnswer, Report, Verdict
from veriabs.core.source import Task, Where
from veriabs.core.types import INT
from veriabs.report.junit import class_name, document, write

SITE = Site(0, SiteKind.CALL, "__VERIFIER_nondet_int", INT, Where("b/f.c", 3))
EXAMPLE = Counterexample(
    "bounded",
    (Input(SITE, (VisitRange(0, 1, 5),)),),
    ((0, 5),),
    ErrorSite(0, "reach_error", False, Where("b/f.c", 1)),
    ErrorSite(1, "__VERIFIER_assert", True, Where("b/f.c", 9)),
    (),
    "",
    (),
)
COUNTS = ("tests", "failures", "errors", "skipped", "time")
PROVED = Report(Task(Path("b/t.c")), Verdict.TRUE, "shrinking", None, (), (), 1.25, 60.0, "6.6.0")
VIOLATED = replace(PROVED, task=Task(Path("b/f.c")), verdict=Verdict.FALSE, counterexample=EXAMPLE)
REASON = Reason(ReasonKind.NO_SMALL_K, "no k up to 5 works", Where("b/u.c", 4))
OPEN = replace(PROVED, task=Task(Path("b/u.c")), verdict=Verdict.UNKNOWN, reason=REASON)


def test_one_suite_for_each_file_and_one_test_where_its_goals_are_not_known() -> None:
    root = ElementTree.fromstring(document([PROVED, VIOLATED, OPEN]))
    assert root.tag == "testsuites"
    assert [root.get(key) for key in COUNTS] == ["3", "1", "1", "0", "3.750"]
    assert [[suite.get(key) for key in COUNTS] for suite in root] == [
        ["1", "0", "0", "0", "1.250"], ["1", "1", "0", "0", "1.250"], ["1", "0", "1", "0", "1.250"]
    ]  # fmt: skip
    cases = root.findall(".//testcase")
    assert [(c.get("classname"), c.get("name"), c.get("file"), c.get("time")) for c in cases] == [
        ("b", "t.c", "b/t.c", "1.250"), ("b", "f.c", "b/f.c", "1.250"), ("b", "u.c", "b/u.c", "1.250")
    ]  # fmt: skip
    assert [[child.tag for child in case] for case in cases] == [[], ["failure"], ["error"]]


def test_conditional_proof_passes_and_names_its_conditions() -> None:
    weak = replace(PROVED, conditions=(VerdictCondition(ConditionKind.ENTRY, "a has n elements"),))
    (case,) = ElementTree.fromstring(document([weak])).findall(".//testcase")
    (told,) = case.findall("properties/property")
    assert (told.get("name"), told.get("value")) == ("verdict", "TRUE if a has n elements")
    assert [child.tag for child in case] == ["properties"]


def test_each_goal_is_a_test() -> None:
    goals = [Goal(GoalKind.ASSERTION, Where("b/f.c", line)) for line in (3, 9, 12)]
    answers = (
        GoalAnswer(goals[0], Verdict.TRUE, "pruning"),
        GoalAnswer(goals[1], Verdict.FALSE, "native", None, EXAMPLE),
        GoalAnswer(goals[2], Verdict.UNKNOWN, "", REASON),
    )
    root = ElementTree.fromstring(document([replace(VIOLATED, goals=answers)]))
    assert [root.get(key) for key in COUNTS] == ["3", "1", "1", "0", "1.250"]
    cases = root.findall(".//testcase")
    assert [case.get("name") for case in cases] == ["f.c:3 assertion", "f.c:9 assertion", "f.c:12 assertion"]
    assert [[child.tag for child in case] for case in cases] == [[], ["failure"], ["error"]]


def test_no_two_tests_have_one_name() -> None:
    places = [(GoalKind.BOUNDS, 5, ""), (GoalKind.BOUNDS, 9, ""), (GoalKind.BOUNDS, 9, "freed"), (GoalKind.NAN, 5, "")]
    goals = [Goal(kind, Where("b/f.c", 3, column), text) for kind, column, text in places]
    answers = tuple(GoalAnswer(goal, Verdict.TRUE, "pruning") for goal in goals)
    cases = ElementTree.fromstring(document([replace(VIOLATED, goals=answers)])).findall(".//testcase")
    names = [case.get("name") for case in cases]
    assert names == ["f.c:3:5 bounds", "f.c:3:9 bounds", "f.c:3:9 bounds (2)", "f.c:3 nan"]


def test_a_failure_has_the_trace() -> None:
    failure = ElementTree.fromstring(document([VIOLATED])).find(".//failure")
    assert failure is not None
    assert failure.get("message") == "assertion violated at b/f.c:9: __VERIFIER_assert"
    assert failure.get("type") == "assertion violated"
    assert failure.text and "__VERIFIER_nondet_int() at line 3: 5\n" in failure.text


def test_a_failure_without_counterexample() -> None:
    failure = ElementTree.fromstring(document([replace(VIOLATED, counterexample=None)])).find(".//failure")
    assert failure is not None and failure.get("message") == "an assertion is violated"


def test_an_undecided_file_is_an_error_with_its_reason() -> None:
    error = ElementTree.fromstring(document([OPEN])).find(".//error")
    assert error is not None
    assert error.get("message") == "neither proved nor refuted at b/u.c:4"
    assert error.text == "try: a larger --max-k"


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        (".", "veriabs"),
        ("a/b", "a.b"),
        ("/a/v1.2/c", "a.v1_2.c"),
        ("../../x", "x"),
        ("/", "veriabs"),
    ],
)
def test_the_class_is_the_folder(folder: str, name: str) -> None:
    assert class_name(Path(folder)) == name


NAMES = [b"<&>\"'.c", b"\x01\x1b[31m.c", b"\xff\xfe.c", "ü 日本.c".encode(), b"a\nb\tc.c", b"]]>.c"]


@pytest.mark.parametrize("name", NAMES)
def test_any_file_name_is_well_formed(name: bytes, tmp_path: Path) -> None:
    path = Path(os.fsdecode(name))
    write(tmp_path / "j.xml", [replace(OPEN, task=Task(path), reason=replace(REASON, text=str(path)))])
    case = ElementTree.parse(tmp_path / "j.xml").find(".//testcase")
    assert case is not None
    shown = name.decode("utf-8", "backslashreplace").replace("\x01", "\\x01").replace("\x1b", "\\x1b")
    assert case.get("name") == shown


@given(st.text(), st.text())
def test_any_reason_is_well_formed(text: str, hint: str) -> None:
    reason = replace(REASON, text=text, hint=hint)
    ElementTree.fromstring(document([replace(OPEN, reason=reason)]).encode())


def test_no_report_is_an_empty_suite() -> None:
    assert ElementTree.fromstring(document([])).find(".//testcase") is None


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot write the JUnit report"):
        write(tmp_path / "gone" / "j.xml", [PROVED])
