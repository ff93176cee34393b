"""The commands about one task, in two processes: one analyses, the other tells, keeps the clock and writes files.

What runs in the process that analyses takes a deadline, and what tells the other one; see `supervise`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from veriabs.cli.terminal import Terminal
from veriabs.core.deadline import Deadline
from veriabs.core.errors import InputError, LostError, OutOfTimeError, UnsupportedError
from veriabs.core.model import Answer, DataModel, Program, Reason, ReasonKind, Replay, Report, Task, Word
from veriabs.solvers.supervise import Tell, supervise

if TYPE_CHECKING:
    from argparse import Namespace

    from veriabs.verify.session import Options


@dataclass(frozen=True, slots=True)
class _Event:
    """The state of one CBMC, for the live line: purpose, phase, seconds, megabytes."""

    state: tuple[str, str, float, float]


@dataclass(frozen=True, slots=True)
class _Text:
    """The text of a program, which is printed as it is."""

    text: str


@dataclass
class _Heard:
    """What the analysis has told so far; lines go to the terminal at once."""

    task: Task
    terminal: Terminal
    live: Callable[[str, str, float, float], None] | None = None
    report: Report | None = None
    cbmc: str = ""
    answers: list[Answer] = field(default_factory=list)

    def hear(self, message: object) -> None:
        match message:
            case str():
                self.terminal.say(message)
            case _Text(text=text):
                self.terminal.give(text)
            case _Event(state=state) if self.live is not None:
                self.live(*state)
            case Answer():
                self.answers.append(message)
            case Report():
                self.report = message
            case (Task() as task, str() as version):
                self.task, self.cbmc = task, version
            case _:
                pass

    def so_far(self, reason: Reason) -> Report:
        """The verdict if there was one already, else UNKNOWN with what ended the analysis."""
        if self.report is not None:
            return self.report
        return Report(self.task, Word.UNKNOWN, "", reason, (), (), 0.0, 0.0, self.cbmc, answers=tuple(self.answers))


def decided(chosen: Namespace, terminal: Terminal) -> Report:
    """`verify` and `shrink`: the report of the analysis, or what is known when its time is over."""
    deadline = Deadline(chosen.timeout)
    heard = _Heard(_named(chosen), terminal, terminal.live())
    try:
        report = supervise(partial(_decide, chosen, heard.live is not None), deadline, heard.hear)
    except OutOfTimeError as error:
        report = heard.so_far(Reason(ReasonKind.BUDGET, str(error)))
    except LostError as error:
        report = heard.so_far(Reason(ReasonKind.CRASH, str(error)))
    return replace(report, seconds=deadline.used())


def _named(chosen: Namespace) -> Task:
    """The task as it was named, for a report about one that could not be read in time."""
    return Task(chosen.file, chosen.model or DataModel.LP64, tuple(chosen.defines), tuple(chosen.includes))


def replayed(chosen: Namespace, terminal: Terminal) -> Report | str:
    """Repeats a counterexample from its recorded values; a text says why it is none."""
    return supervise(partial(_replay, chosen), Deadline(chosen.timeout), _Heard(_named(chosen), terminal).hear)


def printed(chosen: Namespace, terminal: Terminal) -> Reason | None:
    """`loops`, `harness`, `residual`, `transform` and `slice` print; returns why there is nothing to print."""
    return supervise(partial(_print, chosen), Deadline(chosen.timeout), _Heard(_named(chosen), terminal).hear)


# ------------------------------------------------------------------------------------- in the process that analyses


def load(chosen: Namespace, deadline: Deadline) -> Task:
    """The task that was named."""
    from veriabs.frontend.task import load

    deadline.begin("reading the task")
    for folder in chosen.includes:
        if not folder.is_dir():
            raise InputError(f"-I {folder}: no such folder")
    if chosen.property is not None and not chosen.property.is_file():
        raise InputError(f"{chosen.property}: no such property file")
    return load(
        chosen.file,
        defines=chosen.defines,
        includes=chosen.includes,
        data_model=chosen.model,
        property_file=chosen.property,
    )


def _decide(chosen: Namespace, is_live: bool, deadline: Deadline, tell: Tell) -> Report:
    from veriabs.frontend.program import load_program
    from veriabs.install import provision
    from veriabs.solvers import driver
    from veriabs.verify import engine
    from veriabs.verify.session import unsupported

    task = load(chosen, deadline)
    cbmc = driver.detect(provision.require())
    tell((task, cbmc.version_text))
    options = _telling(options_of(chosen), tell, is_live)
    try:
        program = load_program(task, deadline)
    except UnsupportedError as error:
        if chosen.verb == "verify":
            return engine.verify(task, unsupported(error), cbmc, options, deadline)
        return Report(task, Word.UNKNOWN, "", unsupported(error), (), (), 0.0, 0.0, cbmc.version_text)
    tell(_headline(task, program, deadline))
    decide = engine.verify if chosen.verb == "verify" else engine.shrink
    return decide(task, program, cbmc, options, deadline)


def _headline(task: Task, program: Program, deadline: Deadline) -> str:
    from veriabs.loops.flatten import assertions
    from veriabs.loops.iterations import listed, trips
    from veriabs.report import console

    deadline.begin("counting iterations")
    loops = [one for one in listed(program) if one.outer is None]
    return console.headline(task.path.name, len(loops), len(assertions(program)), tuple(map(trips, loops)))


def options_of(chosen: Namespace) -> Options:
    """What the user chose for a verification."""
    from veriabs.verify.session import Options

    default = Options()
    return Options(
        max_k=chosen.max_k,
        timeout=chosen.timeout,
        memory_mb=chosen.memory,
        jobs=chosen.jobs,
        strategies=chosen.strategy or default.strategies,
        overflow=getattr(chosen, "overflow", default.overflow),
        replay=not getattr(chosen, "no_replay", False),
        invariants=getattr(chosen, "witness", None) is not None,
        keep=chosen.keep,
    )


def options_as_json(chosen: Namespace) -> dict[str, object]:
    """What the user chose, for a report that programs can read."""
    options = options_of(chosen)
    names = ("max_k", "timeout", "memory_mb", "jobs", "strategies", "replay", "keep")
    return {**{name: getattr(options, name) for name in names}, "overflow": options.overflow.value}


def _telling(options: Options, tell: Tell, is_live: bool) -> Options:
    """The options with ears for what happens during the verification."""
    from veriabs.report import console

    progress = console.Progress(tell)

    def answered(answer: Answer) -> None:
        tell(answer)
        progress.answered(answer)

    event = (lambda *state: tell(_Event(state))) if is_live else None
    return replace(options, on_event=event, on_tried=progress.show, on_answer=answered, on_report=tell)


def _replay(chosen: Namespace, deadline: Deadline, tell: Tell) -> Report | str:
    from veriabs.frontend.program import load_instrumented
    from veriabs.report.counterexample import load_values
    from veriabs.verify import refute

    task = load(chosen, deadline)
    deadline.begin("instrumenting the program")
    subject = load_instrumented(task, None, deadline.left())
    deadline.begin("running the program")
    found = refute.again(subject, load_values(chosen.counterexample, subject.sites), chosen.overflow)
    if found.counterexample is None:
        return f"the counterexample {found.replay.value} ({found.detail})"
    assert found.replay is Replay.REACHED
    return Report(task, Word.FALSE, "replay", None, (), (), 0.0, 0.0, "", found.counterexample)


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
