"""Make the files that can be downloaded for a job: reports, evidence, generated programs, and facts about loops."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from veriabs.core.deadline import Deadline
from veriabs.core.errors import VeriabsError
from veriabs.core.program import Program
from veriabs.core.reasons import Reason
from veriabs.core.records import Record
from veriabs.core.results import Report, Verdict
from veriabs.core.templates import render_c
from veriabs.frontend.program import load_program
from veriabs.report import batch_report, console, counterexample, junit, sarif, witness
from veriabs.report.summary import conditions_text
from veriabs.service.jobs import Json
from veriabs.service.outcome import Artefact

if TYPE_CHECKING:
    from veriabs.core.loop_model import LoopModel

MOST_BYTES = 20_000_000
"""The total size of the artefacts of one job; the largest ones that do not fit are dropped."""

GENERATED_K = 3
"""The largest k for which harness and residual program are made additionally."""

C, JSON, TEXT, YAML = "text/x-c", "application/json", "text/plain", "application/yaml"
HTML, SARIF, XML = "text/html", "application/sarif+json", "application/xml"

_HEAD = re.compile(r"(?P<file>.+?):(?P<line>\d+)(?::\d+)?  (?P<text>.*)")
_FIELD_WIDTH = 15


def report_json(document: Json) -> Artefact:
    """The report as the artefact `report.json`."""
    return _text("report.json", JSON, json.dumps(document, indent=2) + "\n")


def make_artefacts(report: Report, document: Json, generated: Path, deadline: Deadline) -> Iterator[Artefact]:
    """All artefacts but the report, the most wanted first; the program is in the current folder."""
    room = MOST_BYTES
    for make in (_console, _evidence, _programs, _program_artefacts, _pages):
        deadline.begin(f"writing {make.__name__.strip('_')}")
        with suppress(VeriabsError):  # a kind that cannot be made does not affect the others
            for one in make(report, document, generated, deadline):
                if len(one.body) <= room:
                    room -= len(one.body)
                    yield one


def _text(name: str, media_type: str, text: str) -> Artefact:
    return Artefact(name, media_type, text.encode("utf-8", "surrogateescape"))


def _console(report: Report, document: Json, generated: Path, deadline: Deadline) -> Iterator[Artefact]:
    """The last lines of the command's output."""
    if document["command"] == "verify":
        lines = console.verdict_lines(report, coloured=False)
    else:
        lines = [console.factor_line(one) for one in console.listed_factors(report.loops)]
    yield _text("console.txt", TEXT, "".join(f"{line}\n" for line in lines))


def _evidence(report: Report, document: Json, generated: Path, deadline: Deadline) -> Iterator[Artefact]:
    folder = generated.with_name(f"{generated.name}.evidence")
    folder.mkdir()
    if report.verdict is Verdict.FALSE and report.counterexample is not None:
        for path in counterexample.write(folder, report):
            yield Artefact(path.name, C if path.suffix == ".c" else JSON, path.read_bytes())
    if witness.write(folder / "witness.yml", report, report.invariants):
        yield Artefact("witness.yml", YAML, (folder / "witness.yml").read_bytes())


def _programs(report: Report, document: Json, generated: Path, deadline: Deadline) -> Iterator[Artefact]:
    """The generated programs; harness and residual program for small k even if no strategy used them."""
    kept = sorted(generated.glob("*.c")) if generated.is_dir() else []
    for path in kept:
        yield Artefact(f"programs/{path.name}", C, path.read_bytes())
    names = {path.name for path in kept}
    for name, text in _shrinking(load_program(report.task, deadline)):
        if name not in names:
            yield _text(f"programs/{name}", C, text)


def _shrinking(program: Program) -> Iterator[tuple[str, str]]:
    from veriabs.loops.build import each_model
    from veriabs.strategies.shrinking import search

    model: LoopModel | None = next(iter(each_model(program)), None)
    attempt = None if model is None else search.first_attempt(model)
    if attempt is None or isinstance(attempt, Reason):
        return
    for k in range(1, GENERATED_K + 1):
        for kind, query in (("harness", attempt.harness(k)), ("residual", attempt.residual(k))):
            yield f"{kind}-k-{k}.c", render_c(query.template, query.context)


def _program_artefacts(report: Report, document: Json, generated: Path, deadline: Deadline) -> Iterator[Artefact]:
    from veriabs.frontend.slicing.slice import slice_text

    found = loops_json(load_program(report.task, deadline))
    found["invariants"] = [{"line": where.line, "file": where.file, "text": text} for where, text in report.invariants]
    yield _text("loops.json", JSON, json.dumps(found, indent=1) + "\n")
    deadline.begin("slicing")
    yield _text("slice.c", C, slice_text(report.task).text)


def loops_json(program: Program) -> Json:
    """The output of `veriabs loops` as JSON: places with a heading and facts."""
    from veriabs.report.loops import listing
    from veriabs.strategies.closed_forms.listing import closed_forms_of

    places: list[Json] = []
    facts: list[list[str]] = []
    for line in listing(program):
        head = _HEAD.fullmatch(line)
        if head is not None and not line.startswith(" "):
            facts = []
            places.append({"file": head["file"], "line": int(head["line"]), "text": head["text"], "facts": facts})
        elif line.startswith("  ") and line[2:_FIELD_WIDTH].strip():
            facts.append([line[2:_FIELD_WIDTH].strip(), line[_FIELD_WIDTH:].strip()])
        elif line.startswith("  ") and facts:
            facts[-1].append(line.strip())
    return {"places": places, "closed_forms": [str(form) for form in closed_forms_of(program)]}


def _pages(report: Report, document: Json, generated: Path, deadline: Deadline) -> Iterator[Artefact]:
    yield _text("report.sarif", SARIF, json.dumps(sarif.document([report]), indent=1) + "\n")
    yield _text("report.junit.xml", XML, junit.document([report]))
    page = generated.with_name(f"{generated.name}.html")
    batch_report.write([record_of(document)], html=page, csv=None, json=None, latex=None)
    yield Artefact("report.html", HTML, page.read_bytes())


def record_of(document: Json, *, key: str = "", task: str = "") -> Record:
    """A report as a row of a batch."""
    reason = document.get("reason")
    fields = reason if isinstance(reason, dict) else {}
    return Record(
        key=key,
        task=task or str(document.get("file")),
        tool="veriabs",
        expected=None,
        verdict=str(document.get("verdict")),
        strategy=str(document.get("strategy") or ""),
        reason_kind=str(fields.get("kind") or ""),
        reason=str(fields.get("text") or ""),
        seconds=float(str(document.get("seconds") or 0)),
        peak_mb=float(str(document.get("peak_mb") or 0)),
        conditions=conditions_text(document),
        report=dict(document),
    )
