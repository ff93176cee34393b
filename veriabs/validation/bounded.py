"""Compare two programs by CBMC instead of running them: all inputs, few iterations, small arrays.

Both programs are in one C text. The first one records its events, the second one has to repeat them. Runs with
undefined behaviour or too many iterations are excluded. Equality counts only if some run reaches its end.
"""

from __future__ import annotations

from veriabs.core.queries import Query
from veriabs.core.results import Agreement, Validation
from veriabs.core.runs import CheckResult, Outcome, Run
from veriabs.validation.native import ProgramPair

SMALL = {2: 6, 8: 12}
"""Sizes of the smallest array, with the unwinding for each."""

MOST, FAR = 20, 24
"""Largest size of arrays that keep their size, and the unwinding for them."""

INPUTS, LIMIT = 4, 8
"""Arbitrary inputs per place (or cells), and compared events per place."""

ENDS = "the comparison comes to its end"


def query(pair: ProgramPair, unwind: int) -> Query:
    """The request to CBMC that compares both programs."""
    values = {**pair.values(), "visits": INPUTS, "limit": LIMIT, "ends": ENDS}
    asked = tuple(f"event {number}" for number in range(pair.count + 2))
    return Query("comparison at small bounds", "validation/cbmc", values, asked, unwind, needed=Outcome.FAILURE)


def bounded_validation(pair: ProgramPair, run: Run) -> Validation:
    """The result of the CBMC run; it covers loops up to the unwinding only."""
    status = {check.description: check for check in run.checks}
    failed = [number for number in range(pair.count + 2) if _fails(status.get(f"event {number}"))]
    if failed:
        return Validation(Agreement.DIFFERENT, str(pair.event(failed[0])))
    if _fails(status.get(ENDS)):
        return Validation(Agreement.SAME)
    explanation = "no run ends within small bounds" if ENDS in status else run.detail
    return Validation(Agreement.NOT_COMPARED, f"CBMC compared nothing: {explanation}")


def _fails(check: CheckResult | None) -> bool:
    return check is not None and check.status == "FAILURE"
