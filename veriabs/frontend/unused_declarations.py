"""Remove declarations that the entry cannot reach, so that they need not be supported.

    int f(void) { return 1; }   long double g(void);   int main(void) { return f(); }          without g

A declaration is reached if a reached one mentions its name, since calls, address-of and uses all name their object.
Constructors, functions that the compiler or C library calls, and variables that give other files access to reached
variables count as reached as well.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import Enum, auto
from functools import lru_cache

from msgspec import Struct

from veriabs.frontend.dialect import INVARIANT, KEPT, LITERAL
from veriabs.frontend.known_functions import is_known
from veriabs.frontend.survey import ERROR_LABELS

WORD = re.compile(r"[A-Za-z_]\w*")
PIECE = re.compile(LITERAL + r"|^#[^\n]*$|[{}();]|[A-Za-z_]\w*", re.MULTILINE)
"""A token: literals and preprocessor lines as a whole, structural characters, names."""

DECORATION = frozenset(("__attribute__", "__attribute", "__asm__", "__asm", "asm", "_Alignas", "__declspec"))
_NOT_MENTIONED = re.compile(LITERAL + r"|^#[^\n]*$", re.MULTILINE)
_DECORATED = re.compile(r"\b(?:" + "|".join(sorted(DECORATION)) + r")\b")
_OLD_STYLE = re.compile(r"\)\s*[A-Za-z_]")
_TAG = re.compile(r"\b(?:struct|union|enum)\s+([A-Za-z_]\w*)\s*(?=[{;])")
_ENUM = re.compile(r"\benum\b[^{};()=]*\{([^}]*)\}")
_TYPED = re.compile(r"\b(?:struct|union|enum)\s+([A-Za-z_]\w*)")
_POINTER = re.compile(r"\(\s*(?=[*^(])")
_PARENTHESISED = re.compile(r"\(\s*([A-Za-z_]\w*)\s*\)\s*\(")
_PARAMETERS = re.compile(r"\(\s*[A-Za-z_]")
_STARTS_TYPE = re.compile(r"\s*(?:typedef|struct|union|enum)\b")
_ASSERTION = re.compile(r"\s*_Static_assert\b")
_SPECIFIERS = frozenset(
    (
        *("extern", "static", "inline", "const", "volatile", "signed", "unsigned", "char", "short", "int", "long"),
        *("float", "double", "void", "struct", "union", "enum", "typedef", "register", "auto", "_Bool", "typeof"),
        *("__typeof__", "__typeof", "_Atomic", "_Complex"),
    )
)


class DeclarationKind(Enum):
    """The kind of a declaration at file scope."""

    FUNCTION = auto()
    DECLARED = auto()
    VARIABLE = auto()
    TYPE = auto()
    ASSERTION = auto()
    OTHER = auto()


class Chunk(Struct, frozen=True):
    """One declaration at file scope, as `text` from the position `start`.

    `names` are those that it declares, `words` all identifiers and keywords that it mentions.
    """

    start: int
    text: str
    kind: DeclarationKind
    names: frozenset[str]
    words: frozenset[str]

    @property
    def changes(self) -> bool:
        """Whether it is a variable that may change."""
        return self.kind is DeclarationKind.VARIABLE and ("const" not in self.words or "*" in self.text)

    @property
    def shared(self) -> bool:
        """Whether it is a variable that other files can name."""
        return self.kind is DeclarationKind.VARIABLE and "static" not in self.words


def chunks(text: str) -> Iterator[str]:
    """The top-level declarations of a text, each with its final semicolon or closing brace."""
    waiting: list[str] = []
    for part in _parts(text):
        if waiting and part.endswith("}") and _code(part).lstrip().startswith("{"):
            # the body of a function in the old style
            head = next((n for n in range(len(waiting) - 1, -1, -1) if _OLD_STYLE.search(_code(waiting[n]))), None)
            if head is not None:
                part = "".join([*waiting[head:], part])
                del waiting[head:]
        elif len(waiting) > _MOST_PARAMETERS:
            yield waiting.pop(0)
        waiting.append(part)
    yield from waiting


_MOST_PARAMETERS = 32
"""Declarations of parameters between the head of a function and its body."""


def _parts(text: str) -> Iterator[str]:
    depth = start = 0
    body = False
    for piece in PIECE.finditer(text):
        match piece[0]:
            case "(":
                depth += 1
            case ")":
                depth -= 1
            case "{":
                body = _begins_body(text[start : piece.start()]) if depth == 0 else body
                depth += 1
            case "}":
                depth -= 1
                if depth == 0 and body:
                    yield text[start : piece.end()]
                    start, body = piece.end(), False
            case ";" if depth == 0:
                yield text[start : piece.end()]
                start, body = piece.end(), False
            case _:
                pass


def _begins_body(before: str) -> bool:
    """Whether the body of a function follows, as opposed to members of a type or values."""
    plain = _undecorated(_code(before)).strip()
    return not plain or (plain.endswith(")") and "=" not in plain and not plain.startswith("typedef"))


def _code(text: str) -> str:
    return _NOT_MENTIONED.sub("", text)


def _undecorated(text: str) -> str:
    """A text without attributes and their arguments."""
    while found := _DECORATED.search(text):
        text = f"{text[: found.start()]} {text[skip_parentheses(text, found.end()) :]}"
    return text


def skip_parentheses(text: str, position: int) -> int:
    """The position after the parenthesised text (and after `volatile`/`goto` words) that follows."""
    depth = 0
    for piece in PIECE.finditer(text, position):
        if piece[0] == "(":
            depth += 1
        elif piece[0] == ")":
            depth -= 1
            if depth == 0:
                return piece.end()
        elif depth == 0 and piece[0].strip("_") not in ("volatile", "goto", "inline"):
            return position
    return position


def declarations_in(text: str) -> Iterator[Chunk]:
    """The declarations of a text, with the names that they declare and mention."""
    position = 0
    for part in chunks(text):
        plain = _code(part)
        kept = f"#pragma {KEPT}" in part
        names, kind = (frozenset[str](), DeclarationKind.OTHER) if kept else _declared_names(_undecorated(plain))
        yield Chunk(position, part, kind, names, frozenset(WORD.findall(plain if INVARIANT not in part else part)))
        position += len(part)


def _declared_names(plain: str) -> tuple[frozenset[str], DeclarationKind]:
    """The names that a declaration introduces, and its kind; no names if that is not clear."""
    if _ASSERTION.match(plain):
        return frozenset(), DeclarationKind.ASSERTION
    if plain.rstrip().endswith("}"):
        name = _name(plain[: plain.index("{")])
        return (frozenset((name,)), DeclarationKind.FUNCTION) if name else (frozenset(), DeclarationKind.OTHER)
    names = {*_TAG.findall(plain), *(word for one in _ENUM.findall(plain) for word in WORD.findall(one))}
    listed = [one for one in _declarators(plain) if WORD.search(one)]
    found = [_name(one) for one in listed]
    is_typedef = plain.lstrip().startswith("typedef")
    if _STARTS_TYPE.match(plain) and not is_typedef and len(listed) == 1 and _is_type_alone(listed[0]):
        return frozenset(names), DeclarationKind.TYPE if names else DeclarationKind.OTHER
    if not found or not all(found) or any(is_known(one) for one in found):
        return frozenset(), DeclarationKind.OTHER
    if is_typedef:
        return frozenset(
            (*names, *found, *(tag for one in listed for tag in _TYPED.findall(one)))
        ), DeclarationKind.TYPE
    declares = all("(" in one and not _POINTER.search(one) for one in listed)
    return frozenset((*names, *found)), DeclarationKind.DECLARED if declares else DeclarationKind.VARIABLE


def _is_type_alone(declarator: str) -> bool:
    """Whether it declares only a type, as in `struct point { ... };`."""
    head, braces, rest = declarator.partition("{}")
    return not rest.strip() if braces else len(WORD.findall(head)) == 2 and "*" not in head


def _declarators(plain: str) -> list[str]:
    """The declarators of a declaration, without members and values; only the first one has the type."""
    depth, start, found, value = 0, 0, list[str](), False
    current: list[str] = []
    for position, sign in enumerate(plain):
        if sign in "({[":
            if sign == "{" and depth == 0 and not value:
                current.append(plain[start:position] + "{}")
            depth += 1
        elif sign in ")}]":
            depth -= 1
            if sign == "}" and depth == 0 and not value:
                start = position + 1
        elif depth == 0 and sign in ",;=":
            if not value:
                current.append(plain[start:position])
            value = sign == "="
            if not value:
                found.append("".join(current))
                current = []
            start = position + 1
    return found


def _name(declarator: str) -> str:
    """The name that a declarator declares; empty if that is not clear."""
    found = _PARENTHESISED.search(declarator)
    if found is not None and not _PARAMETERS.search(declarator[: found.start()]):
        return found[1]
    inner = _POINTER.search(declarator)
    if inner is not None and "(" not in declarator[: inner.start()]:
        return _name(declarator[inner.end() :].split(")")[0])
    words = WORD.findall(re.split(r"[(\[)]", declarator)[0])
    return words[-1] if words and words[-1] not in _SPECIFIERS else ""


# ---------------------------------------------------------------------------------------------- reachable declarations


def without_unreached(
    text: str,
    mentioned: Iterable[str],
    errors: Collection[str],
    also: Mapping[str, Iterable[str]] = {},
    *,
    checked: bool = False,
) -> str:
    """Remove the declarations that the `mentioned` names do not reach.

    `also` maps a function to names that it mentions elsewhere. If no reached function contains one of the `errors`, the
    functions that do are kept: a label named ERROR is the error only if no function of the file reports one. If the
    code is `checked` for other violations as well, only such a label keeps them.
    """
    found = _chunks(text)
    kept = _reachable(found, mentioned, also)
    bodies = [one for one in found if one.kind is DeclarationKind.FUNCTION]
    reporting = [one for one in bodies if one.words & set(errors)]
    matters = not checked or any(one.words & ERROR_LABELS for one in bodies if id(one) in kept)
    if matters and reporting and not any(id(one) in kept for one in reporting):
        kept = _reachable(found, [*mentioned, *(name for one in reporting for name in one.names)], also)
    return "".join(one.text if id(one) in kept else blank(one.text) for one in found) + text[_end_of_chunks(found) :]


def _end_of_chunks(found: tuple[Chunk, ...]) -> int:
    return found[-1].start + len(found[-1].text) if found else 0


@lru_cache(maxsize=2)
def _chunks(text: str) -> tuple[Chunk, ...]:
    return tuple(declarations_in(text))


def _reachable(found: Iterable[Chunk], mentioned: Iterable[str], also: Mapping[str, Iterable[str]]) -> set[int]:
    """The identities of the declarations that are reached."""
    naming: dict[str, list[Chunk]] = {}
    waiting, names, kept = list(mentioned), set[str](), set[int]()
    later: list[Chunk] = []
    for one in found:
        for name in one.names:
            naming.setdefault(name, []).append(one)
        if one.kind is DeclarationKind.OTHER or (
            one.kind is DeclarationKind.FUNCTION and any(map(is_known, one.names))
        ):
            kept.add(id(one))
            waiting += one.words
        elif one.kind is DeclarationKind.ASSERTION or (one.shared and "=" in one.text):
            later.append(one)
    while waiting or later:
        while waiting:
            name = waiting.pop()
            if name in names:
                continue
            names.add(name)
            waiting += also.get(name, ())
            for one in naming.get(name, ()):
                if id(one) not in kept:
                    kept.add(id(one))
                    waiting += one.words
        held = [one for one in later if id(one) not in kept and _is_held(one, naming, kept)]
        if not held:
            break
        for one in held:
            kept.add(id(one))
            waiting += one.words
    return kept


def _is_held(one: Chunk, naming: Mapping[str, list[Chunk]], kept: set[int]) -> bool:
    """Whether an unreached declaration matters: an assertion about reached types, or a way to a reached variable."""
    if one.kind is DeclarationKind.ASSERTION:
        return all(any(id(chunk) in kept for chunk in naming[word]) for word in one.words if word in naming)
    return any(chunk.changes and id(chunk) in kept for chunk in _mentioned(one, naming))


def _mentioned(one: Chunk, naming: Mapping[str, list[Chunk]]) -> Iterator[Chunk]:
    """The declarations that a declaration mentions, however deep."""
    waiting, found = [one], {id(one)}
    while waiting:
        for word in waiting.pop().words:
            new = [chunk for chunk in naming.get(word, ()) if id(chunk) not in found]
            found.update(map(id, new))
            waiting += new
            yield from new


def defines(text: str, name: str) -> bool:
    """Does the text define a function of that name?"""
    return any(one.kind is DeclarationKind.FUNCTION and name in one.names for one in _chunks(text))


def is_of_a_body(text: str, place: int) -> bool:
    """Whether the only declaration at the place is a function that the text defines."""
    found = _chunks(text)
    here = next((one for one in found if one.start <= place < one.start + len(one.text)), None)
    if here is None or len(here.names) != 1 or here.kind not in (DeclarationKind.FUNCTION, DeclarationKind.DECLARED):
        return False
    return any(one.names == here.names and one.kind is DeclarationKind.FUNCTION for one in found)


def blank(text: str) -> str:
    """Blank the lines of a text, except line markers."""
    return "\n".join(line if line.startswith("# ") else "" for line in text.split("\n"))
