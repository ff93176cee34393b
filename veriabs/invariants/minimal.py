"""Fewer invariants that prove the same: what a proof does not need is dropped, the longest first."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.ctree import walk
from veriabs.core.expressions import Expr
from veriabs.core.queries import Query
from veriabs.core.statements import LoopId
from veriabs.core.strategy import Steps
from veriabs.core.verdict import holds
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.candidates import surviving
from veriabs.invariants.houdini import houdini

_MOST_ROUNDS = 4
"""Rounds in which what rested on a dropped invariant falls as well."""

_Fact = tuple[LoopId, Expr]


def minimal(
    found: Invariants,
    program: Callable[[Invariants], Query],
    *,
    telling: Callable[[LoopId, Expr], bool] = lambda loop, fact: True,
    tell: Callable[[Invariants], None] = lambda fewer: None,
) -> Steps[Invariants]:
    """Some of the invariants, with which the program still passes.

    First those are left out that are not `telling`, then halves, quarters, and single ones last. Each time what rested
    on them is dropped as well. `tell` is given what is left each time, for those who do not wait for the end.
    """
    facts = sorted(((loop, e) for loop, exprs in found.items() for e in exprs), key=_length, reverse=True)
    first_of_all = [fact for fact in facts if telling(*fact)]
    if len(first_of_all) < len(facts):
        piece, left = yield from houdini(_by_loop(first_of_all), program, surviving, most=_MOST_ROUNDS)
        if piece is not None and holds(piece):
            tell(left)
            facts = [(loop, e) for loop, e in first_of_all if e in left.get(loop, ())]
    size = len(facts)
    while size:
        first = 0
        while first < len(facts):
            rest = facts[:first] + facts[first + size :]
            piece, left = yield from houdini(_by_loop(rest), program, surviving, most=_MOST_ROUNDS)
            if piece is not None and holds(piece):
                kept = {(loop, e) for loop, exprs in left.items() for e in exprs}
                facts = [fact for fact in rest if fact in kept]
                tell(_by_loop(facts))
            else:
                first += size
        size //= 2
    return _by_loop(facts)


def _length(fact: _Fact) -> int:
    return sum(1 for _ in walk(fact[1]))


def _by_loop(facts: list[_Fact]) -> Invariants:
    return {loop: tuple(e for one, e in facts if one == loop) for loop in dict.fromkeys(loop for loop, _ in facts)}
