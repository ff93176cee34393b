"""Turn tail recursion into a loop (docs/theory.md 15).

    int f(int n) { if (n == 0) return 7; return f(n - 1); }
    int f(int n) { again: if (n == 0) return 7; n = n - 1; goto again; }

A tail call assigns new values to the parameters and starts the body again. This has the same effect if no call can see
another call's variables, so no address of a parameter or local variable may be taken. Other recursion stays.

`return e + f(x);` adds `e` to a total on the way down: `+`, `*`, `&`, `|` and `^` are commutative and associative
modulo 2^n. The total is unsigned, so that it adds no overflow that the program does not have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import TypeVar

from msgspec import Struct
from pycparser import c_ast

from veriabs.core.components import component, none, unchanged
from veriabs.core.types import BOOL, INT, ULLONG, UNSIGNED, FloatType, IntType
from veriabs.frontend.known_functions import is_nondet
from veriabs.frontend.nodes import declaring, is_truth_value, is_void, number, parameters_of, type_name
from veriabs.frontend.survey import assigned_place, called_names, has_effect, walk
from veriabs.frontend.typed.tree import TypedTree
from veriabs.frontend.typed.types import PointerType, Type, arithmetic, target

_Functions = Mapping[str, c_ast.FuncDef]
_Node = TypeVar("_Node", bound=c_ast.Node)


@component("tail_call_elimination", unchanged)
def tail_calls_to_loops(
    functions: _Functions, tree: c_ast.FileAST, types: TypedTree, *, totals: bool = False
) -> dict[str, c_ast.FuncDef]:
    """Replace the tail calls of each function of a file that is only tail-recursive.

    With `totals`, also calls whose result is combined with a value, as in a sum. This reorders the operations, which
    matters if each one is checked. The tree does not change: new functions share its nodes.
    """
    found = dict(functions)
    own = [node for name, node in functions.items() if name != "main" and name in called_names(node.body)]
    return found | {node.decl.name: _as_loop(node, types, tree, totals) for node in own}


def _as_loop(function: c_ast.FuncDef, types: TypedTree, tree: c_ast.FileAST, totals: bool) -> c_ast.FuncDef:
    parameters = _parameters(function, types)
    if parameters is None or not _are_private(function, parameters, types) or _is_hidden(function, parameters):
        return function
    tail = _Tail.of(function, parameters, _splits(function, types))
    if totals and c_ast.TernaryOp in tail.splits:
        tail.total = total_of(function, types, _free(f"{tail.name}_total", tail.used), tree)
    body = tail.block(function.body, last=tail.is_void)
    if tail.jumps != sum(name == function.decl.name for name in called_names(function.body)):
        return function
    again = c_ast.Label(tail.label, body, function.decl.coord)
    begun = [] if tail.total is None else [tail.total.begun()]
    return _with_children(function, body=c_ast.Compound([*begun, again], function.body.coord))


# --------------------------------------------------------------------------------------------- objects visible to calls


def _parameters(function: c_ast.FuncDef, types: TypedTree) -> list[c_ast.Decl] | None:
    """The parameters, each a number or a pointer whose type does not vary; None if there is another one."""
    listed = parameters_of(function)
    plain = (isinstance(one, c_ast.Decl) and one.name and _is_scalar(types.of(one)) for one in listed)
    varies = any(isinstance(node, c_ast.ArrayDecl) and _has_variable_size(node) for one in listed for node in walk(one))
    return None if function.param_decls or varies or not all(plain) else listed


def _has_variable_size(array: c_ast.ArrayDecl) -> bool:
    return array.dim is not None and any(isinstance(node, c_ast.ID | c_ast.FuncCall) for node in walk(array.dim))


def _adjust_parameter_type(ctype: c_ast.Node) -> c_ast.Node:
    """The type of a parameter: an array is a pointer to its elements (C11 6.7.6.3, 7)."""
    return c_ast.PtrDecl([], ctype.type) if isinstance(ctype, c_ast.ArrayDecl) else ctype


def _is_scalar(ctype: Type | None) -> bool:
    return isinstance(ctype, PointerType | IntType | FloatType)


def _are_private(function: c_ast.FuncDef, parameters: Sequence[c_ast.Decl], types: TypedTree) -> bool:
    """Whether no address of a parameter or local variable is taken, so that all calls can share them.

    Arrays must be of numbers or pointers, and only their elements may be used.
    """
    lasting = ("static", "extern", "typedef")
    declared = [node for node in walk(function.body) if isinstance(node, c_ast.Decl) and node.name is not None]
    own = [node for node in declared if not set(lasting) & set(node.storage)]
    arrays = {node.name for node in own if isinstance(node.type, c_ast.ArrayDecl)}
    kinds = (target(types.of(node)) if node.name in arrays else types.of(node) for node in own)
    if not all(map(_is_scalar, kinds)):
        return False
    names = {node.name for node in (*parameters, *own)}
    subscripted = {id(node.name) for node in walk(function.body) if isinstance(node, c_ast.ArrayRef)}
    for node in walk(function.body):
        match node:
            case c_ast.UnaryOp(op="&", expr=c_ast.ID(name=name)) if name in names:
                return False
            case c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef(name=c_ast.ID(name=name))) if name in arrays:
                return False
            case c_ast.ID(name=name) if name in arrays and id(node) not in subscripted:
                return False
            case c_ast.CompoundLiteral():
                return False
            case _:
                pass
    return True


def _is_hidden(function: c_ast.FuncDef, parameters: Sequence[c_ast.Decl]) -> bool:
    """Whether another declaration may hide the function or a parameter at a recursive call."""
    names, given = {function.decl.name}, {node.name for node in parameters}
    inner = (c_ast.Decl, c_ast.Typedef, c_ast.Enumerator)
    declared = {node.name for node in walk(function.body) if isinstance(node, inner)}
    return bool(names & given or (names | given) & declared)


# ----------------------------------------------------------------------------------------------------------- results


def _splits(function: c_ast.FuncDef, types: TypedTree) -> tuple[type[c_ast.Node], ...]:
    """The operators that may be made conditionals: `return c ? x : f(y);`, `return c && f(y);`.

    The value of the call is as it was if no floating point comes between (C11 6.5.15, 5), and if it is a truth value.
    """
    returned = [node.expr for node in walk(function.body) if isinstance(node, c_ast.Return) and node.expr is not None]
    result = arithmetic(types.result(function.decl))
    truth = result == BOOL or all(_is_truth(node, function.decl.name) for node in returned)
    whole = isinstance(result, FloatType | None) or _is_whole(returned, types)
    return (*((c_ast.TernaryOp,) if whole else ()), *((c_ast.BinaryOp,) if truth else ()))


def _is_truth(node: c_ast.Node, name: str) -> bool:
    match node:
        case c_ast.TernaryOp(iftrue=one, iffalse=other):
            return _is_truth(one, name) and _is_truth(other, name)
        case c_ast.FuncCall(name=c_ast.ID(name=called)):
            return bool(called == name)
        case c_ast.Constant(value=value):
            return value in ("0", "1")
        case _:
            return is_truth_value(node)


def _is_whole(nodes: Sequence[c_ast.Node], types: TypedTree) -> bool:
    """Whether no part of the expressions is a floating-point number."""
    parts = (part for node in nodes for part in walk(node))
    return None not in map(types.of, nodes) and not any(isinstance(types.of(part), FloatType) for part in parts)


# ------------------------------------------------------------------------------------------------------ the new body


class _Tail(Struct):
    """The rewriting of one body in which calls of the function itself become jumps to `label`.

    - `name`, `parameters`, `types`: those of the function. `used`: the names that a new variable must not have.
    - `splits`: the operators that may become an `if` statement, such as `?:`. `total`: the operation that collects a
      result, such as the sum in `return x + f(n - 1)`. `jumps`: how many calls became jumps.
    """

    name: str
    parameters: list[str]
    types: list[c_ast.Node]
    label: str
    used: frozenset[str]
    splits: tuple[type[c_ast.Node], ...]
    is_void: bool
    total: Total | None = None
    jumps: int = 0

    @classmethod
    def of(cls, function: c_ast.FuncDef, parameters: list[c_ast.Decl], splits: tuple[type[c_ast.Node], ...]) -> _Tail:
        name, nodes = function.decl.name, [*walk(function.body)]
        used = {str(node.name) for node in nodes if isinstance(node, c_ast.ID | c_ast.Decl | c_ast.Label)}
        names = [one.name for one in parameters]
        types = [_adjust_parameter_type(one.type) for one in parameters]
        nothing = is_void(function.decl.type.type)
        label = _free(f"{name}_again", used)
        return cls(name, names, types, label, frozenset(used.union(names)), splits, nothing)

    def block(self, block: c_ast.Compound, *, last: bool) -> c_ast.Compound:
        return _with_children(block, block_items=self._items(block.block_items or [], last=last))

    def _items(self, items: Sequence[c_ast.Node], *, last: bool) -> list[c_ast.Node]:
        """The items of a block; with `last`, the function ends after it."""
        behind = [_is_bare_return(item) for item in items[1:]] + [last]
        return [self._statement(item, end) for item, end in zip(items, behind, strict=False)]

    def _statement(self, node: c_ast.Node | None, last: bool) -> c_ast.Node | None:
        match node:
            case c_ast.Return(expr=value) if value is not None:
                return self._returned(node, value)
            case c_ast.FuncCall() if last and self.is_void and self._is_own(node):
                return self._restart_body(node)
            case c_ast.Compound():
                return self.block(node, last=last)
            case c_ast.If(iftrue=one, iffalse=other):
                return _with_children(node, iftrue=self._statement(one, last), iffalse=self._statement(other, last))
            case c_ast.While() | c_ast.DoWhile() | c_ast.For() | c_ast.Switch():
                return _with_children(node, stmt=self._statement(node.stmt, False))
            case c_ast.Case() | c_ast.Default():
                return _with_children(node, stmts=self._items(node.stmts or [], last=False))
            case c_ast.Label():
                return _with_children(node, stmt=self._statement(node.stmt, last))
            case _:
                return node

    def _returned(self, node: c_ast.Return, value: c_ast.Node) -> c_ast.Node:
        """A return of a call, or of an expression with a call as last operand."""
        at = node.coord
        match value:
            case c_ast.FuncCall() if self._is_own(value):
                return self._restart_body(value)
            case _ if self.name not in called_names(value):
                return node if self.total is None else self.total.returned(value, node)
            case _ if self.total is not None and (found := self.total.operands(value)) and self._is_own(found[0]):
                return self._restart_body(found[0], self.total.grown(found[1]))
            case _ if not isinstance(value, self.splits):
                return node
            case c_ast.TernaryOp(cond=test, iftrue=one, iffalse=other):
                pass
            case c_ast.BinaryOp(op="&&", left=test, right=one):
                other = number(0)
            case c_ast.BinaryOp(op="||", left=test, right=other):
                one = number(1)
            case _:
                return node
        then, orelse = (self._returned(c_ast.Return(part, part.coord or at), part) for part in (one, other))
        return c_ast.If(test, then, orelse, at)

    def _is_own(self, call: c_ast.FuncCall) -> bool:
        """Whether it is a recursive call whose arguments can be evaluated in any order."""
        given = call.args.exprs if call.args else []
        if not isinstance(call.name, c_ast.ID) or call.name.name != self.name or len(given) != len(self.parameters):
            return False
        return len(self._changed_arguments(call)) < 2 or not any(map(has_effect, given))

    def _changed_arguments(self, call: c_ast.FuncCall) -> dict[int, c_ast.Node]:
        """The arguments, by position, that differ from the parameter's current value."""
        given = enumerate(call.args.exprs if call.args else [])
        return {at: one for at, one in given if not (isinstance(one, c_ast.ID) and one.name == self.parameters[at])}

    def _restart_body(self, call: c_ast.FuncCall, *first: c_ast.Node) -> c_ast.Compound:
        """Assign the arguments, computed from the old values, to the parameters, and restart the body."""
        self.jumps += 1
        items: list[c_ast.Node] = [*first]
        kept: list[c_ast.Node] = []
        waiting = self._changed_arguments(call)
        while waiting:
            at = next((at for at in waiting if not self._is_needed(at, waiting)), None)
            if at is not None:
                items.append(_assigned(self.parameters[at], waiting.pop(at)))
                continue
            at, value = waiting.popitem()
            variable = _free(f"new_{self.parameters[at]}", self.used)
            ctype = declaring(self.types[at], variable)
            items.append(c_ast.Decl(variable, [], [], [], [], ctype, value, None, value.coord))
            kept.append(_assigned(self.parameters[at], c_ast.ID(variable, value.coord)))
        return c_ast.Compound([*items, *kept, c_ast.Goto(self.label, call.coord)], call.coord)

    def _is_needed(self, at: int, waiting: Mapping[int, c_ast.Node]) -> bool:
        """Is the old value of the parameter needed by another argument, or does its own one set it as well?"""
        if has_effect(waiting[at]):
            return True
        others = (value for other, value in waiting.items() if other != at)
        return any(self.parameters[at] in _names(value) for value in others)


