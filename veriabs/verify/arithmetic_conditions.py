"""Handle proofs that hold up to the first undefined operation: find out whether and where one can occur.

If none can, the verdict is TRUE; otherwise it is "TRUE if nothing overflows at line 12".
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from veriabs.core.conditions import ConditionKind, VerdictCondition
from veriabs.core.copying import replace
from veriabs.core.errors import VeriabsError
from veriabs.core.goals import GoalKind
from veriabs.core.program import Program
from veriabs.core.queries import Calculation, CheckedQuery
from veriabs.core.results import Verdict
from veriabs.core.source import Where
from veriabs.core.verdict import relies_on_no_overflow, with_condition
from veriabs.loops.flatten import keep_only, without_other_goals
from veriabs.verify.goals import Goals
from veriabs.verify.portfolio import RaceProof
from veriabs.verify.prove import Prover
from veriabs.verify.session import Session


def resolve_overflows(session: Session, program: Program, goals: Goals) -> None:
    """Prove that nothing overflows, so that no proof depends on it; else add the possible overflows to the condition.

    It only uses programs with all goals, which cost few runs of CBMC, and none if the program's checks proved it
    already.
    """
    pieces = _proofs_of_no_overflow(program, goals)
    if pieces is not None:
        _drop_dependence(goals, pieces)
        return
    found = _prove_checks(session, program, GoalKind.OVERFLOW, Prover.side_by_side)
    if found is None:
        return
    if found.open():
        may_overflow = VerdictCondition(ConditionKind.OVERFLOW, "", tuple(goal.where for goal in found.open()))
        goals.change(lambda won: replace(won, pieces=[_naming(piece, may_overflow) for piece in won.pieces]))
        return
    _drop_dependence(goals, _pieces(found))


def resolve_checks(session: Session, program: Program, goals: Goals) -> None:
    """Prove that shifts are by less than the width, that divisors are not zero, and that floating-point numbers fit the
    integer types they are converted to, so that no proof depends on it (C11 6.5.5, 6.5.7, 6.3.1.4)."""
    for condition in filter(is_provable, goals.conditions):
        kind, places = GoalKind(condition.text), frozenset(condition.places)
        places = frozenset() if kind is GoalKind.SHIFT else places  # every shift has a condition
        is_asked = kind.value in program.task.checks
        found = goals if is_asked else _prove_checks(session, program, kind, _prove_in_all_ways, places)
        asked = [one for one in found.asked if not places or one.kind is kind and one.where in places] if found else []
        if found is None or not places <= {goal.where for goal in asked}:
            continue
        proofs = [found.proofs(goal) if found.is_proved(goal) else [] for goal in asked]
        if all(proofs):
            goals.conditions = tuple(one for one in goals.conditions if one != condition)
            pieces = [piece for several in proofs for proof in several for piece in proof]
            goals.change(partial(_with_pieces, pieces))


def _with_pieces(pieces: list[CheckedQuery], won: RaceProof) -> RaceProof:
    return replace(won, pieces=[*won.pieces, *pieces])


def is_provable(condition: VerdictCondition) -> bool:
    """Whether the condition is about operations that a check can prove to be defined."""
    checked = condition.text in [kind.value for kind in (GoalKind.SHIFT, GoalKind.CONVERSION, GoalKind.DIV_BY_ZERO)]
    return condition.kind is ConditionKind.CHECK and checked and bool(condition.places)


def _prove_in_all_ways(prover: Prover, _: Goals) -> object:
    return prover.prove()


def _prove_checks(
    session: Session,
    program: Program,
    kind: GoalKind,
    prove: Callable[[Prover, Goals], object],
    places: frozenset[Where] = frozenset(),
) -> Goals | None:
    """The goals of a kind, at `places` if there are any, after an attempt to prove them without the other goals."""
    from veriabs.frontend.program import parse_and_lower  # imported late: few proofs depend on them

    task = replace(program.task, checks=(kind.value,), assertions=False)
    try:
        checked = without_other_goals(parse_and_lower(task, program.preprocessed, session.deadline))
    except VeriabsError:
        return None
    if places:
        checked = keep_only(checked, lambda one: one.kind is not kind or one.where in places)
    found = Goals.of(checked, session.options.overflow)
    prove(Prover(session, checked, goals=found), found)
    return found


def _pieces(proved: Goals) -> list[CheckedQuery]:
    return [piece for won in (*proved.won.values(), *proved.trivial.values()) for piece in won.pieces]


def _proofs_of_no_overflow(program: Program, goals: Goals) -> list[CheckedQuery] | None:
    """The proofs that no operation overflows, if every operation has a check with an independent proof."""
    if GoalKind.OVERFLOW.value not in program.task.checks:
        return None
    asked = [goal for goal in goals.asked if goal.kind is GoalKind.OVERFLOW]
    proofs = [pieces for goal in asked for pieces in goals.proofs(goal)]
    if any(goals.answer(goal).verdict is not Verdict.TRUE for goal in asked) or relies_on_no_overflow(proofs):
        return None
    return [piece for pieces in proofs for piece in pieces]


def _drop_dependence(goals: Goals, pieces: list[CheckedQuery]) -> None:
    """Remove the dependence on overflows from every proof, since `pieces` prove that there is none."""
    goals.change(lambda won: replace(won, pieces=[*map(_without_overflow_assumption, won.pieces), *pieces]))


def _naming(piece: CheckedQuery, may_overflow: VerdictCondition) -> CheckedQuery:
    """The run with the places where an overflow is possible."""
    return with_condition(piece, may_overflow) if relies_on_no_overflow([[piece]]) else piece


def _without_overflow_assumption(piece: CheckedQuery) -> CheckedQuery:
    request = piece.request
    return replace(piece, request=replace(request, up_to_overflow=False)) if isinstance(request, Calculation) else piece
