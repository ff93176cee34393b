"""The obligations of a program: which are proved, and what the calculation says about them."""

from __future__ import annotations

from collections.abc import Iterable

from veriabs.strategies.closed_forms.state import Obligation
from veriabs.terms.binders import walk
from veriabs.terms.bounds import sum_bounds, unfound
from veriabs.terms.conditions import disjunction, negate
from veriabs.terms.entail import Facts
from veriabs.terms.printing import show
from veriabs.terms.simplify import Simplifier
from veriabs.terms.terms import Condition, Is, Kind

ANSWERS = {
    True: "closed forms prove the assertion and every access up to the first signed overflow",
    False: "closed forms prove the assertion and every access with arithmetic that wraps",
}
"""What the calculation is asked, by whether it relies on the absence of signed overflow."""

LATE = "takes long"
"""What is said of one of several assertions that was given up."""


def answer_of(number: int, *, relies: bool) -> str:
    """What a calculation for several assertions is asked of one."""
    return f"assertion {number}: {ANSWERS[relies]}"


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
    otherwise, left = _about_sums(goal)
    facts = (*obligation.facts, *otherwise)
    more = sum_bounds(facts, left, simplifier)
    return bool(more) and simplifier.entailment.proves((*facts, *more), left)


def _about_sums(goal: Condition) -> tuple[Facts, Condition]:
    """What a goal says of sums where nothing else in it holds, and that this is so."""
    ways = goal.parts if goal.kind is Is.OR else (goal,)
    sums = [way for way in ways if any(atom.kind is Kind.SUM for atom in walk(way))]
    return tuple(unfound(negate(way)) for way in ways if way not in sums), disjunction(sums)
