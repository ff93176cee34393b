"""Convert byte counts of library functions to element counts: `n * sizeof(int)` bytes of an int array are n elements.
"""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core.expressions import Binary, Const, Expr
from veriabs.core.statements import If, Stmt
from veriabs.core.types import IntType
from veriabs.core.typing_rules import convert, type_of
from veriabs.frontend.lower import allocations, gaps
from veriabs.frontend.lower.context import Context
from veriabs.frontend.lower.places import Place
from veriabs.frontend.typed.types import size_of


def elements(ctx: Context, place: Place, size: Expr, before: list[Stmt], node: c_ast.FuncCall) -> Expr:
    """The number of elements in `size` bytes; raises UnsupportedError if the object has fewer elements.

    A product with an element size that is a power of two is exact even if it wraps. Any other must not wrap, which is
    asserted in `before`.
    """
    element = size_of(place.type, ctx.data_model, ctx.where(node))
    if allocations.divide_size(size, element) is None:
        raise ctx.unsupported(node, "byte count that is not a multiple of the element size")
    wraps = allocations.may_wrap(ctx, size)
    if wraps and element.bit_count() != 1:
        return _fitting(ctx, size, element, before, node)
    count, room = allocations.count(ctx, size, element, exact=not wraps), _elements_after(ctx, place)
    if isinstance(count, Const) and room is not None and count.value > room:
        raise ctx.unsupported(node, f"access past the end of a part of {place.storage.source}")
    return count


def _fitting(ctx: Context, size: Expr, element: int, before: list[Stmt], node: c_ast.FuncCall) -> Expr:
    """A multiple of a constant, which must not wrap: no run may reach this place with a larger number."""
    own, where = type_of(size, ctx.data_model), ctx.where(node)
    match size:
        case (
            Binary(op="*", left=times, right=Const(value=int(each)))
            | Binary(op="*", left=Const(value=int(each)), right=times)
        ) if isinstance(own, IntType) and not own.signed and each > 0 and each % element == 0:
            times = convert(times, own, ctx.data_model)
            error = ctx.unsupported(node, "byte count that may overflow its type")
            beyond = Binary(">", times, Const(own.highest // each, own))
            before.append(If(beyond, tuple(gaps.assert_unreachable(ctx, error, where)), (), where))
            return times if each == element else Binary("*", times, Const(each // element, own))
        case _:
            raise ctx.unsupported(node, "byte count that is not a multiple of the element size")


def _elements_after(ctx: Context, place: Place) -> int | None:
    """The number of elements from a place on; None if unknown."""
    if not place.steps or place.bytes or place.flat:
        return None
    parts = (leaf for path, leaf in place.storage.leaves.items() if path[: len(place.path)] == place.path)
    sizes, position = [ctx.arrays[leaf].sizes for leaf in parts], len(place.indices) - 1
    match sizes[0][position] if sizes else None, place.indices[position]:
        case Const(value=int(size)), Const(value=int(index)):
            return size - index
        case _:
            return None
