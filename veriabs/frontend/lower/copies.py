"""Copies of structs member by member, of words and bytes, and the direction of a copy within one object.

    s = t;          s_x = t_x; s_y = t_y;
"""

from __future__ import annotations

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.copying import replace
from veriabs.core.ctree import names
from veriabs.core.expressions import Binary, Cast, Const, Expr
from veriabs.core.source import DataModel
from veriabs.core.statements import Assign, If, Stmt
from veriabs.core.types import LLONG, IntType
from veriabs.core.typing_rules import convert, fold_binary, offset_type, type_of
from veriabs.frontend.lower import cells, gaps, memory, pointers, unions, words
from veriabs.frontend.lower.context import Context
from veriabs.frontend.lower.places import Place, PointerVariable
from veriabs.frontend.typed.types import PointerType

MOST = 64
"""Cells of numbers that a copy consists of, at most."""


def copy(ctx: Context, target: Place, source: Place, out: list[Stmt], node: c_ast.Node) -> None:
    """Assign a struct member by member."""
    if target.type is not source.type:
        raise ctx.unsupported(node, "assignment between different struct types")
    written = _variables(target)
    target, source = (memory.fix_indices(ctx, place, written, out, node) for place in (target, source))

    def one(to: Place, origin: Place) -> list[Stmt]:
        if isinstance(to.type, PointerType):
            return _pointer(ctx, to, origin, node)
        return [Assign(memory.lvalue(ctx, to, node), memory.lvalue(ctx, origin, node), ctx.where(node))]

    out += cells.for_each_scalar(ctx, one, node, target, source)
    out += unions.other_members_effect(ctx, target, node)


def _variables(place: Place) -> set[str]:
    storage, size = place.storage, len(place.path)
    named = {leaf for path, leaf in storage.leaves.items() if path[:size] == place.path}
    for path, stored in storage.stored.items():
        numbers = {stored.offset, stored.there} if stored.link is None else {stored.link.numbers}
        named |= numbers if path[:size] == place.path else set()
    for path, variable in storage.pointers.items():
        if path[:size] == place.path and variable.place is not None:
            named = named.union(*(names(index) for index in variable.place.indices))
    return named


def _pointer(ctx: Context, to: Place, origin: Place, node: c_ast.Node) -> list[Stmt]:
    target, source = memory.pointer_member(ctx, to, node), memory.pointer_member(ctx, origin, node)
    if ctx.straight and _is_never_assigned(source):
        return []  # the copy may not be used either
    out: list[Stmt] = []
    pointers.bind(ctx, target, pointers.read(ctx, source, node), out, node)
    return out


def _is_never_assigned(variable: PointerVariable) -> bool:
    """Whether a pointer never had a value."""
    known = variable.place is not None or variable.refers is not None or variable.foreign or variable.null
    return not known and variable.cell is None and variable.flag is None


def upwards(to: Expr, origin: Expr, model: DataModel) -> Expr:
    """Whether the first index is at most the second; only for indices of existing cells."""
    if to == origin:
        return ctree.TRUE
    steps = _steps(to, origin, model)
    if steps is not None:
        return ctree.TRUE if steps <= 0 else ctree.FALSE
    return fold_binary("<=", convert(to, LLONG, model), convert(origin, LLONG, model), model)


def _steps(one: Expr, other: Expr, model: DataModel) -> int | None:
    """The constant distance between the indices, or None.

    A wrapped sum is not an index of 64 bits, since those are not negative. Sums in narrower unsigned types, and
    truncated values, may be indices, so they have no known distance.
    """
    kind = type_of(one, model)
    if not isinstance(kind, IntType) or type_of(other, model) != kind:
        return None
    if isinstance(one, Cast) and isinstance(other, Cast):
        inner = type_of(one.operand, model)
        keeps = isinstance(inner, IntType) and inner.bits <= kind.bits
        return _steps(one.operand, other.operand, model) if keeps else None
    (base, more), (same, less) = _base_and_constant(one, kind, model), _base_and_constant(other, kind, model)
    wraps = not kind.signed and kind.bits < LLONG.bits
    return None if base != same or wraps else more - less


