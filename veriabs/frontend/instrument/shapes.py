"""Compute the scalar leaves of C objects, and the declared types of a syntax tree by name."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.core.source import DataModel
from veriabs.core.types import INT, CType, FloatType, IntType
from veriabs.core.typing_rules import LONG_DOUBLE, named_type
from veriabs.frontend.instrument.listing import text_of
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.declarators import canonical
from veriabs.frontend.typed.types import ArrayOf, Pointer, Record, Type, arithmetic


class Leaf(Struct, frozen=True):
    """One scalar in every cell of an object: `path` leads to it, `[0]` for each array on the way.

    `outer` are the paths of the arrays that the leaf's own innermost array lies in, outermost first.
    """

    path: str
    type: CType
    arrays: tuple[str, ...] = ()


class Shapes(Struct):
    """The types that a file declares, by name; an ambiguous type name has no entry."""

    data_model: DataModel
    typedefs: dict[str, c_ast.Node] = field(default_factory=dict)
    records: dict[tuple[str, str], c_ast.Node] = field(default_factory=dict)

    def learn(self, tree: c_ast.FileAST) -> None:
        for node in walk(tree):
            match node:
                case c_ast.Typedef():
                    known = self.typedefs.setdefault(node.name, node.type)
                    if known is not node.type and text_of(known) != text_of(node.type):
                        self.typedefs[node.name] = c_ast.EllipsisParam()
                case c_ast.Struct(decls=[*_]) | c_ast.Union(decls=[*_]) if node.name:
                    self.records[type(node).__name__, node.name] = node
                case _:
                    pass

    def arithmetic(self, node: c_ast.Node | None) -> CType | None:
        """The arithmetic type of a type node, if it is one."""
        match node:
            case c_ast.TypeDecl() | c_ast.Decl() | c_ast.Typename():
                return self.arithmetic(node.type)
            case c_ast.Enum():
                return INT
            case c_ast.IdentifierType(names=[name]) if name in self.typedefs:
                return self.arithmetic(self.typedefs[name])
            case c_ast.IdentifierType():
                try:
                    return named_type(canonical(list(node.names)), self.data_model)
                except KeyError:
                    return None
            case _:
                return None

    def members(self, node: c_ast.Struct | c_ast.Union) -> list[c_ast.Decl]:
        whole = node if node.decls else self.records.get((type(node).__name__, node.name))
        return [member for member in (whole.decls if whole else []) or [] if isinstance(member, c_ast.Decl)]

    def element(self, node: c_ast.Node | None) -> c_ast.Node | None:
        """The element type of an array, or the target type of a pointer; None for other types."""
        found = self.resolved(node)
        return found.type if isinstance(found, c_ast.ArrayDecl | c_ast.PtrDecl) else None

    def member(self, node: c_ast.Node | None, name: str) -> c_ast.Node | None:
        """The type of a member of a struct or union, if it has one by that name that is no bit-field."""
        found = self.resolved(node)
        if not isinstance(found, c_ast.Struct | c_ast.Union):
            return None
        named = (member for member in self.members(found) if member.name == name and member.bitsize is None)
        return next((member.type for member in named), None)

    def flexible(self, node: c_ast.Node | None) -> str | None:
        """The flexible array member of a struct, if the type is one that has it (C11 6.7.2.1)."""
        found = self.resolved(node)
        last = self.members(found)[-1:] if isinstance(found, c_ast.Struct) else []
        return next((str(one.name) for one in last if _is_open(self.resolved(one.type))), None)

    def resolved(self, node: c_ast.Node | None) -> c_ast.Node | None:
        """The type with type names replaced by their definitions."""
        match node:
            case c_ast.TypeDecl() | c_ast.Decl() | c_ast.Typename():
                return self.resolved(node.type)
            case c_ast.IdentifierType(names=[name]) if name in self.typedefs:
                return self.resolved(self.typedefs[name])
            case _:
                return node


def _is_open(node: c_ast.Node | None) -> bool:
    return isinstance(node, c_ast.ArrayDecl) and node.dim is None


def leaves(ctype: Type | None, path: str, arrays: tuple[str, ...] = ()) -> Iterator[Leaf]:
    """The scalars of an object that `path` names; pointers and unions have none."""
    match ctype:
        case ArrayOf(element=element):
            yield from leaves(element, f"{path}[0]", (*arrays, path))
        case Record(union=False, fields=fields):
            for member in fields or ():
                if member.width is None:
                    yield from leaves(member.type, path if member.name[0] == "<" else f"{path}.{member.name}", arrays)
        case _:
            scalar = arithmetic(ctype)
            # The runtime's numbers are doubles, which are not all values of a wider type.
            if scalar is not None and scalar.name != LONG_DOUBLE.name:
                yield Leaf(path, scalar, arrays)


def cell(ctype: Type | None) -> IntType | None:
    """The integer type that a pointer type points to, if it is one."""
    found = arithmetic(ctype.target) if isinstance(ctype, Pointer) else None
    return found if isinstance(found, IntType) else None


def extent(leaf: Leaf) -> tuple[str, str, str]:
    """The layout of a leaf's cells: their number in a block, the number of blocks, the distance of blocks.

    For arrays of records that contain arrays only the first record counts, since no single distance covers all.
    """
    inner = _named(leaf.path)
    block = inner.rpartition("[0]")[0]
    cells = f"sizeof({inner}) / sizeof({leaf.path})"
    if not block:
        return cells, "1", "0"
    stride = f"sizeof({block}[0])"
    return cells, f"sizeof({_named(block)}) / {stride}", stride


def _named(path: str) -> str:
    """The array, or the scalar, whose first cell the path leads to."""
    while path.endswith("[0]"):
        path = path.removesuffix("[0]")
    return path


def fill_kind(ctype: CType) -> int:
    """How the runtime stores one cell: 0 integer, 1 truth value, 2 float, 3 double."""
    match ctype:
        case IntType(bits=1):
            return 1
        case FloatType(name="float"):
            return 2
        case FloatType():
            return 3
        case IntType():
            return 0
