"""Compares two programs by CBMC instead of running them: all inputs, a few iterations, small arrays.

Both programs are in one C text. The first one writes down its events, the second one has to have the same; a run that
does something undefined or takes more iterations is none. It is compared only if some run comes to its end.
"""

from __future__ import annotations

from veriabs.core.queries import Query
from veriabs.core.results import Translation, Validation
from veriabs.core.runs import CheckResult, Outcome, Run
from veriabs.validation.native import Pair

SMALL = {2: 6, 8: 12}
"""Sizes of the smallest array, and the unwinding for each."""

MOST, FAR = 20, 24
"""Sizes up to which arrays are compared as they are, and the unwinding for them."""

INPUTS, LIMIT = 4, 8
"""Inputs of each place, or cells, that are arbitrary, and events of each place that are compared."""

ENDS = "the comparison comes to its end"


def query(pair: Pair, unwind: int) -> Query:
    """The program that compares both."""
    values = {**pair.values(), "visits": INPUTS, "limit": LIMIT, "ends": ENDS}
    asked = tuple(f"event {number}" for number in range(pair.count + 2))
    return Query("comparison at small bounds", "validation/cbmc", values, asked, unwind, needed=Outcome.FAILURE)


def judged(pair: Pair, run: Run) -> Validation:
    """What the run says; loops that are longer are not looked at."""
    status = {check.description: check for check in run.checks}
    failed = [number for number in range(pair.count + 2) if _fails(status.get(f"event {number}"))]
    if failed:
        return Validation(Translation.DIFFERENT, str(pair.event(failed[0])))
    if _fails(status.get(ENDS)):
        return Validation(Translation.SAME)
    told = "no run ends within small bounds" if ENDS in status else run.detail
    return Validation(Translation.NOT_COMPARED, f"CBMC compared nothing: {told}")


def _fails(check: CheckResult | None) -> bool:
    return check is not None and check.status == "FAILURE"
