"""One assertion decided by closed forms: the whole program as terms, then every obligation."""

from __future__ import annotations

from msgspec import Struct

from veriabs.core.program import Program
from veriabs.core.runs import Overflow
from veriabs.loops.build import told_apart
from veriabs.strategies.closed_forms.check import check
from veriabs.strategies.closed_forms.execute import Executor
from veriabs.strategies.closed_forms.loops import summarise
from veriabs.strategies.closed_forms.state import UnsolvedError
from veriabs.terms.entail import Entailment
from veriabs.terms.simplify import Simplifier


class Result(Struct, frozen=True):
    """What was found out: `checks` are CBMC's words by description, `relies` that it holds up to an overflow only."""

    proved: bool
    relies: bool
    reason: str
    notes: tuple[str, ...]
    checks: dict[str, str]


def decide(program: Program, number: int, overflow: Overflow = Overflow.UNDEFINED, seconds: float = 20.0) -> Result:
    """Is the assertion never violated and every access in bounds? Wrapping arithmetic first, then the C standard's.

    What follows from what over the whole numbers is the same for both, so the second one asks for the rest only.
    """
    program, simplifier = told_apart(program), Simplifier(Entailment(seconds))
    modes = (Overflow.WRAP,) if overflow is Overflow.WRAP else (Overflow.WRAP, Overflow.UNDEFINED)
    for mode in modes:
        result = _decide(program, number, mode, simplifier)
        if result.proved:
            break
    return result


def _decide(program: Program, number: int, mode: Overflow, simplifier: Simplifier) -> Result:
    executor = Executor(summarise, program, number, mode, simplifier)
    relies = mode is Overflow.UNDEFINED
    try:
        executor.run(program.body, [executor.initial()])
    except UnsolvedError as error:
        return Result(False, relies, str(error), tuple(executor.notes), {})
    checks, reason = check(executor.frame.obligations, executor.simplifier)
    return Result(not reason, relies, reason, tuple(executor.notes), checks)
