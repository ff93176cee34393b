"""Print a verification as lines of text: headline, one row for each tried k, the verdict, and a live line."""

from __future__ import annotations

import re
import shlex
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct, field

from veriabs.core.conditions import clauses, verdict_text
from veriabs.core.copying import replace
from veriabs.core.events import BoundTried, Event, ProgramRead, StrategyChosen, StrategyEnded
from veriabs.core.goals import GoalKind
from veriabs.core.program import Program
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Answer, Report, Shrinkable, ShrinkFactor, TriedK, Verdict
from veriabs.core.runs import Outcome, Run
from veriabs.core.source import Where
from veriabs.report.goals import answer_line, contract_lines, goal_lines, goals_text
from veriabs.report.reasons import describe, hint_of

_OF_ONE_K = re.compile(r" k=\d+$")
_MOST_KINDS = 4
"""The number of kinds of programs whose time is shown."""

_NOTICEABLE = 0.005
"""Seconds that are shown as more than zero."""

_CLEAR_LINE = "\r\x1b[K"
_STALE = 1.0
_COLOURS = {Verdict.TRUE: "1;32", Verdict.FALSE: "1;31", Verdict.UNKNOWN: "1;33"}


def plural(count: int, noun: str) -> str:
    """`1 loop`, `2,000 loops`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def counted(texts: Iterable[str], unit: str = "times") -> list[str]:
    """The distinct texts in order, each with its count if it is repeated: `5 (2 loops)` for two loops of line 5."""
    return [text if count == 1 else f"{text} ({count:,} {unit})" for text, count in Counter(texts).items()]


def loops_text(lines: Iterable[int]) -> str:
    """`loop 12`, or `loops 12, 17 fused`."""
    numbers = tuple(map(str, lines))
    return f"loop {numbers[0]}" if len(numbers) == 1 else f"loops {', '.join(counted(numbers, 'loops'))} fused"


def headline(
    name: str, loops: int, assertions: int, trips: tuple[int | None, ...], function: str = "main", checks: int = 0
) -> str:
    """`minimum.c: main, 3 loops, 1 assertion, 10,000,000 iterations each`; checks are counted if there are some."""
    parts = [function, plural(loops, "loop")]
    parts += [plural(assertions, "assertion")] if assertions or not checks else []
    parts += [plural(checks, "check")] if checks else []
    known = set(trips)
    if len(known) == 1 and None not in known:
        parts.append(f"{plural(trips[0] or 0, 'iteration')}{' each' if len(trips) > 1 else ''}")
    return f"{name}: {', '.join(parts)}"


def headline_of(program: Program) -> str:
    """The headline for a program."""
    from veriabs.loops.flatten import assertions  # imported late: a verdict needs none of these
    from veriabs.loops.iterations import trips, written_loops

    loops = [one for one in written_loops(program) if one.outer is None]
    task, counts = program.task, tuple(map(trips, loops))
    plain = sum(one.kind is GoalKind.ASSERTION for one in assertions(program))
    checks = len({one.goal for one in assertions(program) if one.kind is not GoalKind.ASSERTION})
    name = " + ".join(one.path.name for one in (task, *task.others))
    return headline(name, len(loops), plain, counts, task.entry.function, checks)


def heading(lines: tuple[int, ...], accelerable: tuple[str, ...], clauses: str) -> str:
    """The line above the rows of one group of loops."""
    parts = (loops_text(lines), f"at iteration j: {', '.join(accelerable)}" if accelerable else "", clauses)
    return "  " + "    ".join(part for part in parts if part)


def rows(tried: TriedK) -> list[str]:
    """The rows for one k: the harness, then the residual program."""
    return [_row(*found) + _needed_iterations(tried) for found in _found(tried)]


def _needed_iterations(tried: TriedK) -> str:
    """The k + 1 iterations that violate the property together, although no k of them do."""
    return f"  iterations {', '.join(map(str, tried.iterations))}" if tried.iterations else ""


def _found(tried: TriedK) -> Iterator[tuple[str, str, Run | None]]:
    """The subject, result and run of each query for one k."""
    first, second = f"k={tried.k}", f"residual, k={tried.k}"
    match tried.outcome:
        case Shrinkable.RESIDUAL_FAILED:
            yield second, "not proved", tried.residual
            return
        case Shrinkable.UNDECIDED:
            # without a harness, the residual program was undecided
            subject, run = (second, tried.residual) if tried.harness is None else (first, tried.harness)
            yield subject, f"undecided{_cause(run)}", run
        case Shrinkable.YES | Shrinkable.NO:
            yield first, tried.outcome.value, tried.harness
    if tried.harness is not None and tried.residual is not None:
        yield second, _proved(tried.residual), tried.residual


def _proved(run: Run) -> str:
    return "proved" if run.outcome is Outcome.SUCCESS else "not proved"


def _cause(run: Run | None) -> str:
    return "" if run is None else f" ({run.outcome.value})"


def _row(subject: str, found: str, run: Run | None) -> str:
    cost = "" if run is None else f"{run.seconds:8.2f} s {run.peak_mb:6.0f} MB"
    return f"    {subject:<14} {found:<16} {cost}".rstrip()


def decisive(factors: Iterable[ShrinkFactor]) -> list[ShrinkFactor]:
    """The final factor of each loop, or the last attempt at each group of loops, for each assertion.

    The entry of a group has each k with its last outcome, whichever attempt tried it.
    """
    chosen: dict[Where, dict[tuple[int, ...], ShrinkFactor]] = {}
    for one in factors:
        groups = chosen.setdefault(one.assertion, {})
        if one.k is not None:
            for lines in [lines for lines, known in groups.items() if known.k is None or {*lines} & {*one.lines}]:
                if lines != one.lines:
                    del groups[lines]
        before = groups.get(one.lines)
        by_k = {tried.k: tried for tried in (*(before.tried if before else ()), *one.tried)}
        groups[one.lines] = replace(one, tried=tuple(by_k[k] for k in sorted(by_k)))
    return [one for groups in chosen.values() for one in groups.values()]


def listed_factors(factors: Iterable[ShrinkFactor]) -> list[ShrinkFactor]:
    """The final factors that get their own line; inner loops are included in their outer loops' lines."""
    return [one for one in decisive(factors) if one.lines and one.inside is None]


