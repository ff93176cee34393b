"""Confirm a candidate: write it as a C program, compile it plain and with sanitizers, and run both.

The plain program has to reach the error. The checked one must not report an access out of bounds, another undefined
operation or (unless signed arithmetic wraps) a signed overflow before it, since C promises nothing afterwards.
"""

from __future__ import annotations

import re
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from msgspec import Struct

from veriabs.confine.sandbox import run_program
from veriabs.core.copying import replace
from veriabs.core.counterexample import (
    BodilessFunction,
    Candidate,
    Counterexample,
    ErrorSite,
    Input,
    InstrumentedProgram,
    Operand,
    OperandSite,
    Replay,
    Rerun,
    Site,
    SiteKind,
    Values,
    VisitRange,
)
from veriabs.core.goals import FREED, GoalKind
from veriabs.core.runs import Overflow
from veriabs.core.source import DataModel
from veriabs.core.templates import render_c
from veriabs.replay.build import RUNTIME, UNCHECKED, command, compile_text, line_at, needs, runtime
from veriabs.replay.limits import limited
from veriabs.replay.sanitizer_reports import (
    FREES,
    MISALIGNED,
    REPORTS,
    SANITIZER_MESSAGE,
    SIGNS,
    TOO_SMALL,
    about_object,
    line_of_access,
    line_of_call,
    points_nowhere,
)
from veriabs.replay.search import MEMORY_MB, InputSearch, ViolatingRun
from veriabs.solvers.process import ProcessResult

CONFIRM_SECONDS = 60.0
"""Most seconds for each of the two runs of a candidate."""

_REACHED = "veriabs: the error is reached: "
_STOPPED = "veriabs: stopped before the error: "
_UNDEFINED = ("invalid-pointer-pair", "misaligned", "not a valid value", "overlap", "unreachable", "undefined: ")
"""Messages about undefined behaviour other than accesses out of bounds."""
_OVERFLOWS = ("signed integer overflow", "signed overflow", "cannot be represented", "left shift of negative")

_BESIDE_ITS_OWN = "access outside its object"
_SUBSCRIPT = re.compile(r"\[[^\[\]]*\]")

_WATCHED = "ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1"
"""For AddressSanitizer; the program checks for leaks itself."""

_MAIN = "\nint main(void)\n"

_AT_THE_END = (GoalKind.MEMORY_LEAK, GoalKind.MEMORY_TRACK)

_FROM = re.compile(r" \((0x[0-9a-f]{8})\)$")
"""The address of the call, which the 32-bit runtime appends to its messages."""

_LONG_STATEMENT = 40
"""Most lines of one statement: sanitizers report the line of an operation, a goal has the statement's first line."""


class ReplayResult(Struct, frozen=True):
    """The result of replaying a candidate; `counterexample` exists if the run reached the error.

    `instead` is another violation that the run reached first.
    """

    replay: Replay
    detail: str = ""
    counterexample: Counterexample | None = None
    instead: ErrorSite | None = None


