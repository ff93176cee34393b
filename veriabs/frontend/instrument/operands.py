"""What the operands of an assertion hold when it is tested: variables, cells, members, what a pointer points to, what a
function of the file returns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.core.counterexample import SeenSite
from veriabs.core.types import LLONG, CType
from veriabs.frontend.instrument.listing import SEEN, text_of
from veriabs.frontend.instrument.shapes import Shapes
from veriabs.frontend.nodes import call, number
from veriabs.frontend.survey import walk

_PLAIN = (c_ast.ID, c_ast.Constant, c_ast.BinaryOp, c_ast.ArrayRef, c_ast.StructRef)


class Operands(Struct):
    """Makes the conditions of one file report what their operands hold.

    `types` are those that names are declared with where the walk is; `visit` instruments what is no operand. What has
    an effect, or no arithmetic type, is not reported.
    """

    shapes: Shapes
    visit: Callable[[c_ast.Node], c_ast.Node]
    seen: list[SeenSite] = field(default_factory=list)
    types: dict[str, c_ast.Node] = field(default_factory=dict)

    def declare(self, node: c_ast.Decl) -> None:
        self.types[node.name] = node.type

    @contextmanager
    def block(self) -> Iterator[None]:
        """What is declared meanwhile ends with it."""
        around = dict(self.types)
        try:
            yield
        finally:
            self.types = around

    def observed(self, node: c_ast.Node, error: int) -> c_ast.Node:
        """A condition whose operands report their values; those that are not evaluated do not."""
        ctype = self._arithmetic(node)
        match node:
            case c_ast.ID() | c_ast.ArrayRef() | c_ast.StructRef() | c_ast.UnaryOp(op="*") if ctype and _is_plain(node):
                text, indices = text_of(node), list[int]()
                return self._see(self._inside(node, error, indices), text, ctype, error, tuple(indices))
            case c_ast.BinaryOp():
                node.left, node.right = self.observed(node.left, error), self.observed(node.right, error)
                return node
            case c_ast.FuncCall() if ctype:
                text = text_of(node)
                return self._see(self.visit(node), text, ctype, error)
            case c_ast.Cast(expr=c_ast.FuncCall()):  # what is allocated has the type of its cells from here
                return self.visit(node)
            case c_ast.UnaryOp(op="!" | "-" | "~" | "+") | c_ast.Cast():
                node.expr = self.observed(node.expr, error)
                return node
            case c_ast.TernaryOp():
                node.cond = self.observed(node.cond, error)
                node.iftrue, node.iffalse = self.observed(node.iftrue, error), self.observed(node.iffalse, error)
                return node
            case _:
                return self.visit(node)

    def reported(self, node: c_ast.Node, operand: c_ast.Node, error: int) -> c_ast.Node:
        """An expression that tells its value as that of the operand, if that is one."""
        ctype = self._arithmetic(operand)
        if ctype is None or not _is_plain(operand):
            return node
        return self._see(node, text_of(operand), ctype, error)

    def stored(self, node: c_ast.Assignment, error: int) -> c_ast.Node:
        """An assignment that tells what its target holds then."""
        ctype, indices, text = self._arithmetic(node.lvalue), list[int](), text_of(node.lvalue)
        if ctype is None or not _is_plain(node.lvalue):
            return node
        node.lvalue = self._inside(node.lvalue, error, indices)
        return self._see(node, text, ctype, error, tuple(indices))

    def _inside(self, node: c_ast.Node, error: int, indices: list[int]) -> c_ast.Node:
        """The operand with its subscripts reported, from left to right."""
        match node:
            case c_ast.ArrayRef():
                inner = self._inside(node.name, error, indices)
                subscript = self._see(node.subscript, text_of(node.subscript), LLONG, error)
                indices.append(self.seen[-1].number)
                return c_ast.ArrayRef(inner, subscript, node.coord)
            case c_ast.StructRef():
                return c_ast.StructRef(self._inside(node.name, error, indices), node.type, node.field, node.coord)
            case _:
                return node

    def _see(
        self, node: c_ast.Node, text: str, ctype: CType, error: int, indices: tuple[int, ...] = ()
    ) -> c_ast.Node:
        self.seen.append(SeenSite(len(self.seen), text, indices, error, ctype))
        return call(SEEN, number(len(self.seen) - 1), node)

    # ----------------------------------------------------------------------------------------------------------- types

    def _arithmetic(self, node: c_ast.Node) -> CType | None:
        found = self.shapes.arithmetic(self._type(node))
        return None if found is None or found.name == "long double" else found

    def _type(self, node: c_ast.Node) -> c_ast.Node | None:
        """The type of an operand, None for what is no object with a name."""
        match node:
            case c_ast.ID(name=name):
                return self.types.get(name)
            case c_ast.FuncCall(name=c_ast.ID(name=name)):
                declared = self.types.get(name)
                return declared.type if isinstance(declared, c_ast.FuncDecl) else None
            case c_ast.ArrayRef(name=inner) | c_ast.UnaryOp(op="*", expr=inner):
                return self.shapes.element(self._type(inner))
            case c_ast.BinaryOp(op="+" | "-", left=left):
                found = self._type(left)
                return found if self.shapes.element(found) is not None else None
            case c_ast.StructRef(name=inner, type=how, field=member):
                record = self._type(inner)
                return self.shapes.member(self.shapes.element(record) if how == "->" else record, member.name)
            case _:
                return None


def _is_plain(node: c_ast.Node) -> bool:
    """Does evaluating it change nothing, and are its indices no cells or members themselves?"""
    parts = list(walk(node))
    indices = [part.subscript for part in parts if isinstance(part, c_ast.ArrayRef)]
    deep = (inner for index in indices for inner in walk(index))
    return all(isinstance(part, _PLAIN) or getattr(part, "op", "") == "*" for part in parts) and all(
        isinstance(part, c_ast.ID | c_ast.Constant | c_ast.BinaryOp) for part in deep
    )
