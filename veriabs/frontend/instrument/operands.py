"""Report the values of an assertion's operands: variables, cells, members, dereferenced pointers, results of
functions."""

from __future__ import annotations

from collections.abc import Callable, Container

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.core.counterexample import OperandSite
from veriabs.core.types import LLONG, CType
from veriabs.core.typing_rules import LONG_DOUBLE
from veriabs.frontend.instrument.listing import SEEN, text_of
from veriabs.frontend.nodes import call, number
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.tree import TypedTree

_PLAIN = (c_ast.ID, c_ast.Constant, c_ast.BinaryOp, c_ast.ArrayRef, c_ast.StructRef)


class Operands(Struct):
    """Makes the conditions of one file report the values of their operands.

    `types` are those of the tree, `functions` the ones that it defines; `visit` instruments other nodes. Operands with
    side effects, or without arithmetic type, are not reported.
    """

    types: TypedTree
    functions: Container[str]
    visit: Callable[[c_ast.Node], c_ast.Node]
    seen: list[OperandSite] = field(default_factory=list)

    def observed(self, node: c_ast.Node, error: int) -> c_ast.Node:
        """A condition whose evaluated operands report their values."""
        ctype = self._arithmetic(node)
        match node:
            case c_ast.ID() | c_ast.ArrayRef() | c_ast.StructRef() | c_ast.UnaryOp(op="*") if ctype and _is_plain(node):
                text, indices = text_of(node), list[int]()
                return self._see(self._report_subscripts(node, error, indices), text, ctype, error, tuple(indices))
            case c_ast.BinaryOp():
                node.left, node.right = self.observed(node.left, error), self.observed(node.right, error)
                return node
            case c_ast.FuncCall() if ctype:
                text = text_of(node)
                return self._see(self.visit(node), text, ctype, error)
            case c_ast.Cast(expr=c_ast.FuncCall()):  # the cast gives allocated memory its type
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

    def reported(self, node: c_ast.Node, name: str, ctype: CType | None, error: int) -> c_ast.Node:
        """An expression that reports its value as that of a variable, if it has a reportable type."""
        return node if ctype is None or ctype.name == LONG_DOUBLE.name else self._see(node, name, ctype, error)

    def stored(self, node: c_ast.Assignment, error: int) -> c_ast.Node:
        """An assignment that reports the new value of its target."""
        ctype, indices, text = self._arithmetic(node.lvalue), list[int](), text_of(node.lvalue)
        if ctype is None or not _is_plain(node.lvalue):
            return node
        node.lvalue = self._report_subscripts(node.lvalue, error, indices)
        return self._see(node, text, ctype, error, tuple(indices))

    def _report_subscripts(self, node: c_ast.Node, error: int, indices: list[int]) -> c_ast.Node:
        """The operand with its subscripts reported, from left to right."""
        match node:
            case c_ast.ArrayRef():
                node.name = self._report_subscripts(node.name, error, indices)
                node.subscript = self._see(node.subscript, text_of(node.subscript), LLONG, error)
                indices.append(self.seen[-1].number)
            case c_ast.StructRef():
                node.name = self._report_subscripts(node.name, error, indices)
            case _:
                pass
        return node

    def _see(self, node: c_ast.Node, text: str, ctype: CType, error: int, indices: tuple[int, ...] = ()) -> c_ast.Node:
        self.seen.append(OperandSite(len(self.seen), text, indices, error, ctype))
        return call(SEEN, number(len(self.seen) - 1), node)

    def _arithmetic(self, node: c_ast.Node) -> CType | None:
        """The type of a named object, or of the result of one of the program's functions."""
        called = isinstance(node, c_ast.FuncCall) and getattr(node.name, "name", "") not in self.functions
        if called or node in self.types.enumerators | self.types.bit_fields:
            return None
        found = self.types.number(node)
        return None if found is None or found.name == LONG_DOUBLE.name else found


def _is_plain(node: c_ast.Node) -> bool:
    """Whether it has no side effects, and its indices are neither cells nor members."""
    parts = list(walk(node))
    indices = [part.subscript for part in parts if isinstance(part, c_ast.ArrayRef)]
    deep = (inner for index in indices for inner in walk(index))
    return all(isinstance(part, _PLAIN) or getattr(part, "op", "") == "*" for part in parts) and all(
        isinstance(part, c_ast.ID | c_ast.Constant | c_ast.BinaryOp) for part in deep
    )
