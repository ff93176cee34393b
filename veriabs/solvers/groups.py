"""Decide the checks of a program in groups, after one run for all of them took too long.

CBMC reports nothing before it has decided every check, so one hard check hides the results of a hundred easy ones.
Each run here decides a few checks of the same program, so a status means the same as in a run with all checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor

from veriabs.core.copying import replace
from veriabs.core.runs import CheckResult, Outcome, Run

SIZES = (32, 8, 2, 1)
"""The number of checks of a run; undecided groups are divided further.

Of groups of 4, 8, 16 and 32 checks, 32 took the least processor time on functions with 60 to 270 checks.
"""


def decide_groups(
    checks: Sequence[CheckResult], decide: Callable[[Sequence[CheckResult]], Run], jobs: int
) -> list[CheckResult]:
    """The decided checks; `decide` runs CBMC on a few of them, `jobs` runs at a time."""
    found: list[CheckResult] = []
    left: list[Sequence[CheckResult]] = [checks]
    with ThreadPoolExecutor(jobs) as pool:
        for size in (one for one in SIZES if one < len(checks)):
            groups = [group[begin : begin + size] for group in left for begin in range(0, len(group), size)]
            left = []
            for group, run in zip(groups, pool.map(decide, groups), strict=True):
                if run.outcome in (Outcome.SUCCESS, Outcome.FAILURE):
                    found += run.checks
                else:
                    left.append(group)
    return found


def joined(whole: Run, asked: Iterable[str], checks: Sequence[CheckResult], found: Sequence[CheckResult]) -> Run:
    """The run with all `checks`, of which some are `found`; the `whole` one if there are none.

    It is a failure if any check is not proved.
    """
    known = {check.name: check for check in found}
    results = tuple(known.get(check.name, check) for check in checks)
    if not known or not {*asked} <= {check.description for check in checks}:
        return whole
    proved = all(check.status == "SUCCESS" for check in results)
    return replace(whole, outcome=Outcome.SUCCESS if proved else Outcome.FAILURE, checks=results, detail="")
