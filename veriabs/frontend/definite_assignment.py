"""Definite assignment: a data-flow analysis of whether a pointer is set on every path before it is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy

from pycparser import c_ast

from veriabs.frontend.nodes import each_child, parameters_of
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.tree import TypedTree
from veriabs.frontend.typed.types import PointerType

_DEEPEST = 4
"""Calls that the parameter is followed through."""

_SETTING = frozenset(("strtol", "strtoul", "strtoll", "strtoull", "strtod", "strtof", "asprintf"))
"""Functions of the library that set the pointer that they are given the address of, and do not read it."""


def unset_pointers(
    function: c_ast.FuncDef, functions: Mapping[str, c_ast.FuncDef], types: TypedTree
) -> Iterator[c_ast.Decl]:
    """The local pointers without initialiser that some path may use before it sets them."""
    for block in walk(function.body):
        items = getattr(block, "block_items", None) or getattr(block, "stmts", None) or []
        for position, one in enumerate(items, 1):
            if isinstance(one, c_ast.Decl) and one.init is None and not {"static", "extern"} & {*one.storage}:
                is_pointer = isinstance(one.type, c_ast.PtrDecl) or isinstance(types.of(one), PointerType)
                if is_pointer and _may_be_unset(one.name, items[position:], functions):
                    yield one


def _may_be_unset(name: str, behind: list[c_ast.Node], functions: Mapping[str, c_ast.FuncDef]) -> bool:
    """Whether statements may use a pointer before they set it; inner variables of that name count as the pointer."""
    block, address = c_ast.Compound(deepcopy(behind)), f"&{name}"
    _replace_address(block, name, address)
    if any(isinstance(one, c_ast.Decl) and one.name == name for one in walk(block)):
        return True
    flow = Flow(name, address, functions)
    flow.statement(block, False)
    return flow.read


def _replace_address(node: c_ast.Node, name: str, address: str) -> None:
    """Puts a name in place of `&p`."""

    def change(one: c_ast.Node) -> c_ast.Node:
        match one:
            case c_ast.UnaryOp(op="&", expr=c_ast.ID(name=found)) if found == name:
                return c_ast.ID(address, one.coord)
            case _:
                _replace_address(one, name, address)
                return one

    each_child(node, change)


def replace_targets(node: c_ast.Node, pointers: str, pointer: str) -> None:
    """Puts a name in place of `*p` and `p[0]`."""
    each_child(node, lambda one: _replace_target(one, pointers, pointer))


def _replace_target(node: c_ast.Node, pointers: str, pointer: str) -> c_ast.Node:
    match node:
        case c_ast.UnaryOp(op="*", expr=c_ast.ID(name=name)) if name == pointers:
            return c_ast.ID(pointer, node.coord)
        case c_ast.ArrayRef(name=c_ast.ID(name=name), subscript=c_ast.Constant(value="0")) if name == pointers:
            return c_ast.ID(pointer, node.coord)
        case _:
            replace_targets(node, pointers, pointer)
            return node


def escapes(node: c_ast.Node, name: str) -> bool:
    """Whether the parameter is moved, set, stored or indexed, and not only dereferenced, tested or passed on."""
    match node:
        case c_ast.ID(name=found):
            return bool(found == name)
        case c_ast.FuncCall(name=called, args=c_ast.ExprList(exprs=given)):
            inside = [called, *given]
        case c_ast.UnaryOp(op="!" | "sizeof", expr=one):
            inside = [one]
        case c_ast.BinaryOp(op="==" | "!=" | "&&" | "||", left=one, right=other):
            inside = [one, other]
        case c_ast.If(cond=test, iftrue=one, iffalse=other):
            inside = [test, *(part for part in (one, other) if part is not None)]
        case c_ast.TernaryOp(cond=test, iftrue=one, iffalse=other):
            return escapes(one, name) or escapes(other, name) or (not _is_name(test, name) and escapes(test, name))
        case c_ast.StructRef(name=one) | c_ast.NamedInitializer(expr=one):
            return escapes(one, name)
        case _:
            return any(escapes(child, name) for _, child in node.children())
    return any(escapes(one, name) for one in inside if not _is_name(one, name))


class Flow:
    """Definite assignment of one pointer; `read` records a use where it may be unset.

    After a jump, code is unreachable and the pointer counts as set; at a label it counts as unset. `returned` holds for
    each return whether it is set there.
    """

    def __init__(
        self, pointer: str, pointers: str, functions: Mapping[str, c_ast.FuncDef], deepest: int = _DEEPEST
    ) -> None:
        self.pointer = pointer
        self.pointers = pointers
        self.functions = functions
        self.deepest = deepest
        self.read = False
        self.returned: list[bool] = []

    def statement(self, node: c_ast.Node | None, is_set: bool) -> bool:
        """Whether it is set after the statement, given whether it is set before."""
        match node:
            case None:
                return is_set
            case c_ast.Compound():
                for one in node.block_items or []:
                    is_set = self.statement(one, is_set)
                return is_set
            case c_ast.If(cond=test, iftrue=yes, iffalse=no):
                is_set = self.expression(test, is_set)
                first, second = self.statement(yes, is_set), self.statement(no, is_set)
                return first and second
            case c_ast.While(cond=test, stmt=body):
                is_set = self.expression(test, is_set)
                self.statement(body, is_set)
                return is_set
            case c_ast.DoWhile(cond=test, stmt=body):
                jumps = any(isinstance(one, c_ast.Break | c_ast.Continue) for one in walk(body))
                behind = self.statement(body, is_set)
                return self.expression(test, is_set if jumps else behind)
            case c_ast.For(init=init, cond=test, next=step, stmt=body):
                is_set = self.expression(test, self.statement(init, is_set))
                self.expression(step, is_set)
                self.statement(body, is_set)
                return is_set
            case c_ast.Switch(cond=test, stmt=body):
                is_set = self.expression(test, is_set)
                self.statement(body, is_set)
                return is_set
            case c_ast.Case(stmts=stmts) | c_ast.Default(stmts=stmts):
                for one in stmts or []:
                    is_set = self.statement(one, False if one is stmts[0] else is_set)
                return False
            case c_ast.Label(stmt=one):
                return self.statement(one, False)
            case c_ast.Return(expr=value):
                self.returned.append(self.expression(value, is_set))
                return True
            case c_ast.Break() | c_ast.Continue() | c_ast.Goto():
                return True
            case _:
                return self.expression(node, is_set)

    def expression(self, node: c_ast.Node | None, is_set: bool) -> bool:
        match node:
            case None:
                return is_set
            case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=name), rvalue=value) if name == self.pointer:
                self.expression(value, is_set)
                return True
            case c_ast.ID(name=name):
                kept = name == self.pointers and name.startswith("&")  # later uses of the address may read it
                self.read = self.read or ((kept or name == self.pointer) and not is_set)
                return is_set
            case c_ast.UnaryOp(op="sizeof"):
                return is_set
            case c_ast.Compound():  # of a statement expression
                return self.statement(node, is_set)
            case c_ast.BinaryOp(op="&&" | "||", left=left, right=right):
                is_set = self.expression(left, is_set)
                self.expression(right, is_set)
                return is_set
            case c_ast.TernaryOp(cond=test, iftrue=yes, iffalse=no):
                is_set = self.expression(test, is_set)
                first, second = self.expression(yes, is_set), self.expression(no, is_set)
                return first and second
            case c_ast.FuncCall(name=c_ast.ID(name=called), args=c_ast.ExprList(exprs=given)):
                for one in given:
                    is_set = is_set if _is_name(one, self.pointers) else self.expression(one, is_set)
                hands = [number for number, one in enumerate(given) if _is_name(one, self.pointers)]
                return all(self._called(called, number, is_set) for number in hands) if hands else is_set
            case _:
                for _, child in node.children():
                    is_set = self.expression(child, is_set)
                return is_set

    def _called(self, name: str, number: int, is_set: bool) -> bool:
        """Whether it is set after a call with the parameter; an unknown function may read it."""
        function = self.functions.get(name)
        listed = parameters_of(function) if function is not None else []
        parameter = listed[number] if number < len(listed) else None
        if name in _SETTING and function is None:
            return True
        if function is None or self.deepest == 0 or not isinstance(parameter, c_ast.Decl):
            self.read = self.read or not is_set
            return is_set
        named, inside = deepcopy(function.body), f"*{parameter.name}"
        replace_targets(named, parameter.name, inside)
        flow = Flow(inside, parameter.name, self.functions, self.deepest - 1)
        behind = flow.statement(named, is_set)
        self.read = self.read or flow.read or (escapes(named, parameter.name) and not is_set)
        return behind and all(flow.returned)


def _is_name(node: c_ast.Node, name: str) -> bool:
    return isinstance(node, c_ast.ID) and node.name == name
