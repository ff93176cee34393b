"""Pointers compared, subtracted and chosen from: all of them by the offsets in one object."""

from __future__ import annotations

from collections.abc import Iterable

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.copying import replace
from veriabs.core.expressions import Binary, Conditional, Const, Expr
from veriabs.core.statements import If
from veriabs.core.types import BOOL, IntType
from veriabs.core.typing_rules import convert, fold_binary, fold_unary, offset_type, type_of
from veriabs.frontend.lower import gaps, lifetimes, nulls, pointers, regions
from veriabs.frontend.lower.context import Context, Frame, need_flags
from veriabs.frontend.lower.places import (
    NULL,
    Allocation,
    Null,
    Place,
    PointerValue,
    Reference,
    Vacant,
    Value,
    same_base,
)
from veriabs.frontend.lower.types import ArrayOf, same_type


def compare(ctx: Context, op: str, left: Value, right: Value, node: c_ast.Node, frame: Frame) -> Expr:
    """A comparison in which at least one side is a pointer."""
    one, two = (_operand(ctx, lifetimes.known_set(ctx, side, frame, node), node) for side in (left, right))
    if isinstance(one, Null) or isinstance(two, Null):
        if op not in ("==", "!="):
            raise ctx.unsupported(node, "order of a pointer and NULL")
        there = nulls.truth(ctx, two if isinstance(one, Null) else one, node)
        if op == "!=" or isinstance(there, Const):
            return Const(int(bool(there.value) == (op == "!=")), ctree.TRUE.type) if isinstance(there, Const) else there
        return ctree.negate(there)
    if isinstance(one, Vacant) or isinstance(two, Vacant):
        return _of_unknown(ctx, op, one, two, node, frame)
    if op in ("==", "!=") and _are_apart(one, two):
        same = nulls.compared_with_null("==", ctree.FALSE, one, two)
        return same if op == "==" else fold_unary("!", same, ctx.data_model)
    _check_not_null(ctx, one, two, node)
    if _is_elsewhere_in_region(one.place, two.place) and same_type(one.target, two.target) and one.place.steps:
        order = fold_binary(op, *_offsets(ctx, one, two), ctx.data_model)
        compared = _in_one_row(ctx, order, one.place, two.place, node, frame)
        return _or_null(ctx, op, compared, one, two, node, frame)
    if not _of_one_object(one, two):  # one may end where the other one begins, and there is no order between them
        return gaps.any_value(ctx, BOOL, "a comparison of pointers to different objects", node, frame)
    offsets = _offsets(ctx, one, two) if one.place.steps or one.place.storage.family else (ctree.FALSE, ctree.FALSE)
    compared = fold_binary(op, *offsets, ctx.data_model)
    return _or_null(ctx, op, compared, one, two, node, frame)


def _or_null(
    ctx: Context, op: str, compared: Expr, one: PointerValue, two: PointerValue, node: c_ast.Node, frame: Frame
) -> Expr:
    """A comparison of which is known what it is if neither is null."""
    if op in ("==", "!="):
        return nulls.compared_with_null(op, compared, one, two)
    return _unless_null(ctx, compared, one, two, node, frame)


def _in_one_row(ctx: Context, known: Expr, one: Place, two: Place, node: c_ast.Node, frame: Frame) -> Expr:
    """What is known of two pointers if they point into one object of a region; else any value."""
    pairs = zip(one.indices[:-1], two.indices[:-1], strict=True)
    same = ctree.conjunction(Binary("==", *_widened(ctx, left, right)) for left, right in pairs)
    other = gaps.any_value(ctx, type_of(known, ctx.data_model), "", node, inner := Frame())
    frame.before.append(If(ctree.negate(same), tuple(inner.before), (), ctx.where(node)))
    return Conditional(same, known, other)


def _widened(ctx: Context, one: Expr, two: Expr) -> tuple[Expr, Expr]:
    wide = offset_type(ctx.data_model)
    return convert(one, wide, ctx.data_model), convert(two, wide, ctx.data_model)


def _unless_null(
    ctx: Context, known: Expr, one: PointerValue, two: PointerValue, node: c_ast.Node, frame: Frame
) -> Expr:
    """What is known of two pointers; if one is null, C says nothing (C11 6.5.6, 6.5.8), so it is any value."""
    absent = [pointer.absent for pointer in (one, two) if pointer.absent not in (None, ctree.FALSE)]
    tests = [test for test in absent if test is not None]
    if not tests:
        return known
    either = ctree.disjunction(tests)
    other = gaps.any_value(ctx, type_of(known, ctx.data_model), "", node, inner := Frame())
    frame.before.append(If(either, tuple(inner.before), (), ctx.where(node)))
    return Conditional(either, other, known)


