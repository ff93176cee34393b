"""Check dereferences and frees (`--check pointer,memory-leak`).

A pointer may be dereferenced if it is set, not null, and its object is alive. Pointers that may be unset have a flag,
and so has each allocated object. No pointer is assigned an object that ends before it, so no pointer dangles after a
block; programs that need that are unsupported. Without these checks, it is a condition that no such pointer is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.check_flags import ALIVE_SUFFIX
from veriabs.core.conditions import ConditionKind, VerdictCondition
from veriabs.core.copying import replace
from veriabs.core.expressions import Binary, Conditional, Const, Element, Expr
from veriabs.core.goals import CLAIMS, FREED, GoalKind
from veriabs.core.program import Array, Initial
from veriabs.core.source import Where
from veriabs.core.statements import Assert, Assign, If, Stmt
from veriabs.core.types import BOOL
from veriabs.core.typing_rules import convert
from veriabs.frontend.lower import gaps
from veriabs.frontend.lower.context import Context, LeavingBlock, SideEffects, with_null_flag
from veriabs.frontend.lower.places import PointerValue, PointerVariable, Storage, UnknownPointer, Value
from veriabs.frontend.survey import walk
from veriabs.frontend.typed.types import ArrayOf

P = TypeVar("P", bound=Value)

OUTERMOST = 1
"""The depth of the block of `main`."""

UNKNOWN_OBJECT = "access through a pointer to an unknown object"

ENDS = (GoalKind.MEMORY_LEAK, GoalKind.MEMORY_TRACK)
"""The checks at the end of a run."""

_LEADING = (c_ast.For, c_ast.While, c_ast.DoWhile, c_ast.Break, c_ast.Continue, c_ast.Goto, c_ast.Label)
"""Statements that may continue elsewhere than at the end of their block."""


def is_requested(ctx: Context, *kinds: GoalKind) -> bool:
    """Whether one of these checks is requested."""
    return any(kind.value in ctx.task.checks for kind in kinds)


# ------------------------------------------------------------------------------------------------ pointers that are set


def declared(ctx: Context, variable: PointerVariable, out: list[Stmt], where: Where) -> None:
    """A pointer starts without a value."""
    if is_requested(ctx, GoalKind.POINTER):
        variable.unset = ctx.temporary(f"{variable.name}_unset", BOOL, where)
        out.append(Assign(variable.unset, Const(1, BOOL), where))


def bound(ctx: Context, variable: PointerVariable, value: Value, out: list[Stmt], node: c_ast.Node) -> None:
    """Assign a pointer an object that lives at least as long; without checks, a shorter life is a condition."""
    ended = value.place.storage if isinstance(value, PointerValue) else None
    if ended is not None and ended.depth <= variable.depth:
        ended = None
    if not is_requested(ctx, GoalKind.POINTER):
        if ended is not None:
            assume_use_before_end(ctx, ended, node)
        return
    if ended is not None:
        raise ctx.unsupported(node, f"pointer {variable.name} that may live longer than {ended.source}")
    unset = value.unset if isinstance(value, PointerValue | UnknownPointer) else None
    if unset is None and ctx.straight:  # all code lowered from here on runs after it
        variable.unset = None
    elif _moves(node):
        return  # the pointer is set exactly if it was; a loop without an assignment to the flag keeps that
    elif variable.unset is not None:
        out.append(Assign(variable.unset, ctree.integer(0, BOOL) if unset is None else unset, ctx.where(node)))
    elif unset is not None:  # the variable needs no flag, since only this assignment may leave it unset
        out.append(_unreached_if_unset(ctx, unset, node))


def assume_use_before_end(ctx: Context, storage: Storage, node: c_ast.Node) -> None:
    """Record as a condition that a pointer to a variable of an inner block is not used after that block."""
    if storage.depth > OUTERMOST:
        text = f"the pointer set at line {ctx.where(node).line} is not used after its object ends"
        ctx.assumed[VerdictCondition(ConditionKind.POINTERS, text)] = None


def _moves(node: c_ast.Node) -> bool:
    """Whether an assignment adds something to a pointer's own value."""
    match node:
        case c_ast.UnaryOp(op="++" | "--" | "p++" | "p--"):
            return True
        case c_ast.Assignment():
            return bool(node.op != "=")
        case _:
            return False


