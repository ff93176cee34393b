"""Why something was not decided, in the user's words, and what to do next.

What a strategy says of itself (its programs, candidates and closed forms) is for those who ask to have it explained.
"""

from __future__ import annotations

import shlex

from veriabs.core.goals import Goal, GoalKind
from veriabs.core.reasons import Reason, ReasonKind

_TIME = (ReasonKind.TIMEOUT, ReasonKind.BUDGET)
_INTERNAL = (ReasonKind.NO_SMALL_K, ReasonKind.SIDE_CONDITION, ReasonKind.NOT_APPLICABLE)


def is_late(reason: Reason | None) -> bool:
    """Was it the time that did not do?"""
    return reason is not None and reason.kind in _TIME


def why(reason: Reason | None) -> str:
    """The reason without the notation of a strategy."""
    if reason is None:
        return "no reason given"
    place = f" at {reason.where}" if reason.where else ""
    match reason.kind:
        case ReasonKind.TIMEOUT:
            return f"a solver ran out of time{place}"
        case ReasonKind.OUT_OF_BOUNDS:
            return f"neither proved nor refuted, for an access may be out of bounds{place}"
        case kind if kind in _INTERNAL:
            values = f", not shown with {reason.values}" if reason.values else ""
            return f"neither proved nor refuted{values}{place}"
        case _:
            return str(reason)


def hint_of(reason: Reason, name: str, goal: Goal | None = None) -> str:
    """One thing to try next; a reason without a hint of its own has that of its kind, and of the goal's."""
    if reason.hint:
        return reason.hint
    file = shlex.quote(name)
    if "missing body of " in reason.text:
        return f"the file that has it as well: veriabs verify {file} OTHER.c"
    match reason.kind:
        case ReasonKind.TIMEOUT | ReasonKind.BUDGET:
            return "a larger --timeout"
        case ReasonKind.MEMORY:
            return "a larger --memory, or --jobs 1"
        case ReasonKind.CRASH:
            return "veriabs doctor"
        case ReasonKind.NO_SMALL_K:
            return "a larger --max-k"
        case ReasonKind.NOT_CONFIRMED | ReasonKind.OUT_OF_BOUNDS:
            return f"veriabs verify {file} --keep DIR, which keeps what CBMC was given and what it said"
        case ReasonKind.MISREAD:
            return f"veriabs verify {file} --keep DIR, which keeps what both readings do; this is an error in veriabs"
        case ReasonKind.SIDE_CONDITION | ReasonKind.NOT_APPLICABLE if goal is not None:
            return _rule_out(goal, file)
        case ReasonKind.UNSUPPORTED | ReasonKind.SIDE_CONDITION | ReasonKind.NOT_APPLICABLE:
            return f"veriabs loops {file}, which says of every loop what is known and what is not"


def _rule_out(goal: Goal, file: str) -> str:
    """What tells a proof more: of the inputs what the check needs, of an assertion what was tried."""
    if goal.kind is GoalKind.ASSERTION:
        return f"veriabs verify {file} --explain, which says what was tried"
    if goal.function:
        return f"a precondition of {goal.function} that rules it out (__CPROVER_requires, or ACSL requires)"
    return "__VERIFIER_assume(...) behind the inputs that it depends on, if they rule it out; else --explain"
