"""The way in: one task and its options in, events on the way, a report out.

Every door (the command line, the worker of a batch or of a cluster, a service) comes through here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module

from veriabs.core.copying import replace
from veriabs.core.deadline import Deadline
from veriabs.core.errors import UnsupportedError
from veriabs.core.events import Entered, Finished, Observer, Phase, Refused, Understood, unobserved
from veriabs.core.program import Program
from veriabs.core.reasons import Reason
from veriabs.core.results import Report, Verdict
from veriabs.core.source import Task
from veriabs.install import provision
from veriabs.solvers import driver
from veriabs.solvers.driver import Cbmc
from veriabs.validation.apart import Distant
from veriabs.verify.options import Options

Read = Callable[[Deadline], Program | Reason]

_PROVING = ("veriabs.verify.engine", "veriabs.strategies.shrinking.search")
"""What proves."""


def verify(
    task: Task,
    options: Options,
    observe: Observer = unobserved,
    *,
    deadline: Deadline | None = None,
    cbmc: Cbmc | None = None,
    read: Read | None = None,
    validator: Distant | None = None,
) -> Report:
    """Is every assertion of the task's program proved, or one refuted?

    `observe` is told what happens; the time of the options begins now, unless there is a deadline; `read` gives the
    program where its text is known already, or why there is none; the `validator` compares readings in a process of its
    own. InputError for a task that is none, ToolError without CBMC or a compiler, OutOfTimeError when the time ends
    before there is a program; whatever else goes wrong is the reason of an UNKNOWN.
    """
    deadline = deadline or Deadline(options.timeout)
    cbmc = cbmc or installed()
    program = _understood(task, deadline, observe, read)
    if validator is not None and isinstance(program, Program):
        validator.begin(program, options.replay, deadline.left(), options.keep)
    if isinstance(program, Reason):
        deadline.shorten(options.refused_share * deadline.left(), "")
    from veriabs.verify import engine

    report = engine.verify(task, program, cbmc, options, deadline, observe, validator)
    if report.verdict is Verdict.UNKNOWN and isinstance(program, Program) and report.reason is not None:
        report = replace(report, reason=_with_gaps(report.reason, program))
    return _finished(report, deadline, observe)


def _with_gaps(reason: Reason, program: Program) -> Reason:
    """The reason, with the first place that is not understood, if there is one that must not be reached."""
    gap = next((gap for gap in program.gaps if gap.must_not_run), None)
    if gap is None:
        return reason
    place = f"{gap.what} in line {gap.where.line}"
    return replace(reason, text=f"{reason.text}; not understood, unless it is never reached: {place}")


def shrink(
    task: Task,
    options: Options,
    observe: Observer = unobserved,
    *,
    deadline: Deadline | None = None,
    cbmc: Cbmc | None = None,
    read: Read | None = None,
) -> Report:
    """The shrink factor of every loop; the verdict is UNKNOWN, since none was asked for; raises as `verify`."""
    deadline = deadline or Deadline(options.timeout)
    cbmc = cbmc or installed()
    program = _understood(task, deadline, observe, read)
    if isinstance(program, Reason):
        report = Report(task, Verdict.UNKNOWN, "", program, (), (), 0.0, 0.0, cbmc.version_text)
    else:
        from veriabs.verify import engine

        report = engine.shrink(task, program, cbmc, options, deadline, observe)
    return _finished(report, deadline, observe)


def installed() -> Cbmc:
    """The CBMC of this machine; ToolError if there is none that can be used."""
    return driver.detect(provision.require())


def _understood(task: Task, deadline: Deadline, observe: Observer, read: Read | None) -> Program | Reason:
    observe(Entered(Phase.READING))
    try:
        program = (read or _reading(task))(deadline)
    except UnsupportedError as error:
        from veriabs.verify.session import unsupported

        program = unsupported(error)
    observe(Understood(program) if isinstance(program, Program) else Refused(program))
    return program


def _reading(task: Task) -> Read:
    from veriabs.frontend.program import load_program

    return partial(load_program, task)


def load() -> None:
    """Loads what proves, so that a process which begins as a copy of this one has it."""
    for module in _PROVING:
        import_module(module)


def _finished(report: Report, deadline: Deadline, observe: Observer) -> Report:
    report = replace(report, seconds=deadline.used())
    observe(Finished(report))
    return report
