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
from veriabs.invariants.candidates import Placed, collected, surviving
from veriabs.invariants.houdini import houdini

_MOST_ROUNDS = 4
"""Rounds in which what rested on a dropped invariant falls as well."""


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
        piece, left = yield from houdini(collected(first_of_all), program, surviving, most=_MOST_ROUNDS)
        if piece is not None and holds(piece):
            tell(left)
            facts = [(loop, e) for loop, e in first_of_all if e in left.get(loop, ())]

    def without(rest: list[Placed]) -> Steps[list[Placed] | None]:
        piece, left = yield from houdini(collected(rest), program, surviving, most=_MOST_ROUNDS)
        if piece is None or not holds(piece):
            return None
        tell(left)
        return [(loop, e) for loop, e in rest if e in left.get(loop, ())]

    return collected((yield from fewest(facts, without)))


def fewest(facts: list[Placed], without: Callable[[list[Placed]], Steps[list[Placed] | None]]) -> Steps[list[Placed]]:
    """Leaves out all that can be: halves, then quarters, and single facts last.

    `without` says which of the others are left then, and None if they are not enough.
    """
    size = len(facts)
    while size:
        first = 0
        while first < len(facts):
            left = yield from without(facts[:first] + facts[first + size :])
            if left is None:
                first += size
            else:
                facts = left
        size //= 2
    return facts


def _length(fact: Placed) -> int:
    return sum(1 for _ in walk(fact[1]))
