"""Insert generated statements into a preprocessed text, with line markers that keep the places of the user's text."""

from __future__ import annotations

import re

from pycparser import c_ast

from veriabs.core.errors import UnsupportedError
from veriabs.core.source import WRITTEN, Where

_MARKER = re.compile(r'^#(?:line)?[ \t]+(\d+)[ \t]+"((?:[^"\\]|\\.)*)"[ \t\d]*\n', re.MULTILINE)


class Lines:
    """Places of the parser in a preprocessed text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.ends: dict[tuple[str, int], int] = {}
        self.segments = [(one.end(), int(one[1]), one[2]) for one in _MARKER.finditer(text)]

    def placed(self, where: Where, statement: str) -> str:
        """The statement at a place, to the right of the text on that line, so that no two have one place."""
        if not self.ends:
            self._measure()
        key = where.file, where.line
        column = max(self.ends.get(key, 0), where.column)
        self.ends[key] = column + len(statement) + 1
        return f'# {where.line} "{where.file}"\n{" " * column}{statement}'

    def _measure(self) -> None:
        ends = [start for start, _, _ in self.segments[1:]] + [len(self.text)]
        for (start, first, file), end in zip(self.segments, ends, strict=True):
            for number, line in enumerate(self.text[start:end].split("\n")):
                if line.strip() and not line.startswith("#"):
                    key = file, first + number
                    self.ends[key] = max(self.ends.get(key, 0), len(line) + 1)

    def offset(self, coord: c_ast.Coord | None, name: str) -> int:
        """The position of a name in the text; UnsupportedError if it is not found there."""
        ends = [start for start, _, _ in self.segments[1:]] + [len(self.text)]
        for (start, first, file), end in zip(self.segments, ends, strict=True):
            if coord is None or file != coord.file or coord.line < first:
                continue
            position = start
            for _ in range(coord.line - first):
                position = self.text.find("\n", position, end) + 1
                if position <= 0:
                    break
            column = position + (coord.column or 1) - 1
            if position > 0 and column < end and self.text.startswith(name, column):
                return column
        raise UnsupportedError(f"{coord}: {name} is not found in the text, since a macro may make it")

    def inserted(self, statement: str, position: int) -> str:
        """The statement at no place of the user's, followed by a marker that restores the place of the text after
        it."""
        start, first, file = next(one for one in reversed(self.segments) if one[0] <= position)
        line = first + self.text.count("\n", start, position)
        column = position - (self.text.rfind("\n", 0, position) + 1)
        return f'\n# 1 "{WRITTEN}"\n{statement}\n# {line} "{file}"\n{" " * column}'
