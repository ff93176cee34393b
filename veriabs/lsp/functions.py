"""The functions that a text in an editor defines, found without a compiler, so that unfinished texts have some too."""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct

from veriabs.frontend.dialect import LITERAL
from veriabs.frontend.unused_declarations import Chunk, DeclarationKind, declarations_in

_BLANKED = re.compile(
    rf"({LITERAL})|/\*.*?\*/|//[^\n]*|^[ \t]*#(?:[^\n\\]|\\.)*", re.MULTILINE | re.DOTALL
)  # literals, which stay; comments; preprocessor lines


class FunctionRange(Struct, frozen=True):
    """A function with a body: its first line, the line of its name, and the line behind its last; they count from 0."""

    name: str
    first: int
    line: int
    end: int

    def __contains__(self, line: int) -> bool:
        return self.first <= line < self.end


@lru_cache(maxsize=8)
def functions_in(text: str) -> tuple[FunctionRange, ...]:
    """The functions that are defined in a text, in its order."""
    plain = _BLANKED.sub(lambda found: found[1] or re.sub(r"[^\n]", " ", found[0]), text)
    found = (_function(one, plain) for one in declarations_in(plain) if one.kind is DeclarationKind.FUNCTION)
    return tuple(one for one in found if one is not None)


def _function(chunk: Chunk, plain: str) -> FunctionRange | None:
    (name,) = chunk.names
    head = re.search(rf"\b{name}\b", chunk.text)
    if head is None:
        return None
    blanks = len(chunk.text) - len(chunk.text.lstrip())
    first, line, end = (plain.count("\n", 0, chunk.start + part) for part in (blanks, head.start(), len(chunk.text)))
    return FunctionRange(name, first, line, end + 1)
