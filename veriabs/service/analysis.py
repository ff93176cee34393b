"""Decide one job: verify its files in one process, then make its artefacts in another.

The process that calls `decide` watches the time and receives events. Its child reads, analyses and runs the program,
and cannot bring it down. The artefacts have their own time limit, so that a verdict is not lost with them.
"""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.deadline import Deadline
from veriabs.core.errors import BugError, InputError, ToolError, UnsupportedError, VeriabsError
from veriabs.core.events import Event, GoalDecided, GoalsKnown, ProgramRead, ProgramRefused, StrategyEnded, VerdictKnown
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Report, Verdict
from veriabs.core.source import DataModel, Task
from veriabs.report import json_report
from veriabs.report.console import ConsoleProgress, decisive
from veriabs.report.event_collector import EventCollector
from veriabs.report.event_json import event_json
from veriabs.report.excerpts import Excerpts
from veriabs.service import artefacts
from veriabs.service.jobs import JobState, Json
from veriabs.service.outcome import Artefact, JobOutcome
from veriabs.service.sentence import sentence
from veriabs.solvers.scratch import Scratch
from veriabs.solvers.supervise import Notify, supervise
from veriabs.verify import api
from veriabs.verify.history import with_histories
from veriabs.verify.options import Options

GENERATED = "generated-by-veriabs"
"""The folder of the generated programs, beside the user's files."""

_ARTEFACT_SECONDS = 30.0
_SHORT = (errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.ENOMEM)
"""Errors that mean that the machine is full, and say nothing about the job."""

OnEvent = Callable[[Json], None]


class JobInput(Struct, frozen=True):
    """A submitted job: its files by relative path, the one to analyse, and the options."""

    files: Mapping[str, tuple[bool, bytes]]
    command: str
    options: Json


Decide = Callable[[JobInput, OnEvent], JobOutcome]
"""Decides a job, here or elsewhere, and reports its events; raises OSError if there is no room."""


class JobFolder(Struct, frozen=True):
    """A job in a folder: the file to analyse, relative to the folder, and the options."""

    folder: Path
    main: Path
    command: str
    options: Options

    @property
    def task(self) -> Task:
        """The task by name, for a report about one that could not be read."""
        return Task(self.main, self.options.data_model or DataModel.LP64, self.options.defines)


class _Events(EventCollector, kw_only=True):
    """Also passes events on as JSON."""

    pass_on: OnEvent

    def on_event(self, message: object) -> None:
        if isinstance(message, dict):
            self.pass_on(message)
        else:
            super().on_event(message)


def decide_here(job_input: JobInput, on_event: OnEvent) -> JobOutcome:
    """Decide a job in a temporary folder of this machine; raises OSError if the disk is full."""
    with Scratch() as folder, _temporary(folder):
        try:
            (folder / "job").mkdir()
            return decide(write_job_files(folder / "job", job_input), on_event)
        except (InputError, ValueError) as error:
            return failed("bad input", str(error))
        except OSError as error:
            if error.errno in _SHORT:
                raise
            return failed("bad input", f"the files cannot be written: {error.strerror}")


@contextmanager
def _temporary(folder: Path) -> Iterator[None]:
    """Put temporary files of child processes into a folder."""
    before = tempfile.tempdir
    tempfile.tempdir = str(folder)
    try:
        yield
    finally:
        tempfile.tempdir = before


def write_job_files(folder: Path, job_input: JobInput) -> JobFolder:
    """Write the files of a job into an empty folder."""
    main = Path()
    for name, (is_main, body) in job_input.files.items():
        path = folder / name
        if not path.resolve().is_relative_to(folder.resolve()) or name.startswith(GENERATED):
            raise InputError(f"{name}: this file is not inside the folder of the job")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
        main = Path(name) if is_main else main
    chosen = replace(Options.from_json(job_input.options), keep=Path(GENERATED), invariants=True)
    return JobFolder(folder, main, job_input.command, chosen)


