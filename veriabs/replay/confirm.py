"""Writes a candidate down as a C program, compiles it twice, runs both, and says what was seen.

The plain program has to reach the error. The checked one must not have met an access out of bounds, another undefined
operation or, unless signed arithmetic is to wrap, a signed overflow before it: then the C standard promises nothing
about the run.
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

from veriabs.confine.door import run_program
from veriabs.core.copying import replace
from veriabs.core.counterexample import (
    Called,
    Candidate,
    Counterexample,
    ErrorSite,
    Input,
    Instrumented,
    Operand,
    Replay,
    Rerun,
    SeenSite,
    Site,
    SiteKind,
    Span,
    Values,
)
from veriabs.core.goals import FREED, GoalKind
from veriabs.core.runs import Overflow
from veriabs.core.templates import render_c
from veriabs.replay.build import RUNTIME, UNCHECKED, command, compile_text, line_at, needs, place_at, runtime
from veriabs.replay.limits import given
from veriabs.replay.search import MEMORY_MB, Hit, Search
from veriabs.solvers import process

CONFIRM_SECONDS = 60.0
"""Most seconds for each of the two runs of a candidate."""

_REACHED = "veriabs: the error is reached: "
_STOPPED = "veriabs: stopped before the error: "
_UNDEFINED = ("invalid-pointer-pair", "misaligned", "not a valid value", "overlap", "unreachable", "undefined: ")
"""Signs of undefined behaviour other than accesses out of bounds."""
_OVERFLOWS = ("signed integer overflow", "signed overflow", "cannot be represented", "left shift of negative")

_TOLD = re.compile(r"^(?P<file>.+?):(?P<line>\d+):\d+: runtime error: (?P<said>.*)$")
_TOO_SMALL = "with insufficient space"
_BESIDE_ITS_OWN = "an access beside its object"
_SIGNS = {
    GoalKind.BOUNDS: ("out of bounds", _TOO_SMALL),
    GoalKind.OVERFLOW: ("signed integer overflow", "cannot be represented", "signed overflow"),
    GoalKind.DIV_BY_ZERO: ("division by zero",),
    GoalKind.SHIFT: ("shift exponent", "left shift of negative", "shift by more than the width"),
    GoalKind.UNSIGNED_OVERFLOW: ("an unsigned operation wraps",),
    GoalKind.NAN: ("an operation on numbers gives no number",),
    GoalKind.POINTER: ("null pointer",),
    GoalKind.MEMORY_LEAK: ("is not freed",),
    GoalKind.MEMORY_TRACK: (),
    GoalKind.UNINITIALISED: ("a value that was never set is read",),
    GoalKind.CONVERSION: ("a conversion changes the value", "is outside the range of representable values"),
}
"""How sanitizers name what a check is about; those of 32 bits are veriabs' own."""

_SUBSCRIPT = re.compile(r"\[[^\[\]]*\]")

_MAIN = "\nint main(void)\n"

_AT_THE_END = (GoalKind.MEMORY_LEAK, GoalKind.MEMORY_TRACK)

_REPORTS = {
    GoalKind.BOUNDS: {
        "heap-buffer-overflow": "an access beside an object on the heap",
        "use-after-poison": "an access beside an object on the heap",  # one without a byte
        "stack-buffer-overflow": "an access beside an object on the stack",
        "stack-buffer-underflow": "an access beside an object on the stack",
        "dynamic-stack-buffer-overflow": "an access beside an object on the stack",
        "global-buffer-overflow": "an access beside a global object",
        "negative-size-param": "an access beside its object",  # by a function of the library
    },
    GoalKind.POINTER: {
        "heap-use-after-free": "an object that was freed is used",
        "attempting double-free": "what was freed is freed again",
        "attempting free on address": "something is freed that is no start of an allocated object",
        "SEGV on unknown address": "a pointer to no object is followed, such as null",
    },
}
"""How AddressSanitizer begins to tell of what a check is about, and what is said of it here."""

_FREES = "attempting "
"""How it begins to tell of what a call of `free` was given."""

