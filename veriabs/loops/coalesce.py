"""Coalesce a nest of loops into one loop over pairs of iterations (docs/theory.md 2.9).

    for (i = 0; i < n; i++) { s = 0; for (j = 0; j < m; j++) B(i, j); t[i] = s; }
    for (p = 0; ...; p++) { i = p >> bits; j = p & mask; if (!j) s = 0; if (j < m) B(i, j); if (j == m - 1) t[i] = s; }

A pair of iterations is one number: the outer iteration in the high bits, the inner one in the low bits, so that no
division is needed. Numbers that are no pair do nothing. Code before the inner loop runs in its first iteration, code
after it in its last one; if the inner loop is empty, both run at the first number (trap n01).

The verdict is preserved because the pairs occur in the same order. Counters and inner trip counts come from closed
forms; CBMC proves the conditions in `Nest`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, groupby
from typing import TypeGuard

from msgspec import Struct

from veriabs.core.components import component, none
from veriabs.core.copying import replace
from veriabs.core.ctree import fresh, has, integer, names, plus, statements, substitute, target_name, walk, writes
from veriabs.core.expressions import Binary, Cast, Const, Expr, LValue, Var
from veriabs.core.loop_exits import continues
from veriabs.core.loop_model import LoopFacts, LoopModel, Nest, Quantifier
from veriabs.core.program import Initial, Scalar
from veriabs.core.statements import Assign, Havoc, If, Loop, Stmt
from veriabs.core.types import ULLONG, CType
from veriabs.core.typing_rules import fold_constants
from veriabs.loops.accelerate import counters_at, normalised
from veriabs.loops.facts import facts_of
from veriabs.loops.propagation import Values
from veriabs.loops.properties import classify

MOST_BITS = 24
"""Bits of the inner iteration number if no constant suggests how many iterations there are."""

Code = tuple[Stmt, ...]
Segments = tuple[Code | LoopFacts, ...]


@component("loop_coalescing", none)
def coalesce(model: LoopModel) -> LoopModel | None:
    """The task with each nest coalesced where possible; None if no nest was."""
    work = _Coalescer(model)
    segments = work.segments()
    if not work.found:
        return None
    changed = replace(model, segments=segments, scalars={**model.scalars, **work.added})
    return changed if model.goal.quantifier is not Quantifier.SINGLE else _turn_into_clauses(changed)


def _turn_into_clauses(model: LoopModel) -> LoopModel:
    """Turn the assertion of the task's last loop into clauses, if that loop has no other effect."""
    last = max(position for position, segment in enumerate(model.segments) if isinstance(segment, LoopFacts))
    facts = model.segments[last]
    assert isinstance(facts, LoopFacts)
    goal = classify(tuple(s.loop if isinstance(s, LoopFacts) else s for s in model.segments), model.assertion)
    if goal.facts is None:
        return replace(model, goal=goal)
    return replace(model, segments=model.segments[:last], goal=replace(goal, facts=facts))


class _CoalescedNest(Struct, frozen=True):
    """A coalesced nest, with the code that moved in front of the loop and behind it."""

    front: Code
    loop: Loop
    behind: Code
    nest: Nest


class _Body(Struct, frozen=True):
    """The body of an outer loop: the code before the inner loop, that loop, and the code after it.

    `kept` are assignments before the inner loop whose value stays the same during the outer iteration. `starts` are the
    values of the inner counters' snapshots.
    """

    first: Code
    inner: LoopFacts
    last: Code
    kept: tuple[Assign, ...]
    starts: dict[str, Expr]