def refuse_unset(ctx: Context, pointer: Value, node: c_ast.Node) -> None:
    """Reject a pointer that may be unset."""
    if isinstance(pointer, PointerValue | UnknownPointer) and pointer.unset is not None:
        raise ctx.unsupported(node, "use of a pointer that may not be set")


def assert_set(ctx: Context, pointer: P, effects: SideEffects, node: c_ast.Node) -> P:
    """The pointer, with an assertion that it is set."""
    if not isinstance(pointer, PointerValue | UnknownPointer) or pointer.unset is None:
        return pointer
    effects.before.append(_unreached_if_unset(ctx, pointer.unset, node))
    return replace(pointer, unset=None)


def _unreached_if_unset(ctx: Context, unset: Expr, node: c_ast.Node) -> If:
    error = ctx.unsupported(node, "use of a pointer that may not be set")
    return If(unset, tuple(gaps.assert_unreachable(ctx, error, ctx.where(node))), (), ctx.where(node))


def check_pointer(ctx: Context, pointer: Value | None, effects: SideEffects, node: c_ast.Node) -> None:
    """The checks before an access through a pointer; no run of one to an unknown object is known to pass them."""
    if isinstance(pointer, UnknownPointer) and is_requested(ctx, GoalKind.POINTER):
        effects.before += _asserted(_tests_of_unknown(ctx, pointer, effects, node), ctx.where(node))
    if not is_requested(ctx, GoalKind.POINTER) or not isinstance(pointer, PointerValue):
        return
    pointer = with_null_flag(ctx, pointer, node)
    storage = pointer.place.storage
    if are_freed_one_by_one(ctx, storage) and (pointer.vague or not pointer.place.indices):
        raise ctx.unsupported(
            node, "use of an allocated object that the analysis cannot tell from others of the same loop"
        )
    live = flag_of(ctx, storage, pointer.place.indices) or (storage.live if storage.freed is not None else None)
    tests = [ctree.negate(part) for part in (pointer.unset, pointer.absent) if part is not None]
    effects.before += _asserted((*tests, *([] if live is None else [live])), ctx.where(node))


def check_function(ctx: Context, test: Expr, effects: SideEffects, node: c_ast.Node) -> None:
    """The check before a call through a pointer that it is not null."""
    if is_requested(ctx, GoalKind.POINTER):
        effects.before += _asserted((test,), ctx.where(node))


def _tests_of_unknown(
    ctx: Context, pointer: UnknownPointer, effects: SideEffects, node: c_ast.Node
) -> tuple[Expr, ...]:
    if pointer.nowhere:
        return (ctree.FALSE,)
    tests = tuple(ctree.negate(part) for part in (pointer.unset, pointer.absent) if part is not None)
    return tests if pointer.trusted else (*tests, gaps.any_value(ctx, BOOL, UNKNOWN_OBJECT, node, effects))


def _asserted(tests: tuple[Expr, ...], where: Where, claim: str = CLAIMS[GoalKind.POINTER]) -> Iterator[Stmt]:
    for test in tests:
        if test != ctree.TRUE:
            yield Assert(test, 0, where, GoalKind.POINTER, claim)


# ------------------------------------------------------------------------------------------- objects that are allocated


def begin_lifetime(
    ctx: Context, storage: Storage, out: list[Stmt], where: Where, indices: tuple[Expr, ...] = ()
) -> None:
    """An object exists from here until it is freed; the first index selects one of several."""
    if not is_requested(ctx, GoalKind.POINTER, *ENDS):
        return
    if not storage.heap:
        raise ctx.unsupported(where, "alloca in a loop, while pointers are checked")
    if (flag := flag_of(ctx, storage, indices)) is not None:
        out.append(Assign(flag, Const(1, BOOL), where))
        _record_allocation(ctx, storage, where)
        return
    if storage.live is None:
        storage.live = ctx.temporary(f"{storage.source}_live", BOOL, where)
        ctx.prologue.append(Assign(storage.live, ctree.integer(0, BOOL), where))
    out.append(Assign(storage.live, Const(1, BOOL), where))
    _record_allocation(ctx, storage, where)


