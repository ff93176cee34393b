"""Clauses of a contract: the text that the user wrote, and how veriabs parsed it."""

from __future__ import annotations

from msgspec import Struct

from veriabs.core.source import Where


class ReadClause(Struct, frozen=True):
    """One clause: its `text` in a `notation` (ACSL or CPROVER), and `reading`, the same with all parentheses.

    `outline` is a normal form in which readings are compared: chained comparisons become conjunctions, validity one
    word.
    """

    kind: str
    text: str
    notation: str
    where: Where
    reading: str
    outline: str

    def __str__(self) -> str:
        return f"{self.kind} {self.reading}"
