"""Minimise a set of invariants that prove a goal: drop those that the proof does not need, the longest first."""

from __future__ import annotations

from collections.abc import Callable

from veriabs.core.ctree import walk
from veriabs.core.expressions import Expr
from veriabs.core.queries import Query
from veriabs.core.statements import LoopId
from veriabs.core.strategy import Steps
from veriabs.core.verdict import holds
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.candidates import FactAtLoop, group_by_loop, survivors
from veriabs.invariants.houdini import houdini

_MOST_ROUNDS = 4
"""The number of rounds in which invariants that depended on a dropped one are dropped."""


def minimal(
    found: Invariants,
    program: Callable[[Invariants], Query],
    *,
    is_relevant: Callable[[LoopId, Expr], bool] = lambda loop, fact: True,
    on_progress: Callable[[Invariants], None] = lambda fewer: None,
) -> Steps[Invariants]:
    """A subset of the invariants with which the program still passes.

    First those that are not `is_relevant` are dropped, then halves, quarters, and finally single ones; invariants that
    depended on a dropped one go as well. `on_progress` receives each intermediate subset.
    """
    facts = sorted(((loop, e) for loop, exprs in found.items() for e in exprs), key=_length, reverse=True)
    first_of_all = [fact for fact in facts if is_relevant(*fact)]
    if len(first_of_all) < len(facts):
        piece, left = yield from houdini(group_by_loop(first_of_all), program, survivors, most=_MOST_ROUNDS)
        if piece is not None and holds(piece):
            on_progress(left)
            facts = [(loop, e) for loop, e in first_of_all if e in left.get(loop, ())]

    def without(rest: list[FactAtLoop]) -> Steps[list[FactAtLoop] | None]:
        piece, left = yield from houdini(group_by_loop(rest), program, survivors, most=_MOST_ROUNDS)
        if piece is None or not holds(piece):
            return None
        on_progress(left)
        return [(loop, e) for loop, e in rest if e in left.get(loop, ())]

    return group_by_loop((yield from minimise(facts, without)))


def minimise(
    facts: list[FactAtLoop], without: Callable[[list[FactAtLoop]], Steps[list[FactAtLoop] | None]]
) -> Steps[list[FactAtLoop]]:
    """Drop as many facts as possible: halves, then quarters, and finally single facts.

    `without` returns the facts that remain valid without the dropped ones, or None if they do not suffice.
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


def _length(fact: FactAtLoop) -> int:
    return sum(1 for _ in walk(fact[1]))
