"""Names, types and places of the file that a harness (the generated `main`) is written for."""

from __future__ import annotations

import re
from copy import deepcopy

from pycparser import c_ast
from pycparser.c_generator import CGenerator

from veriabs.core.errors import UnsupportedError
from veriabs.core.source import WRITTEN, Where
from veriabs.core.types import INT
from veriabs.frontend.contract.scope import Variable
from veriabs.frontend.nodes import declaring, is_void, retyped
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.tree import TypedTree


class FreshNames:
    """Creates names that do not occur in the text."""

    def __init__(self, text: str) -> None:
        self.used = set(re.findall(r"[A-Za-z_]\w*", text))

    def fresh(self, wanted: str) -> str:
        """The name that is wanted, or one like it."""
        found, number = wanted, 1
        while found in self.used:
            number += 1
            found = f"{wanted}_{number}"
        self.used.add(found)
        return found


def types_of(tree: c_ast.FileAST) -> frozenset[str]:
    """The names of types of the file."""
    return frozenset(node.name for node in walk(tree) if isinstance(node, c_ast.Typedef))


def file_scope(tree: c_ast.FileAST, types: TypedTree) -> dict[str, Variable]:
    """The variables and enumerators of the file, as a clause may name them."""
    found = {one.name: Variable(one.name, types.of(one)) for one in tree.ext if _is_variable(one)}
    for node in walk(tree):
        if isinstance(node, c_ast.Enumerator):
            found[node.name] = Variable(node.name, INT, local=True)
    return found


def _is_variable(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.Decl) and node.name is not None and not isinstance(node.type, c_ast.FuncDecl)


def reserved_names(tree: c_ast.FileAST) -> set[str]:
    """The names of file scope and of `main` itself, which a variable of `main` must not hide."""
    declared = {node.name for node in tree.ext if isinstance(node, c_ast.Decl | c_ast.Typedef) and node.name}
    functions = {node.decl.name for node in tree.ext if isinstance(node, c_ast.FuncDef)}
    enumerators = {node.name for node in walk(tree) if isinstance(node, c_ast.Enumerator)}
    return {"abort", "malloc"} | declared | functions | enumerators


def is_pointer(ctype: c_ast.Node) -> bool:
    """Whether it is a pointer or array type."""
    return isinstance(ctype, c_ast.PtrDecl | c_ast.ArrayDecl)


def declared_as(parameter: c_ast.Node, name: str) -> c_ast.Decl:
    """The parameter as the declaration of a variable of another name."""
    quals = list(getattr(parameter, "quals", None) or [])
    return c_ast.Decl(name, quals, [], [], [], declaring(parameter.type, name), None, None, parameter.coord)


def declaration(parameter: c_ast.Decl) -> str:
    """The declaration of a variable like a parameter, which may be set."""
    bare = deepcopy(parameter)
    bare.quals, bare.storage = [], []
    for node in walk(bare):
        if isinstance(node, c_ast.TypeDecl):
            node.quals = []
    return str(CGenerator().visit(bare))


def pointer_variable(unit: str, name: str, coord: c_ast.Coord | None) -> c_ast.Decl:
    """The declaration of a pointer to objects of the type that `unit` names."""
    pointee = c_ast.TypeDecl(name, [], None, c_ast.IdentifierType(unit.split()))
    return c_ast.Decl(name, [], [], [], [], c_ast.PtrDecl([], pointee), None, None, coord)


def unit_of(pointee: c_ast.Node) -> str:
    """The type of the cells that a pointer points to, as text; bytes for `void *`."""
    return "char" if is_void(pointee) else str(CGenerator().visit(retyped(pointee, None)))


def generated(text: str) -> str:
    """A generated line, without a place in the user's file."""
    return f'# 1 "{WRITTEN}"\n{text}'


def marked(coord: c_ast.Coord | None, text: str) -> str:
    """The text, with a marker of a place in the user's file."""
    return text if coord is None else f'# {coord.line} "{coord.file}"\n{text}'


# ----------------------------------------------------------------------------------------------------------- places

_MARKER = re.compile(r'^#(?:line)?[ \t]+(\d+)[ \t]+"((?:[^"\\]|\\.)*)"[ \t\d]*\n', re.MULTILINE)


class ParserPlaces:
    """Places of the parser in a preprocessed text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.ends: dict[tuple[str, int], int] = {}
        self.segments = [(one.end(), int(one[1]), one[2]) for one in _MARKER.finditer(text)]

    def placed(self, where: Where, statement: str) -> str:
        """The statement at a place, to the right of the text on that line, so that no two have one place."""
        if not self.ends:
            self._measure()
        key = where.file, where.line
        column = max(self.ends.get(key, 0), where.column)
        self.ends[key] = column + len(statement) + 1
        return f'# {where.line} "{where.file}"\n{" " * column}{statement}'

    def _measure(self) -> None:
        ends = [start for start, _, _ in self.segments[1:]] + [len(self.text)]
        for (start, first, file), end in zip(self.segments, ends, strict=True):
            for number, line in enumerate(self.text[start:end].split("\n")):
                if line.strip() and not line.startswith("#"):
                    key = file, first + number
                    self.ends[key] = max(self.ends.get(key, 0), len(line) + 1)

    def offset(self, coord: c_ast.Coord | None, name: str) -> int:
        """The position of a name in the text; UnsupportedError if it is not found there."""
        ends = [start for start, _, _ in self.segments[1:]] + [len(self.text)]
        for (start, first, file), end in zip(self.segments, ends, strict=True):
            if coord is None or file != coord.file or coord.line < first:
                continue
            position = start
            for _ in range(coord.line - first):
                position = self.text.find("\n", position, end) + 1
                if position <= 0:
                    break
            column = position + (coord.column or 1) - 1
            if position > 0 and column < end and self.text.startswith(name, column):
                return column
        raise UnsupportedError(f"{coord}: {name} is not found in the text, since a macro may make it")

    def inserted(self, statement: str, position: int) -> str:
        """The statement at no place of the user's, followed by a marker that restores the place of the text after
        it."""
        start, first, file = next(one for one in reversed(self.segments) if one[0] <= position)
        line = first + self.text.count("\n", start, position)
        column = position - (self.text.rfind("\n", 0, position) + 1)
        return f'\n# 1 "{WRITTEN}"\n{statement}\n# {line} "{file}"\n{" " * column}'


def pointer_to(unit: str, name: str) -> str:
    """The declaration of a pointer to objects of a type."""
    base, bracket, sizes = unit.partition("[")
    return f"{base}(*{name}){bracket}{sizes}" if bracket else f"{unit} *{name}"
