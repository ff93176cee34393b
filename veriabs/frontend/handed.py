"""The one pointer that a parameter points to, as where a function moves its caller's place in a text, or sets a result.

It is a pointer of the caller, which only `*p` and `p[0]` mean; in the function that is looked at it has its own name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy

from msgspec import Struct
from pycparser import c_ast

from veriabs.frontend.survey import STEPS, walk

_DEEPEST = 4
"""Calls that the parameter is followed through."""


class Handed(Struct, frozen=True):
    """The pointer as a parameter of the function in which its name stands for it; it may be `set` before it is read."""

    pointer: c_ast.Decl
    function: c_ast.FuncDef
    set: bool


def handed(
    parameter: c_ast.Decl, pointee: c_ast.PtrDecl, function: c_ast.FuncDef, functions: Mapping[str, c_ast.FuncDef]
) -> Handed | None:
    """The pointer that a parameter points to; None if it may be one of several, or the parameter another one."""
    name = f"what_{parameter.name}_points_to"
    named = deepcopy(function)
    _replace(named.body, parameter.name, name)
    if any(_moves(node, parameter.name) for node in walk(named.body)):
        return None
    ctype = deepcopy(pointee)
    next(node for node in walk(ctype) if isinstance(node, c_ast.TypeDecl)).declname = name
    pointer = c_ast.Decl(name, [], [], [], [], ctype, None, None, parameter.coord)
    uses = _uses(named.body, name, parameter.name, functions, _DEEPEST)
    return Handed(pointer, named, next(uses, True))


def _replace(node: c_ast.Node, pointers: str, pointer: str) -> None:
    """Puts a name in place of `*p` and `p[0]`."""
    for slot in node.__slots__:
        held = getattr(node, slot, None)
        if isinstance(held, list):
            held[:] = [_named(one, pointers, pointer) for one in held]
        elif isinstance(held, c_ast.Node):
            setattr(node, slot, _named(held, pointers, pointer))


def _named(node: c_ast.Node, pointers: str, pointer: str) -> c_ast.Node:
    match node:
        case c_ast.UnaryOp(op="*", expr=c_ast.ID(name=name)) if name == pointers:
            return c_ast.ID(pointer, node.coord)
        case c_ast.ArrayRef(name=c_ast.ID(name=name), subscript=c_ast.Constant(value="0")) if name == pointers:
            return c_ast.ID(pointer, node.coord)
        case c_ast.Node():
            _replace(node, pointers, pointer)
    return node


def _moves(node: c_ast.Node, name: str) -> bool:
    """Is the parameter itself moved, set, kept or taken for the first of several?"""

    def is_it(*parts: c_ast.Node | None) -> bool:
        return any(isinstance(part, c_ast.ID) and part.name == name for part in parts)

    match node:
        case c_ast.ArrayRef(name=one) | c_ast.Decl(init=one) | c_ast.Return(expr=one) | c_ast.Cast(expr=one):
            return is_it(one)
        case c_ast.UnaryOp(op=op, expr=one):
            return op in (*STEPS, "&", "*") and is_it(one)
        case c_ast.Assignment(lvalue=one, rvalue=other) | c_ast.TernaryOp(iftrue=one, iffalse=other):
            return is_it(one, other)
        case c_ast.BinaryOp(op="+" | "-", left=one, right=other):
            return is_it(one, other)
        case _:
            return False


def _uses(
    node: c_ast.Node, pointer: str, pointers: str, functions: Mapping[str, c_ast.FuncDef], deepest: int
) -> Iterator[bool]:
    """Whether the pointer is set, use by use in the order of the text; a function that is not known sets it."""
    match node:
        case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=name), rvalue=value) if name == pointer:
            yield from _uses(value, pointer, pointers, functions, deepest)
            yield True
        case c_ast.ID(name=name) if name == pointer:
            yield False
        case c_ast.UnaryOp(op="sizeof"):
            return
        case c_ast.FuncCall(name=c_ast.ID(name=called), args=c_ast.ExprList(exprs=given)):
            for number, one in enumerate(given):
                if isinstance(one, c_ast.ID) and one.name == pointers:
                    yield from _set_by(functions.get(called), number, functions, deepest)
                yield from _uses(one, pointer, pointers, functions, deepest)
        case _:
            for _, child in node.children():
                yield from _uses(child, pointer, pointers, functions, deepest)


def _set_by(
    function: c_ast.FuncDef | None, number: int, functions: Mapping[str, c_ast.FuncDef], deepest: int
) -> Iterator[bool]:
    listed = function.decl.type.args.params if function is not None and function.decl.type.args is not None else []
    parameter = listed[number] if number < len(listed) else None
    if function is None or deepest == 0 or not isinstance(parameter, c_ast.Decl):
        yield True
        return
    named = deepcopy(function.body)
    _replace(named, parameter.name, f"*{parameter.name}")
    yield from _uses(named, f"*{parameter.name}", parameter.name, functions, deepest - 1)
