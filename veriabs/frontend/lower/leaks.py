"""Whether what was allocated is freed when a run ends (`--check memory-leak`)."""

from __future__ import annotations

from collections.abc import Iterable

from veriabs.core import ctree
from veriabs.core.expressions import Element, Expr
from veriabs.core.goals import SAID, GoalKind
from veriabs.core.source import Where
from veriabs.core.statements import Assert, Stmt
from veriabs.core.types import BOOL
from veriabs.frontend.lower import cells, lifetimes
from veriabs.frontend.lower.context import Context
from veriabs.frontend.lower.lifetimes import ENDS
from veriabs.frontend.lower.places import Storage
from veriabs.frontend.lower.types import ArrayOf


def ends(ctx: Context, where: Where) -> list[Stmt]:
    """A place where a run ends: what may be allocated there is known once everything is lowered (`checked`)."""
    return [Assert(ctree.TRUE, 0, where, kind) for kind in ENDS if lifetimes.asked(ctx, kind)]


def checked(ctx: Context, body: Iterable[Stmt]) -> tuple[Stmt, ...]:
    """The body with the checks at each end of a run: whatever was allocated is freed, also what the text allocates
    further down, as a loop may have come to it before.

    What is not freed but pointed to is tracked as well, which is not seen: then the check stays open.
    """

    def found(stmt: Stmt) -> tuple[Stmt, ...] | None:
        if not (isinstance(stmt, Assert) and stmt.kind in ENDS):
            return None
        kind = stmt.kind
        return tuple(one for storage, at in ctx.allocated for one in _freed(ctx, storage, at, kind))

    return ctree.rewrite(body, found)


def _freed(ctx: Context, storage: Storage, where: Where, kind: GoalKind) -> list[Stmt]:
    """The check that an object is not there any more, or none of those that loops have made."""

    def gone(flag: Expr) -> list[Stmt]:
        return [Assert(ctree.negate(flag), 0, where, kind, SAID[kind])]

    if not storage.lives:
        assert storage.live is not None
        return gone(storage.live)
    assert isinstance(storage.type, ArrayOf) and storage.type.size is not None
    made = storage.made or storage.type.size
    return cells.repeated(ctx, made, lambda index: gone(Element(storage.lives, (index,), BOOL)), where)