_FRAME = re.compile(r"^ *#\d+ 0x[0-9a-f]+ .*\((?P<module>.+)\+(?P<offset>0x[0-9a-f]+)\)", re.MULTILINE)

_FROM = re.compile(r" \((0x[0-9a-f]{8})\)$")
"""Behind what a runtime of 32 bits says: where it was called."""

_LONG_STATEMENT = 40
"""Lines that one statement may have: an operation is reported where it stands, a goal where its statement begins."""


class Confirmed(Struct, frozen=True):
    """What came of a candidate; `counterexample` is there when the error was reached.

    `instead` is the violation that the run came to where it came to another one.
    """

    replay: Replay
    detail: str = ""
    counterexample: Counterexample | None = None
    instead: ErrorSite | None = None


def again(subject: Instrumented, values: Values, overflow: Overflow) -> Confirmed:
    """Replays recorded values; `ToolError` without a compiler."""
    with tempfile.TemporaryDirectory(prefix="veriabs-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        search = Search(subject, folder, None, thorough=True)
        if not search.build():
            return Confirmed(Replay.FAILED, search.failure)
        hit = search.run((Candidate("replay", values),), 0, CONFIRM_SECONDS, CONFIRM_SECONDS, 2 * CONFIRM_SECONDS)
        if hit is None:
            return Confirmed(Replay.MISSED, "with the recorded values")
        return confirm(hit, subject, "replay", overflow, folder, CONFIRM_SECONDS)


def confirm(
    hit: Hit,
    subject: Instrumented,
    strategy: str,
    overflow: Overflow,
    folder: Path,
    seconds: float,
    stop: threading.Event | None = None,
) -> Confirmed:
    """Replays a hit; nothing but this says that the error is reached."""
    target = subject.errors[hit.error]
    text = program_text(hit, subject, strategy)
    if target.kind is not GoalKind.ASSERTION:
        seen = _run(text, subject, folder, seconds, stop, checked=True, about=target)
        if seen.instead is not None:
            return confirm(replace(hit, error=seen.instead.number), subject, strategy, overflow, folder, seconds, stop)
        if seen.replay is not Replay.REACHED:
            return seen
        return Confirmed(Replay.REACHED, "", _counterexample(hit, subject, strategy, text, False, seen.detail))
    with ThreadPoolExecutor(1) as beside:
        waiting = beside.submit(_run, text, subject, folder, seconds, stop, checked=True)
        plain = _run(text, subject, folder, seconds, stop, thorough=hit.thorough)
        checked = waiting.result()
    if plain.replay is not Replay.REACHED:
        return plain
    wraps = checked.replay is Replay.OVERFLOW and overflow is Overflow.WRAP
    if wraps:  # That run ended with the overflow: what the rest of it does is not known yet.
        checked = _run(text, subject, folder, seconds, stop, checked=True, wraps=True)
    if checked.replay is not Replay.REACHED:
        return checked
    return Confirmed(Replay.REACHED, "", _counterexample(hit, subject, strategy, text, wraps))


def _counterexample(
    hit: Hit, subject: Instrumented, strategy: str, text: str, wraps: bool, detail: str = ""
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
        commands=(*plain, _command(model, checked=True, wraps=wraps, indexed=subject.only_subscripts)),
        overflow=wraps,
        detail=detail,
        rerun=Rerun(tuple(_calls(hit, subject)), _entry(subject), subject.parameters),
    )


def _input(site: Site, spans: tuple[Span, ...]) -> Input:
    """What has entered, as functions of the C library give it."""
    return Input(site, given(site, spans))


def _calls(hit: Hit, subject: Instrumented) -> Iterator[Called]:
    """What each function without a body gave, call by call."""
    sites = [site for site in subject.sites if site.kind is SiteKind.CALL]
    count = Counter(site.name for site in sites)
    for name, site in {site.name: site for site in sites}.items():
        spans = hit.streams.get(name) if count[name] > 1 else hit.values.get(site.number, ())
        yield Called(name, site.type, spans)


def _entry(subject: Instrumented) -> str:
    """The `main` that was written for another function: the last one of the text."""
    if subject.task.entry.function == "main":
        return ""
    text = subject.plain[subject.plain.rindex(_MAIN) :].partition("#undef")[0]
    return "".join(line for line in text.splitlines(keepends=True) if line.strip() and not line.startswith("#"))


def program_text(hit: Hit, subject: Instrumented, strategy: str) -> str:
    """The self-contained C program of a counterexample."""
    kind = subject.errors[hit.error].kind
    given = {number: spans for number, spans in hit.values.items() if any(s.start or s.step for s in spans)}
    return render_c(
        "replay/counterexample",
        {
            "strategy": strategy,
            "file": _comment(subject.task.path.name),
            "where": _comment(str(subject.goal(hit.error, hit.at).where)),
            "command": " ".join((*_command(subject.task.data_model, thorough=hit.thorough), "&&", "./counterexample")),
            "program": subject.plain,
            "sites": [
                {"number": number, "text": _comment(_described(subject.sites[number])), "spans": spans}
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


def _comment(text: str) -> str:
    """Text that cannot end the comment it stands in."""
    return " ".join(text.replace("*/", "* /").replace("/*", "/ *").split())


def _described(site: Site) -> str:
    call = "()" if site.kind.name == "CALL" else ""
    return f"{site.name}{call} at {site.where}"


_command = partial(command, "counterexample.c", "counterexample")


def _run(
    text: str,
    subject: Instrumented,
    folder: Path,
    seconds: float,
    stop: threading.Event | None,
    *,
    checked: bool = False,
    wraps: bool = False,
    thorough: bool = False,
    about: ErrorSite | None = None,
) -> Confirmed:
    compiled = partial(compile_text, text, "counterexample", subject, folder, seconds, stop)
    program, complaint = compiled(checked=checked, wraps=wraps, thorough=thorough)
    if program is None:
        return Confirmed(Replay.FAILED, complaint)
    if complaint:
        replay = Replay.UNDEFINED if any(sign in complaint for sign in UNCHECKED) else Replay.OVERFLOW
        return Confirmed(replay, complaint.partition("warning: ")[2])
    model = subject.task.data_model
    finished = run_program(program, model, seconds=seconds, memory_mb=MEMORY_MB, checked=checked, stop=stop)
    return _judge(finished) if about is None else _sanitised(finished, about, subject, program)


def _sanitised(finished: process.Finished, about: ErrorSite, subject: Instrumented, program: Path) -> Confirmed:
    """Was the first thing that the sanitizers stopped the run for what was to be seen, at its line?"""
    for line in finished.stderr.splitlines():
        told = _TOLD.match(line)
        if told and any(sign in told["said"] for sign in _SIGNS[about.kind]):
            said = _BESIDE_ITS_OWN if _TOO_SMALL in told["said"] else told["said"]
            return Confirmed(_seen_at(int(told["line"]), about, subject), said)
        sign = line.partition("AddressSanitizer: ")[2]
        what = next((what for begin, what in _REPORTS.get(about.kind, {}).items() if sign.startswith(begin)), "")
        if what and not sign.startswith(_FREES):
            line_of_access = _line_of_access(finished.stderr, program)
            seen = _seen_at(line_of_access, about, subject)
            return Confirmed(seen, what, instead=_before(line_of_access, about, subject))
        if what:
            line_of_call = _line_of_call(finished.stderr, program, about)
            seen = Replay.REACHED if line_of_call == 0 else _seen_at(line_of_call, about, subject)
            return Confirmed(seen if about.text == FREED else Replay.MISSED, what)
        if line.startswith(_STOPPED) and any(sign in line for sign in _SIGNS[about.kind]):
            return _stopped(line.removeprefix(_STOPPED), about, subject, program)
        if told or "AddressSanitizer: " in line or line.startswith(_STOPPED):
            break
    found = _judge(finished)
    return replace(found, replay=Replay.MISSED) if found.replay is Replay.REACHED else found


def _stopped(said: str, about: ErrorSite, subject: Instrumented, program: Path) -> Confirmed:
    """What veriabs' own runtime stopped a run for, if that is the goal: the code that called it tells the line."""
    called = _FROM.search(said)
    line = line_at(program, hex(int(called[1], 16) - 1)) if called else 0
    what = _FROM.sub("", said)
    if line == 0:
        return Confirmed(Replay.REACHED, what)
    return Confirmed(_seen_at(line, about, subject), what, instead=_before(line, about, subject))


def _seen_at(line: int, about: ErrorSite, subject: Instrumented) -> Replay:
    """Is the goal the last one of its kind that begins at this line, or in front of it?"""
    last = max((one.where.line for one in _alike(about, subject) if one.where.line <= line), default=0)
    return Replay.REACHED if last == about.where.line >= line - _LONG_STATEMENT else Replay.MISSED


def _alike(about: ErrorSite, subject: Instrumented) -> list[ErrorSite]:
    """The goals of the same kind in the same file."""
    return [one for one in subject.checks if (one.kind, one.where.file) == (about.kind, about.where.file)]


def _before(line: int, about: ErrorSite, subject: Instrumented) -> ErrorSite | None:
    """The goal in front of this one that the run came to, if it is sure which.

    A function of the library, whose accesses the search does not see, may have been given too small an object.
    """
    there = [one for one in _alike(about, subject) if one.where.line == line < about.where.line]
    open_there = [one for one in there if one.number not in subject.known]
    return open_there[0] if len(there) == len(open_there) == 1 else None


def _line_of_access(report: str, program: Path) -> int:
    """The line of the user's file on which AddressSanitizer met the access; 0 if that is not known."""
    own = (frame["offset"] for frame in _FRAME.finditer(report) if frame["module"] == str(program))
    return line_at(program, next(own, "0x0"))


def _line_of_call(report: str, program: Path, about: ErrorSite) -> int:
    """The line of the goal's file that what AddressSanitizer met was called from, a `free` by way of the runtime; 0 if
    that is not known."""
    stack = _FRAME.finditer(report.partition("\n\n")[0])
    calls = (int(frame["offset"], 16) - 1 for frame in stack if frame["module"] == str(program))
    places = (place_at(program, hex(address)) for address in calls)
    return next((line for file, line in places if Path(file).name == Path(about.where.file).name), 0)


def _judge(finished: process.Finished) -> Confirmed:
    """What the run said on standard error, where only the runtime and the sanitizers write."""
    lines = [_FROM.sub("", line) for line in finished.stderr.splitlines()]
    if finished.exit_code == 1 and lines and lines[-1].startswith(_REACHED):
        return Confirmed(Replay.REACHED)
    stopped = next((line for line in lines if "runtime error: " in line or "AddressSanitizer: " in line), "")
    stopped = stopped or next((line for line in lines if line.startswith(_STOPPED)), "")
    if any(sign in stopped for sign in _OVERFLOWS):
        return Confirmed(Replay.OVERFLOW, stopped.partition("error: ")[2])
    if stopped:
        other = any(sign in stopped for sign in _UNDEFINED)
        told = stopped.partition("rror: ")[2] or stopped
        return Confirmed(Replay.UNDEFINED if other else Replay.OUT_OF_BOUNDS, told)
    return Confirmed(Replay.MISSED, "timeout" if finished.timed_out else f"exit code {finished.exit_code}")


def _operands(hit: Hit, subject: Instrumented) -> tuple[Operand, ...]:
    """Of the assertion, and of what failed in the function that it calls; that a condition is 0 says nothing there."""
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


def _cell(seen: SeenSite, hit: Hit) -> str:
    """`s[99999].x` for `s[i].x`; `f(a[i])` stays what it is, since its index is not one of its own."""
    if len(_SUBSCRIPT.findall(seen.text)) != len(seen.indices):
        return seen.text
    given = iter(seen.indices)
    return _SUBSCRIPT.sub(lambda found: f"[{hit.operands.get(next(given), found[0][1:-1])}]", seen.text)
