"""Arguments in, exit code out: the only module that prints or ends the program.

Exit codes: 0 proved, 10 violated, 5 unknown, 6 bad input, 64 bad usage, 69 CBMC or the compiler cannot be used, 70 an
error in veriabs itself, 130 interrupted.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from veriabs.cli.arguments import UsageError, parser
from veriabs.cli.terminal import Terminal
from veriabs.core.errors import InputError, ToolError, UnsupportedError, VeriabsError
from veriabs.core.model import Program, Reason, ReasonKind, Report, Task, Word

if TYPE_CHECKING:
    from argparse import Namespace
    from types import FrameType, TracebackType

    from veriabs.core.events import Observer
    from veriabs.report.evidence import Evidence
    from veriabs.verify.options import Options

INPUT, USAGE, TOOL, BUG, INTERRUPTED = 6, 64, 69, 70, 130
_EXIT = {Word.TRUE: 0, Word.FALSE: 10, Word.UNKNOWN: 5}
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit code."""
    sys.excepthook = _report_bug
    terminal = Terminal()
    try:
        with _interruptible():
            chosen = parser().parse_args(arguments)
            terminal.choose(chosen)
            code = _run(chosen, terminal)
    except UsageError as error:
        return terminal.complain(error, USAGE)
    except InputError as error:
        return terminal.complain(error, INPUT)
    except ToolError as error:
        return terminal.complain(error, TOOL)
    except UnsupportedError as error:
        terminal.say(f"{Word.UNKNOWN.value}  {error}")
        return _EXIT[Word.UNKNOWN]
    except KeyboardInterrupt:
        return terminal.complain("interrupted; everything that was started has been ended", INTERRUPTED)
    finally:
        terminal.close()
    return code


# ------------------------------------------------------------------------------------------------------------- commands


def _run(chosen: Namespace, terminal: Terminal) -> int:
    match chosen.verb:
        case "verify" | "shrink":
            return _decide(chosen, terminal)
        case "replay":
            return _replay(chosen, terminal)
        case "loops" | "harness" | "residual" | "slice" | "transform":
            return _printed(chosen, terminal)
        case "setup":
            return _setup(chosen, terminal)
        case "doctor":
            return _doctor(chosen, terminal)
        case "batch" | "report" | "compare":
            return _many(chosen, terminal)
        case other:
            raise UsageError(f"no command {other}")


def _task(chosen: Namespace) -> Task:
    from veriabs.frontend.task import load

    options = _options(chosen)
    for folder in options.includes:
        if not folder.is_dir():
            raise InputError(f"-I {folder}: no such folder")
    if options.property_file is not None and not options.property_file.is_file():
        raise InputError(f"{options.property_file}: no such property file")
    return load(
        chosen.file,
        defines=options.defines,
        includes=options.includes,
        data_model=options.data_model,
        property_file=options.property_file,
    )


def _program(task: Task) -> Program:
    from veriabs.frontend.program import load_program

    try:
        return load_program(task)
    except RecursionError as error:
        raise UnsupportedError(f"{task.path}: expressions or statements are nested too deeply") from error


def _decide(chosen: Namespace, terminal: Terminal) -> int:
    """`verify` and `shrink`."""
    from veriabs.report import json_report

    if chosen.json is None:
        return _decided(chosen, terminal)
    if chosen.json.resolve() == chosen.file.resolve():
        raise UsageError(f"--json {chosen.json} would overwrite the program")
    json_report.begin(chosen.json, chosen.verb)
    try:
        return _decided(chosen, terminal)
    except VeriabsError as error:
        json_report.fail(chosen.json, chosen.verb, str(error))
        raise


def _decided(chosen: Namespace, terminal: Terminal) -> int:
    from veriabs.report import console, json_report

    evidence = _evidence(chosen)
    evidence.check(chosen.file)
    options = replace(_options(chosen), invariants=evidence.witness is not None)
    report = _report(chosen, options, console.Progress(terminal.say, terminal.live()))
    if chosen.show_commands:
        terminal.say(*console.command_lines(report.runs))
    if chosen.json is not None:
        json_report.finish(chosen.json, chosen.verb, report, options.for_report())
    if chosen.verb == "shrink" and not _is_unsupported(report):
        terminal.say(*map(console.factor_line, report.loops))
        if not report.loops:
            terminal.say(f"no loop can be shrunk; try: {console.hint_of(_NOTHING, str(report.task.path))}")
        return 0
    terminal.say(*console.verdict_lines(report, coloured=terminal.coloured))
    evidence.write(report)
    return _EXIT[report.word]


def _evidence(chosen: Namespace) -> Evidence:
    from veriabs.report.evidence import Evidence

    names = ("counterexample", "witness", "sarif", "junit")
    return Evidence(**{name: getattr(chosen, name, None) for name in names})


