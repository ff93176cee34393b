r"""Convert reports to witnesses in the YAML format 2.0 of SV-COMP, which independent validators check.

A violation witness has one segment for each input, in the order of the run, and one for the violation:

- a call is a `function_return` at its closing parenthesis, with the constraint `\result == 5`. The format requires ACSL
there, and only a comparison with a constant;
- an uninitialised variable is an `assumption` at the statement after its declaration, with a C expression;
- the violation is the `target`, at the first character of the call.

Waypoints with an uncertain place are omitted. A missing waypoint only makes the witness weaker, but validators reject
one at a wrong place. A correctness witness without invariants is the empty set; validators accept it and then do the
whole proof.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from msgspec import Struct

from veriabs import __version__
from veriabs.core.counterexample import Counterexample, Input, Site, SiteKind
from veriabs.core.errors import InputError
from veriabs.core.results import Report, Verdict
from veriabs.core.source import Where
from veriabs.report.files import path_text, write_texts
from veriabs.report.places import FilePosition, SourceText, read
from veriabs.report.values import equation, result_equation, value_of

Yaml = dict[str, object]
Invariants = Sequence[tuple[Where, str]]
"""An expression that holds at each evaluation of the test of the loop at a place."""

FORMAT_VERSION = "2.0"
SPECIFICATION = "CHECK( init(main()), LTL(G ! call(reach_error())) )"
_MOST_SEGMENTS = 10_000
_MOST_CELLS = 8
_WIDEST = 1 << 30
"""Longer strings would be on several lines."""


def write(path: Path, report: Report, invariants: Invariants = ()) -> bool:
    """Write the witness of a verdict; return whether there is one.

    UNKNOWN and a proof without invariants have none; an older file at the path is removed, so that it is not mistaken
    for one. Raises InputError if the file cannot be written, or the program can no longer be read.
    """
    entries: list[Yaml] | None
    match report.verdict:
        case Verdict.FALSE if report.counterexample is not None:
            entries = violation(report)
        case Verdict.TRUE:
            entries = correctness(report, invariants)
        case _:
            entries = None
    if entries is None:
        _remove(path)
        return False
    write_texts({path: _yaml(entries)}, "the witness")
    return True


def _yaml(entries: list[Yaml]) -> str:
    """The entries in block style, each string on one line."""
    import yaml  # imported late: only a witness needs it

    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)  # ten times as fast, but not in every build of PyYAML
    return str(yaml.dump(entries, Dumper=dumper, sort_keys=False, allow_unicode=True, width=_WIDEST))


def _remove(path: Path) -> None:
    try:
        if path.is_file():
            path.unlink()
    except OSError as error:
        raise InputError(f"cannot remove the old witness {path_text(path)}: {error.strerror or error}") from error


def violation(report: Report) -> list[Yaml]:
    """The violation witness of a report with a counterexample."""
    if report.counterexample is None:
        raise InputError(f"{path_text(report.task.path)}: there is no counterexample")
    segments = _Violation(report, report.counterexample, read(report.task.path)).segments()
    return [{"entry_type": "violation_sequence", "metadata": _metadata(report), "content": segments}]


def correctness(report: Report, invariants: Invariants) -> list[Yaml] | None:
    """The correctness witness of a proof; None for other verdicts, and if no invariant has a certain place."""
    if report.verdict is not Verdict.TRUE:
        return None
    source = read(report.task.path)
    content: list[Yaml] = []
    for where, expression in invariants:
        if source is None or (place := source.loop(where)) is None:
            continue
        location = _location(report.task.path, place)
        invariant = {"type": "loop_invariant", "location": location, "value": expression, "format": "c_expression"}
        content.append({"invariant": invariant})
    return [{"entry_type": "invariant_set", "metadata": _metadata(report), "content": content}] if content else None


# ------------------------------------------------------------------------------------------------------------ metadata


def _metadata(report: Report) -> Yaml:
    from datetime import UTC, datetime
    from uuid import uuid4

    task, name = report.task, path_text(report.task.path)
    return {
        "format_version": FORMAT_VERSION,
        "uuid": str(uuid4()),
        "creation_time": datetime.now(UTC).isoformat(timespec="seconds"),
        "producer": {"name": "veriabs", "version": __version__},
        "task": {
            "input_files": [name],
            "input_file_hashes": {name: _hash(task.path)},
            "specification": _specification(task.property_file),
            "data_model": task.data_model.value,
            "language": "C",
        },
    }


def _hash(path: Path) -> str:
    import hashlib

    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise InputError(f"cannot read {path_text(path)}: {error.strerror or error}") from error


def _specification(path: Path | None) -> str:
    try:
        text = path.read_text(encoding="utf-8") if path else ""
    except (OSError, UnicodeDecodeError):
        text = ""
    return " ".join(text.split()) or SPECIFICATION


# ------------------------------------------------------------------------------------------------------------ segments


class _DeclarationEnd(Struct, frozen=True):
    """The first character after the declaration of a local variable; `size` is 0 for a scalar."""

    name: str
    place: FilePosition
    size: int


class _Violation:
    """The segments of one counterexample."""

    def __init__(self, report: Report, example: Counterexample, source: SourceText | None) -> None:
        self.path = report.task.path
        self.example = example
        self.source = source
        self.inputs = {given.site.number: given for given in example.inputs}
        sites = tuple(given.site for given in example.inputs)
        calls = [site for site in sites if site.kind is SiteKind.CALL and site.library is None]
        variables = [site for site in sites if site.kind is SiteKind.VARIABLE]
        self.calls = {s.number: place for s in calls if source and (place := source.returned(s, sites))}
        self.variables = {s.number: found for s in variables if (found := self._declaration_of(s))}

    def segments(self) -> list[Yaml]:
        """The first segments up to the limit, and the one of the violation."""
        found: list[Yaml] = []
        for waypoint in self._waypoints():
            if len(found) == _MOST_SEGMENTS - 1:
                break
            found.append(_segment(waypoint))
        return [*found, _segment(_waypoint("target", self._target()))]

    def _waypoints(self) -> Iterator[Yaml]:
        """A waypoint for each call whose value differs from the previous one, and one for variables with the same
        place."""
        group: dict[int, int] = {}
        filled: set[int] = set()
        for number, pattern, _ in self.example.changes():
            if number in self.calls:
                yield from self._assumption(group)
                group = {}
                yield from self._returned(number, pattern)
            elif number in self.variables and number not in filled:
                if number in group or any(self.variables[n].place != self.variables[number].place for n in group):
                    yield from self._assumption(group)
                    group = {}
                group[number] = pattern
                if self.variables[number].size:
                    # the order does not separate the contents of two arrays
                    filled.add(number)
        yield from self._assumption(group)

    def _returned(self, number: int, pattern: int) -> Iterator[Yaml]:
        if text := result_equation(pattern, self.inputs[number].site.type):
            constraint: Yaml = {"format": "acsl_expression", "value": text}
            yield _waypoint("function_return", _location(self.path, self.calls[number]), constraint)

    # ------------------------------------------------------------------------------------------------------- variables

    def _declaration_of(self, site: Site) -> _DeclarationEnd | None:
        if self.source is None or "[" in site.name:
            return None
        found = self.source.declared(site.name.partition(".")[0], site.where)
        return _DeclarationEnd(site.name, *found) if found and (found[1] == 0 or "." not in site.name) else None

    def _assumption(self, group: dict[int, int]) -> Iterator[Yaml]:
        texts = [text for number, pattern in group.items() for text in self._equations(number, pattern)]
        if texts:
            place = self.variables[next(iter(group))].place
            constraint: Yaml = {"format": "c_expression", "value": " && ".join(texts)}
            yield _waypoint("assumption", _location(self.path, place), constraint)

    def _equations(self, number: int, pattern: int) -> Iterator[str]:
        """The value of a scalar, or the first cells of an array that are not 0."""
        here, given = self.variables[number], self.inputs[number]
        cells = list(islice(_cells(given, here.size), _MOST_CELLS))
        subjects = [(f"{here.name}[{cell}]", value) for cell, value in cells] if here.size else [(here.name, pattern)]
        for subject, value in subjects:
            if text := equation(subject, value, given.site.type):
                yield text

    # ---------------------------------------------------------------------------------------------------------- target

    def _target(self) -> Yaml:
        target = self.example.target
        place = self.source.violated(target) if self.source else None
        if place is None:
            # for example in a header: only the line markers give file and line
            return {"file_name": path_text(target.where.file), "line": target.where.line}
        return _location(self.path, place)


def _cells(given: Input, size: int) -> Iterator[tuple[int, int]]:
    """The nonzero cells from the first visits of a site, with their patterns."""
    for span in sorted(given.spans, key=lambda span: span.first):
        for visit in range(span.first, min(span.first + span.count, size)):
            pattern = span.start + span.step * (visit - span.first)
            if value_of(pattern, given.site.type):
                yield visit, pattern
            elif span.step == 0:
                break


def _segment(waypoint: Yaml) -> Yaml:
    return {"segment": [{"waypoint": waypoint}]}


def _waypoint(kind: str, location: Yaml, constraint: Yaml | None = None) -> Yaml:
    constrained: Yaml = {"constraint": constraint} if constraint else {}
    return {"type": kind, "action": "follow", **constrained, "location": location}


def _location(path: Path, place: FilePosition) -> Yaml:
    location: Yaml = {"file_name": path_text(path), "line": place.line}
    if place.column:
        location["column"] = place.column
    return location | ({"function": place.function} if place.function else {})
