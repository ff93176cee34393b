"""Decide one task of a batch, from its file to its row, on this machine or another.

There are two steps, so that the caller can skip known answers in between: `prepare` reads the task and computes its
key, a hash of all that the answer depends on; `decide` finds the answer.
"""

from __future__ import annotations

import hashlib
import json
import math
import resource
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from veriabs import __version__
from veriabs.batch import plain_cbmc
from veriabs.batch.results import readable
from veriabs.core.conditions import clauses
from veriabs.core.copying import replace
from veriabs.core.deadline import Deadline
from veriabs.core.errors import InputError, OutOfTimeError, ToolError, UnsupportedError
from veriabs.core.events import Event, FactorFound, GoalDecided, GoalsKnown, ProgramRead
from veriabs.core.goals import Goal
from veriabs.core.program import Program
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.records import FACTORS, SHRINK, Record
from veriabs.core.results import GoalAnswer, Report, ShrinkFactor, Verdict
from veriabs.core.source import Task
from veriabs.core.verdict import partial_report
from veriabs.frontend.program import parse_and_lower, read
from veriabs.frontend.task import check_property
from veriabs.report import json_report
from veriabs.solvers.command import Solver
from veriabs.solvers.driver import Cbmc
from veriabs.strategies.shrinking.unreported_loops import every_loop
from veriabs.verify import api
from veriabs.verify.history import with_histories
from veriabs.verify.options import Options
from veriabs.verify.session import unsupported

ROW_INTERVAL = 1.0
"""Seconds between two preliminary rows."""

LATE = Reason(ReasonKind.BUDGET, "the analysis did not end in time")
OWN = "veriabs"
BASELINES = {"cbmc": Solver.BUILT_IN, "cbmc-z3": Solver.Z3}
TOOLS = (OWN, SHRINK, *BASELINES)

ERROR = "ERROR"
"""The verdict of a task that could not be decided."""


class BatchJob(Struct, frozen=True):
    """One task for one tool."""

    path: Path
    tool: str = OWN


class Clock(Struct, frozen=True):
    """The start of a task: wall time, and processor time including ended children."""

    wall: float = field(default_factory=time.monotonic)
    cpu: float = field(default_factory=lambda: _cpu_seconds())

    def left(self, seconds: float) -> float:
        """The seconds that are left of a limit for the whole task."""
        return max(0.0, self.wall + seconds - time.monotonic())

    def stop(self, record: Record) -> Record:
        """The row with the costs of the task."""
        now = datetime.now(UTC).astimezone().isoformat(timespec="seconds")
        seconds, cpu = time.monotonic() - self.wall, _cpu_seconds() - self.cpu
        return replace(record, seconds=round(seconds, 3), cpu_seconds=round(cpu, 3), finished=now)


class PreparedTask(Struct, frozen=True):
    """A task that was read; `text` is the preprocessed program.

    `refusal` is the reason why the program is unsupported; `text` is then the file as it is. `assumed` are the
    conditions of the entry function as text.
    """

    job: BatchJob
    task: Task
    text: str
    key: str
    clock: Clock
    refusal: Reason | None = None
    assumed: tuple[str, ...] = ()


def prepare(job: BatchJob, options: Options, cbmc: Cbmc) -> PreparedTask:
    """Read and preprocess a task; raises InputError if it is invalid, ToolError without gcc."""
    clock = Clock()
    task = options.task(job.path)
    refusal, assumed = None, tuple[str, ...]()
    try:
        check_property(task)
        seconds = clock.left(options.timeout)
        if job.tool in (OWN, SHRINK):
            text, assumed = read(task, seconds)
        else:
            text = plain_cbmc.preprocess(task, seconds)
    except UnsupportedError as error:
        refusal = unsupported(error)
        text = task.path.read_text(encoding="utf-8", errors="replace")
    return PreparedTask(job, task, text, _key(job, task, text, options, cbmc), clock, refusal, assumed)


def prepare_any(job: BatchJob, options: Options, cbmc: Cbmc) -> PreparedTask | Record:
    """As `prepare`; an error, which must not affect other tasks, gives a row."""
    clock = Clock()
    try:
        return prepare(job, options, cbmc)
    except Exception as error:
        return failed(job, options, *guarded(error), clock)


