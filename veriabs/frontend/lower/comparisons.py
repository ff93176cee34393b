"""Lower comparisons, differences and choices of pointers to offsets in one object: `p < q` becomes `i < j`."""

from __future__ import annotations

from collections.abc import Iterable

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.conditions import ConditionKind, VerdictCondition
from veriabs.core.copying import replace
from veriabs.core.expressions import Binary, Conditional, Const, Expr
from veriabs.core.goals import GoalKind
from veriabs.core.statements import If
from veriabs.core.types import BOOL, IntType
from veriabs.core.typing_rules import convert, fold_binary, fold_unary, offset_type, type_of
from veriabs.frontend.lower import cells, gaps, lifetimes, memory, nulls, pointers, regions
from veriabs.frontend.lower.context import Context, SideEffects, need_flags, with_null_flag
from veriabs.frontend.lower.places import (
    NULL,
    Allocation,
    NullPointer,
    Place,
    PointerValue,
    Reference,
    UnknownPointer,
    Value,
    same_base,
)
from veriabs.frontend.typed.types import ArrayOf, same_type


def compare(ctx: Context, op: str, left: Value, right: Value, node: c_ast.Node, effects: SideEffects) -> Expr:
    """A comparison with at least one pointer."""
    one, two = (_operand(ctx, lifetimes.assert_set(ctx, side, effects, node), node) for side in (left, right))
    if isinstance(one, NullPointer) or isinstance(two, NullPointer):
        if op not in ("==", "!="):
            raise ctx.unsupported(node, "ordering comparison of a pointer and NULL")
        there = nulls.truth(ctx, two if isinstance(one, NullPointer) else one, node)
        if op == "!=" or isinstance(there, Const):
            return Const(int(bool(there.value) == (op == "!=")), ctree.TRUE.type) if isinstance(there, Const) else there
        return ctree.negate(there)
    one, two = with_null_flag(ctx, one, node), with_null_flag(ctx, two, node)
    if op not in ("==", "!="):
        _assume_one_object(ctx, one, two, node)
    if isinstance(one, UnknownPointer) or isinstance(two, UnknownPointer):
        return _compare_unknown(ctx, op, one, two, node, effects)
    if op in ("==", "!=") and _are_distinct_variables(one, two):
        same = nulls.compared_with_null("==", ctree.FALSE, one, two)
        return same if op == "==" else fold_unary("!", same, ctx.data_model)
    if _is_elsewhere_in_region(one.place, two.place) and same_type(one.target, two.target) and one.place.steps:
        order = fold_binary(op, *_offsets(ctx, one, two), ctx.data_model)
        compared = _compare_in_one_object(ctx, order, one.place, two.place, node, effects)
        return _compare_with_null_cases(ctx, op, compared, one, two, node, effects)
    if not _are_in_one_object(one, two):  # one object may end where the other begins, and C does not order them
        return gaps.any_value(ctx, BOOL, "a comparison of pointers to different objects", node, effects)
    offsets = _offsets(ctx, one, two) if one.place.steps or one.place.storage.summary else (ctree.FALSE, ctree.FALSE)
    compared = fold_binary(op, *offsets, ctx.data_model)
    return _compare_with_null_cases(ctx, op, compared, one, two, node, effects)


def _assume_one_object(
    ctx: Context, one: PointerValue | UnknownPointer, two: PointerValue | UnknownPointer, node: c_ast.Node
) -> None:
    """Record as a condition of pointer checks that C defines the order or distance (C11 6.5.6, 6.5.8)."""
    known = isinstance(one, PointerValue) and isinstance(two, PointerValue) and _are_in_one_object(one, two)
    if GoalKind.POINTER.value in ctx.task.checks and not known:
        text = f"the pointers compared or subtracted at line {ctx.where(node).line} point into one object"
        ctx.assumed[VerdictCondition(ConditionKind.CHECK, text)] = None


def _compare_with_null_cases(
    ctx: Context, op: str, compared: Expr, one: PointerValue, two: PointerValue, node: c_ast.Node, effects: SideEffects
) -> Expr:
    """A comparison whose result is known if neither pointer is null."""
    if op in ("==", "!="):
        return nulls.compared_with_null(op, compared, one, two)
    return _known_unless_null(ctx, compared, one, two, node, effects)


def _compare_in_one_object(
    ctx: Context, known: Expr, one: Place, two: Place, node: c_ast.Node, effects: SideEffects
) -> Expr:
    """The known result if both pointers are in one object of a region, else an arbitrary value."""
    pairs = zip(one.indices[:-1], two.indices[:-1], strict=True)
    same = ctree.conjunction(Binary("==", *_widened(ctx, left, right)) for left, right in pairs)
    other = gaps.any_value(ctx, type_of(known, ctx.data_model), "", node, inner := SideEffects())
    effects.before.append(If(ctree.negate(same), tuple(inner.before), (), ctx.where(node)))
    return Conditional(same, known, other)


