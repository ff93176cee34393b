"""Loops that can end early as loops that run on to the end of their count and do nothing (docs/theory.md 2.8).

`while (c < n && p(c)) { body; c++; }` does what `for (; c < n; c++) if (going) { if (p(c)) body else going = 0 }` does:
the new counter goes through its values whatever the data says, and `going` is data like any other. Such a loop can be
fused with others and stand in a nest. It has the count that is the most that the loop could have.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from veriabs.core.copying import replace
from veriabs.core.ctree import (
    FALSE,
    TRUE,
    breaks,
    conjunction,
    conjuncts,
    continues,
    exits,
    fresh,
    names,
    substitute,
    substitute_reads,
    transform,
)
from veriabs.core.expressions import Expr, Var
from veriabs.core.loop_model import Accelerable, LoopFacts
from veriabs.core.program import Initial, Program, Scalar
from veriabs.core.statements import NO_LOOP, Assign, Break, If, Loop, Stmt
from veriabs.core.types import BOOL, CType
from veriabs.loops.accelerate import normalised
from veriabs.loops.facts import facts_of
from veriabs.loops.trips import is_counted


def run_on(program: Program) -> Program | None:
    """The program with loops that cannot end early; None if it has none that could be made so."""
    work = _Work(program, {*program.scalars, *program.arrays})
    body = transform(program.body, work.changed)
    return replace(program, body=body, scalars={**program.scalars, **work.added}) if work.added else None


@dataclass
class _Work:
    """Changes loops of a program; `added` are the scalars that this takes."""

    program: Program
    taken: set[str]
    added: dict[str, Scalar] = field(default_factory=dict)

    def changed(self, stmt: Stmt) -> tuple[Stmt, ...]:
        if not isinstance(stmt, Loop):
            return (stmt,)
        facts = facts_of(0, stmt)
        kept = _that_run_on(facts)
        if facts.exact or facts.trips is None or kept is None:
            return (stmt,)
        return self._running(replace(facts, accelerable=kept))

    def _running(self, facts: LoopFacts) -> tuple[Stmt, ...]:
        """The loop with counters of its own in front of those that it has, which stay where it would have ended."""
        loop, where = facts.loop, facts.loop.where
        going = self._add("going", BOOL, loop)
        own = {a.variable.name: self._add(f"{a.variable.name}_on", a.variable.type, loop) for a in facts.accelerable}
        counted, data = _split(facts)
        body, update = normalised(facts)
        kept = tuple(Assign(a.variable, substitute(a.after, own), where) for a in facts.accelerable)
        goes = (*_guarded(substitute_reads((*body, *update), own), going), *kept)
        if exits(loop):
            goes = (*goes[: len(goes) - len(kept)], If(going, kept, (), where))
        step = (If(substitute(conjunction(data), own), goes, (Assign(going, FALSE, where),), where),) if data else goes
        running = replace(
            loop,
            test=substitute(conjunction(counted), own),
            body=(If(going, step, (), where),),
            update=tuple(Assign(own[a.variable.name], substitute(a.after, own), where) for a in facts.accelerable),
            id=NO_LOOP,
            given=(),
        )
        starts = (Assign(own[a.variable.name], a.variable, where) for a in facts.accelerable)
        return (Assign(going, TRUE, where), *starts, running)

    def _add(self, name: str, ctype: CType, loop: Loop) -> Var:
        new = Scalar(fresh(name, self.taken), ctype, Initial.ZERO, name, loop.where)
        self.added[new.name] = new
        return Var(new.name, ctype)


def _that_run_on(facts: LoopFacts) -> tuple[Accelerable, ...] | None:
    """Counters that can go on when the loop would have ended; None if one of those that count it cannot.

    Where the loop breaks off, they have not moved yet.
    """
    loop = facts.loop
    late = tuple(a for a in facts.accelerable if not exits(loop) or not any(one in loop.body for one in a.updates))
    used = frozenset[str]().union(*map(names, _split(facts)[0]))
    missed = any(a.variable.name in used for a in facts.accelerable if a not in late)
    return None if missed or continues(loop.body) else late


def _split(facts: LoopFacts) -> tuple[list[Expr], list[Expr]]:
    """The parts of the test that the count is computed from, and those that the data decides."""
    parts = conjuncts(facts.loop.test)
    by_name = {a.variable.name: a for a in facts.accelerable}
    counted = [part for part in parts if is_counted(part, by_name, facts.written)]
    return counted, [part for part in parts if part not in counted]


def _guarded(body: tuple[Stmt, ...], going: Var) -> tuple[Stmt, ...]:
    """A body that does nothing from where it would break off."""
    for place, stmt in enumerate(body):
        if isinstance(stmt, Break):
            return (*body[:place], Assign(going, FALSE, stmt.where))
        if isinstance(stmt, If) and breaks((stmt,)):
            ended = replace(stmt, then=_guarded(stmt.then, going), orelse=_guarded(stmt.orelse, going))
            rest = _guarded(body[place + 1 :], going)
            return (*body[:place], ended, *((If(going, rest, (), stmt.where),) if rest else ()))
    return body
