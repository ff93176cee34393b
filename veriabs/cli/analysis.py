"""The commands about one task, in two processes: one analyses, the other prints, watches the time and writes files.

Functions that run in the analysing process take a deadline and a function that sends messages; see `supervise`.
"""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

from veriabs.cli.task_options import options_of, reading_of
from veriabs.cli.terminal import Terminal
from veriabs.core.copying import replace
from veriabs.core.deadline import Deadline
from veriabs.core.errors import InputError, NothingToShowError, OutOfTimeError
from veriabs.core.events import (
    Event,
    GoalDecided,
    GoalsKnown,
    Observer,
    ProgramRead,
    ProgramRefused,
    SolverRunning,
    StrategyEnded,
    VerdictKnown,
)
from veriabs.core.program import Program
from veriabs.core.reasons import Reason
from veriabs.core.results import Report, Verdict
from veriabs.core.source import DataModel, Entry, Task
from veriabs.report import console
from veriabs.report.event_collector import EventCollector
from veriabs.solvers.supervise import Notify, supervise
from veriabs.validation.validation_process import Read, RemoteValidator, start_validation

if TYPE_CHECKING:
    from veriabs.annotate.annotate import AnnotatedFile
    from veriabs.frontend.entry import ParsedSource, Signature
    from veriabs.proofcheck.check import CertificateResult
    from veriabs.verify.options import Options


Found = TypeVar("Found")

_WITHOUT_PRECONDITION = ("check", "slice", "replay", "verify")
"""Commands that read no precondition of a function, or infer it themselves."""

_DECIDING_SHARE = 0.4
"""The share of `explain`'s time for the verdict."""


class _Text(Struct, frozen=True):
    """The text of a program, which is printed unchanged."""

    text: str


class _Events(EventCollector, kw_only=True):
    """Also prints lines at once; `live` shows the current step: purpose, phase, seconds and megabytes."""

    terminal: Terminal
    is_quiet: bool = False
    live: Callable[[str, str, float, float], None] | None = None

    def on_event(self, message: object) -> None:
        match message:
            case str():
                if not self.is_quiet:
                    self.terminal.say(message)
            case _Text(text=text):
                self.terminal.give(text)
            case SolverRunning() if self.live is not None:
                self.live(message.purpose, message.phase, message.seconds, message.megabytes)
            case _:
                super().on_event(message)


def decided(
    chosen: Namespace, terminal: Terminal, source: ParsedSource | None = None, *, is_quiet: bool = False
) -> Report:
    """`verify` and `shrink`: the report of the analysis, or the results when the time is over.

    With a `source`, it verifies a function whose file was read already. With `is_quiet`, no lines are printed
    meanwhile.
    """
    deadline = Deadline(reading_of(chosen).timeout, chosen.started)
    events = _Events(task_by_name(chosen), terminal=terminal, is_quiet=is_quiet, live=terminal.live())
    report = events.finish(partial(_decide, chosen, source, events.live is not None), deadline)
    return replace(report, seconds=deadline.used())


def task_by_name(chosen: Namespace) -> Task:
    """The task by name, for a report about one that could not be read in time."""
    options = reading_of(chosen)
    return Task(chosen.file, options.data_model or DataModel.LP64, options.defines, options.includes)


def annotated(chosen: Namespace) -> AnnotatedFile:
    """The file with the invariants that were proved in time."""
    deadline, results = Deadline(reading_of(chosen).timeout, chosen.started), list["AnnotatedFile"]()
    try:
        # only these are sent
        return supervise(partial(_annotate, chosen), deadline, results.append)  # type: ignore[arg-type]
    except OutOfTimeError:
        if not results:
            raise
        return min(reversed(results), key=lambda one: len(one.open))


def checked(chosen: Namespace, terminal: Terminal) -> CertificateResult:
    """The result of checking a certificate."""
    return supervised(_check, chosen, terminal)


def explained(chosen: Namespace, terminal: Terminal) -> Report:
    """Print the explanation, and return the report."""
    return supervised(_explain, chosen, terminal)


def printed(chosen: Namespace, terminal: Terminal) -> Reason | None:
    """Print `loops`, `harness`, `residual`, `transform` and `slice`; return the reason if there is nothing to print."""
    return supervised(_print, chosen, terminal)


def supervised(work: Callable[[Namespace, Deadline, Notify], Found], chosen: Namespace, terminal: Terminal) -> Found:
    """Run the work in a child process within the time limit, and return its result."""
    deadline = Deadline(reading_of(chosen).timeout, chosen.started)
    return supervise(partial(work, chosen), deadline, _Events(task_by_name(chosen), terminal=terminal).on_event)


# ------------------------------------------------------------------------------------- in the process that analyses


