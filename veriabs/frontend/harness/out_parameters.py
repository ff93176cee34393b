"""Out-parameters: the single pointer that a parameter `T **p` points to, as in functions that advance a text position.

The pointer belongs to the caller and is accessed only as `*p` and `p[0]`; here it has a name of its own. Definite
assignment, a data-flow analysis, decides whether it is always set before it is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy

from msgspec import Struct
from pycparser import c_ast

from veriabs.frontend.nodes import declaring, each_child, parameters_of
from veriabs.frontend.survey import walk

_DEEPEST = 4
"""Calls that the parameter is followed through."""

_SETTING = frozenset(("strtol", "strtoul", "strtoll", "strtoull", "strtod", "strtof", "asprintf"))
"""Functions of the library that set the pointer that they are given the address of, and do not read it."""


class OutParameter(Struct, frozen=True):
    """The pointer as a parameter of the function, in which its name replaces `*p`.

    `is_set`: every path sets it before reading it.
    """

    pointer: c_ast.Decl
    function: c_ast.FuncDef
    is_set: bool


def out_parameter(
    parameter: c_ast.Decl, pointee: c_ast.PtrDecl, function: c_ast.FuncDef, functions: Mapping[str, c_ast.FuncDef]
) -> OutParameter | None:
    """The pointer that a parameter points to; None if it may be one of several, or the parameter another one."""
    name = f"what_{parameter.name}_points_to"
    named = deepcopy(function)
    _replace(named.body, parameter.name, name)
    if _escapes(named.body, parameter.name):
        return None
    pointer = c_ast.Decl(name, [], [], [], [], declaring(pointee, name), None, None, parameter.coord)
    flow = _Flow(name, parameter.name, functions, _DEEPEST)
    flow.statement(named.body, False)
    return OutParameter(pointer, named, not flow.read)


def _replace(node: c_ast.Node, pointers: str, pointer: str) -> None:
    """Puts a name in place of `*p` and `p[0]`."""
    each_child(node, lambda one: _replace_target(one, pointers, pointer))


def _replace_target(node: c_ast.Node, pointers: str, pointer: str) -> c_ast.Node:
    match node:
        case c_ast.UnaryOp(op="*", expr=c_ast.ID(name=name)) if name == pointers:
            return c_ast.ID(pointer, node.coord)
        case c_ast.ArrayRef(name=c_ast.ID(name=name), subscript=c_ast.Constant(value="0")) if name == pointers:
            return c_ast.ID(pointer, node.coord)
        case _:
            _replace(node, pointers, pointer)
            return node


def _escapes(node: c_ast.Node, name: str) -> bool:
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
            return _escapes(one, name) or _escapes(other, name) or (not _is_name(test, name) and _escapes(test, name))
        case c_ast.StructRef(name=one) | c_ast.NamedInitializer(expr=one):
            return _escapes(one, name)
        case _:
            return any(_escapes(child, name) for _, child in node.children())
    return any(_escapes(one, name) for one in inside if not _is_name(one, name))


class _Flow:
    """Definite assignment of one pointer; `read` records a use where it may be unset.

    After a jump, code is unreachable and the pointer counts as set; at a label it counts as unset. `returned` holds for
    each return whether it is set there.
    """

    def __init__(self, pointer: str, pointers: str, functions: Mapping[str, c_ast.FuncDef], deepest: int) -> None:
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
                self.read = self.read or (name == self.pointer and not is_set)
                return is_set
            case c_ast.UnaryOp(op="sizeof"):
                return is_set
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
                    is_set = self.expression(one, is_set)
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
        _replace(named, parameter.name, inside)
        flow = _Flow(inside, parameter.name, self.functions, self.deepest - 1)
        behind = flow.statement(named, is_set)
        self.read = self.read or flow.read or (_escapes(named, parameter.name) and not is_set)
        return behind and all(flow.returned)


def _is_name(node: c_ast.Node, name: str) -> bool:
    return isinstance(node, c_ast.ID) and node.name == name