def _record_allocation(ctx: Context, storage: Storage, where: Where) -> None:
    if not ctx.in_caller:  # arguments belong to the caller
        ctx.allocated.append((storage, where))


def are_freed_one_by_one(ctx: Context, storage: Storage) -> bool:
    """Whether it is an allocation in a loop of which single objects are freed."""
    return storage.key in ctx.facts.ended and storage.extent is None


def flag_of(ctx: Context, storage: Storage, indices: tuple[Expr, ...]) -> Element | None:
    """The flag of one object of an allocation whose objects are freed one by one; None for any other object."""
    if not are_freed_one_by_one(ctx, storage) or not indices or not is_requested(ctx, GoalKind.POINTER, *ENDS):
        return None
    if not storage.lives:
        storage.lives = ctx.names.fresh(f"{storage.source}_live")
        assert isinstance(storage.type, ArrayOf) and storage.type.size is not None and storage.key is not None
        sizes, where = (storage.type.size,), storage.key.where
        ctx.arrays[storage.lives] = Array(
            storage.lives, BOOL, sizes, Initial.ZERO, f"{storage.source}{ALIVE_SUFFIX}", where
        )
    return Element(storage.lives, indices[:1], BOOL)


def freed_one(ctx: Context, pointer: PointerValue, effects: SideEffects, node: c_ast.Node) -> None:
    """`free(pointer)` with checks, for one of the objects that a loop allocates."""
    place, storage = pointer.place, pointer.place.storage
    ctx.ended.append(storage)
    if not is_requested(ctx, GoalKind.POINTER, *ENDS):
        return
    if pointer.vague or place.path or not 1 <= len(place.indices) <= 1 + storage.numbered:
        raise ctx.unsupported(node, "free of a part of an object")
    assert storage.key is not None
    if storage.key not in ctx.facts.ended:
        ctx.facts.ended.add(storage.key)
        ctx.facts.grown = True
    flag = flag_of(ctx, storage, place.indices)
    assert flag is not None
    right = ctree.conjunction((flag, *(Binary("==", index, ctree.integer(0)) for index in place.indices[1:])))
    may_end(ctx, pointer, right, effects, node)
    where = ctx.where(node)
    gone: tuple[Stmt, ...] = (Assign(flag, ctree.integer(0, BOOL), where),)
    if not is_requested(ctx, GoalKind.POINTER):
        error = ctx.unsupported(node, "free of a pointer that may be freed already or inside an object")
        gone = (If(ctree.negate(right), tuple(gaps.assert_unreachable(ctx, error, where)), (), where), *gone)
    effects.before += gone if pointer.absent is None else [If(ctree.negate(pointer.absent), gone, (), where)]


def assume_start(ctx: Context, pointer: PointerValue, node: c_ast.Node) -> None:
    """Record as a condition that `free` gets the start of an object, unless the text shows it or it is checked."""
    place = pointer.place
    start = not place.steps or (isinstance(place.indices[-1], Const) and place.indices[-1].value == 0)
    if is_requested(ctx, GoalKind.POINTER) or (start and not place.path and not pointer.vague):
        return
    text = f"the pointer freed at line {ctx.where(node).line} points to the start of an object"
    ctx.assumed[VerdictCondition(ConditionKind.POINTERS, text)] = None


