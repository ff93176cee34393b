"""Convert reports to JUnit XML for continuous integration servers.

Each goal is a test. A failing goal is a failed test with its counterexample as text. An open goal is an `error` with
the reason, because `skipped` would mean that it was not checked. A goal that holds under conditions passes, with the
property `verdict`, which names them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from veriabs.core.counterexample import Counterexample
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.results import GoalAnswer, Report, Verdict
from veriabs.core.source import Where
from veriabs.report.counterexample import failure_text, trace_of
from veriabs.report.excerpts import Excerpts
from veriabs.report.files import path_text, write_texts
from veriabs.report.reasons import describe, hint_of, is_late

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(path: Path, reports: Sequence[Report]) -> None:
    """Write the document; raises InputError if that fails."""
    write_texts({path: document(reports)}, "the JUnit report")


def document(reports: Sequence[Report]) -> str:
    """The XML text: one suite for each report, with one test for each goal."""
    from xml.etree.ElementTree import Element, indent, tostring

    root = Element("testsuites", {"name": "veriabs"} | _totals(reports))
    for report in reports:
        suite = Element("testsuite", {"name": _text(str(report.task.path))} | _totals((report,)))
        answers = _answers(report)
        suite.extend(_case(report, answer, name) for answer, name in zip(answers, _names(report, answers), strict=True))
        root.append(suite)
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _answers(report: Report) -> tuple[GoalAnswer, ...]:
    """The results of all goals, or the result of the file if its goals are unknown."""
    whole = Goal(GoalKind.ASSERTION, Where(str(report.task.path), 0))
    conditions = report.conditions if report.is_conditional else ()
    alone = GoalAnswer(whole, report.verdict, report.strategy, report.reason, report.counterexample, conditions)
    return report.goals or (alone,)


def _names(report: Report, answers: Sequence[GoalAnswer]) -> Iterator[str]:
    """A unique name for each test, with the column if a line has several goals of one kind."""
    file, goals = report.task.path.name, [answer.goal for answer in answers]
    lines = Counter((goal.where.line, goal.name) for goal in goals)
    uses = Counter[str]()
    for goal in goals:
        column = f":{goal.where.column}" if lines[goal.where.line, goal.name] > 1 else ""
        name = f"{file}:{goal.where.line}{column} {goal.name}" if goal.where.line else file
        uses[name] += 1
        yield f"{name} ({uses[name]})" if uses[name] > 1 else name


def _totals(reports: Sequence[Report]) -> dict[str, str]:
    words = [answer.verdict for report in reports for answer in _answers(report)]
    return {
        "tests": str(len(words)),
        "failures": str(words.count(Verdict.FALSE)),
        "errors": str(words.count(Verdict.UNKNOWN)),
        "skipped": "0",
        "time": _time(sum(report.seconds for report in reports)),
    }


def _case(report: Report, answer: GoalAnswer, name: str) -> Element:
    from xml.etree.ElementTree import Element, SubElement

    path, where, excerpts = report.task.path, answer.goal.where, Excerpts(report.task)
    attributes = {"classname": class_name(path.parent), "name": _text(name), "file": _text(str(path))}
    attributes |= {"line": str(where.line)} if where.line else {}
    case = Element("testcase", attributes | {"time": _time(report.seconds / len(_answers(report)))})
    match answer.verdict:
        case Verdict.FALSE:
            example, kind = answer.counterexample, f"{answer.goal.kind.value} violated"
            failure = SubElement(case, "failure", message=_message(example, excerpts), type=kind)
            failure.text = _text("\n".join(trace_of(example, excerpts))) if example else None
        case Verdict.UNKNOWN:
            kind = "out of time" if is_late(answer.reason) else "not decided"
            error = SubElement(case, "error", message=_text(describe(answer.reason)), type=kind)
            error.text = _text(f"try: {hint_of(answer.reason, str(path), answer.goal)}") if answer.reason else None
        case Verdict.TRUE if answer.conditions:
            properties = SubElement(case, "properties")
            SubElement(properties, "property", name="verdict", value=_text(answer.wording))
        case Verdict.TRUE:
            pass
    return case


def _message(example: Counterexample | None, excerpts: Excerpts) -> str:
    return _text(failure_text(example, excerpts) if example else "an assertion is violated")


def class_name(folder: Path) -> str:
    """The folder as a dotted name, under which servers group tests; dots in names are replaced."""
    parts = [part for part in folder.parts if part not in (folder.anchor, ".", "..")]
    return ".".join(_text(part).replace(".", "_") for part in parts) or "veriabs"


def _time(seconds: float) -> str:
    return f"{seconds:.3f}"


def _text(text: str) -> str:
    """The text with characters that XML does not allow spelled out."""
    return _NO_XML.sub(lambda m: f"\\x{ord(m[0]):02x}", path_text(text))