def _replay(chosen: Namespace, terminal: Terminal) -> int:
    """Repeats a counterexample from its recorded values."""
    from veriabs.frontend.program import load_instrumented
    from veriabs.report import console
    from veriabs.report.counterexample import load_values, trace_lines
    from veriabs.verify import refute

    task = _task(chosen)
    subject = load_instrumented(task)
    found = refute.again(subject, load_values(chosen.counterexample, subject.sites), _options(chosen).overflow)
    if found.counterexample is None:
        terminal.say(f"{Word.UNKNOWN.value}  the counterexample {found.replay.value} ({found.detail})")
        return _EXIT[Word.UNKNOWN]
    report = Report(task, Word.FALSE, "replay", None, (), (), 0.0, 0.0, "", found.counterexample)
    terminal.say(console.word(Word.FALSE, coloured=terminal.coloured), *trace_lines(report))
    return _EXIT[Word.FALSE]


_NOTHING = Reason(ReasonKind.NOT_APPLICABLE, "no loop can be shrunk")


def _is_unsupported(report: Report) -> bool:
    return report.reason is not None and report.reason.kind is ReasonKind.UNSUPPORTED


def _report(chosen: Namespace, options: Options, observe: Observer) -> Report:
    from veriabs.verify import api

    decide = api.verify if chosen.verb == "verify" else api.shrink
    return decide(_task(chosen), options, observe)


def _options(chosen: Namespace) -> Options:
    from veriabs.verify.options import Options

    return Options.of(vars(chosen))


def _printed(chosen: Namespace, terminal: Terminal) -> int:
    """`loops`, `harness`, `residual`, `transform`, `slice`."""
    from veriabs.cli import printing

    task = _task(chosen)
    if chosen.verb == "slice":
        terminal.say(*printing.sliced(chosen, task))
        return 0
    if chosen.verb == "loops":
        terminal.say(*printing.loops(_program(task)))
        return 0
    if chosen.verb == "transform":
        terminal.say(printing.transformed(chosen, task, _program(task)))
        return 0
    made = printing.generated(chosen, task, _program(task))
    if isinstance(made, Reason):
        terminal.complain(f"nothing to print: {made}", INPUT)
        return _EXIT[Word.UNKNOWN]
    terminal.say(made)
    return 0


def _setup(chosen: Namespace, terminal: Terminal) -> int:
    from veriabs.install import provision

    provision.setup(
        prefix=chosen.prefix, yes=chosen.yes, say=terminal.say, ask=terminal.ask, version=chosen.version
    )  # fmt: skip
    return 0


def _doctor(chosen: Namespace, terminal: Terminal) -> int:
    from veriabs.install import doctor, provision

    probes = doctor.probe(provision.find())
    if chosen.json:
        terminal.say(doctor.as_json(probes))
    else:
        for one in probes:
            state = {True: "ok", False: "FAILED", None: "-"}[one.ok]
            terminal.say(f"{state:<7} {one.name}: {one.detail}")
            if one.mend:
                terminal.say(f"        try: {one.mend}")
    return TOOL if any(one.ok is False for one in probes) else 0


def _many(chosen: Namespace, terminal: Terminal) -> int:
    """`batch`, `report` and `compare`."""
    from veriabs.cli import commands

    if chosen.verb == "report":
        return commands.report(chosen, terminal.say)
    if chosen.verb == "compare":
        return commands.compare(chosen, terminal.say)
    overwrite = None if terminal.live() is None else _overwrite
    return commands.batch(chosen, terminal.say, overwrite, terminal.complain)


def _overwrite(text: str) -> None:
    with suppress(OSError):
        sys.stderr.write(text)
        sys.stderr.flush()


# ----------------------------------------------------------------------------------------------------- interruptions


@contextmanager
def _interruptible() -> Iterator[None]:
    """Has signals end the work in an orderly way, once: a second one must not cut the clearing up short."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        for one in _SIGNALS:
            signal.signal(one, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = {one: signal.getsignal(one) for one in _SIGNALS}
    for one in _SIGNALS:
        # A run under nohup, or in the background, goes on ignoring what it was told to ignore.
        if before[one] is not signal.SIG_IGN:
            signal.signal(one, interrupt)
    interrupted = False
    try:
        yield
    except KeyboardInterrupt:
        interrupted = True
        raise
    finally:
        if not interrupted:
            for one, handler in before.items():
                signal.signal(one, handler)


def _report_bug(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> NoReturn:
    """Tells of an error in veriabs itself in one line; the whole traceback is there for the asking."""
    import traceback

    if os.environ.get("VERIABS_DEBUG"):
        traceback.print_exception(kind, error, trace)
    frames = traceback.extract_tb(trace)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    text = " ".join(str(error).split())[:200]
    print(
        f"veriabs: internal error{place}: {kind.__name__}: {text}; VERIABS_DEBUG=1 shows where it comes from",
        file=sys.stderr,
    )
    sys.exit(BUG)
