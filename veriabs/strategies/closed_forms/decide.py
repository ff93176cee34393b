"""Decide assertions by closed forms: translate the whole program to terms, then prove every obligation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct

from veriabs.core.program import Program
from veriabs.core.runs import Overflow
from veriabs.loops.build import with_distinct_ids
from veriabs.strategies.closed_forms.execute import Executor
from veriabs.strategies.closed_forms.loops import summarise
from veriabs.strategies.closed_forms.state import Obligation, UnsolvedError
from veriabs.terms.binders import walk
from veriabs.terms.bounds import sum_bounds, unsuccessful_search
from veriabs.terms.conditions import disjunction, negate
from veriabs.terms.entail import CHEAP, PRODUCTS, Entailment, Facts
from veriabs.terms.printing import show
from veriabs.terms.simplify import Simplifier
from veriabs.terms.terms import Condition, Is, Kind

EACH_SECONDS = 0.5
"""Processor seconds for the obligations of one of several assertions, so that it does not delay the others."""


class AssertionResult(Struct, frozen=True):
    """The result for one assertion.

    `checks` are results in CBMC's words by description; `up_to_overflow`: the proof covers runs up to the first signed
    overflow; `late`: the calculation gave up.
    """

    proved: bool
    up_to_overflow: bool
    reason: str
    checks: dict[str, str]
    late: bool = False


def decide(
    program: Program, number: int, overflow: Overflow = Overflow.UNDEFINED, seconds: float = 20.0
) -> AssertionResult:
    """Is the assertion never violated, and is every access in bounds?"""
    return decide_each(program, (number,), overflow, seconds, seconds)[number]


def decide_each(
    program: Program,
    numbers: Sequence[int],
    overflow: Overflow = Overflow.UNDEFINED,
    seconds: float = 20.0,
    each: float = EACH_SECONDS,
) -> dict[int, AssertionResult]:
    """Decide several assertions in one pass over the program: first with wrapping arithmetic, then as the C standard
    says.

    Entailments over integers are the same in both modes, so the second mode only handles open assertions that are not
    late. Products that wrap rarely succeed, so the first mode gives them little time.
    """
    program, simplifier = with_distinct_ids(program), Simplifier(Entailment(seconds))
    found: dict[int, AssertionResult] = {}
    modes = (Overflow.WRAP,) if overflow is Overflow.WRAP else (Overflow.WRAP, Overflow.UNDEFINED)
    for mode in modes:
        simplifier.entailment.products = PRODUCTS if mode is modes[-1] else CHEAP
        done = {number for number, one in found.items() if one.proved or one.late}
        left = [number for number in numbers if number not in done]
        found |= _decide(program, left, mode, simplifier, each) if left else {}
    return found


def _decide(
    program: Program, numbers: Sequence[int], mode: Overflow, simplifier: Simplifier, each: float
) -> dict[int, AssertionResult]:
    executor = Executor(summarise, program, frozenset(numbers), mode, simplifier)
    up_to_overflow = mode is Overflow.UNDEFINED
    try:
        executor.run(program.body, [executor.initial()])
    except UnsolvedError as error:
        return dict.fromkeys(numbers, AssertionResult(False, up_to_overflow, str(error), {}))
    obligations = executor.frame.obligations
    accesses, wrong = check((one for one in obligations if one.number is None), simplifier)
    if wrong:
        return dict.fromkeys(numbers, AssertionResult(False, up_to_overflow, wrong, accesses))
    found = {}
    for number in numbers:
        with _limited(simplifier.entailment, each) as limited:
            checks, reason = check((one for one in obligations if one.number == number), simplifier)
            late = limited.spent > limited.seconds
        found[number] = AssertionResult(not reason, up_to_overflow, reason, accesses | checks, late)
    return found


@contextmanager
def _limited(entailment: Entailment, seconds: float) -> Iterator[Entailment]:
    """Limit the seconds that entailment may use, within the overall budget."""
    whole = entailment.seconds
    entailment.seconds = min(whole, entailment.spent + seconds)
    try:
        yield entailment
    finally:
        entailment.seconds = whole


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