def factor_line(factor: ShrinkFactor) -> str:
    """The shrink factor of one group of loops, or the largest k that was tried."""
    if factor.k is not None:
        found = f"shrink factor {factor.k}"
    else:
        found = f"no shrink factor: {factor.reason.text}" if factor.reason else _no_factor_text(factor)
    asked = f" (assertion at line {factor.assertion.line})" if factor.clauses else ""
    return f"{loops_text(factor.lines)}: {found}{asked}"


def factor_lines(report: Report) -> list[str]:
    """The shrink factor of each group of loops, or the reason why there is none."""
    nothing = Reason(ReasonKind.NOT_APPLICABLE, "no loop can be shrunk")
    hint = f"{nothing}; try: {hint_of(nothing, str(report.task.path))}"
    return [factor_line(one) for one in listed_factors(report.loops)] or [hint]


def time_line(report: Report) -> str:
    """`time: 19.61 s, solvers: bounds 13.02 s, harness 1.66 s`, by the kind of program that they checked."""
    spent: dict[str, float] = {}
    for run in report.runs:
        kind = _OF_ONE_K.sub("", run.purpose)
        spent[kind] = spent.get(kind, 0.0) + run.seconds
    longest = sorted(spent.items(), key=lambda one: -one[1])[:_MOST_KINDS]
    parts = [f"{kind} {seconds:.2f} s" for kind, seconds in longest if seconds >= _NOTICEABLE]
    return f"time: {report.seconds:.2f} s{', solvers: ' if parts else ''}{', '.join(parts)}"


def _no_factor_text(factor: ShrinkFactor) -> str:
    return f"no shrink factor up to {max((tried.k for tried in factor.tried), default=0)}"


def verdict_lines(report: Report, *, coloured: bool, explained: bool = False, listed: bool = True) -> list[str]:
    """The last lines: the verdict with strategy, k and costs, or with the reason and the next step.

    Results of single strategies appear only if `explained`, and goals only if `listed`.
    """
    several = len(report.goals) > 1 or not listed
    goals = goal_lines(report, explained=explained) if listed and (several or explained) else []
    decided = report.reason is None
    details = _decided_parts(report, several) if decided else _open_lines(report, several, explained)
    headline = headword(report, coloured=coloured, listed=listed)
    indent = "  " if decided else " " * (len(report.verdict.value) + 2)
    if report.is_conditional:
        return [*goals, headline, *(f"{indent}{line}" for line in (*details, *contract_lines(report)))]
    assumed = [f"  assuming that {clauses(report.conditions)}"] if report.conditions and listed else []
    return [*goals, f"{headline}  {details[0]}", *(f"{indent}{line}" for line in details[1:]), *assumed]


def _decided_parts(report: Report, several: bool) -> list[str]:
    factors = proof_factors(report) if report.verdict is Verdict.TRUE else []
    parts = [goals_text(report.goals) if several else "", report.strategy]
    parts += [f"k={','.join(map(str, factors))}" if factors else ""]
    parts += [f"{report.seconds:.2f} s", f"{report.peak_mb:.0f} MB" if report.runs else ""]
    noted = [report.note] if report.note and report.verdict is Verdict.TRUE else []
    return [", ".join(filter(None, parts)), *noted, *([] if several else _trace(report))]


def _open_lines(report: Report, several: bool, explained: bool) -> list[str]:
    assert report.reason is not None
    noted = [report.note] if report.note else []
    if several:  # each goal has its own reason
        return [f"{goals_text(report.goals)}, {report.seconds:.2f} s", *noted]
    goal = report.goals[0].goal if report.goals else None
    reason = str(report.reason) if explained else describe(report.reason)
    return [reason, f"try: {hint_of(report.reason, str(report.task.path), goal, report.task.entry.function)}", *noted]


