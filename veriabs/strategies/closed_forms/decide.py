"""Decide assertions by closed forms: translate the whole program to terms, then prove every obligation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct

from veriabs.core.program import Program
from veriabs.core.runs import Overflow
from veriabs.loops.build import with_distinct_ids
from veriabs.strategies.closed_forms.check import check
from veriabs.strategies.closed_forms.execute import Executor
from veriabs.strategies.closed_forms.loops import summarise
from veriabs.strategies.closed_forms.state import UnsolvedError
from veriabs.terms.entail import CHEAP, PRODUCTS, Entailment
from veriabs.terms.simplify import Simplifier

EACH_SECONDS = 0.5
"""Processor seconds for the obligations of one of several assertions, so that it does not delay the others."""


class AssertionResult(Struct, frozen=True):
    """The result for one assertion.

    `checks` are results in CBMC's words by description; `relies`: the proof holds up to the first signed overflow;
    `late`: the calculation gave up.
    """

    proved: bool
    relies: bool
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
    relies = mode is Overflow.UNDEFINED
    try:
        executor.run(program.body, [executor.initial()])
    except UnsolvedError as error:
        return dict.fromkeys(numbers, AssertionResult(False, relies, str(error), {}))
    obligations = executor.frame.obligations
    accesses, wrong = check((one for one in obligations if one.number is None), simplifier)
    if wrong:
        return dict.fromkeys(numbers, AssertionResult(False, relies, wrong, accesses))
    found = {}
    for number in numbers:
        with _limited(simplifier.entailment, each) as limited:
            checks, reason = check((one for one in obligations if one.number == number), simplifier)
            late = limited.spent > limited.seconds
        found[number] = AssertionResult(not reason, relies, reason, accesses | checks, late)
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
