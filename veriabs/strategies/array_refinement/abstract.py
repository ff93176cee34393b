"""Build the abstract program of a tracking, with its loops unwound: the program's control flow over the tracked data.

A tracking is the set of variables and array elements whose values the abstract program knows (`tracked`).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from veriabs.core.ctree import FALSE, TRUE, integer, rewrite
from veriabs.core.expressions import Apply, Binary, Expr, Unary, Var
from veriabs.core.loop_exits import continues, redirect
from veriabs.core.program import Initial, Scalar
from veriabs.core.queries import Query
from veriabs.core.runs import Approximation, Outcome
from veriabs.core.source import Where
from veriabs.core.statements import (
    Assert,
    Assign,
    Assume,
    Block,
    Break,
    Check,
    CheckId,
    CheckKind,
    Define,
    Evaluate,
    Goto,
    If,
    Label,
    Loop,
    Stmt,
)  # fmt: skip
from veriabs.core.types import BOOL, INT, UNSIGNED
from veriabs.encode.emit import checks, frame
from veriabs.strategies.array_refinement.subject import RefinementTask
from veriabs.strategies.array_refinement.tracking import GuardedWrite, Tracking, TrackingRewriter, used

WRONG = "some run of the abstract program violates it"
TRACED = "any_wrong.assertion.1"
"""CBMC's name of the check in a traced program."""

HELD = Var("held", BOOL)
"""The outcome of the last test."""


def unwound_program(subject: RefinementTask, tracking: Tracking, purpose: str, *, traced: bool = False) -> Query:
    """The program that proves the assertion if no check in it fails, or with `traced` the one whose run is traced.

    It cuts off no run, since to exceed the limit of the iterations is a violation.
    """
    tracked = TrackingRewriter(subject, tracking, tests=traced)
    unwound = _Unwound(subject.limit, traced)
    body = rewrite(tracked.body(tracked.view.body), unwound.change)
    where = Where(subject.file, subject.line)
    counters = (Scalar(f"itno_{n}", UNSIGNED, Initial.ZERO, "", where) for n in range(1, next(unwound.loops)))
    goals = [text for text, about in checks(body).items() if about.kind is CheckKind.GOAL]
    return Query(
        purpose=purpose,
        template="array_refinement/abstract",
        context={
            **frame(body, [*used(tracked, body), *counters], ()),
            "file": subject.file,
            "line": subject.line,
            "traced": traced,
            "wrong": WRONG,
        },
        asked=(WRONG,) if traced else tuple(goals),
        unwind=subject.limit + 3,
        needed=Outcome.FAILURE if traced else Outcome.SUCCESS,
        claim=None if traced else Approximation.OVER,
        trace=TRACED if traced else "",
    )


@dataclass
class _Unwound:
    """Limits the iterations of loops; `traced` programs record the outcome of every test in `HELD`."""

    limit: int
    traced: bool

    def __post_init__(self) -> None:
        self.loops = count(1)

    def change(self, stmt: Stmt) -> tuple[Stmt, ...] | None:
        match stmt:
            case GuardedWrite():
                return (stmt,)
            case If(test=test, then=then, orelse=orelse, where=where):
                first, held = self._tested(test, where)
                return (*first, If(held, rewrite(then, self.change), rewrite(orelse, self.change), where))
            case Loop():
                return self._loop(stmt)
            case Assert():
                return self._assert(stmt)
            case _:
                return None

    def _tested(self, test: Expr, where: Where) -> tuple[tuple[Stmt, ...], Expr]:
        return ((Assign(HELD, test, where),), HELD) if self.traced else ((), test)

    def _loop(self, loop: Loop) -> tuple[Stmt, ...]:
        where, number = loop.where, next(self.loops)
        itno, proceed = Var(f"itno_{number}", UNSIGNED), Goto(f"next_{number}", where)
        first, held = self._tested(loop.test, where)
        body = (
            *first,
            If(Unary("!", held), (Break(where),), (), where),
            If(Binary("==", itno, integer(self.limit)), self._halt_beyond_bound(loop), (), where),
            *rewrite(redirect(loop.body, (Break(where),), (proceed,)), self.change),
            *((Label(proceed.label, where),) if continues(loop.body) else ()),
            *rewrite(loop.update, self.change),
            Assign(itno, Binary("+", itno, integer(1)), where),
        )
        counted = (Assign(itno, integer(0), where), Loop(TRUE, body, (), where))
        return (Block(f"the loop at line {where.line}", counted, where),)

    def _halt_beyond_bound(self, loop: Loop) -> tuple[Stmt, ...]:
        """The end of a run that makes too many iterations."""
        where = loop.where
        if self.traced:
            return (_reach_error(where),)
        text = f"the loop at line {where.line} ends within {self.limit} iterations"
        return (Check(FALSE, text, CheckId(CheckKind.TRIPS), where), Assume(FALSE, where))

    def _assert(self, stmt: Assert) -> tuple[Stmt, ...]:
        where = stmt.where
        if self.traced:
            first, held = self._tested(stmt.test, where)
            return (*first, If(Unary("!", held), (_reach_error(where),), (), where))
        text = f"the assertion at line {where.line}"
        if stmt.number < 0:
            text = f"a counter of the loop at line {where.line} never gets before its start"
        shown = (Define(HELD, stmt.test, where), Check(HELD, text, CheckId(CheckKind.GOAL), where), Assume(HELD, where))
        return (Block(text, shown, where),)


def _reach_error(where: Where) -> Stmt:
    return Evaluate(Apply("any_wrong", (), INT), where)
