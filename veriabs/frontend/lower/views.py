"""What is seen through a pointer that does not say where it points: any value (docs/theory.md 14).

Such a pointer has another element type than its object, or is a number, or comes from code that is not here. What is
read there is any value; what is written makes all of the object any, or all objects that code outside knows.
"""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core.copying import replace
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Const
from veriabs.core.program import Initial
from veriabs.core.statements import Havoc
from veriabs.core.types import BOOL
from veriabs.frontend.lower import anything, gaps, memory
from veriabs.frontend.lower.context import Context, Frame
from veriabs.frontend.lower.places import Place, PointerValue, Vacant, View
from veriabs.frontend.lower.types import Type, size_of

_WITHIN = "pointers of another type than their object, and what is moved by them, stay within the object"
_OUTSIDE = "pointers made of numbers, or given by functions without a body, point to nothing that only this file knows"


def blurred(pointer: PointerValue, target: Type | None = None) -> PointerValue:
    """The pointer as one that points somewhere into its object."""
    storage = pointer.place.storage
    whole = Place(storage, (), (), storage.type)
    return replace(pointer, place=whole, target=target or pointer.target, vague=True)


def pointer(place: Place, target: Type) -> PointerValue | Vacant:
    """The address of a part of what is seen."""
    view = place.storage.view
    assert view is not None
    if view.of is None:
        return Vacant(Const(0, BOOL), target)
    return PointerValue(Place(view.of, (), (), view.of.type), target, vague=True)


def seen(ctx: Context, pointer: PointerValue | Vacant, frame: Frame, node: c_ast.Node) -> Place:
    """What a pointer points to, as an object of its own with any content."""
    of = pointer.place.storage if isinstance(pointer, PointerValue) else None
    if pointer.target is None or ctx.task.checks:
        raise ctx.unsupported(node, "dereference of something that is no pointer to a known object")
    size = size_of(pointer.target, ctx.data_model, ctx.where(node))
    if isinstance(pointer, PointerValue) and not _fits(ctx, pointer, size, node):
        ctx.assumed.setdefault(_WITHIN)
    elif of is None:
        ctx.assumed.setdefault(_OUTSIDE)
    place, where = memory.declare(ctx, "seen", pointer.target, Initial.NONDET, ctx.where(node)), ctx.where(node)
    place.storage.view = View(of)
    ctx.leaky = ctx.leaky or (of is not None and bool(of.pointers or of.stored))
    if place.storage.stored:
        raise ctx.unsupported(node, "array of pointers seen through a pointer to nobody knows what")
    frame.before += anything.written(ctx, place.storage, where)
    for variable in place.storage.pointers.values():
        variable.view = place.storage.view
        if of is None:
            variable.foreign, variable.flag = True, ctx.temporary(f"{variable.name}_null", BOOL, where)
            frame.before.append(Havoc(variable.flag, 0, None, where, unknown=True))
    gaps.note(ctx, "what is seen through a pointer to nobody knows what", node)
    return place


def _fits(ctx: Context, pointer: PointerValue, size: int, node: c_ast.Node) -> bool:
    """Is what is seen known to be a part of the object? UnsupportedError if it is larger than that."""
    place, where = pointer.place, ctx.where(node)
    try:
        whole, part = (size_of(ctype, ctx.data_model, where) for ctype in (place.storage.type, place.type))
    except UnsupportedError:
        return False
    if size > whole:
        raise ctx.unsupported(node, f"pointer to {place.storage.source} as one to a larger object")
    return size <= part and not pointer.vague and all(isinstance(index, Const) for index in place.indices)
