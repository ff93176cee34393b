"""Find calls, declarations and loops in the user's file, more precisely than by line.

Lines and columns of the analysis are those after preprocessing. The functions here find the place in the original file
and return None unless it is certain, for example if a macro makes the call or two calls look alike.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from pathlib import Path

from msgspec import Struct

from veriabs.core.counterexample import ErrorSite, Site
from veriabs.core.source import Where

LEX = re.compile(
    r"//(?:\\\r?\n|[^\n])*"
    r"|/\*[\s\S]*?(?:\*/|\Z)"
    r'|"(?:\\[\s\S]|[^"\\\n])*"?'
    r"|'(?:\\[\s\S]|[^'\\\n])*'?"
    r"|^[ \t]*\#(?:/\*[\s\S]*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|\\\r?\n|[^\n])*",
    re.MULTILINE,
)
_MARKER = re.compile(r'[ \t]*#[ \t]*(?:line)?[ \t]*(\d+)(?:[ \t]+"((?:[^"\\]|\\.)*)")?')
_DEFINE = re.compile(r"[ \t]*#[ \t]*define[ \t]+(\w+)(\(?)([\s\S]*)")
_OWN_HEADER = re.compile(r'[ \t]*#[ \t]*include[ \t]+"')
_HEADERS = frozenset(("if", "while", "for", "switch"))
_DECORATION = frozenset(("__attribute__", "__attribute", "asm", "__asm", "__asm__"))

_LIBRARY_MACROS = frozenset(("assert", "bool", "true", "false", "errno", "stdin", "stdout", "stderr"))
"""Library macros whose names are not in capitals."""

_LONGEST_WORD = 1000
_EXPANSIONS = dict.fromkeys(("__assert_fail", "__assert", "__assert_rtn"), "assert")


class FilePosition(Struct, frozen=True):
    """A place in the original file; column 0 means any column, and an empty `function` is unknown."""

    line: int
    column: int = 0
    function: str = ""


class CallSpan(Struct, frozen=True):
    """Offsets of the first character of a call and of its closing parenthesis."""

    start: int
    close: int


class _Directive(Struct, frozen=True):
    end: int
    text: str


class SourceText:
    """One file: its text, the same text without comments and literals, its line markers and its functions."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.text = text
        self.directives = [_Directive(m.end(), m[0]) for m in LEX.finditer(text) if m[0].lstrip().startswith("#")]
        self.code = LEX.sub(lambda m: _blank(m[0]), text)
        self._uncommented = LEX.sub(lambda m: m[0] if m[0][0] in "\"'" else _blank(m[0]), text)
        self._starts = [0, *(m.end() for m in re.finditer("\n", text))]
        self._constants = {m[1]: m[3].strip() for m in self._macros() if not m[2]}
        self._expanding = _LIBRARY_MACROS | {m[1] for m in self._macros() if m[2]}
        self._lines = self._presumed_lines()
        self._functions = _functions(self.code)

    def _macros(self) -> list[re.Match[str]]:
        """The definitions of macros: name, a parenthesis if it has parameters, body."""
        return [m for d in self.directives if (m := _DEFINE.match(d.text))]

    def _presumed_lines(self) -> dict[tuple[str, int], list[int]]:
        """The lines of the file by the file and line in its line markers."""
        after = {self.line(d.end): m for d in self.directives if (m := _MARKER.match(d.text))}
        found: dict[tuple[str, int], list[int]] = {}
        file, shift = _plain_name(str(self.path)), 0
        for line in range(1, len(self._starts) + 1):
            found.setdefault((file, line + shift), []).append(line)
            if marker := after.get(line):
                file = _file_name(marker[2]) if marker[2] is not None else file
                shift = int(marker[1]) - (line + 1)
        return found

    # --------------------------------------------------------------------------------------------------------- lines

    def line(self, offset: int) -> int:
        return bisect_right(self._starts, offset)

    def place(self, offset: int) -> FilePosition:
        """Line, column and enclosing function of a character."""
        line = self.line(offset)
        return FilePosition(line, offset - self._starts[line - 1] + 1, self._function(offset))

    def lines(self, where: Where) -> list[int]:
        """The lines of the file for a place of the analysis; none if it is in another file."""
        return self._lines.get((_file_name(where.file), where.line), [])

    def line_place(self, where: Where) -> FilePosition | None:
        """The first line for the place, without a column."""
        lines = self.lines(where)
        return FilePosition(lines[0]) if lines else None

    def function(self, where: Where) -> str:
        """The function around the first line for a place, or the only one in it; empty if there is none."""
        lines = self.lines(where)
        if not lines or lines[0] >= len(self._starts):
            return ""
        begin, end = self._starts[lines[0] - 1], self._starts[lines[0]] - 1
        inside = [name for start, stop, name in self._functions if begin <= start and stop <= end]
        return self._function(end) or (inside[0] if len(inside) == 1 else "")

    def at(self, where: Where) -> FilePosition | None:
        """The character for a column of the analysis; None if that is uncertain."""
        lines = self.lines(where)
        if not where.column or len(lines) != 1:
            return None
        start = self._starts[lines[0] - 1]
        end = self._starts[lines[0]] if lines[0] < len(self._starts) else len(self.code)
        meant = (o for o in range(start, end) if not self.code[o].isspace() and self._column(o) == where.column)
        offset = next(meant, None)
        return None if offset is None or self._is_moved(start, offset) else self.place(offset)

    def _is_moved(self, start: int, end: int) -> bool:
        """May a macro in this text change the columns of the text after it?"""
        words = set(re.findall(r"[A-Za-z_]\w*", self.code[start:end])) - self._constants.keys()
        return any(word.isupper() and len(word) > 1 or word in self._expanding for word in words)

    def text_of(self, line: int) -> str:
        """A line of the file, without its end."""
        return self.text[self._extent(line)].rstrip()

    def code_of(self, line: int) -> str:
        """A line with spaces in place of comments and literals."""
        return self.code[self._extent(line)].rstrip()

    def _extent(self, line: int) -> slice:
        return slice(self._starts[line - 1], self._starts[line] if line < len(self._starts) else len(self.text))

    def _function(self, offset: int) -> str:
        return next((name for start, end, name in self._functions if start <= offset <= end), "")

    def _matches(self, pattern: str, where: Where) -> list[re.Match[str]]:
        """Matches in the code of the lines for a place."""
        compiled, lines = re.compile(pattern), self.lines(where)
        ranges = [(self._starts[n - 1], self._starts[n] if n < len(self._starts) else len(self.code)) for n in lines]
        return [m for start, end in ranges for m in compiled.finditer(self.code, start) if m.start() < end]

    def _column(self, offset: int) -> int:
        """The column after preprocessing, which keeps the indentation, reduces other gaps to one blank, and expands
        macros."""
        start = self._starts[self.line(offset) - 1]
        prefix = re.sub(r"[A-Za-z_]\w*", lambda m: self._constants.get(m[0], m[0]), self._uncommented[start:offset])
        indentation = len(prefix) - len(prefix.lstrip())
        return indentation + len(re.sub(r"\s+", " ", prefix[indentation:])) + 1

    def _meant_occurrence(self, offsets: list[int], where: Where, name: str, rank: int, peers: int) -> int | None:
        """The occurrence of a name on its line that is meant; `rank` counts from 0 among `peers` known ones."""
        if not offsets:
            return None
        if not self._may_be_hidden(name):
            if len(offsets) == 1:
                return 0
            if len(offsets) == peers:
                return rank
        columns = [self._column(offset) for offset in offsets]
        return columns.index(where.column) if columns.count(where.column) == 1 else None

    def _may_be_hidden(self, name: str) -> bool:
        """May a macro make a call that the line does not show?"""
        word = re.compile(rf"\b{re.escape(name)}\b")
        hidden = any("##" in m[3] or word.search(m[3]) for m in self._macros())
        return hidden or any(_OWN_HEADER.match(d.text) for d in self.directives)

    # --------------------------------------------------------------------------------------------------------- calls

    def calls(self, name: str, where: Where) -> list[CallSpan]:
        """The calls of a function that begin on the line."""
        matches = self._matches(rf"\b{re.escape(name)}\s*\(", where)
        return [CallSpan(m.start(), close) for m in matches if (close := _closing(self.code, m.end() - 1)) is not None]

    def call(self, site: Site, sites: tuple[Site, ...]) -> CallSpan | None:
        """The call of a site, among all known sites."""
        line = [s for s in sites if s.kind is site.kind and _line(s.where) == _line(site.where)]
        peers = sorted({s.number for s in line if s.name == site.name})
        calls = self.calls(site.name, site.where)
        offsets = [call.start for call in calls]
        rank = peers.index(site.number) if site.number in peers else 0
        chosen = self._meant_occurrence(offsets, site.where, site.name, rank, len(peers))
        return None if chosen is None else calls[chosen]

    def returned(self, site: Site, sites: tuple[Site, ...]) -> FilePosition | None:
        """The closing parenthesis of a call; only its line if a macro makes the only call of the line."""
        call = self.call(site, sites)
        if call is not None:
            return self.place(call.close)
        line = [s for s in sites if s.kind is site.kind and _line(s.where) == _line(site.where)]
        alone = len(line) <= 1 and not self._matches(rf"\b{re.escape(site.name)}\b", site.where)
        return self.line_place(site.where) if alone else None

    def violated(self, error: ErrorSite) -> FilePosition | None:
        """The first character of the violating call or label; only its line if it begins no statement."""
        offset = self.error_offset(error)
        if offset is None or not self._begins_statement(offset):
            return self.line_place(error.where)
        return self.place(offset)

    def error_offset(self, error: ErrorSite) -> int | None:
        """The first character of an error's name."""
        for name in dict.fromkeys((error.text.strip(), error_text(error))):
            offsets = [m.start() for m in self._matches(rf"\b{re.escape(name)}\s*[(:]", error.where)]
            if offsets and re.fullmatch(r"\w+", name):
                chosen = self._meant_occurrence(offsets, error.where, name, 0, 0)
                return None if chosen is None else offsets[chosen]
        return None

    def _begins_statement(self, offset: int) -> bool:
        before = self.code[:offset].rstrip()
        if before.endswith(")"):
            opening = _opening_parenthesis(before, len(before) - 1)
            return opening is not None and _last_word(before[:opening]) in _HEADERS
        if before.endswith(":"):
            return "?" not in before[max(before.rfind(mark) for mark in ";{}") + 1 :]
        return before[-1:] in (";", "{", "}") or _last_word(before) in ("else", "do")

    # ---------------------------------------------------------------------------------------------- loops, declarations

    def loop(self, where: Where) -> FilePosition | None:
        """The keyword of a loop; None if a macro may have made or moved it."""
        offsets = [m.start() for m in self._matches(r"\b(?:for|while|do)\b", where)]
        if len(offsets) > 1 or (where.column and any(map(self._may_be_hidden, ("for", "while", "do")))):
            columns = [self._column(offset) for offset in offsets]
            offsets = offsets[columns.index(where.column) :][:1] if columns.count(where.column) == 1 else []
        return self.place(offsets[0]) if offsets else None

    def offset(self, place: FilePosition) -> int:
        """The offset of a place in the text."""
        return self._starts[place.line - 1] + max(place.column, 1) - 1

    def head(self, offset: int) -> int | None:
        """The closing parenthesis of the `for` or `while` head that begins there."""
        opening = self.code.find("(", offset)
        return None if opening < 0 else _closing(self.code, opening)

    def end_of_statement(self, offset: int) -> int | None:
        """The last character of the statement that begins there; None for a `do`, and if braces do not match."""
        word = re.compile(r"\w+|\{").match(self.code, offset)
        if word is not None and word[0] == "{":
            return _closing(self.code, offset, "{}")
        if word is None or word[0] not in _HEADERS | {"do"}:
            semicolon = self.code.find(";", offset)
            return semicolon if semicolon >= 0 and "{" not in self.code[offset:semicolon] else None
        head = self.head(offset) if word[0] != "do" else None
        end = None if head is None else self.end_of_statement(self.next(head + 1))
        following = -1 if end is None else self.next(end + 1)
        if word[0] == "if" and end is not None and re.compile(r"else\b").match(self.code, following):
            return self.end_of_statement(self.next(following + len("else")))
        return end

    def next(self, offset: int) -> int:
        """The next character that is no blank."""
        blanks = re.compile(r"\s*").match(self.code, offset)
        return blanks.end() if blanks else offset

    def declared(self, name: str, where: Where) -> tuple[FilePosition, int] | None:
        """The first character after the declaration of a local variable, and its size: 0 for a scalar.

        None if the declaration has side effects, or if no statement certainly follows.
        """
        matches = self._matches(rf"\b{re.escape(name)}\b", where)
        end = self.code.find(";", matches[0].end()) if len(matches) == 1 else -1
        if end < 0:
            return None
        start = 1 + max(self.code.rfind(mark, 0, matches[0].start()) for mark in ";{}")
        size = self._size(matches[0].end(), end)
        behind = re.compile(r"\s*").match(self.code, end + 1)
        after = behind.end() if behind else end
        followed = self.code[after : after + 1] not in ("", "}") and not self._directive(start, after)
        if size is None or not followed or not _is_pure_declaration(self.code[start:end]):
            return None
        return self.place(after), size

    def _directive(self, start: int, end: int) -> bool:
        return any(start < d.end <= end for d in self.directives)

    def _size(self, start: int, end: int) -> int | None:
        """The number of cells in the declarator that continues at `start`; 0 for a scalar, None if it is not simple."""
        rest = self.code[start:end].lstrip()
        if not rest.startswith("["):
            return 0
        sized = re.match(r"\[\s*(\w+)\s*\]\s*(?!\s*\[)", rest)
        if not sized:
            return None
        bodies = [m[3].strip() for m in self._macros() if m[1] == sized[1]]
        text = sized[1] if sized[1].isdecimal() else bodies[0] if len(bodies) == 1 else ""
        return int(text) if re.fullmatch(r"[1-9]\d{0,17}", text) else None