def load(chosen: Namespace, deadline: Deadline) -> Task:
    """The task that was named, with the precondition of a function that its runs show."""
    task = _named_task(chosen, deadline)
    if task.entry.function == "main" or chosen.verb in _WITHOUT_PRECONDITION:
        return task
    from veriabs.verify.preconditions import with_precondition

    deadline.begin("inferring the precondition of the function")
    return with_precondition(task, deadline)


def _named_task(chosen: Namespace, deadline: Deadline) -> Task:
    from veriabs.frontend.task import is_goto_binary

    deadline.begin("reading the task")
    options = reading_of(chosen)
    for folder in options.includes:
        if not folder.is_dir():
            raise InputError(f"-I {folder}: no such folder")
    if options.property_file is not None and not options.property_file.is_file():
        raise InputError(f"{options.property_file}: no such property file")
    others = getattr(chosen, "others", ())
    if others and chosen.file.suffix in (".yml", ".yaml"):
        raise InputError(f"{chosen.file}: a task definition names its own files; name no others")

    def read(file: Path) -> Task:
        return replace(reading_of(chosen, file).task(file), entry=Entry())

    task = options.task(_to_c_file(chosen.file) if is_goto_binary(chosen.file) else chosen.file)
    task = replace(task, entry=replace(task.entry, called=getattr(chosen, "called", {})))
    return _add_build_files(chosen, replace(task, others=tuple(map(read, others))), read, deadline)


def _to_c_file(binary: Path) -> Path:
    from veriabs.install.goto_binaries import to_c_file  # imported late: goto binaries are rare

    return to_c_file(binary)


def _add_build_files(chosen: Namespace, task: Task, read: Callable[[Path], Task], deadline: Deadline) -> Task:
    """The task with other files of its build that define functions it needs, if a build was named."""
    from veriabs.verify.project import compiled, defaults

    build = getattr(chosen, "build", None) or defaults(chosen.file).get("build")
    if not isinstance(build, Path):
        return task
    from veriabs.frontend.definitions import with_definitions

    return with_definitions(task, compiled(build), read, deadline)


def _decide(
    chosen: Namespace, source: ParsedSource | None, is_live: bool, deadline: Deadline, notify: Notify
) -> Report:
    task = load(chosen, deadline)
    if chosen.verb != "verify":
        return _analyse(chosen, task, options_of(chosen), is_live, deadline, notify, partial(_understand, task, source))

    def decide(task: Task, options: Options) -> Report:
        part = Deadline(deadline.left(), watch=deadline.watch, cause=deadline.reason())
        with start_validation(partial(_understand, task, source), part) as validator:
            report = _analyse(chosen, task, options, is_live, part, notify, validator.program, validator)
        if not report.dependent:  # the verdict if there is no time for another precondition
            notify(VerdictKnown(report))
        return report

    if task.entry.function == "main":
        return decide(task, options_of(chosen))
    from veriabs.verify.preconditions import verify_with_precondition  # imported late: most programs begin with main

    return verify_with_precondition(task, options_of(chosen), deadline, decide, source)


def _understand(task: Task, source: ParsedSource | None, deadline: Deadline) -> Program:
    """Lower the text of the task."""
    from veriabs.frontend.program import load_program

    return load_program(task, deadline, source)


def _analyse(
    chosen: Namespace, task: Task, options: Options, is_live: bool, deadline: Deadline, notify: Notify, read: Read,
    validator: RemoteValidator | None = None,
) -> Report:
    from veriabs.verify import api

    cbmc = api.installed()
    notify((task, cbmc.version_text))
    api.load()  # while the program is read
    decide = partial(api.verify, validator=validator) if chosen.verb == "verify" else api.shrink
    observe = _observer(notify, is_live, deadline, explained=getattr(chosen, "explain", False))
    report = decide(task, options, observe, deadline=deadline, cbmc=cbmc, read=read)
    if report.verdict is Verdict.FALSE and chosen.verb == "verify" and (is_live or _writes_outputs(chosen)):
        from veriabs.verify.history import with_histories

        notify(VerdictKnown(report))
        report = with_histories(report, Deadline(options.timeout, deadline.start))
    if report.verdict is Verdict.TRUE and (options.check_proof or getattr(chosen, "proof", None) is not None):
        from veriabs.annotate.proof import add_certificate

        notify(VerdictKnown(report))
        report = add_certificate(report, options, deadline)
    return report


def _writes_outputs(chosen: Namespace) -> bool:
    """Is a report or counterexample written for later use?"""
    return any(getattr(chosen, name, None) for name in ("json", "sarif", "junit", "counterexample"))


