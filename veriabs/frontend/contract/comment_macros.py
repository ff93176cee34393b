"""Expand the macros in ACSL comments, which gcc's preprocessor leaves as they are.

    #define N 8
    /*@ requires n <= N; */          requires n <= 8;
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from veriabs.core.errors import InputError
from veriabs.core.source import Task, Where
from veriabs.frontend.compiler import macros
from veriabs.frontend.dialect import LITERAL

PIECE = re.compile(r"/\*.*?\*/|//[^\n]*|" + LITERAL + r"|^\#[^\n]*$|[A-Za-z_]\w*|\S", re.DOTALL | re.MULTILINE)
"""A comment, literal, directive, word or sign of preprocessed text."""
_DEFINE = re.compile(r"^#[ \t]*(define|undef)[ \t]+(\w+)(\(?)(.*)$", re.DOTALL)
_WORD = re.compile(LITERAL + r"|\\?\b[A-Za-z_]\w*")
_WORDS_AND_REST = re.compile(_WORD.pattern + r"|\W+|\w", re.DOTALL)
_OPERAND = re.compile(r"[-+~!]?\w+(\s*(\.|->)\s*\w+)*|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")
"""The body of a macro that means the same with and without parentheses."""
_MOST_EXPANSIONS = 16
"""The number of times that macros in a comment are expanded, for macros that contain others."""


class Macros:
    """The macros of a file by position in the preprocessed text."""

    def __init__(self, text: str, task: Task) -> None:
        self.task = task
        self.lines = [(one.start(), one[0]) for one in PIECE.finditer(text) if _DEFINE.match(one[0])]
        self.predefined: Mapping[str, str] | None = None

    def at(self, position: int) -> dict[str, str | None]:
        """The body of each macro at a position; None for one with parameters."""
        known: dict[str, str | None] = {}
        for start, line in self.lines:
            found = _DEFINE.match(line)
            if start < position and found is not None:
                known.pop(found[2], None)
                if found[1] == "define":
                    known[found[2]] = None if found[3] else found[4].strip()
        return known

    def replaced(self, text: str, known: Mapping[str, str | None], where: Where) -> str:
        """Expand the macros of a text."""
        for _ in range(_MOST_EXPANSIONS):
            wanted = {word for word in _WORD.findall(text) if word in known or word.startswith("__")}
            meant = {word: self._meaning(word, known, where) for word in wanted}
            meant = {word: meaning for word, meaning in meant.items() if meaning is not None}
            if not meant:
                return text
            text = "".join(f"({meant[word]})" if word in meant else word for word in _WORDS_AND_REST.findall(text))
        raise InputError(f"{where}: a macro of this contract expands to itself")

    def _meaning(self, word: str, known: Mapping[str, str | None], where: Where) -> str | None:
        if word in known:
            meaning = known[word]
            if meaning is None:
                raise InputError(f"{where}: {word} in a contract is a macro with parameters, which is not supported")
            if not _OPERAND.fullmatch(meaning):
                raise InputError(f"{where}: the macro {word} in a contract has no parentheses around {meaning!r}")
            return meaning
        if self.predefined is None:
            ever = {found[2] for _, line in self.lines if (found := _DEFINE.match(line))}
            self.predefined = {name: meaning for name, meaning in macros(self.task).items() if name not in ever}
        return self.predefined.get(word)
