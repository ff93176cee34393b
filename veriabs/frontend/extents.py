"""How many elements the accesses of a function suggest that a pointer has.

Only a suggestion, which the user is told as an assumption: accesses beyond it are found out of bounds, where that is
asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy

from pycparser import c_ast
from pycparser.c_generator import CGenerator

from veriabs.frontend.survey import walk

_DEEPEST = 4
"""Calls that a pointer is followed through."""

_BOUNDS = {"<": 0, "!=": 0, "<=": 1}


def extent_of(parameter: c_ast.Decl, function: c_ast.FuncDef, functions: Mapping[str, c_ast.FuncDef]) -> str | None:
    """A number of elements, as an expression over the parameters, or None where the accesses tell nothing."""
    declared = parameter.type.dim if isinstance(parameter.type, c_ast.ArrayDecl) else None
    if declared is not None:
        return str(CGenerator().visit(declared))
    known = {one.name for one in _parameters(function)}
    for size in _sizes(parameter.name, function, functions, _DEEPEST):
        if all(node.name in known for node in walk(size) if isinstance(node, c_ast.ID)):
            return str(CGenerator().visit(size))
    return _constant(parameter.name, function)


def _sizes(
    name: str, function: c_ast.FuncDef, functions: Mapping[str, c_ast.FuncDef], deepest: int
) -> Iterator[c_ast.Node]:
    """The bounds of counters that index the pointer, in this function and in those that it is handed to.

    First of the loops in which they do: another loop may have a counter of the same name.
    """
    own = {one.name for one in _parameters(function)}
    loops = [one for one in walk(function.body) if isinstance(one, c_ast.For | c_ast.While | c_ast.DoWhile)]
    for place in (None, function.body):
        for loop in (one for one in loops if one.cond is not None):
            yield from _bounds(loop.cond, _counters(name, place or loop), own)
    if deepest == 0:
        return
    for node in walk(function.body):
        if isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID) and node.args is not None:
            called = functions.get(node.name.name)
            for argument, parameter in zip(node.args.exprs, _parameters(called) if called else [], strict=False):
                if called is not None and isinstance(argument, c_ast.ID) and argument.name == name:
                    inner = _sizes(parameter.name, called, functions, deepest - 1)
                    given = dict(zip((p.name for p in _parameters(called)), node.args.exprs, strict=False))
                    yield from (_replaced(size, given) for size in inner)


def _counters(name: str, place: c_ast.Node) -> set[str]:
    """The variables that the pointer is indexed with there."""
    return {node.name for index in _indices(name, place) for node in walk(index) if isinstance(node, c_ast.ID)}


def _bounds(test: c_ast.Node, indices: set[str], own: set[str]) -> Iterator[c_ast.Node]:
    for node in walk(test):
        match node:
            case c_ast.BinaryOp(op=op, left=c_ast.ID(name=counter), right=bound) if op in _BOUNDS:
                if counter in indices - own:
                    more = c_ast.Constant("int", "1")
                    yield c_ast.BinaryOp("+", bound, more) if _BOUNDS[op] else bound
            case c_ast.BinaryOp(op=">", left=bound, right=c_ast.ID(name=counter)) if counter in indices:
                yield bound


def _indices(name: str, place: c_ast.Node) -> Iterator[c_ast.Node]:
    for node in walk(place):
        match node:
            case c_ast.ArrayRef(name=c_ast.ID(name=found), subscript=index) if found == name:
                yield index
            case c_ast.UnaryOp(op="*", expr=c_ast.BinaryOp(op="+", left=c_ast.ID(name=found), right=index)):
                if found == name:
                    yield index


def _constant(name: str, function: c_ast.FuncDef) -> str | None:
    """One more than the largest constant index, where there is no other access to the pointer."""
    places = [node for node in walk(function.body) if isinstance(node, c_ast.ID) and node.name == name]
    fixed = [i.value for i in _indices(name, function.body) if isinstance(i, c_ast.Constant) and i.value.isdigit()]
    single = [node for node in walk(function.body) if _is_first(node, name)]
    if not places or len(fixed) + len(single) != len(places):
        return None
    return str(1 + max((int(value) for value in fixed), default=0))


def _is_first(node: c_ast.Node, name: str) -> bool:
    """Is it `*name` or `name->field`?"""
    match node:
        case c_ast.UnaryOp(op="*", expr=c_ast.ID(name=found)) | c_ast.StructRef(type="->", name=c_ast.ID(name=found)):
            return bool(found == name)
        case _:
            return False


def _parameters(function: c_ast.FuncDef) -> list[c_ast.Decl]:
    listed = function.decl.type.args.params if function.decl.type.args else []
    return [one for one in listed if isinstance(one, c_ast.Decl) and one.name is not None]


def _replaced(node: c_ast.Node, given: Mapping[str, c_ast.Node]) -> c_ast.Node:
    """The expression with arguments in place of parameters."""
    if isinstance(node, c_ast.ID):
        return deepcopy(given.get(node.name, node))
    copied = deepcopy(node)
    for slot, child in copied.children():
        if "[" not in slot:
            setattr(copied, slot, _replaced(child, given))
    return copied
