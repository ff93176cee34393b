"""Small makers and questions for nodes of the syntax tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pycparser import c_ast

from veriabs.source.survey import walk


def assigned_first(name: str, following: Iterable[c_ast.Node]) -> bool:
    """Is the first statement that mentions the variable one that sets it?"""
    for item in following:
        if not any(isinstance(node, c_ast.ID) and node.name == name for node in walk(item)):
            continue
        start = item.init if isinstance(item, c_ast.For) else item
        match start:
            case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=target), rvalue=value) if target == name:
                return not any(isinstance(node, c_ast.ID) and node.name == name for node in walk(value))
            case _:
                return False
    return True


def number(value: int) -> c_ast.Constant:
    """The literal."""
    return c_ast.Constant("int", str(value))


def call(name: str, *arguments: c_ast.Node) -> c_ast.FuncCall:
    """The call of a function by its name."""
    return c_ast.FuncCall(c_ast.ID(name), c_ast.ExprList(list(arguments)))


def each_child(node: c_ast.Node, change: Callable[[c_ast.Node], c_ast.Node]) -> None:
    """Replaces every child of a node by what `change` makes of it."""
    for slot in node.__slots__:
        value = getattr(node, slot, None) if slot not in ("coord", "__weakref__") else None
        if isinstance(value, c_ast.Node):
            setattr(node, slot, change(value))
        elif isinstance(value, list):
            setattr(node, slot, [change(part) if isinstance(part, c_ast.Node) else part for part in value])
