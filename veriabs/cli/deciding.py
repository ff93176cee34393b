"""The commands about one task, in two processes: one analyses, the other tells, keeps the clock and writes files.

What runs in the process that analyses takes a deadline, and what tells the other one; see `supervise`.
"""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct, field

from veriabs.cli.given import options_of, reading_of
from veriabs.cli.terminal import Terminal
from veriabs.core.copying import replace
from veriabs.core.counterexample import Replay
from veriabs.core.deadline import Deadline
from veriabs.core.errors import InputError, LostError, NothingToShowError, OutOfTimeError
from veriabs.core.events import Answered, Asked, Decided, Event, Judged, Observer, Refused, Understood, Working
from veriabs.core.goals import Goal
from veriabs.core.program import Program
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Answer, GoalAnswer, Report, Verdict
from veriabs.core.source import DataModel, Entry, Task
from veriabs.core.verdict import so_far
from veriabs.report import console
from veriabs.solvers.supervise import Tell, supervise
from veriabs.validation.apart import Distant, Read, comparing

if TYPE_CHECKING:
    from veriabs.annotate.annotate import Annotated
    from veriabs.frontend.entry import Source
    from veriabs.proofcheck.check import Checked


Found = TypeVar("Found")

_DECIDING_SHARE = 0.4
"""Part of the time of `explain` that the verdict itself may take."""


class _Text(Struct, frozen=True):
    """The text of a program, which is printed as it is."""

    text: str


class _Heard(Struct):
    """What the analysis has told so far; lines go to the terminal at once."""

    task: Task
    terminal: Terminal
    is_quiet: bool = False
    live: Callable[[str, str, float, float], None] | None = None
    report: Report | None = None
    refused: Reason | None = None
    cbmc: str = ""
    answers: list[Answer] = field(default_factory=list)
    goals: list[GoalAnswer] = field(default_factory=list)
    asked: tuple[Goal, ...] = ()

    def hear(self, message: object) -> None:
        match message:
            case str():
                if not self.is_quiet:
                    self.terminal.say(message)
            case _Text(text=text):
                self.terminal.give(text)
            case Working() if self.live is not None:
                self.live(message.purpose, message.phase, message.seconds, message.megabytes)
            case Answered(answer):
                self.answers.append(answer)
            case Asked(asked):
                self.asked = asked
            case Judged(judged):
                self.goals.append(judged)
            case Decided(report):
                self.report = report
            case Refused(reason):
                self.refused = reason
            case (Task() as task, str() as version):
                self.task, self.cbmc = task, version
            case _:
                pass

    def so_far(self, reason: Reason) -> Report:
        """The verdict if there was one already, else UNKNOWN: the program was refused, or this ended the analysis."""
        if self.report is not None:
            return self.report
        return so_far(self.task, self.refused or reason, self.cbmc, self.answers, self.asked, self.goals)


def decided(
    chosen: Namespace, terminal: Terminal, source: Source | None = None, *, is_quiet: bool = False
) -> Report:
    """`verify` and `shrink`: the report of the analysis, or what is known when its time is over.

    Of a `source` a function is verified, whose file was read already. Who is quiet prints no lines meanwhile.
    """
    deadline = Deadline(reading_of(chosen).timeout, chosen.started)
    heard = _Heard(named(chosen), terminal, is_quiet, terminal.live())
    try:
        report = supervise(partial(_decide, chosen, source, heard.live is not None), deadline, heard.hear)
    except OutOfTimeError as error:
        report = heard.so_far(Reason(ReasonKind.BUDGET, str(error)))
    except LostError as error:
        report = heard.so_far(Reason(ReasonKind.CRASH, str(error)))
    return replace(report, seconds=deadline.used())


def named(chosen: Namespace) -> Task:
    """The task as it was named, for a report about one that could not be read in time."""
    options = reading_of(chosen)
    return Task(chosen.file, options.data_model or DataModel.LP64, options.defines, options.includes)


def replayed(chosen: Namespace, terminal: Terminal) -> Report | str:
    """Repeats a counterexample from its recorded values; a text says why it is none."""
    return supervised(_replay, chosen, terminal)


