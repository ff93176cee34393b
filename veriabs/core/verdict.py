"""Claim, Run -> Verdict: the whole soundness policy. TRUE and FALSE come from here and from nowhere else.

docs/soundness.md says what both rest on.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.counterexample import Replay
from veriabs.core.goals import Goal
from veriabs.core.queries import Calculation, CheckedQuery, Request
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Answer, GoalAnswer, Report, Translation, Validation, Verdict
from veriabs.core.runs import Claim, Outcome, Overflow, Run
from veriabs.core.source import Task


class Conclusion(Struct, frozen=True):
    """A verdict; an UNKNOWN always has a reason."""

    verdict: Verdict
    reason: Reason | None = None


def conclude(
    proofs: Sequence[Sequence[CheckedQuery]],
    replay: Replay | None = None,
    overflow: Overflow = Overflow.UNDEFINED,
    validation: Validation | None = None,
) -> Conclusion:
    """The verdict from one proof an assertion, and from the replay of a counterexample, if there was one.

    TRUE if each proof's every piece said what it had to say. A proof needs a piece that over-approximates the program's
    errors; side conditions alone prove nothing. Where overflows wrap, what holds up to the first one is no proof.
    FALSE if a compiled program was seen to reach the error. A proof is worth nothing if it is of another program than
    the user's: `validation` says what was seen of that.
    """
    proved = _proved(proofs)
    if proved.verdict is Verdict.TRUE and validation is not None and validation.translation is Translation.DIFFERENT:
        proved = Conclusion(Verdict.UNKNOWN, misread(validation))
    if overflow is Overflow.WRAP and relies_on_no_overflow(proofs):
        proved = Conclusion(
            Verdict.UNKNOWN, Reason(ReasonKind.SIDE_CONDITION, "the proof needs that nothing overflows")
        )
    if replay is not Replay.REACHED:
        return proved
    if proved.verdict is Verdict.TRUE:
        return Conclusion(
            Verdict.UNKNOWN, Reason(ReasonKind.CRASH, "both proved and refuted: an error in veriabs itself")
        )
    return Conclusion(Verdict.FALSE)


def overall(goals: Iterable[GoalAnswer]) -> Verdict:
    """The verdict of a program from those of its goals: FALSE if one fails, TRUE if there are some and all hold."""
    words = {answer.verdict for answer in goals}
    if Verdict.FALSE in words:
        return Verdict.FALSE
    return Verdict.TRUE if words == {Verdict.TRUE} else Verdict.UNKNOWN


def so_far(
    task: Task,
    reason: Reason,
    cbmc_version: str,
    answers: Sequence[Answer],
    asked: Sequence[Goal],
    goals: Sequence[GoalAnswer],
) -> Report:
    """The report of an analysis that was ended: a goal that had failed has failed, all others that were asked are open.

    A proof is not finished before all that was compared meanwhile is known.
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


def _proved(proofs: Sequence[Sequence[CheckedQuery]]) -> Conclusion:
    if not proofs:
        return Conclusion(Verdict.UNKNOWN, Reason(ReasonKind.NOT_APPLICABLE, "nothing was proved"))
    for pieces in proofs:
        if not any(piece.request.claim in (Claim.OVER, Claim.EXACT) for piece in pieces):
            return Conclusion(Verdict.UNKNOWN, Reason(ReasonKind.NOT_APPLICABLE, "no program covers the assertion"))
        for piece in pieces:
            if not holds(piece):
                return Conclusion(Verdict.UNKNOWN, reason_of(piece.request, piece.run))
    return Conclusion(Verdict.TRUE)


def misread(validation: Validation) -> Reason:
    """Why no proof counts, with a place where the two readings of the program differ."""
    text = f"veriabs read this program differently than the compiler: not the same when {validation.detail}"
    return Reason(ReasonKind.MISREAD, text)


def relies_on_no_overflow(proofs: Sequence[Sequence[CheckedQuery]]) -> bool:
    """Does some piece prove only what happens up to the first signed overflow?"""
    return any(isinstance(p.request, Calculation) and p.request.relies for pieces in proofs for p in pieces)


def holds(piece: CheckedQuery) -> bool:
    """Did the run say what the proof needs: the needed outcome, with every asked check among its results?"""
    run, request = piece.run, piece.request
    if run.outcome is not request.needed or not request.asked:
        return False
    said = {check.description: check.status for check in run.checks}
    if request.needed is Outcome.FAILURE:
        return all(said.get(description) == "FAILURE" for description in request.asked)
    return all(said.get(d) == "SUCCESS" for d in request.asked)


def narrowed(piece: CheckedQuery, wanted: Container[str]) -> CheckedQuery | None:
    """What a run of several goals says of one: the part of it that was asked for, if all of that passed.

    The checks that it rests on have to be wanted as well. Of a run without an answer nothing is taken, nor of one in
    which something failed that was not asked: an unwinding assertion says that not every run was seen.
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
    """Why a piece did not say what it had to say."""
    match run.outcome:
        case Outcome.TIMEOUT:
            return Reason(ReasonKind.TIMEOUT, f"CBMC ran out of time in the {request.purpose} ({run.detail})")
        case Outcome.MEMORY:
            return Reason(ReasonKind.MEMORY, f"CBMC ran out of memory in the {request.purpose}")
        case Outcome.CRASH | Outcome.UNKNOWN:
            return Reason(ReasonKind.CRASH, f"CBMC gave no answer to the {request.purpose}: {run.detail}")
        case Outcome.SUCCESS | Outcome.FAILURE:
            failed = "; ".join(run.failed()[:2]) or "an expected check is missing"
            return Reason(ReasonKind.SIDE_CONDITION, f"{request.purpose}: not proved: {failed}")
