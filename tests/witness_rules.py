r"""The rules of the witness format 2.0 as far as they can be checked without understanding the program.

They follow the published description of the format: entries, required keys, which waypoint may have which constraint,
segments that end in one waypoint to follow, the target at the end and nowhere else, and locations that exist in the
file and point at what their type wants: a closing parenthesis, the begin of a statement, the keyword of a loop.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Set
from datetime import datetime
from typing import Any
from uuid import UUID

_NUMBER = r"-?(?:\d+U?|\d+\.\d*(?:e[+-]?\d+)?|\d+(?:\.\d+)?e[+-]?\d+|0x[01]\.[0-9a-f]+p[+-]?\d+)"
_RESULT = re.compile(rf"\\result (?:==|!=|<=|<|>=|>) {_NUMBER}")
_TYPES = ("assumption", "branching", "function_enter", "function_return", "target")
_FORMATS = {"assumption": "c_expression", "function_return": "acsl_expression"}


def check_witness(document: object, source_text_by_file: Mapping[str, str]) -> list[str]:
    """Every rule that a witness breaks, in words; the texts are those of the input files by their names."""
    if not isinstance(document, list) or not document:
        return ["a witness is a list of entries"]
    return [text for entry in document for text in _Entry(entry, source_text_by_file).broken()]


class _Entry:
    """One entry of a witness."""

    def __init__(self, entry: Any, texts: Mapping[str, str]) -> None:
        self.entry = entry
        self.texts = texts

    def broken(self) -> Iterator[str]:
        if not isinstance(self.entry, dict):
            yield "an entry is a mapping"
            return
        yield from _keys(self.entry, "entry", {"entry_type", "metadata", "content"})
        yield from self._metadata(self.entry.get("metadata"))
        content = self.entry.get("content")
        if not isinstance(content, list):
            yield "content is a list"
        elif self.entry.get("entry_type") == "violation_sequence":
            yield from self._segments(content)
        elif self.entry.get("entry_type") == "invariant_set":
            for item in content:
                yield from self._invariant(item)
        else:
            yield f"unknown entry type {self.entry.get('entry_type')!r}"

    # -------------------------------------------------------------------------------------------------------- metadata

    def _metadata(self, metadata: Any) -> Iterator[str]:
        if not isinstance(metadata, dict):
            yield "metadata is a mapping"
            return
        yield from _keys(metadata, "metadata", {"format_version", "uuid", "creation_time", "producer", "task"})
        if metadata.get("format_version") != "2.0":
            yield "format_version is the text 2.0"
        yield from _readable(metadata.get("uuid"), UUID, "uuid")
        yield from _readable(metadata.get("creation_time"), _moment, "creation_time")
        producer = metadata.get("producer")
        yield from _keys(producer, "producer", {"name", "version"}, {"configuration", "command_line", "description"})
        yield from self._task(metadata.get("task"))

    def _task(self, task: Any) -> Iterator[str]:
        required = {"input_files", "input_file_hashes", "specification", "data_model", "language"}
        yield from _keys(task, "task", required)
        if not isinstance(task, dict):
            return
        files, hashes = task.get("input_files"), task.get("input_file_hashes")
        if not isinstance(files, list) or not files or not isinstance(hashes, dict) or set(files) != set(hashes):
            yield "every input file has a hash, and nothing else has"
            return
        for file in files:
            text = self.texts.get(file)
            if text is None:
                yield f"input file {file!r} is not one of the program's"
            elif hashes[file] != hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest():
                yield f"the hash of {file!r} is not that of its text"
        if task.get("data_model") not in ("ILP32", "LP64") or task.get("language") != "C":
            yield "data_model is ILP32 or LP64, language is C"
        if not re.fullmatch(r"CHECK\( init\(main\(\)\), LTL\(.+\) \)", str(task.get("specification"))):
            yield "the specification is a property of SV-COMP"

    # -------------------------------------------------------------------------------------------------------- segments

    def _segments(self, content: list[Any]) -> Iterator[str]:
        if not content:
            yield "a violation sequence has at least one segment"
        for number, item in enumerate(content, 1):
            waypoints = item.get("segment") if isinstance(item, dict) and set(item) == {"segment"} else None
            if not isinstance(waypoints, list) or not waypoints:
                yield f"segment {number} is a list of waypoints"
                continue
            found = [w["waypoint"] for w in waypoints if isinstance(w, dict) and set(w) == {"waypoint"}]
            if len(found) != len(waypoints) or not all(isinstance(waypoint, dict) for waypoint in found):
                yield f"segment {number} has an element that is no waypoint"
                continue
            if [w["action"] for w in found if "action" in w] != ["avoid"] * (len(found) - 1) + ["follow"]:
                yield f"segment {number} has exactly one waypoint to follow, at its end"
            for position, waypoint in enumerate(found, 1):
                last = number == len(content) and position == len(found)
                yield from (f"segment {number}: {text}" for text in self._waypoint(waypoint, last))

    def _waypoint(self, waypoint: dict[str, Any], last: bool) -> Iterator[str]:
        kind = waypoint.get("type")
        if kind not in _TYPES:
            yield f"unknown type {kind!r}"
            return
        if (kind == "target") != last:
            yield "the last waypoint of all is the target, and no other"
        constrained = kind in ("assumption", "branching", "function_return")
        yield from _keys(waypoint, kind, {"type", "action", "location"} | ({"constraint"} if constrained else set()))
        if constrained:
            yield from _constraint(kind, waypoint.get("constraint"))
        yield from self._location(waypoint.get("location"), kind)

    # ------------------------------------------------------------------------------------------------------- invariants

    def _invariant(self, item: Any) -> Iterator[str]:
        invariant = item.get("invariant") if isinstance(item, dict) and set(item) == {"invariant"} else None
        yield from _keys(invariant, "invariant", {"type", "location", "value", "format"})
        if not isinstance(invariant, dict):
            return
        if invariant.get("type") not in ("loop_invariant", "location_invariant"):
            yield f"unknown type of invariant {invariant.get('type')!r}"
        if invariant.get("format") != "c_expression" or not isinstance(invariant.get("value"), str):
            yield "an invariant is a C expression"
        yield from self._location(invariant.get("location"), str(invariant.get("type")))

    # -------------------------------------------------------------------------------------------------------- locations

    def _location(self, location: Any, kind: str) -> Iterator[str]:
        yield from _keys(location, "location", {"file_name", "line"}, {"column", "function"})
        if not isinstance(location, dict):
            return
        line, column = location.get("line"), location.get("column")
        lines = self.texts.get(str(location.get("file_name")), "").split("\n")
        if type(line) is not int or not 1 <= line <= len(lines):
            yield f"there is no line {line!r} in {location.get('file_name')!r}"
            return
        function = location.get("function")
        if function is not None and not re.search(rf"\b{re.escape(function)}\s*\(", "\n".join(lines[:line])):
            yield f"no function {function!r} begins above line {line}"
        if column is None:
            return
        if type(column) is not int or not 1 <= column <= len(lines[line - 1]):
            yield f"line {line} has no column {column!r}"
            return
        before = "\n".join([*lines[: line - 1], lines[line - 1][: column - 1]])
        yield from _points_at(kind, before, "\n".join([lines[line - 1][column - 1 :], *lines[line:]]))


_NO_CODE = re.compile(
    r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|^[ \t]*#[^\n]*",
    re.DOTALL | re.MULTILINE,
)


def _points_at(kind: str, before: str, behind: str) -> Iterator[str]:
    """The errors of a location, by the type of its waypoint or invariant."""
    before = _NO_CODE.sub(" ", before)
    if kind in ("function_return", "function_enter") and not (behind.startswith(")") and _closes_call(before)):
        yield f"{kind} points at {behind[:10]!r}, which is not the closing parenthesis of a call"
    if kind in ("target", "assumption", "location_invariant") and not _begins_statement(before, behind):
        yield f"{kind} points at {behind[:10]!r}, which begins no statement"
    if kind == "loop_invariant" and not re.match(r"(?:for|while|do)\b", behind):
        yield f"loop_invariant points at {behind[:10]!r}, which is no loop"


def _closes_call(before: str) -> bool:
    depth = 1
    for offset in range(len(before) - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(before[offset], 0)
        if depth == 0:
            return re.search(r"\w\s*\Z", before[:offset]) is not None
    return False


def _begins_statement(before: str, behind: str) -> bool:
    first = before.rstrip().endswith((";", "{", "}", ":", ")", "else", "do"))
    return first and behind[:1].strip() not in ("", ";", ")")


def _constraint(kind: str, constraint: Any) -> Iterator[str]:
    formats = {"format"} if kind in _FORMATS else set()
    yield from _keys(constraint, "constraint", {"value"} | formats)
    if not isinstance(constraint, dict):
        return
    value = constraint.get("value")
    if not isinstance(value, str) or not value.strip():
        yield "the value of a constraint is a text"
    elif kind == "function_return" and not _RESULT.fullmatch(value):
        yield f"{value!r} does not compare the result with a constant"
    elif kind == "branching" and not re.fullmatch(r"true|false|default|-?\d+", value):
        yield f"{value!r} is no branch"
    if constraint.get("format") != _FORMATS.get(kind):
        yield f"the format of {kind} is {_FORMATS.get(kind)}"


def _keys(value: Any, what: str, required: set[str], optional: Set[str] = frozenset()) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{what} is a mapping"
        return
    for key in sorted(required - set(value)):
        yield f"{what} has no {key}"
    for key in sorted(map(str, set(value) - required - optional)):
        yield f"{what} has the unknown key {key}"


def _readable(value: Any, read: Any, what: str) -> Iterator[str]:
    try:
        read(value)
    except (ValueError, AttributeError, TypeError):
        yield f"{what} is not written as the format wants it"


def _moment(text: str) -> None:
    if datetime.fromisoformat(text).tzinfo is None:
        raise ValueError("no time zone")
