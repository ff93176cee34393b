"""Prove the obligations of a program: a term formula each, under its facts, by simplification and z3."""

from __future__ import annotations

from collections.abc import Iterable

from veriabs.strategies.closed_forms.state import Obligation
from veriabs.terms.binders import walk
from veriabs.terms.bounds import sum_bounds, unsuccessful_search
from veriabs.terms.conditions import disjunction, negate
from veriabs.terms.entail import Facts
from veriabs.terms.printing import show
from veriabs.terms.simplify import Simplifier
from veriabs.terms.terms import Condition, Is, Kind


def check(obligations: Iterable[Obligation], simplifier: Simplifier) -> tuple[dict[str, str], str]:
    """The result for each obligation in CBMC's words, up to the first that is not proved, and the reason for that."""
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
    otherwise, left = _sum_part(goal)
    facts = (*obligation.facts, *otherwise)
    more = sum_bounds(facts, left, simplifier)
    return bool(more) and simplifier.entailment.proves((*facts, *more), left)


def _sum_part(goal: Condition) -> tuple[Facts, Condition]:
    """The part of a disjunction about sums, and the negation of the rest as facts."""
    ways = goal.parts if goal.kind is Is.OR else (goal,)
    sums = [way for way in ways if any(atom.kind is Kind.SUM for atom in walk(way))]
    return tuple(unsuccessful_search(negate(way)) for way in ways if way not in sums), disjunction(sums)
