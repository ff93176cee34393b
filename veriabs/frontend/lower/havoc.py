"""Make all cells of objects arbitrary that unknown code may write (docs/theory.md 15).

    unknown(a);          for (k = 0; k < n; k++) a[k] = any;
"""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core.ctext import nondet
from veriabs.core.expressions import Element, Expr, LValue, Var
from veriabs.core.program import Array
from veriabs.core.source import Where
from veriabs.core.statements import Havoc, Stmt
from veriabs.core.types import CType
from veriabs.frontend.lower.cells import count_up
from veriabs.frontend.lower.context import Context
from veriabs.frontend.lower.places import Place, Storage
from veriabs.frontend.typed.types import Address


def names(storage: Storage) -> set[str]:
    """The variables of an object, except its pointers."""
    return set(storage.leaves.values())


def escape(ctx: Context, place: Place, node: c_ast.Node) -> None:
    """Record that other files may know the address of an object from here on."""
    storage = place.storage
    if storage.pointers or storage.stored:
        raise ctx.unsupported(node, f"address of {storage.source}, which holds pointers, for outside code")
    if ctx.taken and any(isinstance(_type(ctx, name), Address) for name in names(storage)):
        raise ctx.unsupported(node, f"address of {storage.source}, through which outside code may call back")
    if not storage.placeholder:
        ctx.escaped |= dict.fromkeys(names(storage), storage.depth == 0 or storage.heap)


def _type(ctx: Context, name: str) -> CType | None:
    variable = ctx.arrays.get(name) or ctx.scalars.get(name)
    return None if variable is None else variable.type


def havoc_object(ctx: Context, storage: Storage, where: Where) -> list[Stmt]:
    """Make all of an object arbitrary."""
    return [stmt for name in sorted(names(storage)) for stmt in _havoc_variable(ctx, name, where)]


def havoc_escaped(ctx: Context, who: str, node: c_ast.Node, *, system: bool = False) -> list[Stmt]:
    """Make all objects arbitrary that outside code knows; objects that do not exist yet keep nothing from an earlier
    round.

    `who` writes, for error messages. Functions of the `system` know the other objects of the file only by address.
    """
    if ctx.visible_pointers and not system:
        raise ctx.unsupported(node, f"{who}, which may change the pointer {ctx.visible_pointers[0]}")
    later = {name for name, lasts in ctx.facts.outside.items() if lasts} - ctx.objects.keys()
    if ctx.loops and later:
        raise ctx.unsupported(node, f"{who}, which may keep a pointer to {min(later)} from an earlier iteration")
    known, where = ctx.escaped.keys() | ctx.facts.outside.keys(), ctx.where(node)
    known |= {name for name, own in ctx.visible.items() if own or not system}
    ctx.outsiders = True
    return [stmt for name in sorted(known) for stmt in _havoc_variable(ctx, name, where)]


def _havoc_variable(ctx: Context, name: str, where: Where) -> list[Stmt]:
    array = ctx.arrays.get(name)
    if array is not None:
        return _cells(ctx, array, (), where)
    scalar = ctx.scalars.get(name)
    return [] if scalar is None else [_havoc_target(Var(name, scalar.type), where)]


def _cells(ctx: Context, array: Array, indices: tuple[Expr, ...], where: Where) -> list[Stmt]:
    """Loops over all cells of an array, or over the remaining dimensions after some indices."""
    if len(indices) == len(array.sizes):
        return [_havoc_target(Element(array.name, indices, array.type, where), where)]
    return count_up(
        ctx, array.sizes[len(indices)], lambda index: _cells(ctx, array, (*indices, index), where), where
    )


def _havoc_target(target: LValue, where: Where) -> Havoc:
    return Havoc(target, 0, nondet(target.type), where, unknown=True)