def lower_free(ctx: Context, pointer: PointerValue, effects: SideEffects, node: c_ast.Node) -> bool:
    """`free(pointer)` with checks: the start of a live object, or null."""
    storage = pointer.place.storage
    if storage.live is None:
        return False
    if pointer.vague or pointer.place.path or len(pointer.place.indices) > 1:
        raise ctx.unsupported(node, "free of a part of an object")
    start = (Binary("==", index, ctree.integer(0)) for index in pointer.place.indices)
    if not is_requested(ctx, GoalKind.POINTER) and (storage.freed is not None or pointer.place.indices):
        raise ctx.unsupported(node, "free of a pointer that may be freed already or inside an object")
    check_free(ctx, pointer, ctree.conjunction((storage.live, *start)), effects, node)
    end_lifetime(ctx, storage, ctx.where(node))
    return True


def end_lifetime(ctx: Context, storage: Storage, where: Where) -> None:
    """Later code must not use an object, except after a block that leaves its function."""
    ctx.ended.append(storage)
    if ctx.loops > (ctx.leaving.loops if ctx.leaving is not None else 0):
        raise ctx.unsupported(where, "free in a loop")
    storage.freed = where
    ctx.pointer_uses.append((storage, True))
    if ctx.leaving is not None:
        ctx.leaving.freed.append((storage, where))


@contextmanager
def left_behind(ctx: Context, block: c_ast.Compound) -> Iterator[None]:
    """Lower a block; if it ends with a `return` and has no other exit, its frees only concern code after the call.

    No later code of the function runs after such a block.
    """
    if not _is_left(block):
        yield
        return
    outer, ctx.leaving = ctx.leaving, (own := LeavingBlock(ctx.loops))
    try:
        yield
    finally:
        ctx.leaving = outer
        for storage, _ in own.freed:
            storage.freed = None
    ctx.calls[-1].freed += own.freed


def _is_left(block: c_ast.Compound) -> bool:
    items = block.block_items or []
    return bool(items) and isinstance(items[-1], c_ast.Return) and not any(isinstance(n, _LEADING) for n in walk(block))


def check_free(ctx: Context, pointer: PointerValue, right: Expr, effects: SideEffects, node: c_ast.Node) -> None:
    """The object of a non-null pointer ends at a `free`; `right` is the condition that it was alive."""
    live = pointer.place.storage.live
    if live is None:
        return
    may_end(ctx, pointer, right, effects, node)
    left = ctree.integer(0, BOOL) if pointer.absent is None else Conditional(pointer.absent, live, ctree.FALSE)
    effects.before.append(Assign(live, convert(left, BOOL, ctx.data_model), ctx.where(node)))


def may_end(ctx: Context, pointer: PointerValue, right: Expr, effects: SideEffects, node: c_ast.Node) -> None:
    """The check before a `free` or `realloc`: the pointer is null, or `right` holds."""
    pointer = with_null_flag(ctx, assert_set(ctx, pointer, effects, node), node)
    if is_requested(ctx, GoalKind.POINTER):
        right = right if pointer.absent is None else Binary("||", pointer.absent, right)
        effects.before += _asserted((right,), ctx.where(node), FREED)


def returned(ctx: Context, pointer: Value, effects: SideEffects, node: c_ast.Node, known: Expr = ctree.TRUE) -> None:
    """An object that the entry function returns belongs to its caller."""
    live = pointer.place.storage.live if isinstance(pointer, PointerValue) else None
    if isinstance(pointer, PointerValue) and live is not None:
        pointer = with_null_flag(ctx, assert_set(ctx, pointer, effects, node), node)
        storage = pointer.place.storage
        if storage.extent is None and (storage.summary or storage.numbered):
            raise ctx.unsupported(node, "return of one of the objects that a loop allocates")
        other = [] if known == ctree.TRUE else [ctree.negate(known)]
        other += [] if pointer.absent is None else [pointer.absent]
        left = Conditional(ctree.disjunction(other), live, ctree.FALSE) if other else ctree.integer(0, BOOL)
        effects.before.append(Assign(live, convert(left, BOOL, ctx.data_model), ctx.where(node)))


def refuse_lost(ctx: Context, node: c_ast.Node) -> None:
    """Reject an allocation that is assigned to no pointer, since it cannot be freed."""
    if is_requested(ctx, *ENDS):
        raise ctx.unsupported(node, "allocation that is not assigned to a pointer")