def annotated(chosen: Namespace) -> Annotated:
    """The file with the invariants that were proved; where the time is over, with those that were in time."""
    deadline, told = Deadline(reading_of(chosen).timeout, chosen.started), list["Annotated"]()
    try:
        return supervise(partial(_annotate, chosen), deadline, told.append)  # type: ignore[arg-type]  # nothing else
    except OutOfTimeError:
        if not told:
            raise
        return min(reversed(told), key=lambda one: len(one.open))


def checked(chosen: Namespace, terminal: Terminal) -> Checked:
    """What becomes of a certificate."""
    return supervised(_check, chosen, terminal)


def explained(chosen: Namespace, terminal: Terminal) -> Report:
    """Tells why the verdict is what it is, and returns the report."""
    return supervised(_explain, chosen, terminal)


def printed(chosen: Namespace, terminal: Terminal) -> Reason | None:
    """`loops`, `harness`, `residual`, `transform` and `slice` print; returns why there is nothing to print."""
    return supervised(_print, chosen, terminal)


def supervised(work: Callable[[Namespace, Deadline, Tell], Found], chosen: Namespace, terminal: Terminal) -> Found:
    deadline = Deadline(reading_of(chosen).timeout, chosen.started)
    return supervise(partial(work, chosen), deadline, _Heard(named(chosen), terminal).hear)


# ------------------------------------------------------------------------------------- in the process that analyses


def load(chosen: Namespace, deadline: Deadline) -> Task:
    """The task that was named."""
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
        raise InputError(f"{chosen.file}: a task definition has its file already")

    def read(file: Path) -> Task:
        return replace(reading_of(chosen, file).task(file), entry=Entry())

    task = options.task(_as_c(chosen.file) if is_goto_binary(chosen.file) else chosen.file)
    return _completed(chosen, replace(task, others=tuple(map(read, others))), read, deadline)


def _as_c(binary: Path) -> Path:
    from veriabs.install.goto_binaries import as_c  # few programs are one

    return as_c(binary)


def _completed(chosen: Namespace, task: Task, read: Callable[[Path], Task], deadline: Deadline) -> Task:
    """The task with the other files of its build that define what it names, if a build was named."""
    from veriabs.verify.project import compiled, defaults

    build = getattr(chosen, "build", None) or defaults(chosen.file).get("build")
    if not isinstance(build, Path):
        return task
    from veriabs.frontend.definitions import with_definitions

    return with_definitions(task, compiled(build), read, deadline)


def _decide(chosen: Namespace, source: Source | None, is_live: bool, deadline: Deadline, tell: Tell) -> Report:
    task = load(chosen, deadline)
    reads = partial(_understand, task, source)
    if chosen.verb != "verify":
        return _decided(chosen, task, is_live, deadline, tell, reads)
    with comparing(reads, deadline) as validator:
        return _decided(chosen, task, is_live, deadline, tell, validator.program, validator)


def _understand(task: Task, source: Source | None, deadline: Deadline) -> Program:
    """Understands the text of the task, which the compiler makes while this process loads what will do so."""
    from veriabs.frontend.ahead import Ahead

    ahead = Ahead(task, deadline.left()) if source is None and not task.others else None
    from veriabs.frontend.program import load_program

    return load_program(task, deadline, source, ahead)


def _decided(
    chosen: Namespace, task: Task, is_live: bool, deadline: Deadline, tell: Tell, read: Read,
    validator: Distant | None = None,
) -> Report:
    from veriabs.verify import api

    cbmc, options = api.installed(), options_of(chosen)
    tell((task, cbmc.version_text))
    api.load()  # while the program is read
    decide = partial(api.verify, validator=validator) if chosen.verb == "verify" else api.shrink
    observe = _telling(tell, is_live, deadline, explained=getattr(chosen, "explain", False))
    report = decide(task, options, observe, deadline=deadline, cbmc=cbmc, read=read)
    if report.verdict is Verdict.FALSE and chosen.verb == "verify" and (is_live or _is_kept(chosen)):
        from veriabs.verify.history import with_histories

        tell(Decided(report))
        report = with_histories(report, Deadline(options.timeout, deadline.start))
    if report.verdict is Verdict.TRUE and (options.check_proof or getattr(chosen, "proof", None) is not None):
        from veriabs.annotate.proof import certified

        tell(Decided(report))
        report = certified(report, options, deadline)
    return report


