"""The entry point: takes a task and its options, sends events, returns a report.

The command line, batch and cluster workers, and the service all use this module.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module

from veriabs.core.copying import replace
from veriabs.core.deadline import Deadline
from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.events import Observer, Phase, PhaseBegun, ProgramRead, ProgramRefused, VerificationEnded, unobserved
from veriabs.core.program import Program
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Report, Verdict
from veriabs.core.source import Task
from veriabs.install import provision
from veriabs.solvers import driver
from veriabs.solvers.driver import Cbmc
from veriabs.validation.validation_process import RemoteValidator
from veriabs.verify.limits import OPTIONAL, with_time_to_report
from veriabs.verify.options import Options

Read = Callable[[Deadline], Program | Reason]

_PROVING = ("veriabs.verify.engine", "veriabs.strategies.shrinking.search")
"""The modules that prove."""

_CHEAPEST = ("cell_invariants",)

def verify(
    task: Task,
    options: Options,
    observe: Observer = unobserved,
    *,
    deadline: Deadline | None = None,
    cbmc: Cbmc | None = None,
    read: Read | None = None,
    validator: RemoteValidator | None = None,
) -> Report:
    """Verify the task's program: prove every assertion, or refute one.

    Args: `observe` receives events. `deadline` replaces the time limit of the options, which starts now. `read` returns
    the program if its text is known already, or the reason for not having it. `validator` compares the lowered and the
    original program in another process.

    Raises InputError for an invalid task, ToolError without CBMC or a compiler, and OutOfTimeError if the time ends
    before the program is parsed. All other failures give UNKNOWN with a reason.
    """
    deadline = deadline or Deadline(options.timeout)
    cbmc = cbmc or installed()
    if read is None and task.entry.function != "main":
        return _verify(task, options, observe, deadline, cbmc)
    program = _load_program(task, deadline, observe, read)
    if validator is not None and isinstance(program, Program):
        validator.begin(program, options.replay, with_time_to_report(deadline).left(), options.keep)
    if isinstance(program, Program) and program.contract:
        from veriabs.validation.contract_crosscheck import (
            read_in_two_ways,  # imported late: few programs have contracts
        )

        twice = read_in_two_ways(program.contract)
        program = Reason(ReasonKind.MISREAD, twice) if twice else program
    if isinstance(program, Reason):
        deadline.shorten(options.refused_share * deadline.left(), "")
    from veriabs.verify import engine

    report = engine.verify(task, program, cbmc, options, deadline, observe, validator)
    if report.verdict is Verdict.TRUE and isinstance(program, Program) and _excludes_all(program, cbmc, options):
        if not report.conditions:
            raise InputError(f"{task.path}: the precondition of {task.entry.function} excludes every input")
        reason = Reason(ReasonKind.SIDE_CONDITION, "no input satisfies the precondition together with the conditions")
        goals = tuple(replace(one, verdict=Verdict.UNKNOWN, reason=reason) for one in report.goals)
        report = replace(report, verdict=Verdict.UNKNOWN, reason=reason, goals=goals)
    if report.verdict is Verdict.UNKNOWN and isinstance(program, Program) and report.reason is not None:
        report = replace(report, reason=_name_gap(report.reason, program))
    return _finished(report, deadline, observe)


def _verify(task: Task, options: Options, observe: Observer, deadline: Deadline, cbmc: Cbmc) -> Report:
    """Verify a function under the precondition that it needs."""
    from veriabs.verify.preconditions import verify_with_precondition  # imported late: most programs begin with main

    def decide(task: Task, options: Options) -> Report:
        left = Deadline(deadline.left(), cause=deadline.reason(), hint=deadline.hint)
        return verify(task, options, observe, deadline=left, cbmc=cbmc, read=_reading(task))

    return replace(verify_with_precondition(task, options, deadline, decide, None), seconds=deadline.used())


def _excludes_all(program: Program, cbmc: Cbmc, options: Options) -> bool:
    """Is the contract's precondition on numbers unsatisfiable? A proof about no call would be meaningless."""
    written = (one for one in program.contract if one.text not in program.task.entry.needs.clauses)
    if not any(clause.kind.endswith("requires") for clause in written):
        return False
    from veriabs.frontend.program import load_program
    from veriabs.verify import engine

    task = replace(program.task, entry=replace(program.task.entry, only_requires=True), checks=())
    chosen = replace(options, strategies=_CHEAPEST, replay=False, timeout=OPTIONAL)
    try:
        return engine.verify(task, load_program(task), cbmc, chosen).verdict is Verdict.TRUE
    except (InputError, UnsupportedError):  # no clause is about numbers only
        return False


def _name_gap(reason: Reason, program: Program) -> Reason:
    """The reason, with the first unsupported place, if there is one that the program must not reach."""
    gap = next((gap for gap in program.gaps if gap.must_not_run), None)
    if gap is None:
        return reason
    place = f"{gap.what} in line {gap.where.line}"
    return replace(reason, text=f"{reason.text}; unsupported, unless it is unreachable: {place}")


def shrink(
    task: Task,
    options: Options,
    observe: Observer = unobserved,
    *,
    deadline: Deadline | None = None,
    cbmc: Cbmc | None = None,
    read: Read | None = None,
) -> Report:
    """Compute the shrink factor of every loop; the verdict is UNKNOWN, since none was asked for. Raises as `verify`."""
    deadline = deadline or Deadline(options.timeout)
    cbmc = cbmc or installed()
    program = _load_program(task, deadline, observe, read)
    if isinstance(program, Reason):
        report = Report(task, Verdict.UNKNOWN, "", program, (), (), 0.0, 0.0, cbmc.version_text)
    else:
        from veriabs.verify import engine

        report = engine.shrink(task, program, cbmc, options, deadline, observe)
    return _finished(report, deadline, observe)


def installed() -> Cbmc:
    """The CBMC of this machine; raises ToolError if there is none that can be used."""
    return driver.detect(provision.require())


def _load_program(task: Task, deadline: Deadline, observe: Observer, read: Read | None) -> Program | Reason:
    observe(PhaseBegun(Phase.READING))
    try:
        program = (read or _reading(task))(deadline)
    except UnsupportedError as error:
        from veriabs.verify.session import unsupported

        program = unsupported(error)
    observe(ProgramRead(program) if isinstance(program, Program) else ProgramRefused(program))
    return program


def _reading(task: Task) -> Read:
    from veriabs.frontend.program import load_program

    return partial(load_program, task)


def load() -> None:
    """Load the modules that prove, so that forked processes have them."""
    for module in _PROVING:
        import_module(module)


def _finished(report: Report, deadline: Deadline, observe: Observer) -> Report:
    report = replace(report, seconds=deadline.used())
    observe(VerificationEnded(report))
    return report
