"""Functions that `main` cannot reach: what nobody calls does not have to be understood.

Reached is what a reached function, or anything else in the file, mentions by name: whoever calls a function, or hands
over its address, has to name it. A function that runs without being named (a constructor), or by another name, counts
as reached, and so does one that the compiler or the C library may call by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache

from msgspec import Struct

from veriabs.frontend.dialect import LITERAL
from veriabs.frontend.known import is_known

WORD = re.compile(r"[A-Za-z_]\w*")
PIECE = re.compile(LITERAL + r"|[{}();]|[A-Za-z_]\w*")
"""A name; and what a text is taken apart into: texts and characters as they are, signs that structure it, names."""

_COMMAS = re.compile(LITERAL + r"|[(),]")
_DECORATION = frozenset(("__attribute__", "__attribute", "__asm__", "__asm", "asm", "_Alignas", "__declspec"))
_TYPES = frozenset(("typeof", "__typeof__", "__typeof", "_Atomic", "int", "char", "void", "long", "float", "double"))
_RUNS_BY_ITSELF = re.compile(r"\b_*(?:constructor|destructor|alias|ifunc|section|cleanup|weakref|init_priority)_*\b")
_RENAMED = re.compile(r"typedef[\w\s]+\s(\w+)\s*(?:__attribute__\s*\(.*\)\s*)?;\s*", re.DOTALL)
_MARKED = re.compile(r"^#[^\n]*$", re.MULTILINE)


class _Chunk(Struct, frozen=True):
    """One declaration of the file scope; `name` is that of a function, or of a type that only has another name."""

    start: int
    text: str
    name: str


def chunks(text: str) -> Iterator[str]:
    """The top-level declarations of a text, each with its final semicolon or closing brace."""
    depth = start = 0
    function = False
    for piece in PIECE.finditer(text):
        match piece[0]:
            case "(":
                depth += 1
            case ")":
                depth -= 1
                function = function or depth == 0
            case "{":
                depth += 1
            case "}":
                depth -= 1
                if depth == 0 and function and not text[start : piece.start()].lstrip().startswith("typedef"):
                    yield text[start : piece.end()]
                    start, function = piece.end(), False
            case ";" if depth == 0:
                yield text[start : piece.end()]
                start, function = piece.end(), False
            case _:
                pass


def without_unused(text: str, places: Collection[int]) -> str:
    """The text with those functions blanked out that have one of these places in them, and that nothing reaches."""
    found = list(_chunks(text))
    reached = _reached(found)

    def unread(chunk: _Chunk) -> bool:
        end = chunk.start + len(chunk.text)
        return chunk.name not in reached and any(chunk.start <= place < end for place in places)

    return _blanked(text, found, unread)


def without_unreached(text: str, mentioned: str, kept: Collection[str]) -> str:
    """The text without the functions that nothing `mentioned` reaches, nor anything that names one of the `kept`."""
    found = list(_chunks(text))
    roots = (one.text for one in found if not _words(one.text).isdisjoint(kept))
    reached = _reached((*found, *(_Chunk(0, words, "") for words in (mentioned, *roots))))
    return _blanked(text, found, lambda chunk: chunk.name not in reached and chunk.text.endswith("}"))


def is_of_a_body(text: str, place: int) -> bool:
    """Is there a declaration at the place of nothing but one function, which the text defines?"""
    found = _whole(text)
    here = next((one for one in found if one.start <= place < one.start + len(one.text)), None)
    if here is None or not here.name or (here.text.endswith(";") and _has_several(here.text)):
        return False
    return any(one.name == here.name and one.text.endswith("}") for one in found)


@lru_cache(maxsize=2)
def _whole(text: str) -> tuple[_Chunk, ...]:
    return tuple(_chunks(text))


def _has_several(text: str) -> bool:
    """Has a declaration a comma outside of all parentheses?"""
    depth = 0
    for piece in _COMMAS.finditer(text):
        depth += {"(": 1, ")": -1}.get(piece[0], 0)
        if piece[0] == "," and depth == 0:
            return True
    return False


def _blanked(text: str, found: Iterable[_Chunk], unread: Callable[[_Chunk], bool]) -> str:
    """The text with those functions blanked out that are `unread`."""
    result, position = [], 0
    for chunk in found:
        result.append(blank(chunk.text) if chunk.name and unread(chunk) else chunk.text)
        position = chunk.start + len(chunk.text)
    return "".join(result) + text[position:]


def _words(text: str) -> set[str]:
    return set(WORD.findall(text))


def _chunks(text: str) -> Iterator[_Chunk]:
    position = 0
    for part in chunks(text):
        yield _Chunk(position, part, _named(part))
        position += len(part)


def _named(text: str) -> str:
    """The name of the function or type that a declaration is about, empty for anything else."""
    plain = _MARKED.sub("", text).lstrip()
    if plain.startswith("typedef"):
        found = _RENAMED.fullmatch(plain)
        return found[1] if found else ""
    if _RUNS_BY_ITSELF.search(plain):
        return ""
    name = _called_first(plain)
    return "" if is_known(name) or name == "main" else name


def _called_first(text: str) -> str:
    """The name in front of the first parenthesis of a declarator, decoration left aside; empty if there is none."""
    depth, before, decorates = 0, "", False
    for piece in PIECE.finditer(text):
        match piece[0]:
            case "(" if depth or decorates:
                depth += 1
            case "(":
                return "" if before in _TYPES or "=" in text[: piece.start()] else before
            case ")":
                depth -= 1
                decorates = depth > 0
            case "{" | ";":
                return ""
            case word if depth == 0:
                decorates = word in _DECORATION
                before = before if decorates else word
            case _:
                pass
    return ""


def _reached(found: Iterable[_Chunk]) -> set[str]:
    """The names that what is reached mentions."""
    functions: dict[str, set[str]] = {}
    waiting: list[str] = []
    for chunk in found:
        words = _words(chunk.text)
        if chunk.name:
            functions.setdefault(chunk.name, set()).update(words)
        else:
            waiting += words
    reached: set[str] = set()
    while waiting:
        word = waiting.pop()
        if word not in reached:
            reached.add(word)
            waiting += functions.get(word, ())
    return reached


def blank(text: str) -> str:
    """The lines of a text with nothing on them; those that say where the others come from stay."""
    return "\n".join(line if line.startswith("# ") else "" for line in text.split("\n"))
