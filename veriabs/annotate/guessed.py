"""Candidates about scalars, one cell and two cells of which runs at small sizes know no counterexample.

Nothing here is believed: what the checker's first solver cannot show is left out of the certificate.
"""

from __future__ import annotations

from veriabs.annotate.find import ran
from veriabs.core.program import Program
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.candidates import candidates, joined
from veriabs.invariants.quantified import cell_candidates, goal_of, pair_candidates, pair_goal, peeled
from veriabs.invariants.scalar.sample_filter import passing_samples
from veriabs.invariants.scalar.subject import NO_ASSERTION
from veriabs.loops.flatten import assertions
from veriabs.verify.session import Session

MOST_GOALS = 8
"""Assertions that candidates are made for."""

MOST_EACH = 80
"""Candidates of one loop that a solver is asked about."""


def guessed(session: Session, program: Program) -> Invariants:
    """What may be invariant; nothing if there is no time."""
    tested = peeled(program)
    asserted = list({one.number: one for one in assertions(tested)}.values())[:MOST_GOALS]
    goals = [goal_of(tested, one) for one in asserted]
    pairs = [both for goal in goals if (both := pair_goal(tested, goal)) is not None]
    tried = joined(
        candidates(tested, private=True),
        *(cell_candidates(tested, goal) for goal in goals),
        *(pair_candidates(tested, goal) for goal in pairs),
    )
    number = asserted[0].number if len(asserted) == 1 else NO_ASSERTION
    kept = ran(session, passing_samples(tested, number, tried), session.left()) or {}
    return {loop: exprs[:MOST_EACH] for loop, exprs in kept.items()}
