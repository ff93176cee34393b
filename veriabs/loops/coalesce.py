"""Nests of loops as one loop over pairs of iterations (docs/theory.md 2.9).

The pairs (outer, inner) in lexicographic order are an index set like any other. A pair is one number, the outer
iteration in the high bits and the inner one in the low bits, so that nothing is divided; numbers that are no pair do
nothing. Code in front of the inner loop belongs to its first iteration, code behind it to its last one; where the inner
loop is empty, both belong to the first number (trap n01).

What the counters hold, and how many inner iterations there are, is taken from closed forms; `Nest` is what CBMC has to
prove of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, groupby
from typing import TypeGuard

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctree import (
    continues,
    fresh,
    has,
    integer,
    names,
    plus,
    statements,
    substitute,
    target_name,
    walk,
    writes,
)
from veriabs.core.expressions import Binary, Cast, Const, Expr, LValue, Var
from veriabs.core.loop_model import LoopFacts, LoopModel, Nest, Quantifier
from veriabs.core.program import Initial, Scalar
from veriabs.core.statements import Assign, Havoc, If, Loop, Stmt
from veriabs.core.types import ULLONG, CType
from veriabs.core.typing_rules import folded
from veriabs.loops.accelerate import counters_at, normalised
from veriabs.loops.facts import facts_of
from veriabs.loops.propagation import Values
from veriabs.loops.properties import classify

MOST_BITS = 24
"""Bits for the inner iteration where no constant suggests how many there are."""

Code = tuple[Stmt, ...]
Segments = tuple[Code | LoopFacts, ...]


def coalesced(model: LoopModel) -> LoopModel | None:
    """The task with each nest of loops as one loop where that can be done; None if there is none."""
    work = _Coalescer(model)
    segments = work.segments()
    if not work.found:
        return None
    changed = replace(model, segments=segments, scalars={**model.scalars, **work.added})
    return changed if model.goal.quantifier is not Quantifier.SINGLE else _with_clauses(changed)


def _with_clauses(model: LoopModel) -> LoopModel:
    """The task with the assertion of its last loop as clauses, if that loop only looks."""
    last = max(position for position, segment in enumerate(model.segments) if isinstance(segment, LoopFacts))
    facts = model.segments[last]
    assert isinstance(facts, LoopFacts)
    goal = classify(tuple(s.loop if isinstance(s, LoopFacts) else s for s in model.segments), model.assertion)
    if goal.facts is None:
        return replace(model, goal=goal)
    return replace(model, segments=model.segments[:last], goal=replace(goal, facts=facts))


class _Joined(Struct, frozen=True):
    """A nest as one loop, with the code to stand in front of it and behind it."""

    front: Code
    loop: Loop
    behind: Code
    nest: Nest


class _Body(Struct, frozen=True):
    """The body of an outer loop: what comes before the inner one, that, and what comes after it.

    `kept` are the assignments in front whose value is the same throughout the outer iteration, `starts` the values that
    the snapshots of the inner counters have.
    """

    first: Code
    inner: LoopFacts
    last: Code
    kept: tuple[Assign, ...]
    starts: dict[str, Expr]


@dataclass
class _Coalescer:
    """Makes one loop of each nest of a task; `added` are the scalars that this takes, `found` counts the nests."""

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

    def _nest(self, loop: Loop, front: Code) -> _Joined | None:
        """A loop that contains another one as one loop; None if that cannot be done."""
        outer = facts_of(next(self.numbers), loop)
        body = self._body(outer)
        if body is None:
            return None
        starts = self._outer_starts(outer, front)
        assert outer.trips is not None and body.inner.trips is not None
        trips = folded(substitute(outer.trips, starts), self.data_model)
        bits = _bits(trips, folded(substitute(body.inner.trips, {**body.starts, **starts}), self.data_model))
        pair = self._fresh("pair", outer)
        total = folded(Binary("<<", trips, integer(bits)), self.data_model)
        where = loop.where
        snapshots = [Assign(a.start, a.variable, where) for a in outer.accelerable if starts[a.start.name] == a.start]
        return _Joined(
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
        """What each counter holds when the nest is entered: a constant, or a scalar that keeps it."""
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
        """What one number does."""
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
            *_in_front(body, low),
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


def _facts(number: int, joined: _Joined) -> LoopFacts:
    nest, facts = joined.nest, facts_of(number, joined.loop)
    (pairs,) = facts.accelerable
    text = f"iterations of lines {nest.outer.loop.where.line} and {nest.inner.loop.where.line} in order"
    return replace(facts, accelerable=(replace(pairs, text=text),), nest=nest)


def _split(outer: LoopFacts, first: Code, inner: LoopFacts, last: Code) -> _Body | None:
    """The body, if the inner trip count is known when an outer iteration begins, and nothing but its end ends it."""
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


def _in_front(body: _Body, low: Var) -> Iterator[Stmt]:
    """What stands in front of the inner loop, in its first iteration only, but for what stays the same."""
    for is_kept, stmts in groupby(body.first, lambda stmt: stmt in body.kept):
        run = tuple(stmts)
        if is_kept:
            yield from run
        else:
            yield If(Binary("==", low, integer(0)), run, (), run[0].where)


def _bits(trips: Expr, inner: Expr) -> int:
    """Bits that hold the numbers of the inner iterations, as far as the constants in sight tell."""
    if isinstance(inner, Const):
        return max(1, (int(inner.value) - 1).bit_length())
    sizes = [int(part.value).bit_length() for expr in (trips, inner) for part in walk(expr) if _is_size(part)]
    return min(MOST_BITS, max(sizes, default=MOST_BITS))


def _is_size(part: Expr) -> TypeGuard[Const]:
    return isinstance(part, Const) and isinstance(part.value, int) and part.value > 1