def _of_unknown(
    ctx: Context, op: str, one: PointerValue | Vacant, two: PointerValue | Vacant, node: c_ast.Node, frame: Frame
) -> Expr:
    """A comparison with a pointer to nobody knows what: equal if both are null, and of any outcome if neither is."""
    absent = nulls.absence(one), nulls.absence(two)
    if absent[0] is None or absent[1] is None:
        need_flags(ctx)
        raise ctx.unsupported(node, "comparison of a pointer to an object that is not known here")
    neither = ctree.negate(Binary("||", absent[0], absent[1]))
    what = "a comparison of pointers to objects that are not known here"
    outcome = gaps.any_value(ctx, BOOL, what, node, inner := Frame())
    frame.before.append(If(neither, tuple(inner.before), (), ctx.where(node)))
    return outcome if op not in ("==", "!=") else nulls.compared_with_null(op, outcome, one, two)


def choose(ctx: Context, test: Expr, then: Value, other: Value, node: c_ast.Node) -> PointerValue:
    """`test ? then : other` for two pointers into one object, or one and null."""
    one, two = _operand(ctx, then, node), _operand(ctx, other, node)
    absent = [nulls.absence(pointer) for pointer in (one, two)]
    known = next((pointer for pointer in (one, two) if isinstance(pointer, PointerValue)), None)
    if known is None or isinstance(one, Vacant) or isinstance(two, Vacant) or None in absent:
        need_flags(ctx)
        raise ctx.unsupported(node, "choice between pointers to objects that are not known")
    place = known.place
    if isinstance(one, PointerValue) and isinstance(two, PointerValue):
        if one.place.storage.guess is not two.place.storage.guess:  # nothing remains of the one that is but guessed
            return replace(two if one.place.storage.guess else one, absent=_chosen(test, absent))
        apart = one.place.storage is not two.place.storage and not one.vague and not two.vague
        if apart and regions.put_together(ctx, one.place, two.place):
            return one
        if _is_elsewhere_in_region(one.place, two.place):
            indices = zip(one.place.indices, two.place.indices, strict=True)
            return replace(one, place=_chosen_indices(ctx, test, place, indices), absent=_chosen(test, absent))
        _check_same_object(ctx, one, two, node)
        if place.steps or place.storage.family:
            place = place.moved(Conditional(test, *_offsets(ctx, one, two)))
    return replace(known, place=place, absent=_chosen(test, absent))


def choose_with_effects(
    ctx: Context,
    node: c_ast.Node,
    test: Expr,
    test_frame: Frame,
    operands: tuple[tuple[Value, Frame], tuple[Value, Frame]],
    frame: Frame,
) -> Value:
    """A choice between pointers of which one has side effects: a variable that is assigned the one or the other."""
    given = [(value if isinstance(value, Expr) else pointers.decay(ctx, value, node), part) for value, part in operands]
    targets = [value.target for value, _ in given if isinstance(value, PointerValue)]
    if not targets:
        raise ctx.unsupported(node, "choice between pointers or structs with side effects")
    where, branches = ctx.where(node), []
    chosen = ctx.pointer("choice", targets[0], where, moving=True)
    with ctx.inside():
        for value, part in given:
            assert value is not None
            branch_ = [*test_frame.after, *part.before]
            pointers.bind(ctx, chosen, value, branch_, node)
            branches.append((*branch_, *part.after))
    frame.before.append(If(test, branches[0], branches[1], where))
    return pointers.read(ctx, chosen, node)


def _is_elsewhere_in_region(one: Place, two: Place) -> bool:
    """Are these places alike, of two objects of a region?"""
    kinds = [(place.storage, place.path, place.steps, place.bytes, len(place.indices)) for place in (one, two)]
    return one.storage.key is not None and len(one.indices) > 1 and kinds[0] == kinds[1] and not same_base(one, two)


def _chosen_indices(
    ctx: Context, test: Expr, place: Place, indices: Iterable[tuple[Expr, Expr]]
) -> Place:
    """The place with each index that of one or the other."""
    both = (_widened(ctx, one, two) for one, two in indices)
    return replace(place, indices=tuple(Conditional(test, one, two) for one, two in both), origin=None)


def _chosen(test: Expr, absent: list[Expr | None]) -> Expr | None:
    one, two = (_known_by(truth, part) for truth, part in zip((test, ctree.negate(test)), absent, strict=True))
    if one == two:
        return None if one == ctree.FALSE else one
    if isinstance(one, Const) and isinstance(two, Const):
        return test if one.value else ctree.negate(test)
    return Conditional(test, one, two)


