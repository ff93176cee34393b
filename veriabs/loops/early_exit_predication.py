"""Predicate early exits: a loop that can end early runs to the end of its count (docs/theory.md 2.8).

    while (c < n && p(c)) { body; c++; }
    going = 1; for (d = c; d < n; d++) if (going) { if (p(d)) { body; c = d + 1; } else going = 0; }

The new counter d takes all its values whatever the data is, and `going` is an ordinary scalar. The loop now has a known
trip count, the largest that it could have, so it can be fused or coalesced. After `going` is 0, iterations change only
the new counter, so the final state is the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from veriabs.core.components import component, none
from veriabs.core.copying import replace
from veriabs.core.ctree import (
    FALSE,
    TRUE,
    conjunction,
    conjuncts,
    fresh,
    names,
    substitute,
    substitute_reads,
    transform,
)
from veriabs.core.expressions import Expr, Var
from veriabs.core.loop_exits import breaks, continues, exits
from veriabs.core.loop_model import Accelerable, LoopFacts
from veriabs.core.program import Initial, Program, Scalar
from veriabs.core.statements import NO_LOOP, Assign, Break, If, Loop, Stmt
from veriabs.core.types import BOOL, CType
from veriabs.loops.accelerate import normalised
from veriabs.loops.facts import facts_of
from veriabs.loops.trips import is_counted


@component("early_exit_predication", none)
def predicate_early_exits(program: Program) -> Program | None:
    """Predicate the early exits of all loops where possible; None if no loop changed."""
    work = _Work(program, {*program.scalars, *program.arrays})
    body = transform(program.body, work.changed)
    return replace(program, body=body, scalars={**program.scalars, **work.added}) if work.added else None


@dataclass
class _Work:
    """Rewrites loops of a program; `added` are new scalars."""

    program: Program
    taken: set[str]
    added: dict[str, Scalar] = field(default_factory=dict)

    def changed(self, stmt: Stmt) -> tuple[Stmt, ...]:
        if not isinstance(stmt, Loop):
            return (stmt,)
        facts = facts_of(0, stmt)
        kept = _continuing_counters(facts)
        if facts.exact or facts.trips is None or kept is None:
            return (stmt,)
        return self._running(replace(facts, accelerable=kept))

    def _running(self, facts: LoopFacts) -> tuple[Stmt, ...]:
        """The loop with new counters; the old counters stop where the loop would have ended."""
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


def _continuing_counters(facts: LoopFacts) -> tuple[Accelerable, ...] | None:
    """Counters that can continue after the loop would have ended; None if a counter of the trip count cannot.

    At a `break`, these counters have not moved yet.
    """
    loop = facts.loop
    late = tuple(a for a in facts.accelerable if not exits(loop) or not any(one in loop.body for one in a.updates))
    used = frozenset[str]().union(*map(names, _split(facts)[0]))
    missed = any(a.variable.name in used for a in facts.accelerable if a not in late)
    return None if missed or continues(loop.body) else late


def _split(facts: LoopFacts) -> tuple[list[Expr], list[Expr]]:
    """The conjuncts of the test that determine the trip count, and those that depend on data."""
    parts = conjuncts(facts.loop.test)
    by_name = {a.variable.name: a for a in facts.accelerable}
    counted = [part for part in parts if is_counted(part, by_name, facts.written)]
    return counted, [part for part in parts if part not in counted]


def _guarded(body: tuple[Stmt, ...], going: Var) -> tuple[Stmt, ...]:
    """Replace each `break` by `going = 0`, and guard the statements after it."""
    for place, stmt in enumerate(body):
        if isinstance(stmt, Break):
            return (*body[:place], Assign(going, FALSE, stmt.where))
        if isinstance(stmt, If) and breaks((stmt,)):
            ended = replace(stmt, then=_guarded(stmt.then, going), orelse=_guarded(stmt.orelse, going))
            rest = _guarded(body[place + 1 :], going)
            return (*body[:place], ended, *((If(going, rest, (), stmt.where),) if rest else ()))
    return body