def _observer(notify: Notify, is_live: bool, deadline: Deadline, *, explained: bool) -> Observer:
    """Send events of the verification: lines, and the data for a report if there is no verdict."""
    progress = console.ConsoleProgress(notify, explained=explained)

    def observe(event: Event) -> None:
        if isinstance(event, ProgramRead):
            deadline.begin("counting iterations")
        if isinstance(event, StrategyEnded | GoalsKnown | VerdictKnown | GoalDecided | ProgramRefused) or (
            is_live and isinstance(event, SolverRunning)
        ):
            notify(event)
        progress(event)

    return observe


def _check(chosen: Namespace, deadline: Deadline, notify: Notify) -> CertificateResult:
    from veriabs.frontend.program import load_program
    from veriabs.proofcheck.certificate import needs_of, read
    from veriabs.proofcheck.check import CertificateResult, check
    from veriabs.validation.contract_crosscheck import read_in_two_ways

    certificate, task = read(chosen.proof), load(chosen, deadline)
    task = replace(task, entry=replace(task.entry, needs=needs_of(certificate)))
    program = load_program(task, deadline)
    if twice := read_in_two_ways(program.contract):
        return CertificateResult(twice)
    return check(certificate, program, options_of(chosen).overflow, deadline)


def _explain(chosen: Namespace, deadline: Deadline, notify: Notify) -> Report:
    from veriabs.annotate.explain import explain
    from veriabs.frontend.program import load_program
    from veriabs.verify import api

    task, options = load(chosen, deadline), options_of(chosen)
    program = load_program(task, deadline)
    share = deadline.part(deadline.left() * _DECIDING_SHARE)
    report = api.verify(task, options, deadline=share, read=lambda _: program)
    text_lines = []
    for one in explain(task, program, report, options, deadline):
        text_lines.append(one)
        if isinstance(one, str):
            notify(one)
    if chosen.json is not None:
        from veriabs.report.files import write_texts

        missing = [{"name": o.name, "line": o.where.line, "text": o.text} for o in text_lines if not isinstance(o, str)]
        lines = [one for one in text_lines if isinstance(one, str)]
        explanation = {"verdict": report.verdict.value, "said": report.wording, "lines": lines, "missing": missing}
        write_texts({chosen.json: json.dumps(explanation, indent=2) + "\n"}, "the explanation")
    return report


def _print(chosen: Namespace, deadline: Deadline, notify: Notify) -> Reason | None:
    from veriabs.cli import printing
    from veriabs.frontend.program import load_program

    if chosen.verb == "loops":
        send_facts(chosen, loop_facts(chosen, deadline), notify)
        return None
    task = load(chosen, deadline)
    if chosen.verb == "slice":
        deadline.begin("slicing")
        for text in printing.sliced(chosen, task):
            notify(_Text(text))
        return None
    program = load_program(task, deadline)
    deadline.begin("analysing the loops")
    if chosen.verb == "transform":
        notify(_Text(printing.transformed(chosen, task, program)))
        return None
    made = printing.generated(chosen, task, program)
    if isinstance(made, Reason):
        return made
    notify(_Text(made))
    return None


def loop_facts(chosen: Namespace, deadline: Deadline) -> Iterator[object]:
    """The facts about the loops of one program: lines, or with `--json` an object for each loop."""
    from veriabs.cli import printing

    program, has_goals = _program_to_list(load(chosen, deadline), deadline)
    deadline.begin("analysing the loops")
    yield from printing.loops_as_data(program) if chosen.json else printing.loops(program, has_goals=has_goals)


def send_facts(chosen: Namespace, facts: Iterable[object], notify: Notify) -> None:
    """Print facts about loops: lines as they come, or all objects as one JSON list."""
    if chosen.json:
        notify(_Text(json.dumps(list(facts), indent=2)))
        return
    for one in facts:
        notify(one)


def functions_in(chosen: Namespace, deadline: Deadline, notify: Notify) -> tuple[Task, str, dict[str, Signature]]:
    """The task, its preprocessed text, and its functions with a body; raises InputError if there is none."""
    from veriabs.frontend.entry import functions_of
    from veriabs.frontend.preprocess import preprocess

    task = load(chosen, deadline)
    text = preprocess(task, deadline.left())
    found = functions_of(text, task)
    if not found:
        raise InputError(f"{chosen.file}: no function has a body here")
    return task, text, found


def _program_to_list(task: Task, deadline: Deadline) -> tuple[Program, bool]:
    """The program, and whether it has goals; a program without goals is read with those of its accesses."""
    from veriabs.frontend.program import load_program

    try:
        return load_program(task, deadline), True
    except NothingToShowError:
        return load_program(replace(task, checks=("bounds",)), deadline), False


def _annotate(chosen: Namespace, deadline: Deadline, notify: Notify) -> AnnotatedFile:
    from veriabs.annotate.annotate import annotate

    task = load(chosen, deadline)
    program, _ = _program_to_list(task, deadline)  # counters have invariants whatever is asserted
    return annotate(task, program, chosen.notation, options_of(chosen), deadline, notify)
