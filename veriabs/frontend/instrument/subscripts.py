"""Recognise programs that access memory only by names and by subscripts of arrays of fixed size.

In such a program an access can be invalid only through an index. No pointer can be null, misaligned, moved, compared or
dereferenced, so only the bounds sanitizer is needed. Anything unknown counts as a pointer.
"""

from __future__ import annotations

from msgspec import Struct
from pycparser import c_ast

from veriabs.core.expressions import Const
from veriabs.frontend.survey import ERROR_FUNCTIONS
from veriabs.frontend.typed.tree import TypedTree
from veriabs.frontend.typed.types import ArrayOf, FunctionType, RecordType, Type, Void, arithmetic

_WALKED = (
    *(c_ast.Compound, c_ast.DeclList, c_ast.If, c_ast.For, c_ast.While, c_ast.DoWhile, c_ast.Switch, c_ast.Case),
    *(c_ast.Default, c_ast.Label, c_ast.Goto, c_ast.Break, c_ast.Continue, c_ast.Return, c_ast.EmptyStatement),
    *(c_ast.ExprList, c_ast.InitList, c_ast.BinaryOp, c_ast.TernaryOp, c_ast.Assignment),
)
"""Kinds of nodes that use no pointer if their parts use none."""

_VALUES = frozenset(("-", "+", "~", "!", "++", "--", "p++", "p--"))
"""The unary operators that neither create nor dereference a pointer."""


def only_subscripts(tree: c_ast.FileAST, types: TypedTree) -> bool:
    """Whether only an index can make an access invalid."""
    subscripts = _Subscripts(types)
    defined = (node for node in tree.ext if isinstance(node, c_ast.FuncDef))
    initialisers = (node.init for node in tree.ext if isinstance(node, c_ast.Decl) and node.init is not None)
    return all(map(subscripts.is_plain, (*defined, *initialisers)))


def _is_value(ctype: Type | None) -> bool:
    return arithmetic(ctype) is not None or isinstance(ctype, RecordType | Void)


def _is_fixed(ctype: Type | None) -> bool:
    """Whether it is a value, or an array of values of constant size."""
    if isinstance(ctype, ArrayOf):
        return isinstance(ctype.size, Const) and _is_fixed(ctype.element)
    return _is_value(ctype)


class _Subscripts(Struct, frozen=True):
    types: TypedTree

    def takes_values(self, ctype: Type | None) -> bool:
        """Whether it is a function that takes and returns values, as far as its parameters are declared."""
        if not isinstance(ctype, FunctionType) or ctype.declarator is None or not _is_value(ctype.returns):
            return False
        return all(_is_value(self.types.of(one)) for one in ctype.declarator.args or ())

    def is_plain(self, node: c_ast.Node) -> bool:
        """Whether it is a declaration, statement or value without any pointer."""
        match node:
            case c_ast.FuncDef(decl=decl, param_decls=None, body=body):
                return self.takes_values(self.types.of(decl)) and self.is_plain(body)
            case c_ast.Decl(type=c_ast.FuncDecl()) | c_ast.Decl(name=None):
                return True
            case c_ast.Decl(init=init):
                return _is_fixed(self.types.of(node)) and (init is None or self.is_plain(init))
            case c_ast.ID() | c_ast.StructRef() | c_ast.ArrayRef():
                return _is_value(self.types.of(node)) and self._is_named(node)
            case c_ast.Constant(type=kind):
                return bool(kind != "string")
            case c_ast.UnaryOp(op=op, expr=operand):
                return op == "sizeof" or (op in _VALUES and self.is_plain(operand))
            case c_ast.Cast(expr=value):
                return _is_value(self.types.of(node)) and self.is_plain(value)
            case c_ast.FuncCall(name=c_ast.ID(name=name), args=given) if name in ERROR_FUNCTIONS:
                return given is None or all(isinstance(one, c_ast.Constant) for one in given.exprs)
            case c_ast.FuncCall(name=c_ast.ID() as function, args=given):
                ctype = self.types.of(function)
                is_known = isinstance(ctype, FunctionType) and getattr(ctype.declarator, "args", None) is not None
                return self.takes_values(ctype) and (given is None or (is_known and self.is_plain(given)))
            case _:
                return isinstance(node, _WALKED) and all(map(self.is_plain, node))

    def _is_named(self, node: c_ast.Node) -> bool:
        """Whether it is a variable, or a member or element of one at plain indices."""
        match node:
            case c_ast.ID():
                return _is_fixed(self.types.of(node))
            case c_ast.StructRef(name=whole, type="."):
                return _is_fixed(self.types.of(node)) and self._is_named(whole)
            case c_ast.ArrayRef(name=whole, subscript=index):
                return _is_fixed(self.types.of(whole)) and self._is_named(whole) and self.is_plain(index)
            case _:
                return False
