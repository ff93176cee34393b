"""Read from the result of one run which of its assertions are proved: those whose checks all passed."""

from __future__ import annotations

from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.runs import Outcome
from veriabs.core.statements import Assert, CheckKind
from veriabs.core.verdict import reason_of, restrict


def hopeless(piece: CheckedQuery) -> bool:
    """Whether all assertions failed, so that dropping candidates cannot help."""
    goals, failed = {text for texts in _checks_of(piece).values() for text in texts}, set(piece.failed_obligations())
    return goals <= failed or not failed <= goals


def _checks_of(piece: CheckedQuery) -> dict[int, list[str]]:
    """The checks of each assertion."""
    assert isinstance(piece.request, Query)
    found: dict[int, list[str]] = {}
    for text, about in piece.request.ids.items():
        if about.kind is CheckKind.GOAL:
            found.setdefault(about.number, []).append(text)
    return found


def proof_of(assertion: Assert, piece: CheckedQuery | None) -> tuple[CheckedQuery, ...] | Reason:
    """The part of a run that proves an assertion, with its premises; or the reason for having no proof."""
    if piece is None:
        text = "candidate invariants still fail in the last round"
        return Reason(ReasonKind.SIDE_CONDITION, text, assertion.where)
    goals = _checks_of(piece)
    others = {text for number, texts in goals.items() if number != assertion.number for text in texts}
    shown = restrict(piece, set(piece.request.asked) - others) if assertion.number in goals else None
    if shown is not None:
        return (shown,)
    if piece.run.outcome is not Outcome.FAILURE:
        return reason_of(piece.request, piece.run)
    failed = [text for text in piece.failed_obligations() if text not in others]
    text = f"invariants found do not prove: {'; '.join(failed[:2])}"
    return Reason(ReasonKind.SIDE_CONDITION, text, assertion.where)
