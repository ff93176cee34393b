"""Run one command and compute its exit code; only this module and `terminal` print or exit.

Exit codes: 0 proved, 10 violated, 5 unknown, 6 bad input, 7 proved under conditions (--require-unconditional), 64 bad
usage, 69 CBMC or the compiler cannot be used, 70 internal error, 130 interrupted.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from veriabs.cli.exit_codes import ExitCode
from veriabs.cli.parser import UsageError, complete, parser, verify_arguments
from veriabs.cli.terminal import Terminal
from veriabs.core.errors import (
    BugError,
    InputError,
    LostError,
    OutOfTimeError,
    ToolError,
    UnsupportedError,
    VeriabsError,
    bug_line,
    denied,
)
from veriabs.core.interruption import SIGNALS, interrupt

if TYPE_CHECKING:
    from types import TracebackType

    from veriabs.core.results import Report


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    started = time.monotonic()
    sys.excepthook = _report_bug
    terminal = Terminal()
    try:
        with _interruptible():
            if "_ARGCOMPLETE" in os.environ:
                complete(parser())
            words = sys.argv[1:] if arguments is None else arguments
            chosen = parser(words).parse_args(words, Namespace(started=started))
            terminal.choose(chosen)
            code = _run(chosen, terminal)
    except UsageError as error:
        return terminal.complain(error, ExitCode.USAGE)
    except InputError as error:
        return terminal.complain(error, ExitCode.INPUT)
    except PermissionError as error:
        return terminal.complain(denied(error), ExitCode.INPUT)
    except ToolError as error:
        return terminal.complain(error, ExitCode.TOOL)
    except (UnsupportedError, OutOfTimeError, LostError) as error:
        terminal.say(f"UNKNOWN  {error}")
        return ExitCode.UNKNOWN
    except BugError as error:
        return terminal.complain(error, ExitCode.BUG)
    except KeyboardInterrupt:
        return terminal.complain("interrupted; all started processes have been stopped", ExitCode.INTERRUPTED)
    finally:
        terminal.close()
    return code


# ------------------------------------------------------------------------------------------------------------- commands


def _run(chosen: Namespace, terminal: Terminal) -> int:
    match chosen.verb:
        case "verify" | "shrink":
            return _decide(chosen, terminal)
        case "cbmc":
            from veriabs.cli import cbmc

            return cbmc.decide(chosen, verify_arguments(chosen), terminal)
        case "bug":
            from veriabs.cli import bug

            return bug.pack(chosen, terminal)
        case "replay":
            return _replay(chosen, terminal)
        case "check":
            return _check(chosen, terminal)
        case "loops" if chosen.all_functions:
            from veriabs.cli.functions import each_listing

            each_listing(chosen, terminal)
            return 0
        case "loops" | "harness" | "residual" | "slice" | "transform":
            return _print(chosen, terminal)
        case "annotate":
            return _annotate(chosen, terminal)
        case "explain":
            return _explain(chosen, terminal)
        case "setup":
            return _setup(chosen, terminal)
        case "doctor":
            return _doctor(chosen, terminal)
        case "batch" | "report" | "compare":
            return _run_batch_command(chosen, terminal)
        case "serve" | "token":
            return _service(chosen, terminal)
        case "lsp":
            return _serve_editor()
        case "completion":
            from argcomplete.shell_integration import shellcode

            terminal.give(shellcode(["veriabs"], shell=chosen.shell))
            return 0
        case other:
            raise UsageError(f"no command {other}")


def _decide(chosen: Namespace, terminal: Terminal) -> int:
    """`verify` and `shrink`."""
    from veriabs.cli.task_options import options_of
    from veriabs.report.evidence import Evidence

    if chosen.json is not None and chosen.json.resolve() == chosen.file.resolve():
        raise UsageError(f"--json {chosen.json} would overwrite the program")
    if getattr(chosen, "server", None) is not None:
        from veriabs.cli import service_commands

        return service_commands.decide(chosen, terminal.say, terminal.complain)
    evidence = Evidence.of(chosen)
    evidence.begin()
    try:
        report = _verify(chosen, terminal)
    except VeriabsError as error:
        evidence.fail(str(error))
        raise
    _print_report(chosen, report, terminal)
    if getattr(chosen, "check_proof", False) and report.verdict.value == "TRUE":
        terminal.say(f"  proof: {report.checked or 'not checked, because the time is over'}")
    for problem in evidence.write(report, lambda: options_of(chosen).for_report()):
        terminal.complain(problem, ExitCode.INPUT)
    if chosen.verb == "shrink" and not _is_unknown(report):
        return 0
    for text in report.internal_errors:
        terminal.complain(f"internal error: {text}", ExitCode.BUG)
    if report.internal_errors:
        return ExitCode.BUG
    is_weak = report.is_conditional and getattr(chosen, "require_unconditional", False)
    return ExitCode.CONDITIONAL if is_weak else ExitCode[report.verdict.value]


def _verify(chosen: Namespace, terminal: Terminal) -> Report:
    if getattr(chosen, "all_functions", False):
        from veriabs.cli.functions import each_function

        return each_function(chosen, terminal)
    from veriabs.cli.analysis import decided

    return decided(chosen, terminal)


def _print_report(chosen: Namespace, report: Report, terminal: Terminal) -> None:
    from veriabs.report import console

    if chosen.show_commands:
        terminal.say(*console.command_lines(report.runs))
    if chosen.verb == "verify" or _is_unknown(report):
        explained = getattr(chosen, "explain", False)
        listed = explained or not getattr(chosen, "all_functions", False)  # each function has printed its own
        terminal.say(*console.verdict_lines(report, coloured=terminal.coloured, explained=explained, listed=listed))
        return
    if not getattr(chosen, "all_functions", False):  # each function has printed its own
        terminal.say(*console.factor_lines(report), console.time_line(report))


def _is_unknown(report: Report) -> bool:
    """Was the program unsupported, or not parsed in time?"""
    from veriabs.core.reasons import ReasonKind

    return report.reason is not None and report.reason.kind is not ReasonKind.NOT_APPLICABLE


def _replay(chosen: Namespace, terminal: Terminal) -> int:
    """Repeat a counterexample from its recorded values."""
    from veriabs.cli import replay_command
    from veriabs.report import console
    from veriabs.report.counterexample import trace_lines

    found = replay_command.replayed(chosen, terminal)
    if isinstance(found, str):
        terminal.say(f"UNKNOWN  {found}")
        return ExitCode.UNKNOWN
    terminal.say(console.word(found.verdict, coloured=terminal.coloured), *trace_lines(found))
    return ExitCode.FALSE


def _check(chosen: Namespace, terminal: Terminal) -> int:
    """Report whether a certificate is a proof; a rejected one says nothing about the program."""
    from veriabs.cli import analysis

    found = analysis.checked(chosen, terminal)
    terminal.say(str(found))
    return 0 if found.is_accepted else ExitCode.UNKNOWN


def _print(chosen: Namespace, terminal: Terminal) -> int:
    """`loops`, `harness`, `residual`, `transform`, `slice`."""
    from veriabs.cli import analysis

    nothing = analysis.printed(chosen, terminal)
    if nothing is None:
        return 0
    terminal.complain(f"nothing to print: {nothing}", ExitCode.INPUT)
    return ExitCode.UNKNOWN


def _annotate(chosen: Namespace, terminal: Terminal) -> int:
    """Print the annotated file, and on standard error what is missing in it."""
    from veriabs.cli import analysis
    from veriabs.loops.flatten import UNROLL_LIMIT
    from veriabs.report.console import counted

    try:
        found = analysis.annotated(chosen)
    except (UnsupportedError, OutOfTimeError, LostError) as error:  # standard output is for the file
        return terminal.complain(f"nothing is annotated: {error}", ExitCode.UNKNOWN)
    terminal.give(found.text.removesuffix("\n"))
    for one in found.judged:
        terminal.complain(f"{chosen.file}:{one.given.where.line}: {one}", 0)
    for where in found.unrolled:
        most = f"goto-instrument --unwindset LOOP:{UNROLL_LIMIT + 1} --unwinding-assertions"
        terminal.complain(f"{where}: unroll this loop before checking with CBMC: {most}", 0)
    for where in found.silent:
        is_own = Path(where.file).name == chosen.file.name
        other = "this file is not annotated; to annotate it, name it first"
        terminal.complain(f"{where}: {'no invariant found for this loop' if is_own else other}", 0)
    for where in found.unwritten:
        terminal.complain(f"{where}: not annotated, since `goto`, recursion or a library function makes this loop", 0)
    for condition in found.conditions:
        terminal.complain(f"{chosen.file}: the proofs assume that {condition}", 0)
    lacking = (f"{one.where}: not proved by the invariants found: {reason.text}" for one, reason in found.open)
    for text in counted(lacking):
        terminal.complain(text, 0)
    return ExitCode.UNKNOWN if found.open else 0


def _explain(chosen: Namespace, terminal: Terminal) -> int:
    """Print the explanation, then the verdict."""
    from veriabs.cli import analysis
    from veriabs.report import console

    report = analysis.explained(chosen, terminal)
    terminal.say(f"{console.headword(report, coloured=terminal.coloured)}  {report.seconds:.2f} s")
    return ExitCode[report.verdict.value]


def _setup(chosen: Namespace, terminal: Terminal) -> int:
    from veriabs.install import provision

    provision.setup(prefix=chosen.prefix, yes=chosen.yes, say=terminal.say, ask=terminal.ask, version=chosen.version)
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
            if one.remedy:
                terminal.say(f"        try: {one.remedy}")
    return ExitCode.TOOL if any(one.ok is False for one in probes) else 0


def _run_batch_command(chosen: Namespace, terminal: Terminal) -> int:
    """`batch`, `report` and `compare`."""
    from veriabs.cli import commands

    if chosen.verb == "report":
        return commands.report(chosen, terminal.say)
    if chosen.verb == "compare":
        return commands.compare(chosen, terminal.say)
    overwrite = None if terminal.live() is None else terminal.overwrite
    return commands.batch(chosen, terminal.say, overwrite, terminal.complain)


def _service(chosen: Namespace, terminal: Terminal) -> int:
    """`serve` and `token`."""
    from veriabs.cli import service_commands

    return (
        service_commands.serve(chosen, terminal.say)
        if chosen.verb == "serve"
        else service_commands.token(chosen, terminal.say)
    )


def _serve_editor() -> int:
    """`lsp`: standard output belongs to the editor."""
    try:
        from veriabs.lsp import server
    except ImportError as error:
        from veriabs.core.extras import needs

        raise ToolError(needs("lsp", "lsp", error.name)) from error
    server.serve()
    return 0


# ----------------------------------------------------------------------------------------------------- interruptions


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let the first signal end the work in an orderly way."""

    before = {one: signal.getsignal(one) for one in SIGNALS}
    for one in SIGNALS:
        # signals that were ignored at the start, as under nohup, stay ignored
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
    Terminal().complain(bug_line(error), ExitCode.BUG)
    sys.exit(ExitCode.BUG)
