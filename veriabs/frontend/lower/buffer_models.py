"""Models of library functions that fill a buffer with unknown content: formatted text, input.

The buffer must hold the given number of cells, which become arbitrary.
"""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.copying import replace
from veriabs.core.ctext import nondet
from veriabs.core.expressions import Binary, Conditional, Const, Expr, Var
from veriabs.core.statements import Assign, Havoc, If, Stmt
from veriabs.core.types import INT, CType, IntType
from veriabs.core.typing_rules import convert, named_type, size_type
from veriabs.frontend.lower import (
    argument_conversions,
    cells,
    checks,
    gaps,
    libc,
    memory,
    missing_bodies,
    pointers,
    strings,
    views,
)
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.lower.places import (
    NullPointer,
    Place,
    PointerValue,
    Reference,
    UnknownPointer,
    Value,
    value_exprs,
)
from veriabs.frontend.survey import writes_by_format
from veriabs.frontend.typed.types import size_of


def argument_values(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> list[Value]:
    """The values of all arguments, with their effects done."""
    values = argument_conversions.evaluate(ctx, node, inner := SideEffects())
    effects.before += inner.flush()
    effects.before += checks.evaluate(ctx, (expr for value in values for expr in value_exprs(value)), ctx.where(node))
    return libc.fix_arguments(ctx, values, effects, node)


def any_number(ctx: Context, ctype: CType, node: c_ast.FuncCall, effects: SideEffects) -> Var:
    """An arbitrary number as the result of a call."""
    return gaps.any_value(ctx, ctype, f"result of {node.name.name}", node, effects)


def cell_count(ctx: Context, value: Value, node: c_ast.FuncCall, effects: SideEffects) -> Var | Const:
    """The number of cells, in a new variable unless constant."""
    ctype = size_type(ctx.data_model)
    size = convert(libc.number(ctx, value, node), ctype, ctx.data_model)
    if isinstance(size, Const):
        return size
    kept = ctx.temporary("size", ctype, ctx.where(node))
    effects.before.append(Assign(kept, size, ctx.where(node)))
    return kept


def _characters(ctx: Context, value: Value, effects: SideEffects, node: c_ast.FuncCall) -> PointerValue:
    pointer = libc.pointer_to(ctx, value, effects, node)
    if not isinstance(pointer.place.type, IntType) or pointer.place.type.bits != 8:
        raise ctx.unsupported(node, f"call of {node.name.name} with a buffer that is no character array")
    return pointer


def _havoc_characters(ctx: Context, to: PointerValue, size: Expr, node: c_ast.FuncCall) -> list[Stmt]:
    """Make `size` characters arbitrary."""
    where = ctx.where(node)

    def fill(place: Place) -> list[Stmt]:
        target = memory.lvalue(ctx, place, node)
        return [Havoc(target, 0, nondet(target.type), where, unknown=True)]

    return libc.for_each(ctx, to.place, size, fill, where, node)


def _terminate(ctx: Context, to: PointerValue, at: Expr, node: c_ast.FuncCall) -> Stmt:
    target = strings.cell(ctx, to, at, node)
    return Assign(target, Const(0, target.type), ctx.where(node))


def _snprintf(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    """A text of any length, truncated to the buffer and terminated by a zero."""
    given = argument_values(ctx, node, effects)
    if len(given) < 3:
        raise ctx.unsupported(node, f"call of {node.name.name} with {len(given)} arguments")
    if writes_by_format(node) or node.name.name.startswith("v"):
        for value in given[3:]:
            missing_bodies.hand_over(ctx, value, node)
        effects.before += cells.havoc_escaped(ctx, f"format of {node.name.name}", node, system=True)
    length, where = any_number(ctx, INT, node, effects), ctx.where(node)
    if isinstance(pointers.decay(ctx, given[0], node), NullPointer) or (
        isinstance(given[0], Const) and given[0].value == 0
    ):
        return length
    to, size = _characters(ctx, given[0], effects, node), cell_count(ctx, given[1], node, effects)
    effects.before += _havoc_characters(ctx, to, size, node)
    wide = convert(length, size.type, ctx.data_model)
    last = Conditional(Binary("<", wide, size), wide, Binary("-", size, Const(1, size.type)))
    there = Binary("&&", Binary(">", size, Const(0, size.type)), Binary(">=", length, ctree.FALSE))
    effects.before.append(If(there, (_terminate(ctx, to, last, node),), (), where))
    return length


def _fread(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
    """Read any number of elements up to the maximum."""
    given = argument_values(ctx, node, effects)
    if len(given) != 4:
        raise ctx.unsupported(node, f"call of {node.name.name} with {len(given)} arguments")
    to = libc.pointer_to(ctx, given[0], effects, node)
    element, count = (cell_count(ctx, value, node, effects) for value in given[1:3])
    if not isinstance(element, Const) or element.value != size_of(to.place.type, ctx.data_model, ctx.where(node)):
        raise ctx.unsupported(node, "call of fread with an element size other than the array's")
    effects.before += havoc_elements(ctx, to, count, node)
    read = any_number(ctx, count.type, node, effects)
    return Conditional(Binary("<", read, count), read, count)


def _text_to_number(ctype: str) -> libc.Handler:
    """`atoi` and the like: any number, for a terminated text."""

    def handler(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
        given = argument_values(ctx, node, effects)
        if len(given) != 1:
            raise ctx.unsupported(node, f"call of {node.name.name} with {len(given)} arguments")
        _terminated_text(ctx, given[0], node, effects)
        return any_number(ctx, named_type(ctype, ctx.data_model), node, effects)

    return handler


def _parsed(ctype: str, *, based: bool) -> libc.Handler:
    """`strtol` and the like: any number, with an end somewhere in the text."""

    def handler(ctx: Context, node: c_ast.FuncCall, effects: SideEffects) -> Value:
        given = argument_values(ctx, node, effects)
        if len(given) != 2 + based:
            raise ctx.unsupported(node, f"call of {node.name.name} with {len(given)} arguments")
        text, end = _terminated_text(ctx, given[0], node, effects), given[1]
        if isinstance(end, Reference):
            behind = views.with_unknown_offset(text) if isinstance(text, PointerValue) else text
            pointers.bind(ctx, end.variable, replace(behind, target=end.variable.target), effects.before, node)
        elif not isinstance(end, NullPointer) and end != ctree.integer(0):
            raise ctx.unsupported(node, f"call of {node.name.name} with an end pointer other than NULL")
        return any_number(ctx, named_type(ctype, ctx.data_model), node, effects)

    return handler


def _terminated_text(
    ctx: Context, value: Value, node: c_ast.FuncCall, effects: SideEffects
) -> PointerValue | UnknownPointer:
    """The text that is read; if checks are requested, its array must contain a terminating zero."""
    pointer = pointers.decay(ctx, value, node)
    if not isinstance(pointer, PointerValue | UnknownPointer):
        raise ctx.unsupported(node, f"call of {node.name.name} on an array that may lack a final 0")
    if ctx.task.checks:
        strings.length(ctx, libc.pointer_to(ctx, pointer, effects, node), effects, node)
    return pointer


def havoc_elements(ctx: Context, to: PointerValue, count: Expr, node: c_ast.FuncCall) -> list[Stmt]:
    """Make `count` elements arbitrary."""
    where = ctx.where(node)
    if memory.has_pointers(to.place.type):
        raise ctx.unsupported(node, f"call of {node.name.name} on an array of pointers")

    def element(index: Expr) -> list[Stmt]:
        place = pointers.move(ctx, PointerValue(to.place, to.place.type), "+", index, node).place
        return cells.change_all(ctx, place, lambda one: Havoc(one, 0, nondet(one.type), where, unknown=True), node)

    return cells.count_up(ctx, count, element, where)


INTO_BUFFERS = frozenset(("snprintf", "vsnprintf", "fread"))
"""Functions that only write to their buffer, so that it may be any object."""

HANDLERS: dict[str, libc.Handler] = {
    **dict.fromkeys(("snprintf", "vsnprintf"), _snprintf),
    **{name: _text_to_number(ctype) for name, ctype in (("atoi", "int"), ("atol", "long"), ("atoll", "long long"))},
    "atof": _text_to_number("double"),
    "strtol": _parsed("long", based=True),
    "strtoll": _parsed("long long", based=True),
    "strtoul": _parsed("unsigned long", based=True),
    "strtoull": _parsed("unsigned long long", based=True),
    "strtod": _parsed("double", based=False),
    "strtof": _parsed("float", based=False),
    "fread": _fread,
}
