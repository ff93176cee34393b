"""Handle C whose undefined behaviour no sanitizer detects, or that CBMC and gcc treat differently.

    int m[2][3]; int *p = m[0]; p[4] = 0;          leaves its row but not m: the program records pointers to rows
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from pycparser import c_ast

from veriabs.core.errors import UnsupportedError
from veriabs.frontend.instrument.members import BYTES, stay_in_members, watch_offsets
from veriabs.frontend.instrument.pointees import ANY, Pointees, named, root, walks
from veriabs.frontend.known_functions import INTO, ONE
from veriabs.frontend.library import Effect, with_effect
from veriabs.frontend.nodes import call, each_child, whole_number
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.tree import TypedTree
from veriabs.frontend.typed.types import Address, ArrayOf, PointerType, target

_ALLOCATE = with_effect(Effect.ALLOCATES, Effect.CLEARS, Effect.RESIZES)


def see_undefined(tree: c_ast.FileAST, types: TypedTree) -> None:
    """Report pointers that leave their object; raises UnsupportedError if that is impossible."""
    pointees = Pointees(types)
    others = list(_conversions_to_other_types(tree, pointees))
    for place, what in _unseen(tree, pointees, others):
        raise UnsupportedError(f"{place.coord.file}:{place.coord.line}: {what}" if place.coord else what)
    stay_in_members(tree, pointees, _note_neighbours(tree, pointees), {kind for _, kind in others})
    watch_offsets(tree, types)


def _unseen(
    tree: c_ast.FileAST, pointees: Pointees, others: list[tuple[c_ast.Node, str]]
) -> Iterator[tuple[c_ast.Node, str]]:
    for node in walk(tree):
        if isinstance(node, c_ast.IdentifierType) and "long" in node.names and "double" in node.names:
            yield node, "long double, which is not an IEEE 754 interchange type on this machine"
    made = [node for node, _ in others if isinstance(node, c_ast.Cast) and not pointees.is_pointer(node.expr)]
    numbers = len(made) == len(others) and all(pointees.is_number(node.expr) for node in made)
    if made and not (numbers and pointees.keeps_addresses(tree)):
        yield made[0], "conversion of a number to a pointer"
    yield from _functions_called_as_other_types(tree, pointees)


# ------------------------------------------------------------------------------------- parts of an object side by side


def _note_neighbours(tree: c_ast.FileAST, pointees: Pointees) -> set[str]:
    """Record members and rows that pointers are made to, if pointers to such objects move; return their kinds.

    Initialisers outside of functions run before any recording code, so they are rejected.
    """
    moved, found = pointees.moved(tree), set[str]()
    for outer in tree.ext:
        static = (one for one in walk(outer) if isinstance(one, c_ast.Decl) and "static" in one.storage)
        early = {id(node) for one in static if outer is not one for node in walk(one)}
        for part in list(_parts(outer, pointees)):
            kind = pointees.kind_of(part.object)
            if not (part.moves or ANY in moved or (kind == ANY and moved) or kind in moved):
                continue
            if not isinstance(outer, c_ast.FuncDef) or id(part.node) in early:
                place = f"{part.node.coord.file}:{part.node.coord.line}: " if part.node.coord else ""
                what = f"pointer to {part.what} {part.name}, which may overrun into the next object unnoticed"
                raise UnsupportedError(place + what)
            part.note()
            found.add(kind)
    return found


class _Part(Struct, frozen=True):
    """A `node` below `parent` that makes a pointer to a part of an object; `moves`: it is moved at once."""

    parent: c_ast.Node
    node: c_ast.Node
    object: c_ast.Node
    name: str
    what: str
    moves: bool

    def note(self) -> None:
        """Make the program record the part at the place where the pointer is made."""
        if self.what == _MEMBER:
            each_child(self.parent, lambda one: call(ONE, one) if one is self.node else one)
        elif self.what == _ELEMENT:
            row = self.node.expr.name
            self.node.expr.name = call(INTO, c_ast.UnaryOp("&", row, row.coord))
        else:
            noted = call(INTO, c_ast.UnaryOp("&", self.node, self.node.coord))
            each_child(self.parent, lambda one: noted if one is self.node else one)


_MEMBER, _ELEMENT, _ROW = "the member", "an element of a row of", "a row of"


def _parts(tree: c_ast.Node, pointees: Pointees) -> Iterator[_Part]:
    """Places that make such a pointer."""
    done: set[int] = set()  # of what is not evaluated, or was found already
    for node in walk(tree):
        moves = isinstance(node, c_ast.BinaryOp) and node.op in ("+", "-")
        through = isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID) and walks(node.name.name)
        if isinstance(node, c_ast.UnaryOp) and node.op in ("sizeof", "_Alignof"):
            done.update(map(id, walk(node)))
        parent = node.args if through and node.args else node
        for child in parent:
            if id(child) in done or _is_member_offset(child):
                continue
            match child:
                case c_ast.UnaryOp(op="&", expr=c_ast.StructRef(field=c_ast.ID(name=name)) as inner):
                    done.add(id(child))
                    yield _Part(parent, child, inner, name, _MEMBER, moves or through)
                case c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef(name=row) as inner) if _is_in_row(inner, row, pointees):
                    done.add(id(child))
                    yield _Part(parent, child, inner, root(inner), _ELEMENT, moves or through)
                case c_ast.ArrayRef() | c_ast.UnaryOp(op="*") if _decays(node, child, pointees):
                    done.add(id(child))
                    yield _Part(parent, child, child, root(child), _ROW, moves or through)
                case _:
                    pass


def _is_member_offset(node: c_ast.Node) -> bool:
    """Is it the offset of a member, `&((struct point *)0)->y`?"""
    while isinstance(node, c_ast.StructRef | c_ast.ArrayRef | c_ast.UnaryOp):
        node = node.expr if isinstance(node, c_ast.UnaryOp) else node.name
    return isinstance(node, c_ast.Cast) and whole_number(node.expr) == 0


def _decays(parent: c_ast.Node, node: c_ast.Node, pointees: Pointees) -> bool:
    """Is it a row of an array that becomes a pointer to its first element there?"""
    subscripted = isinstance(parent, c_ast.ArrayRef) and parent.name is node
    consumed = isinstance(parent, c_ast.UnaryOp) and parent.op in ("*", "&", "sizeof")
    return not subscripted and not consumed and pointees.is_array(node)


def _is_in_row(node: c_ast.ArrayRef, row: c_ast.Node, pointees: Pointees) -> bool:
    """Is it an element of a row of an array?"""
    return isinstance(row, c_ast.ArrayRef | c_ast.UnaryOp) and pointees.is_array(row) and not pointees.is_array(node)


# ------------------------------------------------------------------------------------------------ one memory, two types


def _conversions_to_other_types(tree: c_ast.FileAST, pointees: Pointees) -> Iterator[tuple[c_ast.Node, str]]:
    """Conversions to pointers to another type than the object may have, each with the kind of that type.

    `-fno-strict-aliasing` makes them valid for the compiler; the movement of such a pointer has to be watched.
    """
    for node in walk(tree):
        match node:
            case c_ast.Cast(expr=value) if isinstance(pointees.types.of(node), PointerType):
                kind = pointees.pointee(node) or ANY
                if kind not in BYTES and not _points_to(value, kind, pointees):
                    yield node, kind
            case c_ast.Decl(init=c_ast.ID() as value) | c_ast.Assignment(
                op="=", lvalue=c_ast.ID(), rvalue=c_ast.ID() as value
            ):
                kind = pointees.pointee(node) or ANY
                if kind not in BYTES and pointees.pointee(value) == "void":
                    yield node, kind
            case _:
                pass


def _points_to(value: c_ast.Node, kind: str, pointees: Pointees) -> bool:
    """Does the expression point to an object of that kind, or to none, or to memory that has no type yet?"""
    match value:
        case c_ast.Constant():
            return whole_number(value) == 0
        case c_ast.FuncCall(name=c_ast.ID(name=name) as called):
            return name in _ALLOCATE or not pointees.is_pointer(called)
        case c_ast.Cast(expr=made) if isinstance(pointees.types.of(value), PointerType):
            own = pointees.pointee(value) or ANY
            return _points_to(made, kind if own in BYTES else own, pointees)
        case c_ast.UnaryOp(op="&", expr=inner):
            return not pointees.is_array(inner) and pointees.kind_of(inner) == kind
        case _:
            found = target(pointees.types.of(value))
            return found is not None and not isinstance(found, ArrayOf) and pointees.kind(found) == kind


# ----------------------------------------------------------------------------------------------------------- functions


def _functions_called_as_other_types(tree: c_ast.FileAST, pointees: Pointees) -> Iterator[tuple[c_ast.Node, str]]:
    """Functions that may be called as if they were of another type."""
    functions = {node.decl.name for node in tree.ext if isinstance(node, c_ast.FuncDef)}
    calls = (node for node in walk(tree) if isinstance(node, c_ast.FuncCall) and node.args is not None)
    passes = any(named(node.name) is None or pointees.is_pointer(node.name) for node in calls)
    what = "which may be called with other arguments than it takes"
    for node in walk(tree):
        match node:
            case c_ast.Cast(expr=value) if whole_number(value) != 0:
                if isinstance(pointees.types.of(node), Address) or named(value) in functions:
                    yield node, f"cast of a function pointer, {what}"
            case c_ast.Decl(type=c_ast.PtrDecl(type=c_ast.FuncDecl(args=None))) if passes:
                yield node, f"function pointer without a prototype, {what}"
            case _:
                pass
