"""Build the control-flow graph of a function: one node per evaluated expression; jumps are edges."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.core.errors import UnsupportedError
from veriabs.frontend.nodes import unsupported_at, whole_number
from veriabs.frontend.slicing.symbols import CallSite, Effects
from veriabs.frontend.slicing.units import DefinedFunction, Unit
from veriabs.frontend.survey import walk


class Sort(Enum):
    """The kind of a node; `PLAIN` has no effect: a label, the head of an endless loop, the end of a function."""

    STATEMENT = "statement"
    CONDITION = "condition"
    RETURN = "return"
    ENTRY = "entry"
    PLAIN = "plain"


class Callees(Struct):
    """A call of functions that the file defines; `arguments` are the variables that each argument reads."""

    call: CallSite
    functions: tuple[int, ...]
    arguments: tuple[int, ...] = ()


class FlowNode(Struct):
    """One node of the control-flow graph: an expression, or a point without effect.

    - `guard`: the node of the innermost condition around it. `successors`, `predecessors`: the edges.
    - `uses`, `sets`, `writes`: sets of variables as bits: read, certainly overwritten, possibly changed.
    - `calls`: the functions that it enters. `ends`: the run may end here. `endless`: the head of an endless loop.
    - `simple`: the statement is a call, or stores the result of one.
    """

    function: int
    sort: Sort
    tree: c_ast.Node | None = None
    effects: Effects | None = None
    guard: int = -1
    successors: list[int] = field(default_factory=list)
    predecessors: list[int] = field(default_factory=list)
    uses: int = 0
    sets: int = 0
    writes: int = 0
    calls: tuple[Callees, ...] = ()
    ends: bool = False
    endless: bool = False
    simple: bool = False


class NodeRange(NamedTuple):
    """The nodes of a statement: its first node, the node after it, and the range of its own nodes."""

    entry: int
    after: int
    first: int
    end: int


class Graph(Struct):
    """The control-flow graphs of all functions, in one list of `nodes`.

    - `spans`, `conditions`: the nodes of statements and of their conditions, by the identity of syntax trees.
    - `entries`, `exits`, `ranges`, `gotos`: first node, last node, all nodes and jumps of each function.
    - `loops`: the nodes of each loop, its condition first.
    """

    nodes: list[FlowNode] = field(default_factory=list)
    spans: dict[int, NodeRange] = field(default_factory=dict)
    entries: list[int] = field(default_factory=list)
    exits: list[int] = field(default_factory=list)
    ranges: list[range] = field(default_factory=list)
    gotos: list[list[c_ast.Goto]] = field(default_factory=list)
    conditions: dict[int, int] = field(default_factory=dict)
    loops: list[range] = field(default_factory=list)


def add_function(graph: Graph, unit: Unit, function: DefinedFunction) -> None:
    """Adds the graph of a function; functions come in the order of their numbers."""
    first = len(graph.nodes)
    graph.gotos.append([])
    work = _Builder(graph, unit, function.number)
    graph.exits.append(work.node(Sort.PLAIN, None, []))
    for label in walk(function.tree.body):
        if isinstance(label, c_ast.Label):
            work.labels[label.name] = work.node(Sort.PLAIN, label, [])
    body = work.statement(function.tree.body, graph.exits[-1])
    graph.entries.append(work.node(Sort.ENTRY, None, [body], function.entry))
    graph.ranges.append(range(first, len(graph.nodes)))
    for number in graph.ranges[-1]:
        for successor in graph.nodes[number].successors:
            graph.nodes[successor].predecessors.append(number)


class _Builder(Struct):
    """Builds the graph of function `number` backward, so that the successor of a statement is always known.

    `guard` is the condition around the current statement; `leave` and `again` are the nodes after `break` and
    `continue`; `cases` and `default` those of the labels of the current switch.
    """

    graph: Graph
    unit: Unit
    number: int
    labels: dict[str, int] = field(default_factory=dict)
    guard: int = -1
    leave: int = -1
    again: int = -1
    cases: list[int] = field(default_factory=list)
    default: int = -1

    def node(self, sort: Sort, tree: c_ast.Node | None, successors: list[int], effects: Effects | None = None) -> int:
        self.graph.nodes.append(FlowNode(self.number, sort, tree, effects, self.guard, successors))
        return len(self.graph.nodes) - 1

    def statement(self, node: c_ast.Node | None, after: int) -> int:
        """The first node of a statement."""
        if node is None:
            return after
        first = len(self.graph.nodes)
        entry = self._statement(node, after)
        self.graph.spans[id(node)] = NodeRange(entry, after, first, len(self.graph.nodes))
        return entry

    def _statement(self, node: c_ast.Node, after: int) -> int:
        match node:
            case c_ast.Compound():
                return self.sequence(node.block_items or [], after)
            case c_ast.ExprList():
                return self.sequence(node.exprs, after)
            case c_ast.DeclList():
                return self.sequence(node.decls, after)
            case c_ast.Decl():
                effects = self.unit.effects.get(id(node))
                lasting = effects is None or self.unit.declared[id(node)].lasting
                return after if lasting else self.node(Sort.STATEMENT, node, [after], effects)
            case c_ast.If():
                return self._if(node, after)
            case c_ast.While() | c_ast.DoWhile() | c_ast.For():
                return self._loop(node, after)
            case c_ast.Switch():
                return self._switch(node, after)
            case c_ast.Case() | c_ast.Default():
                return self._case(node, after)
            case c_ast.Label():
                label = self.labels[node.name]
                self.graph.nodes[label].successors = [self.statement(node.stmt, after)]
                self.graph.nodes[label].guard = self.guard
                return label
            case c_ast.Goto():
                return self._goto(node)
            case c_ast.Break():
                return self.leave
            case c_ast.Continue():
                return self.again
            case c_ast.Return():
                effects = self.unit.effects.get(id(node)) or Effects()
                return self.node(Sort.RETURN, node, [self.graph.exits[self.number]], effects)
            case c_ast.EmptyStatement() | c_ast.Typedef() | c_ast.Pragma() | c_ast.StaticAssert():
                return after
            case _:
                return self.node(Sort.STATEMENT, node, [after], self.unit.effects[id(node)])

    def sequence(self, nodes: list[c_ast.Node], after: int) -> int:
        for node in reversed(nodes):
            after = self.statement(node, after)
        return after

    def _goto(self, node: c_ast.Goto) -> int:
        if node.name not in self.labels:
            raise UnsupportedError(f"{node.coord.file}:{node.coord.line}: there is no label {node.name} here")
        self.graph.gotos[self.number].append(node)
        return self.labels[node.name]

    def _condition(self, tree: c_ast.Node | None) -> tuple[int, bool | None]:
        """The node of a condition, and its value if it always has the same one."""
        value = True if tree is None else whole_number(tree)
        if value is not None:
            return self.node(Sort.PLAIN, None, []), bool(value)
        return self.node(Sort.CONDITION, tree, [], self.unit.effects[id(tree)]), None

    def _if(self, node: c_ast.If, after: int) -> int:
        condition, value = self._condition(node.cond)
        self.graph.conditions[id(node)] = condition
        outer, self.guard = self.guard, condition
        ways = [self.statement(node.iftrue, after), self.statement(node.iffalse, after)]
        self.guard = outer
        ways = ways if value is None else ways[:1] if value else ways[1:]
        self.graph.nodes[condition].successors = list(dict.fromkeys(ways))
        return condition

    def _loop(self, node: c_ast.While | c_ast.DoWhile | c_ast.For, after: int) -> int:
        """Build a loop; with a constant condition, only one edge leaves the condition."""
        condition, value = self._condition(node.cond)
        self.graph.conditions[id(node)] = condition
        outer = self.guard, self.leave, self.again
        self.guard, self.leave = condition, after
        self.again = self.statement(node.next, condition) if isinstance(node, c_ast.For) else condition
        body = self.statement(node.stmt, self.again)
        self.guard, self.leave, self.again = outer
        self.graph.loops.append(range(condition, len(self.graph.nodes)))
        ways = [body] if value is True else [after] if value is False else [body, after]
        self.graph.nodes[condition].successors = list(dict.fromkeys(ways))
        self.graph.nodes[condition].endless = value is True
        if isinstance(node, c_ast.DoWhile):
            return body
        return self.statement(node.init, condition) if isinstance(node, c_ast.For) else condition

    def _switch(self, node: c_ast.Switch, after: int) -> int:
        condition = self.node(Sort.CONDITION, node.cond, [], self.unit.effects[id(node.cond)])
        self.graph.conditions[id(node)] = condition
        outer = self.guard, self.leave, self.cases, self.default
        self.guard, self.leave, self.cases, self.default = condition, after, [], after
        self.statement(node.stmt, after)
        direct = [part for part in _items(node.stmt) if isinstance(part, c_ast.Case | c_ast.Default)]
        if len(direct) != len(self.cases) + (self.default != after):
            raise unsupported_at(node, "a case label inside another statement")
        self.graph.nodes[condition].successors = list(dict.fromkeys([*self.cases, self.default]))
        self.guard, self.leave, self.cases, self.default = outer
        return condition

    def _case(self, node: c_ast.Case | c_ast.Default, after: int) -> int:
        entry = self.node(Sort.PLAIN, None, [self.sequence(node.stmts or [], after)])
        if isinstance(node, c_ast.Default):
            self.default = entry
        else:
            self.cases.append(entry)
        return entry


def _items(node: c_ast.Node) -> list[c_ast.Node]:
    return node.block_items or [] if isinstance(node, c_ast.Compound) else []
