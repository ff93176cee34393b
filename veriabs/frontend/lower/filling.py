"""Library functions that leave in a buffer, or in an array, what nobody knows: texts, input, what is sorted.

What they are handed must hold as many cells as they are told, and those are any then. `qsort` may leave any values in
what it sorts, and the function that it compares with has no effect.
"""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.copying import replace
from veriabs.core.ctext import nondet
from veriabs.core.expressions import Binary, Conditional, Const, Expr, Var
from veriabs.core.statements import Assign, Halt, Havoc, If, Stmt
from veriabs.core.types import BOOL, INT, CType, IntType
from veriabs.core.typing_rules import convert, named_type, offset_type, size_type
from veriabs.frontend.lower import (
    anything,
    cells,
    checks,
    expressions,
    gaps,
    libc,
    memory,
    missing,
    pointers,
    strings,
    views,
)
from veriabs.frontend.lower.context import Context, Frame, join, value_exprs
from veriabs.frontend.lower.places import NOTHING, Null, Place, PointerValue, Reference, Vacant, Value
from veriabs.frontend.lower.types import size_of
from veriabs.frontend.survey import writes_by_format


def _evaluated(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> list[Value]:
    """The values of all arguments, which have no effect left."""
    operands = [(Frame(), argument) for argument in (node.args.exprs if node.args else [])]
    values = [ctx.hooks.value(ctx, argument, part) for part, argument in operands]
    parts = [(part, value_exprs(value)) for (part, _), value in zip(operands, values, strict=True)]
    join(ctx, inner := Frame(), parts, node)
    frame.before += inner.flush()
    frame.before += checks.kept(ctx, (expr for value in values for expr in value_exprs(value)), ctx.where(node))
    return libc.settled(ctx, values, frame, node)


def _any(ctx: Context, ctype: CType, node: c_ast.FuncCall, frame: Frame) -> Var:
    return gaps.any_value(ctx, ctype, f"what {node.name.name} gives", node, frame)


def _size(ctx: Context, value: Value, node: c_ast.FuncCall, frame: Frame) -> Var | Const:
    """How many cells there are, in a variable of its own unless it is constant."""
    ctype = size_type(ctx.data_model)
    size = convert(libc.number(ctx, value, node), ctype, ctx.data_model)
    if isinstance(size, Const):
        return size
    kept = ctx.temporary("size", ctype, ctx.where(node))
    frame.before.append(Assign(kept, size, ctx.where(node)))
    return kept


def _characters(ctx: Context, value: Value, frame: Frame, node: c_ast.FuncCall) -> PointerValue:
    pointer = libc.pointer_to(ctx, value, frame, node)
    if not isinstance(pointer.place.type, IntType) or pointer.place.type.bits != 8:
        raise ctx.unsupported(node, f"{node.name.name} into something else than characters")
    return pointer


def _filled(ctx: Context, to: PointerValue, size: Expr, node: c_ast.FuncCall) -> list[Stmt]:
    """Anything in so many characters."""
    where = ctx.where(node)

    def fill(place: Place) -> list[Stmt]:
        target = memory.lvalue(ctx, place, node)
        return [Havoc(target, 0, nondet(target.type), where, unknown=True)]

    return libc.for_each(ctx, to.place, size, fill, where, node)


def _ended(ctx: Context, to: PointerValue, at: Expr, node: c_ast.FuncCall) -> Stmt:
    target = strings.cell(ctx, to, at, node)
    return Assign(target, Const(0, target.type), ctx.where(node))


def _snprintf(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    """A text of any length; no more than there is room for is there, with a zero behind it."""
    given = _evaluated(ctx, node, frame)
    if len(given) < 3:
        raise ctx.unsupported(node, f"call of {node.name.name} with {len(given)} arguments")
    if writes_by_format(node) or node.name.name.startswith("v"):
        for value in given[3:]:
            missing.hand_over(ctx, value, node)
        frame.before += anything.written_outside(ctx, f"format of {node.name.name}", node, system=True)
    length, where = _any(ctx, INT, node, frame), ctx.where(node)
    if isinstance(pointers.decay(ctx, given[0], node), Null) or (isinstance(given[0], Const) and given[0].value == 0):
        return length
    to, size = _characters(ctx, given[0], frame, node), _size(ctx, given[1], node, frame)
    frame.before += _filled(ctx, to, size, node)
    wide = convert(length, size.type, ctx.data_model)
    last = Conditional(Binary("<", wide, size), wide, Binary("-", size, Const(1, size.type)))
    there = Binary("&&", Binary(">", size, Const(0, size.type)), Binary(">=", length, ctree.FALSE))
    frame.before.append(If(there, (_ended(ctx, to, last, node),), (), where))
    return length


def _fread(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    """As many elements as there are, or fewer."""
    given = _evaluated(ctx, node, frame)
    if len(given) != 4:
        raise ctx.unsupported(node, f"call of {node.name.name} with {len(given)} arguments")
    to = libc.pointer_to(ctx, given[0], frame, node)
    element, count = (_size(ctx, value, node, frame) for value in given[1:3])
    if not isinstance(element, Const) or element.value != size_of(to.place.type, ctx.data_model, ctx.where(node)):
        raise ctx.unsupported(node, "fread of other elements than the array has")
    frame.before += _each_arbitrary(ctx, to, count, node)
    read = _any(ctx, count.type, node, frame)
    return Conditional(Binary("<", read, count), read, count)


def _converted(ctype: str) -> libc.Handler:
    """`atoi` and its like: any number, for a text that has an end."""

    def handler(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
        given = _evaluated(ctx, node, frame)
        if len(given) != 1:
            raise ctx.unsupported(node, f"call of {node.name.name} with {len(given)} arguments")
        _read(ctx, given[0], node, frame)
        return _any(ctx, named_type(ctype, ctx.data_model), node, frame)

    return handler


def _parsed(ctype: str, *, based: bool) -> libc.Handler:
    """`strtol` and its like: any number, and where it ends is somewhere in the text."""

    def handler(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
        given = _evaluated(ctx, node, frame)
        if len(given) != 2 + based:
            raise ctx.unsupported(node, f"call of {node.name.name} with {len(given)} arguments")
        text, end = _read(ctx, given[0], node, frame), given[1]
        if isinstance(end, Reference):
            behind = views.blurred(text) if isinstance(text, PointerValue) else text
            pointers.bind(ctx, end.variable, replace(behind, target=end.variable.target), frame.before, node)
        elif not isinstance(end, Null) and end != ctree.integer(0):
            raise ctx.unsupported(node, f"{node.name.name} that says where the number ends")
        return _any(ctx, named_type(ctype, ctx.data_model), node, frame)

    return handler


def _read(ctx: Context, value: Value, node: c_ast.FuncCall, frame: Frame) -> PointerValue | Vacant:
    """The text that is read; where checks are asked for, its end has to be in its array."""
    pointer = pointers.decay(ctx, value, node)
    if not isinstance(pointer, PointerValue | Vacant):
        raise ctx.unsupported(node, f"{node.name.name} of something that is no text")
    if ctx.task.checks:
        strings.length(ctx, libc.pointer_to(ctx, pointer, frame, node), frame, node)
    return pointer


# ------------------------------------------------------------------------------------------------ sorting and searching


def _each_arbitrary(ctx: Context, to: PointerValue, count: Expr, node: c_ast.FuncCall) -> list[Stmt]:
    """Anything in so many elements."""
    where = ctx.where(node)
    if memory.has_pointers(to.place.type):
        raise ctx.unsupported(node, f"{node.name.name} of pointers")

    def element(index: Expr) -> list[Stmt]:
        place = pointers.move(ctx, PointerValue(to.place, to.place.type), "+", index, node).place
        return cells.changed(ctx, place, lambda one: Havoc(one, 0, nondet(one.type), where, unknown=True), node)

    return libc.count_up(ctx, count, element, where)


def _qsort(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    """Any values in what is sorted; what is compared are two of its elements."""
    given = node.args.exprs if node.args else []
    array, count = _sorted(ctx, node, frame, given[:1], given[1:])
    first, second = (_one_of(ctx, array, count, node, frame) for _ in "ab")
    _compared(ctx, node.args.exprs[3], first, second, count, node, frame, moved=True)
    frame.before += _each_arbitrary(ctx, array, count, node)
    return NOTHING


def _bsearch(ctx: Context, node: c_ast.FuncCall, frame: Frame) -> Value:
    """Any element, or null."""
    given = node.args.exprs if node.args else []
    array, count = _sorted(ctx, node, frame, given[1:2], given[2:])
    key = _evaluated(ctx, c_ast.FuncCall(node.name, c_ast.ExprList(given[:1]), node.coord), frame)[0]
    found = _one_of(ctx, array, count, node, frame)
    _compared(ctx, node.args.exprs[4], libc.pointer_to(ctx, key, frame, node), found, count, node, frame)
    absent = Binary("||", _any(ctx, BOOL, node, frame), Binary("==", count, Const(0, count.type)))
    return replace(found, absent=absent)


def _sorted(
    ctx: Context, node: c_ast.FuncCall, frame: Frame, base: list[c_ast.Node], rest: list[c_ast.Node]
) -> tuple[PointerValue, Var | Const]:
    """The array of such a call, and how many elements it has; the function that compares is the last argument."""
    if len(base) != 1 or len(rest) != 3:
        raise ctx.unsupported(node, f"call of {node.name.name} with another number of arguments")
    given = _evaluated(ctx, c_ast.FuncCall(node.name, c_ast.ExprList([*base, *rest[:2]]), node.coord), frame)
    array = libc.pointer_to(ctx, given[0], frame, node)
    count, size = (_size(ctx, value, node, frame) for value in given[1:])
    if not array.place.steps or not isinstance(size, Const):
        raise ctx.unsupported(node, f"{node.name.name} of something that is no array")
    if size.value != size_of(array.place.type, ctx.data_model, ctx.where(node)):
        raise ctx.unsupported(node, f"{node.name.name} of other elements than the array has")
    return replace(array, target=array.place.type), count


def _one_of(ctx: Context, array: PointerValue, count: Var | Const, node: c_ast.FuncCall, frame: Frame) -> PointerValue:
    """Any of so many elements; if there are none, the first one."""
    index = _any(ctx, offset_type(ctx.data_model), node, frame)
    below = Binary("<", convert(index, count.type, ctx.data_model), count)
    within = Binary("&&", Binary(">=", index, Const(0, index.type)), below)
    chosen = ctx.temporary("chosen", index.type, ctx.where(node))
    frame.before.append(Assign(chosen, Conditional(within, index, Const(0, index.type)), ctx.where(node)))
    return pointers.move(ctx, array, "+", chosen, node)


def _compared(
    ctx: Context,
    function: c_ast.Node,
    one: PointerValue,
    two: PointerValue,
    count: Var | Const,
    node: c_ast.FuncCall,
    frame: Frame,
    *,
    moved: bool = False,
) -> None:
    """What the function that compares does, of which the result does not matter; it has to be nothing else.

    With `moved` the elements come to other places meanwhile, so that it may know them only as what it is handed.
    """
    where = ctx.where(node)
    calls = _any(ctx, BOOL, node, frame)  # if there is one element it is compared with none
    _comparison(ctx, function, (one, two), node)  # what the file keeps for it is known from here on
    known = set(ctx.scalars) | set(ctx.arrays)
    done, places = _comparison(ctx, function, (one, two), node)
    changing = set(two.place.storage.leaves.values()) if moved else set()
    direct = any(e.array in changing and not places & set(e.indices) for e in ctree.elements_of(done))
    if ctree.writes(done) & known or _ends(done) or direct:
        raise ctx.unsupported(node, f"{node.name.name} with a comparison that does more than to compare")
    frame.before.append(If(Binary("&&", calls, Binary(">", count, Const(0, count.type))), tuple(done), (), where))


def _comparison(
    ctx: Context, function: c_ast.Node, given: tuple[PointerValue, PointerValue], node: c_ast.FuncCall
) -> tuple[list[Stmt], set[Expr]]:
    """A call with two pointers, and the variables that say where these point."""
    body, places = Frame(), set[Expr]()
    with ctx.nested_scope(), ctx.inside():
        names = []
        for name, pointer in zip(("veriabs_one", "veriabs_two"), given, strict=True):
            variable = ctx.pointer(name, pointer.target, ctx.where(node), moving=False)
            pointers.bind(ctx, variable, pointer, body.before, node)
            places.update(
                index for index in (variable.place.indices if variable.place else ()) if isinstance(index, Var)
            )
            ctx.scope.entities[name] = variable
            names.append(c_ast.ID(name, node.coord))
        body.before += expressions.discarded(ctx, c_ast.FuncCall(function, c_ast.ExprList(names), node.coord))
    return body.flush(), places


def _ends(body: list[Stmt]) -> bool:
    return any(isinstance(stmt, Halt) for stmt in ctree.statements(body))


INTO_BUFFERS = frozenset(("snprintf", "vsnprintf", "fread"))
"""Functions that only write to what they are handed, wherever that is."""

HANDLERS: dict[str, libc.Handler] = {
    **dict.fromkeys(("snprintf", "vsnprintf"), _snprintf),
    **{name: _converted(ctype) for name, ctype in (("atoi", "int"), ("atol", "long"), ("atoll", "long long"))},
    "atof": _converted("double"),
    "strtol": _parsed("long", based=True),
    "strtoll": _parsed("long long", based=True),
    "strtoul": _parsed("unsigned long", based=True),
    "strtoull": _parsed("unsigned long long", based=True),
    "strtod": _parsed("double", based=False),
    "strtof": _parsed("float", based=False),
    "fread": _fread,
    "qsort": _qsort,
    "bsearch": _bsearch,
}
