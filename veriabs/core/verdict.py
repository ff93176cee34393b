"""The soundness policy: combines claims and runs into verdicts. No other module concludes TRUE or FALSE.

docs/soundness.md explains the basis of both verdicts.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from msgspec import Struct

from veriabs.core.conditions import NO_OVERFLOW, ConditionKind, VerdictCondition, merge
from veriabs.core.copying import replace
from veriabs.core.counterexample import Replay
from veriabs.core.goals import Goal
from veriabs.core.queries import Calculation, CheckedQuery, Request
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Agreement, Answer, GoalAnswer, Report, Validation, Verdict
from veriabs.core.runs import Approximation, Outcome, Overflow, Run
from veriabs.core.source import Task


class Conclusion(Struct, frozen=True):
    """A verdict; an UNKNOWN always has a reason, a TRUE holds under its conditions."""

    verdict: Verdict
    reason: Reason | None = None
    conditions: tuple[VerdictCondition, ...] = ()


def conclude(
    proofs: Sequence[Sequence[CheckedQuery]],
    replay: Replay | None = None,
    overflow: Overflow = Overflow.UNDEFINED,
    validation: Validation | None = None,
    given: Sequence[VerdictCondition] = (),
) -> Conclusion:
    """Conclude the verdict from one proof per assertion, and from the replay of a counterexample, if any.

    TRUE requires that each piece of each proof has its needed outcome, and that each proof has a piece that
    over-approximates the program's errors; side conditions alone prove nothing. If overflow wraps, a proof up to the
    first overflow does not count. FALSE requires that a compiled program was observed to reach the error. If
    `validation` found that the lowered program differs from the user's, no proof counts. `given` are conditions beside
    those of the pieces.
    """
    proved = _proved(proofs, given)
    if proved.verdict is Verdict.TRUE and validation is not None and validation.translation is Agreement.DIFFERENT:
        proved = Conclusion(Verdict.UNKNOWN, lowering_mismatch(validation))
    if overflow is Overflow.WRAP and relies_on_no_overflow(proofs):
        text = "the proof assumes that nothing overflows; with --overflow=wrap it may"
        proved = Conclusion(Verdict.UNKNOWN, Reason(ReasonKind.SIDE_CONDITION, text))
    if replay is not Replay.REACHED:
        return proved
    if proved.verdict is Verdict.TRUE:
        return Conclusion(
            Verdict.UNKNOWN, Reason(ReasonKind.INTERNAL, "both proved and refuted: an error in veriabs itself")
        )
    return Conclusion(Verdict.FALSE)


def overall(goals: Iterable[GoalAnswer]) -> Verdict:
    """The verdict of a program: FALSE if one goal fails, TRUE if there are goals and all hold, else UNKNOWN."""
    words = {answer.verdict for answer in goals}
    if Verdict.FALSE in words:
        return Verdict.FALSE
    return Verdict.TRUE if words == {Verdict.TRUE} else Verdict.UNKNOWN


def conditions_of(
    verdict: Verdict, goals: Iterable[GoalAnswer], given: Sequence[VerdictCondition] = ()
) -> tuple[VerdictCondition, ...]:
    """The conditions of a program: for TRUE those of all goals, else the assumptions `given` for every proof."""
    return merge(one for goal in goals for one in goal.conditions) if verdict is Verdict.TRUE else tuple(given)


def partial_report(
    task: Task,
    reason: Reason,
    cbmc_version: str,
    answers: Sequence[Answer],
    asked: Sequence[Goal],
    goals: Sequence[GoalAnswer],
) -> Report:
    """The report of an interrupted analysis: refuted goals stay refuted, all others that were asked are UNKNOWN.

    Proofs do not count here, since translation validation has not finished.
    """
    failed = tuple(one for one in goals if one.verdict is Verdict.FALSE)
    refuted = {one.goal for one in failed}
    left = tuple(GoalAnswer(one, Verdict.UNKNOWN, "", reason) for one in asked if one not in refuted)
    verdict = overall(failed)
    first = failed[0] if failed else None
    return Report(
        *(task, verdict, first.strategy if first else "", None if first else reason, (), (), 0.0, 0.0, cbmc_version),
        counterexample=first.counterexample if first else None,
        answers=tuple(answers),
        goals=tuple(sorted((*failed, *left), key=lambda one: one.goal.where)),
    )


def _proved(proofs: Sequence[Sequence[CheckedQuery]], given: Sequence[VerdictCondition]) -> Conclusion:
    if not proofs:
        return Conclusion(Verdict.UNKNOWN, Reason(ReasonKind.NOT_APPLICABLE, "no strategy has proved it"))
    for pieces in proofs:
        if not any(piece.request.claim in (Approximation.OVER, Approximation.EXACT) for piece in pieces):
            reason = Reason(ReasonKind.NOT_APPLICABLE, "no program that CBMC was asked about contains the assertion")
            return Conclusion(Verdict.UNKNOWN, reason)
        for piece in pieces:
            if not holds(piece):
                return Conclusion(Verdict.UNKNOWN, reason_of(piece.request, piece.run))
    return Conclusion(Verdict.TRUE, None, _conditions(proofs, given))


def _conditions(
    proofs: Sequence[Sequence[CheckedQuery]], given: Sequence[VerdictCondition]
) -> tuple[VerdictCondition, ...]:
    """The given conditions and those of the pieces, with "nothing overflows" if a piece relies on it without place."""
    requests = [piece.request for pieces in proofs for piece in pieces]
    own = [one for request in requests for one in request.conditions]
    named = (any(one.kind is ConditionKind.OVERFLOW for one in r.conditions) for r in requests if _no_overflow(r))
    return merge((*given, *own, *([] if all(named) else [NO_OVERFLOW])))


def lowering_mismatch(validation: Validation) -> Reason:
    """The reason why no proof counts, with a place where the lowered program differs from the compiled one."""
    text = f"veriabs read this program differently than the compiler: not the same when {validation.detail}"
    return Reason(ReasonKind.MISREAD, text)


def relies_on_no_overflow(proofs: Sequence[Sequence[CheckedQuery]]) -> bool:
    """Whether some piece proves runs only up to the first signed overflow."""
    return any(_no_overflow(piece.request) for pieces in proofs for piece in pieces)


def _no_overflow(request: Request) -> bool:
    return isinstance(request, Calculation) and request.up_to_overflow


def with_condition(piece: CheckedQuery, condition: VerdictCondition) -> CheckedQuery:
    """Add a condition to a piece of a proof."""
    request = piece.request
    return replace(piece, request=replace(request, conditions=(*request.conditions, condition)))


def holds(piece: CheckedQuery) -> bool:
    """Whether the run has the needed outcome, and every asked check is among its results."""
    run, request = piece.run, piece.request
    if run.outcome is not request.needed or not request.asked:
        return False
    statuses = {check.description: check.status for check in run.checks}
    if request.needed is Outcome.FAILURE:
        return all(statuses.get(description) == "FAILURE" for description in request.asked)
    return all(statuses.get(d) == "SUCCESS" for d in request.asked)


def restrict(piece: CheckedQuery, wanted: Container[str]) -> CheckedQuery | None:
    """Restrict a run of several goals to the wanted checks; None unless all of those passed.

    The checks that the goal depends on have to be wanted as well. A run without an answer yields None. So does a run
    with a failed check that was not asked: a failed unwinding assertion means that CBMC did not see every run.
    """
    run, request = piece.run, piece.request
    asked = tuple(text for text in request.asked if text in wanted)
    chosen = frozenset(asked)
    checks = tuple(check for check in run.checks if check.description in chosen)
    if run.outcome not in (Outcome.SUCCESS, Outcome.FAILURE) or not asked or set(run.failed()) - set(request.asked):
        return None
    if {check.description for check in checks} != chosen or any(check.status != "SUCCESS" for check in checks):
        return None
    return CheckedQuery(replace(request, asked=asked), replace(run, outcome=Outcome.SUCCESS, checks=checks))


def reason_of(request: Request, run: Run) -> Reason:
    """The reason why a piece does not have its needed outcome."""
    match run.outcome:
        case Outcome.TIMEOUT:
            return Reason(ReasonKind.TIMEOUT, f"CBMC ran out of time ({request.purpose}: {run.detail})")
        case Outcome.MEMORY:
            return Reason(ReasonKind.MEMORY, f"CBMC ran out of memory ({request.purpose})")
        case Outcome.REJECTED:
            return Reason(ReasonKind.INTERNAL, f"CBMC rejects a generated program ({request.purpose}): {run.detail}")
        case Outcome.CRASH | Outcome.UNKNOWN:
            return Reason(ReasonKind.CRASH, f"CBMC gave no answer ({request.purpose}: {run.detail})")
        case Outcome.SUCCESS | Outcome.FAILURE:
            failed = "; ".join(run.failed()[:2]) or "an expected check is missing"
            return Reason(ReasonKind.SIDE_CONDITION, f"{request.purpose}: not proved: {failed}")
