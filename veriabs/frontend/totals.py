"""Accumulate the results of recursive calls: `return e + f(x);` adds `e` to a total on the way down (docs/theory.md
15).

The operators are commutative and associative modulo 2^n: `+`, `*`, `&`, `|`, `^`. The total is unsigned, so that it
adds no overflow that the program does not have.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from pycparser import c_ast

from veriabs.core.components import component, none
from veriabs.core.types import BOOL, INT, ULLONG, UNSIGNED, IntType
from veriabs.frontend.nodes import number, type_name
from veriabs.frontend.nondet import is_nondet
from veriabs.frontend.survey import assigned_place, has_effect, walk
from veriabs.frontend.typed.tree import Typed
from veriabs.frontend.typed.types import arithmetic

_NOTHING = {"+": 0, "*": 1, "|": 0, "^": 0, "&": -1}
"""The operators with their neutral elements."""


class Total(Struct, frozen=True):
    """The variable that combines, by `op`, the results of all calls of the function `name` so far."""

    op: str
    name: str
    variable: str
    type: IntType

    def begun(self) -> c_ast.Decl:
        ctype = c_ast.TypeDecl(self.variable, [], None, c_ast.IdentifierType([self.type.name]))
        first = number(abs(_NOTHING[self.op]))
        value = first if _NOTHING[self.op] >= 0 else c_ast.UnaryOp("-", first)
        return c_ast.Decl(self.variable, [], [], [], [], ctype, value, None)

    def operands(self, value: c_ast.Node) -> tuple[c_ast.FuncCall, c_ast.Node] | None:
        """The call and the other operand, if the value is `e op f(...)` or `f(...) op e`."""
        found = _operands(value, self.name)
        return found if found is not None and isinstance(value, c_ast.BinaryOp) and value.op == self.op else None

    def grown(self, value: c_ast.Node) -> c_ast.Assignment:
        return c_ast.Assignment("=", c_ast.ID(self.variable, value.coord), self._add_to_total(value), value.coord)

    def returned(self, value: c_ast.Node, node: c_ast.Return) -> c_ast.Return:
        return c_ast.Return(self._add_to_total(value), node.coord)

    def _add_to_total(self, value: c_ast.Node) -> c_ast.Node:
        own = c_ast.Cast(type_name(self.type), value, value.coord)
        return c_ast.BinaryOp(self.op, c_ast.ID(self.variable, value.coord), own, value.coord)


@component("accumulator_introduction", none)
def total_of(function: c_ast.FuncDef, types: Typed, variable: str, tree: c_ast.FileAST) -> Total | None:
    """The total of a function that returns integers and changes nothing that its other calls read."""
    name, result = function.decl.name, arithmetic(types.result(function.decl))
    returned = [node.expr for node in walk(function.body) if isinstance(node, c_ast.Return) and node.expr is not None]
    ops = {leaf.op for value in returned for leaf in _branch_values(value) if _operands(leaf, name) is not None}
    if not isinstance(result, IntType) or result == BOOL or len(ops) != 1 or not _is_pure(function, tree):
        return None
    return Total(ops.pop(), name, variable, UNSIGNED if result.bits <= INT.bits else ULLONG)


def _branch_values(value: c_ast.Node) -> Iterator[c_ast.Node]:
    if isinstance(value, c_ast.TernaryOp):
        yield from _branch_values(value.iftrue)
        yield from _branch_values(value.iffalse)
    else:
        yield value


def _operands(value: c_ast.Node, name: str) -> tuple[c_ast.FuncCall, c_ast.Node] | None:
    if not isinstance(value, c_ast.BinaryOp) or value.op not in _NOTHING:
        return None
    for call, other in ((value.right, value.left), (value.left, value.right)):
        if isinstance(call, c_ast.FuncCall) and isinstance(call.name, c_ast.ID) and call.name.name == name:
            return None if has_effect(other) else (call, other)
    return None


def _is_pure(function: c_ast.FuncDef, tree: c_ast.FileAST) -> bool:
    """Whether the function changes only its own variables, so that operands are the same before and after a call."""
    lasting = {"static", "extern"}
    declared = (node for node in walk(function) if isinstance(node, c_ast.Decl))
    own = {node.name for node in declared if not lasting & set(node.storage)}
    own -= {node.name for node in tree.ext if isinstance(node, c_ast.Decl)}
    for node in walk(function.body):
        match node:
            case c_ast.FuncCall(name=c_ast.ID(name=name)) if name == function.decl.name or is_nondet(name):
                continue
            case c_ast.FuncCall():
                return False
            case _:
                place = assigned_place(node)
        if place is not None and (not isinstance(place, c_ast.ID) or place.name not in own):
            return False
    return True
