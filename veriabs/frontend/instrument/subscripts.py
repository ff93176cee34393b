"""Says of a program that it reaches memory by the names of objects and by subscripts of arrays of a fixed size alone.

Then no access is beside its object, or of one that is gone, but by an index, and there is no pointer that could be
null, not aligned, moved, compared or followed. Of the sanitizers of memory such a program needs the one that looks at
each index. Whatever is not known here to be of that kind counts as a pointer.
"""

from __future__ import annotations

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.frontend.survey import ERROR_FUNCTIONS, walk

_POINTS = -1
"""Stands for the number of subscripts of what is, or may be, a pointer."""

_ARITHMETIC = frozenset(("char", "short", "int", "long", "signed", "unsigned", "_Bool", "float", "double", "void"))

_WALKED = (
    *(c_ast.Compound, c_ast.DeclList, c_ast.If, c_ast.For, c_ast.While, c_ast.DoWhile, c_ast.Switch, c_ast.Case),
    *(c_ast.Default, c_ast.Label, c_ast.Goto, c_ast.Break, c_ast.Continue, c_ast.Return, c_ast.EmptyStatement),
    *(c_ast.ExprList, c_ast.InitList, c_ast.BinaryOp, c_ast.TernaryOp, c_ast.Assignment),
)
"""What has statements and values in it, and is one if these are."""

_VALUES = frozenset(("-", "+", "~", "!", "++", "--", "p++", "p--"))
"""The operators of one operand that neither make a pointer nor follow one."""


def only_subscripts(tree: c_ast.FileAST) -> bool:
    """Has the program nothing but indices that an access could go wrong by?"""
    names = _Names()
    for node in tree.ext:
        names.declare_outside(node)
    defined = [node for node in tree.ext if isinstance(node, c_ast.FuncDef)]
    objects = [node for node in tree.ext if isinstance(node, c_ast.Decl) and node.init is not None]
    return all(map(names.is_plain_function, defined)) and all(names.is_plain(one.init) for one in objects)


class _Names(Struct):
    """How many subscripts lead from the name of an object or of a member (`.m`) to a number or a struct, in any scope.

    `types` are the names of types that are numbers or structs. `functions` are those that give one, and take nothing
    else; of each whether what it takes is known.
    """

    depths: dict[str, int] = field(default_factory=dict)
    types: set[str] = field(default_factory=set)
    functions: dict[str, bool] = field(default_factory=dict)

    # ----------------------------------------------------------------------------------------------- declarations

    def declare_outside(self, node: c_ast.Node) -> None:
        """Takes what a declaration outside of functions names, and all that a function does."""
        match node:
            case c_ast.Typedef(name=name, type=ctype):
                self._declare_members(node)
                self.types |= {name} if self._depth(ctype) == 0 else set()
            case c_ast.FuncDef(decl=c_ast.Decl(name=name, type=ctype)):
                self._declare_function(name, ctype, True)
                self._declare_members(node)
                for one in walk(node):
                    if isinstance(one, c_ast.Decl) and not isinstance(one.type, c_ast.FuncDecl):
                        self._declare(one.name, self._depth(one.type, one.init))
            case c_ast.Decl(name=name, type=c_ast.FuncDecl() as ctype):
                self._declare_function(name, ctype, ctype.args is not None)
            case c_ast.Decl(name=name, type=ctype, init=init):
                self._declare_members(node)
                self._declare(name, self._depth(ctype, init))
            case _:
                pass

    def _declare_function(self, name: str, ctype: c_ast.FuncDecl, is_known: bool) -> None:
        if self._depth(ctype.type) == 0 and self._takes_values(ctype):
            self.functions[name] = is_known or self.functions.get(name, False)

    def _takes_values(self, ctype: c_ast.FuncDecl) -> bool:
        given = ctype.args.params if ctype.args else ()
        return all(isinstance(one, c_ast.Decl | c_ast.Typename) and self._depth(one.type) == 0 for one in given)

    def _declare_members(self, node: c_ast.Node) -> None:
        for one in walk(node):
            if isinstance(one, c_ast.Struct | c_ast.Union):
                for member in one.decls or ():
                    self._declare(f".{member.name}", self._depth(member.type))
            elif isinstance(one, c_ast.Enumerator):
                self._declare(one.name, 0)

    def _declare(self, name: str | None, depth: int) -> None:
        """What has one name in two places is taken for a pointer if these differ."""
        if name is not None:
            self.depths[name] = depth if self.depths.get(name, depth) == depth else _POINTS

    def _depth(self, ctype: c_ast.Node, init: c_ast.Node | None = None) -> int:
        match ctype:
            case c_ast.ArrayDecl(type=element, dim=size):
                inner = self._depth(element)
                counted = init is not None if size is None else not any(isinstance(x, c_ast.ID) for x in walk(size))
                return inner + 1 if counted and inner != _POINTS else _POINTS
            case c_ast.TypeDecl(type=c_ast.IdentifierType(names=words)):
                return 0 if self.types | _ARITHMETIC >= set(words) else _POINTS
            case c_ast.TypeDecl(type=c_ast.Struct() | c_ast.Union() | c_ast.Enum()):
                return 0
            case _:
                return _POINTS

    # -------------------------------------------------------------------------------------------------- what is done

    def is_plain_function(self, node: c_ast.FuncDef) -> bool:
        """Are its parameters values, and all that it does?"""
        return node.decl.name in self.functions and node.param_decls is None and self.is_plain(node.body)

    def is_plain(self, node: c_ast.Node, subscripts: int = 0) -> bool:
        """Is it a statement, or a value behind so many subscripts, that no pointer has a part in?"""
        match node:
            case c_ast.ID(name=name):
                return self.depths.get(name) == subscripts
            case c_ast.StructRef(name=c_ast.ID() | c_ast.ArrayRef() | c_ast.StructRef() as whole, type=".", field=part):
                return self.depths.get(f".{part.name}") == subscripts and self.is_plain(whole)
            case c_ast.ArrayRef(name=c_ast.ID() | c_ast.ArrayRef() | c_ast.StructRef() as whole, subscript=index):
                return self.is_plain(whole, subscripts + 1) and self.is_plain(index)
            case c_ast.Constant(type=kind):
                return subscripts == 0 and kind != "string"
            case c_ast.UnaryOp(op=op, expr=operand):
                return op == "sizeof" or (op in _VALUES and self.is_plain(operand))
            case c_ast.Cast(to_type=c_ast.Typename(type=ctype), expr=value):
                return self._depth(ctype) == 0 and self.is_plain(value)
            case c_ast.FuncCall(name=c_ast.ID(name=name), args=given) if name in ERROR_FUNCTIONS:
                return given is None or all(isinstance(one, c_ast.Constant) for one in given.exprs)
            case c_ast.FuncCall(name=c_ast.ID(name=name), args=given):
                return name in self.functions and (given is None or (self.functions[name] and self.is_plain(given)))
            case c_ast.Decl(type=ctype, init=init):
                return self._depth(ctype, init) != _POINTS and (init is None or self.is_plain(init))
            case _:
                return isinstance(node, _WALKED) and all(map(self.is_plain, node))
