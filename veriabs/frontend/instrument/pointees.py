"""Infer what kinds of objects pointers refer to, to show that no pointer to such an object moves.

A kind is a type without sign and qualifiers. If no pointer to `struct s` is moved in the program, a pointer to a member
cannot leave it.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from pycparser import c_ast

from veriabs.core.types import IntType
from veriabs.frontend.known_functions import is_nondet
from veriabs.frontend.survey import STEPS, walk
from veriabs.frontend.typed.tree import TypedTree
from veriabs.frontend.typed.types import Address, ArrayOf, PointerType, RecordType, Type, Void, arithmetic, target

ANY = "anything"
"""The kind of unknown objects, which may be of any kind."""


class Pointees(Struct, frozen=True):
    """Kinds of objects: their types without sign and qualifiers; that of an array is the kind of its elements."""

    types: TypedTree

    def kind(self, ctype: Type | None) -> str:
        """The kind of the objects of a type."""
        match ctype:
            case ArrayOf(element=element):
                return self.kind(element)
            case PointerType() | Address():
                return "pointer"
            case Void():
                return "void"
            case IntType(bits=bits):
                return str(bits)
            case RecordType(tag=tag):
                return f"struct {tag}" if tag else ANY
            case _:
                number = arithmetic(ctype)
                return ANY if number is None else number.name

    def kind_of(self, node: c_ast.Node) -> str:
        """The kind of the object that an expression designates, or of its elements."""
        return self.kind(self.types.of(node))

    def pointee(self, node: c_ast.Node) -> str | None:
        """The kind of the objects that an expression points to; None if it is no pointer."""
        ctype = self.types.of(node)
        return self.kind(target(ctype)) if isinstance(ctype, PointerType | ArrayOf) else ANY if ctype is None else None

    def is_array(self, node: c_ast.Node) -> bool:
        return isinstance(self.types.of(node), ArrayOf)

    def is_pointer(self, node: c_ast.Node) -> bool:
        return isinstance(self.types.of(node), PointerType | ArrayOf | Address)

    # ------------------------------------------------------------------------------------------------------------ moves

    def moved(self, tree: c_ast.FileAST) -> frozenset[str]:
        """The kinds of objects that some pointer may move across, to a neighbour."""
        return frozenset(kind for node in walk(tree) for kind in self._moves(node))

    def _moves(self, node: c_ast.Node) -> Iterator[str]:
        match node:
            case c_ast.ArrayRef(subscript=c_ast.Constant(value="0")):
                pass  # where it points to
            case c_ast.ArrayRef(name=base) if not self.is_array(base):
                yield self.pointee(base) or ANY
            case c_ast.BinaryOp(op="+" | "-", left=left, right=right):
                yield from self._operand(left)
                yield from self._operand(right)
            case c_ast.UnaryOp(op=op, expr=moved) if op in STEPS:
                yield from self._operand(moved)
            case c_ast.Assignment(op="+=" | "-=", lvalue=moved):
                yield from self._operand(moved)
            case c_ast.FuncCall(name=c_ast.ID(name=name), args=c_ast.ExprList(exprs=given)) if walks(name):
                for argument in given:
                    yield from self._operand(argument)
            case _:
                pass

    def _operand(self, node: c_ast.Node) -> Iterator[str]:
        match node:
            case c_ast.UnaryOp(op="&"):
                yield ANY
            case c_ast.Cast():
                yield from (ANY,) if self.is_pointer(node) else ()
            case c_ast.ArrayRef() | c_ast.UnaryOp(op="*") if self.is_array(node):
                pass  # a row that is moved over is noted there
            case _:
                yield from filter(None, (self.pointee(node),))

    # ---------------------------------------------------------------------------------------------------------- numbers

    def keeps_addresses(self, tree: c_ast.FileAST) -> bool:
        """Whether no cast and no union turns a possible address into a number.

        Then numbers that become pointers refer to no object of the program.
        """
        return not any(
            isinstance(node, c_ast.Union)
            or isinstance(node, c_ast.Cast)
            and self.types.number(node) is not None
            and not self.is_number(node.expr)
            for node in walk(tree)
        )

    def is_number(self, node: c_ast.Node) -> bool:
        """Whether it is computed from variables that are declared as numbers."""
        match node:
            case c_ast.Constant(type=kind):
                return bool(kind != "string")
            case c_ast.UnaryOp(op="+" | "-" | "~" | "!", expr=inner):
                return self.is_number(inner)
            case c_ast.Cast(expr=inner):
                return self.types.number(node) is not None and self.is_number(inner)
            case c_ast.BinaryOp(left=left, right=right) | c_ast.TernaryOp(iftrue=left, iffalse=right):
                return self.is_number(left) and self.is_number(right)
            case c_ast.FuncCall(name=c_ast.ID(name=name)):
                return is_nondet(name)
            case _:
                return isinstance(self.types.number(node), IntType)


def named(node: c_ast.Node) -> str | None:
    """The name of a variable, or of a member."""
    match node:
        case c_ast.ID(name=name) | c_ast.StructRef(field=c_ast.ID(name=name)):
            return str(name)
        case _:
            return None


def root(node: c_ast.Node) -> str:
    """The name of the array that subscripts and dereferences access; empty if it is not a plain name."""
    match node:
        case c_ast.ArrayRef(name=inner) | c_ast.UnaryOp(op="*", expr=inner) | c_ast.BinaryOp(op="+" | "-", left=inner):
            return root(inner)
        case _:
            return named(node) or ""


def walks(name: str) -> bool:
    """Whether it is a library function that iterates over memory."""
    return name.startswith(("mem", "str"))
