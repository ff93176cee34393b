"""The obligations of a program: which are proved, and what the calculation says about them."""

from __future__ import annotations

from collections.abc import Iterable

from veriabs.strategies.closed_forms.state import Obligation
from veriabs.terms.bounds import sum_bounds
from veriabs.terms.printing import show
from veriabs.terms.simplify import Simplifier

ANSWERS = {
    True: "closed forms prove the assertion and every access up to the first signed overflow",
    False: "closed forms prove the assertion and every access with arithmetic that wraps",
}
"""What the calculation is asked, by whether it relies on the absence of signed overflow."""


def check(obligations: Iterable[Obligation], simplifier: Simplifier) -> tuple[dict[str, str], str]:
    """What is said of each obligation, in CBMC's words, up to the first one that is not proved."""
    checks: dict[str, str] = {}
    reason = ""
    for obligation in dict.fromkeys(obligations):
        proved = _proved(obligation, simplifier)
        if not proved:
            reason = f"{obligation.text}: not proved: {show(obligation.goal)}"
        checks[obligation.text] = "SUCCESS" if proved else "UNKNOWN"
        if not proved:
            break
    return checks, reason


def _proved(obligation: Obligation, simplifier: Simplifier) -> bool:
    if simplifier.entailment.follows(obligation.facts, obligation.goal):
        return True
    goal = simplifier.condition(obligation.goal, obligation.facts)
    if simplifier.entailment.proves(obligation.facts, goal):
        return True
    more = sum_bounds(obligation.facts, goal, simplifier)
    return bool(more) and simplifier.entailment.proves((*obligation.facts, *more), goal)
