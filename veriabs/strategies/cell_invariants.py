"""Quantified invariants: facts about every cell of an array, or every two, proved of arbitrary ones.

What it does: every loop is cut, as in the bounds program. Candidate facts `lo <= cell < i => fact(cell)` are taken from
the program, kept Houdini-style together with those about scalars, and the assertion is shown from what is left.

When it applies: nested loops, cells at a second index, values that one loop leaves to the next.

Why it is sound: induction (docs/theory.md 6.2, one-cell facts). Each fact is asserted at the loop's entry and after an
arbitrary iteration from a state of which all are assumed; `cell` is arbitrary throughout, so each is proved of every
cell, and may be assumed at any index. The assertion is shown where its index is `cell`: a violation has some index, and
`cell` may be that one. What an iteration computes before it accesses a cell is known there only: the fact is assumed
there too, over the values of the start, if the loop leaves its arrays as they are. The same goes for facts about two
arbitrary cells, `cell` and `other`, which are tried where those about one do not do: what the assertion says of two,
what is assumed of two (neighbours in order: a sorted array), and what a swap is to bring about.

Example: `if (a[i] == b[i]) c[j++] = i;` leaves `c[x] >= x` for all x < j, by `j <= i` and the same of cells before j.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from veriabs.core.ctree import names
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Program
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.runs import Outcome
from veriabs.core.strategy import Dialogue, Facts, Strategy
from veriabs.core.verdict import holds, reason_of
from veriabs.invariants.bounds import Goal, Invariants, bounds_program
from veriabs.invariants.candidates import candidates, joined, surviving
from veriabs.invariants.houdini import Steps, houdini
from veriabs.invariants.quantified import cell_candidates, goal_of, pair_candidates, pair_goal, peeled
from veriabs.invariants.scalar.sample_filter import passing_samples
from veriabs.invariants.scalar.subject import subject_of_body

MOST_ROUNDS = 12


def likely(model: LoopModel) -> bool:
    """Does the assertion compare two cells whose indices have nothing to do with each other?"""
    goal = pair_goal(model.program, goal_of(model.program, model.assertion))
    if goal is None or goal.index is None or goal.second is None:
        return False
    return not names(goal.index) & names(goal.second)


@dataclass(frozen=True, slots=True)
class Shown:
    """A proof of the goal in a program, or why there is none, with the invariants that it rests on."""

    program: Program
    goal: Goal
    found: tuple[CheckedQuery, ...] | Reason
    invariants: Invariants


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """The cut program under all candidates that prove each other; with more of them as long as it takes more."""
    said = yield from shown(model)
    return said.found


def shown(model: LoopModel) -> Steps[Shown]:
    """As `prove`, with the invariants."""
    program = peeled(model.program)
    goal = goal_of(program, model.assertion)
    tried = joined(candidates(program, private=True), cell_candidates(program, goal))
    found, left = yield from _proved(program, goal, tried)
    if isinstance(found, Reason):
        both = pair_goal(program, goal) or goal
        seen = yield from _seen(program, goal)
        more = joined(pair_candidates(program, both), seen)
        if more:
            further, left = yield from _proved(program, both, joined(left, more))
            return Shown(program, both, found if isinstance(further, Reason) else further, left)
    return Shown(program, goal, found, left)


def _seen(program: Program, goal: Goal) -> Steps[Invariants]:
    """Relations of scalars that hold in runs at small sizes; none if a run violates the assertion."""
    from veriabs.invariants.scalar.runs import ViolatedError
    from veriabs.invariants.scalar.search import of_program, seeing  # most tasks never come to it

    try:
        return of_program(program, (yield from seeing(subject_of_body(program, goal.assertion.number))))
    except ViolatedError:
        return {}


def _proved(
    program: Program, goal: Goal, tried: Invariants
) -> Steps[tuple[tuple[CheckedQuery, ...] | Reason, Invariants]]:
    """Drops what fails until everything passes; with what is left in the end."""
    tried = yield from passing_samples(program, goal.assertion.number, tried)
    rounds = houdini(tried, partial(_cut_program, program, goal), surviving, most=MOST_ROUNDS)
    piece, tried = yield from rounds
    if piece is None:
        text = f"no invariants within {MOST_ROUNDS} rounds"
        return Reason(ReasonKind.SIDE_CONDITION, text, goal.assertion.where), tried
    if holds(piece):
        return (piece,), tried
    if piece.run.outcome is not Outcome.FAILURE:
        return reason_of(piece.request, piece.run), tried
    text = f"invariants found do not prove: {'; '.join(piece.needs_that_failed()[:2])}"
    return Reason(ReasonKind.SIDE_CONDITION, text, goal.assertion.where), tried


def _cut_program(program: Program, goal: Goal, tried: Invariants) -> Query:
    return bounds_program(program, tried, goal)


STRATEGY = Strategy(rank=40, prove=prove, likely=likely)