def read(path: Path, folder: Path = Path()) -> SourceText | None:
    """The file at the path, None if it cannot be read; invalid bytes count as one character each."""
    try:
        return SourceText(path, (folder / path).read_bytes().decode("utf-8", "surrogateescape"))
    except OSError:
        return None


def error_text(error: ErrorSite) -> str:
    """The user's text for an error."""
    return macro_of(error.text.strip())


def macro_of(function: str) -> str:
    """`assert` for the functions to which the macro expands, and any other name itself."""
    return _EXPANSIONS.get(function, function)


def _line(where: Where) -> tuple[str, int]:
    return where.file, where.line


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _file_name(quoted: str) -> str:
    """A file name without the quoting of line markers."""
    return _plain_name(re.sub(r"\\([\\\"])", r"\1", quoted))


def _plain_name(file: str) -> str:
    # the preprocessed text with these places is decoded in the same way
    return file.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _last_word(text: str) -> str:
    word = re.search(r"(\w+)\s*\Z", text[-_LONGEST_WORD:])
    return word[1] if word else ""


def _is_pure_declaration(text: str) -> bool:
    """Does a declaration have no side effects? It has none without calls, steps and inner assignments."""
    calm = re.fullmatch(r"(?:[\w\s,\[\]*=]|(?<!-)-(?!-)|(?<!\+)\+(?!\+))+", text)
    return calm is not None and not re.search(r"=[^,]*=", text)


