"""Lower initialisers of numbers, pointers, arrays, structs and strings to assignments: `int a[2] = {1, x};`."""

from __future__ import annotations

from msgspec import Struct, field
from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.evaluate import wrap
from veriabs.core.expressions import Const, Element, Expr
from veriabs.core.statements import Assign, Stmt
from veriabs.core.types import INT as _INDEX
from veriabs.core.typing_rules import fold_binary, type_of
from veriabs.frontend.lower import (
    bytes,
    cells,
    copies,
    indirect,
    lifetimes,
    memory,
    nulls,
    pointers,
    unions,
)
from veriabs.frontend.lower.assignments import store
from veriabs.frontend.lower.context import Context, SideEffects
from veriabs.frontend.lower.evaluation_order import change_pointers_of_another
from veriabs.frontend.lower.places import NULL, Place, PointerVariable
from veriabs.frontend.nodes import has_designators, overwrites
from veriabs.frontend.survey import has_effect
from veriabs.frontend.typed import braces, literals
from veriabs.frontend.typed.braces import ELEMENT_LIMIT
from veriabs.frontend.typed.types import ArrayOf, PointerType, RecordType, Type, is_scalar


def initialise(ctx: Context, place: Place, node: c_ast.Node, out: list[Stmt], *, explicit: bool) -> None:
    """Append the assignments of an initialiser; zeros are omitted unless `explicit`."""
    node = braces.text(place.type, node)
    if isinstance(node, c_ast.InitList):
        _check_count(ctx, node)
        union = isinstance(place.type, RecordType) and place.type.union
        if _is_zero_list(node) and not is_scalar(place.type) and not (union and explicit):
            zero(ctx, place, node, out, explicit=explicit)
            return
        node = braces.complete(ctx, place.type, node)
    match place.type:
        case ArrayOf():
            _initialise_array(ctx, place, node, out, explicit=explicit)
        case RecordType():
            _initialise_struct(ctx, place, node, out, explicit=explicit)
        case PointerType():
            initialise_pointer(ctx, memory.pointer_member(ctx, place, node), node, out)
        case _:
            _initialise_scalar(ctx, place, node, out, explicit=explicit)


def _check_count(ctx: Context, node: c_ast.InitList) -> None:
    if len(node.exprs) > ELEMENT_LIMIT:
        raise ctx.unsupported(node, f"initialiser of more than {ELEMENT_LIMIT} elements")


class _Order(Struct):
    """Items of a list, with their positions and effects; gcc evaluates in memory order, whatever the textual order."""

    has_effects: bool
    items: list[tuple[int, SideEffects, bool]] = field(default_factory=list)

    def add(self, ctx: Context, item: c_ast.Node, position: int, effects: SideEffects) -> None:
        """Reject an item if its order matters to one that is in front of it in the text and behind it in memory."""
        if self.has_effects:
            own = position, effects, has_effect(item)
            if any(_depend(ctx, one, own) for one in self.items if one[0] > position):
                raise ctx.unsupported(item, "unsequenced side effects in an initialiser")
            self.items.append(own)


def _depend(ctx: Context, one: tuple[int, SideEffects, bool], two: tuple[int, SideEffects, bool]) -> bool:
    if not one[2] and not two[2]:
        return False
    both = [part.flush() for _, part, _ in (one, two)]
    flow = ctree.reads(both[0]) & ctree.writes(both[1]) | ctree.reads(both[1]) & ctree.writes(both[0])
    return (one[2] and two[2]) or bool(flow) or change_pointers_of_another(ctx, [one[1], two[1]])


def _is_zero_list(node: c_ast.InitList) -> bool:
    """`{}`, `{0}`, `{{0}}`."""
    if not node.exprs:
        return True
    only = node.exprs[0]
    if len(node.exprs) > 1:
        return False
    if isinstance(only, c_ast.InitList):
        return _is_zero_list(only)
    return isinstance(only, c_ast.Constant) and only.value == "0"


def zero(ctx: Context, place: Place, node: c_ast.Node, out: list[Stmt], *, explicit: bool) -> None:
    """Set a place to zero and null; objects that start as zeros are skipped unless `explicit`."""
    if memory.has_pointers(place.type):
        for path, variable in place.storage.pointers.items():
            if path[: len(place.path)] == place.path:
                variable.null = True
                lifetimes.bound(ctx, variable, NULL, out, node)
                if explicit or ctx.facts.is_flagged(variable.key):
                    nulls.set_null(ctx, variable, NULL, out, node)
    if explicit:
        out += cells.set_to_zero(ctx, place, node)


def _initialise_scalar(ctx: Context, place: Place, node: c_ast.Node, out: list[Stmt], *, explicit: bool) -> None:
    if isinstance(node, c_ast.InitList):
        if len(node.exprs) != 1:
            raise ctx.unsupported(node, "initialiser list of a number")
        node = node.exprs[0]
    effects = SideEffects()
    value = indirect.check_stored(ctx, ctx.hooks.value(ctx, node, effects), place.type, node)
    if not isinstance(value, Expr):
        raise ctx.unsupported(node, "initialiser that is not a number")
    target = memory.lvalue(ctx, place, node)
    if isinstance(value, Const) and value.value == 0 and not explicit and effects.quiet:
        return
    out += effects.before
    store(ctx, target, bytes.pack(ctx, value, target.type, place.width), out, ctx.where(node))
    out += effects.after


def initialise_pointer(ctx: Context, variable: PointerVariable, node: c_ast.Node, out: list[Stmt]) -> None:
    """Append the assignments of a pointer's initialiser."""
    effects = SideEffects()
    value = ctx.hooks.value(ctx, node, effects)
    out += effects.before
    pointers.bind(ctx, variable, value, out, node)
    out += effects.after


