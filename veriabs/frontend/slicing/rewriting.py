"""Rebuild the kept statements of a function; removed statements leave no trace or become a nondeterministic choice.

    if (f(x)) { y = 1; } else { log(x); }          if (nondet()) { y = 1; }

Every run of the program, without the removed statements, is a run of the slice (docs/theory.md 4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass, field

from pycparser import c_ast

from veriabs.frontend.known_functions import is_nondet
from veriabs.frontend.nodes import base_type, call, each_child, number, retyped
from veriabs.frontend.slicing.cfg import FlowNode, NodeRange, Sort
from veriabs.frontend.slicing.kinds import Slice
from veriabs.frontend.slicing.paths import MANY, NONE
from veriabs.frontend.slicing.symbols import Symbol
from veriabs.frontend.slicing.units import DefinedFunction
from veriabs.frontend.survey import is_step, walk
from veriabs.frontend.typed.types import FunctionType, RecordType, Type

Choice = Callable[[int, bool], c_ast.Node]
"""Makes the arbitrary value for the condition of a node; the flag asks for a whole number in place of a truth value."""


@dataclass(slots=True)
class Rewriter:
    """Rewrites one function of the slice `made`.

    - `choice`: makes arbitrary values for removed conditions. `mentioned`: symbols that have to be declared.
    - `seen`: the next relevant node of each node. `held`: the number of kept nodes before each node, counted from
      `first`.
    - `labels`: those of the kept jumps.
    """

    made: Slice
    function: DefinedFunction
    choice: Choice
    mentioned: set[Symbol]
    seen: dict[int, int] = field(init=False)
    held: list[int] = field(init=False)
    first: int = field(init=False)
    labels: set[str] = field(init=False)

    def __post_init__(self) -> None:
        own = self.made.program.graph.ranges[self.function.number]
        relevance = self.made.relevance
        self.seen = self.made.seen(self.function.number)
        self.first = own.start
        self.held = [0]
        for one in own:
            self.held.append(self.held[-1] + (1 if relevance.kept[one] or relevance.active[one] else 0))
        self.labels = set()
        gotos = self.made.program.graph.gotos[self.function.number]
        self.labels = {goto.name for goto in gotos if not self._removable(goto, self._span(goto))}

    def body(self) -> c_ast.Compound:
        """The body of the function, with the declarations that it needs."""
        body = c_ast.Compound(self._items(self.function.tree.body.block_items or []))
        self._prune(body)
        return body

    # ------------------------------------------------------------------------------------------------- kept statements

    def _span(self, node: c_ast.Node) -> NodeRange:
        return self.made.program.graph.spans[id(node)]

    def _node(self, one: int) -> FlowNode:
        return self.made.program.nodes[one]

    def _holds(self, span: NodeRange) -> bool:
        return self.held[span.end - self.first] > self.held[span.first - self.first]

    def _is_in_slice(self, one: int) -> bool:
        return bool(self.made.relevance.inside[one])

    def _removable(self, node: c_ast.Node, span: NodeRange) -> bool:
        """Whether the program continues in the same way without the statement."""
        if self._holds(span) or self._labelled(node):
            return False
        if span.entry != span.after and self.made.live[span.entry] and not self.made.live[span.after]:
            return False  # code after it must not run for the first time
        here, there = self.seen.get(span.entry, NONE), self.seen.get(span.after, NONE)
        if here == there != MANY:
            return True
        return (self._is_in_slice(span.entry) or not self._is_in_slice(span.after)) and self._continues_after(span)

    def _continues_after(self, span: NodeRange) -> bool:
        """Whether all exits of the statement that can reach the criterion lead to the code after it."""
        own = range(span.first, span.end)
        if span.entry not in own:
            return span.entry == span.after
        ways = (way for one in own for way in self._node(one).successors)
        return all(way in own or way == span.after or not self._is_in_slice(way) for way in ways)

    def _labelled(self, node: c_ast.Node) -> bool:
        """Whether the statement contains a label that a `goto` jumps to."""
        return bool(self.labels) and any(isinstance(p, c_ast.Label) and p.name in self.labels for p in walk(node))

    # ------------------------------------------------------------------------------------------------------ statements

    def statement(self, node: c_ast.Node | None) -> c_ast.Node | None:
        """The remainder of a statement, at its place, or None."""
        left = self._statement(node)
        if left is not None and node is not None and left.coord is None:
            left.coord = node.coord
        return left

    def _statement(self, node: c_ast.Node | None) -> c_ast.Node | None:
        if node is None or isinstance(node, c_ast.Pragma | c_ast.StaticAssert):
            return None
        if isinstance(node, c_ast.Decl | c_ast.DeclList):
            return self._declaration(node)
        if isinstance(node, c_ast.Typedef):
            return node
        span = self._span(node)
        if not isinstance(node, c_ast.Case | c_ast.Default) and self._removable(node, span):
            return None
        match node:
            case c_ast.Compound():
                return c_ast.Compound(self._items(node.block_items or []))
            case c_ast.ExprList():
                return _comma_expression(self._items(node.exprs))
            case c_ast.If():
                return self._if(node, span)
            case c_ast.While() | c_ast.DoWhile() | c_ast.For():
                return self._loop(node)
            case c_ast.Switch():
                body = c_ast.Compound(self._items(node.stmt.block_items or []))
                return c_ast.Switch(self._condition(node, whole=True), body)
            case c_ast.Case():
                return c_ast.Case(node.expr, self._case(node.stmts or []))
            case c_ast.Default():
                return c_ast.Default(self._case(node.stmts or []))
            case c_ast.Label() if node.name in self.labels:
                return c_ast.Label(node.name, self.statement(node.stmt) or c_ast.EmptyStatement())
            case c_ast.Label():
                return self.statement(node.stmt)
            case c_ast.Goto() | c_ast.Break() | c_ast.Continue():
                return node
            case c_ast.Return():
                return self._return(node, span)
            case _:
                return self._expression(node, span)

    def _items(self, nodes: Iterable[c_ast.Node]) -> list[c_ast.Node]:
        return [left for node in nodes if (left := self.statement(node)) is not None]

    def _case(self, nodes: list[c_ast.Node]) -> list[c_ast.Node]:
        """The remainder of a case; its `break` stays, as readers expect, even if the next case would do the same."""
        left = self._items(nodes)
        if nodes and isinstance(nodes[-1], c_ast.Break) and nodes[-1] not in left[-1:]:
            left.append(nodes[-1])
        return left or [c_ast.EmptyStatement()]

    def _expression(self, node: c_ast.Node, span: NodeRange) -> c_ast.Node | None:
        relevance = self.made.relevance
        if relevance.kept[span.entry]:
            return self.expression(span.entry, node)
        if relevance.active[span.entry]:
            return self._bare_call(span.entry)
        # only irrelevant code follows, so any end of the run is fine
        return self._abort_call() if not self._is_in_slice(span.entry) else None

    def _abort_call(self) -> c_ast.Node:
        known = self.made.program.unit.globals.get("abort")
        self.mentioned.add(known or Symbol("abort", None, function=True))
        return call("abort")

    def _return(self, node: c_ast.Return, span: NodeRange) -> c_ast.Node:
        relevance = self.made.relevance
        if relevance.kept[span.entry]:
            return c_ast.Return(self.expression(span.entry, node.expr) if node.expr is not None else None)
        value, function = node.expr, self.function.symbol.type
        if value is not None and not isinstance(value, c_ast.Constant):
            result = function.returns if isinstance(function, FunctionType) else None
            value = zero(result, self.function.tree.decl.type.type)
        made = c_ast.Return(value)
        if relevance.active[span.entry]:
            return c_ast.Compound([self._bare_call(span.entry), made])
        return made

    def _condition(self, node: c_ast.Node, *, whole: bool = False) -> c_ast.Node:
        """The condition of a statement, or an arbitrary value in its place."""
        one = self.made.program.graph.conditions[id(node)]
        if self._node(one).sort is Sort.PLAIN:
            return node.cond
        if self.made.relevance.kept[one]:
            return self.expression(one, node.cond)
        choice = self.choice(one, whole)
        choice.coord = node.coord  # validation identifies the choice by its place
        return choice

    def _if(self, node: c_ast.If, span: NodeRange) -> c_ast.Node | None:
        one = self.made.program.graph.conditions[id(node)]
        if self._node(one).sort is Sort.CONDITION and not self.made.relevance.kept[one]:
            if self._never_reaches_criterion(node.iftrue, span):
                return self.statement(node.iffalse)
            if self._never_reaches_criterion(node.iffalse, span):
                return self.statement(node.iftrue)
        true, false = self.statement(node.iftrue), self.statement(node.iffalse)
        if true is None and false is None and not self.made.relevance.kept[one]:
            return None
        condition = self._condition(node)
        if true is None and false is not None:
            return c_ast.If(c_ast.UnaryOp("!", condition), false, None)
        return c_ast.If(condition, true or c_ast.EmptyStatement(), false)

    def _never_reaches_criterion(self, node: c_ast.Node | None, span: NodeRange) -> bool:
        """Whether no path from the branch reaches the criterion."""
        if node is None:
            return not self._is_in_slice(span.after)
        inner = self._span(node)
        return not self._is_in_slice(inner.entry) and not self._holds(inner) and not self._labelled(node)

    def _loop(self, node: c_ast.While | c_ast.DoWhile | c_ast.For) -> c_ast.Node | None:
        body = self.statement(node.stmt) or c_ast.EmptyStatement()
        condition = self._condition(node) if node.cond is not None else None
        if isinstance(node, c_ast.While):
            return c_ast.While(condition, body)
        if isinstance(node, c_ast.DoWhile):
            return c_ast.DoWhile(condition, body)
        init = self._declaration(node.init) if isinstance(node.init, c_ast.DeclList) else self.statement(node.init)
        return c_ast.For(init, condition, self.statement(node.next), body)

    # ---------------------------------------------------------------------------------------------------- declarations

    def _declaration(self, node: c_ast.Decl | c_ast.DeclList) -> c_ast.Node:
        """The declaration, without an irrelevant initialiser; `_prune` removes unnecessary ones."""
        if isinstance(node, c_ast.DeclList):
            return c_ast.DeclList([self._declaration(one) for one in node.decls])
        span = self._span(node)
        symbol = self.made.program.unit.declared.get(id(node))
        if symbol is None or symbol.lasting or span.entry == span.after:
            return node
        if self.made.relevance.kept[span.entry]:
            self._note(span.entry)
        if self.made.relevance.kept[span.entry] and node.init is not None:
            init = self.expression(span.entry, node.init)
        elif self.made.relevance.active[span.entry]:
            init = c_ast.ExprList([self._bare_call(span.entry), number(0)])
            self.mentioned.add(symbol)
        else:
            init = node.init if _determines_array_size(node) else None
        made = copy(node)
        made.init = init
        self.made.program.unit.declared[id(made)] = symbol
        self._made.append(made)
        return made

    _made: list[c_ast.Decl] = field(default_factory=list)

    def _prune(self, node: c_ast.Node) -> None:
        """Remove unused declarations; the types that they define stay."""
        for part in walk(node):
            match part:
                case c_ast.Compound(block_items=[*items]):
                    part.block_items = self.declared(items)
                case (c_ast.Case(stmts=[*items]) | c_ast.Default(stmts=[*items])):
                    part.stmts = self.declared(items) or [c_ast.EmptyStatement()]
                case c_ast.For(init=c_ast.DeclList(decls=decls)):
                    kept = self.declared(decls)
                    part.init = c_ast.DeclList(kept) if kept else None
                case _:
                    pass

    def declared(self, items: list[c_ast.Node]) -> list[c_ast.Node]:
        return [left for item in items if (left := declaration(self.made, item, self.mentioned)) is not None]

    # ----------------------------------------------------------------------------------------------------- expressions

    def _note(self, one: int) -> None:
        effects = self._node(one).effects
        if effects is not None:
            add_mentioned(self.made, effects.mentions, self.mentioned)

    def expression(self, one: int, tree: c_ast.Node) -> c_ast.Node:
        """An expression of a node, with arguments that do not matter replaced."""
        self._note(one)
        node = self._node(one)
        if not node.calls:
            return tree
        return self._copy_with_kept_arguments(tree, {id(called.call.tree): called.functions for called in node.calls})

    def _bare_call(self, one: int) -> c_ast.Node:
        return self.expression(one, self._node(one).calls[0].call.tree)

    def _copy_with_kept_arguments(self, tree: c_ast.Node, calls: dict[int, tuple[int, ...]]) -> c_ast.Node:
        made = copy(tree)
        each_child(made, lambda part: self._copy_with_kept_arguments(part, calls))
        if id(tree) in calls and made.args is not None:
            made.args.exprs = self._arguments(made.args.exprs, calls[id(tree)])
        return made

    def _arguments(self, given: list[c_ast.Node], functions: tuple[int, ...]) -> list[c_ast.Node]:
        matter = [self.made.relevance.parameters(function) for function in functions]
        symbols = self.made.program.unit.functions[functions[0]].parameters
        result = []
        for position, argument in enumerate(given):
            if position >= len(symbols) or any(position < len(one) and one[position] for one in matter):
                result.append(argument)
                continue
            nothing = zero(symbols[position].type, symbols[position].decls[0].type)
            effect = any(_has_effect(part) for part in walk(argument))
            result.append(c_ast.ExprList([argument, nothing]) if effect else nothing)
        return result


def _has_effect(node: c_ast.Node) -> bool:
    match node:
        case c_ast.FuncCall(name=c_ast.ID(name=name)) if is_nondet(name):
            return False
        case _:
            return isinstance(node, c_ast.Assignment | c_ast.FuncCall) or is_step(node)


def _comma_expression(nodes: list[c_ast.Node]) -> c_ast.Node | None:
    if not nodes:
        return None
    return nodes[0] if len(nodes) == 1 else c_ast.ExprList(nodes)


def zero(ctype: Type | None, declared: c_ast.Node) -> c_ast.Node:
    """A value of the type that no code reads; the type as it is declared."""
    if not isinstance(ctype, RecordType):
        return number(0)
    name = retyped(declared, None)
    for part in walk(name):
        if isinstance(part, c_ast.Struct | c_ast.Union) and part.name:
            part.decls = None
    return c_ast.CompoundLiteral(name, c_ast.InitList([number(0)]), [])


def add_mentioned(made: Slice, symbols: Iterable[Symbol], found: set[Symbol]) -> None:
    """Add symbols to those found, with everything that their declarations mention."""
    waiting = [symbol for symbol in symbols if symbol not in found]
    while waiting:
        symbol = waiting.pop()
        if symbol not in found:
            found.add(symbol)
            waiting += made.program.unit.needs.get(symbol, ())


def declaration(made: Slice, node: c_ast.Node, mentioned: set[Symbol]) -> c_ast.Node | None:
    """The declaration if its variable is used, or the type that it defines; other nodes stay."""
    if not isinstance(node, c_ast.Decl) or node.name is None:
        return node
    symbol = made.program.unit.declared.get(id(node))
    if symbol is None or symbol in mentioned:
        return node
    match inner := base_type(node.type):
        case c_ast.Struct(decls=[*_]) | c_ast.Union(decls=[*_]) | c_ast.Enum(values=c_ast.Node()):
            return c_ast.Decl(None, [], [], [], [], inner, None, None)
        case _:
            return None


def _determines_array_size(node: c_ast.Decl) -> bool:
    """Whether the initialiser, made of constants, determines the array's size."""
    is_open = isinstance(node.type, c_ast.ArrayDecl) and node.type.dim is None and node.init is not None
    return is_open and not any(isinstance(part, c_ast.ID | c_ast.FuncCall) for part in walk(node.init))
