"""Whether pointers may be followed, and allocated objects are freed (`--check pointer,memory-leak`).

A pointer may be followed when it was set, is not null, and its object is still there. Pointers that stay unset on some
way have a flag, and so has each allocated object. No pointer is given an object that ends before the pointer does, so
that none ever points to what has gone with its block; what cannot be followed in this way is not understood.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from pycparser import c_ast

from veriabs.core import ctree
from veriabs.core.copying import replace
from veriabs.core.expressions import Binary, Conditional, Const, Expr
from veriabs.core.goals import FREED, SAID, GoalKind
from veriabs.core.source import Where
from veriabs.core.statements import Assert, Assign, If, Stmt
from veriabs.core.types import BOOL
from veriabs.core.typing_rules import convert
from veriabs.frontend.lower import gaps
from veriabs.frontend.lower.context import Context, Frame, Leaving, need_flags
from veriabs.frontend.lower.places import PointerValue, PointerVariable, Storage, Value
from veriabs.frontend.survey import walk

P = TypeVar("P", bound=Value)

_ENDS = (GoalKind.MEMORY_LEAK, GoalKind.MEMORY_TRACK)

_LEADING = (c_ast.For, c_ast.While, c_ast.DoWhile, c_ast.Break, c_ast.Continue, c_ast.Goto, c_ast.Label)
"""What may lead on from the middle of a block to something else than its end, or back."""


def asked(ctx: Context, *kinds: GoalKind) -> bool:
    """Is one of these checks to be made?"""
    return any(kind.value in ctx.task.checks for kind in kinds)


# ------------------------------------------------------------------------------------------------ pointers that are set


def declared(ctx: Context, variable: PointerVariable, out: list[Stmt], where: Where) -> None:
    """A pointer begins without a value."""
    if asked(ctx, GoalKind.POINTER):
        variable.unset = ctx.temporary(f"{variable.name}_unset", BOOL, where)
        out.append(Assign(variable.unset, Const(1, BOOL), where))


def bound(ctx: Context, variable: PointerVariable, value: Value, out: list[Stmt], node: c_ast.Node) -> None:
    """A pointer is given a value, of an object that lasts as long as it does."""
    if not asked(ctx, GoalKind.POINTER):
        return
    unset = value.unset if isinstance(value, PointerValue) else None
    if isinstance(value, PointerValue) and value.place.storage.depth > variable.depth:
        raise ctx.unsupported(node, f"pointer {variable.name} that may outlast {value.place.storage.source}")
    if unset is None and ctx.straight:  # all that is lowered from here on runs behind it
        variable.unset = None
    elif variable.unset is not None:
        out.append(Assign(variable.unset, ctree.integer(0, BOOL) if unset is None else unset, ctx.where(node)))
    elif unset is not None:  # the variable has no flag, as nothing leaves it unset but this
        out.append(_no_run_unset(ctx, unset, node))


def refuse_unset(ctx: Context, pointer: Value, node: c_ast.Node) -> None:
    """Nothing is known of a pointer that may not be set."""
    if isinstance(pointer, PointerValue) and pointer.unset is not None:
        raise ctx.unsupported(node, "use of a pointer that may not be set")


def known_set(ctx: Context, pointer: P, frame: Frame, node: c_ast.Node) -> P:
    """The pointer, where no run may come to it as long as it is not set."""
    if not isinstance(pointer, PointerValue) or pointer.unset is None:
        return pointer
    frame.before.append(_no_run_unset(ctx, pointer.unset, node))
    return replace(pointer, unset=None)


def _no_run_unset(ctx: Context, unset: Expr, node: c_ast.Node) -> If:
    error = ctx.unsupported(node, "use of a pointer that may not be set")
    return If(unset, tuple(gaps.unreached(ctx, error, ctx.where(node))), (), ctx.where(node))


def followed(ctx: Context, pointer: Value | None, frame: Frame, node: c_ast.Node) -> None:
    """The checks in front of an access through a pointer."""
    if not asked(ctx, GoalKind.POINTER) or not isinstance(pointer, PointerValue):
        return
    if pointer.null and pointer.absent is None:
        need_flags(ctx)
        raise ctx.unsupported(node, "dereference of a pointer that may be null")
    live = pointer.place.storage.live if pointer.place.storage.freed is not None else None
    tests = [ctree.negate(part) for part in (pointer.unset, pointer.absent) if part is not None]
    frame.before += _asserted((*tests, *([] if live is None else [live])), ctx.where(node))


def _asserted(tests: tuple[Expr, ...], where: Where, said: str = SAID[GoalKind.POINTER]) -> Iterator[Stmt]:
    for test in tests:
        if test != ctree.TRUE:
            yield Assert(test, 0, where, GoalKind.POINTER, said)


# ------------------------------------------------------------------------------------------- objects that are allocated


def allocated(ctx: Context, storage: Storage, out: list[Stmt], where: Where) -> None:
    """An object is made that is there until it is freed; those that one allocation in a loop makes are never freed."""
    if not asked(ctx, GoalKind.POINTER, *_ENDS):
        return
    if not storage.heap:
        raise ctx.unsupported(where, "allocation in a loop that ends with its block")
    if storage.live is None:
        storage.live = ctx.temporary(f"{storage.source}_live", BOOL, where)
        ctx.prologue.append(Assign(storage.live, ctree.integer(0, BOOL), where))
    out.append(Assign(storage.live, Const(1, BOOL), where))
    if not (ctx.task.entry.function != "main" and ctx.calls[-1].name == "main"):  # arguments are the caller's
        ctx.allocated.append((storage.live, where))


def refuse_one(ctx: Context, node: c_ast.Node) -> None:
    """Which of the objects that an allocation in a loop makes are still there, nobody notes."""
    if asked(ctx, GoalKind.POINTER, *_ENDS):
        raise ctx.unsupported(node, "free of one of the objects that a loop allocates")


def freed(ctx: Context, pointer: PointerValue, frame: Frame, node: c_ast.Node) -> bool:
    """`free(pointer)` where that is checked: of the start of an object that is there, or of null."""
    storage = pointer.place.storage
    if storage.live is None:
        return False
    if pointer.place.path or len(pointer.place.indices) > 1:
        raise ctx.unsupported(node, "free of a part of an object")
    start = (Binary("==", index, ctree.integer(0)) for index in pointer.place.indices)
    if not asked(ctx, GoalKind.POINTER) and (storage.freed is not None or pointer.place.indices):
        raise ctx.unsupported(node, "free of what may be freed already, or is no start of an object")
    ended(ctx, pointer, ctree.conjunction((storage.live, *start)), frame, node)
    gone(ctx, storage, ctx.where(node))
    return True


def gone(ctx: Context, storage: Storage, where: Where) -> None:
    """No text that follows may use an object, but what stands behind a block that its function is left from."""
    if ctx.loops > (ctx.leaving.loops if ctx.leaving is not None else 0):
        raise ctx.unsupported(where, "free in a loop")
    storage.freed = where
    if ctx.leaving is not None:
        ctx.leaving.freed.append((storage, where))


@contextmanager
def left_behind(ctx: Context, block: c_ast.Compound) -> Iterator[None]:
    """Lowers a block; if it ends with a `return`, and nothing in it leads elsewhere, nothing behind it in its function
    runs once it has freed something: that is freed to what follows the call."""
    if not _is_left(block):
        yield
        return
    outer, ctx.leaving = ctx.leaving, (own := Leaving(ctx.loops))
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


def ended(ctx: Context, pointer: PointerValue, right: Expr, frame: Frame, node: c_ast.Node) -> None:
    """The object of a pointer that is not null is no more behind a `free`; it is `right` if it was there until then."""
    live = pointer.place.storage.live
    if live is None:
        return
    may_end(ctx, pointer, right, frame, node)
    left = ctree.integer(0, BOOL) if pointer.absent is None else Conditional(pointer.absent, live, ctree.FALSE)
    frame.before.append(Assign(live, convert(left, BOOL, ctx.data_model), ctx.where(node)))


def may_end(ctx: Context, pointer: PointerValue, right: Expr, frame: Frame, node: c_ast.Node) -> None:
    """The check in front of a `free`, or a `realloc`: null is right, or an object of which it is."""
    pointer = known_set(ctx, pointer, frame, node)
    if pointer.null and pointer.absent is None:
        need_flags(ctx)
        raise ctx.unsupported(node, "free of what may be null")
    if asked(ctx, GoalKind.POINTER):
        right = right if pointer.absent is None else Binary("||", pointer.absent, right)
        frame.before += _asserted((right,), ctx.where(node), FREED)


def returned(ctx: Context, pointer: Value, frame: Frame, node: c_ast.Node) -> None:
    """An object that the function of the entry has returned is its caller's, where it is known to have done so."""
    live = pointer.place.storage.live if isinstance(pointer, PointerValue) else None
    if isinstance(pointer, PointerValue) and live is not None:
        pointer = known_set(ctx, pointer, frame, node)
        if pointer.place.storage.family or pointer.place.storage.numbered:
            raise ctx.unsupported(node, "return of one of the objects that a loop allocates")
        if pointer.null and pointer.absent is None:
            need_flags(ctx)
            raise ctx.unsupported(node, "return of what may be null")
        left = ctree.integer(0, BOOL) if pointer.absent is None else Conditional(pointer.absent, live, ctree.FALSE)
        frame.before.append(Assign(live, convert(left, BOOL, ctx.data_model), ctx.where(node)))


def ends(ctx: Context, where: Where) -> list[Stmt]:
    """A place where a run ends: what may be allocated there is known once everything is lowered (`leaks`)."""
    return [Assert(ctree.TRUE, 0, where, kind) for kind in _ENDS if asked(ctx, kind)]


def leaks(ctx: Context, body: Iterable[Stmt]) -> tuple[Stmt, ...]:
    """The body with the checks at each end of a run: whatever was allocated is freed, also what the text allocates
    further down, as a loop may have come to it before.

    What is not freed but pointed to is tracked as well, which is not seen: then the check stays open.
    """

    def found(stmt: Stmt) -> tuple[Stmt, ...] | None:
        if not (isinstance(stmt, Assert) and stmt.kind in _ENDS):
            return None
        kind = stmt.kind
        return tuple(Assert(ctree.negate(live), 0, at, kind, SAID[kind]) for live, at in ctx.allocated)

    return ctree.rewrite(body, found)


def refuse_lost(ctx: Context, node: c_ast.Node) -> None:
    """An object that no pointer is given cannot be freed."""
    if asked(ctx, *_ENDS):
        raise ctx.unsupported(node, "allocation that no pointer is given")
