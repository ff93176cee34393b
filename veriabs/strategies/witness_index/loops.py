"""One loop -> straight-line code: its visits, gaps between them, and the iteration in which it is left.

The number `end` of that iteration is arbitrary (a trip count bounds it). The iterations in front of it that may write a
witness cell, or read one, are visited in their order. What happens in a gap between two visits is over-approximated:
counters take their closed forms, other scalars that the loop writes any value, up to what every iteration keeps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise

from veriabs.core.copying import replace
from veriabs.core.ctree import (
    FALSE,
    asserts,
    breaks,
    conjunction,
    conjuncts,
    continues,
    has,
    integer,
    names,
    redirect,
    substitute,
    walk,
    writes,
)
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Expr, Unary, Var
from veriabs.core.loop_model import ITERATION, LoopFacts, entry_of
from veriabs.core.queries import Told, ToldKind
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
    HavocArray,
    If,
    Label,
    Loop,
    Stmt,
)  # fmt: skip
from veriabs.core.types import BOOL, INT, LLONG, ULLONG
from veriabs.encode.cut import FIRST, entries, within
from veriabs.encode.emit import arbitrary
from veriabs.encode.spell import FAR
from veriabs.invariants.bounds import ends
from veriabs.loops.accelerate import at, constant_step, one_further
from veriabs.loops.facts import facts_of
from veriabs.strategies.witness_index.accesses import (
    Visits,
    distance,
    first_indices,
    hit_name,
    iteration_of,
    passing,
    visits,
)  # fmt: skip
from veriabs.strategies.witness_index.relations import PASSED, RELATION, before, candidates, constants
from veriabs.strategies.witness_index.writer import Writer


def loop_code(writer: Writer, loop: Loop, real: bool) -> Stmt:
    """The straight-line code for a loop; in `real` code the assertion is checked."""
    writer.loops += 1
    facts = _trusted(writer, facts_of(writer.loops, loop))
    relied = writer.relied
    found = visits(writer.plan, facts, relied.distrusted, scalars=relied.related and not writer.checks)
    return _Code(writer, facts, found, real).block()


def _trusted(writer: Writer, facts: LoopFacts) -> LoopFacts:
    """The facts that are proved here: no ends at sentinels, only counters with a constant step."""
    if plain_name(facts.loop) in writer.relied.distrusted:
        return replace(facts, accelerable=(), trips=None, sentinels=False)
    counters = tuple(a for a in facts.accelerable if constant_step(a) is not None)
    return replace(facts, accelerable=counters, trips=None if facts.sentinels else facts.trips, sentinels=False)


def plain_name(loop: Loop) -> str:
    """What a check about a loop's counters and trip count is about."""
    return f"the counters of the loop at line {loop.where.line}"