@dataclass
class _Coalescer:
    """Coalesces each nest of a task; `added` are new scalars, `found` counts the nests."""

    model: LoopModel
    found: int = 0
    added: dict[str, Scalar] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.numbers = count(2 + max((facts.number for facts in self.model.loops), default=0))
        self.taken = {*self.model.scalars, *self.model.program.arrays}
        self.data_model = self.model.program.task.data_model

    def segments(self) -> Segments:
        result: list[Code | LoopFacts] = []
        behind: Code = ()
        for segment in self.model.segments:
            if not isinstance(segment, LoopFacts):
                result.append((*behind, *segment))
                behind = ()
                continue
            front = result[-1]
            assert not isinstance(front, LoopFacts)
            joined = self._nest(segment.loop, front) if segment.obstacle else None
            if joined is None:
                result.append(segment)
                continue
            self.found += 1
            result[-1], behind = (*front, *joined.front), joined.behind
            result.append(_facts(segment.number, joined))
        return (*result, behind) if behind else tuple(result)

    def _nest(self, loop: Loop, front: Code) -> _CoalescedNest | None:
        """Coalesce a loop that contains another one; None if that is impossible."""
        outer = facts_of(next(self.numbers), loop)
        body = self._body(outer)
        if body is None:
            return None
        starts = self._outer_starts(outer, front)
        assert outer.trips is not None and body.inner.trips is not None
        trips = fold_constants(substitute(outer.trips, starts), self.data_model)
        bits = _bits(trips, fold_constants(substitute(body.inner.trips, {**body.starts, **starts}), self.data_model))
        pair = self._fresh("pair", outer)
        total = fold_constants(Binary("<<", trips, integer(bits)), self.data_model)
        where = loop.where
        snapshots = [Assign(a.start, a.variable, where) for a in outer.accelerable if starts[a.start.name] == a.start]
        return _CoalescedNest(
            front=(*snapshots, Assign(pair, Const(0, ULLONG), where)),
            loop=Loop(
                Binary("<", pair, total),
                self._iteration(outer, body, starts, pair, bits),
                (Assign(pair, Binary("+", pair, Const(1, ULLONG)), where),),
                where,
            ),
            behind=counters_at(outer, plus(trips, 1), starts),
            nest=Nest(outer, body.inner, tuple(starts.items()), body.kept, tuple(body.starts.items()), bits),
        )

    def _body(self, outer: LoopFacts) -> _Body | None:
        if not outer.exact or outer.trips is None or continues(outer.loop.body):
            return None
        body, update = normalised(outer)
        stmts = (*body, *update)
        places = [position for position, stmt in enumerate(stmts) if has((stmt,), Loop)]
        loop = stmts[places[0]]
        if len(places) != 1 or not isinstance(loop, Loop):
            return None
        first, last = stmts[: places[0]], stmts[places[0] + 1 :]
        if has((*loop.body, *loop.update), Loop):
            joined = self._nest(loop, first)
            if joined is None:
                return None
            first, last = (*first, *joined.front), (*joined.behind, *last)
            inner = _facts(next(self.numbers), joined)
        else:
            inner = facts_of(next(self.numbers), loop)
        return _split(outer, first, inner, last)

    def _outer_starts(self, outer: LoopFacts, front: Code) -> dict[str, Expr]:
        """The value of each counter at the entry of the nest: a constant, or a scalar that keeps it."""
        known = Values({}, self.data_model)
        known.pass_by(front)
        starts: dict[str, Expr] = {}
        for a in outer.accelerable:
            constant = known.constants.get(a.variable.name)
            starts[a.start.name] = a.start if constant is None else Const(constant, a.start.type)
            if constant is None:
                self._add(a.start.name, a.start.type, outer)
        return starts

    def _iteration(self, outer: LoopFacts, body: _Body, starts: dict[str, Expr], pair: Var, bits: int) -> Code:
        """The code that the coalesced loop runs for one number, that is for one pair of iterations."""
        inner, where = body.inner, outer.loop.where
        high, low, trips = (self._fresh(name, outer) for name in ("high", "low", "trips"))
        assert inner.trips is not None
        inside, update = normalised(inner)
        empty = Binary("&&", Binary("==", trips, integer(0)), Binary("==", low, integer(0)))
        is_last = Binary("||", Binary("==", plus(low, 1), trips), empty)
        ending = (*counters_at(inner, plus(trips, 1), body.starts), *body.last)
        return (
            Assign(high, Binary(">>", pair, integer(bits)), where),
            Assign(low, Binary("&", pair, Const((1 << bits) - 1, ULLONG)), where),
            *counters_at(outer, plus(high, 1), starts),
            *_code_before_inner_loop(body, low),
            Assign(trips, substitute(inner.trips, body.starts), where),
            If(
                Binary("<", low, trips),
                (*counters_at(inner, plus(low, 1), body.starts), *inside, *update),
                (),
                inner.loop.where,
            ),
            If(is_last, ending, (), where),
        )

    def _fresh(self, name: str, facts: LoopFacts) -> Var:
        return self._add(fresh(f"{name}_of_{facts.number}", self.taken), ULLONG, facts)

    def _add(self, name: str, ctype: CType, facts: LoopFacts) -> Var:
        self.added[name] = Scalar(name, ctype, Initial.ZERO, name, facts.loop.where)
        return Var(name, ctype)


