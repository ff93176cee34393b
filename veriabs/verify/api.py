"""The way in: one task and its options in, events on the way, a report out.

Every door (the command line, the worker of a batch or of a cluster, a service) comes through here.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from veriabs.core.errors import UnsupportedError
from veriabs.core.events import Entered, Finished, Observer, Phase, Understood, unobserved
from veriabs.core.model import Program, Reason, Report, Task, Word
from veriabs.frontend.program import load_program
from veriabs.install import provision
from veriabs.solvers import driver
from veriabs.solvers.driver import Cbmc
from veriabs.verify import engine
from veriabs.verify.options import Options
from veriabs.verify.session import unsupported

Read = Callable[[], Program | Reason]


def verify(
    task: Task, options: Options, observe: Observer = unobserved, *, cbmc: Cbmc | None = None, read: Read | None = None
) -> Report:
    """Is every assertion of the task's program proved, or one refuted?

    `observe` is told what happens; `read` gives the program where it is known already, or why there is none. InputError
    for a task that is none, ToolError without CBMC or a compiler; whatever else goes wrong is the reason of an UNKNOWN.
    """
    begin = time.monotonic()
    cbmc = cbmc or installed()
    program = _understood(task, options, observe, read)
    report = engine.verify(task, program, cbmc, options, observe)
    return _finished(report, begin, observe)


def shrink(task: Task, options: Options, observe: Observer = unobserved) -> Report:
    """The shrink factor of every loop; the report's verdict is UNKNOWN, since none was asked for."""
    begin = time.monotonic()
    cbmc = installed()
    program = _understood(task, options, observe, None)
    if isinstance(program, Reason):
        report = Report(task, Word.UNKNOWN, "", program, (), (), 0.0, 0.0, cbmc.version_text)
    else:
        report = engine.shrink(task, program, cbmc, options, observe)
    return _finished(report, begin, observe)


def installed() -> Cbmc:
    """The CBMC of this machine; ToolError if there is none that can be used."""
    return driver.detect(provision.require())


def _understood(task: Task, options: Options, observe: Observer, read: Read | None) -> Program | Reason:
    observe(Entered(Phase.READING))
    try:
        program = read() if read is not None else load_program(task, options.timeout)
    except RecursionError:
        return unsupported(UnsupportedError(f"{task.path}: expressions or statements are nested too deeply"))
    except UnsupportedError as error:
        return unsupported(error)
    if isinstance(program, Program):
        observe(Understood(program))
    return program


def _finished(report: Report, begin: float, observe: Observer) -> Report:
    report = replace(report, seconds=time.monotonic() - begin)
    observe(Finished(report))
    return report