class PhaseStart(Struct, frozen=True):
    """The task enters a phase; `partial_report` is a preliminary row."""

    phase: str
    partial_report: Record | None = None


Watch = Callable[[PhaseStart], None]


def decide(prepared: PreparedTask, options: Options, cbmc: Cbmc, watch: Watch | None = None) -> Record:
    """The answer to a prepared task; `watch` receives the start of each phase."""
    record = _record(prepared.job, prepared.key, prepared.task.expected)
    if prepared.job.tool in (OWN, SHRINK):
        return _run_command(prepared, options, cbmc, record, watch)
    if prepared.refusal is not None:
        return prepared.clock.stop(_add_reason(replace(record, verdict=Verdict.UNKNOWN.value), prepared.refusal))
    solver = BASELINES[prepared.job.tool]
    if watch is not None:
        watch(PhaseStart(f"running {prepared.job.tool}"))
    seconds = prepared.clock.left(options.timeout)
    answer = plain_cbmc.check(prepared.task, prepared.text, solver, cbmc, seconds, options.memory_mb)
    record = replace(record, verdict=answer.verdict.value, peak_mb=round(answer.peak_mb, 1))
    return prepared.clock.stop(_add_reason(record, answer.reason))


def decide_any(prepared: PreparedTask, options: Options, cbmc: Cbmc, watch: Watch | None = None) -> Record:
    """As `decide`; an error, which must not affect other tasks, gives a row too."""
    try:
        return decide(prepared, options, cbmc, watch)
    except (BrokenPipeError, ConnectionResetError):
        raise
    except Exception as error:
        return failed_prepared(prepared, options, *guarded(error))


def failed(job: BatchJob, options: Options, kind: str, error: str, clock: Clock | None = None, key: str = "") -> Record:
    """The row of a task without an answer."""
    record = replace(_record(job, key or _key_of_file(job, options, error), None), reason_kind=kind, reason=error)
    return (clock or Clock()).stop(record)


def failed_prepared(prepared: PreparedTask, options: Options, kind: str, error: str) -> Record:
    """The row of a prepared task without an answer."""
    record = failed(prepared.job, options, kind, error, prepared.clock, prepared.key)
    return replace(record, expected=prepared.task.expected)


# ---------------------------------------------------------------------------------------------------------- the answer


def _run_command(prepared: PreparedTask, options: Options, cbmc: Cbmc, record: Record, watch: Watch | None) -> Record:
    sizes: list[int | None] = []
    verb, run = ("verify", api.verify) if prepared.job.tool == OWN else ("shrink", api.shrink)
    events: _Loops | _Goals | None = None
    if watch is not None:
        row = replace(record, verdict=FACTORS if verb == "shrink" else Verdict.UNKNOWN.value)
        loops = verb == "shrink"
        events = _Loops(prepared.task, row, watch, options.max_k) if loops else _Goals(prepared.task, row, watch)

    def observe(event: Event) -> None:
        if isinstance(event, ProgramRead):
            sizes.append(_size(event.program))
        if events is not None:
            events.on_event(event)

    watching = None if watch is None else lambda phase: watch(PhaseStart(phase))
    deadline = Deadline(options.timeout, prepared.clock.wall, watch=watching)
    read = partial(_program, prepared)
    report = run(prepared.task, options, observe, deadline=deadline, cbmc=cbmc, read=read)
    if options.check_proof and report.verdict is Verdict.TRUE:
        from veriabs.annotate.proof import add_certificate  # imported late: most batches check no certificates

        report = add_certificate(report, options, deadline, lambda _, __: _understood_program(prepared, deadline))
    report = replace(report, seconds=time.monotonic() - prepared.clock.wall)
    record = replace(
        record,
        verdict=report.verdict.value,
        strategy=report.strategy,
        peak_mb=round(report.peak_mb, 1),
        size=sizes[0] if sizes else None,
        conditions=clauses(report.conditions) if report.is_conditional else "",
    )
    record = prepared.clock.stop(record)
    if report.verdict is Verdict.FALSE:  # the page shows the history; the verdict did not wait for it
        report = with_histories(report, Deadline(options.timeout, deadline.start))
    record = replace(record, report=json_report.document(verb, report, options.for_report()))
    if verb == "shrink" and (report.loops or report.reason is None or report.reason.kind is ReasonKind.NOT_APPLICABLE):
        return replace(record, verdict=FACTORS)
    return _add_reason(record, report.reason)


