"""Compute the functions that a function can reach, and the objects that it can change, by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pycparser import c_ast

from veriabs.frontend.known_functions import is_nondet
from veriabs.frontend.survey import assigned_place, called_names, is_step, walk
from veriabs.frontend.typed.tree import TypedTree
from veriabs.frontend.typed.types import ArrayOf

_QUIET = frozenset(
    ("strlen", "strcmp", "strncmp", "memcmp", "abs", "abort", "exit", "__VERIFIER_assert", "__assert_fail")
)
"""Library functions that do not write through their arguments."""


def reached_functions(
    function: c_ast.FuncDef, functions: Mapping[str, c_ast.FuncDef], tree: c_ast.FileAST
) -> list[c_ast.FuncDef]:
    """The function and all functions that it mentions, by name or through variables that hold their addresses."""
    found, names, initial = [function], {function.decl.name}, initial_names(tree)
    for one in found:
        waiting = {node.name for node in walk(one.body) if isinstance(node, c_ast.ID)} | set(called_names(one.body))
        waiting = with_initial_values(waiting, initial) - names
        names |= waiting
        found += [functions[name] for name in sorted(waiting & functions.keys())]
    return found


def initial_names(tree: c_ast.FileAST) -> dict[str, set[str]]:
    """The names in the initial value of each variable of the file."""
    return {
        node.name: {one.name for one in walk(node.init) if isinstance(one, c_ast.ID)}
        for node in tree.ext
        if isinstance(node, c_ast.Decl) and node.name and node.init is not None
    }


def with_initial_values(names: set[str], initial: Mapping[str, set[str]]) -> set[str]:
    """The names, and those that the initial values of variables with these names lead to."""
    found, waiting = set[str](), names
    while waiting := waiting - found:
        found |= waiting
        waiting = {inner for name in waiting for inner in initial.get(name, ())}
    return found


def may_write(functions: list[c_ast.FuncDef], tree: c_ast.FileAST, types: TypedTree) -> bool:
    """Whether one of the functions may write through a pointer, or to a variable of the file.

    An unknown function counts as writing through all of its arguments.
    """
    defined, shared = {one.decl.name for one in functions}, {one.name for one in variables_of(tree)}
    return any(_writes(node, shared, defined, types) for one in functions for node in walk(one.body))


def _writes(node: c_ast.Node, shared: set[str], defined: set[str], types: TypedTree) -> bool:
    match node:
        case c_ast.FuncCall(name=c_ast.ID(name=name), args=args):
            is_known = name in defined or name in _QUIET or is_nondet(name)
            return not is_known and (args is not None or bool(shared))
        case c_ast.FuncCall():
            return True
        case _:
            place = assigned_place(node)
            return place is not None and _is_shared(place, shared, types)


def _is_shared(place: c_ast.Node, shared: set[str], types: TypedTree) -> bool:
    match place:
        case c_ast.ID(name=name):
            return name in shared
        case c_ast.ArrayRef(name=inner) if isinstance(types.of(inner), ArrayOf):
            return _is_shared(inner, shared, types)
        case c_ast.StructRef(name=inner, type="."):
            return _is_shared(inner, shared, types)
        case _:
            return True


def variables_of(tree: c_ast.FileAST) -> list[c_ast.Decl]:
    """The variables of the file that are not constant."""
    return [
        node
        for node in tree.ext
        if isinstance(node, c_ast.Decl)
        and node.name is not None
        and not isinstance(node.type, c_ast.FuncDecl)
        and "const" not in _qualifiers(node)
    ]


def _qualifiers(node: c_ast.Decl) -> list[str]:
    inner: c_ast.Node = node.type
    while isinstance(inner, c_ast.ArrayDecl):
        inner = inner.type
    return list(getattr(inner, "quals", None) or [])


def statics_of(function: c_ast.FuncDef) -> Iterator[c_ast.Decl]:
    """The variables of a function that keep their values from call to call, and are not constant."""
    for node in walk(function.body):
        is_static = isinstance(node, c_ast.Decl) and "static" in node.storage
        if is_static and not isinstance(node.type, c_ast.FuncDecl) and "const" not in _qualifiers(node):
            yield node


def is_indexed(name: str, function: c_ast.FuncDef, functions: Mapping[str, c_ast.FuncDef], deepest: int = 3) -> bool:
    """Whether a function, or one that it calls, indexes or moves a pointer, which then points into an array.

    A name `.m` stands for the member m of any struct.
    """
    names, nodes = {name}, list(walk(function.body))
    for node in nodes:
        match node:
            case c_ast.Decl(name=str(to), init=value) if _name_under_casts(value) in names:
                names.add(to)
            case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=to), rvalue=value) if _name_under_casts(value) in names:
                names.add(to)
            case c_ast.FuncCall(name=c_ast.ID(name=called)) if called in functions and deepest:
                passed = _parameters(node, functions[called], names)
                if any(is_indexed(one, functions[called], functions, deepest - 1) for one in passed):
                    return True
            case _ if _moves(node, names):
                return True
    return False


def _moves(node: c_ast.Node, names: set[str]) -> bool:
    match node:
        case c_ast.ArrayRef(name=base, subscript=index):
            return _name_under_casts(base) in names and not (isinstance(index, c_ast.Constant) and index.value == "0")
        case c_ast.BinaryOp(op="+" | "-", left=one, right=other):
            return bool({_name_under_casts(one), _name_under_casts(other)} & names)
        case c_ast.Assignment(op="+=" | "-=", lvalue=one):
            return _name_under_casts(one) in names
        case c_ast.UnaryOp(expr=one):
            return is_step(node) and _name_under_casts(one) in names
        case _:
            return False


def _parameters(call: c_ast.FuncCall, function: c_ast.FuncDef, names: set[str]) -> Iterator[str]:
    """The parameters that receive one of the pointers `names` in a call."""
    known = function.decl.type.args
    for one, to in zip(call.args or (), known.params if known is not None else (), strict=False):
        if _name_under_casts(one) in names and getattr(to, "name", None):
            yield to.name


def _name_under_casts(node: c_ast.Node | None) -> str | None:
    """The name, if the expression is a name, perhaps with casts; `.m` for a member m of any struct."""
    while isinstance(node, c_ast.Cast):
        node = node.expr
    if isinstance(node, c_ast.StructRef):
        return f".{node.field.name}"
    return node.name if isinstance(node, c_ast.ID) else None


def is_read(name: str, function: c_ast.FuncDef) -> bool:
    """Whether a function reads what a pointer leads to, or passes the pointer to another function."""
    written = set[int]()
    for node in walk(function.body):
        match node:
            case c_ast.Assignment(op="=", lvalue=to):
                written.add(id(to))
            case c_ast.UnaryOp(op="*", expr=c_ast.ID(name=found)) if found == name and id(node) not in written:
                return True
            case c_ast.FuncCall(args=c_ast.ExprList(exprs=given)):
                if any(_name_under_casts(one) == name for one in given):
                    return True
    return False


def only_accessed(name: str, function: c_ast.FuncDef) -> bool:
    """Whether a pointer is only used to access cells, so that its being null makes no difference."""
    accessed = uses = 0
    for node in walk(function.body):
        match node:
            case c_ast.ID(name=found) if found == name:
                uses += 1
            case c_ast.ArrayRef(name=c_ast.ID(name=found)) if found == name:
                accessed += 1
            case c_ast.StructRef(type="->", name=c_ast.ID(name=found)) if found == name:
                accessed += 1
            case c_ast.UnaryOp(op="*", expr=c_ast.ID(name=found)) if found == name:
                accessed += 1
    return accessed == uses
