"""Convert reports to SARIF 2.1.0, which code hosts and editors show in the user's file.

A violated assertion is a result of kind `fail` and level `error`, with the inputs as a code flow. An undecided file has
kind `open`, a proved one `pass`, and a proved one with conditions `review`; section 3.27.10 of the standard requires
the level `none` for these.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct, field

from veriabs import __version__
from veriabs.core.conditions import VerdictCondition, clauses, verdict_text
from veriabs.core.counterexample import Counterexample, Site
from veriabs.core.goals import CLAIMS, Goal, GoalKind
from veriabs.core.reasons import Reason
from veriabs.core.results import Report, Verdict
from veriabs.core.source import Where
from veriabs.report.counterexample import failure_text, trace_of
from veriabs.report.excerpts import Excerpts
from veriabs.report.files import path_text, write_texts
from veriabs.report.inputs import input_name
from veriabs.report.places import FilePosition, SourceText, read
from veriabs.report.reasons import describe
from veriabs.report.values import value_text

Json = dict[str, object]
SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
VIOLATED, NOT_PROVED, CONDITIONAL = "assertion-violated", "not-proved", "conditional"
RULES = (VIOLATED, NOT_PROVED, CONDITIONAL, *(f"{kind.value}-violated" for kind in CLAIMS))
"""One rule for each kind of violation, by which viewers group results, and one for open goals."""
_MOST_STEPS = 100
"""The number of inputs in one code flow, which a user reads one by one; the message has all."""


def write(path: Path, reports: Sequence[Report]) -> None:
    """Write the document; raises InputError if that fails."""
    import json

    write_texts({path: json.dumps(document(reports), indent=2) + "\n"}, "the SARIF report")


def document(reports: Sequence[Report]) -> Json:
    """One run with one result for each goal."""
    driver: Json = {"name": "veriabs", "version": __version__, "semanticVersion": __version__, "rules": _rules()}
    files = _Files()
    run: Json = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [result for report in reports for result in _Result(report, files).documents()],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rules() -> list[Json]:
    violated = "An input was found, and replayed, with which the program reaches the error."
    open_ = "Neither a proof nor a counterexample was found; the message has the reason."
    conditional = "The goal is proved if the conditions hold that the message names."
    return [
        _rule(VIOLATED, "AssertionViolated", "An assertion is violated", violated, "error"),
        _rule(NOT_PROVED, "NotProved", "No verdict was reached", open_, "note"),
        _rule(CONDITIONAL, "Conditional", "Proved under conditions", conditional, "note"),
        *(
            _rule(f"{kind.value}-violated", _name(kind), f"Not always: {description}", violated, "error")
            for kind, description in CLAIMS.items()
        ),
    ]


def _name(kind: GoalKind) -> str:
    return "".join(part.capitalize() for part in kind.value.split("-")) + "Violated"


def _rule(identifier: str, name: str, short: str, full: str, level: str) -> Json:
    return {
        "id": identifier,
        "name": name,
        "shortDescription": {"text": f"{short}."},
        "fullDescription": {"text": full},
        "defaultConfiguration": {"level": level},
    }


def uri(path: str) -> str:
    """A file name as a reference: relative if it is, or is below the working directory; otherwise a `file:` URI."""
    from urllib.parse import quote

    here = Path.cwd()
    relative = Path(path).relative_to(here) if Path(path).is_relative_to(here) else Path(path)
    quoted = quote(os.fsencode(relative), safe="/")
    return f"file://{quoted}" if relative.is_absolute() else quoted


class _Files(Struct):
    """The texts of the reported files, each read once."""

    known: dict[Path, SourceText | None] = field(default_factory=dict)

    def source(self, path: Path) -> SourceText | None:
        if path not in self.known:
            self.known[path] = read(path)
        return self.known[path]


class _Result(Struct, frozen=True):
    """One report as a result."""

    report: Report
    files: _Files

    def documents(self) -> Iterator[Json]:
        """One result for each goal, or one for a file with unknown goals."""
        report = self.report
        if not report.goals:
            conditions = report.conditions if report.is_conditional else ()
            yield self._entry(report.verdict, report.strategy, report.reason, report.counterexample, conditions, None)
        for one in report.goals:
            yield self._entry(one.verdict, one.strategy, one.reason, one.counterexample, one.conditions, one.goal)

    def _entry(
        self,
        verdict: Verdict,
        strategy: str,
        reason: Reason | None,
        example: Counterexample | None,
        conditions: tuple[VerdictCondition, ...],
        goal: Goal | None,
    ) -> Json:
        about: Json = {"verdict": verdict.value, "strategy": strategy, "conditions": [*map(str, conditions)]}
        about |= {"goal": goal.kind.value} if goal else {}
        about |= {"function": goal.function} if goal and goal.function else {}
        where = goal.where if goal else None
        rule = f"{goal.kind.value}-violated" if goal else VIOLATED
        named = (goal.text or goal.kind.value) if goal else "an assertion"
        match verdict:
            case Verdict.FALSE if example is not None:
                return self._violated(rule, example, about)
            case Verdict.FALSE:
                return self._result(rule, "fail", "error", f"Violated: {named}.", where, about)
            case Verdict.UNKNOWN:
                place = where or (reason.where if reason else None)
                text = (f"{goal.name}: " if goal is not None else "") + f"not decided: {describe(reason)}"
                return self._result(NOT_PROVED, "open", "none", text, place, about)
            case Verdict.TRUE:
                how = strategy or "trivially"
                text = f"holds: {named} ({how})" if goal else f"no assertion can be violated ({how})"
                if conditions:
                    text = f"{verdict_text(verdict.value, clauses(conditions))}: {named} ({how})"
                    return self._result(CONDITIONAL, "review", "none", text, where, about)
                return self._result(rule, "pass", "none", text, where, about)

    def _result(self, rule: str, kind: str, level: str, text: str, where: Where | None, about: Json) -> Json:
        return {
            "ruleId": rule,
            "ruleIndex": RULES.index(rule),
            "kind": kind,
            "level": level,
            "message": {"text": path_text(text)},
            "locations": [self._located(where or Where(str(self.report.task.path), 0))],
            "properties": about,
        }

    def _violated(self, rule: str, example: Counterexample, about: Json) -> Json:
        excerpts = Excerpts(self.report.task)
        failure = failure_text(example, excerpts)
        text = "\n".join([f"{failure}.", *(line for line in trace_of(example, excerpts) if line != failure)])
        result = self._result(rule, "fail", "error", text, example.assertion.where, about)
        result["locations"] = [self._assertion(example)]
        result["codeFlows"] = [{"threadFlows": [{"locations": list(self._steps(example))}]}]
        return result

    # ---------------------------------------------------------------------------------------------------------- places

    def _steps(self, example: Counterexample) -> Iterator[Json]:
        """The inputs in the order of the run, one step for each change; then the assertion."""
        sites = {given.site.number: given.site for given in example.inputs}
        columns = {number: self._call(site, tuple(sites.values())) for number, site in sites.items()}
        steps = [(sites[number], value, count) for number, value, count in example.changes() if number in sites]
        for number, (site, value, count) in enumerate(steps[:_MOST_STEPS], 1):
            times = f", {count:,} times" if count > 1 else ""
            text = f"{input_name(site)} gives {value_text(value, site.type)}{times}"
            location = self._location(site.where, columns[site.number])
            yield _step(number, text, location, "important")
        last = failure_text(example, Excerpts(self.report.task))
        if len(steps) > _MOST_STEPS:
            later = sum(count for _, _, count in steps[_MOST_STEPS:])
            last = f"at least {later:,} inputs later: {last}"
        yield _step(min(len(steps), _MOST_STEPS) + 1, last, self._assertion(example), "essential")

    def _call(self, site: Site, sites: tuple[Site, ...]) -> FilePosition | None:
        source = self._source(site.where)
        call = source.call(site, sites) if source else None
        return source.place(call.start) if source and call else None

    def _assertion(self, example: Counterexample) -> Json:
        source = self._source(example.assertion.where)
        offset = source.error_offset(example.assertion) if source else None
        if source is None or offset is None:
            return self._located(example.assertion.where)
        return self._location(example.assertion.where, source.place(offset))

    def _located(self, where: Where) -> Json:
        """A place of the analysis, with its column if that is certain."""
        source = self._source(where)
        return self._location(where, source.at(where) if source else None)

    def _source(self, where: Where) -> SourceText | None:
        """The text for a place, if its lines are those of the user's own file."""
        source = self.files.source(self.report.task.path)
        return source if source and source.lines(where) == [where.line] else None

    def _location(self, where: Where, place: FilePosition | None = None) -> Json:
        file = str(self.report.task.path) if self._source(where) else where.file
        physical: Json = {"artifactLocation": {"uri": uri(file)}}
        if where.line > 0:
            column = {"startColumn": place.column} if place and place.column else {}
            physical["region"] = {"startLine": where.line} | column
        return {"physicalLocation": physical}


def _step(number: int, text: str, location: Json, importance: str) -> Json:
    described = {**location, "message": {"text": path_text(text)}}
    return {"executionOrder": number, "importance": importance, "location": described}
