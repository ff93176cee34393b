"""Instrument a program to record the values that its loops computed in their last iterations.

Every operand of conditions, assignments and results reports its value, not only those of assertions. The values of an
iteration are the reports since its start; `ROW` starts an iteration, `LOOP` a loop.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pycparser import c_ast

from veriabs.core.counterexample import LoopSites, RecordingProgram
from veriabs.core.source import Task
from veriabs.frontend.instrument.instrument import Instrumenter, instrument
from veriabs.frontend.nodes import call, number
from veriabs.frontend.survey import starts_with_error_call, walk
from veriabs.frontend.typed.tree import TypedTree

LOOP, ROW = "veriabs_loop", "veriabs_row"


def recording_program(tree: c_ast.FileAST, task: Task, types: TypedTree) -> RecordingProgram:
    """The recording program of a tree, which is changed; it has the sites of `instrument`."""
    loops: list[LoopSites] = []

    def instrumenter(task: Task, functions: dict[str, c_ast.FuncDef], types: TypedTree) -> _HistoryInstrumenter:
        return _HistoryInstrumenter(task, functions, types, loops=loops)

    return RecordingProgram(instrument(tree, task, types, instrumenter), tuple(loops))


@dataclass
class _HistoryInstrumenter(Instrumenter):
    """Instruments one tree; loops are numbered in the order in which they start."""

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
            case c_ast.If() if not (starts_with_error_call(node.iftrue) or starts_with_error_call(node.iffalse)):
                node.cond = self.operands.observed(node.cond, -1)
                node.iftrue = self.visit(node.iftrue) if node.iftrue else None
                node.iffalse = self.visit(node.iffalse) if node.iffalse else None
                return node
            case c_ast.Decl(init=c_ast.Node() as value, storage=storage) if not {"static", "extern"} & set(storage):
                found = super().visit(node)
                if self.inside and not isinstance(value, c_ast.InitList):
                    found.init = self.operands.reported(found.init, node.name, self.types.number(node), -1)
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
        """A loop that reports its start and the start of each iteration."""
        this, first = self.begun, len(self.operands.seen)
        self.begun += 1
        parts = (node.cond, getattr(node, "next", None))
        named = {one.name: one for part in parts if part for one in walk(part) if isinstance(one, c_ast.ID)}
        numbers = {name: self.types.number(one) for name, one in named.items() if one not in self.types.enumerators}
        lines = frozenset(one.coord.line for one in walk(node) if one.coord is not None)
        super().visit(node)
        body, before = [node.stmt] if node.stmt is not None else [], len(self.operands.seen)
        heads = [self.operands.reported(c_ast.ID(name), name, ctype, -1) for name, ctype in numbers.items()]
        heads = [one for one in heads if not isinstance(one, c_ast.ID)]
        node.stmt = c_ast.Compound([call(ROW, number(this)), *heads, *body], node.coord)
        last = len(self.operands.seen)
        self.loops.append(LoopSites(this, self.where(node), first, last, tuple(range(before, last)), lines))
        return c_ast.Compound([call(LOOP, number(this)), node], node.coord)
