"""Clauses of a contract: the text that the user wrote, and how veriabs parsed it."""

from __future__ import annotations

from msgspec import Struct

from veriabs.core.source import Where


class ReadClause(Struct, frozen=True):
    """One clause of a contract, such as `requires 0 <= i < n;`.

    - `kind`: its keyword. `notation`: ACSL or CPROVER. `text`: the clause as written.
    - `reading`: the parsed clause, printed with all parentheses, so that a user can see how it was understood.
    - `outline`: a normal form for comparing clauses of both notations: `0 <= i < n` becomes `0 <= i && i < n`, and
      every predicate for valid memory becomes the same word.
    """

    kind: str
    text: str
    notation: str
    where: Where
    reading: str
    outline: str

    def __str__(self) -> str:
        return f"{self.kind} {self.reading}"