def _closing(code: str, opening: int, pair: str = "()") -> int | None:
    depth = 0
    for match in re.compile(f"[{pair}]").finditer(code, opening):
        depth += 1 if match[0] == pair[0] else -1
        if depth == 0:
            return match.start()
    return None


def _opening_parenthesis(code: str, closing: int) -> int | None:
    depth = 0
    for offset in range(closing, -1, -1):
        depth += {")": 1, "(": -1}.get(code[offset], 0)
        if depth == 0:
            return offset
    return None


def _functions(code: str) -> list[tuple[int, int, str]]:
    """The first and last offset of every outermost block, with its function's name if it has one.

    Empty if the braces do not match, as alternatives of the preprocessor may each open a block.
    """
    found: list[tuple[int, int, str]] = []
    depth = start = end = 0
    for match in re.finditer(r"[{}]", code):
        depth += 1 if match[0] == "{" else -1
        if depth < 0:
            return []
        if match[0] == "{" and depth == 1:
            end, start = start, match.start()
        elif match[0] == "}" and depth == 0:
            found.append((start, match.start(), _function_name(code[end:start].rstrip())))
            start = match.start()
    return found if depth == 0 else []


def _function_name(head: str) -> str:
    """The function's name in the head of a block."""
    while head.endswith(")"):
        opening = _opening_parenthesis(head, len(head) - 1)
        if opening is None:
            return ""
        name = _last_word(head[:opening])
        if name not in _DECORATION:
            return name
        head = head[: head.rindex(name)].rstrip()
    return ""
