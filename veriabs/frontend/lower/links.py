"""Links: pointers in the objects of an entry, each null or to any element of an array (docs/theory.md 14).

An array of arbitrary numbers describes them, so their values need no loop and no invariant: every number is a valid
pointer or null.

    for (unsigned __veriabs_link = 0; __veriabs_link < n; __veriabs_link++)
        p[__veriabs_link].next = next_of_p[__veriabs_link] < n ? &p[next_of_p[__veriabs_link]] : 0;
"""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.expressions import Binary, Conditional, Const, Expr
from veriabs.core.source import WRITTEN
from veriabs.core.statements import Assign, If, Stmt
from veriabs.core.types import IntType
from veriabs.core.typing_rules import convert, offset_type, type_of
from veriabs.frontend.known_functions import LINK
from veriabs.frontend.lower import gaps, nulls
from veriabs.frontend.lower.context import Context, SideEffects, with_null_flag
from veriabs.frontend.lower.places import (
    Link,
    NullPointer,
    Place,
    PointerValue,
    PointerVariable,
    UnknownPointer,
    Value,
)


def is_link(node: c_ast.For) -> bool:
    """Whether it is a generated loop that sets such pointers in the entry's objects."""
    match node.init:
        case c_ast.DeclList(decls=[c_ast.Decl(name=str(name))]):
            return name == LINK and node.coord is not None and node.coord.file == WRITTEN
        case _:
            return False


def link_pointers(ctx: Context, node: c_ast.For) -> None:
    """Represent the pointers that the loop sets by the numbers that it reads."""
    match node.stmt:
        case c_ast.Assignment(lvalue=c_ast.StructRef() as place, rvalue=value):
            base, way = _member_path(place)
        case _:
            raise ctx.unsupported(node, "loop that sets pointers in a parameter's objects")
    chosen = value.iftrue if isinstance(value, c_ast.TernaryOp) else value
    chosen = chosen.expr if isinstance(chosen, c_ast.Cast) else chosen
    match value, chosen:
        case c_ast.TernaryOp(cond=test), c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef(name=target)):
            nullable = True
        case _, c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef(name=target, subscript=c_ast.TernaryOp(cond=test))):
            nullable = False
        case _:
            raise ctx.unsupported(node, "loop that sets pointers in a parameter's objects")
    assert isinstance(test, c_ast.BinaryOp) and isinstance(test.left, c_ast.ArrayRef)
    stored = _object(ctx, base, node).storage.stored.get(way)
    if stored is None:
        raise ctx.unsupported(node, f"pointer member {'.'.join(way)} of an object of a parameter")
    numbers = _object(ctx, test.left.name, node).storage.leaves[()]
    count = ctx.hooks.value(ctx, test.right, SideEffects())
    assert isinstance(count, Expr)
    stored.link, stored.variable.place = Link(numbers, count, nullable), _object(ctx, target, node)
    for name in (stored.row, stored.offset, stored.there):
        ctx.arrays.pop(name, None)
        ctx.objects.pop(name, None)


def _member_path(place: c_ast.Node) -> tuple[c_ast.Node, tuple[str, ...]]:
    """The array of `array[i].inner.member`, and the names of the members."""
    way: tuple[str, ...] = ()
    while isinstance(place, c_ast.StructRef):
        place, way = place.name, (place.field.name, *way)
    return place.name if isinstance(place, c_ast.ArrayRef) else place, way


def _object(ctx: Context, name: c_ast.Node, node: c_ast.Node) -> Place:
    """The first element of the array that a variable of the entry points to."""
    variable = ctx.scope.entity(name.name) if isinstance(name, c_ast.ID) else None
    if not isinstance(variable, PointerVariable) or variable.place is None or not variable.place.steps:
        raise ctx.unsupported(node, "loop that sets pointers in a parameter's objects")
    return variable.place


def bind(
    ctx: Context, variable: PointerVariable, link: Link, pointer: Value, out: list[Stmt], node: c_ast.Node
) -> None:
    """Set such a pointer to another element of its array, or to null."""
    assert variable.linked is not None and variable.place is not None
    number, where = variable.linked[0], ctx.where(node)
    pointer = with_null_flag(ctx, pointer, node)
    absent = (
        nulls.null_test(pointer) if isinstance(pointer, PointerValue | UnknownPointer | NullPointer) else ctree.FALSE
    )
    assert absent is not None
    if absent != ctree.FALSE and not link.nullable:
        raise ctx.unsupported(node, f"pointer {variable.name} that is null")
    null = convert(link.count, number.type, ctx.data_model)
    if absent == ctree.TRUE:
        out.append(Assign(number, null, where))
        return
    if not isinstance(pointer, PointerValue) or pointer.unset is not None or not _is_element(pointer, variable.place):
        raise ctx.unsupported(node, f"pointer {variable.name} to several objects")
    index = pointer.place.indices[-1]
    error = ctx.unsupported(node, f"pointer {variable.name} beyond the end of its object")
    outside = ctree.negate(_is_below(ctx, index, link.count))
    beyond = outside if absent == ctree.FALSE else Binary("&&", ctree.negate(absent), outside)
    out.append(If(beyond, tuple(gaps.assert_unreachable(ctx, error, where)), (), where))
    value: Expr = convert(index, number.type, ctx.data_model)
    out.append(Assign(number, value if absent == ctree.FALSE else Conditional(absent, null, value), where))


def _is_element(pointer: PointerValue, base: Place) -> bool:
    """Does it point to an element of the array?"""
    place = pointer.place
    same = place.storage is base.storage and place.path == base.path and place.steps == base.steps
    return same and not pointer.vague and not place.bytes and not place.words and len(place.indices) == 1


def _is_below(ctx: Context, index: Expr, count: Expr) -> Expr:
    """`0 <= index && index < count`, for a count that an index can have."""
    wide = offset_type(ctx.data_model)
    below = Binary("<", convert(index, wide, ctx.data_model), convert(count, wide, ctx.data_model))
    ctype = type_of(index, ctx.data_model)
    if isinstance(ctype, IntType) and not ctype.signed and ctype.bits < wide.bits:
        return below
    return Binary("&&", Binary(">=", convert(index, wide, ctx.data_model), Const(0, wide)), below)