def decide(work: JobFolder, on_event: OnEvent) -> JobOutcome:
    """Decide a job; `on_event` receives its events as JSON."""
    deadline = Deadline(work.options.timeout)
    events = _Events(work.task, pass_on=on_event)
    try:
        report = events.finish(partial(_verify, work), deadline)
    except UnsupportedError as error:
        report = events.partial_report(Reason(ReasonKind.UNSUPPORTED, str(error)))
    except InputError as error:
        return failed("bad input", str(error))
    except ToolError as error:
        return failed("tool", str(error))
    except BugError as error:
        return failed("internal error", str(error))
    if work.command == "both":
        report = _add_all_factors(work, report, deadline, on_event)
    report = replace(report, seconds=deadline.used(), loops=tuple(decisive(report.loops)))
    document = _document(work, report)
    summary = sentence(work.command, report, Excerpts(report.task, work.folder))
    return JobOutcome(JobState.DONE, summary, document, artefacts=_artefacts_of(work, report))


def _add_all_factors(work: JobFolder, report: Report, deadline: Deadline, on_event: OnEvent) -> Report:
    """The report with the shrink factors of all loops, as far as time permits, instead of those from the proof."""
    shrink, events = replace(work, command="shrink"), _Events(work.task, pass_on=on_event)
    with suppress(VeriabsError, BugError):  # the verdict is valid without them
        found = supervise(partial(_verify, shrink), Deadline(max(0.0, deadline.left())), events.on_event)
        return replace(report, loops=found.loops, runs=(*report.runs, *found.runs))
    return report


def failed(kind: str, text: str) -> JobOutcome:
    """The outcome of a job without a verdict."""
    return JobOutcome(JobState.FAILED, f"{kind.capitalize()}: {text}", {}, kind, text)


def _document(work: JobFolder, report: Report) -> Json:
    """The report as it may leave this machine: without the path of CBMC."""
    verb = "shrink" if work.command == "shrink" else "verify"
    document = json_report.document(verb, _hide_paths(report), work.options.for_report())
    options = document["options"]
    if isinstance(options, dict):
        options.pop("keep", None)
    return document


def _hide_paths(report: Report) -> Report:
    runs = tuple(
        replace(run, command=(Path(run.command[0]).name, *run.command[1:])) if run.command else run
        for run in report.runs
    )
    return replace(report, runs=runs)


def _artefacts_of(work: JobFolder, report: Report) -> tuple[Artefact, ...]:
    """The artefacts, or only the report if making the others takes too long or fails."""
    document = _document(work, report)
    least = (artefacts.report_json(document),)
    try:
        made = supervise(
            partial(_make, work, _hide_paths(report), document), Deadline(_ARTEFACT_SECONDS), _ignore_message
        )
    except (VeriabsError, BugError) as error:
        note = Artefact("incomplete.txt", "text/plain", f"The other artefacts could not be made: {error}\n".encode())
        return (*least, note)
    return (*least, *made)


def _ignore_message(_message: object) -> None:
    pass


# --------------------------------------------------------------------------------------- in the processes that analyse


def _verify(work: JobFolder, deadline: Deadline, notify: Notify) -> Report:
    os.chdir(work.folder)
    deadline.begin("reading the task")
    options = work.options
    task = options.task(work.main)
    if task.property_file is not None:
        # an uploaded task definition may name any file of this machine, so only the name is kept
        task = replace(task, property_file=Path(task.property_file.name))
    cbmc = api.installed()
    notify((task, cbmc.version_text))
    progress = ConsoleProgress(lambda line: notify({"kind": "line", "text": line}))

    def observe(event: Event) -> None:
        if isinstance(event, ProgramRead):
            deadline.begin("counting iterations")
        if isinstance(event, StrategyEnded | GoalsKnown | VerdictKnown | GoalDecided | ProgramRefused):
            notify(event)
        notify(event_json(event))
        progress(event)

    decide = api.shrink if work.command == "shrink" else api.verify
    report = decide(task, options, observe, deadline=deadline, cbmc=cbmc)
    if options.check_proof and report.verdict is Verdict.TRUE:
        from veriabs.annotate.proof import add_certificate  # imported late: most jobs check no certificate

        notify(VerdictKnown(report))
        report = add_certificate(report, options, deadline)
    if report.verdict is not Verdict.FALSE:
        return report
    return with_histories(report, Deadline(options.timeout, deadline.start))


def _make(work: JobFolder, report: Report, document: Json, deadline: Deadline, notify: Notify) -> tuple[Artefact, ...]:
    os.chdir(work.folder)
    return tuple(artefacts.make_artefacts(report, document, Path(GENERATED), deadline))
