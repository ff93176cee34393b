"""Find ACSL comments in a file, and assign their clauses to the declaration after them.

The comments come from gcc's preprocessor (`-C -dD`): comments of headers are included, comments of code that is not
compiled are not, and each macro has its definition at that place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.errors import InputError
from veriabs.core.source import Task, Where
from veriabs.frontend.compiler import SECONDS, expand
from veriabs.frontend.contract.comment_macros import PIECE, Macros
from veriabs.frontend.contract.syntax import Notation
from veriabs.frontend.dialect import LITERAL
from veriabs.frontend.unused_declarations import DECORATION

_SPLICE = re.compile(r"(?:\\|\?\?/)[ \t]*\r?\n")
"""The end of a line that goes on (C11 5.1.1.2)."""
_COMMENT = re.compile(r"/\0*(?:\*\0*@.*?\*\0*/|/\0*@[^\n]*)", re.DOTALL)
"""A comment of ACSL, with a null character for each splice."""
_MARKER = re.compile(r'^#(?:line)?[ \t]+(\d+)[ \t]+"((?:[^"\\]|\\.)*)"([ \t\d]*)$')
_FILES = re.compile(r'^#(?:line)?[ \t]+\d+[ \t]+"([^"<>\n]+)"', re.MULTILINE)
_TOKEN = re.compile(LITERAL + r"|\\?[A-Za-z_]\w*|\S")
_BINDERS = ("\\forall", "\\exists", "\\let", "\\lambda")

SINGLE = frozenset(("requires", "ensures", "assumes", "assigns", "allocates", "frees", "decreases", "terminates"))
"""Kinds of clauses that can stand outside or inside of a behavior."""
SETS = ("complete", "disjoint")
"""Clauses about sets of behaviors."""
CHECKED, ADMITTED = "check requires", "admit ensures"
_ROLES = {
    "check": {"requires": CHECKED, "ensures": "ensures"},
    "admit": {"requires": "requires", "ensures": ADMITTED},
}
"""The kinds of clauses that are only checked, or only assumed; no proof assumes `ensures` anyway."""
_ENDS = ("exits", "returns", "breaks", "continues")
_CONTRACT = SINGLE | {"behavior", "check", "admit", *_ENDS, *SETS}
_STATEMENT = _CONTRACT | {"assert", "ghost", "invariant", "for", "calls"}
_DEFINITIONS = frozenset(("predicate", "logic", "axiomatic", "lemma", "inductive", "axiom", "import", "module"))
"""Annotations that only define names; a clause that uses such a name is rejected."""
_CLAUSE_BEHIND = re.compile(rf"[;}}]\s*(?:check\s+|admit\s+)?({'|'.join(sorted({*SINGLE, *SETS, 'behavior'}))})\b")
_KEYWORDS = _STATEMENT | _DEFINITIONS | {"loop", "global", "type", "model", "volatile", "strong", "weak"}
_OPERATORS = frozenset(("typeof", "__typeof__", "__typeof", "_Atomic", "_Alignas", "__asm__", "asm", "__asm"))
"""Words of declarations that have an operand in parentheses."""
_TYPES = ("int", "char", "void", "long", "short", "float", "double", "signed", "unsigned", "_Bool")
_NO_NAMES = {*_OPERATORS, *_TYPES, "const", "volatile", "_Static_assert", "static_assert"}


class Clause(Struct, frozen=True):
    """One clause of a contract: its kind (`requires`, ...), text and place, and its behavior.

    `parameters` are the parameter names of its declaration, which may differ from those of other declarations.
    """

    kind: str
    text: str
    where: Where
    notation: Notation = Notation.ACSL
    behavior: str = ""
    parameters: tuple[str, ...] = ()


class ContractDeclaration(Struct, frozen=True):
    """A declaration of a function with a contract: name and place of the function, and the clauses."""

    function: str
    where: Where
    clauses: tuple[Clause, ...]


class Inner(Struct, frozen=True):
    """An annotation of a statement in the body of a function."""

    function: str
    where: Where
    keyword: str


def has_annotations(text: str, task: Task) -> bool:
    """Whether a file of the preprocessed text may contain an ACSL comment; gcc garbles comments with spliced lines."""
    begun = False
    for file in sorted(one for one in {str(task.path), *_FILES.findall(text)} if task.has_file(one)):
        content = _content(file)
        for comment in _COMMENT.finditer(content):
            if "\0" in comment[0]:
                line = len(re.findall(r"[\n\0]", content[: comment.start()])) + 1
                raise InputError(f"{file}:{line}: an annotation with a line that ends with a backslash is unsupported")
            begun = True
    return begun


def _content(path: str) -> str:
    try:
        return _SPLICE.sub("\0", Path(path).read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return ""


def read_annotations(task: Task) -> tuple[list[ContractDeclaration], list[Inner]]:
    """The contracts in ACSL comments of one file, and the annotations of statements."""
    text = expand(task, SECONDS, "-C", "-dD")
    pieces = list(_pieces(text, str(task.path)))
    defined = Macros(text, task)
    found, inner = list[ContractDeclaration](), list[Inner]()
    for declaration in _declarations(pieces):
        name = declaration.function()
        for comment in _merge_comments(declaration.head):
            found += _contract(comment, name, declaration.parameters(), defined)
        for comment in declaration.inside:
            inner += _inner(comment, name, declaration.body)
    return found, inner


# ------------------------------------------------------------------------------------------------------- declarations


class _Piece(Struct, frozen=True):
    """A word, sign, literal or ACSL comment, with its place and its position in the text."""

    text: str
    where: Where
    position: int

    def is_comment(self) -> bool:
        return self.text.startswith(("/*", "//"))


def _pieces(text: str, path: str) -> Iterator[_Piece]:
    file, line, counted, system = path, 1, 0, False
    for found in PIECE.finditer(text):
        line += text.count("\n", counted, found.start())
        counted = found.start()
        word = found[0]
        if word[0] == "#":
            if marker := _MARKER.match(word):
                file, line, system = marker[2], int(marker[1]) - 1, "3" in marker[3].split()
        elif not word.startswith(("/*", "//")) or (word[2:3] == "@" and not system):
            column = found.start() - (text.rfind("\n", 0, found.start()) + 1)
            yield _Piece(word, Where(file, line, column), found.start())


class _Declaration(Struct):
    """One declaration at file scope: the comments before it, its tokens outside of braces, its comments inside.

    From position `body` of `inside` on, comments are in the body of a function.
    """

    head: list[_Piece]
    pieces: list[_Piece]
    inside: list[_Piece]
    body: bool = False

    def function(self) -> _Piece | None:
        """The name of the function that is declared."""
        is_type = bool(self.pieces) and self.pieces[0].text == "typedef"
        return None if is_type else _function_name_token(_declarator_tokens(self.pieces))

    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters of the function that is declared."""
        name, pieces = self.function(), self.pieces
        named = next((n for n, piece in enumerate(pieces) if piece is name), len(pieces))
        begin = next((n for n in range(named, len(pieces)) if pieces[n].text == "("), len(pieces))
        return parameter_names([one.text for one in pieces[begin + 1 : _closed(pieces, begin)]])


