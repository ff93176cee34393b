"""Record the loop iterations before the errors of a report, for its readers; verdicts do not depend on them."""

from __future__ import annotations

import tempfile
from pathlib import Path

from veriabs.core.copying import replace
from veriabs.core.counterexample import Counterexample
from veriabs.core.deadline import Deadline
from veriabs.core.errors import VeriabsError
from veriabs.core.results import Report
from veriabs.frontend.instrumented_program import load_recording_program
from veriabs.replay.history import with_history
from veriabs.verify.limits import OPTIONAL

MOST = 3
"""The number of counterexamples of one report that are run again."""


def with_histories(report: Report, deadline: Deadline) -> Report:
    """Add the values that loops computed before the errors, if there is time.

    The deadline is the user's; that of the verdict is shorter after a goal has failed.
    """
    examples = [one.counterexample for one in report.goals if one.counterexample is not None][:MOST]
    try:
        seen = _examples_with_history(report, examples, deadline) if examples else {}
    except (VeriabsError, OSError, RecursionError):  # the verdict is reported without them
        return report

    def one(example: Counterexample | None) -> Counterexample | None:
        return example and seen.get(example.target, example)

    goals = tuple(replace(goal, counterexample=one(goal.counterexample)) for goal in report.goals)
    return replace(report, goals=goals, counterexample=one(report.counterexample))


def _examples_with_history(
    report: Report, examples: list[Counterexample], deadline: Deadline
) -> dict[object, Counterexample]:
    program = load_recording_program(report.task, max(0.1, min(OPTIONAL, deadline.left())))
    found: dict[object, Counterexample] = {}
    with tempfile.TemporaryDirectory(prefix="veriabs-", ignore_cleanup_errors=True) as name:
        for example in examples:
            if deadline.left() <= 0:
                break
            seconds = min(OPTIONAL, deadline.left())
            found[example.target] = with_history(example, program, Path(name), seconds)
    return found