@dataclass
class _Code:
    writer: Writer
    facts: LoopFacts
    visits: Visits
    real: bool

    def __post_init__(self) -> None:
        self.where, self.number = self.facts.loop.where, self.writer.plan.model.assertion.number
        self.name = f"loop_{self.facts.number}"
        self.end, self.any = Var(f"{self.name}_end", ULLONG), Var(f"{self.name}_any", ULLONG)
        self.runs = Var(f"{self.name}_any_runs", BOOL)
        self.trips, self.seen = Var(f"{self.name}_trips", ULLONG), Var(f"{self.name}_seen", ULLONG)
        self.stop = Assume(FALSE, self.where)
        self.carried = writes(passing((*self.facts.loop.body, *self.facts.loop.update)))
        self.counters = {a.variable.name for a in self.facts.accelerable}
        self.writer.helped |= self.writer.relied.related and bool(self.visits.chosen or self._relations())

    def block(self) -> Stmt:
        inner = (*self._entry(), *(self._cut() if self.writer.checks else self._passed()))
        return Block(f"the loop at line {self.where.line}", inner, self.where)

    def _passed(self) -> Iterator[Stmt]:
        yield from self._hits()
        yield from self._chosen()
        for slot in range(1, self.visits.count + 1):
            yield self._visit(slot)
        yield from self._last()

    def _define(self, variable: Var, value: Expr | None = None) -> Stmt:
        return Define(variable, value, self.where)

    def _assume(self, *tests: Expr) -> Stmt:
        return Assume(conjunction(tests), self.where)

    def _assign(self, variable: Var, value: Expr) -> Stmt:
        return Assign(variable, value, self.where)

    def _lose(self, variable: Var) -> Stmt:
        return Havoc(variable, -1, None, self.where)

    def _if(self, test: Expr, *then: Stmt) -> Stmt:
        return If(test, then, (), self.where)

    # ------------------------------------------------------------------------------------------------------ entry

    def _entry(self) -> Iterator[Stmt]:
        """Snapshots, the trip count, and the number of the iteration in which the loop is left."""
        facts = self.facts
        yield from (self._define(a.start, a.variable) for a in facts.accelerable)
        yield from entries(self._invariants(), self.writer.plan.model.scalars, self.where)
        most: Expr = integer(FAR, ULLONG)
        if facts.trips is not None:
            yield self._define(self.trips, self._read(facts.trips))
            test = self._read(ends(facts, self.trips))
            yield from self._check(test, f"trip count of loop {facts.number}", plain_name(facts.loop))
            most = Binary("+", self.trips, integer(1))
        yield self._define(self.end)  # in it the loop is left
        yield self._assume(within(self.end, most))

    def _read(self, expr: Expr) -> Expr:
        return self.writer.read(expr)

    def _check(self, test: Expr, text: str, about: str) -> Iterator[Stmt]:
        if self.writer.checks:
            text = f"{text} at line {self.where.line}"
            self.writer.about[text] = about
            yield Check(test, text, CheckId(CheckKind.FORM), self.where)

    # ----------------------------------------------------------------------------------------------------- visits

    def _hit(self, number: int) -> tuple[Var, Var]:
        """Whether a hit is made, and its iteration."""
        return Var(f"{self.name}_hits_{number}", BOOL), Var(f"{self.name}_hit_{number}", ULLONG)

    def _hits(self) -> Iterator[Stmt]:
        """For each hit its iteration, if the loop gets that far."""
        for number, hit in enumerate(self.visits.hits, 1):
            runs, mine = self._hit(number)
            yield self._define(mine, iteration_of(hit))
            there = Binary("==", self._index(hit.indices[0], mine), hit.component)
            yield self._define(runs, conjunction((*self._before_end(mine), there)))

    def _before_end(self, iteration: Expr) -> tuple[Expr, Expr]:
        return Binary("<=", integer(1), iteration), Binary("<", iteration, self.end)

    def _index(self, index: Expr, iteration: Expr) -> Expr:
        forms = {a.variable.name: at(a.form, iteration) for a in self.facts.accelerable}
        return self._read(substitute(index, forms))

    def _visit_of(self, slot: int) -> Var:
        return Var(f"{self.name}_visit_{slot}", ULLONG)

    def _chosen(self) -> Iterator[Stmt]:
        """The numbers of the visited iterations, ascending; `end` for a visit that is not made."""
        count, end = self.visits.count, self.end
        hits = [self._hit(number) for number in range(1, len(self.visits.hits) + 1)]
        visit = [self._visit_of(slot) for slot in range(1, count + 1)]
        if not count:
            return
        self.writer.added.append(self.seen)
        number = self.facts.number
        self.writer.told[self.seen.name] = Told(ToldKind.PASSED, number=number)
        told = {v.name: Told(ToldKind.VISIT, number=number, slot=slot) for slot, v in enumerate(visit, 1)}
        self.writer.told.update(told)
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
            yield self._assume(_some((Unary("!", runs), *(Binary("==", mine, v) for v in visit))))
        for v in visit if not self.visits.chosen else ():
            known = (conjunction((runs, Binary("==", v, mine))) for runs, mine in hits)
            yield self._assume(_some((Binary("==", v, end), *known)))
        for name in self.visits.chosen:
            last = self._last_write(name)  # 0: there is none
            yield self._define(last)
            yield self._assume(Binary("<=", integer(0), last), Binary("<=", last, integer(count)))
        yield self._assign(self.seen, integer(0))

    def _visit(self, slot: int) -> Stmt:
        """One iteration that is gone through as a whole."""
        visit = self._visit_of(slot)
        body = list(self._gap(visit, slot))
        flags = {name: self.writer.written(name) for name in self.visits.chosen}
        for flag in flags.values():
            body += [self._define(Var(f"at_{flag.name}", BOOL), flag), self._assign(flag, integer(0))]
        body += self._iteration(f"next_{self.facts.number}_{slot}")
        for name, flag in flags.items():
            later = Binary("!=", self._last_write(name), integer(slot))
            body.append(self._assume(Binary("||", later, flag)))
            # For a loop around this one.
            body.append(self._assign(flag, Binary("||", flag, Var(f"at_{flag.name}", BOOL))))
        return self._if(Binary("<", visit, self.end), *body, self._assign(self.seen, visit))

    def _iteration(self, label: str, *behind_test: Stmt) -> Iterator[Stmt]:
        """An iteration that does not leave the loop, and in which the assertion holds."""
        loop = self.facts.loop
        yield self._assume(self._read(loop.test))
        yield from behind_test
        yield from self.writer.body(redirect(loop.body, (self.stop,), (Goto(label, self.where),)), False)
        if continues(loop.body):
            yield Label(label, self.where)
        yield from self.writer.body(redirect(loop.update, (self.stop,), ()), False)

    def _gap(self, iteration: Expr, slot: int | None) -> Iterator[Stmt]:
        """From the last visit to the start of an iteration; one that follows at once goes on as it is."""
        model = self.writer.plan.model
        visited = self.visits.count and not self.writer.checks
        first = Binary("+", self.seen, integer(1)) if visited else integer(1)
        lost = list(self._scalars(Binary("-", iteration, first), slot))
        for cell in self.visits.loose if slot is not None else ():
            over = Binary(">=", self._last_write(cell.value.name), integer(slot or 0))
            lost.append(self._if(over, self._lose(cell.value)))
        for cell in () if self.writer.checks else self.visits.lost:
            lost.append(self._lose(cell.value))
            if cell.value.name in self.writer.flags:
                lost.append(self._lose(self.writer.written(cell.value.name)))
        near = [(name, value) for name, (_, value) in self.writer.near.items() if name in self.facts.written]
        lost += [self._lose(Var(value, model.program.arrays[name].type)) for name, value in near]
        lost += [HavocArray(name, self.where) for name in sorted(self.facts.written & self.writer.kept)]
        if lost:
            yield self._if(Binary("!=", iteration, first), *lost)
        yield from (self._assign(a.variable, self._read(at(a.form, iteration))) for a in self.facts.accelerable)
        yield from self._known(iteration)
        yield from self._near()

    def _near(self) -> Iterator[Stmt]:
        """Of each array one more cell, for this iteration only: two reads of it agree."""
        for name, index in first_indices(self.facts).items():
            if name in self.writer.near:
                here, value = self.writer.near[name]
                yield self._assign(Var(here, LLONG), self._read(index))
                yield self._lose(Var(value, self.writer.plan.model.program.arrays[name].type))

    def _last_write(self, name: str) -> Var:
        """The number of the visit with the last write of a variable."""
        return Var(f"{self.name}_last_{name}", INT)

    def _scalars(self, passed: Expr, slot: int | None) -> Iterator[Stmt]:
        """Any values, up to what every iteration keeps; where it assigns constants only, those and the value before."""
        related = self._relations()
        known = self.writer.plan.model.scalars
        scalars = [known[name] for name in sorted(self.carried - self.counters) if name in known]
        fixed = {Var(s.name, s.type): constants(self.facts.loop, s) for s in scalars}
        about = {name for _, relation in related for name in names(relation)}
        kept = [v for v, values in fixed.items() if values is not None or before(v).name in about]
        yield from (self._define(before(v), v) for v in kept)
        for v in fixed:
            if v.name not in self.visits.scalars:
                yield self._lose(v)
            elif slot is not None:
                yield self._if(Binary(">=", self._last_write(v.name), integer(slot)), self._lose(v))
        for v in kept:
            if (values := fixed[v]) is not None:
                found: tuple[Expr, ...] = (before(v), *values)
                yield self._assume(_some(Binary("==", v, value) for value in found))
        known_by: dict[str, Expr] = {PASSED.name: Cast(PASSED.type, passed)}
        yield from (self._assume(self._read(substitute(r, known_by))) for _, r in related)

    def _relations(self) -> list[tuple[str, Expr]]:
        """The relations that are used, or checked, with their names."""
        if not self.writer.relied.related:
            return []
        where = self.where
        found = enumerate(candidates(self.writer.plan.model, self.facts), 1)
        named = [(f"{RELATION} {n} of the loop at line {where.line}, column {where.column}", r) for n, r in found]
        kept = {before(Var(name, PASSED.type)).name for name in self.carried} | self.carried | {PASSED.name}
        return [(name, r) for name, r in named if name not in self.writer.relied.distrusted and names(r) <= kept]

    # ------------------------------------------------------------------------------------------------------- last

    def _last(self) -> Iterator[Stmt]:
        """The iteration in which the loop is left: by its test, by a `break`, or because the assertion fails."""
        yield from self._gap(self.end, None)
        loop, number = self.facts.loop, self.facts.number
        over = Unary("!", self._read(loop.test))
        body = (*loop.body, *loop.update)
        if not breaks(body) and not (self.real and asserts(body, self.number)):
            yield self._assume(over)
            return
        leave, proceed = Goto(f"leave_{number}", self.where), Goto(f"next_{number}", self.where)
        yield self._if(over, leave)
        yield from self.writer.body(redirect(loop.body, (leave,), (proceed,)), self.real)
        if continues(loop.body):
            yield Label(proceed.label, self.where)
        if breaks(loop.update) or (self.real and asserts(loop.update, self.number)):
            yield from self.writer.body(redirect(loop.update, (leave,), ()), self.real)
        yield self.stop  # no iteration follows
        yield Label(leave.label, self.where)

    # -------------------------------------------------------------------------------------------------------- cut

    def _cut(self) -> Iterator[Stmt]:
        """The checks of the counters and of the hits, in any iteration; then the loops inside, then the end."""
        yield self._define(self.any)
        yield self._define(self.runs, conjunction(self._before_end(self.any)))
        yield from self._closed_forms()
        yield from self._hit_once()
        if has((*self.facts.loop.body, *self.facts.loop.update), Loop) or self._relations():
            yield self._any_iteration()
        yield from self._last()

    def _any_iteration(self) -> Stmt:
        """One iteration, for the checks of the loops in it, and that it keeps what a gap keeps."""
        number, related = self.facts.number, self._relations()
        kept = {before(v): v for _, r in related for v in walk(r) if isinstance(v, Var) and before(v).name in names(r)}
        snapshots = (self._define(old, v) for old, v in kept.items())
        body = [*self._gap(self.any, None), *self._iteration(f"next_{number}_0", *snapshots)]
        for name, relation in related:
            text = f"{name} (loop {number})"
            self.writer.about[text] = name
            test = self._read(substitute(relation, {PASSED.name: Const(1, PASSED.type)}))
            body.append(Check(test, text, CheckId(CheckKind.STEP), self.where))
        reached = Binary("||", self.runs, Binary("==", self.any, self.end))
        return self._if(conjunction((reached, arbitrary(BOOL))), *body, self.stop)

    def _closed_forms(self) -> Iterator[Stmt]:
        for a in self.facts.accelerable:
            now, then = at(a.form, self.any), one_further(a.form, self.any)
            after = substitute(a.after, {a.variable.name: now})
            first = Binary("==", a.start, at(a.form, FIRST))
            kept = Binary("||", Unary("!", self.runs), Binary("==", after, then))
            text = f"closed form of {a.variable.name} in loop {self.facts.number}"
            yield from self._check(self._read(conjunction((first, kept))), text, plain_name(self.facts.loop))

    def _hit_once(self) -> Iterator[Stmt]:
        """Whatever index an iteration reaches, the guess from that index is this iteration: so no other one does."""
        for hit in self.visits.hits:
            size = abs(hit.form.slope)
            far = Binary("<=", self.any, integer((1 << 63) // size, ULLONG))
            steps = Binary("*", integer(size, ULLONG), self.any)
            right = (Binary("==", distance(hit, self._index(index, self.any)), steps) for index in hit.indices)
            test = Binary("||", Unary("!", self.runs), conjunction((far, *right)))
            text = f"iteration of loop {self.facts.number} that reaches {hit.key}"
            yield from self._check(test, text, hit_name(self.facts, hit))

    # ------------------------------------------------------------------------------------------------- invariants

    def _invariants(self) -> list[Expr]:
        """Proved invariants of the loop over scalars that it still writes."""
        loop = self.facts.loop
        if loop.peeled:  # an invariant of the loop as written is none of the loop without its first iteration
            return []
        known = self.facts.written & self.writer.plan.model.scalars.keys()
        known |= {ITERATION.name, *(entry_of(Var(name, ITERATION.type)).name for name in known)}
        found = self.writer.relied.invariants.get(loop.id, ())
        return [expr for expr in found if names(expr) <= known]

    def _known(self, iteration: Expr) -> Iterator[Stmt]:
        """The invariants, where the loop is really entered (its guard holds)."""
        variables = [part for part in conjuncts(self.facts.loop.test) if isinstance(part, Var)]
        closed = [Unary("!", variable) for variable in variables if variable.name in self.writer.plan.model.guards]
        for expr in self._invariants():
            yield self._assume(_some((*closed, self._read(at(expr, iteration)))))


def _some(parts: Iterable[Expr]) -> Expr:
    """At least one of them holds."""
    return reduce(lambda left, right: Binary("||", left, right), parts)