def _declarator_tokens(pieces: Sequence[_Piece]) -> list[_Piece]:
    """The tokens of a declaration without attributes, the members of its type, and all from `=` on."""
    found, position = list[_Piece](), 0
    while position < len(pieces) and pieces[position].text != "=":
        word = pieces[position].text
        grouped = position + 1 < len(pieces) and pieces[position + 1].text == "("
        if word == "{" or (word in DECORATION | _OPERATORS and grouped):
            position = _closed(pieces, position + (word != "{"))
        else:
            found.append(pieces[position])
        position += 1
    return found


def _closed(pieces: Sequence[_Piece], begin: int) -> int:
    """The position of the bracket that closes the one at `begin`."""
    depth = 0
    for position in range(begin, len(pieces)):
        depth += (pieces[position].text in ("(", "{")) - (pieces[position].text in (")", "}"))
        if depth == 0:
            return position
    return len(pieces)


def _function_name_token(pieces: Sequence[_Piece]) -> _Piece | None:
    """The name of the function: `f` in `int f(int)`, `int (f)(int)` and `int (*f(int))(int)`."""
    begin = next((n for n, piece in enumerate(pieces) if piece.text == "("), None)
    if begin is None:
        return None
    end = _closed(pieces, begin)
    if end + 1 < len(pieces) and pieces[end + 1].text == "(":
        inside = pieces[begin + 1 : end]
        is_alone = len(inside) == 1 and _is_name(inside[0].text)
        return inside[0] if is_alone else _function_name_token(inside)
    named = pieces[begin - 1] if begin > 0 else None
    return named if named is not None and _is_name(named.text) else None


def parameter_names(words: Sequence[str]) -> tuple[str, ...]:
    """The names in a parameter list, given its tokens; empty for one without a name."""
    names, own, depth = list[str](), list[str](), 0
    for word in (*words, ","):
        if word == "," and depth == 0:
            names.append(_parameter_name(own))
            own = []
            continue
        depth += (word in "([{") - (word in ")]}")
        own.append(word)
    return tuple(names)


def _parameter_name(words: list[str]) -> str:
    """The name of a parameter: `f` for `int (*f)(int)`, `a` for `int a[10]`, empty for `int` or `int *`."""
    if "(" in words and ")" in words:
        words = words[words.index("(") : words.index(")")]
    plain = words[: words.index("[")] if "[" in words else words
    return plain[-1] if len(plain) > 1 and plain[-1].isidentifier() else ""


def _is_name(word: str) -> bool:
    return word.isidentifier() and word not in _NO_NAMES


def _declarations(pieces: Iterable[_Piece]) -> Iterator[_Declaration]:
    current, depth = _Declaration([], [], []), 0
    for piece in pieces:
        if piece.is_comment():
            (current.inside if current.pieces else current.head).append(piece)
            continue
        if piece.text == "{" and depth == 0 and current.function():
            current.body = True
        depth += (piece.text in ("(", "{")) - (piece.text in (")", "}"))
        current.pieces.append(piece)
        if depth == 0 and (piece.text == ";" or (piece.text == "}" and current.body)):
            yield current
            current = _Declaration([], [], [])
    yield current