def _base_and_constant(expr: Expr, kind: IntType, model: DataModel) -> tuple[Expr | None, int]:
    """The base of a sum of constants in this type, and their total; the base is None if there is no other term."""
    match expr:
        case Const(value=int(value)):
            return None, value
        case Binary(op="+" | "-" as op, left=inner, right=Const(value=int(value))) if type_of(inner, model) == kind:
            base, more = _base_and_constant(inner, kind, model)
            return base, more + value if op == "+" else more - value
        case _:
            return expr, 0


def exclude_overlap(ctx: Context, to: Place, origin: Place, count: Expr, node: c_ast.FuncCall) -> list[Stmt]:
    """An assertion that no run copies between overlapping cells (C11 7.24.2.1); copies in place are allowed."""
    if to.storage is not origin.storage or to.path != origin.path or not (to.steps and origin.steps):
        return []
    one, two = to.indices[-1], origin.indices[-1]
    steps = _steps(one, two, ctx.data_model)
    if one == two or steps == 0 or (steps is not None and isinstance(count, Const) and abs(steps) >= count.value):
        return []
    unit, what = offset_type(ctx.data_model), "a copy between overlapping cells"
    one, two, many = (convert(part, unit, ctx.data_model) for part in (one, two, count))
    pairs = zip(to.indices[:-1], origin.indices[:-1], strict=True)
    rows = [Binary("==", convert(row, unit, ctx.data_model), convert(of, unit, ctx.data_model)) for row, of in pairs]
    near = [Binary("<", first, Binary("+", second, many)) for first, second in ((one, two), (two, one))]
    test = ctree.conjunction([*rows, Binary("!=", one, two), *near])
    where = ctx.where(node)
    return [If(test, tuple(gaps.assert_unreachable(ctx, ctx.unsupported(node, what), where)), (), where)]


def copy_words(ctx: Context, to: Place, origin: Place, size: Expr, node: c_ast.Node) -> list[Stmt] | None:
    """The copy of `size` bytes between numbers of different width; None if it is not of a few whole numbers."""
    seen = _pair(to, origin)
    if seen is None or not isinstance(size, Const):
        return None
    wide, narrow = seen
    assert isinstance(wide.type, IntType) and isinstance(narrow.type, IntType)
    each, out, where = wide.type.bits // 8, list[Stmt](), ctx.where(node)
    times, per = int(size.value) // each, wide.type.bits // narrow.type.bits
    if int(size.value) % each or times * per > MOST or (times > 1 and not wide.steps):
        return None
    unit = offset_type(ctx.data_model)
    for number in range(times):
        one = wide
        if number:
            index = convert(wide.indices[-1], unit, ctx.data_model)
            one = wide.moved(fold_binary("+", index, Const(number, unit), ctx.data_model))
        first = convert(narrow.indices[-1], unit, ctx.data_model)
        start = narrow.moved(fold_binary("+", first, Const(number * per, unit), ctx.data_model))
        word = replace(start, type=one.type, words=per)
        if wide is to:
            out.append(Assign(memory.lvalue(ctx, one, node), memory.value(ctx, word, node), where))
        else:
            targets = [memory.lvalue(ctx, part, node) for part in words.parts(ctx, word)]
            out += words.assigned(ctx, targets, memory.value(ctx, one, node), wide.type, node)
    return out


def _pair(to: Place, origin: Place) -> tuple[Place, Place] | None:
    """The wider and the narrower one."""
    for wide, narrow in ((to, origin), (origin, to)):
        plain = not wide.bytes and wide.width is None and wide.storage is not narrow.storage
        if plain and words.is_number(wide.type) and words.cells(narrow, wide.type):
            return wide, narrow
    return None
