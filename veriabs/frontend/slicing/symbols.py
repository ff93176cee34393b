"""The variables and functions of a file, the scopes they are found in, and what is known of their types."""

from __future__ import annotations

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.core.source import DataModel
from veriabs.frontend.instrument.listing import text_of
from veriabs.frontend.survey import walk

NOWHERE = -1
"""The owner of what is declared at file level."""


class Symbol(Struct, eq=False):
    """A variable or a function, known by identity.

    `type` is the type without typedefs, None if unknown; `owner` the number of the function that it is local to.
    `narrow`: it cannot hold an address. `content` is its node in the points-to graph, `address` a node that points to
    it, `object` its number among what pointers may lead to (then its address may have been stored). `bit` is its place
    in sets of variables. `size` stands for the values that the sizes in its type had when it was declared.
    """

    name: str
    type: c_ast.Node | None
    owner: int = NOWHERE
    static: bool = False
    function: bool = False
    narrow: bool = False
    content: int = -1
    address: int = -1
    object: int = -1
    bit: int = 0
    size: Symbol | None = None
    decls: list[c_ast.Node] = field(default_factory=list)

    @property
    def lasting(self) -> bool:
        """Does it live as long as the program?"""
        return self.owner == NOWHERE or self.static

    @property
    def taken(self) -> bool:
        """May its address have been stored?"""
        return self.object >= 0


class Scopes(Struct):
    """What each name means where the walk over the file stands; None is a constant or a type."""

    levels: list[dict[str, Symbol | None]] = field(default_factory=lambda: [{}])

    def find(self, name: str) -> Symbol | None:
        for level in reversed(self.levels):
            if name in level:
                return level[name]
        return None

    def here(self, name: str) -> Symbol | None:
        """What the name means in the innermost scope alone."""
        return self.levels[-1].get(name)

    def add(self, name: str, symbol: Symbol | None) -> None:
        self.levels[-1][name] = symbol

    def add_global(self, name: str, symbol: Symbol) -> None:
        self.levels[0][name] = symbol


_NARROW_WORDS = frozenset(("short", "_Bool", "float", "double"))


class Types(Struct):
    """The types that a file declares, by name; a name with several meanings stands for none."""

    data_model: DataModel
    typedefs: dict[str, c_ast.Node | None] = field(default_factory=dict)
    records: dict[tuple[str, str], c_ast.Node | None] = field(default_factory=dict)

    def learn(self, tree: c_ast.FileAST) -> None:
        for node in walk(tree):
            match node:
                case c_ast.Typedef(name=name, type=meant):
                    known = self.typedefs.setdefault(name, meant)
                    if known is not None and known is not meant and text_of(known) != text_of(meant):
                        self.typedefs[name] = None
                case (c_ast.Struct(name=str(tag), decls=[*_]) | c_ast.Union(name=str(tag), decls=[*_])) as record:
                    key = (type(record).__name__, tag)
                    self.records[key] = record if self.records.get(key, record) is record else None
                case _:
                    pass

    def resolve(self, node: c_ast.Node | None) -> c_ast.Node | None:
        """The type without names and wrapping: pointer, array, function, record, basic type; None if unknown."""
        for _ in range(1000):
            match node:
                case c_ast.TypeDecl() | c_ast.Typename() | c_ast.Decl():
                    node = node.type
                case c_ast.IdentifierType(names=[name]) if name in self.typedefs:
                    node = self.typedefs[name]
                case _:
                    return node
        return None

    def target(self, node: c_ast.Node | None) -> c_ast.Node | None:
        """The type of what a pointer points to, or of the elements of an array."""
        match self.resolve(node):
            case (c_ast.PtrDecl() | c_ast.ArrayDecl()) as outer:
                return self.resolve(outer.type)
            case _:
                return None

    def result(self, node: c_ast.Node | None) -> c_ast.Node | None:
        """The type of what a function, or a function behind a pointer, returns."""
        match self.resolve(node):
            case c_ast.FuncDecl() as function:
                return self.resolve(function.type)
            case c_ast.PtrDecl() as pointer:
                return self.result(pointer.type)
            case _:
                return None

    def member(self, node: c_ast.Node | None, name: str) -> c_ast.Node | None:
        """The type of a member of a record, those of anonymous members included."""
        record = self.resolve(node)
        if not isinstance(record, c_ast.Struct | c_ast.Union):
            return None
        whole = record if record.decls else self.records.get((type(record).__name__, record.name or ""))
        for member in (whole.decls if whole is not None else None) or []:
            if getattr(member, "name", None) == name:
                return self.resolve(member.type)
            if getattr(member, "name", None) is None and isinstance(member, c_ast.Decl):
                found = self.member(member.type, name)
                if found is not None:
                    return found
        return None

    def narrow(self, node: c_ast.Node | None) -> bool:
        """Is it an arithmetic type that cannot hold an address? Bytes can: pointers are copied byte by byte."""
        match self.resolve(node):
            case c_ast.Enum():
                return self.data_model is DataModel.LP64
            case c_ast.IdentifierType(names=names):
                words = set(names)
                if words & {"char", "void"} or not words <= _ARITHMETIC:
                    return False
                return bool(words & _NARROW_WORDS) or (self.data_model is DataModel.LP64 and "long" not in words)
            case _:
                return False


_ARITHMETIC = _NARROW_WORDS | {"int", "long", "signed", "unsigned"}


def variable_sizes(node: c_ast.Node | None) -> list[c_ast.Node]:
    """The sizes of arrays in a type that may be no constants."""
    found = []
    while node is not None and not isinstance(node, c_ast.Struct | c_ast.Union | c_ast.Enum | c_ast.IdentifierType):
        if isinstance(node, c_ast.ArrayDecl) and node.dim is not None:
            found.append(node.dim)
        node = getattr(node, "type", None)
    return [size for size in found if any(isinstance(part, c_ast.ID) for part in walk(size))]
