"""Copies of structs: member by member, pointers as well, and in loops where arrays are long."""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core.ctree import names
from veriabs.core.statements import Assign, Stmt
from veriabs.frontend.lower import cells, memory, pointers
from veriabs.frontend.lower.context import Context
from veriabs.frontend.lower.places import Place, PointerVariable
from veriabs.frontend.lower.types import Pointer


def copy(ctx: Context, target: Place, source: Place, out: list[Stmt], node: c_ast.Node) -> None:
    """Assign a struct member by member."""
    if target.type is not source.type:
        raise ctx.unsupported(node, "assignment between different struct types")
    written = _variables(target)
    target, source = (memory.settled(ctx, place, written, out, node) for place in (target, source))

    def one(to: Place, origin: Place) -> list[Stmt]:
        if isinstance(to.type, Pointer):
            return _pointer(ctx, to, origin, node)
        return [Assign(memory.lvalue(ctx, to, node), memory.lvalue(ctx, origin, node), ctx.where(node))]

    out += cells.each(ctx, one, node, target, source)
    out += memory.overwritten(ctx, target, node)


def _variables(place: Place) -> set[str]:
    """The variables that a place is made of."""
    storage, size = place.storage, len(place.path)
    named = {leaf for path, leaf in storage.leaves.items() if path[:size] == place.path}
    for path, stored in storage.stored.items():
        named |= {stored.offset, stored.there} if path[:size] == place.path else set()
    for path, variable in storage.pointers.items():
        if path[:size] == place.path and variable.place is not None:
            named = named.union(*(names(index) for index in variable.place.indices))
    return named


def _pointer(ctx: Context, to: Place, origin: Place, node: c_ast.Node) -> list[Stmt]:
    target, source = memory.pointer_member(ctx, to, node), memory.pointer_member(ctx, origin, node)
    if ctx.straight and _never_set(source):
        return []  # nor may the copy be used
    out: list[Stmt] = []
    pointers.bind(ctx, target, pointers.read(ctx, source, node), out, node)
    return out


def _never_set(variable: PointerVariable) -> bool:
    """Has a pointer no value so far?"""
    known = variable.place is not None or variable.refers is not None or variable.foreign or variable.null
    return not known and variable.cell is None and variable.flag is None
