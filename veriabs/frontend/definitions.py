"""Find the files of a build that define what a file uses but does not define, like a linker."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec import Struct
from pycparser import c_ast

from veriabs.core.copying import replace
from veriabs.core.deadline import Deadline
from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.source import Task
from veriabs.frontend.known_functions import is_known
from veriabs.frontend.parse import parse
from veriabs.frontend.preprocess import preprocess
from veriabs.frontend.survey import defines, walk

_WORD = re.compile(r"[A-Za-z_]\w*")


def with_definitions(task: Task, files: Iterable[Path], read: Callable[[Path], Task], deadline: Deadline) -> Task:
    """Add the files that define names which the task uses, and names which those use, and so on.

    `read` makes the task of a file with the build's options. An unreadable file defines nothing; functions without
    definition stay without body. Raises InputError if several files define a name, since a build may make several
    programs.
    """
    deadline.begin("looking for definitions")
    others = list(task.others)
    there = {one.path.resolve() for one in (task, *others)}
    build = _Build({path: _words(path) for path in files if path.resolve() not in there}, read, deadline)
    waiting = [replace(task, others=()), *others]
    defined, named = set[str](), set[str]()
    while waiting:
        for one in waiting:
            has, names = _names(one, deadline)
            defined |= has
            named |= names
        waiting = build.defining(named - defined)
        others += waiting
    return replace(task, others=tuple(others))


class _Build(Struct):
    """The candidate files with their words, and the definitions of the files read so far."""

    words: dict[Path, set[str]]
    read: Callable[[Path], Task]
    deadline: Deadline
    known: dict[Path, tuple[Task, set[str]]] = {}

    def defining(self, missing: set[str]) -> list[Task]:
        """The files that define some of these names; each of them is taken once."""
        found: dict[str, Path] = {}
        for path in [path for path, words in self.words.items() if words & missing]:
            for name in sorted(self._defined(path) & missing):
                if name in found:
                    raise InputError(f"{path}: {name} is defined by {found[name]} as well; name the one that is meant")
                found[name] = path
        chosen = [path for path in self.words if path in found.values()]
        for path in chosen:
            del self.words[path]
        return [self.known[path][0] for path in chosen]

    def _defined(self, path: Path) -> set[str]:
        if path not in self.known:
            task = self.read(path)
            self.known[path] = task, _names(task, self.deadline)[0]
        return self.known[path][1]


def _names(task: Task, deadline: Deadline) -> tuple[set[str], set[str]]:
    """The names that other files can use of a file, and those that it uses but only declares."""
    try:
        tree = parse(preprocess(task, deadline.left()), task)
    except (InputError, UnsupportedError):
        return set(), set()  # the file's own verification reports the error
    heads = [(node, node.decl if isinstance(node, c_ast.FuncDef) else node) for node in tree.ext]
    known = [(node, head) for node, head in heads if isinstance(head, c_ast.Decl) and head.name is not None]
    has = {head.name for node, head in known if defines(node)}
    shared = {head.name for node, head in known if defines(node) and "static" not in head.storage}
    used = {node.name for node in walk(tree) if isinstance(node, c_ast.ID)}
    declared = {head.name for _, head in known if not is_known(head.name)}
    return shared, (declared & used) - has


def _words(path: Path) -> set[str]:
    try:
        return set(_WORD.findall(path.read_text(encoding="utf-8", errors="replace")))
    except OSError:
        return set()
