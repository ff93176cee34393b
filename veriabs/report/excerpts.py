"""Lines of the user's files, with a mark below a place."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct, field

from veriabs.core.source import Where
from veriabs.report.files import path_text
from veriabs.report.places import Place, Source, read

_WIDEST = 110


class Excerpts(Struct):
    """The user's files, each read once; a place in an unreadable file has no excerpt."""

    sources: dict[str, Source | None] = field(default_factory=dict)

    def named(self, where: Where) -> str:
        """`a.c:12:5` with the column in the file itself; `a.c:12` if the column is uncertain."""
        place = self._place(where)
        column = f":{place.column}" if place is not None and place.column else ""
        return f"{path_text(where.file)}:{where.line}{column}"

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
            return [text]
        return [text, " " * (place.column - 1 - (len(written) - len(written.lstrip()))) + "^"]

    def _place(self, where: Where) -> Place | None:
        source = self._source(where)
        return source.at(where) if source is not None else None

    def _source(self, where: Where) -> Source | None:
        if where.file not in self.sources:
            self.sources[where.file] = read(Path(where.file)) if where.file else None
        return self.sources[where.file]