def _assigned(name: str, value: c_ast.Node) -> c_ast.Assignment:
    return c_ast.Assignment("=", c_ast.ID(name, value.coord), value, value.coord)


def _names(node: c_ast.Node) -> Iterator[str]:
    return (inner.name for inner in walk(node) if isinstance(inner, c_ast.ID))


def _is_bare_return(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.Return) and node.expr is None


def _free(name: str, used: set[str] | frozenset[str]) -> str:
    while name in used:
        name += "_"
    return name


def _with_children(node: _Node, **changes: object) -> _Node:
    """A copy of the node with other children."""
    made = copy(node)
    for slot, value in changes.items():
        setattr(made, slot, value)
    return made


# ----------------------------------------------------------------------------------------------------------- totals

_NOTHING = {"+": 0, "*": 1, "|": 0, "^": 0, "&": -1}
"""The operators with their neutral elements."""


class Total(Struct, frozen=True):
    """The variable that combines, by `op`, the results of all calls of the function `name` so far."""

    op: str
    name: str
    variable: str
    type: IntType

    def begun(self) -> c_ast.Decl:
        ctype = c_ast.TypeDecl(self.variable, [], None, c_ast.IdentifierType([self.type.name]))
        first = number(abs(_NOTHING[self.op]))
        value = first if _NOTHING[self.op] >= 0 else c_ast.UnaryOp("-", first)
        return c_ast.Decl(self.variable, [], [], [], [], ctype, value, None)

    def operands(self, value: c_ast.Node) -> tuple[c_ast.FuncCall, c_ast.Node] | None:
        """The call and the other operand, if the value is `e op f(...)` or `f(...) op e`."""
        found = _operands(value, self.name)
        return found if found is not None and isinstance(value, c_ast.BinaryOp) and value.op == self.op else None

    def grown(self, value: c_ast.Node) -> c_ast.Assignment:
        return c_ast.Assignment("=", c_ast.ID(self.variable, value.coord), self._add_to_total(value), value.coord)

    def returned(self, value: c_ast.Node, node: c_ast.Return) -> c_ast.Return:
        return c_ast.Return(self._add_to_total(value), node.coord)

    def _add_to_total(self, value: c_ast.Node) -> c_ast.Node:
        own = c_ast.Cast(type_name(self.type), value, value.coord)
        return c_ast.BinaryOp(self.op, c_ast.ID(self.variable, value.coord), own, value.coord)