def replay_values(
    subject: InstrumentedProgram, values: Values, overflow: Overflow, seconds: float = CONFIRM_SECONDS
) -> ReplayResult:
    """Replay recorded values in at most so many seconds for each step; raises ToolError without a compiler."""
    seconds = max(0.0, min(seconds, CONFIRM_SECONDS))
    with tempfile.TemporaryDirectory(prefix="veriabs-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        search = InputSearch(subject, folder, None, thorough=True)
        if not search.build():
            return ReplayResult(Replay.FAILED, search.failure)
        hit = search.run((Candidate("replay", values),), 0, seconds, seconds, seconds)
        if hit is None:
            return ReplayResult(Replay.MISSED, "with the recorded values")
        return confirm(hit, subject, "replay", overflow, folder, seconds)


def confirm(
    hit: ViolatingRun,
    subject: InstrumentedProgram,
    strategy: str,
    overflow: Overflow,
    folder: Path,
    seconds: float,
    stop: threading.Event | None = None,
) -> ReplayResult:
    """Repeat a violating run in a program of its own; only this function reports that the error is reached."""
    target = subject.errors[hit.error]
    text = program_text(hit, subject, strategy)
    if target.kind is not GoalKind.ASSERTION:
        seen, quick = _run(text, subject, folder, seconds, stop, checked=True, about=target), False
        if seen.replay is Replay.MISSED and target.kind is GoalKind.POINTER and seen.instead is None:
            # the optimised build may have removed an unused read
            seen, quick = _run(text, subject, folder, seconds, stop, checked=True, quick=True, about=target), True
        if seen.instead is not None:
            return confirm(replace(hit, error=seen.instead.number), subject, strategy, overflow, folder, seconds, stop)
        if seen.replay is not Replay.REACHED:
            return seen
        example = _counterexample(hit, subject, strategy, text, False, seen.detail, quick)
        return ReplayResult(Replay.REACHED, "", example)
    with ThreadPoolExecutor(1) as beside:
        waiting = beside.submit(_run, text, subject, folder, seconds, stop, checked=True)
        plain = _run(text, subject, folder, seconds, stop, thorough=hit.thorough)
        checked = waiting.result()
    if plain.replay is not Replay.REACHED:
        return plain
    wraps = checked.replay is Replay.OVERFLOW and overflow is Overflow.WRAP
    if wraps:  # that run ended at the overflow, so run on
        checked = _run(text, subject, folder, seconds, stop, checked=True, wraps=True)
    if checked.replay is not Replay.REACHED:
        return checked
    return ReplayResult(Replay.REACHED, "", _counterexample(hit, subject, strategy, text, wraps))


def _counterexample(
    hit: ViolatingRun, subject: InstrumentedProgram, strategy: str, text: str, wraps: bool, detail: str = "",
    quick: bool = False,
) -> Counterexample:
    model, target = subject.task.data_model, subject.errors[hit.error]
    plain = [] if detail else [_command(model, thorough=hit.thorough)]
    return Counterexample(
        strategy=strategy,
        inputs=tuple(_input(subject.sites[number], spans) for number, spans in hit.values.items()),
        order=hit.order,
        target=target,
        assertion=subject.goal(hit.error, hit.at),
        operands=() if detail else _operands(hit, subject),
        program=text,
        commands=(*plain, _command(model, checked=True, wraps=wraps, quick=quick, indexed=subject.only_subscripts)),
        overflow=wraps,
        detail=detail,
        rerun=Rerun(tuple(_calls(hit, subject)), _entry(subject), subject.parameters),
    )


def _input(site: Site, spans: tuple[VisitRange, ...]) -> Input:
    return Input(site, limited(site, spans))


def _calls(hit: ViolatingRun, subject: InstrumentedProgram) -> Iterator[BodilessFunction]:
    """The return values of each function without a body, in call order."""
    sites = [site for site in subject.sites if site.kind is SiteKind.CALL]
    count = Counter(site.name for site in sites)
    for name, site in {site.name: site for site in sites}.items():
        spans = hit.streams.get(name) if count[name] > 1 else hit.values.get(site.number, ())
        yield BodilessFunction(name, site.type, spans)


def _entry(subject: InstrumentedProgram) -> str:
    """The generated `main` that calls the entry function; it is at the end of the text."""
    if subject.task.entry.function == "main":
        return ""
    text = subject.plain[subject.plain.rindex(_MAIN) :].partition("#undef")[0]
    return "".join(line for line in text.splitlines(keepends=True) if line.strip() and not line.startswith("#"))


def program_text(hit: ViolatingRun, subject: InstrumentedProgram, strategy: str) -> str:
    """The self-contained C program of a counterexample."""
    kind = subject.errors[hit.error].kind
    given = {number: spans for number, spans in hit.values.items() if any(s.start or s.step for s in spans)}
    return render_c(
        "replay/counterexample",
        {
            "strategy": strategy,
            "file": _comment(subject.task.path.name),
            "where": _comment(str(subject.goal(hit.error, hit.at).where)),
            "command": " ".join(_reproduction_command(hit, subject)),
            "program": subject.plain,
            "sites": [
                {"number": number, "text": _comment(_site_text(subject.sites[number])), "spans": spans}
                for number, spans in given.items()
            ],
            "given": set(given),
            "count": len(subject.sites),
            "places": [_comment(f"{error.where}").replace("\\", "/").replace('"', "'") for error in subject.errors],
            "parameters": subject.parameters,
            "runtime": runtime(subject.task.data_model),
            "runtime_file": RUNTIME,
            "observed": False,
            "checks": (),
            "leaks": [(site, one.where.line) for site, one in subject.leaks()],
            "computed": [one.name for one in subject.computed if one is kind or one.ends_run or one in _AT_THE_END],
            "checked": bool(subject.computed),
            "wanted": [f"VERIABS_PLACE({line}, {at})" for line, at in subject.places(subject.errors[hit.error])],
            "numbers": {kind.name: number for number, kind in enumerate(GoalKind)},
            "needs": needs(subject),
            "pointed_to": subject.pointed_to,
        },
    )


def _reproduction_command(hit: ViolatingRun, subject: InstrumentedProgram) -> tuple[str, ...]:
    """The shell command that compiles and runs a counterexample; a check needs sanitizers to fail."""
    model, program = subject.task.data_model, "./counterexample"
    if subject.errors[hit.error].kind is GoalKind.ASSERTION:
        return (*_command(model, thorough=hit.thorough), "&&", program)
    watched = () if model is DataModel.ILP32 else (_WATCHED,)
    return (*_command(model, checked=True, indexed=subject.only_subscripts), "&&", *watched, program)


def _comment(text: str) -> str:
    """The text without anything that ends a comment."""
    return " ".join(text.replace("*/", "* /").replace("/*", "/ *").split())


def _site_text(site: Site) -> str:
    return f"{site.name}{'()' if site.kind is SiteKind.CALL else ''} at {site.where}"


_command = partial(command, "counterexample.c", "counterexample")


def _run(
    text: str,
    subject: InstrumentedProgram,
    folder: Path,
    seconds: float,
    stop: threading.Event | None,
    *,
    checked: bool = False,
    wraps: bool = False,
    thorough: bool = False,
    quick: bool = False,
    about: ErrorSite | None = None,
) -> ReplayResult:
    compiled = partial(compile_text, text, "counterexample", subject, folder, seconds, stop)
    program, complaint = compiled(checked=checked, wraps=wraps, thorough=thorough, quick=quick)
    if program is None:
        return ReplayResult(Replay.FAILED, complaint)
    if complaint:
        replay = Replay.UNDEFINED if any(sign in complaint for sign in UNCHECKED) else Replay.OVERFLOW
        return ReplayResult(replay, complaint.partition("warning: ")[2])
    model = subject.task.data_model
    finished = run_program(program, model, seconds=seconds, memory_mb=MEMORY_MB, checked=checked, stop=stop)
    return _judge(finished) if about is None else _sanitised(finished, about, subject, program)


def _sanitised(finished: ProcessResult, about: ErrorSite, subject: InstrumentedProgram, program: Path) -> ReplayResult:
    """Decide whether the first report of the sanitizers is the expected violation at its line.

    The sanitizer reports a misaligned address first, also for a pointer to no object.
    """
    misaligned = 0
    for line in finished.stderr.splitlines():
        report = SANITIZER_MESSAGE.match(line)
        if report and about.kind is GoalKind.POINTER and points_nowhere(report["message"]):
            return ReplayResult(_replay_at(int(report["line"]), about, subject, misaligned), report["message"])
        if report and MISALIGNED in report["message"] and misaligned in (0, int(report["line"])):
            misaligned = int(report["line"])
            continue
        if report and any(sign in report["message"] for sign in SIGNS[about.kind]):
            message = _BESIDE_ITS_OWN if TOO_SMALL in report["message"] else report["message"]
            return ReplayResult(_replay_at(int(report["line"]), about, subject, misaligned), message)
        sign = line.partition("AddressSanitizer: ")[2]
        what = next((what for begin, what in REPORTS.get(about.kind, {}).items() if sign.startswith(begin)), "")
        if what:
            frees = sign.startswith(FREES)
            return _reported(what, finished.stderr, about, subject, program, frees=frees, misaligned=misaligned)
        if line.startswith(_STOPPED) and any(sign in line for sign in SIGNS[about.kind]) and not misaligned:
            return _stopped(line.removeprefix(_STOPPED), about, subject, program)
        if report or "AddressSanitizer: " in line or line.startswith(_STOPPED):
            break
    found = _judge(finished)
    return replace(found, replay=Replay.MISSED) if found.replay is Replay.REACHED else found


def _reported(
    what: str,
    report: str,
    about: ErrorSite,
    subject: InstrumentedProgram,
    program: Path,
    *,
    frees: bool,
    misaligned: int,
) -> ReplayResult:
    """Evaluate a report of AddressSanitizer about an access, or about a call that `frees`.

    A `free` of an invalid pointer may crash as an access does.
    """
    file = about.where.file
    what += about_object(report, program, file)
    line = 0 if frees else line_of_access(report, program, file)
    if line != 0 or about.text != FREED:
        return ReplayResult(
            _replay_at(line, about, subject, misaligned), what, instead=_earlier_goal(line, about, subject)
        )
    line = line_of_call(report, program, file)
    unknown = frees and line == 0 and not misaligned
    return ReplayResult(Replay.REACHED if unknown else _replay_at(line, about, subject, misaligned), what)


def _stopped(message: str, about: ErrorSite, subject: InstrumentedProgram, program: Path) -> ReplayResult:
    """Evaluate a report of veriabs' own runtime; the calling code gives the line."""
    called = _FROM.search(message)
    line = line_at(program, hex(int(called[1], 16) - 1)) if called else 0
    what = _FROM.sub("", message)
    if line == 0:
        return ReplayResult(Replay.REACHED, what)
    return ReplayResult(_replay_at(line, about, subject), what, instead=_earlier_goal(line, about, subject))


def _replay_at(line: int, about: ErrorSite, subject: InstrumentedProgram, misaligned: int = 0) -> Replay:
    """REACHED if the goal is the last one of its kind at or before this line, and nothing else is misaligned."""
    if misaligned not in (0, line):
        return Replay.UNDEFINED
    last = max((one.where.line for one in _goals_of_same_kind(about, subject) if one.where.line <= line), default=0)
    return Replay.REACHED if last == about.where.line >= line - _LONG_STATEMENT else Replay.MISSED


def _goals_of_same_kind(about: ErrorSite, subject: InstrumentedProgram) -> list[ErrorSite]:
    return [one for one in subject.checks if (one.kind, one.where.file) == (about.kind, about.where.file)]


def _earlier_goal(line: int, about: ErrorSite, subject: InstrumentedProgram) -> ErrorSite | None:
    """The earlier goal that the run violated instead, if it is known which.

    A library function, whose accesses the search does not check, may have received too small an object.
    """
    there = [one for one in _goals_of_same_kind(about, subject) if one.where.line == line < about.where.line]
    open_there = [one for one in there if one.number not in subject.known]
    return open_there[0] if len(there) == len(open_there) == 1 else None


def _judge(finished: ProcessResult) -> ReplayResult:
    """Evaluate standard error, to which only the runtime and the sanitizers write."""
    lines = [_FROM.sub("", line) for line in finished.stderr.splitlines()]
    undefined = any("runtime error: " in line for line in lines)
    if finished.exit_code == 1 and lines and lines[-1].startswith(_REACHED) and not undefined:
        return ReplayResult(Replay.REACHED)
    stopped = next((line for line in lines if "runtime error: " in line or "AddressSanitizer: " in line), "")
    stopped = stopped or next((line for line in lines if line.startswith(_STOPPED)), "")
    if any(sign in stopped for sign in _OVERFLOWS):
        return ReplayResult(Replay.OVERFLOW, stopped.partition("error: ")[2])
    if stopped:
        other = any(sign in stopped for sign in _UNDEFINED)
        message = stopped.partition("rror: ")[2] or stopped
        return ReplayResult(Replay.UNDEFINED if other else Replay.OUT_OF_BOUNDS, message)
    return ReplayResult(Replay.MISSED, "timeout" if finished.timed_out else f"exit code {finished.exit_code}")


def _operands(hit: ViolatingRun, subject: InstrumentedProgram) -> tuple[Operand, ...]:
    """Operands of the assertion, and of the failed call inside the function that it calls.

    A lone condition that is 0 says nothing and is left out.
    """
    goal = subject.goal(hit.error, hit.at).number
    of_goal, of_target = (
        [one for one in subject.seen if one.error == number and one.number in hit.operands]
        for number in (goal, hit.error)
    )
    says_more = hit.error != goal and not (len(of_target) == 1 and of_target[0].text.isidentifier())
    seen = [*of_goal, *(of_target if says_more else [])]
    inner = {index for one in seen for index in one.indices}
    shown = [one for one in seen if one.number not in inner or one.text.isidentifier()]
    return tuple(Operand(one.text, _cell(one, hit), hit.operands[one.number], one.type) for one in shown)


def _cell(seen: OperandSite, hit: ViolatingRun) -> str:
    """`s[99999].x` for `s[i].x`; `f(a[i])` stays unchanged, because the index is not its own."""
    if len(_SUBSCRIPT.findall(seen.text)) != len(seen.indices):
        return seen.text
    given = iter(seen.indices)
    return _SUBSCRIPT.sub(lambda found: f"[{hit.operands.get(next(given), found[0][1:-1])}]", seen.text)
