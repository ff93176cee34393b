"""Turn a failed run of an abstract program into straight-line code, and check which trackings exclude it.

A tracking is a choice of the variables and array elements that an abstract program keeps (see `tracking`). The trace
gives the outcome of every test in order; the statements in between follow from the program.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum

from msgspec import Struct, field

from veriabs.core.ctree import FALSE, expressions, names, unexpected_construct
from veriabs.core.expressions import Expr, Unary
from veriabs.core.program import Scalar
from veriabs.core.queries import Query, TraceRole, TraceVariable
from veriabs.core.runs import Outcome, Run
from veriabs.core.source import Where
from veriabs.core.statements import (
    Assert,
    Assign,
    Assume,
    Break,
    Check,
    CheckId,
    CheckKind,
    Continue,
    Halt,
    Havoc,
    If,
    Loop,
    Stmt,
)  # fmt: skip
from veriabs.core.types import BOOL
from veriabs.encode.emit import arbitrary, frame
from veriabs.solvers.trace import traced_values
from veriabs.strategies.array_refinement.subject import RefinementTask, TaskView
from veriabs.strategies.array_refinement.tracking import Tracking, TrackingRewriter, used

_HELD = {"held": TraceVariable(TraceRole.SCALAR, "held")}


class Decision(Struct, frozen=True):
    """A test on the path and its outcome."""

    test: Expr
    held: bool


Event = Assign | Havoc | Decision
"""An event on a path: an assignment, an arbitrary value, or a test with its outcome."""


def decisions(raw: str) -> tuple[bool, ...]:
    """The outcomes of the tests of a traced program, in order."""
    found = traced_values(raw, _HELD)
    return tuple(bool(value) for _, function, value in found if function == "main")


def events(view: TaskView, outcomes: Sequence[bool], limit: int) -> tuple[Event, ...]:
    """The path for the outcomes, up to the violation."""
    walker = _Walker(iter(outcomes), limit)
    walker.body(view.body)
    return tuple(walker.events)


class _End(Enum):
    """The way in which a part of the path ended; STOP is the violation, or the last known outcome."""

    NEXT = "next"
    BREAK = "break"
    CONTINUE = "continue"
    STOP = "stop"


class _Walker(Struct):
    """Follows the program with the given outcomes of its tests."""

    outcomes: Iterator[bool]
    limit: int
    events: list[Event] = field(default_factory=list)

    def body(self, body: Iterable[Stmt]) -> _End:
        for stmt in body:
            end = self._stmt(stmt)
            if end is not _End.NEXT:
                return end
        return _End.NEXT

    def _stmt(self, stmt: Stmt) -> _End:
        match stmt:
            case Assign() | Havoc():
                self.events.append(stmt)
                return _End.NEXT
            case If(test=test, then=then, orelse=orelse):
                held = self._tested(test)
                return _End.STOP if held is None else self.body(then if held else orelse)
            case Loop():
                return self._loop(stmt)
            case Assert(test=test):
                return _End.NEXT if self._tested(test) else _End.STOP
            case Break():
                return _End.BREAK
            case Continue():
                return _End.CONTINUE
            case Halt():
                return _End.STOP
            case _:
                raise unexpected_construct(stmt)

    def _tested(self, test: Expr) -> bool | None:
        held = next(self.outcomes, None)
        if held is not None:
            self.events.append(Decision(test, held))
        return held

    def _loop(self, loop: Loop) -> _End:
        for _ in range(self.limit + 1):
            held = self._tested(loop.test)
            if not held:
                return _End.STOP if held is None else _End.NEXT
            end = self.body(loop.body)
            if end not in (_End.BREAK, _End.STOP):
                end = self.body(loop.update)
            if end in (_End.BREAK, _End.STOP):
                return _End.NEXT if end is _End.BREAK else _End.STOP
        return _End.STOP


def read_on(path: Iterable[Event]) -> tuple[str, ...]:
    """The variables and arrays that a path reads, those near the violation first."""
    found: dict[str, None] = {}
    for event in reversed(tuple(path)):
        exprs = (event.test,) if isinstance(event, Decision) else expressions(event)
        found.update((name, None) for expr in exprs for name in sorted(names(expr)))
    return tuple(found)


def question(number: int) -> str:
    """The description of the check that tracking `number` excludes the path."""
    return f"tracking {number} excludes the path"


def path_program(
    subject: RefinementTask, path: tuple[Event, ...], trackings: Sequence[Tracking], purpose: str
) -> Query:
    """The path as straight-line code under each tracking, with a check at its end for each."""
    where = Where(subject.file, subject.line)
    body: list[Stmt] = []
    scalars: dict[str, Scalar] = {}
    for number, tracking in enumerate(trackings):
        tracked = TrackingRewriter(subject, tracking)
        code = [new for event in path for new in event_code(tracked, event, where)]
        asked = Check(FALSE, question(number), CheckId(CheckKind.GOAL), where)
        body.append(If(arbitrary(BOOL), (*code, asked, Assume(FALSE, where)), (), where))
        scalars |= {scalar.name: scalar for scalar in used(tracked, code)}
    context = {**frame(tuple(body), scalars.values(), ()), "file": subject.file, "line": subject.line}
    texts = tuple(question(number) for number in range(len(trackings)))
    return Query(purpose, "array_refinement/path", context, texts, unwind=2)


def event_code(tracked: TrackingRewriter, event: Event, where: Where) -> tuple[Stmt, ...]:
    """The code for an event: an assignment, or an assumption about a test."""
    if not isinstance(event, Decision):
        return tracked.body((event,))
    test = tracked.expr(event.test)
    return (*tracked.havocs(where), Assume(test if event.held else Unary("!", test), where))


def excluded(run: Run, count: int) -> tuple[bool, ...] | None:
    """The answers of a path program about so many trackings; None if there are none."""
    if run.outcome not in (Outcome.SUCCESS, Outcome.FAILURE):
        return None
    statuses = {check.description: check.status for check in run.checks}
    answers = [statuses.get(question(number)) for number in range(count)]
    return None if None in answers else tuple(status == "SUCCESS" for status in answers)
