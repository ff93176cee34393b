"""C whose undefined behaviour no sanitizer sees, or that CBMC models otherwise than gcc: no run of it counts."""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from veriabs.core.errors import UnsupportedError
from veriabs.core.source import DataModel
from veriabs.frontend.instrument.handed import learn_handed
from veriabs.frontend.instrument.listing import whole_number
from veriabs.frontend.instrument.members import BYTES, stay_in_members
from veriabs.frontend.instrument.offsets import watch_offsets
from veriabs.frontend.instrument.pointees import ANY, Pointees, named, walks
from veriabs.frontend.instrument.shapes import Shapes
from veriabs.frontend.library import Effect, with_effect
from veriabs.frontend.survey import walk

_ALLOCATE = with_effect(Effect.ALLOCATES, Effect.CLEARS, Effect.RESIZES)


def see_undefined(tree: c_ast.FileAST, data_model: DataModel) -> None:
    """Has the program tell of pointers that are moved out of what they lead into; an UnsupportedError if it cannot."""
    pointees = Pointees(Shapes(data_model))
    pointees.learn(tree)
    handed = learn_handed(tree, pointees)
    for place, what in _unseen(tree, pointees, handed):
        raise UnsupportedError(f"{place.coord.file}:{place.coord.line}: {what}" if place.coord else what)
    stay_in_members(tree, pointees)
    watch_offsets(tree, frozenset(name for name, depth in pointees.dimensions.items() if depth))


def _unseen(tree: c_ast.FileAST, pointees: Pointees, handed: frozenset[str]) -> Iterator[tuple[c_ast.Node, str]]:
    for node in walk(tree):
        if isinstance(node, c_ast.IdentifierType) and "long" in node.names and "double" in node.names:
            yield node, "long double, which is no IEEE type on this machine"
    yield from _neighbours(tree, pointees)
    yield from _other_types(tree, pointees, handed)
    yield from _other_functions(tree, pointees)


# ------------------------------------------------------------------------------------- parts of an object side by side


def _neighbours(tree: c_ast.FileAST, pointees: Pointees) -> Iterator[tuple[c_ast.Node, str]]:
    """Pointers to a member or into a row, in a program that moves pointers to such objects."""
    parts = list(_parts(tree, pointees))
    if not parts:
        return
    moved = pointees.moved(tree)
    for node, name, what, moves in parts:
        kinds = pointees.kinds.get(name, {ANY})
        if moves or ANY in moved or ANY in kinds and moved or kinds & moved:
            yield node, f"pointer to {what} {name}, which may run over into the next one unnoticed"


def _parts(tree: c_ast.FileAST, pointees: Pointees) -> Iterator[tuple[c_ast.Node, str, str, bool]]:
    """Places that make such a pointer: the name, what it is, and whether it is moved right there."""
    for node in walk(tree):
        moves = isinstance(node, c_ast.BinaryOp) and node.op in ("+", "-")
        through = isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID) and walks(node.name.name)
        if isinstance(node, c_ast.UnaryOp) and node.op in ("sizeof", "_Alignof"):
            continue
        for child in node.args.exprs if through and node.args else node:
            match child:
                case c_ast.UnaryOp(op="&", expr=c_ast.StructRef(field=c_ast.ID(name=name))):
                    yield child, name, "the member", moves or through
                case c_ast.UnaryOp(op="&", expr=inner) if pointees.left(inner) == 0 and pointees.depth(inner) > 1:
                    yield child, pointees.root(inner), "an element of a row of", moves or through
                case c_ast.ArrayRef() | c_ast.UnaryOp(op="*") if _decays(node, child, pointees):
                    yield child, pointees.root(child), "a row of", moves or through
                case _:
                    pass


def _decays(parent: c_ast.Node, node: c_ast.Node, pointees: Pointees) -> bool:
    """Is it a row of an array that becomes a pointer to its first element there?"""
    subscripted = isinstance(parent, c_ast.ArrayRef) and parent.name is node
    consumed = isinstance(parent, c_ast.UnaryOp) and parent.op in ("*", "&", "sizeof")
    return not subscripted and not consumed and pointees.left(node) > 0 and pointees.depth(node) > 1


# ------------------------------------------------------------------------------------------------ one memory, two types


def _other_types(
    tree: c_ast.FileAST, pointees: Pointees, handed: frozenset[str]
) -> Iterator[tuple[c_ast.Node, str]]:
    """Pointers that are made to point to another type than the object has (C11 6.5, 7)."""
    what = "object accessed as another type than its own"

    def is_other(name: str, kinds: set[str]) -> bool:
        found = pointees.kinds.get(name, set())
        return "void" in found or (name in handed and (len(kinds) != 1 or found != kinds))

    for node in walk(tree):
        match node:
            case c_ast.Cast(to_type=c_ast.Typename(type=c_ast.PtrDecl(type=inner)), expr=value):
                kind = pointees.kind(inner)
                if kind not in BYTES and not _points_to(value, kind, pointees):
                    yield node, what
            case c_ast.Decl(type=c_ast.PtrDecl(type=inner), init=c_ast.ID(name=name)):
                if pointees.kind(inner) not in BYTES and is_other(name, {pointees.kind(inner)}):
                    yield node, what
            case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=target), rvalue=c_ast.ID(name=name)):
                kinds = pointees.kinds.get(target, {ANY})
                if not kinds & {*BYTES} and is_other(name, kinds):
                    yield node, what
            case _:
                pass


def _points_to(value: c_ast.Node, kind: str, pointees: Pointees) -> bool:
    """Does the expression point to an object of that kind, or to none, or to memory that has no type yet?"""
    match value:
        case c_ast.Constant():
            return whole_number(value) == 0
        case c_ast.FuncCall(name=c_ast.ID(name=name)):
            return name in _ALLOCATE or name not in pointees.kinds
        case c_ast.Cast(to_type=c_ast.Typename(type=c_ast.PtrDecl(type=inner)), expr=made):
            return _points_to(made, kind if pointees.kind(inner) in BYTES else pointees.kind(inner), pointees)
        case c_ast.UnaryOp(op="&", expr=inner):
            return pointees.left(inner) == 0 and pointees.kinds.get(pointees.root(inner)) == {kind}
        case _:
            return pointees.left(value) == 1 and pointees.kinds.get(pointees.root(value)) == {kind}


# ----------------------------------------------------------------------------------------------------------- functions


def _other_functions(tree: c_ast.FileAST, pointees: Pointees) -> Iterator[tuple[c_ast.Node, str]]:
    """Functions that may be called as if they were of another type."""
    functions = {node.decl.name for node in tree.ext if isinstance(node, c_ast.FuncDef)}
    calls = (node for node in walk(tree) if isinstance(node, c_ast.FuncCall) and node.args is not None)
    passes = any(named(node.name) is None or named(node.name) in pointees.pointers for node in calls)
    what = "which may be called with other arguments than it takes"
    for node in walk(tree):
        match node:
            case c_ast.Cast(to_type=c_ast.Typename(type=ctype), expr=value) if whole_number(value) != 0:
                target = pointees.resolved(ctype)
                is_function = isinstance(target, c_ast.PtrDecl) and isinstance(target.type, c_ast.FuncDecl)
                if is_function or (named(value) in functions):
                    yield node, f"cast of a function pointer, {what}"
            case c_ast.Decl(type=c_ast.PtrDecl(type=c_ast.FuncDecl(args=None))) if passes:
                yield node, f"function pointer without a prototype, {what}"
            case _:
                pass