def _widened(ctx: Context, one: Expr, two: Expr) -> tuple[Expr, Expr]:
    wide = offset_type(ctx.data_model)
    return convert(one, wide, ctx.data_model), convert(two, wide, ctx.data_model)


def _known_unless_null(
    ctx: Context, known: Expr, one: PointerValue, two: PointerValue, node: c_ast.Node, effects: SideEffects
) -> Expr:
    """The known result, or an arbitrary value if a pointer is null, where C defines none (C11 6.5.6, 6.5.8)."""
    absent = [pointer.absent for pointer in (one, two) if pointer.absent not in (None, ctree.FALSE)]
    tests = [test for test in absent if test is not None]
    if not tests:
        return known
    either = ctree.disjunction(tests)
    other = gaps.any_value(ctx, type_of(known, ctx.data_model), "", node, inner := SideEffects())
    effects.before.append(If(either, tuple(inner.before), (), ctx.where(node)))
    return Conditional(either, other, known)


def _compare_unknown(
    ctx: Context,
    op: str,
    one: PointerValue | UnknownPointer,
    two: PointerValue | UnknownPointer,
    node: c_ast.Node,
    effects: SideEffects,
) -> Expr:
    """A comparison with an unknown pointer: equal if both are null, arbitrary if neither is."""
    absent = [part for part in (nulls.null_test(one), nulls.null_test(two)) if part is not None]
    neither = ctree.negate(ctree.disjunction(absent))
    what = "a comparison of pointers to unknown objects"
    outcome = gaps.any_value(ctx, BOOL, what, node, inner := SideEffects())
    effects.before.append(If(neither, tuple(inner.before), (), ctx.where(node)))
    return outcome if op not in ("==", "!=") else nulls.compared_with_null(op, outcome, one, two)


def choose(ctx: Context, test: Expr, then: Value, other: Value, node: c_ast.Node) -> PointerValue | UnknownPointer:
    """`test ? then : other` for two pointers, or one pointer and null."""
    one, two = (with_null_flag(ctx, _operand(ctx, side, node), node) for side in (then, other))
    absent = [nulls.null_test(pointer) for pointer in (one, two)]
    known = next((pointer for pointer in (one, two) if isinstance(pointer, PointerValue)), None)
    if known is None or isinstance(one, UnknownPointer) or isinstance(two, UnknownPointer):
        return _choose_unknown(ctx, test, (one, two), _choose_null(test, absent), node)
    place = known.place
    if isinstance(one, PointerValue) and isinstance(two, PointerValue):
        if one.place.storage.placeholder is not two.place.storage.placeholder:  # drop the choice that is only inferred
            return replace(two if one.place.storage.placeholder else one, absent=_choose_null(test, absent))
        apart = one.place.storage is not two.place.storage and not one.vague and not two.vague
        if apart and regions.merge_regions(ctx, one.place, two.place):
            return one
        if _is_elsewhere_in_region(one.place, two.place):
            indices = zip(one.place.indices, two.place.indices, strict=True)
            return replace(one, place=_choose_place(ctx, test, place, indices), absent=_choose_null(test, absent))
        if not _are_in_one_object(one, two):
            return _any_known_object(ctx, (one, two), _choose_null(test, absent), node)
        if place.steps or place.storage.summary:
            place = place.moved(Conditional(test, *_offsets(ctx, one, two)))
    return replace(known, place=place, absent=_choose_null(test, absent))


def _choose_unknown(
    ctx: Context,
    test: Expr,
    operands: tuple[PointerValue | UnknownPointer | NullPointer, PointerValue | UnknownPointer | NullPointer],
    absent: Expr | None,
    node: c_ast.Node,
) -> UnknownPointer:
    """A choice with an unknown pointer; outside code may know the object of the other one from then on."""
    unknown = [pointer for pointer in operands if isinstance(pointer, UnknownPointer)]
    known = [pointer for pointer in operands if isinstance(pointer, PointerValue)]
    if not unknown or not ctx.task.checks or any(not same_type(one.target, unknown[0].target) for one in known):
        need_flags(ctx)
        raise ctx.unsupported(node, "choice between pointers to unknown objects")
    for pointer in known:
        memory.check_alive(ctx, pointer.place, node)
        cells.escape(ctx, pointer.place, node)
    unset = [ctree.FALSE if isinstance(one, NullPointer) or one.unset is None else one.unset for one in operands]
    return replace(
        unknown[0],
        absent=absent or ctree.FALSE,
        nowhere=not known and all(one.nowhere for one in unknown),
        unset=None if unset == [ctree.FALSE] * 2 else Conditional(test, *unset),
        trusted=not known and all(one.trusted or one.nowhere for one in unknown),
        vague=any(one.vague for one in unknown),
    )


def choose_with_effects(
    ctx: Context,
    node: c_ast.Node,
    test: Expr,
    test_frame: SideEffects,
    operands: tuple[tuple[Value, SideEffects], tuple[Value, SideEffects]],
    effects: SideEffects,
) -> Value:
    """A choice between pointers with side effects: a variable that gets one or the other."""
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
    effects.before.append(If(test, branches[0], branches[1], where))
    return pointers.read(ctx, chosen, node)


