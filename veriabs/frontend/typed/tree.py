"""Resolve the names of a syntax tree, and give each expression, declaration and type name its C type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from copy import deepcopy
from typing import Any

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Const, Expr, Var
from veriabs.core.source import DataModel, Where
from veriabs.core.types import CType
from veriabs.core.typing_rules import convert, fold_binary, fold_unary, promote, size_type
from veriabs.frontend.survey import walk
from veriabs.frontend.typed import literals
from veriabs.frontend.typed.braces import with_array_size
from veriabs.frontend.typed.declarators import BlockScope, declare_type, parameter_type, read_type
from veriabs.frontend.typed.expressions import (
    OFFSETS,
    library_function,
    member_of,
    offset_of_member,
    size_in_bytes,
    type_of_expression,
)
from veriabs.frontend.typed.types import FunctionType, RecordType, Type, arithmetic

_VARIABLE = "variable size"
_Step = tuple[Callable[[c_ast.Node], list[Any]], c_ast.Node]
"""A step of the walk that waits: an action, which returns the next steps, and its node."""


class TypedTree(Struct):
    """The types of a tree; a node keeps its type when its operands are replaced.

    - `types`: by node: expressions, declarations, type names. `bit_fields`, `enumerators`: expressions that are those.
    - `records`: the structs, by the identity of their nodes. `scope`: the scope of the file.
    """

    data_model: DataModel
    types: dict[c_ast.Node, Type] = field(default_factory=dict)
    bit_fields: set[c_ast.Node] = field(default_factory=set)
    enumerators: set[c_ast.Node] = field(default_factory=set)
    records: dict[int, RecordType] = field(default_factory=dict)
    scope: BlockScope[Type | Const | None] = field(default_factory=BlockScope)
    read_later: list[c_ast.Node] = field(default_factory=list)
    """Nodes that are no part of the tree; they stay, since structs are known by the identity of their nodes."""

    def of(self, node: c_ast.Node | None) -> Type | None:
        """The type of an expression before conversions, of a declared object, or that a type name names; None if it is
        unknown."""
        return self.types.get(node) if node is not None else None

    def result(self, node: c_ast.Node | None) -> Type | None:
        """The return type of a declared function."""
        ctype = self.of(node)
        return ctype.returns if isinstance(ctype, FunctionType) else None

    def number(self, node: c_ast.Node | None) -> CType | None:
        """The type, if it is arithmetic."""
        return arithmetic(self.of(node))

    def read(self, node: c_ast.Node | None) -> Type | None:
        """The type of a node, which may be a copy or a part of a declaration of the file; None if it is unknown."""
        if node is None or node in self.types:
            return self.of(node)
        self.read_later.append(node)
        for part in walk(node):
            if isinstance(part, c_ast.Struct | c_ast.Union) and isinstance(
                known := self.scope.tag(part.name), RecordType
            ):
                self.records.setdefault(id(part), known)
        with suppress(UnsupportedError):
            work = _TypeWalk(self.data_model, self, scope=BlockScope(self.scope))
            return parameter_type(work, node) if isinstance(node, c_ast.Decl) else read_type(work, node)
        return None

    def add(self, node: c_ast.Node, name: str, ctype: Type) -> c_ast.Node:
        """Type a generated statement, in which the variable `name` has type `ctype`."""
        work = _TypeWalk(self.data_model, self, scope=BlockScope(self.scope))
        work.scope.entities[name] = ctype
        work.visit(node)
        return node

    def copied(self, node: c_ast.Node) -> c_ast.Node:
        """A copy of an expression, with its types."""
        made = deepcopy(node)
        for old, new in zip(walk(node), walk(made), strict=True):
            if old in self.types:
                self.types[new] = self.types[old]
            for some in (self.bit_fields, self.enumerators):
                some |= {new} if old in some else set()
        return made


def typed(tree: c_ast.FileAST, data_model: DataModel) -> TypedTree:
    """The types of a file; the tree stays as it is."""
    found = TypedTree(data_model)
    work = _TypeWalk(data_model, found, scope=found.scope)
    for node in tree.ext:
        work.visit(node)
    return found


class _TypeWalk(Struct):
    """The walk through one file, which gives each expression its type in `found`, in the order of the scopes.

    `own_layouts` are structs whose layout an attribute or pragma changes. `unknown` are the expressions whose type is
    being or could not be determined.
    """

    data_model: DataModel
    found: TypedTree
    own_layouts: Mapping[int, bool | None] = field(default_factory=dict)
    scope: BlockScope[Type | Const | None] = field(default_factory=BlockScope)
    unknown: set[c_ast.Node] = field(default_factory=set)

    # --------------------------------------------------------------------------------- as declarations are read with

    @property
    def records(self) -> dict[int, RecordType]:
        return self.found.records

    def where(self, node: c_ast.Node | Where) -> Where:
        at = node if isinstance(node, Where) else node.coord
        return at if isinstance(at, Where) else Where(at.file, at.line, at.column or 0) if at else Where("", 1)

    def unsupported(self, node: c_ast.Node | Where, what: str) -> UnsupportedError:
        return UnsupportedError(f"{self.where(node)}: {what}")

    def refuse(self, node: c_ast.Node, what: str) -> None:
        """Do nothing: types that proofs do not support have a size, too."""

    def entity_type(self, node: c_ast.ID) -> Type:
        entity = self.scope.entity(node.name) or library_function(self, node.name)
        if entity is None:
            raise self.unsupported(node, f"use of {node.name}, which is not declared")
        if isinstance(entity, Const):
            self.found.enumerators.add(node)
            return entity.type
        return entity

    def static_type(self, node: c_ast.Node) -> Type:
        if node not in self.found.types:
            if node in self.unknown:
                raise self.unsupported(node, "type that veriabs does not know")
            self.unknown.add(node)
            self.found.types[node] = type_of_expression(self, node)
            if isinstance(node, c_ast.StructRef) and member_of(self, node).width is not None:
                self.found.bit_fields.add(node)
        return self.found.types[node]

    def integer(self, node: c_ast.Node) -> Expr:
        """The value of a constant; any other size is represented by a new variable."""
        self.visit(node)
        return self._constant(node) or Var(_VARIABLE, size_type(self.data_model))

    def _constant(self, node: c_ast.Node) -> Const | None:
        try:
            value = self._constant_value(node)
        except UnsupportedError:
            return None
        return value if isinstance(value, Const) else None

    def _constant_value(self, node: c_ast.Node) -> Expr | None:
        model = self.data_model
        match node:
            case c_ast.Constant(value=text) if node.type != "string":
                return literals.character(text) or literals.number(text, model)
            case c_ast.ID(name=name):
                entity = self.scope.entity(name)
                return entity if isinstance(entity, Const) else None
            case c_ast.UnaryOp(op="sizeof", expr=operand):
                ctype = read_type(self, operand) if isinstance(operand, c_ast.Typename) else self.static_type(operand)
                return size_in_bytes(self, ctype, self.where(node))
            case c_ast.UnaryOp(op="-" | "~" | "!" as op, expr=operand):
                value = self._constant(operand)
                return value and fold_unary(op, value, model)
            case c_ast.UnaryOp(op="+", expr=operand):
                value = self._constant(operand)
                return value and convert(value, promote(value.type), model)
            case c_ast.BinaryOp(op=op):
                left, right = self._constant(node.left), self._constant(node.right)
                return left and right and fold_binary(op, left, right, model)
            case c_ast.TernaryOp():
                test = self._constant(node.cond)
                return test and self._constant(node.iftrue if test.value else node.iffalse)
            case c_ast.Cast(to_type=named, expr=operand):
                value, wanted = self._constant(operand), arithmetic(read_type(self, named))
                return convert(value, wanted, model) if value and wanted else None
            case c_ast.FuncCall(name=c_ast.ID(name=name)) if name in OFFSETS:
                return offset_of_member(self, node)
            case _:
                return None

    # ------------------------------------------------------------------------------------------------------------ walk

    def visit(self, root: c_ast.Node) -> None:
        """Types everything in a declaration, statement or expression, however deep it is."""
        waiting: list[_Step] = [(self._enter_node, root)]
        while waiting:
            step, node = waiting.pop()
            waiting += reversed(step(node))

    def _enter_node(self, node: c_ast.Node) -> list[_Step]:
        match node:
            case _ if node in self.found.types:
                return []
            case c_ast.FuncDef():
                self._declare(node.decl)
                self.scope = BlockScope(self.scope)
                self._parameters(node.param_decls or node.decl.type.args or ())
                return [*self._steps_for(node.body), (self._leave, node)]
            case c_ast.Decl():
                self._declare(node)
                return [(self._enter_node, node.init), (self._complete, node)] if node.init is not None else []
            case c_ast.Typedef():
                if (ctype := self._declared_type(node)) is not None:
                    self.scope.typedefs[node.name] = ctype
                    if isinstance(ctype, RecordType):
                        ctype.alias = ctype.alias or node.name
                return []
            case c_ast.Typename():
                self._declared_type(node)
                return []
            case c_ast.Compound() | c_ast.For():
                self.scope = BlockScope(self.scope)
                return [*self._steps_for(node), (self._leave, node), (self._type, node)]
            case c_ast.StructRef(name=inner) | c_ast.NamedInitializer(expr=inner):
                return [(self._enter_node, inner), (self._type, node)]
            case c_ast.FuncCall(name=c_ast.ID(name=name)) if name in OFFSETS:
                return [(self._enter_node, node.args.exprs[0]), (self._type, node)]
            case _:
                return [*self._steps_for(node), (self._type, node)]

    def _steps_for(self, nodes: Iterable[c_ast.Node]) -> list[_Step]:
        return [(self._enter_node, node) for node in nodes]

    def _leave(self, _: c_ast.Node) -> list[_Step]:
        assert self.scope.parent is not None
        self.scope = self.scope.parent
        return []

    def _type(self, node: c_ast.Node) -> list[_Step]:
        """The type of an expression whose operands are typed; statements have none."""
        with suppress(UnsupportedError):
            self.static_type(node)
        return []

    def _complete(self, node: c_ast.Decl) -> list[_Step]:
        """The size of an array that its initialiser gives."""
        with suppress(UnsupportedError):
            if (ctype := self.found.of(node)) is not None:
                self._note(node, with_array_size(self, ctype, node))
        return []

    def _parameters(self, nodes: Iterable[c_ast.Node]) -> None:
        for node in nodes:
            if isinstance(node, c_ast.Decl | c_ast.Typename):
                for part in walk(node.type):
                    if isinstance(part, c_ast.ArrayDecl) and part.dim is not None:
                        self.visit(part.dim)
                with suppress(UnsupportedError):
                    self._note(node, parameter_type(self, node))

    def _declare(self, node: c_ast.Decl) -> None:
        if node.name is None:
            with suppress(UnsupportedError):
                declare_type(self, node.type)
            return
        self._declared_type(node)
        if isinstance(node.type, c_ast.FuncDecl):
            outer, self.scope = self.scope, BlockScope(self.scope)
            self._parameters(node.type.args or ())
            self.scope = outer

    def _declared_type(self, node: c_ast.Decl | c_ast.Typename | c_ast.Typedef) -> Type | None:
        """The type of a declaration, which is noted."""
        try:
            ctype = read_type(self, node)
        except UnsupportedError:
            ctype = None
        self._note(node, ctype)
        return ctype

    def _note(self, node: c_ast.Decl | c_ast.Typename | c_ast.Typedef, ctype: Type | None) -> None:
        if ctype is not None:
            self.found.types[node] = ctype
        if isinstance(node, c_ast.Decl):
            self.scope.entities[node.name] = ctype
