"""Variables of a harness that hold the caller's values, for objects with any number of elements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct
from pycparser import c_ast

from veriabs.core.source import Task, Where
from veriabs.frontend.nodes import place_of
from veriabs.frontend.survey import ASSERT_FUNCTIONS, ERROR_FUNCTIONS, STEPS, walk


class Measured(Struct, frozen=True):
    """Names of variables of `main` that hold the caller's values, by parameter or member (`p->n`).

    - `numbers`: the variable of a number. `objects`: the pointer and the number of elements of an object.
    - `stated`: the places of assertions that depend only on the parameters' initial values.
    - `called`: the places where called functions check their preconditions.
    - `null`: the variable that tells whether a pointer is null.
    """

    numbers: Mapping[str, str]
    objects: Mapping[str, tuple[str, str]]
    stated: frozenset[Where]
    called: frozenset[tuple[str, int]]
    null: Mapping[str, str]


def assertions_on_parameters(function: c_ast.FuncDef, parameters: frozenset[str], task: Task) -> Iterator[Where]:
    """The places of assertions about parameters alone that the function never changes."""
    kept = parameters - {name for node in walk(function.body) for name in _modified_names(node)}
    for node in walk(function.body):
        match node:
            case c_ast.FuncCall(name=c_ast.ID(name=name), args=c_ast.ExprList(exprs=[test])):
                calls = [node] if name in ASSERT_FUNCTIONS else []
            case c_ast.If(cond=test, iftrue=c_ast.EmptyStatement(), iffalse=c_ast.Node() as other):
                calls = [one for one in walk(other) if _fails(one)]
            case c_ast.TernaryOp(cond=test, iffalse=other):
                calls = [one for one in walk(other) if _fails(one)]
            case _:
                continue
        names = {one.name for one in walk(test) if isinstance(one, c_ast.ID)}
        simple = not any(isinstance(one, c_ast.FuncCall | c_ast.Assignment) for one in walk(test))
        if simple and names and names <= kept:
            yield from (place_of(one, task) for one in calls)


def _fails(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.FuncCall) and getattr(node.name, "name", "") in ERROR_FUNCTIONS


def _modified_names(node: c_ast.Node) -> Iterator[str]:
    match node:
        case c_ast.Assignment(lvalue=c_ast.ID(name=name)):
            yield name
        case c_ast.UnaryOp(op=op, expr=c_ast.ID(name=name)) if op == "&" or op in STEPS:
            yield name
        case _:
            pass
