"""Check that allocated memory is freed when a run ends (`--check memory-leak`): an assertion at each end of a run.

    p = malloc(4); return 0;          alive = 1; assert(!alive); return 0;
"""

from __future__ import annotations

from collections.abc import Iterable

from veriabs.core import ctree
from veriabs.core.expressions import Element, Expr
from veriabs.core.goals import CLAIMS, GoalKind
from veriabs.core.source import Where
from veriabs.core.statements import Assert, Stmt
from veriabs.core.types import BOOL
from veriabs.frontend.lower import cells, lifetimes
from veriabs.frontend.lower.context import Context
from veriabs.frontend.lower.lifetimes import ENDS
from veriabs.frontend.lower.places import Storage
from veriabs.frontend.typed.types import ArrayOf


def end_of_run(ctx: Context, where: Where) -> list[Stmt]:
    """Mark the end of a run; `insert_leak_checks` adds the checks when all allocations are known."""
    return [Assert(ctree.TRUE, 0, where, kind) for kind in ENDS if lifetimes.is_requested(ctx, kind)]


def insert_leak_checks(ctx: Context, body: Iterable[Stmt]) -> tuple[Stmt, ...]:
    """Add checks at each end of a run for all allocations, including later ones, which an earlier iteration may have
    made.

    Memory that is not freed but still pointed to would satisfy `memory-track`; this is not modelled, so the check stays
    open.
    """

    def found(stmt: Stmt) -> tuple[Stmt, ...] | None:
        if not (isinstance(stmt, Assert) and stmt.kind in ENDS):
            return None
        kind = stmt.kind
        return tuple(one for storage, at in ctx.allocated for one in _freed(ctx, storage, at, kind))

    return ctree.rewrite(body, found)


def _freed(ctx: Context, storage: Storage, where: Where, kind: GoalKind) -> list[Stmt]:
    """The check that an object does not exist any more, or none of those that loops have created."""

    def gone(flag: Expr) -> list[Stmt]:
        return [Assert(ctree.negate(flag), 0, where, kind, CLAIMS[kind])]

    if not storage.lives:
        assert storage.live is not None
        return gone(storage.live)
    assert isinstance(storage.type, ArrayOf) and storage.type.size is not None
    made = storage.made or storage.type.size
    return cells.for_each_index(ctx, made, lambda index: gone(Element(storage.lives, (index,), BOOL)), where)
