"""The task of one assertion with its property loops cut: one arbitrary iteration stands for all of them.

A loop that contains the assertion, writes no array and carries nothing but counters is replaced by one iteration from
arbitrary values of the counters, which are chosen at the start of the run (`known_at_x`: what the counter x holds when
the assertion fails). That the counter never gets before its start is assumed of that iteration and asserted behind it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from veriabs.core.ctree import conjunction, continues, integer, negate, statements, target_name, transform, writes
from veriabs.core.expressions import Binary, Expr, Var
from veriabs.core.loop_model import Accelerable
from veriabs.core.program import Array, Initial, Scalar
from veriabs.core.source import Where
from veriabs.core.statements import Assert, Assign, Break, Halt, Havoc, If, Loop, Stmt
from veriabs.core.types import BOOL
from veriabs.loops.accelerate import accelerable_variables, constant_step
from veriabs.loops.private import private_scalars

CHOICE = Var("guard_0", BOOL)
"""An arbitrary choice: is the iteration of interest one of this loop?"""


@dataclass(frozen=True, slots=True)
class Task:
    """The statements that matter to one assertion, and the scalars that cutting added.

    `known` maps a counter to what it holds when the assertion fails, a scalar that is never written.
    """

    body: tuple[Stmt, ...]
    added: dict[str, Scalar]
    known: dict[str, Var]


def isolated(body: Iterable[Stmt], number: int) -> tuple[Stmt, ...]:
    """The body with this assertion only (theory 1: all others are no-ops)."""

    def change(stmt: Stmt) -> tuple[Stmt, ...]:
        return () if isinstance(stmt, Assert) and stmt.number != number else (stmt,)

    return transform(body, change)


def up_to(body: tuple[Stmt, ...], number: int) -> tuple[Stmt, ...]:
    """The body without what can only run after the assertion; loops that contain it are kept whole."""
    for position, stmt in enumerate(body):
        if not _holds((stmt,), number):
            continue
        if isinstance(stmt, If):
            then = up_to(stmt.then, number) if _holds(stmt.then, number) else ()
            other = up_to(stmt.orelse, number) if _holds(stmt.orelse, number) else ()
            stmt = replace(stmt, then=then, orelse=other)
        return (*body[:position], stmt)
    return body


def _holds(body: Iterable[Stmt], number: int) -> bool:
    return any(isinstance(stmt, Assert) and stmt.number == number for stmt in statements(body))


def cut(body: tuple[Stmt, ...], number: int, arrays: dict[str, Array]) -> Task:
    """The body with every loop cut that only checks the assertion."""
    cutter = _Cutter(number, frozenset(arrays))
    return Task(cutter.body(body), cutter.added, cutter.known)


@dataclass
class _Cutter:
    """Cuts loops, outermost first; collects the scalars that it adds."""

    number: int
    arrays: frozenset[str]
    added: dict[str, Scalar] = field(default_factory=dict)
    known: dict[str, Var] = field(default_factory=dict)

    def body(self, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        return tuple(new for stmt in body for new in self._stmt(stmt))

    def _stmt(self, stmt: Stmt) -> tuple[Stmt, ...]:
        if not _holds((stmt,), self.number):
            return (stmt,)
        match stmt:
            case If(then=then, orelse=orelse):
                return (replace(stmt, then=self.body(then), orelse=self.body(orelse)),)
            case Loop():
                counters = self._counters(stmt)
                return (replace(stmt, body=self.body(stmt.body)),) if counters is None else self._cut(stmt, counters)
            case _:
                return (stmt,)

    def _counters(self, loop: Loop) -> tuple[Accelerable, ...] | None:
        """The counters of a loop that only checks; None for one that computes something."""
        inside = (*loop.body, *loop.update)
        written = writes(inside)
        if written & self.arrays or continues(loop.body):
            return None
        counters = tuple(a for a in accelerable_variables(0, loop, written) if constant_step(a))
        names = {a.variable.name for a in counters}
        return counters if counters and not written - names - private_scalars(loop) else None

    def _cut(self, loop: Loop, counters: tuple[Accelerable, ...]) -> tuple[Stmt, ...]:
        where = loop.where
        self._add(CHOICE, where)
        starts = tuple(Assign(self._start(a.variable, where), a.variable, where) for a in counters)
        chosen = tuple(Assign(a.variable, self._known(a.variable, where), where) for a in counters)
        names = {a.variable.name for a in counters}
        lost = _forgotten(loop, writes((*loop.body, *loop.update)) - names)
        passed = conjunction(part for a in counters for part in _not_before(a, self._start(a.variable, where)))
        iteration: tuple[Stmt, ...] = (
            *chosen,
            *lost,
            If(negate(passed), (Halt(where),), (), where),
            If(negate(loop.test), (Halt(where),), (), where),
            *self.body(_without_breaks(loop.body)),
            *loop.update,
            Assert(passed, -1 - len(self.added), where),
            Halt(where),
        )
        after = (*(Havoc(a.variable, -1, None, where) for a in counters), *lost)
        return (*starts, Havoc(CHOICE, -1, None, where), If(CHOICE, iteration, (), where), *after)

    def _add(self, variable: Var, where: Where) -> Var:
        self.added[variable.name] = Scalar(variable.name, variable.type, Initial.NONDET, variable.name, where)
        return variable

    def _start(self, variable: Var, where: Where) -> Var:
        return self._add(Var(f"start_{variable.name}", variable.type), where)

    def _known(self, variable: Var, where: Where) -> Var:
        known = self._add(Var(f"known_at_{variable.name}", variable.type), where)
        self.known[variable.name] = known
        return known


def _forgotten(loop: Loop, names: frozenset[str]) -> tuple[Stmt, ...]:
    targets = {
        target_name(s.target): s.target
        for s in statements((*loop.body, *loop.update))
        if isinstance(s, Assign | Havoc) and isinstance(s.target, Var)
    }
    return tuple(Havoc(targets[name], -1, None, loop.where) for name in sorted(names))


def _not_before(counter: Accelerable, start: Var) -> tuple[Expr, ...]:
    """The counter is its start or a whole number of steps behind it."""
    step = constant_step(counter)
    assert step
    low, high = (start, counter.variable) if step > 0 else (counter.variable, start)
    order: Expr = Binary(">=", high, low)
    if abs(step) == 1:
        return (order,)
    return (order, Binary("==", Binary("%", Binary("-", high, low), integer(abs(step))), integer(0)))


def _without_breaks(body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    """The body of the last iteration: a `break` of the loop itself ends it, and what follows is arbitrary anyway."""
    result: list[Stmt] = []
    for stmt in body:
        match stmt:
            case Break(where=where):
                result.append(Halt(where))
            case If(then=then, orelse=orelse):
                result.append(replace(stmt, then=_without_breaks(then), orelse=_without_breaks(orelse)))
            case _:
                result.append(stmt)
    return tuple(result)
