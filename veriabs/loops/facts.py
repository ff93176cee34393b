"""Compute all facts about one loop: in, a `Loop`; out, its `LoopFacts`.

For `while (i < n) { a[i] = 0; i++; }` these are the counter i with its closed form, the trip count n - i0, and the
variables that it reads and writes.
"""

from __future__ import annotations

from collections.abc import Iterable

from veriabs.core.ctree import mentions, names, reads, statements, writes
from veriabs.core.loop_model import LoopFacts
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.statements import Loop, Stmt
from veriabs.loops.accelerate import accelerable_variables
from veriabs.loops.private_scalars import private_scalars
from veriabs.loops.trips import Sentinels, sentinel_bound, trip_count


def facts_of(number: int, loop: Loop, sentinels: Sentinels | None = None) -> LoopFacts:
    """All facts about one loop."""
    body = (*loop.body, *loop.update)
    written = writes(body)
    accelerable = accelerable_variables(number, loop, written)
    trips, exact = trip_count(loop, accelerable, written)
    bound = None if trips is not None else sentinel_bound(loop, accelerable, written, sentinels or {})
    return LoopFacts(
        number=number,
        loop=loop,
        accelerable=accelerable,
        trips=trips if bound is None else bound,
        exact=exact,
        sentinels=bound is not None,
        private=private_scalars(loop) - {a.variable.name for a in accelerable},
        written=written,
        read=reads(body) | names(loop.test),
        obstacle=_obstacle(loop),
    )


def _obstacle(loop: Loop) -> Reason | None:
    for stmt in statements((*loop.body, *loop.update)):
        if isinstance(stmt, Loop):
            text = f"the loop at line {loop.where.line} contains a loop that cannot be unrolled"
            return Reason(ReasonKind.UNSUPPORTED, text, stmt.where, "another strategy")
    return None


def mentioned(parts: Iterable[tuple[Stmt, ...] | LoopFacts]) -> frozenset[str]:
    """Scalars and arrays that code and loops may read or write."""
    found = (part.read | part.written if isinstance(part, LoopFacts) else mentions(part) for part in parts)
    return frozenset[str]().union(*found)