def _trace(report: Report) -> list[str]:
    if report.counterexample is None:
        return []
    from veriabs.report.counterexample import trace_lines  # imported late: a proof does not need it

    return trace_lines(report)


def headword(report: Report, *, coloured: bool, listed: bool = True) -> str:
    """The verdict, with its conditions if `listed`."""
    conditions = clauses(report.conditions) if listed else "the conditions above hold"
    return verdict_text(word(report.verdict, coloured=coloured), conditions if report.is_conditional else "")


def word(verdict: Verdict, *, coloured: bool) -> str:
    """The verdict alone."""
    return f"\x1b[{_COLOURS[verdict]}m{verdict.value}\x1b[0m" if coloured else verdict.value


def proof_factors(report: Report) -> list[int]:
    """The shrink factors of a proof, from the final attempt for each assertion."""
    proved = [answer for answer in report.answers if answer.verdict is Verdict.TRUE]
    others = {answer.assertion for answer in proved if not answer.how.startswith("residual")}
    last = {factor.assertion: factor.k for factor in report.loops if factor.assertion not in others}
    return sorted({k for k in last.values() if k is not None})


def command_lines(runs: Iterable[Run]) -> list[str]:
    """Every command line of CBMC in shell syntax, with its result."""
    lines = []
    for run in runs:
        lines.append(f"  # {run.purpose}: {run.outcome.value}, {run.seconds:.2f} s, {run.solver}")
        lines.append(f"  {shlex.join(run.command) or '(was not started)'}")
    return lines


# ------------------------------------------------------------------------------------------------------- while it runs


class ConsoleProgress(Struct):
    """Prints events: a headline, a heading for each attempt, the rows of each k, and proofs.

    Strategies that gave up are printed only if `explained`, and with several goals nothing before the end. A result
    that repeats is printed once unless `explained`; `above` is the last heading, `head` the last headline.
    """

    write: Callable[[str], None]
    explained: bool = False
    several: bool = False
    attempt: tuple[str, Where | None, int] = ("", None, 0)
    above: str = ""
    head: str = ""
    reported: set[tuple[str, str, str]] = field(default_factory=set)

    def __call__(self, event: Event) -> None:
        match event:
            case ProgramRead(program):
                from veriabs.loops.flatten import assertions

                self.several = len({one.goal for one in assertions(program)}) > 1
                if (head := headline_of(program)) != self.head:  # read again under another precondition
                    self.write(head)
                self.head = head
            case StrategyChosen(choice) if self.explained:
                self.write(f"  {choice.strategy} starts on the assertion at line {choice.assertion.line}: {choice.why}")
            case BoundTried() if self.explained or not self.several:
                self._print_tried(event)
            case StrategyEnded(answer):
                self._answered(answer)
            case _:
                pass

    def _print_tried(self, event: BoundTried) -> None:
        attempt = (event.strategy, event.assertion, event.attempt)
        title = heading(event.lines, event.accelerable, event.clauses)
        if self.explained and attempt != self.attempt:
            self.above = ""
        self.attempt = attempt
        for subject, found, run in _found(event.tried):
            if self.explained or (title, subject, found) not in self.reported:
                if title != self.above:
                    self.write(title)
                self.write(_row(subject, found, run) + _needed_iterations(event.tried))
                self.above = title
            self.reported.add((title, subject, found))

    def _answered(self, answer: Answer) -> None:
        """A strategy proved the goal; rows that end in a proof show it already."""
        if answer.verdict is not Verdict.UNKNOWN and self.attempt[0] != answer.strategy and not self.several:
            self.write(answer_line(answer))


class Live:
    """A line that is overwritten while CBMC runs: purpose, phase, seconds and memory of each process.

    `write` takes text without a line end; the threads that supervise CBMC call it, one at a time.
    """

    def __init__(self, write: Callable[[str], None], width: int) -> None:
        self._write = write
        self._width = width
        self._lock = threading.Lock()
        self._running: dict[str, tuple[float, str]] = {}
        self._shown = False

    def event(self, purpose: str, phase: str, seconds: float, megabytes: float) -> None:
        """Update the state of one process; processes without an update for a second are dropped."""
        now = time.monotonic()
        text = f"{purpose}: {phase or 'starting'}, {seconds:.1f} s, {megabytes:.0f} MB"
        with self._lock:
            self._running[purpose] = (now, text)
            recent = [text for then, text in self._running.values() if now - then < _STALE]
            self._write(_CLEAR_LINE + " | ".join(recent)[: self._width - 1])
            self._shown = True

    def clear(self) -> None:
        """Remove the line, so that other text can be printed."""
        with self._lock:
            if self._shown:
                self._write(_CLEAR_LINE)
            self._shown = False
