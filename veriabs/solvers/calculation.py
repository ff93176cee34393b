"""Run computations in Python in a process of their own, which can be stopped and limited like CBMC.

The module of a calculation reads its pickled payload from standard input and prints one line of JSON: `{"checks":
{description: "SUCCESS" | "FAILURE" | "UNKNOWN"}, "detail": text}`.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
import tempfile
from pathlib import Path
from threading import Event

from veriabs.core.queries import Calculation
from veriabs.core.runs import CheckResult, Outcome, Run
from veriabs.solvers import process
from veriabs.solvers.turns import Turn

_STATUSES = {"SUCCESS", "FAILURE", "UNKNOWN"}
_LONGEST = 300

ENOUGH_MB = 256
"""Memory that suffices to load z3; with less, its library appears to be missing."""


def calculate(
    request: Calculation,
    seconds: float,
    memory_mb: int | None,
    stop: Event,
    turn: Turn | None = None,
    folder: Path | None = None,
) -> Run:
    """Run the module within `seconds`; checks that it does not report are unknown.

    The payload is a file in `folder`, which the caller may remove when it no longer needs the answer. Other parameters
    are as in `process.run`.
    """
    command = (sys.executable, "-m", request.module)
    number, name = tempfile.mkstemp(".pickle", "veriabs-", folder)
    try:
        with os.fdopen(number, "wb") as payload:
            pickle.dump(request.payload, payload)
        path = os.pathsep.join(entry for entry in sys.path if entry)
        finished = process.run(
            command,
            seconds=seconds,
            memory_mb=memory_mb,
            env={**os.environ, "PYTHONPATH": path},
            stdin=Path(name),
            stop=stop,
            turn=turn,
        )
    finally:
        Path(name).unlink(missing_ok=True)
    outcome, checks, detail = _parse_answer(finished, request.asked)
    if outcome is Outcome.CRASH and memory_mb is not None and memory_mb < ENOUGH_MB:
        outcome, detail = Outcome.MEMORY, f"{memory_mb} MB, and about {ENOUGH_MB} MB are needed"
    return Run(
        request.purpose, outcome, checks, finished.seconds, finished.peak_mb, command, "own", detail, finished.stdout
    )  # fmt: skip


def _parse_answer(
    finished: process.ProcessResult, asked: tuple[str, ...]
) -> tuple[Outcome, tuple[CheckResult, ...], str]:
    if finished.timed_out:
        return Outcome.TIMEOUT, (), f"after {finished.seconds:.0f} s"
    if finished.stopped:
        return Outcome.UNKNOWN, (), "stopped"
    try:
        answer = json.loads(finished.stdout)
        checks = tuple(
            CheckResult(name, name, status) for name, status in answer["checks"].items() if status in _STATUSES
        )
        detail = str(answer.get("detail", ""))
    except (ValueError, KeyError, TypeError, AttributeError):
        last = finished.stderr.strip().splitlines()[-1:] or ["no answer"]
        return Outcome.CRASH, (), f"exit code {finished.exit_code}: {last[0][:_LONGEST]}"
    if finished.exit_code != 0:
        return Outcome.CRASH, (), f"exit code {finished.exit_code}"
    return _outcome(checks, asked), checks, detail


def _outcome(checks: tuple[CheckResult, ...], asked: tuple[str, ...]) -> Outcome:
    """SUCCESS if every asked check succeeded; FAILURE only if the calculation reports one."""
    statuses = {check.description: check.status for check in checks}
    if any(status == "FAILURE" for status in statuses.values()):
        return Outcome.FAILURE
    if asked and all(statuses.get(description) == "SUCCESS" for description in asked):
        return Outcome.SUCCESS
    return Outcome.UNKNOWN