def _facts(number: int, joined: _CoalescedNest) -> LoopFacts:
    return replace(facts_of(number, joined.loop), nest=joined.nest)


def _split(outer: LoopFacts, first: Code, inner: LoopFacts, last: Code) -> _Body | None:
    """Split the body, if its inner trip count is known at the start of an outer iteration and no jump ends it."""
    counters = {a.variable.name: a for a in inner.accelerable}
    times = Counter(map(target_name, _targets((*first, inner.loop, *last))))
    in_front = Counter(map(target_name, _targets(first)))
    changing = set(outer.written) - {a.variable.name for a in outer.accelerable}
    kept: list[Assign] = []
    starts: dict[str, Expr] = {}
    held: dict[str, Expr] = {}
    for stmt in first:
        if not isinstance(stmt, Assign) or not isinstance(stmt.target, Var):
            held = {name: value for name, value in held.items() if name not in writes((stmt,))}
            continue
        name, value = stmt.target.name, substitute(stmt.value, held)
        if names(value) & changing:
            held.pop(name, None)
            continue
        held[name] = Cast(stmt.target.type, value)
        if name in counters and in_front[name] == 1:
            starts[counters[name].start.name] = value
        elif times[name] == 1 and not names(stmt.value) & changing:
            kept.append(stmt)
            changing.discard(name)
    inner = replace(inner, accelerable=tuple(a for a in inner.accelerable if a.start.name in starts))
    if not inner.exact or inner.trips is None or continues(inner.loop.body):
        return None
    begun = substitute(inner.trips, starts)
    unknown = {a.start.name for a in counters.values()} | changing
    return None if names(begun) & unknown else _Body(first, inner, last, tuple(kept), starts)


def _targets(code: Code) -> list[LValue]:
    return [stmt.target for stmt in statements(code) if isinstance(stmt, Assign | Havoc)]


def _code_before_inner_loop(body: _Body, low: Var) -> Iterator[Stmt]:
    """The code before the inner loop, restricted to its first iteration except for values that stay the same."""
    for is_kept, stmts in groupby(body.first, lambda stmt: stmt in body.kept):
        run = tuple(stmts)
        if is_kept:
            yield from run
        else:
            yield If(Binary("==", low, integer(0)), run, (), run[0].where)


def _bits(trips: Expr, inner: Expr) -> int:
    """Bits for the inner iteration number, as far as constants tell."""
    if isinstance(inner, Const):
        return max(1, (int(inner.value) - 1).bit_length())
    sizes = [int(part.value).bit_length() for expr in (trips, inner) for part in walk(expr) if _is_size(part)]
    return min(MOST_BITS, max(sizes, default=MOST_BITS))


def _is_size(part: Expr) -> TypeGuard[Const]:
    return isinstance(part, Const) and isinstance(part.value, int) and part.value > 1
