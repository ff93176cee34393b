"""Combine several translation units into one text: linked names are shared, all other names stay separate.

    a.c: static int n;   b.c: static int n;          static int n; static int n_2;

Static functions and objects, types, tags and enumerators belong to one file. If another file uses such a name for
something else, the name gets the number of its file as suffix. A type that several files define in the same words, for
example through a header, is one type with one definition.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from pycparser import c_ast

from veriabs.confine.sandbox import run_compiler
from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.source import Task, Where
from veriabs.frontend.contract.extraction import without_clauses
from veriabs.frontend.dialect import LITERAL
from veriabs.frontend.nodes import parameters_of
from veriabs.frontend.parse import parse
from veriabs.frontend.survey import defines, walk
from veriabs.frontend.unused_declarations import WORD, blank, chunks

_PIECE = re.compile(LITERAL + r"|^\#[^\n]*$|[A-Za-z_]\w*|->|\S", re.MULTILINE)
_MARKER = re.compile(r"^#[^\n]*$", re.MULTILINE)
_REJECTED = re.compile(r"^(.+?:\d+):(?:\d+:)? error: (.+)$", re.MULTILINE)
_STATEMENT = r"\s*(?:volatile|__volatile|__volatile__|goto)\b"
_ASM = re.compile(LITERAL + rf"|//[^\n]*|/\*(?s:.*?)\*/|\b(asm|__asm|__asm__)\b(?!{_STATEMENT})")
_FILE_LOCAL = "__CPROVER_file_local_"
_STATIC_FUNCTION = r"(?:^#[^\n]*\n|[^#{}();=])*?\bstatic\b[^{}();=]*\b(%s)\s*\("
_STATIC = re.compile(r"\b(?:static|inline)\b")
_TYPES = ("typedef", "struct", "union", "enum")


class _Unit(Struct, frozen=True):
    """One preprocessed file and the names of its file scope; `types` maps each type to the words of its definition.

    `tags` are names that it has as tags alone. `undeclared` are functions that it calls without a prototype, `taking`
    functions that it defines with parameters.
    """

    task: Task
    text: str
    words: frozenset[str]
    members: frozenset[str]
    tags: frozenset[str]
    static: frozenset[str]
    defined: Mapping[str, Where]
    types: Mapping[str, tuple[str, ...]]
    undeclared: frozenset[str]
    taking: frozenset[str]


def link(tasks: Sequence[Task], texts: Sequence[str], seconds: float) -> str:
    """The text of all files, which gcc takes for C; InputError for files that cannot be one program."""
    exported = _export_static_functions(tasks, texts)
    units = [_unit(task, text) for task, text in zip(tasks, exported, strict=True)]
    _refuse_symbols(tasks)
    _refuse_doubles(units)
    _refuse_undeclared(units)
    joined, types = [], set[tuple[str, ...]]()
    for number, (unit, names) in enumerate(zip(units, _file_local_names(units), strict=True), 1):
        if clash := names & unit.members:
            raise InputError(
                f"{unit.task.path}: {min(clash)} is a member here and something else in another file; rename one"
            )
        shared = {words for words in unit.types.values() if not names & set(words)}
        renamed = {name: f"{name}__{number}" for name in names}
        joined.append(rename_words(_drop_types(unit.text, types & shared), renamed))
        types |= shared
    text = "".join(joined)
    _refuse_unlike(text, tasks[0], seconds)
    return text


def _refuse_symbols(tasks: Sequence[Task]) -> None:
    """Reject declarations with assembly names, which may denote another name of another file."""
    for task in tasks:
        text = task.path.read_text(encoding="utf-8", errors="replace")
        if found := next((one for one in _ASM.finditer(text) if one[1]), None):
            line = text.count("\n", 0, found.start()) + 1
            raise UnsupportedError(f"{task.path}:{line}: not supported: {found[1]} in one of several files")


def _export_static_functions(tasks: Sequence[Task], texts: Sequence[str]) -> Iterator[str]:
    """The texts, in which static functions that another file uses are global.

    CBMC has a name for the function f of a file a.c in other files: `__CPROVER_file_local_a_c_f`.
    """
    used = {word for text in texts for word in WORD.findall(text) if word.startswith(_FILE_LOCAL)}
    for task, text in zip(tasks, texts, strict=True):
        prefix = f"{_FILE_LOCAL}{re.sub(r'[^A-Za-z0-9]', '_', task.path.name)}_"
        names = {word.removeprefix(prefix): word for word in used if word.startswith(prefix)}
        declared = re.compile(_STATIC_FUNCTION % "|".join(names), re.MULTILINE)
        found, position = list[str](), 0
        for part in chunks(text) if names else ():
            if match := declared.match(part):
                found.append(match[1])
                head = max((one.end() for one in _MARKER.finditer(match[0])), default=0)
                exported = part[:head] + _STATIC.sub("", match[0][head:]) + part[match.end() :]
                text = text[:position] + exported + text[position + len(part) :]
                part = exported
            position += len(part)
        yield rename_words(text, {name: names[name] for name in found})


def _unit(task: Task, text: str) -> _Unit:
    tree = parse(without_clauses(text), task)
    declared = [(node, node.decl if isinstance(node, c_ast.FuncDef) else node) for node in tree.ext]
    names = [(node, one) for node, one in declared if isinstance(one, c_ast.Decl) and one.name is not None]
    records = [node for node in walk(tree) if isinstance(node, c_ast.Struct | c_ast.Union)]
    enumerators = {node.name for node in walk(tree) if isinstance(node, c_ast.Enumerator)}
    typedefs = {node.name for node in tree.ext if isinstance(node, c_ast.Typedef)}
    types = [one for one in chunks(text) if _is_type(one)]
    static = frozenset(one.name for _, one in names if "static" in one.storage)
    defined = {one.name: _location(one, task) for node, one in names if one.name not in static and defines(node)}
    return _Unit(
        *(task, text, frozenset(word for word in _words(text) if word.isidentifier())),
        members=frozenset(part.name for one in records for part in one.decls or () if isinstance(part, c_ast.Decl)),
        tags=frozenset(one.name for one in records if one.name) - typedefs - enumerators,
        static=static,
        defined=defined,
        types={name: tuple(_words(one)) for one in types for name in _names_of_type(one, typedefs)},
        undeclared=frozenset(_undeclared(tree)),
        taking=frozenset(one.name for node, one in names if isinstance(node, c_ast.FuncDef) and parameters_of(node)),
    )


def _undeclared(tree: c_ast.FileAST) -> Iterator[str]:
    """The functions that are called, and declared nowhere or without parameters."""
    declared = [node for node in walk(tree) if isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl)]
    yield from (one.name for one in declared if one.type.args is None)
    known = {node.name for node in walk(tree) if isinstance(node, c_ast.Decl)}
    called = (node.name for node in walk(tree) if isinstance(node, c_ast.FuncCall))
    yield from (one.name for one in called if isinstance(one, c_ast.ID) and one.name not in known)


def _location(node: c_ast.Node, task: Task) -> Where:
    return Where(node.coord.file, node.coord.line) if node.coord else Where(str(task.path), 1)


def _is_type(chunk: str) -> bool:
    """Whether a declaration defines only types."""
    words = _words(chunk)
    if not words or words[0] not in _TYPES:
        return False
    return words[0] == "typedef" or (words[-2:] == ["}", ";"] and "(" not in words[: words.index("{")])


def _names_of_type(chunk: str, waiting: set[str]) -> Iterator[str]:
    """The tags, enumerators and type names that a declaration of types introduces.

    `waiting` are the names of typedefs that no earlier declaration introduces; those of this one are removed.
    """
    words = _words(chunk)
    for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False):
        if word.isidentifier() and ((before in _TYPES[1:] and after == "{") or _is_enumerator(words, word, after)):
            yield word
    if words[0] == "typedef":
        introduced = waiting & set(words)
        waiting -= introduced
        yield from introduced


def _is_enumerator(words: Sequence[str], word: str, after: str) -> bool:
    return "enum" in words and after in (",", "=", "}") and word not in _TYPES


def _file_local_names(units: Sequence[_Unit]) -> list[set[str]]:
    """For each file, its names that mean something else in another file, and the types that mention such a name."""
    found = [set(_differing(number, units)) for number in range(len(units))]
    waiting = True
    while waiting:
        waiting = False
        for unit, own in zip(units, found, strict=True):
            more = {name for name, words in unit.types.items() if own & set(words)} - own
            own |= more
            waiting = waiting or bool(more)
    return found


def _differing(number: int, units: Sequence[_Unit]) -> Iterator[str]:
    unit = units[number]
    for position, other in enumerate(units):
        if position == number:
            continue
        for name in unit.static & other.words:  # the first file keeps its name where all others give theirs away
            if name not in other.static or number > 0:
                yield name
        for name, words in unit.types.items():
            is_elsewhere = name in other.types or (name in other.words and name not in unit.tags)
            differs = is_elsewhere and other.types.get(name) != words
            if differs and (name not in other.types or number > position):
                yield name


def _drop_types(text: str, types: Container[tuple[str, ...]]) -> str:
    """The text without definitions of types that an earlier file has defined."""
    result, position = [], 0
    for chunk in chunks(text):
        position += len(chunk)
        result.append(blank(chunk) if _is_type(chunk) and tuple(_words(chunk)) in types else chunk)
    return "".join(result) + text[position:]


def _words(text: str) -> list[str]:
    return _PIECE.findall(_MARKER.sub("", text))


def rename_words(text: str, names: Mapping[str, str]) -> str:
    """Rename words of the text, except members after a dot or an arrow."""
    result, position, before = [], 0, ""
    for piece in _PIECE.finditer(text):
        if piece[0] in names and before not in (".", "->"):
            result += [text[position : piece.start()], names[piece[0]]]
            position = piece.end()
        before = piece[0]
    return "".join(result) + text[position:]


def _refuse_doubles(units: Sequence[_Unit]) -> None:
    """As a linker does: no name with external linkage is defined twice."""
    found: dict[str, Where] = {}
    for unit in units:
        for name, where in unit.defined.items():
            if name in found:
                raise InputError(f"{where}: {name} is defined at {found[name]} as well")
        found |= unit.defined


def _refuse_undeclared(units: Sequence[_Unit]) -> None:
    """Reject calls without a prototype across files, whose arguments would not be converted."""
    for unit in units:
        for other in units:
            if other is not unit and (names := unit.undeclared & other.taking):
                raise InputError(f"{unit.task.path}: {min(names)} of {other.task.path} has no prototype; declare it")


def _refuse_unlike(text: str, task: Task, seconds: float) -> None:
    """Check that files declare each common name with compatible types; linkers do not, and C leaves a mismatch
    undefined."""
    with tempfile.TemporaryDirectory(prefix="veriabs-") as folder:
        path = Path(folder) / "program.c"
        path.write_text(without_clauses(text), encoding="utf-8", errors="surrogateescape")
        finished = run_compiler(("gcc", "-fsyntax-only", "-w", str(path)), seconds=max(0.1, seconds), reads=[path])
    error = _REJECTED.search(finished.stderr) if finished.exit_code else None
    if error is not None:
        raise InputError(f"{error[1]}: gcc cannot link the files into one program: {error[2]}")
    if finished.exit_code:
        raise InputError(f"{task.path}: cannot check that the files are one program: gcc gave no answer")
