"""Lower `__CPROVER_r_ok(p, size)` and the like, for pointers to known objects, to a comparison with the object's size.
"""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.errors import UnsupportedError
from veriabs.core.expressions import Binary, Conditional, Const, Expr
from veriabs.core.types import BOOL, INT
from veriabs.core.typing_rules import convert, fold_binary, offset_type, size_type
from veriabs.frontend.known_functions import VALIDITY
from veriabs.frontend.lower import buffer_models, gaps, libc, lifetimes, pointers
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.lower.places import NULL, NullPointer, Place, PointerValue, Value
from veriabs.frontend.typed.expressions import size_in_bytes
from veriabs.frontend.typed.types import ArrayOf


def _accessible(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    """1 or 0 if the object is known, else an arbitrary one of both."""
    given = buffer_models.argument_values(ctx, node, effects)
    pointer = pointers.decay(ctx, given[0], node) if given and not isinstance(given[0], Const) else NULL
    try:
        if isinstance(pointer, NullPointer):
            return ctree.FALSE
        if isinstance(pointer, PointerValue) and len(given) == 2:
            return _tested(ctx, pointer, libc.number(ctx, given[1], node), node)
    except UnsupportedError:
        pass
    return convert(gaps.any_value(ctx, BOOL, f"result of {node.name.name}", node, effects), INT, ctx.data_model)


def _tested(ctx: Context, pointer: PointerValue, size: Expr, node: c_ast.FuncCall) -> Expr:
    storage = pointer.place.storage
    known = not (pointer.vague or storage.placeholder or storage.summary or storage.numbered or storage.view)
    known = known and (storage.heap or storage.depth <= 1)  # not an object of a block that may have ended
    if not known or storage.extent is not None or storage.freed is not None or pointer.place.bytes:
        raise ctx.unsupported(node, "object of unknown size")
    if pointer.null is not None or pointer.unset is not None or lifetimes.are_freed_one_by_one(ctx, storage):
        raise ctx.unsupported(node, "pointer that may be null")
    test = _has_size(ctx, pointer.place, size, node)
    live = lifetimes.flag_of(ctx, storage, pointer.place.indices)
    for part in (live, None if pointer.absent is None else ctree.negate(pointer.absent)):
        test = test if part is None else Binary("&&", part, test)
    return Conditional(test, ctree.TRUE, ctree.FALSE)


def _has_size(ctx: Context, place: Place, size: Expr, node: c_ast.FuncCall) -> Expr:
    """Whether the object has the given size from the place on."""
    whole, where = place.storage.type, ctx.where(node)
    wide, unit = offset_type(ctx.data_model), size_type(ctx.data_model)
    wanted = convert(size, unit, ctx.data_model)
    if place.path:
        raise ctx.unsupported(node, "pointer to a part of an object")
    if not place.indices:
        return fold_binary("<=", wanted, size_in_bytes(ctx, whole, where), ctx.data_model)
    if not isinstance(whole, ArrayOf) or whole.size is None or len(place.indices) > 1 or not place.steps:
        raise ctx.unsupported(node, "pointer to a part of an object")
    index, count = (convert(one, wide, ctx.data_model) for one in (place.indices[0], whole.size))
    element = size_in_bytes(ctx, whole.element, where)
    inside = Binary("&&", Binary(">=", index, Const(0, wide)), Binary("<=", index, count))
    left = fold_binary("*", convert(Binary("-", count, index), unit, ctx.data_model), element, ctx.data_model)
    return Binary("&&", inside, Binary("<=", wanted, left))


HANDLERS: dict[str, libc.Handler] = dict.fromkeys(VALIDITY, _accessible)
