"""Lines of the user's files, with a mark below a place, as compilers show errors.

    assert(x != 3);
    ^
"""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import Struct, field

from veriabs.core.source import Task, Where
from veriabs.report.files import path_text
from veriabs.report.places import FilePosition, SourceText, read

GENERATED = "__VERIFIER_assert"
"""The function whose calls check the clauses of contracts."""
_WIDEST = 110


class Excerpts(Struct):
    """The files of a task, each read once; a place in any other file, or in an unreadable one, has no excerpt.

    Relative names start at `folder`.
    """

    task: Task
    folder: Path = Path()
    sources: dict[str, SourceText | None] = field(default_factory=dict)

    def named(self, where: Where) -> str:
        """`a.c:12:5` with the column in the file itself; `a.c:12` if the column is uncertain.

        A header that a build names by its whole path is relative as well, unless the task is not.
        """
        place = self._place(where)
        column = f":{place.column}" if place is not None and place.column else ""
        file, here = Path(where.file), self.folder.absolute()
        if not self.task.path.is_absolute() and file.is_relative_to(here):
            file = file.relative_to(here)
        return f"{path_text(file)}:{where.line}{column}"

    def lines(self, where: Where) -> list[str]:
        """The source line and a mark below the character, as far as both are known."""
        source = self._source(where)
        numbers = source.lines(where) if source is not None else []
        if source is None or len(numbers) != 1:
            return []
        written = source.text_of(numbers[0])
        text = written.strip().replace("\t", " ")
        if not text or len(text) > _WIDEST:
            return []
        place = self._place(where)
        if place is None or not place.column:
            return [_uncommented(text) if not source.code_of(numbers[0]).strip() else text]
        return [text, " " * (place.column - 1 - (len(written) - len(written.lstrip()))) + "^"]

    def call(self, where: Where, function: str) -> str:
        """The call of a function on the line of a place, `assert(s != 4000)`; its name alone if that is uncertain.

        A generated assertion is a clause of a contract on that line.
        """
        source = self._source(where)
        numbers = source.lines(where) if source is not None else []
        if source is None or len(numbers) != 1:
            return function
        code = source.code_of(numbers[0])
        if function == GENERATED and function not in code:
            return _uncommented(source.text_of(numbers[0]))
        found = list(re.finditer(rf"\b{re.escape(function)}\s*(?=\()", code))
        if len(found) != 1:
            return function
        depth = 0
        for end in range(found[0].end(), len(code)):
            depth += {"(": 1, ")": -1}.get(code[end], 0)
            if not depth:
                return source.text_of(numbers[0])[found[0].start() : end + 1]
        return function

    def _place(self, where: Where) -> FilePosition | None:
        source = self._source(where)
        return source.at(where) if source is not None else None

    def _source(self, where: Where) -> SourceText | None:
        if where.file not in self.sources:
            is_own = bool(where.file) and self.task.has_file(where.file, self.folder)
            self.sources[where.file] = read(Path(where.file), self.folder) if is_own else None
        return self.sources[where.file]


def _uncommented(line: str) -> str:
    """A line of a contract without the marks of its comment: `requires n > 0;` for `/*@ requires n > 0; */`."""
    return line.strip().removeprefix("/*").removesuffix("*/").lstrip("/@ ").strip()
