"""Prove goals under the condition that certain accesses are in bounds (docs/theory.md 18).

The accesses become checks of another program, whose run ends at the first violated one. Its properties hold in all
runs of the user's program in which the unproved accesses are in bounds.
"""

from __future__ import annotations

from collections.abc import Set

from veriabs.core.conditions import ConditionKind, VerdictCondition
from veriabs.core.copying import replace
from veriabs.core.deadline import Deadline
from veriabs.core.errors import VeriabsError
from veriabs.core.events import Phase, PhaseBegun
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.program import Program
from veriabs.core.results import Answer
from veriabs.core.statements import Assert
from veriabs.core.verdict import with_condition
from veriabs.loops.flatten import end_runs_at, keep_only, without_other_goals
from veriabs.loops.full_unrolling import unroll_short_loops
from veriabs.verify.goals import Goals
from veriabs.verify.limits import LONG, RESERVED
from veriabs.verify.portfolio import RaceProof
from veriabs.verify.prove import Prover
from veriabs.verify.session import Session


def prove_under_accesses(session: Session, program: Program, goals: Goals, answers: list[Answer]) -> None:
    """Prove open goals under the condition that the unproved accesses are in bounds."""
    left = [one for one in goals.open() if not goals.is_conditional(one)]
    if not left or session.stop.is_set() or session.left() <= RESERVED:
        return
    session.observe(PhaseBegun(Phase.CONDITIONAL))
    seconds = min(session.left() - RESERVED, max(LONG, session.deadline.used()))
    session = replace(session, deadline=Deadline(seconds, cause=session.over().text))
    from veriabs.frontend.program import parse_and_lower  # imported late: most programs are proved by now

    task = replace(program.task, checks=(*program.task.checks, GoalKind.BOUNDS.value))
    try:
        checked = unroll_short_loops(without_other_goals(parse_and_lower(task, program.preprocessed, session.deadline)))
    except VeriabsError:  # a program with checks may contain more unsupported code
        return
    found = Goals.of(checked, session.options.overflow)
    Prover(session, checked, goals=found).side_by_side(found)
    lacking = {goal for goal in left if goal in found.asked and found.is_open(goal)}
    raced = _prove_others(session, checked, lacking, answers)
    for goal in left:
        if (won := _conditional_proof(goal, goals, found, raced)) is not None:
            goals.settle_if(goal, won)


def _prove_others(session: Session, checked: Program, lacking_goals: Set[Goal], answers: list[Answer]) -> Goals:
    """The proofs of goals in the program whose runs end at an access out of bounds."""
    rest = end_runs_at(keep_only(checked, lambda one: _is_access(one) or one.goal in lacking_goals), _is_access)
    raced = Goals.of(rest, session.options.overflow)
    if lacking_goals and session.left() > 0 and not session.stop.is_set():
        Prover(session, rest, answers=answers, goals=raced).prove()
    return raced


def _is_access(one: Assert) -> bool:
    return one.kind is GoalKind.BOUNDS


def _conditional_proof(goal: Goal, goals: Goals, found: Goals, raced: Goals) -> RaceProof | None:
    """The proof of a goal, with the proofs of the proved accesses, and the other accesses as its condition.

    A goal without assertions in either program is not violated in a run with all accesses in bounds.
    """
    proving = next((of for of in (found, raced) if goal in of.asked and of.proofs(goal)), None)
    if proving is None and (goals.asked[goal] or found.asked.get(goal)):
        return None
    accesses = [one for one in found.asked if one.kind is GoalKind.BOUNDS]
    held = [one for one in accesses if found.is_proved(one) and found.proofs(one)]
    left = [one for one in accesses if one not in held]
    if not left:  # every access is proved, so this condition would not help
        return None
    proofs = [*(proving.proofs(goal) if proving else ()), *(proof for one in held for proof in found.proofs(one))]
    condition = VerdictCondition(ConditionKind.BOUNDS, "", tuple(one.where for one in left))
    how = proving.strategies((goal,)) if proving else "bounds"
    pieces = [with_condition(piece, condition) for proof in proofs for piece in proof]
    return RaceProof(how, pieces) if pieces else None
