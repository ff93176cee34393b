"""Decide assertions: `python -m` on this package reads pickled arguments of `decide_each` from standard input.

With several assertions, the detail has one line for each: the reason for having no proof, or `LATE` if it took too
long.
"""

from __future__ import annotations

import gc
import json
import pickle
import signal
import sys

from veriabs.strategies.closed_forms.answers import ANSWERS, LATE, answer_of
from veriabs.strategies.closed_forms.decide import AssertionResult, decide, decide_each

GRACE = 10
"""Processor seconds beyond the budget after which the process ends without an answer."""


_ALLOCATED = 100_000
"""The number of allocations before Python searches for reference cycles, which terms do not have."""


def main() -> None:
    """Decide the assertions from standard input, and print the answers as JSON."""
    gc.set_threshold(_ALLOCATED)
    program, numbers, overflow, seconds = pickle.load(sys.stdin.buffer)
    sys.setrecursionlimit(20_000)
    # The budget limits the solver only; a process whose terms grow without bound is ended.
    signal.setitimer(signal.ITIMER_PROF, seconds + GRACE)
    if len(numbers) == 1:
        answer = _single_answer(decide(program, numbers[0], overflow, seconds))
    else:
        answer = _joint_answer(decide_each(program, numbers, overflow, seconds))
    sys.stdout.write(json.dumps(answer) + "\n")


def _single_answer(result: AssertionResult) -> dict[str, object]:
    checks = dict(result.checks)
    checks[ANSWERS[True]] = "SUCCESS" if result.proved else "UNKNOWN"
    checks[ANSWERS[False]] = "SUCCESS" if result.proved and not result.up_to_overflow else "UNKNOWN"
    return {"checks": checks, "detail": result.reason}


def _joint_answer(results: dict[int, AssertionResult]) -> dict[str, object]:
    """The check results for several assertions, each proved or failed."""
    checks = {}
    for number, one in results.items():
        checks[answer_of(number, up_to_overflow=True)] = _word(one.proved)
        checks[answer_of(number, up_to_overflow=False)] = _word(one.proved and not one.up_to_overflow)
    reasons = (LATE if one.late and not one.proved else one.reason.replace("\n", " ") for one in results.values())
    return {"checks": checks, "detail": "\n".join(reasons)}


def _word(is_proved: bool) -> str:
    """CBMC's word for a check."""
    return "SUCCESS" if is_proved else "FAILURE"


if __name__ == "__main__":
    main()
