"""Verify a function under the precondition that it needs, and again if a counterexample shows it too weak.

In: a task with an entry function. Out: the last report, whose precondition is a condition of the verdict.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from veriabs.core.copying import replace
from veriabs.core.counterexample import Counterexample
from veriabs.core.deadline import Deadline
from veriabs.core.errors import VeriabsError
from veriabs.core.precondition import Precondition
from veriabs.core.results import Report
from veriabs.core.source import Task
from veriabs.core.types import IntType
from veriabs.frontend.entry import ParsedSource
from veriabs.verify.limits import LEAST, PART
from veriabs.verify.measurement import NEEDING, Measurement
from veriabs.verify.narrower_numbers import TIGHTEST
from veriabs.verify.precondition_inference import Inference

if TYPE_CHECKING:
    from veriabs.verify.options import Options

_ROUNDS = 4
"""The number of times that a function is verified again."""


def verify_with_precondition(
    task: Task,
    options: Options,
    deadline: Deadline,
    decide: Callable[[Task, Options], Report],
    source: ParsedSource | None,
) -> Report:
    """Verify a task under the inferred precondition of its entry; again if a counterexample shows it too weak."""
    with _measurement(task, source, deadline) as measured:
        task = _with_inferred(task, measured)
        examples, tried, narrower = list[Counterexample](), [task.entry.needs], tuple[str, ...]()
        for _ in range(_ROUNDS):
            numbers, begun = () if narrower else _numbers(measured), deadline.left()
            report = decide(_with_clauses(task, narrower), replace(options, stop_on_size=True, numbers=numbers))
            if report.narrower and deadline.left() > LEAST:
                narrower = report.narrower
                continue
            found = [*report.dependent, *(one.counterexample for one in report.goals if one.counterexample is not None)]
            new = [one for one in found if one.assertion.kind in NEEDING]
            if not new or deadline.left() <= max(LEAST, PART * (begun - deadline.left())):
                break
            examples += new
            again = _with_inferred(task, measured, examples, tried)
            if again.entry.needs in tried:
                break
            task = again
            tried.append(task.entry.needs)
    is_cut = bool(report.dependent or report.narrower)
    return decide(_with_clauses(task, narrower), options) if is_cut and deadline.left() > LEAST else report


def with_precondition(task: Task, deadline: Deadline, source: ParsedSource | None = None) -> Task:
    """The task with the precondition that its entry needs; unchanged if nothing can be measured."""
    with _measurement(task, source, deadline) as measured:
        return _with_inferred(task, measured)


def _numbers(measured: Measurement | None) -> tuple[tuple[str, int], ...]:
    """The numbers of the entry, with the highest values of their types.

    None if the user wrote a contract, or if no call that was seen to be good has small numbers only: bounds that no
    call satisfies would prove everything.
    """
    if measured is None or measured.has_contract:
        return ()
    if not any(max(one.values()) <= TIGHTEST for one in measured.admitted if one):
        return ()
    types = {name: one.type for name, one in measured.numbers.items()}
    return tuple((name, ctype.highest) for name, ctype in types.items() if isinstance(ctype, IntType))


def _with_clauses(task: Task, clauses: Sequence[str]) -> Task:
    needs = replace(task.entry.needs, clauses=(*task.entry.needs.clauses, *clauses))
    return replace(task, entry=replace(task.entry, needs=needs))


@contextmanager
def _measurement(task: Task, source: ParsedSource | None, deadline: Deadline) -> Iterator[Measurement | None]:
    """The entry, compiled for measurements in a folder of its own; None if nothing can be measured."""
    with tempfile.TemporaryDirectory(prefix="veriabs-", ignore_cleanup_errors=True) as name:
        try:
            found = None if task.entry.function == "main" else Measurement.of(task, source, Path(name), deadline)
        except (VeriabsError, OSError, RecursionError):
            found = None
        yield found


def _with_inferred(
    task: Task,
    measured: Measurement | None,
    examples: Sequence[Counterexample] = (),
    tried: Sequence[Precondition] = (),
) -> Task:
    """The task with the precondition by runs, among them those of `examples`, which violate what was `tried`."""
    if measured is None:
        return task
    measured.limit()
    try:
        needs = Inference(measured, examples, tried).needs()
    except (VeriabsError, OSError, RecursionError):
        return task
    return replace(task, entry=replace(task.entry, needs=needs))
