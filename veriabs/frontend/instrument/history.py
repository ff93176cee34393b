"""The user's program that also keeps what its loops computed in their last iterations.

Every operand of conditions, assignments and results reports its value, not those of assertions alone. The values of an
iteration are those that were reported since it began; `ROW` begins one, `LOOP` the loop.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pycparser import c_ast

from veriabs.core.counterexample import LoopSites, Remembering
from veriabs.core.source import Task
from veriabs.frontend.instrument.instrument import Instrumenter, instrument
from veriabs.frontend.instrument.shapes import Shapes
from veriabs.frontend.nodes import call, number
from veriabs.frontend.survey import leads_to_error, walk

LOOP, ROW = "veriabs_loop", "veriabs_row"


def remembering(tree: c_ast.FileAST, task: Task) -> Remembering:
    """The program of a freshly parsed tree, which is changed, that remembers; it has the sites of `instrument`."""
    loops: list[LoopSites] = []

    def made(given: Task, functions: dict[str, c_ast.FuncDef], shapes: Shapes) -> _Historian:
        return _Historian(given, functions, shapes, loops=loops)

    return Remembering(instrument(tree, task, made), tuple(loops))


@dataclass
class _Historian(Instrumenter):
    """Instruments one tree; loops are numbered as they begin."""

    loops: list[LoopSites] = field(default_factory=list)
    begun: int = 0

    def visit(self, node: c_ast.Node) -> c_ast.Node:
        match node:
            case c_ast.For() | c_ast.While() | c_ast.DoWhile():
                return self._loop(node)
            case c_ast.Assignment():
                return self._assignment(node)
            case c_ast.Return(expr=c_ast.Node() as value):
                node.expr = self.operands.observed(value, -1)
                return node
            case c_ast.If() if not (leads_to_error(node.iftrue) or leads_to_error(node.iffalse)):
                node.cond = self.operands.observed(node.cond, -1)
                node.iftrue = self.visit(node.iftrue) if node.iftrue else None
                node.iffalse = self.visit(node.iffalse) if node.iffalse else None
                return node
            case c_ast.Decl(init=c_ast.Node() as value, storage=storage) if not {"static", "extern"} & set(storage):
                found = super().visit(node)
                if self.inside and not isinstance(value, c_ast.InitList):
                    found.init = self.operands.reported(found.init, c_ast.ID(node.name), -1)
                return found
            case _:
                return super().visit(node)

    def _assignment(self, node: c_ast.Assignment) -> c_ast.Node:
        node.rvalue = self.operands.observed(node.rvalue, -1)
        node.lvalue = self.visit(node.lvalue)
        found = self.operands.stored(node, -1)
        found.coord = node.coord
        return found

    def _loop(self, node: c_ast.For | c_ast.While | c_ast.DoWhile) -> c_ast.Node:
        """A loop that tells where it begins, and where an iteration does."""
        this, first = self.begun, len(self.operands.seen)
        self.begun += 1
        parts = (node.cond, getattr(node, "next", None))
        named = dict.fromkeys(one.name for part in parts if part for one in walk(part) if isinstance(one, c_ast.ID))
        lines = frozenset(one.coord.line for one in walk(node) if one.coord is not None)
        with self.operands.block():
            for one in node.init.decls if isinstance(getattr(node, "init", None), c_ast.DeclList) else ():
                self.operands.declare(one)
            super().visit(node)
            body, before = [node.stmt] if node.stmt is not None else [], len(self.operands.seen)
            heads = [self.operands.reported(c_ast.ID(name), c_ast.ID(name), -1) for name in named]
        heads = [one for one in heads if not isinstance(one, c_ast.ID)]
        node.stmt = c_ast.Compound([call(ROW, number(this)), *heads, *body], node.coord)
        last = len(self.operands.seen)
        self.loops.append(LoopSites(this, self.where(node), first, last, tuple(range(before, last)), lines))
        return c_ast.Compound([call(LOOP, number(this)), node], node.coord)
