"""Recognise violations that depend on an assumed object size; they show what a caller has to provide.

Without a contract, the object of a pointer parameter has the size that the function's accesses suggest. An access
beyond it is an error only if it remains one with larger objects. The size of an array of another file is not known at
all, so that no access refutes a program that has one.
"""

from __future__ import annotations

import re

from veriabs.core.copying import replace
from veriabs.core.counterexample import ErrorSite, InstrumentedProgram, Replay
from veriabs.core.goals import GoalKind
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.replay.confirm import ReplayResult, replay_values
from veriabs.replay.sanitizer_reports import BEHIND_ITS_END
from veriabs.verify.limits import HALF, LEAST
from veriabs.verify.session import Session

_ALLOCATED = re.compile(r'^# (\d+) "[^"\n]*"\n[^\n]* = malloc\(\n# 1 "entry"$', re.MULTILINE)
"""Matches the line of the harness that allocates the object of a parameter."""
_ABOUT_OBJECTS = (GoalKind.BOUNDS, GoalKind.POINTER)


def depends_on_size(
    subject: InstrumentedProgram, found: ReplayResult, session: Session
) -> tuple[ErrorSite, Reason] | None:
    """The goal of a violation that disappears if the objects of assumed sizes are larger, and why it is open.

    The session keeps the violation, and ends if the sizes are to be inferred again.
    """
    goal = _depending(subject, found, session)
    if goal is None or found.counterexample is None:
        return None
    session.dependent.append(found.counterexample)
    if session.options.stop_on_size:
        session.deadline.shorten(0.0, "a larger object is needed")
    text = f"{goal.kind.value} at {goal.where} depends on the size of an object, which no contract gives"
    return goal, Reason(ReasonKind.NOT_CONFIRMED, text, None, "--array P:N, or a contract that gives the size")


def _depending(subject: InstrumentedProgram, found: ReplayResult, session: Session) -> ErrorSite | None:
    """The goal of a violation that disappears with larger objects; None if it remains."""
    example = found.counterexample
    if example is None or example.assertion.kind not in _ABOUT_OBJECTS:
        return None
    if subject.unsized:
        return example.assertion
    if subject.task.entry.function == "main":
        return None
    if session.left() < LEAST:  # the results have to be reported in time
        return example.assertion
    from veriabs.frontend.instrumented_program import (
        load_instrumented,  # imported late, as in `engine`: most proofs do without
    )
    from veriabs.frontend.program import read

    task = replace(subject.task, entry=replace(subject.task.entry, larger_objects=True))
    seconds = session.left()
    text, own = read(task, seconds)[0], read(subject.task, seconds)[0]
    if text == own:
        return None
    lines = _ALLOCATED.findall(own)  # an access behind the end of one of these objects is within the larger one
    if BEHIND_ITS_END in example.detail and any(f"at line {line}," in example.detail for line in lines):
        return example.assertion
    larger = replace(load_instrumented(task, text, seconds), errors=subject.errors, known=subject.known)
    values = {one.site.number: one.spans for one in example.inputs}
    seen = replay_values(larger, values, session.options.overflow, HALF * session.left())
    still = seen.counterexample.assertion if seen.counterexample is not None else None
    return None if seen.replay is Replay.REACHED and still == example.assertion else example.assertion
