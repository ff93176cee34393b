"""A counterexample as lines for a terminal, as JSON, and read back from there.

A site's visits count from 0; what is shown calls the first call `call 1`, and the first cell of an array `cell 0`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from msgspec import Struct

from veriabs import __version__
from veriabs.core.counterexample import Counterexample, ErrorSite, Input, Operand, Site, SiteKind, Span, Values
from veriabs.core.errors import InputError
from veriabs.core.goals import GoalKind
from veriabs.core.results import Report
from veriabs.core.source import WRITTEN, Where
from veriabs.core.types import CType, FloatType, IntType
from veriabs.report.files import path_text, write_texts
from veriabs.report.iterations import iteration_lines, iterations_json
from veriabs.report.places import written
from veriabs.report.values import shown, value_of

Json = dict[str, object]
FORMAT = "veriabs counterexample"
VERSION = 1
_WORD = 1 << 64
_MOST_INPUTS = 10
_MOST_OPERANDS = 6
_MOST_RUNS = 5
_MOST_LISTED = 8
_MOST_SPANS = 1_000
_MOST_CHARACTERS = 160

# ---------------------------------------------------------------------------------------------------------------- runs


class _Run(Struct, frozen=True):
    """Visits `first` to `last` of a site; `step` is 0 or the difference from each value to the next."""

    first: int
    last: int
    start: int
    step: int

    @property
    def count(self) -> int:
        return self.last - self.first + 1

    @property
    def is_zero(self) -> bool:
        return self.start == 0 and (self.step == 0 or self.count == 1)

    def pattern(self, index: int) -> int:
        return (self.start + self.step * index) % _WORD


def _runs(spans: Iterable[Span], ctype: CType) -> list[_Run]:
    """All visits up to the last known one, each in one run; what means the same value has the same pattern."""
    found: list[_Run] = []
    for span in sorted(spans, key=lambda span: span.first):
        if span.count < 1:
            continue
        following = found[-1].last + 1 if found else 0
        if span.first > following:
            _append(found, _Run(following, span.first - 1, 0, 0))
        # Two values that differ make a ramp, but are no range to the eye.
        for part in (span,) if span.count != 2 else _halves(span):
            step = part.step if part.count > 1 else 0
            _append(found, _Run(part.first, part.first + part.count - 1, _canonical(part.start, ctype), step))
    return found


def _halves(span: Span) -> tuple[Span, Span]:
    return Span(span.first, 1, span.start), Span(span.first + 1, 1, span.start + span.step)


def _canonical(pattern: int, ctype: CType) -> int:
    if isinstance(ctype, FloatType):
        return pattern % _WORD
    return int(value_of(pattern, ctype)) % _WORD


def _append(found: list[_Run], run: _Run) -> None:
    """Adds a run, as part of the last one if that goes on in it."""
    last = found[-1] if found else None
    if last and last.step == run.step == 0 and last.start == run.start and last.last + 1 == run.first:
        found[-1] = _Run(last.first, run.last, run.start, 0)
    else:
        found.append(run)


# --------------------------------------------------------------------------------------------------------------- trace


def trace_lines(report: Report) -> list[str]:
    """What went in, what the assertion read, and where it fails; at most 45 lines, none without a counterexample."""
    return [] if report.counterexample is None else trace_of(report.counterexample)


def trace_of(example: Counterexample) -> list[str]:
    """The same of one counterexample."""
    lines = [*_input_lines(example.inputs), *_operand_lines(example.operands), *_failure_lines(example)]
    return [_shortened(line) for line in (*lines, *iteration_lines(example))]


def failure_text(example: Counterexample) -> str:
    """The failing assertion with its place: `assertion violated at a.c:22: __VERIFIER_assert`."""
    about = example.assertion
    if about.kind is not GoalKind.ASSERTION:
        return f"{about.kind.value} violated at {_place(about.where)}: {_one_line(example.detail)}"
    return f"assertion violated at {_place(about.where)}: {_one_line(written(about))}"


def input_name(site: Site) -> str:
    """`__VERIFIER_nondet_int() at line 12`, or the variable or memory with its line."""
    match site.kind:
        case SiteKind.CALL if site.library is not None:
            name = f"{site.library}()"
            if site.where.file == WRITTEN:
                return name
        case SiteKind.CALL:
            name = f"{site.name}()"
        case SiteKind.VARIABLE:
            name = site.name
        case SiteKind.MEMORY:
            name = f"memory of {site.name}"
    return f"{name} at line {site.where.line}"


def input_text(given: Input) -> str:
    """All values of one site, as `5 at call 1, then 0`."""
    unit = "call" if given.site.kind is SiteKind.CALL else "cell"
    offset = 1 if given.site.kind is SiteKind.CALL else 0
    runs = _runs(given.spans[:_MOST_SPANS], given.site.type)
    listed = sum(run.count for run in runs)
    if len(given.spans) > _MOST_SPANS:
        return f"{_mixed(runs[:_MOST_RUNS], given.site.type, lambda run: _visits(run, unit, offset))}, and so on"
    if not runs:
        return "0"
    if len(runs) == 1:
        return _single(runs[0], given.site.type)
    if listed <= _MOST_LISTED:
        return ", ".join(shown(run.pattern(i), given.site.type) for run in runs for i in range(run.count))
    return _mixed(runs, given.site.type, lambda run: _visits(run, unit, offset))


def _single(run: _Run, ctype: CType) -> str:
    """All visits are one run."""
    if run.count == 1:
        return shown(run.start, ctype)
    values = _values(run, ctype)
    return f"{values}, {run.count:,} times" if run.step == 0 else f"{values} ({run.count:,} values)"


def _values(run: _Run, ctype: CType) -> str:
    if run.step == 0:
        return shown(run.start, ctype)
    first = [shown(run.pattern(i), ctype) for i in range(min(run.count, 3))]
    return ", ".join(first) + (", ..." if run.count > 3 else "")


def _visits(run: _Run, unit: str, offset: int) -> str:
    first, last = run.first + offset, run.last + offset
    preposition = "at" if unit == "call" else "in"
    return f"{preposition} {unit} {first:,}" if first == last else f"{preposition} {unit}s {first:,} to {last:,}"


def _mixed(runs: Sequence[_Run], ctype: CType, visits: Callable[[_Run], str]) -> str:
    """Every run that is not 0 with its visits; `then 0` when nothing but 0 follows, `else 0` when it stands between."""
    given = [run for run in runs if not run.is_zero]
    pieces = [f"{_values(run, ctype)} {visits(run)}" for run in given[:_MOST_RUNS]]
    if len(given) > _MOST_RUNS:
        pieces.append(f"{len(given) - _MOST_RUNS:,} more ranges of values")
    zeros = [run for run in runs if run.is_zero]
    if zeros:
        only_last = len(zeros) == 1 and runs[-1].is_zero and " call" in visits(runs[-1])
        pieces.append("then 0" if only_last else "else 0")
    return ", ".join(pieces)


def _is_zero(given: Input) -> bool:
    """Does the site give nothing but 0?"""
    return all(run.is_zero for span in given.spans for run in _runs((span,), given.site.type))


def _input_lines(inputs: Sequence[Input]) -> list[str]:
    if not inputs:
        return ["the run takes no input"]
    ordered = sorted(inputs, key=lambda given: given.site.number)
    given = [i for i in ordered if not _is_zero(i)]
    chosen = given or [i for i in ordered if i.site.kind is SiteKind.CALL]
    if not given and not 0 < len(chosen) <= _MOST_INPUTS:
        return ["every input is 0"]
    lines = [f"{input_name(i.site)}: {input_text(i)}" for i in chosen[:_MOST_INPUTS]]
    if len(chosen) > _MOST_INPUTS:
        lines.append(f"{len(chosen) - _MOST_INPUTS:,} more inputs that are not always 0")
    return [*lines, "everything else is 0"] if len(chosen) < len(ordered) else lines


def _operand_lines(operands: Sequence[Operand]) -> list[str]:
    texts = list(dict.fromkeys(map(operand_text, operands)))
    more = len(texts) - _MOST_OPERANDS
    return [*texts[:_MOST_OPERANDS], f"{more:,} more operands"] if more > 0 else texts


def operand_text(operand: Operand) -> str:
    """`a[i] = 7   a[99999]`."""
    value = shown(operand.value % _WORD, operand.type)
    cell = "" if operand.cell == operand.text else f"   {operand.cell}"
    return f"{_one_line(operand.text)} = {value}{cell}".rstrip()


def _failure_lines(example: Counterexample) -> list[str]:
    lines = [failure_text(example)]
    if example.target.where != example.assertion.where:
        lines.append(f"error reached at {_place(example.target.where)}: {_one_line(written(example.target))}")
    if example.overflow:
        lines.append("the run relies on signed arithmetic that wraps, which the C standard does not promise")
    return lines


def _place(where: Where) -> str:
    return f"{path_text(where.file)}:{where.line}"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _shortened(line: str) -> str:
    return line if len(line) <= _MOST_CHARACTERS else f"{line[: _MOST_CHARACTERS - 3]}..."


# ---------------------------------------------------------------------------------------------------------------- JSON


def counterexample_json(report: Report) -> Json:
    """The counterexample for programs; `load_values` reads its inputs. InputError if the report has none."""
    example = report.counterexample
    if example is None:
        raise InputError(f"{path_text(report.task.path)}: there is no counterexample")
    return {
        "format": FORMAT,
        "format_version": VERSION,
        "veriabs_version": __version__,
        "file": path_text(report.task.path),
        "data_model": report.task.data_model.value,
        "strategy": example.strategy,
        "overflow": example.overflow,
        "inputs": [_input_json(given) for given in example.inputs],
        "order": [list(pair) for pair in example.order],
        "operands": [_operand_json(operand) for operand in example.operands],
        "history": iterations_json(example),
        "target": _error_json(example.target),
        "assertion": _error_json(example.assertion),
        "commands": [[path_text(word) for word in command] for command in example.commands],
    }


def _operand_json(operand: Operand) -> Json:
    """The value as a number, but for those floating ones that JSON has no word for."""
    value = value_of(operand.value % _WORD, operand.type)
    told = value if math.isfinite(value) else str(value)
    return {"text": operand.text, "cell": operand.cell, "value": told}


def _input_json(given: Input) -> Json:
    spans = [{"first": s.first, "count": s.count, "start": s.start, "step": s.step} for s in given.spans]
    return {"site": _site_json(given.site), "spans": spans, "values": input_text(given)}


def _site_json(site: Site) -> Json:
    return {
        "number": site.number,
        "kind": site.kind.value,
        "name": site.name,
        "type": site.type.name,
        "bits": site.type.bits,
        "signed": site.type.signed if isinstance(site.type, IntType) else True,
        **_where_json(site.where),
    }


def _error_json(error: ErrorSite) -> Json:
    return {"number": error.number, "text": error.text, "asserts": error.asserts, **_where_json(error.where)}


def _where_json(where: Where) -> Json:
    return {"file": path_text(where.file), "line": where.line, "column": where.column}


def write(folder: Path, report: Report) -> tuple[Path, ...]:
    """Writes `counterexample.c` and `counterexample.json` into the folder, which is made if it is missing.

    Neither is there, or as it was, when one of them cannot be written, which is an InputError.
    """
    document = counterexample_json(report)
    program = report.counterexample.program if report.counterexample else ""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"cannot make the folder {path_text(folder)}: {error.strerror or error}"
        raise InputError(message) from error
    paths = (folder / "counterexample.c", folder / "counterexample.json")
    write_texts({paths[0]: program, paths[1]: json.dumps(document, indent=2) + "\n"}, "the counterexample")
    return paths


# ------------------------------------------------------------------------------------------------------------- reading


def load_values(path: Path, sites: tuple[Site, ...]) -> Values:
    """The inputs in a file that `write` made, for a program with these sites.

    InputError, in one line, for anything that is no such file, and for the counterexample of another program.
    """
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot read {path_text(path)}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path_text(path)}: not JSON: {_one_line(str(error))}") from error
    reader = _Reader(path, {site.number: site for site in sites})
    return reader.values(document)


class _Reader(Struct, frozen=True):
    """Checks what is read on the way."""

    path: Path
    sites: dict[int, Site]

    def wrong(self, what: str) -> InputError:
        return InputError(_shortened(f"{path_text(self.path)}: {_one_line(what)}"))

    def values(self, document: object) -> Values:
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise self.wrong("not a counterexample of veriabs")
        version = document.get("format_version")
        if type(version) is not int or version != VERSION:
            raise self.wrong(f"format version {version!r} is not known, only {VERSION}")
        found: Values = {}
        for given in self.list_of(document, "inputs"):
            number = self.site(given)
            if number in found:
                raise self.wrong(f"site {number} stands twice in inputs")
            found[number] = self.spans(given, number)
        return found

    def list_of(self, mapping: object, key: str) -> list[object]:
        value = mapping.get(key) if isinstance(mapping, dict) else None
        if not isinstance(value, list):
            raise self.wrong(f"no list of {key}")
        return value

    def site(self, given: object) -> int:
        """The number of a site, which has to be one of the program's own."""
        read = given.get("site") if isinstance(given, dict) else None
        if not isinstance(read, dict) or type(read.get("number")) is not int:
            raise self.wrong("an input without a site and its number")
        number: int = read["number"]
        site = self.sites.get(number)
        expected = None if site is None else (site.kind.value, site.name, site.where.line)
        if expected is None or (read.get("kind"), read.get("name"), read.get("line")) != expected:
            name, line = read.get("name"), read.get("line")
            raise self.wrong(f"the counterexample of another program: no input {name!s:.60} at line {line!s:.20} here")
        return number

    def spans(self, given: object, number: int) -> tuple[Span, ...]:
        spans = [self.span(span, number) for span in self.list_of(given, "spans")]
        ordered = sorted(spans, key=lambda span: span.first)
        for one, other in zip(ordered, ordered[1:], strict=False):
            if one.first + one.count > other.first:
                raise self.wrong(f"two spans of site {number} give visit {other.first} a value")
        return tuple(spans)

    def span(self, read: object, number: int) -> Span:
        first, count = self.whole(read, "first", number), self.whole(read, "count", number)
        start, step = self.whole(read, "start", number), self.whole(read, "step", number)
        if first < 0 or count < 1 or first + count > _WORD:
            raise self.wrong(f"a span of site {number} has no visits")
        if not 0 <= start < _WORD or not -_WORD < step < _WORD:
            raise self.wrong(f"a value of site {number} has more than 64 bits")
        return Span(first, count, start, step)

    def whole(self, read: object, key: str, number: int) -> int:
        value = read.get(key) if isinstance(read, dict) else None
        if type(value) is not int:
            raise self.wrong(f"a span of site {number} has no whole number {key!r}")
        return value