class _Loops(Struct):
    """Reports the results for loops so far, so that they survive the process; `most` is the largest k to try."""

    task: Task
    record: Record
    watch: Watch
    most: int
    program: Program | None = None
    reported: list[ShrinkFactor] = field(default_factory=list)
    last_update: float = -math.inf

    def on_event(self, event: Event) -> None:
        match event:
            case ProgramRead(program):
                self.program = program
            case FactorFound(factor):
                self.reported.append(factor)
            case _:
                return
        if self.program is not None and time.monotonic() > self.last_update + ROW_INTERVAL:
            self.last_update = time.monotonic()
            self.watch(PhaseStart("shrinking", replace(self.record, report=self._report(self.program))))

    def _report(self, program: Program) -> dict[str, Any]:
        loops = every_loop(program, self.reported, self.most, LATE)
        report = Report(self.task, Verdict.UNKNOWN, "", LATE, loops, (), 0.0, 0.0, "")
        return json_report.document("shrink", report, {})


class _Goals(Struct):
    """Reports the results for goals so far, so that they survive the process."""

    task: Task
    record: Record
    watch: Watch
    asked: tuple[Goal, ...] = ()
    judged: list[GoalAnswer] = field(default_factory=list)

    def on_event(self, event: Event) -> None:
        match event:
            case GoalsKnown(goals):
                self.asked = goals
            case GoalDecided(answer) if answer.verdict is Verdict.FALSE:
                self.judged.append(answer)
            case _:
                return
        report = partial_report(self.task, LATE, "", (), self.asked, self.judged)
        row = replace(self.record, verdict=report.verdict.value, strategy=report.strategy)
        row = _add_reason(row, report.reason)
        self.watch(PhaseStart("proving", replace(row, report=json_report.document("verify", report, {}))))


def _program(prepared: PreparedTask, deadline: Deadline) -> Program | Reason:
    try:
        return prepared.refusal or _understood_program(prepared, deadline)
    except OutOfTimeError as error:
        return Reason(ReasonKind.BUDGET, str(error))


def _understood_program(prepared: PreparedTask, deadline: Deadline) -> Program:
    return parse_and_lower(prepared.task, prepared.text, deadline, prepared.assumed)


def _size(program: Program) -> int | None:
    from veriabs.loops.iterations import listed, trips

    return max((count for count in map(trips, listed(program)) if count is not None), default=None)


def _record(job: BatchJob, key: str, expected: bool | None) -> Record:
    return Record(key, readable(str(job.path)), job.tool, expected, ERROR)


def _add_reason(record: Record, reason: Reason | None) -> Record:
    return record if reason is None else replace(record, reason_kind=reason.kind.value, reason=str(reason))


# ------------------------------------------------------------------------------------------------------------- the key


def _key(job: BatchJob, task: Task, text: str, options: Options, cbmc: Cbmc) -> str:
    """A digest of everything on which the answer depends."""
    model = task.data_model.value
    chosen = {**options.for_key(), "data_model": model, "property": _property(task), "tool": job.tool}
    return _digest(text, chosen, cbmc.version_text, __version__)


def _property(task: Task) -> str | None:
    """The property's name only: properties other than reachability are refused, so no other content matters."""
    return None if task.property_file is None else task.property_file.name


def _key_of_file(job: BatchJob, options: Options, error: str) -> str:
    """The key of a task that could not be read."""
    return _digest(str(job.path), {**options.for_key(), "tool": job.tool}, error, __version__)


def _digest(*parts: object) -> str:
    text = json.dumps(parts, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def _cpu_seconds() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def guarded(error: Exception) -> tuple[str, str]:
    """The kind and text of an error in a task, for its row."""
    match error:
        case InputError():
            return "bad input", str(error)
        case ToolError():
            return "tool", str(error)
        case MemoryError():
            return "memory", "veriabs ran out of memory"
        case _:
            return "internal error", f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