def _known_by(truth: Expr, absent: Expr | None) -> Expr:
    """Where a pointer is null, in a run in which this is true."""
    assert absent is not None
    if absent == ctree.negate(truth):
        return ctree.FALSE
    return ctree.TRUE if absent == truth else absent


def subtract(ctx: Context, left: PointerValue, right: PointerValue, node: c_ast.Node, frame: Frame) -> Expr:
    """`left - right` in elements; a cast to another element type would count in others."""
    if left.vague or right.vague:
        return gaps.any_value(ctx, offset_type(ctx.data_model), "a distance of pointers", node, frame)
    apart = left.place.steps and _is_elsewhere_in_region(left.place, right.place)
    if not apart or not same_type(left.target, right.target):
        _check_same_object(ctx, left, right, node)
    if not pointers.interchangeable(left.place.type, left.target):
        raise ctx.unsupported(node, "pointer cast between different element types")
    wide = offset_type(ctx.data_model)
    if not left.place.steps:
        return _unless_null(ctx, Const(0, wide), left, right, node, frame)
    one, two = (convert(offset, wide, ctx.data_model) for offset in _offsets(ctx, left, right))
    distance = pointers.gathered(ctx, "-", one, two)
    if apart:
        distance = _in_one_row(ctx, distance, left.place, right.place, node, frame)
    return _unless_null(ctx, distance, left, right, node, frame)


def _operand(ctx: Context, value: Value, node: c_ast.Node) -> PointerValue | Vacant | Null:
    if isinstance(value, Const) and value.value == 0:
        return NULL
    pointer = pointers.decay(ctx, value, node)
    if pointer is None or isinstance(pointer, Allocation | Reference):
        raise ctx.unsupported(node, "comparison of a pointer with something else")
    lifetimes.refuse_unset(ctx, pointer, node)
    return pointer


def _check_not_null(ctx: Context, left: PointerValue, right: PointerValue, node: c_ast.Node) -> None:
    if left.null or right.null:
        need_flags(ctx)
        raise ctx.unsupported(node, "comparison of a pointer that may be null")


def _of_one_object(left: PointerValue, right: PointerValue) -> bool:
    known = not left.vague and not right.vague
    return known and same_base(left.place, right.place) and same_type(left.target, right.target)


def _check_same_object(ctx: Context, left: PointerValue, right: PointerValue, node: c_ast.Node) -> None:
    _check_not_null(ctx, left, right, node)
    if not _of_one_object(left, right):
        raise ctx.unsupported(node, "comparison of pointers to different objects")


def _are_apart(left: PointerValue, right: PointerValue) -> bool:
    """Do the pointers point into two variables, both of which are there until the run ends, so that they differ?

    Texts may be the same object, and the end of one object may be the start of another one.
    """
    known = not (left.null or right.null or left.vague or right.vague) and left.place.storage is not right.place.storage
    return known and all(map(_points_into_variable, (left.place, right.place)))


_OUTERMOST = 1
"""How deep the block of `main` is."""


def _points_into_variable(place: Place) -> bool:
    storage, ctype = place.storage, place.storage.type
    if not storage.declared or storage.depth > _OUTERMOST or not (storage.leaves or storage.pointers):
        return False
    if not place.indices:
        return True
    match ctype, place.indices:
        case ArrayOf(size=Const(value=int(size))), (Const(value=int(index)),):
            return 0 <= index < size
        case _:
            return False


def _offsets(ctx: Context, left: PointerValue, right: PointerValue) -> tuple[Expr, Expr]:
    """Both last indices; in the type of a pointer difference unless they are plain ints."""
    one, two = left.place.indices[-1], right.place.indices[-1]
    wide = offset_type(ctx.data_model)

    def widened(index: Expr) -> Expr:
        ctype = type_of(index, ctx.data_model)
        fits = isinstance(ctype, IntType) and (ctype == wide or ctype.bits < wide.bits or ctype.name == "int")
        return index if fits and not isinstance(index, Const) else convert(index, wide, ctx.data_model)

    if isinstance(one, Const) and pointers.is_int(ctx, two):
        return Const(one.value, type_of(two, ctx.data_model)), two
    if isinstance(two, Const) and pointers.is_int(ctx, one):
        return one, Const(two.value, type_of(one, ctx.data_model))
    one, two = widened(one), widened(two)
    if type_of(one, ctx.data_model) != type_of(two, ctx.data_model):
        return convert(one, wide, ctx.data_model), convert(two, wide, ctx.data_model)
    return one, two
