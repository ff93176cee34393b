"""Build the commutation query of docs/theory.md 2.8: do body1(c1) and body2(c2) with c1 > c2 commute from every state?

It is needed if the syntactic test of fusion fails (a shared scalar, an index that is data). Both orders run from one
arbitrary state, and the outcome, the scalars and every array at one arbitrary index have to agree.
"""

from __future__ import annotations

from veriabs.core.loop_model import FusedMember
from veriabs.core.queries import Query
from veriabs.strategies.shrinking.fragments import fragments
from veriabs.strategies.shrinking.shape import FusionPlan


def commutation(shape: FusionPlan, first: FusedMember, second: FusedMember) -> Query:
    """The query for one pair of members."""
    one, two = first.facts.loop.where.line, second.facts.loop.where.line
    asked = f"iterations at lines {one} and {two} commute"
    parts = fragments(shape)
    by_number = {m.number: m for m in parts["members"]}  # type: ignore[attr-defined]
    pair = {"first": by_number[first.facts.number], "second": by_number[second.facts.number]}
    context = {**parts, **pair, "k": 1, "asked": asked}
    return Query(f"fusion {one}+{two}", "shrinking/commutation", context, (asked,), unwind=4, arrays=True)
