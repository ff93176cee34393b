"""A verification as lines of text: headline, one row for each k tried, the verdict, and a live line meanwhile."""

from __future__ import annotations

import shlex
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from veriabs.core.events import Answered, Event, Tried, Understood, Working
from veriabs.core.goals import GoalKind
from veriabs.core.program import Program
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Answer, GoalAnswer, Report, Shrinkable, ShrinkFactor, TriedK, Verdict
from veriabs.core.runs import Outcome, Run
from veriabs.core.source import Where
from veriabs.loops.flatten import assertions
from veriabs.loops.iterations import listed, trips
from veriabs.report.files import path_text

RELIES = "The proof holds up to the first signed overflow, behind which the C standard promises nothing."
_MOST_HELD = 10
_SAID = {
    Verdict.TRUE: ("holds", "hold"),
    Verdict.FALSE: ("fails", "fail"),
    Verdict.UNKNOWN: ("is open", "are open"),
}
_CLEAR_LINE = "\r\x1b[K"
_STALE = 1.0
_COLOURS = {Verdict.TRUE: "1;32", Verdict.FALSE: "1;31", Verdict.UNKNOWN: "1;33"}


def plural(count: int, noun: str) -> str:
    """`1 loop`, `2,000 loops`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def lines_of(lines: Iterable[int]) -> str:
    """`loop 12`, or `loops 12, 17 fused`."""
    numbers = tuple(lines)
    if len(numbers) == 1:
        return f"loop {numbers[0]}"
    return f"loops {', '.join(map(str, numbers))} fused"


def headline(
    name: str, loops: int, assertions: int, trips: tuple[int | None, ...], function: str = "main"
) -> str:
    """`minimum.c: main, 3 loops, 1 assertion, 10,000,000 iterations each`."""
    parts = [function, plural(loops, "loop"), plural(assertions, "assertion")]
    known = set(trips)
    if len(known) == 1 and None not in known:
        parts.append(f"{plural(trips[0] or 0, 'iteration')}{' each' if len(trips) > 1 else ''}")
    return f"{name}: {', '.join(parts)}"


def headline_of(program: Program) -> str:
    """What was found in a program."""
    loops = [one for one in listed(program) if one.outer is None]
    task, counts = program.task, tuple(map(trips, loops))
    return headline(task.path.name, len(loops), len(assertions(program)), counts, task.entry.function)


def heading(lines: tuple[int, ...], accelerable: tuple[str, ...], clauses: str) -> str:
    """The line above the rows of one group of loops."""
    parts = (lines_of(lines), f"at iteration j: {', '.join(accelerable)}" if accelerable else "", clauses)
    return "  " + "    ".join(part for part in parts if part)


def rows(tried: TriedK) -> list[str]:
    """What was found out for one k: the harness, then the residual program."""
    first, second = f"k={tried.k}", f"residual, k={tried.k}"
    match tried.outcome:
        case Shrinkable.RESIDUAL_FAILED:
            return [_row(second, "not proved", tried.residual)]
        case Shrinkable.UNDECIDED:
            # Without a harness it was the residual program that got no answer.
            subject, run = (second, tried.residual) if tried.harness is None else (first, tried.harness)
            found = [_row(subject, f"undecided{_cause(run)}", run)]
        case Shrinkable.YES | Shrinkable.NO:
            found = [_row(first, tried.outcome.value, tried.harness)]
    if tried.harness is not None and tried.residual is not None:
        found.append(_row(second, _proved(tried.residual), tried.residual))
    return found


def _proved(run: Run) -> str:
    return "proved" if run.outcome is Outcome.SUCCESS else "not proved"


def _cause(run: Run | None) -> str:
    return "" if run is None else f" ({run.outcome.value})"


def _row(subject: str, found: str, run: Run | None) -> str:
    cost = "" if run is None else f"{run.seconds:8.2f} s {run.peak_mb:6.0f} MB"
    return f"    {subject:<14} {found:<16} {cost}".rstrip()


def answer_line(answer: Answer) -> str:
    """`  pruning: proved, cutoff 3  0.12 s`: what one strategy said of one assertion."""
    match answer.verdict:
        case Verdict.TRUE:
            found = f"proved{f', {answer.how}' if answer.how else ''}"
        case Verdict.FALSE:
            found = "refuted"
        case Verdict.UNKNOWN:
            found = f"no answer, {answer.reason}"
    return f"  {answer.strategy}: {found}  {answer.seconds:.2f} s"


def decisive(factors: Iterable[ShrinkFactor]) -> list[ShrinkFactor]:
    """What the search for each assertion ended with: the last factor of each loop, or else the last attempt at each
    group of loops."""
    told: dict[Where, dict[tuple[int, ...], ShrinkFactor]] = {}
    for one in factors:
        groups = told.setdefault(one.assertion, {})
        if one.k is not None:
            for lines in [lines for lines, known in groups.items() if known.k is None or {*lines} & {*one.lines}]:
                del groups[lines]
        groups[one.lines] = one
    return [one for groups in told.values() for one in groups.values()]


def factor_line(factor: ShrinkFactor) -> str:
    """The shrink factor of one group of loops, or up to which k there is none."""
    if factor.k is not None:
        found = f"shrink factor {factor.k}"
    else:
        found = f"no shrink factor: {factor.reason.text}" if factor.reason else _none_up_to(factor)
    return f"{lines_of(factor.lines)}: {found} (assertion at line {factor.assertion.line})"


def _none_up_to(factor: ShrinkFactor) -> str:
    return f"no shrink factor up to {max((tried.k for tried in factor.tried), default=0)}"


def verdict_lines(report: Report, *, coloured: bool) -> list[str]:
    """The last lines: verdict with strategy, k and costs, or with the reason and what to try."""
    shown = word(report.verdict, coloured=coloured)
    listed = goal_lines(report) if len(report.goals) > 1 else []
    if report.reason is None:
        factors = proof_factors(report) if report.verdict is Verdict.TRUE else []
        parts = [goals_text(report.goals) if listed else "", report.strategy]
        parts += [f"k={','.join(map(str, factors))}" if factors else ""]
        parts += [_reliance(report)]
        parts += [f"{report.seconds:.2f} s", f"{report.peak_mb:.0f} MB" if report.runs else ""]
        trace = [] if listed else _trace(report)
        noted = [report.note] if report.note and report.verdict is Verdict.TRUE else []
        said = f"{shown}  {', '.join(part for part in parts if part)}"
        return [*listed, said, *(f"  {line}" for line in (*noted, *trace))]
    indent = " " * (len(report.verdict.value) + 2)
    counted = f"{goals_text(report.goals)}; " if listed else ""
    hint = hint_of(report.reason, str(report.task.path))
    lines = [*listed, f"{shown}  {counted}{report.reason}", f"{indent}try: {hint}"]
    return [*lines, f"{indent}{report.note}"] if report.note else lines


def _reliance(report: Report) -> str:
    if not report.relies:
        return ""
    return f"if nothing overflows at line {report.relied.line}" if report.relied else "if nothing overflows"


def goals_text(goals: Sequence[GoalAnswer]) -> str:
    """`2 goals fail, 1 is open, 5 hold`."""
    counts = Counter(one.verdict for one in goals)
    found = [(counts[verdict], *_SAID[verdict]) for verdict in (Verdict.FALSE, Verdict.UNKNOWN, Verdict.TRUE)]
    told = [(count, one if count == 1 else many) for count, one, many in found if count]
    return ", ".join(f"{plural(n, 'goal') if first == 0 else f'{n:,}'} {w}" for first, (n, w) in enumerate(told))


def goal_lines(report: Report) -> list[str]:
    """A line for each goal, with the counterexample of one that fails; many that hold are only counted."""
    held = [one for one in report.goals if one.verdict is Verdict.TRUE]
    listed = report.goals if len(held) <= _MOST_HELD else [one for one in report.goals if one not in held]
    lines = [line for one in listed for line in _goal_lines(one)]
    return lines if len(held) <= _MOST_HELD else [*lines, f"  hold   {plural(len(held), 'goal')}"]


def _goal_lines(answer: GoalAnswer) -> Iterator[str]:
    said, about = _SAID[answer.verdict][0].split()[-1], answer.goal.name
    how = [str(answer.reason)] if answer.reason else [answer.strategy]
    how += ["if nothing overflows"] if answer.relies else []
    where = answer.goal.where
    place = f"{path_text(where.file)}:{where.line}"
    place += f":{where.column}" if where.column and answer.goal.kind is not GoalKind.ASSERTION else ""
    yield f"  {said:<6} {place}  {about}  {', '.join(filter(None, how))}"
    if answer.counterexample is not None:
        from veriabs.report.counterexample import trace_of  # not needed for a proof

        yield from (f"         {line}" for line in trace_of(answer.counterexample))


def _trace(report: Report) -> list[str]:
    if report.counterexample is None:
        return []
    from veriabs.report.counterexample import trace_lines  # not needed for a proof

    return trace_lines(report)


def word(verdict: Verdict, *, coloured: bool) -> str:
    """The verdict itself."""
    return f"\x1b[{_COLOURS[verdict]}m{verdict.value}\x1b[0m" if coloured else verdict.value


def proof_factors(report: Report) -> list[int]:
    """The shrink factors that a proof rests on: those of the attempt that ended the search for each assertion."""
    proved = [answer for answer in report.answers if answer.verdict is Verdict.TRUE]
    others = {answer.assertion for answer in proved if not answer.how.startswith("residual")}
    last = {factor.assertion: factor.k for factor in report.loops if factor.assertion not in others}
    return sorted({k for k in last.values() if k is not None})


def hint_of(reason: Reason, name: str) -> str:
    """One thing to try next; a reason without a hint of its own has that of its kind."""
    if reason.hint:
        return reason.hint
    file = shlex.quote(name)
    match reason.kind:
        case ReasonKind.TIMEOUT | ReasonKind.BUDGET:
            return "a larger --timeout, or a smaller --max-k"
        case ReasonKind.MEMORY:
            return "a larger --memory, or --jobs 1"
        case ReasonKind.CRASH:
            return "veriabs doctor"
        case ReasonKind.NO_SMALL_K:
            return "a larger --max-k"
        case ReasonKind.NOT_CONFIRMED | ReasonKind.OUT_OF_BOUNDS:
            return f"veriabs verify {file} --keep DIR, which keeps what CBMC was given and what it said"
        case ReasonKind.MISREAD:
            return f"veriabs verify {file} --keep DIR, which keeps what both readings do; this is an error in veriabs"
        case ReasonKind.UNSUPPORTED | ReasonKind.SIDE_CONDITION | ReasonKind.NOT_APPLICABLE:
            return f"veriabs loops {file}, which says of every loop what is known and what is not"


def command_lines(runs: Iterable[Run]) -> list[str]:
    """Every command line of CBMC as a shell takes it, with what came of it."""
    lines = []
    for run in runs:
        lines.append(f"  # {run.purpose}: {run.outcome.value}, {run.seconds:.2f} s, {run.solver}")
        lines.append(f"  {shlex.join(run.command) or '(was not started)'}")
    return lines


# ------------------------------------------------------------------------------------------------------- while it runs


@dataclass(slots=True)
class Progress:
    """Prints what is told while it runs: a headline, a heading for each attempt, the rows of each k, answers.

    `live` takes the state of each solver, where somebody looks on.
    """

    write: Callable[[str], None]
    live: Callable[[str, str, float, float], None] | None = None
    attempt: tuple[str, Where | None, int] = ("", None, 0)

    def __call__(self, event: Event) -> None:
        match event:
            case Understood(program):
                self.write(headline_of(program))
                for assumption in program.assumptions:
                    self.write(f"  assumes: {assumption}")
            case Tried():
                self._tried(event)
            case Answered(answer):
                self._answered(answer)
            case Working() if self.live is not None:
                self.live(event.purpose, event.phase, event.seconds, event.megabytes)
            case _:
                pass

    def _tried(self, event: Tried) -> None:
        if (event.strategy, event.assertion, event.attempt) != self.attempt:
            self.attempt = (event.strategy, event.assertion, event.attempt)
            self.write(heading(event.lines, event.accelerable, event.clauses))
        for row in rows(event.tried):
            self.write(row)

    def _answered(self, answer: Answer) -> None:
        """A strategy has ended; rows that end in a proof say so themselves."""
        if answer.verdict is Verdict.UNKNOWN or self.attempt[0] != answer.strategy:
            self.write(answer_line(answer))


class Live:
    """One line that is overwritten while CBMC runs: purpose, phase, seconds and memory of each process.

    `write` takes text without a line end; it is called from the threads that supervise CBMC, one at a time.
    """

    def __init__(self, write: Callable[[str], None], width: int) -> None:
        self._write = write
        self._width = width
        self._lock = threading.Lock()
        self._running: dict[str, tuple[float, str]] = {}
        self._shown = False

    def event(self, purpose: str, phase: str, seconds: float, megabytes: float) -> None:
        """Takes the state of one process; processes that have not been heard of for a second are left out."""
        now = time.monotonic()
        text = f"{purpose}: {phase or 'starting'}, {seconds:.1f} s, {megabytes:.0f} MB"
        with self._lock:
            self._running[purpose] = (now, text)
            recent = [text for then, text in self._running.values() if now - then < _STALE]
            self._write(_CLEAR_LINE + " | ".join(recent)[: self._width - 1])
            self._shown = True

    def clear(self) -> None:
        """Removes the line, so that something else can be printed in its place."""
        with self._lock:
            if self._shown:
                self._write(_CLEAR_LINE)
            self._shown = False
