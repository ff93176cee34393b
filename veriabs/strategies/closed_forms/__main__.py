"""Decides assertions: `python -m` this package with the pickled arguments of `decide_each` on standard input.

Of several assertions the detail has a line each: why it is not proved, or `LATE` where it was given up.
"""

from __future__ import annotations

import gc
import json
import pickle
import signal
import sys

from veriabs.strategies.closed_forms.answers import ANSWERS, LATE, answer_of
from veriabs.strategies.closed_forms.decide import Result, decide, decide_each

GRACE = 10
"""Seconds of the processor beyond the budget after which the process ends without an answer."""


_ALLOCATED = 100_000
"""Objects after which Python looks for those that only refer to each other, of which terms have none."""


def main() -> None:
    gc.set_threshold(_ALLOCATED)
    program, numbers, overflow, seconds = pickle.load(sys.stdin.buffer)
    sys.setrecursionlimit(20_000)
    # The budget counts the solver only; terms that grow beyond all bounds end the process.
    signal.setitimer(signal.ITIMER_PROF, seconds + GRACE)
    if len(numbers) == 1:
        said = _alone(decide(program, numbers[0], overflow, seconds))
    else:
        said = _together(decide_each(program, numbers, overflow, seconds))
    sys.stdout.write(json.dumps(said) + "\n")


def _alone(result: Result) -> dict[str, object]:
    checks = dict(result.checks)
    checks[ANSWERS[True]] = "SUCCESS" if result.proved else "UNKNOWN"
    checks[ANSWERS[False]] = "SUCCESS" if result.proved and not result.relies else "UNKNOWN"
    return {"checks": checks, "detail": result.reason, "notes": list(result.notes)}


def _together(results: dict[int, Result]) -> dict[str, object]:
    """Of several assertions each is proved, or said not to be."""
    checks = {}
    for number, one in results.items():
        checks[answer_of(number, relies=True)] = "SUCCESS" if one.proved else "FAILURE"
        checks[answer_of(number, relies=False)] = "SUCCESS" if one.proved and not one.relies else "FAILURE"
    reasons = (LATE if one.late and not one.proved else one.reason.replace("\n", " ") for one in results.values())
    return {"checks": checks, "detail": "\n".join(reasons)}


if __name__ == "__main__":
    main()
