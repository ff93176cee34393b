"""Track which local variables are set, and report a read of an unset one.

    int x; if (c) x = 1; return x;          int x, set = 0; if (c) { x = 1; set = 1; } return set ? x : violation();

A variable has a flag beside its declaration, an array one per cell. Assignments raise flags, so only variables that
nothing else can set are tracked: without address-of, and, for arrays, only with subscripts. Functions with jumps past
declarations are skipped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy

from pycparser import c_ast

from veriabs.core.expressions import Const
from veriabs.core.goals import GoalKind
from veriabs.core.source import Task
from veriabs.frontend.known_functions import CELL_READ, CELL_SET, READ, SET
from veriabs.frontend.nodes import assigned_first, call, each_child, number
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.tree import TypedTree
from veriabs.frontend.typed.types import ArrayOf, arithmetic

_STEPS = ("++", "--", "p++", "p--")
_FLAG = "__veriabs_set_"
_NOWHERE = 64
"""An aligned address at which no object exists."""


def watch(tree: c_ast.FileAST, task: Task, types: TypedTree) -> None:
    """Changes the functions of the tree."""
    for node in tree.ext:
        is_entry = isinstance(node, c_ast.FuncDef) and node.decl.name == "main" and task.entry.function != "main"
        if isinstance(node, c_ast.FuncDef) and not is_entry:
            _Watcher(types, node).function()


def nowhere(node: c_ast.Decl, task: Task) -> list[c_ast.Node]:
    """If pointers are checked, initialise a pointer without initialiser to an address without object."""
    if GoalKind.POINTER.value not in task.checks or not isinstance(node.type, c_ast.PtrDecl):
        return []
    void = c_ast.TypeDecl(None, [], None, c_ast.IdentifierType(["void"]))
    value = c_ast.Cast(c_ast.Typename(None, [], None, c_ast.PtrDecl([], void)), number(_NOWHERE))
    return [c_ast.Assignment("=", c_ast.ID(node.name), value)]


class _Watcher:
    """Rewrites one function."""

    def __init__(self, types: TypedTree, function: c_ast.FuncDef) -> None:
        self.types, self.body = types, function.body
        nodes = list(walk(function))
        named = Counter(node.name for node in nodes if isinstance(node, c_ast.Decl))
        jumps = any(isinstance(node, c_ast.Goto | c_ast.Label | c_ast.Switch) for node in nodes)
        exposed = set(_exposed(function.body))
        open_ = [] if jumps else [one for one in self._uninitialised_locals() if named[one.name] == 1]
        self.scalars = {one.name for one in open_ if isinstance(one.type, c_ast.TypeDecl) and one.name not in exposed}
        arrays = {one.name for one in open_ if isinstance(one.type, c_ast.ArrayDecl)}
        self.arrays = arrays - exposed - set(_whole_object_names(function.body))

    def _uninitialised_locals(self) -> Iterator[c_ast.Decl]:
        """Local variables without initial value."""
        for block in (node for node in walk(self.body) if isinstance(node, c_ast.Compound)):
            items = block.block_items or []
            for position, node in enumerate(items):
                if not isinstance(node, c_ast.Decl) or node.init is not None or node.storage or node.name is None:
                    continue
                ctype = self.types.of(node)
                if isinstance(ctype, ArrayOf) and isinstance(node.type, c_ast.ArrayDecl):
                    if isinstance(ctype.size, Const) and arithmetic(ctype.element) is not None:
                        yield node
                elif arithmetic(ctype) is not None and not assigned_first(node.name, items[position + 1 :]):
                    yield node

    def function(self) -> None:
        if self.scalars or self.arrays:
            self.body = self.visit(self.body)

    def visit(self, node: c_ast.Node) -> c_ast.Node:
        """The replacement of a node."""
        match node:
            case c_ast.Compound():
                items = node.block_items or []
                node.block_items = [new for item in items for new in (*self._flag_declaration(item), self.visit(item))]
                return node
            case c_ast.ID(name=name) if name in self.scalars:
                return self._reporting(READ, name, node, node)
            case c_ast.ArrayRef(name=c_ast.ID(name=name)) if name in self.arrays:
                node.subscript = self._reporting(CELL_READ, name, self.visit(node.subscript), node)
                return node
            case c_ast.Assignment(op=op, lvalue=target):
                node.rvalue = self.visit(node.rvalue)
                return self._set(node, target, reads=op != "=")
            case c_ast.UnaryOp(op=op, expr=target) if op in _STEPS:
                return self._set(node, target, reads=True)
            case c_ast.UnaryOp(op="sizeof" | "_Alignof") | c_ast.Typename() | c_ast.Typedef():
                return node
            case c_ast.StructRef():
                node.name = self.visit(node.name)
                return node
            case c_ast.NamedInitializer():
                node.expr = self.visit(node.expr)
                return node
            case c_ast.FuncCall(name=c_ast.ID()):
                node.args = self.visit(node.args) if node.args else None
                return node
            case _:
                each_child(node, self.visit)
                return node

    def _set(self, node: c_ast.Node, target: c_ast.Node, *, reads: bool) -> c_ast.Node:
        match target:
            case c_ast.ID(name=name) if name in self.scalars:
                done = self._reporting(SET, name, node, node)
                return self._reporting(READ, name, done, target) if reads else done
            case c_ast.ArrayRef(name=c_ast.ID(name=name)) if name in self.arrays:
                index = self.visit(target.subscript)
                index = self._reporting(CELL_READ, name, index, target) if reads else index
                target.subscript = self._reporting(CELL_SET, name, index, target)
            case c_ast.ID():
                pass
            case _:
                self.visit(target)
        return node

    def _reporting(self, what: str, name: str, value: c_ast.Node, at: c_ast.Node) -> c_ast.Node:
        made = call(what, c_ast.ID(f"{_FLAG}{name}"), value)
        made.coord = at.coord
        return made

    def _flag_declaration(self, node: c_ast.Node) -> Iterator[c_ast.Decl]:
        """The flag of a declaration, which is down."""
        if not isinstance(node, c_ast.Decl) or node.name not in self.scalars | self.arrays:
            return
        name, down = f"{_FLAG}{node.name}", number(0)
        ctype = c_ast.TypeDecl(name, [], None, c_ast.IdentifierType(["char"]))
        if node.name in self.arrays:
            ctype, down = c_ast.ArrayDecl(ctype, deepcopy(node.type.dim), []), c_ast.InitList([down])
        yield c_ast.Decl(name, [], [], [], [], ctype, down, None, node.coord)


def _exposed(body: c_ast.Node) -> Iterator[str]:
    """The variables whose address is taken, or that of a cell."""
    for node in walk(body):
        if isinstance(node, c_ast.UnaryOp) and node.op == "&":
            yield from (inner.name for inner in walk(node.expr) if isinstance(inner, c_ast.ID))


def _whole_object_names(body: c_ast.Node) -> Iterator[str]:
    """The names that denote a whole object somewhere, without an index."""
    indexed = {id(node.name) for node in walk(body) if isinstance(node, c_ast.ArrayRef)}
    yield from (node.name for node in walk(body) if isinstance(node, c_ast.ID) and id(node) not in indexed)