@component("accumulator_introduction", none)
def total_of(function: c_ast.FuncDef, types: TypedTree, variable: str, tree: c_ast.FileAST) -> Total | None:
    """The total of a function that returns integers and changes nothing that its other calls read."""
    name, result = function.decl.name, arithmetic(types.result(function.decl))
    returned = [node.expr for node in walk(function.body) if isinstance(node, c_ast.Return) and node.expr is not None]
    ops = {leaf.op for value in returned for leaf in _branch_values(value) if _operands(leaf, name) is not None}
    if not isinstance(result, IntType) or result == BOOL or len(ops) != 1 or not _is_pure(function, tree):
        return None
    return Total(ops.pop(), name, variable, UNSIGNED if result.bits <= INT.bits else ULLONG)


def _branch_values(value: c_ast.Node) -> Iterator[c_ast.Node]:
    if isinstance(value, c_ast.TernaryOp):
        yield from _branch_values(value.iftrue)
        yield from _branch_values(value.iffalse)
    else:
        yield value


def _operands(value: c_ast.Node, name: str) -> tuple[c_ast.FuncCall, c_ast.Node] | None:
    if not isinstance(value, c_ast.BinaryOp) or value.op not in _NOTHING:
        return None
    for call, other in ((value.right, value.left), (value.left, value.right)):
        if isinstance(call, c_ast.FuncCall) and isinstance(call.name, c_ast.ID) and call.name.name == name:
            return None if has_effect(other) else (call, other)
    return None


def _is_pure(function: c_ast.FuncDef, tree: c_ast.FileAST) -> bool:
    """Whether the function changes only its own variables, so that operands are the same before and after a call."""
    lasting = {"static", "extern"}
    declared = (node for node in walk(function) if isinstance(node, c_ast.Decl))
    own = {node.name for node in declared if not lasting & set(node.storage)}
    own -= {node.name for node in tree.ext if isinstance(node, c_ast.Decl)}
    for node in walk(function.body):
        match node:
            case c_ast.FuncCall(name=c_ast.ID(name=name)) if name == function.decl.name or is_nondet(name):
                continue
            case c_ast.FuncCall():
                return False
            case _:
                place = assigned_place(node)
        if place is not None and (not isinstance(place, c_ast.ID) or place.name not in own):
            return False
    return True
