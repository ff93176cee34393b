"""Proofs that hold up to the first signed overflow: whether there is one at all."""

from __future__ import annotations

from veriabs.core.copying import replace
from veriabs.core.errors import VeriabsError
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.program import Program
from veriabs.core.queries import Calculation, CheckedQuery
from veriabs.core.results import Verdict
from veriabs.core.source import Where
from veriabs.loops.flatten import wanted
from veriabs.verify.goals import Goals
from veriabs.verify.portfolio import Won
from veriabs.verify.prove import Prover
from veriabs.verify.session import Session


def settle_overflows(session: Session, program: Program, goals: Goals) -> Goal | None:
    """The first operation that is not shown to overflow nowhere; None, and no proof relies on that, if all are.

    Only what all goals side by side show is used: it costs one program for CBMC, or a few, and none where the checks of
    the program have shown it.
    """
    pieces = _shown(program, goals)
    if pieces is not None:
        _settle(goals, pieces)
        return None
    from veriabs.frontend.program import understand  # most proofs rely on nothing

    task = replace(program.task, checks=(GoalKind.OVERFLOW.value,), assertions=False)
    try:
        checked = wanted(understand(task, program.preprocessed, session.deadline))
    except VeriabsError:
        return Goal(GoalKind.OVERFLOW, Where(str(program.task.path), 0))
    found = Goals.of(checked, session.options.overflow)
    Prover(session, checked, goals=found).side_by_side(found)
    if found.open():
        return found.open()[0]
    _settle(goals, [piece for won in found.won.values() for piece in won.pieces])
    return None


def _shown(program: Program, goals: Goals) -> list[CheckedQuery] | None:
    """The proofs that no operation overflows, if that was asked of each and all have one that relies on nothing."""
    if GoalKind.OVERFLOW.value not in program.task.checks:
        return None
    asked = [goal for goal in goals.asked if goal.kind is GoalKind.OVERFLOW]
    if any(one.verdict is not Verdict.TRUE or one.relies for one in map(goals.answer, asked)):
        return None
    return [piece for goal in asked for pieces in goals.proofs(goal) for piece in pieces]


def _settle(goals: Goals, pieces: list[CheckedQuery]) -> None:
    """No proof relies on that nothing overflows, as the pieces show it."""
    goals.won = {number: _absolute(won, pieces) for number, won in goals.won.items()}
    goals.trivial = {goal: _absolute(won, pieces) for goal, won in goals.trivial.items()}


def _absolute(won: Won, pieces: list[CheckedQuery]) -> Won:
    """A proof of a program in which nothing overflows, as the pieces show."""
    return Won(won.strategy, [*map(_without_reliance, won.pieces), *pieces])


def _without_reliance(piece: CheckedQuery) -> CheckedQuery:
    request = piece.request
    return replace(piece, request=replace(request, relies=False)) if isinstance(request, Calculation) else piece
