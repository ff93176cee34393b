"""Decides one assertion: `python -m` this package with the pickled arguments of `decide` on standard input."""

from __future__ import annotations

import json
import pickle
import signal
import sys

from veriabs.strategies.closed_forms.check import ANSWERS
from veriabs.strategies.closed_forms.decide import decide

GRACE = 10
"""Seconds of the processor beyond the budget after which the process ends without an answer."""


def main() -> None:
    program, number, overflow, seconds = pickle.load(sys.stdin.buffer)
    sys.setrecursionlimit(20_000)
    # The budget counts the solver only; terms that grow beyond all bounds end the process.
    signal.setitimer(signal.ITIMER_PROF, seconds + GRACE)
    result = decide(program, number, overflow, seconds)
    checks = dict(result.checks)
    checks[ANSWERS[True]] = "SUCCESS" if result.proved else "UNKNOWN"
    checks[ANSWERS[False]] = "SUCCESS" if result.proved and not result.relies else "UNKNOWN"
    said = {"checks": checks, "detail": result.reason, "notes": list(result.notes)}
    sys.stdout.write(json.dumps(said) + "\n")


if __name__ == "__main__":
    main()
