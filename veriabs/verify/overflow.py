"""Proofs that hold up to the first signed overflow: whether there is one at all."""

from __future__ import annotations

from veriabs.core.copying import replace
from veriabs.core.errors import VeriabsError
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.program import Program
from veriabs.core.queries import Calculation, CheckedQuery
from veriabs.core.source import Where
from veriabs.frontend.program import understand
from veriabs.loops.flatten import wanted
from veriabs.verify.goals import Goals
from veriabs.verify.portfolio import Won
from veriabs.verify.prove import Prover
from veriabs.verify.session import Session


def settle_overflows(session: Session, program: Program, goals: Goals) -> Goal | None:
    """The first operation that is not shown to overflow nowhere; None, and no proof relies on that, if all are.

    Only what all goals side by side show is used: it costs one program for CBMC, or a few.
    """
    task = replace(program.task, checks=(GoalKind.OVERFLOW.value,), assertions=False)
    try:
        checked = wanted(understand(task, program.preprocessed, session.deadline))
    except VeriabsError:
        return Goal(GoalKind.OVERFLOW, Where(str(program.task.path), 0))
    found = Goals.of(checked, session.options.overflow)
    Prover(session, checked, goals=found).side_by_side(found)
    if found.open():
        return found.open()[0]
    pieces = [piece for won in found.won.values() for piece in won.pieces]
    goals.won = {number: _absolute(won, pieces) for number, won in goals.won.items()}
    goals.trivial = {goal: _absolute(won, pieces) for goal, won in goals.trivial.items()}
    return None


def _absolute(won: Won, pieces: list[CheckedQuery]) -> Won:
    """A proof of a program in which nothing overflows, as the pieces show."""
    return Won(won.strategy, [*map(_without_reliance, won.pieces), *pieces])


def _without_reliance(piece: CheckedQuery) -> CheckedQuery:
    request = piece.request
    return replace(piece, request=replace(request, relies=False)) if isinstance(request, Calculation) else piece
