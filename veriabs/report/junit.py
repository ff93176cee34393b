"""Reports -> JUnit XML, which servers of continuous integration show as test results.

A violated assertion is a failed test with the counterexample as its text. A file that is not decided is a skipped test
with the reason: an `error` would say that the run itself broke, and a bare pass would hide it. (The exit code tells
the two apart for who wants an undecided file to stop the build.)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from veriabs.core.results import Report, Verdict
from veriabs.report.console import RELIES, hint_of
from veriabs.report.counterexample import failure_text, trace_lines
from veriabs.report.files import path_text, write_texts

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(path: Path, reports: Sequence[Report]) -> None:
    """Writes the document; InputError if that fails."""
    write_texts({path: document(reports)}, "the JUnit report")


def document(reports: Sequence[Report]) -> str:
    """The XML text: one suite with one test for each report."""
    from xml.etree.ElementTree import Element, SubElement, indent, tostring

    root = Element("testsuites", _totals(reports))
    suite = SubElement(root, "testsuite", _totals(reports))
    for report in reports:
        suite.append(_case(report))
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _totals(reports: Sequence[Report]) -> dict[str, str]:
    words = [report.verdict for report in reports]
    return {
        "name": "veriabs",
        "tests": str(len(words)),
        "failures": str(words.count(Verdict.FALSE)),
        "errors": "0",
        "skipped": str(words.count(Verdict.UNKNOWN)),
        "time": _time(sum(report.seconds for report in reports)),
    }


def _case(report: Report) -> Element:
    from xml.etree.ElementTree import Element, SubElement

    path = report.task.path
    attributes = {"classname": class_name(path.parent), "name": _text(path.name), "file": _text(str(path))}
    case = Element("testcase", attributes | {"time": _time(report.seconds)})
    match report.verdict:
        case Verdict.FALSE:
            failure = SubElement(case, "failure", message=_message(report), type="assertion violated")
            failure.text = _text("\n".join(trace_lines(report)))
        case Verdict.UNKNOWN:
            skipped = SubElement(case, "skipped", message=_text(str(report.reason or "no reason given")))
            skipped.text = _text(f"try: {hint_of(report.reason, str(path))}") if report.reason else None
        case Verdict.TRUE if report.relies:
            SubElement(case, "system-out").text = RELIES
        case Verdict.TRUE:
            pass
    return case


def _message(report: Report) -> str:
    return _text(failure_text(report.counterexample) if report.counterexample else "an assertion is violated")


def class_name(folder: Path) -> str:
    """The folder as a dotted name, under which servers group tests; a dot of its own would be one level more."""
    parts = [part for part in folder.parts if part not in (folder.anchor, ".", "..")]
    return ".".join(_text(part).replace(".", "_") for part in parts) or "veriabs"


def _time(seconds: float) -> str:
    return f"{seconds:.3f}"


def _text(text: str) -> str:
    """The text without what XML cannot hold; control characters and bytes that are no text are spelled out."""
    return _NO_XML.sub(lambda m: f"\\x{ord(m[0]):02x}", path_text(text))
