"""Print a counterexample for a terminal, and convert it to JSON and back."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from veriabs import __version__
from veriabs.core.copying import replace
from veriabs.core.counterexample import Counterexample, ErrorSite, Input, Operand, Site, Values, VisitRange
from veriabs.core.errors import InputError
from veriabs.core.evaluate import wrap
from veriabs.core.goals import GoalKind
from veriabs.core.results import Report
from veriabs.core.source import Where
from veriabs.core.types import ULLONG, IntType
from veriabs.report.counterexample_task import read_document, task_json
from veriabs.report.excerpts import GENERATED, Excerpts
from veriabs.report.files import path_text, write_texts
from veriabs.report.inputs import input_lines, input_text, lines_of_input
from veriabs.report.iterations import iteration_lines, iterations_json
from veriabs.report.places import error_text
from veriabs.report.values import value_of, value_text

Json = dict[str, object]
FORMAT = "veriabs counterexample"
VERSION = 1
_MOST_OPERANDS = 6
_MOST_CHANGES = 1_000
_MOST_CHARACTERS = 160
_NUMBER = r'(?:"\w+": )?-?\d+'
_NUMBERS = re.compile(rf"[\[{{]\n\s+{_NUMBER}(?:,\n\s+{_NUMBER})*\n\s+[\]}}]")
"""A list or an object of whole numbers in indented JSON."""

# --------------------------------------------------------------------------------------------------------------- trace


def trace_lines(report: Report) -> list[str]:
    """The inputs, the values that the assertion read, and the failing place; at most 45 lines, none without a
    counterexample."""
    return [] if report.counterexample is None else trace_of(report.counterexample, Excerpts(report.task))


def trace_of(example: Counterexample, excerpts: Excerpts | None = None) -> list[str]:
    """The lines for one counterexample."""
    failure = _failure_lines(example, excerpts)
    operands = example.operands
    if failure[0].startswith("clause"):
        named = partial(_of_contract, failure[0])
        users = (one for one in operands if not re.match(r"old(_\d+)?\b", one.text))
        operands = tuple(replace(one, text=named(one.text), cell=named(one.cell)) for one in users)
        history = (replace(one, columns=tuple(map(named, one.columns))) for one in example.history)
        example = replace(example, history=tuple(history))
    inputs = input_lines(example.inputs)
    lines = [*inputs, *(one for one in _operand_lines(operands) if one not in inputs), *failure]
    return [_shorten(line) for line in (*lines, *iteration_lines(example))]


def _of_contract(clause: str, text: str) -> str:
    """The text with the names of the clause: `\\result`, and `i` for a bound variable that is `i_2` in the program."""
    text = re.sub(r"^returned_value\b", r"\\result", text)
    return re.sub(r"\b([A-Za-z]\w*?)_\d+\b", lambda one: one[1] if _lacks(clause, one[0], one[1]) else one[0], text)


def _lacks(clause: str, name: str, base: str) -> bool:
    words = re.findall(r"\w+", clause)
    return name not in words and base in words


def failure_text(example: Counterexample, excerpts: Excerpts | None = None) -> str:
    """The failing assertion with its place: `assertion violated at a.c:22: assert(x != 3)`; `assert` without files."""
    about = example.assertion
    if about.kind is not GoalKind.ASSERTION:
        return f"{about.kind.value} violated at {_place(about.where)}: {_one_line(example.detail)}"
    call = error_text(about) if excerpts is None else excerpts.call(about.where, error_text(about))
    kind = "clause" if error_text(about) == GENERATED and GENERATED not in call else "assertion"
    return f"{kind} violated at {_place(about.where)}: {_one_line(call)}"


def _operand_lines(operands: Sequence[Operand]) -> list[str]:
    texts = list(dict.fromkeys(map(operand_text, operands)))
    more = len(texts) - _MOST_OPERANDS
    return [*texts[:_MOST_OPERANDS], f"{more:,} more operands"] if more > 0 else texts


def operand_text(operand: Operand) -> str:
    """`a[i] = 7   a[99999]`."""
    value = value_text(wrap(operand.value, ULLONG), operand.type)
    cell = "" if operand.cell == operand.text else f"   {operand.cell}"
    return f"{_one_line(operand.text)} = {value}{cell}".rstrip()


def _failure_lines(example: Counterexample, excerpts: Excerpts | None) -> list[str]:
    lines = [failure_text(example, excerpts)]
    if example.target.where != example.assertion.where:
        lines.append(f"error reached at {_place(example.target.where)}: {_one_line(error_text(example.target))}")
    if example.overflow:
        lines.append("the run needs signed arithmetic that wraps, which the C standard does not define")
    return lines


def _place(where: Where) -> str:
    return f"{path_text(where.file)}:{where.line}"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _shorten(line: str) -> str:
    return line if len(line) <= _MOST_CHARACTERS else f"{line[: _MOST_CHARACTERS - 3]}..."


# ---------------------------------------------------------------------------------------------------------------- JSON


def counterexample_json(report: Report) -> Json:
    """The counterexample as JSON; `load_values` reads its inputs. Raises InputError if the report has none."""
    example = report.counterexample
    if example is None:
        raise InputError(f"{path_text(report.task.path)}: there is no counterexample")
    excerpts = Excerpts(report.task)
    return {
        "format": FORMAT,
        "format_version": VERSION,
        "veriabs_version": __version__,
        "file": path_text(report.task.path),
        "data_model": report.task.data_model.value,
        "task": task_json(report),
        "strategy": example.strategy,
        "overflow": example.overflow,
        "inputs": [_input_json(given) for given in example.inputs],
        "order": [list(change) for change in example.changes()[:_MOST_CHANGES]],
        "operands": [_operand_json(operand) for operand in example.operands],
        "history": iterations_json(example),
        "target": _error_json(example.target, excerpts),
        "assertion": _error_json(example.assertion, excerpts),
        "commands": [[path_text(word) for word in command] for command in example.commands],
    }


def _compact(document: str) -> str:
    """The indented JSON with each list of numbers, and each object of numbers, on one line."""
    return _NUMBERS.sub(lambda found: re.sub(r"\n\s+", " ", found[0]).replace("[ ", "[").replace(" ]", "]"), document)


def _operand_json(operand: Operand) -> Json:
    """The value as a number, or as text if JSON has no such floating-point number."""
    value = value_of(wrap(operand.value, ULLONG), operand.type)
    number = value if math.isfinite(value) else str(value)
    return {"text": operand.text, "cell": operand.cell, "value": number}


def _input_json(given: Input) -> Json:
    spans = [{"first": s.first, "count": s.count, "start": s.start, "step": s.step} for s in given.spans]
    return {"site": _site_json(given.site), "spans": spans, "values": input_text(given), "text": lines_of_input(given)}


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


def _error_json(error: ErrorSite, excerpts: Excerpts) -> Json:
    call = excerpts.call(error.where, error.text)
    text = call if error.text == GENERATED and GENERATED not in call else error.text
    return {"number": error.number, "text": text, "asserts": error.asserts, **_where_json(error.where)}


def _where_json(where: Where) -> Json:
    return {"file": path_text(where.file), "line": where.line, "column": where.column}


def write(folder: Path, report: Report) -> tuple[Path, ...]:
    """Write `counterexample.c` and `counterexample.json` into the folder, which is created if missing.

    If one of them cannot be written, both stay as they were, and InputError is raised.
    """
    document = counterexample_json(report)
    program = report.counterexample.program if report.counterexample else ""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"cannot make the folder {path_text(folder)}: {error.strerror or error}"
        raise InputError(message) from error
    paths = (folder / "counterexample.c", folder / "counterexample.json")
    write_texts({paths[0]: program, paths[1]: _compact(json.dumps(document, indent=2)) + "\n"}, "the counterexample")
    return paths


# ------------------------------------------------------------------------------------------------------------- reading


class _ReadSite(Struct, frozen=True):
    number: int
    kind: str
    name: str
    line: int


class _ReadInput(Struct, frozen=True):
    site: _ReadSite
    spans: tuple[VisitRange, ...]


class _Document(Struct, frozen=True):
    """The part of a counterexample's JSON that is read."""

    format: Literal["veriabs counterexample"]
    format_version: Literal[1]
    inputs: tuple[_ReadInput, ...]


