"""Run `gcc -E`, and remove GNU decoration and unused system declarations without a meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.source import Task
from veriabs.frontend.assembly import KEYWORDS
from veriabs.frontend.compiler import SECONDS, expand
from veriabs.frontend.decoration import MARKER, neutral, noted_system, strip_decoration
from veriabs.frontend.known_functions import SYSTEM, is_known
from veriabs.frontend.unused_declarations import WORD, chunks

_Line = tuple[str, int]
"""A line of a file."""

_WIDEST = 100_000
"""Columns up to which text of one line is moved apart."""

_PROTOTYPE = re.compile(r"[\w\s*]*[\s*](\w+)\s*\([^()]*(?:\([^()]*\)[^()]*)*\)\s*;\s*$")
_VALUED = re.compile(r"\b[A-Za-z_]\w*\b(?!\s*\()")
"""A name that is not called."""


class _Segment(Struct, frozen=True):
    """Text between two line markers, starting at `line` of `file`."""

    file: str
    line: int
    system: bool
    text: str


def preprocess(task: Task, seconds: float = SECONDS) -> str:
    """Preprocessed text with line markers, for pycparser.

    Raises InputError with file:line if gcc rejects the file, ToolError without gcc, and UnsupportedError for decoration
    of the user's code with a meaning (`packed`, `aligned`, inline assembly, `volatile`, ...). Several files become one
    text.
    """
    if task.others:
        from veriabs.frontend.linking import link  # most programs are one file

        units = (replace(task, others=()), *task.others)
        return link(units, [preprocess(unit, seconds) for unit in units], seconds)
    segments = _mark_system(list(_segments(expand(task, seconds), str(task.path))))
    kept = _used_declarations(segments)
    own, ends = [segment for segment in segments if not segment.system and segment.text.strip()], dict[_Line, int]()
    text = "\n".join(f'# {segment.line} "{segment.file}"\n{_separate_places(segment, ends)}' for segment in own)
    return (f"{kept}\n" if kept else "") + neutral(text) + "\n"


# ------------------------------------------------------------------------------------------------------------ segments


def _segments(text: str, path: str) -> Iterator[_Segment]:
    start, file, line, system = 0, path, 1, False
    for marker in MARKER.finditer(text):
        yield _Segment(file, line, system, text[start : marker.start()])
        start, file, line = marker.end() + 1, marker[2], int(marker[1])
        system = "3" in marker[3].split()
    yield _Segment(file, line, system, text[start:])


def _separate_places(segment: _Segment, ends: dict[_Line, int]) -> str:
    """Move the text to the right if another text has its place, so that a place identifies a call or check.

    gcc repeats a line for parts of macros from system headers, and for files that are included twice.
    """
    lines = segment.text.split("\n")
    for number, line in enumerate(lines):
        if line.strip():
            place = segment.file, segment.line + number
            begun = ends.get(place, 0)
            lines[number] = " " * begun + line if begun < _WIDEST else line
            ends[place] = max(begun, len(lines[number]))
    return "\n".join(lines)


def _mark_system(segments: list[_Segment]) -> list[_Segment]:
    """A macro of a system header that the user's code expands is marked as system text, but belongs to the user."""
    own = {segment.file for segment in segments if not segment.system}
    return [_Segment(s.file, s.line, s.system and s.file not in own, s.text) for s in segments]


# ------------------------------------------------------------------------------------------------- system declarations


def _used_declarations(segments: list[_Segment]) -> str:
    """The types and variables of system headers that the user's code needs, directly or through others.

    Inline functions are left out, and so are prototypes of functions that are known to veriabs, unless one is a value.
    """
    system = "\n".join(segment.text for segment in segments if segment.system)
    if not system.strip():
        return ""
    own = "\n".join(segment.text for segment in segments if not segment.system)
    needed, valued = set(WORD.findall(own)), set(_VALUED.findall(own))
    kept = []
    for chunk in reversed(list(chunks(system))):
        text = strip_decoration(chunk).strip()
        name = _prototyped(text)
        is_called = name in needed and (name in valued or not is_known(name))
        if is_called or (_is_type_or_variable(text) and _declared_names(text) & needed):
            kept.append(noted_system(chunk) + " ".join(text.split()))
            needed |= set(WORD.findall(text)) - KEYWORDS
    kept.reverse()
    return "\n".join([f'# 1 "{SYSTEM}"', *kept]) if kept else ""


def _is_type_or_variable(text: str) -> bool:
    # The float types of other widths only name themselves in headers, in ways that pycparser cannot read.
    return "_Float" not in text and (text.startswith(("typedef", "struct", "union", "enum")) or "(" not in text)


def _prototyped(text: str) -> str:
    """The function name of a prototype, or an empty string."""
    found = None if "{" in text or "_Float" in text or text.startswith("typedef") else _PROTOTYPE.match(text)
    return "" if found is None else found[1]


def _declared_names(text: str) -> set[str]:
    """The names that a declaration may introduce."""
    if "{" in text and not text.startswith(("enum", "typedef enum")):
        text = text[: text.index("{")] + text[text.rindex("}") :]
    words = WORD.findall(text)
    if "{" not in text and "}" not in text and "(" not in text:
        words = words[-1:]
    return set(words) - KEYWORDS
