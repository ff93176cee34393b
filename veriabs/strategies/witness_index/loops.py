"""Translate one loop to straight-line code: its visits, the gaps between them, and the iteration that leaves it.

The number `end` of that iteration is arbitrary, bounded by a trip count. Earlier iterations that may access a witness
cell are visited in order. A gap between two visits is over-approximated: counters take their closed forms, other
written scalars arbitrary values, or one of the constants that the loop assigns to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from veriabs.core.copying import replace
from veriabs.core.ctree import (
    FALSE,
    asserts,
    conjunction,
    disjunction,
    integer,
    statements,
    substitute,
    target_name,
    writes,
)
from veriabs.core.evaluate import wrap
from veriabs.core.expressions import Binary, Conditional, Const, Expr, Unary, Var
from veriabs.core.loop_exits import breaks
from veriabs.core.loop_model import LoopFacts
from veriabs.core.program import Scalar
from veriabs.core.statements import (
    Assign,
    Assume,
    Block,
    Check,
    CheckId,
    CheckKind,
    Define,
    Goto,
    Havoc,
    If,
    Label,
    Loop,
    Stmt,
)  # fmt: skip
from veriabs.core.types import BOOL, INT, ULLONG, IntType
from veriabs.encode.cut import FIRST, iteration, within
from veriabs.encode.spell import FAR
from veriabs.invariants.count_checks import trip_count_facts
from veriabs.loops.accelerate import at, constant_step, one_further
from veriabs.loops.facts import facts_of
from veriabs.strategies.witness_index.accesses import Visits, distance, iteration_of, not_leaving, visits
from veriabs.strategies.witness_index.writer import WitnessWriter


def loop_code(writer: WitnessWriter, loop: Loop, real: bool) -> Stmt:
    """The straight-line code for a loop; `real` code checks the assertion."""
    writer.loops += 1
    facts = facts_of(writer.loops, loop)
    counters = tuple(a for a in facts.accelerable if constant_step(a) is not None)
    facts = replace(facts, accelerable=counters, trips=None if facts.sentinels else facts.trips, sentinels=False)
    return _Code(writer, facts, visits(writer.plan, facts), real).block()


@dataclass
class _Code:
    writer: WitnessWriter
    facts: LoopFacts
    visits: Visits
    real: bool

    def __post_init__(self) -> None:
        self.where, self.number = self.facts.loop.where, self.writer.plan.model.assertion.number
        self.name = f"loop_{self.facts.number}"
        self.end = Var(f"{self.name}_end", ULLONG)
        self.trips, self.seen = Var(f"{self.name}_trips", ULLONG), Var(f"{self.name}_seen", ULLONG)
        self.stop = Assume(FALSE, self.where)
        self.carried = writes(not_leaving((*self.facts.loop.body, *self.facts.loop.update)))
        self.counters = {a.variable.name for a in self.facts.accelerable}

    def block(self) -> Stmt:
        visited = (self._visit(slot) for slot in range(1, self.visits.count + 1))
        inner = (*self._entry(), *self._facts(), *self._hits(), *self._numbers(), *visited, *self._leave())
        return Block(f"the loop at line {self.where.line}", inner, self.where)

    def _define(self, variable: Var, value: Expr | None = None) -> Stmt:
        return Define(variable, value, self.where)

    def _assume(self, *tests: Expr) -> Stmt:
        return Assume(conjunction(tests), self.where)

    def _assign(self, variable: Var, value: Expr) -> Stmt:
        return Assign(variable, value, self.where)

    def _havoc(self, variable: Var) -> Stmt:
        return Havoc(variable, -1, None, self.where)

    def _if(self, test: Expr, *then: Stmt) -> Stmt:
        return If(test, then, (), self.where)

    # ------------------------------------------------------------------------------------------------------ entry

    def _entry(self) -> Iterator[Stmt]:
        """Snapshots, the trip count, and the number of the iteration that leaves the loop."""
        facts = self.facts
        yield from (self._define(a.start, a.variable) for a in facts.accelerable)
        most: Expr = integer(FAR, ULLONG)
        if facts.trips is not None:
            yield self._define(self.trips, self._read(facts.trips))
            yield self._check(self._read(trip_count_facts(facts, self.trips)), "trip count")
            most = Binary("+", self.trips, integer(1))
        yield self._define(self.end)  # the iteration that leaves the loop
        yield self._assume(within(self.end, most))

    def _read(self, expr: Expr) -> Expr:
        return self.writer.read(expr)

    def _check(self, test: Expr, text: str) -> Stmt:
        text = f"{text} of loop {self.facts.number} at line {self.where.line}"
        return Check(test, text, CheckId(CheckKind.FORM), self.where)

    def _facts(self) -> Iterator[Stmt]:
        """Checks of the closed forms, and that a write reaches a witness index in no other iteration."""
        any_iteration = Var(f"{self.name}_any", ULLONG)
        if not self.facts.accelerable:
            return
        yield self._define(any_iteration)
        runs = Var(f"{self.name}_any_runs", BOOL)
        yield self._define(runs, conjunction(self._is_before_end(any_iteration)))
        for a in self.facts.accelerable:
            now, then = at(a.form, any_iteration), one_further(a.form, any_iteration)
            first = Binary("==", a.start, at(a.form, FIRST))
            kept = Binary("||", Unary("!", runs), Binary("==", substitute(a.after, {a.variable.name: now}), then))
            yield self._check(self._read(conjunction((first, kept))), f"closed form of {a.variable.name}")
        for hit in self.visits.hits:
            if hit.writes:
                size = abs(hit.form.slope)
                far = Binary("<=", any_iteration, integer((1 << 63) // size, ULLONG))
                steps = Binary("*", integer(size, ULLONG), any_iteration)
                right = (Binary("==", distance(hit, self._index(i, any_iteration)), steps) for i in hit.indices)
                yield self._check(
                    Binary("||", Unary("!", runs), conjunction((far, *right))), f"iteration that reaches {hit.key}"
                )

    # ----------------------------------------------------------------------------------------------------- visits

    def _hit(self, number: int) -> tuple[Var, Var]:
        """Variables for whether an access reaches the witness index, and its iteration."""
        return Var(f"{self.name}_hits_{number}", BOOL), Var(f"{self.name}_hit_{number}", ULLONG)

    def _hits(self) -> Iterator[Stmt]:
        """The iteration in which each access reaches the witness index, if the loop gets there."""
        for number, hit in enumerate(self.visits.hits, 1):
            runs, mine = self._hit(number)
            yield self._define(mine, iteration_of(hit))
            there = Binary("==", self._index(hit.indices[0], mine), hit.component)
            yield self._define(runs, conjunction((*self._is_before_end(mine), there)))

    def _is_before_end(self, iteration: Expr) -> tuple[Expr, Expr]:
        return Binary("<=", integer(1), iteration), Binary("<", iteration, self.end)

    def _index(self, index: Expr, iteration: Expr) -> Expr:
        forms = {a.variable.name: at(a.form, iteration) for a in self.facts.accelerable}
        return self._read(substitute(index, forms))

    def _visit_of(self, slot: int) -> Var:
        return Var(f"{self.name}_visit_{slot}", ULLONG)

    def _numbers(self) -> Iterator[Stmt]:
        """The numbers of the visited iterations, ascending; `end` for a visit that is not made."""
        count, end = self.visits.count, self.end
        hits = [self._hit(number) for number in range(1, len(self.visits.hits) + 1)]
        visit = [self._visit_of(slot) for slot in range(1, count + 1)]
        if not count:
            return
        self.writer.added.append(self.seen)
        if count == 1 and hits:
            runs, mine = hits[0]
            yield self._define(visit[0], Conditional(runs, mine, end))
            yield self._assign(self.seen, integer(0))
            return
        yield from (self._define(v) for v in visit)
        yield self._assume(within(visit[0], end))
        for one, v in pairwise(visit):
            later = Binary("||", Binary("<", one, v), Binary("==", v, end))
            yield self._assume(Binary("<=", v, end), later)
        for runs, mine in hits:
            yield self._assume(disjunction((Unary("!", runs), *(Binary("==", mine, v) for v in visit))))
        for v in visit if not self.visits.loose else ():
            known = (conjunction((runs, Binary("==", v, mine))) for runs, mine in hits)
            yield self._assume(disjunction((Binary("==", v, end), *known)))
        for cell in self.visits.loose:
            last = self._last_write(cell.value.name)  # 0 means that there is none
            yield self._define(last)
            yield self._assume(Binary("<=", integer(0), last), Binary("<=", last, integer(count)))
        yield self._assign(self.seen, integer(0))

    def _visit(self, slot: int) -> Stmt:
        """One iteration that is executed completely."""
        visit = self._visit_of(slot)
        body = list(self._gap(visit, slot))
        flags = {cell.value.name: self.writer.written(cell.value.name) for cell in self.visits.loose}
        for flag in flags.values():
            body += [self._define(Var(f"at_{flag.name}", BOOL), flag), self._assign(flag, integer(0))]
        loop = self.facts.loop
        body.append(self._assume(self._read(loop.test)))
        body += self._body(loop, f"next_{self.facts.number}_{slot}", self.stop, real=False, tested=False)
        for name, flag in flags.items():
            later = Binary("!=", self._last_write(name), integer(slot))
            body.append(self._assume(Binary("||", later, flag)))
            # for an enclosing loop
            body.append(self._assign(flag, Binary("||", flag, Var(f"at_{flag.name}", BOOL))))
        return self._if(Binary("<", visit, self.end), *body, self._assign(self.seen, visit))

    def _body(self, loop: Loop, label: str, leave: Stmt, *, real: bool, tested: bool) -> tuple[Stmt, ...]:
        return iteration(loop, label, leave, lambda body: self.writer.body(body, real), tested=tested)

    def _gap(self, itno: Expr, slot: int | None) -> Iterator[Stmt]:
        """The iterations from the last visit to the start of an iteration; if there are none, the state stays."""
        first = Binary("+", self.seen, integer(1)) if self.visits.count else integer(1)
        lost = list(self._scalars())
        for cell in self.visits.loose if slot is not None else ():
            over = Binary(">=", self._last_write(cell.value.name), integer(slot or 0))
            lost.append(self._if(over, self._havoc(cell.value)))
        if lost:
            yield self._if(Binary("!=", itno, first), *lost)
        yield from (self._assign(a.variable, self._read(at(a.form, itno))) for a in self.facts.accelerable)

    def _last_write(self, name: str) -> Var:
        """The number of the visit with the last write of a variable."""
        return Var(f"{self.name}_last_{name}", INT)

    def _scalars(self) -> Iterator[Stmt]:
        """Arbitrary values; or one of the assigned constants and the old value."""
        known = self.writer.plan.model.scalars
        scalars = [known[name] for name in sorted(self.carried - self.counters) if name in known]
        fixed = {Var(s.name, s.type): constants(self.facts.loop, s) for s in scalars}
        found: dict[Var, tuple[Expr, ...]] = {v: (_before(v), *seen) for v, seen in fixed.items() if seen is not None}
        yield from (self._define(_before(v), v) for v in found)
        yield from map(self._havoc, fixed)
        for v, values in found.items():
            yield self._assume(disjunction(Binary("==", v, value) for value in values))

    # ------------------------------------------------------------------------------------------------------- last

    def _leave(self) -> Iterator[Stmt]:
        """The iteration that leaves the loop: by its test, by a `break`, or because the assertion fails."""
        yield from self._gap(self.end, None)
        loop, number = self.facts.loop, self.facts.number
        loop = replace(loop, test=self._read(loop.test))
        body = (*loop.body, *loop.update)
        if not breaks(body) and not (self.real and asserts(body, self.number)):
            yield self._assume(Unary("!", loop.test))
            return
        leave = Goto(f"leave_{number}", self.where)
        yield from self._body(loop, f"next_{number}", leave, real=self.real, tested=True)
        yield self.stop  # no iteration follows
        yield Label(leave.label, self.where)


def _before(variable: Var) -> Var:
    """The scalar's value before the iterations."""
    return Var(f"kept_{variable.name}", variable.type)


def constants(loop: Loop, scalar: Scalar) -> list[Const] | None:
    """The constants that the loop assigns to a scalar; None if it assigns other values."""
    found: dict[Const, None] = {}
    for stmt in statements(not_leaving((*loop.body, *loop.update))):
        if not isinstance(stmt, Assign | Havoc) or target_name(stmt.target) != scalar.name:
            continue
        if not isinstance(stmt, Assign) or not isinstance(stmt.value, Const) or not isinstance(scalar.type, IntType):
            return None
        if not isinstance(stmt.value.value, int):
            return None
        found[Const(wrap(stmt.value.value, scalar.type), scalar.type)] = None
    return list(found)