def load_values(path: Path, sites: tuple[Site, ...]) -> Values:
    """The inputs in a file that `write` made, for a program with these sites.

    Raises InputError, in one line, if the file is invalid or belongs to another program.
    """
    known = {site.number: (site.kind.value, site.name, site.where.line) for site in sites}
    found: Values = {}
    try:
        for given in msgspec.convert(read_document(path), _Document).inputs:
            site = given.site
            if known.get(site.number) != (site.kind, site.name, site.line):
                raise ValueError(f"the program has no input {site.name:.60} at line {site.line}")
            if site.number in found:
                raise ValueError(f"input {site.number} is listed twice")
            _check_spans(given.spans, site.number)
            found[site.number] = given.spans
    except ValueError as error:  # msgspec's errors are some
        problem = _shorten(_one_line(str(error)))
        raise InputError(f"{path_text(path)}: not a counterexample of this program: {problem}") from error
    return found


def _check_spans(spans: Sequence[VisitRange], number: int) -> None:
    """Raise ValueError for values of more than 64 bits, and for visits with no value or two."""
    end = 0
    for span in sorted(spans, key=lambda span: span.first):
        if span.first < 0 or span.count < 1 or span.first + span.count > ULLONG.highest + 1:
            raise ValueError(f"a range of occurrences of input {number} is empty")
        if not 0 <= span.start <= ULLONG.highest or abs(span.step) > ULLONG.highest:
            raise ValueError(f"a value of input {number} has more than 64 bits")
        if span.first < end:
            raise ValueError(f"occurrence {span.first} of input {number} has two values")
        end = span.first + span.count