def _initialise_array(ctx: Context, place: Place, node: c_ast.Node, out: list[Stmt], *, explicit: bool) -> None:
    assert isinstance(place.type, ArrayOf)
    element = place.type.element
    if isinstance(node, c_ast.Constant) and node.type == "string":
        _initialise_text(ctx, place, node, out, explicit=explicit)
        return
    if not isinstance(node, c_ast.InitList):
        raise ctx.unsupported(node, "initialiser of an array that is not a list or a string")
    explicit = explicit or has_designators(node)
    position, order = 0, _Order(has_effect(node))
    for item in node.exprs:
        elements = braces.designated_elements(ctx, item, position)
        first, begin = len(ctx.pointer_uses), len(out)
        value = item
        if isinstance(item, c_ast.NamedInitializer):
            if len(item.name) > 1 or not isinstance(item.name[0], c_ast.ArrayDesignator):
                raise ctx.unsupported(item, "designator")
            value = item.expr
        _check_braces(ctx, element, value)
        if len(elements) > ELEMENT_LIMIT:
            out += _initialise_range(ctx, place, elements, value, item)
            elements = range(elements.stop, elements.stop)
        for index in elements:
            initialise(ctx, place.at(Const(index, _INDEX), element), value, out, explicit=explicit)
        order.add(ctx, item, elements.start, SideEffects(out[begin:], first=first, last=len(ctx.pointer_uses)))
        position = elements.stop


def _initialise_range(ctx: Context, place: Place, elements: range, value: c_ast.Node, node: c_ast.Node) -> list[Stmt]:
    """`[0 ... 99999] = value` as a loop."""
    assert isinstance(place.type, ArrayOf)
    element = place.type.element

    def one(index: Expr) -> list[Stmt]:
        at = fold_binary("+", index, Const(elements.start, type_of(index, ctx.data_model)), ctx.data_model)
        initialise(ctx, place.at(at, element), value, inner := list[Stmt](), explicit=True)
        return inner

    return cells.for_each_index(ctx, ctree.integer(len(elements)), one, node)


def _check_braces(ctx: Context, ctype: Type, node: c_ast.Node) -> None:
    if isinstance(ctype, ArrayOf | RecordType) and isinstance(node, c_ast.Constant) and node.type != "string":
        raise ctx.unsupported(node, "initialiser without its inner braces")


def _initialise_text(ctx: Context, place: Place, node: c_ast.Constant, out: list[Stmt], *, explicit: bool) -> None:
    assert isinstance(place.type, ArrayOf)
    characters = literals.string(node.value)
    size = place.type.size
    if characters is None or len(characters) > ELEMENT_LIMIT:
        raise ctx.unsupported(node, "wide string, or string of too many characters, as initialiser")
    element = place.type.element
    if not braces.is_character(element) or not isinstance(size, Const):
        raise ctx.unsupported(node, "string as initialiser of an array that is not of characters, or of variable size")
    room = int(size.value)
    if explicit and room > ELEMENT_LIMIT:
        raise ctx.unsupported(node, f"second initialiser of an array of more than {ELEMENT_LIMIT} characters")
    rest = (0,) * (room - len(characters)) if explicit else ()
    for index, character in enumerate((*characters[:room], *rest)):
        if character or explicit:
            target = memory.lvalue(ctx, place.at(Const(index, _INDEX), element), node)
            assert isinstance(target, Element)
            out.append(Assign(target, Const(wrap(character, element), element), ctx.where(node)))


def _initialise_struct(ctx: Context, place: Place, node: c_ast.Node, out: list[Stmt], *, explicit: bool) -> None:
    record = place.type
    assert isinstance(record, RecordType)
    if not isinstance(node, c_ast.InitList):
        _copy_struct(ctx, place, node, out)
        return
    explicit = explicit or overwrites(node)
    if record.union and len(node.exprs) > 1:
        raise ctx.unsupported(node, "several initialisers of a union")
    fields = record.fields or ()
    position, done, order = 0, set[str](), _Order(has_effect(node))
    for item in node.exprs:
        value, first, begin = item, len(ctx.pointer_uses), len(out)
        if isinstance(item, c_ast.NamedInitializer):
            names = [member.name for member in fields]
            if len(item.name) > 1 or not isinstance(item.name[0], c_ast.ID) or item.name[0].name not in names:
                raise ctx.unsupported(item, "designator")
            position, value = names.index(item.name[0].name), item.expr
        if position >= len(fields):
            raise ctx.unsupported(node, "too many initialisers")
        member = fields[position]
        _check_braces(ctx, member.type, value)
        inner = place.member(member.name, member.type, member.width)
        initialise(ctx, inner, value, out, explicit=explicit)
        order.add(ctx, item, position, SideEffects(out[begin:], first=first, last=len(ctx.pointer_uses)))
        if record.union:
            out += unions.other_members_effect(ctx, inner, node)
            return
        done.add(member.name)
        position += 1
    for member in fields:
        if member.name not in done:
            zero(ctx, place.member(member.name, member.type), node, out, explicit=explicit)


def _copy_struct(ctx: Context, place: Place, node: c_ast.Node, out: list[Stmt]) -> None:
    effects = SideEffects()
    value = ctx.hooks.value(ctx, node, effects)
    if not isinstance(value, Place):
        raise ctx.unsupported(node, "initialiser of a struct that is not a list or a struct")
    out += effects.before
    copies.copy(ctx, place, value, out, node)
    out += effects.after