def _is_kept(chosen: Namespace) -> bool:
    """Is a report or a counterexample asked for, that somebody reads later?"""
    return any(getattr(chosen, name, None) for name in ("json", "sarif", "junit", "counterexample"))


def _telling(tell: Tell, is_live: bool, deadline: Deadline, *, explained: bool) -> Observer:
    """Tells of what happens during the verification: lines, and what a report needs should there be no verdict."""
    progress = console.Progress(tell, explained=explained)

    def observe(event: Event) -> None:
        if isinstance(event, Understood):
            deadline.begin("counting iterations")
        if isinstance(event, Answered | Asked | Decided | Judged | Refused) or (is_live and isinstance(event, Working)):
            tell(event)
        progress(event)

    return observe


def _replay(chosen: Namespace, deadline: Deadline, tell: Tell) -> Report | str:
    from veriabs.frontend.instrumented import load_instrumented
    from veriabs.replay import confirm
    from veriabs.report.counterexample import load_values

    task = load(chosen, deadline)
    deadline.begin("instrumenting the program")
    subject = load_instrumented(task, None, deadline.left())
    deadline.begin("running the program")
    found = confirm.again(subject, load_values(chosen.counterexample, subject.sites), options_of(chosen).overflow)
    if found.counterexample is None:
        return f"the counterexample {found.replay.value} ({found.detail})"
    assert found.replay is Replay.REACHED
    return Report(task, Verdict.FALSE, "replay", None, (), (), 0.0, 0.0, "", found.counterexample)


def _check(chosen: Namespace, deadline: Deadline, tell: Tell) -> Checked:
    from veriabs.frontend.program import load_program
    from veriabs.proofcheck.certificate import read
    from veriabs.proofcheck.check import check

    certificate = read(chosen.proof)
    return check(certificate, load_program(load(chosen, deadline), deadline), options_of(chosen).overflow, deadline)


def _explain(chosen: Namespace, deadline: Deadline, tell: Tell) -> Report:
    from veriabs.annotate.explain import explain
    from veriabs.frontend.program import load_program
    from veriabs.verify import api

    task, options = load(chosen, deadline), options_of(chosen)
    program = load_program(task, deadline)
    share = Deadline(deadline.left() * _DECIDING_SHARE)
    report = api.verify(task, options, deadline=share, read=lambda _: program)
    said = []
    for one in explain(task, program, report, options, deadline):
        said.append(one)
        if isinstance(one, str):
            tell(one)
    if chosen.json is not None:
        from veriabs.report.files import write_texts

        missing = [{"name": o.name, "line": o.where.line, "text": o.text} for o in said if not isinstance(o, str)]
        lines = [one for one in said if isinstance(one, str)]
        told = {"verdict": report.verdict.value, "lines": lines, "missing": missing}
        write_texts({chosen.json: json.dumps(told, indent=2) + "\n"}, "the explanation")
    return report


def _print(chosen: Namespace, deadline: Deadline, tell: Tell) -> Reason | None:
    from veriabs.cli import printing
    from veriabs.frontend.program import load_program

    task = load(chosen, deadline)
    if chosen.verb == "slice":
        deadline.begin("slicing")
        for text in printing.sliced(chosen, task):
            tell(_Text(text))
        return None
    program = load_program(task, deadline)
    deadline.begin("analysing the loops")
    if chosen.verb == "loops" and chosen.json:
        tell(_Text(json.dumps(printing.described(program), indent=2)))
        return None
    if chosen.verb == "loops":
        for text in printing.loops(program):
            tell(text)
        return None
    if chosen.verb == "transform":
        tell(_Text(printing.transformed(chosen, task, program)))
        return None
    made = printing.generated(chosen, task, program)
    if isinstance(made, Reason):
        return made
    tell(_Text(made))
    return None


def _annotate(chosen: Namespace, deadline: Deadline, tell: Tell) -> Annotated:
    from veriabs.annotate.annotate import annotate
    from veriabs.frontend.program import load_program

    task = load(chosen, deadline)
    try:
        program = load_program(task, deadline)
    except NothingToShowError:  # counters have their invariants whatever is asserted
        program = load_program(replace(task, checks=("bounds",)), deadline)
    return annotate(task, program, chosen.notation, options_of(chosen), deadline, tell)