def _merge_comments(comments: Sequence[_Piece]) -> Iterator[_Piece]:
    """The comments, with consecutive `//@` comments merged."""
    waiting: _Piece | None = None
    for one in comments:
        if waiting is not None and waiting.text.startswith("//") and one.text.startswith("//"):
            lines = max(1, one.where.line - waiting.where.line - waiting.text.count("\n"))
            waiting = replace(waiting, text=waiting.text + "\n" * lines + one.text.replace("//@", "   ", 1))
            continue
        if waiting is not None:
            yield waiting
        waiting = one
    if waiting is not None:
        yield waiting


# ------------------------------------------------------------------------------------------------------------ clauses


def _blank_markers(comment: str) -> str:
    """The content of a comment without its markers and nested comments; characters keep their positions."""
    text = re.sub(r"^(?:/\*@|//@)|@?\*/$", lambda found: " " * len(found[0]), comment)
    text = re.sub(r"^[ \t]*@+", lambda found: " " * len(found[0]), text, flags=re.MULTILINE)
    return re.sub(r"//[^\n]*", lambda found: " " * len(found[0]), text)


def _first(text: str) -> str:
    found = _TOKEN.search(text)
    return found[0] if found else ""


def _is_acsl(comment: _Piece) -> bool:
    """Whether it is a comment of ACSL. Other tools have comments such as `/*@null@*/` or `//@{`."""
    text = _blank_markers(comment.text)
    word = _first(text)
    if word in _KEYWORDS:
        return True
    if ";" in text or "\\" in text:
        raise InputError(f"{comment.where}: unknown annotation {word!r}")
    return False


def _contract(
    comment: _Piece, name: _Piece | None, parameters: tuple[str, ...], defined: Macros
) -> Iterator[ContractDeclaration]:
    """The contract in a comment before a declaration."""
    if not _is_acsl(comment):
        return
    word = _first(_blank_markers(comment.text))
    if word in _DEFINITIONS:
        if clause := _CLAUSE_BEHIND.search(_blank_markers(comment.text)):
            raise InputError(f"{comment.where}: {clause[1]} follows a definition; give it a comment of its own")
        return
    if word not in _CONTRACT:
        raise InputError(f"{comment.where}: an annotation that begins with {word!r} is not supported")
    if name is None:
        raise InputError(f"{comment.where}: this contract precedes a declaration that is not a function; move it")
    clauses = (replace(one, parameters=parameters) for one in _clauses(comment, defined))
    yield ContractDeclaration(name.text, name.where, tuple(clauses))


def _inner(comment: _Piece, name: _Piece | None, body: bool) -> Iterator[Inner]:
    if not _is_acsl(comment):
        return
    word = _first(_blank_markers(comment.text))
    if name is None or not body:
        raise InputError(f"{comment.where}: this contract is inside a declaration; move it in front")
    if word != "loop":
        yield Inner(name.text, comment.where, word)


def _clauses(comment: _Piece, defined: Macros) -> Iterator[Clause]:
    """The clauses of a contract, with the macros in them replaced."""
    text, behavior = _blank_markers(comment.text), ""
    known, named = defined.at(comment.position), set[str]()
    position = 0
    while found := _TOKEN.search(text, position):
        word, start = found[0], found.start()
        where = _place(comment, text, start)
        if word == "behavior":
            colon = text.find(":", start)
            behavior = text[found.end() : colon].strip()
            if colon < 0 or not behavior.isidentifier():
                raise InputError(f"{where}: this behavior has no name")
            if behavior in named:
                raise InputError(f"{where}: two behaviors are called {behavior}")
            named.add(behavior)
            position = colon + 1
            continue
        if word in _ROLES and (second := _TOKEN.search(text, found.end())):
            found, word = second, _ROLES[word].get(second[0], f"{word} {second[0]}")
        if word not in SINGLE and word not in (*SETS, CHECKED, ADMITTED):
            raise InputError(f"{where}: unknown clause {word!r} in a contract")
        position = _end_of_clause(text, found.end())
        if position < 0:
            raise InputError(f"{where}: the clause that begins with {word!r} does not end with ;")
        body = " ".join(text[found.end() : position].split())
        yield Clause(word, defined.replaced(body, known, where), where, behavior="" if word in SETS else behavior)
        position += 1


def _place(comment: _Piece, text: str, start: int) -> Where:
    line = text.count("\n", 0, start)
    column = start - (text.rfind("\n", 0, start) + 1) + (0 if line else comment.where.column)
    return Where(comment.where.file, comment.where.line + line, column)


def _end_of_clause(text: str, position: int) -> int:
    r"""The position of the semicolon that ends a clause, or -1; semicolons of quantifiers and `\let` do not count."""
    depth = waiting = 0
    for found in _TOKEN.finditer(text, position):
        word = found[0]
        depth += (word in "([{") - (word in ")]}")
        if depth == 0:
            if word in _BINDERS:
                waiting += 1
            elif word == ";":
                if not waiting:
                    return found.start()
                waiting -= 1
    return -1