def _is_elsewhere_in_region(one: Place, two: Place) -> bool:
    """Whether the places have the same form but belong to different objects of a region."""
    alike = one.shape == two.shape and len(one.indices) == len(two.indices)
    return one.storage.key is not None and len(one.indices) > 1 and alike and not same_base(one, two)


def _choose_place(ctx: Context, test: Expr, place: Place, indices: Iterable[tuple[Expr, Expr]]) -> Place:
    """The place whose indices are chosen by the test."""
    both = (_widened(ctx, one, two) for one, two in indices)
    return replace(place, indices=tuple(Conditional(test, one, two) for one, two in both), origin=None)


def _choose_null(test: Expr, absent: list[Expr | None]) -> Expr | None:
    one, two = (_null_test_under(truth, part) for truth, part in zip((test, ctree.negate(test)), absent, strict=True))
    if one == two:
        return None if one == ctree.FALSE else one
    if isinstance(one, Const) and isinstance(two, Const):
        return test if one.value else ctree.negate(test)
    return Conditional(test, one, two)


def _null_test_under(truth: Expr, absent: Expr | None) -> Expr:
    """The condition under which a pointer is null, in runs in which `truth` holds."""
    assert absent is not None
    if absent == ctree.negate(truth):
        return ctree.FALSE
    return ctree.TRUE if absent == truth else absent


def subtract(ctx: Context, left: PointerValue, right: PointerValue, node: c_ast.Node, effects: SideEffects) -> Expr:
    """`left - right` in elements; an arbitrary number if they may point into different objects, or in other units."""
    _assume_one_object(ctx, left, right, node)
    wide, apart = offset_type(ctx.data_model), left.place.steps and _is_elsewhere_in_region(left.place, right.place)
    if not apart or not same_type(left.target, right.target):
        left, right, apart = with_null_flag(ctx, left, node), with_null_flag(ctx, right, node), False
    known = not left.vague and not right.vague and (apart or _are_in_one_object(left, right))
    if not known or not pointers.interchangeable(left.place.type, left.target):
        return gaps.any_value(ctx, wide, "a distance of pointers", node, effects)
    if not left.place.steps:
        return _known_unless_null(ctx, Const(0, wide), left, right, node, effects)
    one, two = (convert(offset, wide, ctx.data_model) for offset in _offsets(ctx, left, right))
    distance = pointers.fold_sums(ctx, "-", one, two)
    if apart:
        distance = _compare_in_one_object(ctx, distance, left.place, right.place, node, effects)
    return _known_unless_null(ctx, distance, left, right, node, effects)


def _operand(ctx: Context, value: Value, node: c_ast.Node) -> PointerValue | UnknownPointer | NullPointer:
    if isinstance(value, Const) and value.value == 0:
        return NULL
    pointer = pointers.decay(ctx, value, node)
    if pointer is None or isinstance(pointer, Allocation | Reference):
        raise ctx.unsupported(node, "comparison of a pointer with a value that is not a pointer")
    lifetimes.refuse_unset(ctx, pointer, node)
    return pointer


def _are_in_one_object(left: PointerValue, right: PointerValue) -> bool:
    known = not left.vague and not right.vague
    return known and same_base(left.place, right.place) and same_type(left.target, right.target)


def _any_known_object(
    ctx: Context, several: Iterable[PointerValue], absent: Expr | None, node: c_ast.Node
) -> UnknownPointer:
    """A pointer to one of several objects, as one to any object that outside code knows."""
    targets = []
    for pointer in several:
        memory.check_alive(ctx, pointer.place, node)
        cells.escape(ctx, pointer.place, node)
        lifetimes.assume_use_before_end(ctx, pointer.place.storage, node)
        targets.append(pointer.target)
    if not same_type(targets[0], targets[1]):
        raise ctx.unsupported(node, "choice between pointers to different types")
    return UnknownPointer(absent or ctree.FALSE, targets[0])


def _are_distinct_variables(left: PointerValue, right: PointerValue) -> bool:
    """Whether the pointers point into two different variables that live until the run ends, so they differ.

    String literals may coincide, and the end of one object may be the start of another.
    """
    known = not left.vague and not right.vague and left.place.storage is not right.place.storage
    return known and all(map(_points_into_variable, (left.place, right.place)))


def _points_into_variable(place: Place) -> bool:
    storage, ctype = place.storage, place.storage.type
    if not storage.declared or storage.depth > lifetimes.OUTERMOST or not (storage.leaves or storage.pointers):
        return False
    if not place.indices:
        return True
    match ctype, place.indices:
        case ArrayOf(size=Const(value=int(size))), (Const(value=int(index)),):
            return 0 <= index < size
        case _:
            return False


def _offsets(ctx: Context, left: PointerValue, right: PointerValue) -> tuple[Expr, Expr]:
    """Both last indices, in the type of a pointer difference unless they are plain ints."""
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
