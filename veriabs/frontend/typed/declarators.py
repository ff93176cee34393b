"""Convert declarations of the syntax tree to C types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Const, Expr
from veriabs.core.source import DataModel, Where
from veriabs.core.types import INT, UNSIGNED, IntType
from veriabs.core.typing_rules import convert, fold_binary, named_type
from veriabs.frontend.dialect import c_text, operand
from veriabs.frontend.survey import has_effect, walk
from veriabs.frontend.typed.types import (
    VOID,
    ArrayOf,
    Field,
    FunctionType,
    PointerType,
    RecordType,
    Type,
    address_of,
    is_vla,
)

_ONE = Const(1, INT)
Entity = TypeVar("Entity")


class BlockScope(Struct, Generic[Entity]):
    """One block of the source: variables, enumerators, typedef names and tags."""

    parent: BlockScope[Entity] | None = None
    entities: dict[str, Entity] = field(default_factory=dict)
    typedefs: dict[str, Type] = field(default_factory=dict)
    tags: dict[str, Type] = field(default_factory=dict)

    def entity(self, name: str) -> Entity | None:
        return next((scope.entities[name] for scope in self._enclosing_scopes() if name in scope.entities), None)

    def visible(self) -> Iterator[tuple[str, Entity]]:
        """Visible names with their entities."""
        seen: set[str] = set()
        scope: BlockScope[Entity] | None = self
        while scope is not None:
            yield from ((name, entity) for name, entity in scope.entities.items() if name not in seen)
            seen |= scope.entities.keys()
            scope = scope.parent

    def typedef(self, name: str) -> Type | None:
        return next((scope.typedefs[name] for scope in self._enclosing_scopes() if name in scope.typedefs), None)

    def tag(self, name: str) -> Type | None:
        return next((scope.tags[name] for scope in self._enclosing_scopes() if name in scope.tags), None)

    def _enclosing_scopes(self) -> Iterator[BlockScope[Entity]]:
        scope: BlockScope[Entity] | None = self
        while scope is not None:
            yield scope
            scope = scope.parent


class DeclarationContext(Protocol):
    """The services that `read_type` needs: the names in scope, and the types and values of expressions in declarations.

    - `records`: the structs so far, by the identity of their nodes.
    - `own_layouts`: the structs whose layout an attribute or pragma changes.
    - `refuse`: records an unsupported type, or raises UnsupportedError.
    """

    scope: BlockScope[Any]
    own_layouts: Mapping[int, bool | None]

    @property
    def records(self) -> dict[int, RecordType]: ...

    @property
    def data_model(self) -> DataModel: ...

    def where(self, node: c_ast.Node) -> Where: ...

    def unsupported(self, node: c_ast.Node, what: str) -> UnsupportedError: ...

    def refuse(self, node: c_ast.Node, what: str) -> None: ...

    def integer(self, node: c_ast.Node) -> Expr:
        """The value of an array size or constant."""

    def static_type(self, node: c_ast.Node) -> Type:
        """The type of an expression that is not evaluated."""

    def entity_type(self, node: c_ast.ID) -> Type:
        """The type of a variable, enumerator or function."""


def read_type(ctx: DeclarationContext, node: c_ast.Node) -> Type:
    """The type of a declaration, declarator, type name or specifier; evaluates array sizes."""
    match node:
        case c_ast.Decl() | c_ast.Typename() | c_ast.TypeDecl() | c_ast.Typedef():
            return read_type(ctx, node.type)
        case c_ast.PtrDecl():
            return _pointer(ctx, read_type(ctx, node.type))
        case c_ast.ArrayDecl():
            size = None if node.dim is None else _size(ctx, node.dim)
            return ArrayOf(read_type(ctx, node.type), size)
        case c_ast.FuncDecl():
            return FunctionType(read_type(ctx, node.type), node)
        case c_ast.IdentifierType():
            return _type_of_name(ctx, node)
        case c_ast.Struct() if (of := operand(node)) is not None:
            return read_type(ctx, of) if isinstance(of, c_ast.Typename) else ctx.static_type(of)
        case c_ast.Struct() | c_ast.Union():
            return _record(ctx, node)
        case c_ast.Enum():
            return _enumeration(ctx, node)
        case _:
            raise ctx.unsupported(node, f"type {c_text(node)}")


def parameter_type(ctx: DeclarationContext, node: c_ast.Decl | c_ast.Typename) -> Type:
    """The type of a parameter: an array becomes a pointer, and its first size is ignored."""
    declarator = node.type
    if isinstance(declarator, c_ast.ArrayDecl):
        if declarator.dim is not None and has_effect(declarator.dim):
            raise ctx.unsupported(node, "side effect in the size of a parameter")
        return PointerType(read_type(ctx, declarator.type))
    ctype = read_type(ctx, declarator)
    if isinstance(ctype, FunctionType):
        return _pointer(ctx, ctype)
    return PointerType(ctype.element) if isinstance(ctype, ArrayOf) else ctype


def _pointer(ctx: DeclarationContext, target: Type) -> Type:
    return address_of(target, ctx.data_model) if isinstance(target, FunctionType) else PointerType(target)


def declare_type(ctx: DeclarationContext, node: c_ast.Node) -> None:
    """Declare a type without a variable: `struct tag;` introduces a new type in its scope."""
    if isinstance(node, c_ast.Struct | c_ast.Union) and node.decls is None and node.name not in ctx.scope.tags:
        ctx.scope.tags[node.name] = RecordType(node.name, isinstance(node, c_ast.Union))
    read_type(ctx, node)


def constant(ctx: DeclarationContext, node: c_ast.Node, what: str) -> Const:
    """The value of an integer constant expression."""
    expr = ctx.integer(node)
    if not isinstance(expr, Const):
        raise ctx.unsupported(node, f"{what} that is not constant")
    return expr


def _size(ctx: DeclarationContext, node: c_ast.Node) -> Expr:
    expr = ctx.integer(node)
    if isinstance(expr, Const) and expr.value <= 0:
        ctx.refuse(node, "array without elements")
    return expr


def _type_of_name(ctx: DeclarationContext, node: c_ast.IdentifierType) -> Type:
    typedef = ctx.scope.typedef(node.names[0]) if len(node.names) == 1 else None
    if typedef is not None:
        return typedef
    name = canonical(list(node.names))
    if name == "void":
        return VOID
    if name == "long double":
        ctx.refuse(node, "long double, which CBMC models differently from the compiler")
    try:
        return named_type(name, ctx.data_model)
    except KeyError as error:
        raise ctx.unsupported(node, f"type {' '.join(node.names)}") from error


def canonical(names: list[str]) -> str:
    """The usual spelling of type specifiers in any order."""
    longs = names.count("long")
    rest = [name for name in names if name not in ("signed", "unsigned", "long", "int")]
    if rest == ["char"]:
        sign = [name for name in names if name in ("signed", "unsigned")]
        return " ".join((*sign, "char"))
    if rest == ["double"] and longs:
        return "long double"
    if rest and rest != ["short"]:
        return " ".join(names)
    base = "short" if rest else ("int", "long", "long long")[min(longs, 2)]
    return f"unsigned {base}" if "unsigned" in names else base


def _record(ctx: DeclarationContext, node: c_ast.Struct | c_ast.Union) -> RecordType:
    union = isinstance(node, c_ast.Union)
    if node.decls is None:
        found = ctx.scope.tag(node.name)
        record = found if isinstance(found, RecordType) else RecordType(node.name, union)
        if found is None:
            ctx.scope.tags[node.name] = record
        return record
    known = ctx.records.get(id(node))
    if known is None:
        waiting = ctx.scope.tags.get(node.name) if node.name else None
        known = waiting if isinstance(waiting, RecordType) and waiting.fields is None else None
        known = known or RecordType(node.name or "", union)
        ctx.records[id(node)], known.packed = known, ctx.own_layouts.get(id(node), False)
    if node.name:
        ctx.scope.tags[node.name] = known
    if known.fields is not None:
        for inner in (part for decl in node.decls for part in walk(decl) if isinstance(part, c_ast.Enum)):
            read_type(ctx, inner)  # declare the enumerators in the current scope, for each inlined call
    else:
        members = [_field(ctx, decl, at) for at, decl in enumerate(node.decls) if isinstance(decl, c_ast.Decl)]
        known.parts = tuple(members)
        known.fields = tuple(member for member in members if member.name)
    return known


def _field(ctx: DeclarationContext, decl: c_ast.Decl, position: int) -> Field:
    """A member; unnamed bits, which no code can read, have an empty name."""
    if decl.bitsize is None:
        member = Field(decl.name or f"<{position}>", read_type(ctx, decl.type), None, decl)
        if is_vla(member.type):
            ctx.refuse(decl, f"member {decl.name} of variable size")
        return member
    ctype, width = read_type(ctx, decl.type), int(constant(ctx, decl.bitsize, "width").value)
    if not isinstance(ctype, IntType) or width > INT.bits:
        ctx.refuse(decl, f"bit-field {decl.name} that is wider than an int")
    return Field(decl.name or "", ctype, width, decl)


def _enumeration(ctx: DeclarationContext, node: c_ast.Enum) -> IntType:
    """The type that gcc gives an enumeration: unsigned int unless an enumerator is negative."""
    if node.values is None:
        found = ctx.scope.tag(node.name)
        return found if isinstance(found, IntType) else UNSIGNED
    value: Const | None = None
    negative = False
    for enumerator in node.values.enumerators:
        if enumerator.value is not None:
            value = constant(ctx, enumerator.value, "enumerator")
        else:
            value = Const(0, INT) if value is None else _next_enumerator(ctx, value, enumerator)
        converted = convert(value, INT, ctx.data_model)
        assert isinstance(converted, Const)
        if converted.value != value.value:
            raise ctx.unsupported(enumerator, "enumerator that does not fit an int")
        value = converted
        ctx.scope.entities[enumerator.name] = value
        negative = negative or value.value < 0
    ctype = INT if negative else UNSIGNED
    if node.name:
        ctx.scope.tags[node.name] = ctype
    return ctype


def _next_enumerator(ctx: DeclarationContext, value: Const, node: c_ast.Node) -> Const:
    successor = fold_binary("+", value, _ONE, ctx.data_model)
    if not isinstance(successor, Const):
        raise ctx.unsupported(node, "enumerator that does not fit an int")
    return successor
