"""One loop -> straight-line code: its visits, gaps between them, and the iteration in which it is left.

The number `end` of that iteration is arbitrary (a trip count bounds it). The iterations in front of it that may write a
witness cell, or read one, are visited in their order. What happens in a gap between two visits is over-approximated:
counters take their closed forms, other scalars that the loop writes any value, up to what every iteration keeps.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from veriabs.core.ctree import breaks, conjuncts, has, names, substitute, walk, writes
from veriabs.core.expressions import Const, Expr, Var
from veriabs.core.loop_model import ITERATION, LoopFacts
from veriabs.core.program import Scalar
from veriabs.core.statements import Loop
from veriabs.core.types import BOOL
from veriabs.encode.spell import FAR, at, declare
from veriabs.invariants.bounds import entry_of
from veriabs.loops.accelerate import constant_step
from veriabs.loops.facts import facts_of
from veriabs.loops.trips import counted_test
from veriabs.strategies.witness_index.accesses import (
    Visits,
    distance,
    first_indices,
    hit_name,
    iteration_of,
    passing,
    visits,
)
from veriabs.strategies.witness_index.relations import PASSED, RELATION, before, candidates, constants
from veriabs.strategies.witness_index.writer import Place, Writer


def loop_text(writer: Writer, loop: Loop, place: Place) -> list[str]:
    """The straight-line code for a loop that stands at a place."""
    writer.loops += 1
    facts = _trusted(writer, facts_of(writer.loops, loop))
    trust = writer.trust
    found = visits(writer.plan, facts, trust.distrusted, scalars=trust.related and not writer.checks)
    return _Text(writer, facts, found, place).lines()


def _trusted(writer: Writer, facts: LoopFacts) -> LoopFacts:
    """The facts that are proved here: no ends at sentinels, only counters with a constant step."""
    if plain_name(facts.loop) in writer.trust.distrusted:
        return replace(facts, accelerable=(), trips=None, sentinels=False)
    counters = tuple(a for a in facts.accelerable if constant_step(a) is not None)
    return replace(facts, accelerable=counters, trips=None if facts.sentinels else facts.trips, sentinels=False)


def plain_name(loop: Loop) -> str:
    """What a check about a loop's counters and trip count is about."""
    return f"the counters of the loop at line {loop.where.line}"


@dataclass
class _Text:
    writer: Writer
    facts: LoopFacts
    visits: Visits
    place: Place

    def __post_init__(self) -> None:
        self.name = f"loop_{self.facts.number}"
        self.end = f"{self.name}_end"
        self.any = f"{self.name}_any"
        self.plain = self.writer.printer(self.place)
        self.carried = writes(passing((*self.facts.loop.body, *self.facts.loop.update)))
        self.counters = {a.variable.name for a in self.facts.accelerable}
        self.writer.helped |= self.writer.trust.related and bool(self.visits.chosen or self._relations())

    def lines(self) -> list[str]:
        inner = [*self._entry(), *(self._cut() if self.writer.checks else self._passed())]
        head = [f"/* the loop at line {self.facts.loop.where.line} */", "{"]
        return [*head, *(f"  {line}" for line in inner), "}"]

    def _passed(self) -> list[str]:
        lines = [*self._hits(), *self._chosen()]
        for slot in range(1, self.visits.count + 1):
            lines += self._visit(slot)
        return [*lines, *self._last()]

    # ------------------------------------------------------------------------------------------------------ entry

    def _entry(self) -> list[str]:
        """Snapshots, the trip count, and the number of the iteration in which the loop is left."""
        facts, number = self.facts, self.facts.number
        lines = [f"const {declare(a.start.type, a.start.name)} = {a.variable.name};" for a in facts.accelerable]
        self.writer.used |= self.counters
        lines += [f"const {declare(s.type, f'entry_{s.name}')} = {s.name};" for s in self._snapshots()]
        highest = f"{FAR}ULL"
        if facts.trips is not None:
            highest = f"{self.name}_trips + 1"
            beyond = {a.variable.name: at(a.form, highest) for a in facts.accelerable}
            over = " && ".join(f"({self.plain.expr(substitute(part, beyond))})" for part in counted_test(facts))
            lines.append(f"const iteration {self.name}_trips = {self.plain.expr(facts.trips)};")
            over = f"!({over}) && {self.name}_trips <= {FAR}ULL"
            lines += self._check(over, f"trip count of loop {number}", plain_name(facts.loop))
        lines.append(f"const iteration {self.end} = nondet_unsigned_long_long();   /* in it the loop is left */")
        lines.append(f"__CPROVER_assume(1 <= {self.end} && {self.end} <= {highest});")
        return lines

    def _check(self, condition: str, text: str, about: str) -> list[str]:
        if not self.writer.checks:
            return []
        text = f"{text} at line {self.facts.loop.where.line}"
        self.writer.about[text] = about
        return [f'__CPROVER_assert({condition}, "{text}");']

    # ----------------------------------------------------------------------------------------------------- visits

    def _hits(self) -> list[str]:
        """For each hit its iteration, if the loop gets that far."""
        lines = []
        for number, hit in enumerate(self.visits.hits, 1):
            mine, runs = f"{self.name}_hit_{number}", f"{self.name}_hits_{number}"
            there = self._index(hit.indices[0], mine)
            lines.append(f"const iteration {mine} = {iteration_of(hit)};")
            lines.append(f"const _Bool {runs} = 1 <= {mine} && {mine} < {self.end} && {there} == {hit.component.name};")
        return lines

    def _index(self, index: Expr, iteration: str) -> str:
        forms = {a.variable.name: at(a.form, iteration) for a in self.facts.accelerable}
        return self.plain.expr(substitute(index, forms), 8)

    def _chosen(self) -> list[str]:
        """The numbers of the visited iterations, ascending; `end` for a visit that is not made."""
        count = self.visits.count
        hits = [(f"{self.name}_hits_{n}", f"{self.name}_hit_{n}") for n in range(1, len(self.visits.hits) + 1)]
        visit = [f"{self.name}_visit_{slot}" for slot in range(1, count + 1)]
        if not count:
            return []
        if count == 1 and hits:
            runs, mine = hits[0]
            return [f"const iteration {visit[0]} = {runs} ? {mine} : {self.end};", f"iteration {self.name}_seen = 0;"]
        lines = [f"const iteration {v} = nondet_unsigned_long_long();" for v in visit]
        lines.append(f"__CPROVER_assume(1 <= {visit[0]} && {visit[0]} <= {self.end});")
        for one, v in pairwise(visit):
            lines.append(f"__CPROVER_assume({v} <= {self.end} && ({one} < {v} || {v} == {self.end}));")
        for runs, mine in hits:
            lines.append(f"__CPROVER_assume(!{runs} || {' || '.join(f'{mine} == {v}' for v in visit)});")
        if not self.visits.chosen:
            for v in visit:
                known = " || ".join(f"({runs} && {v} == {mine})" for runs, mine in hits)
                lines.append(f"__CPROVER_assume({v} == {self.end} || {known});")
        for name in self.visits.chosen:
            last = self._last_write(name)
            lines.append(f"const int {last} = nondet_int();   /* the visit with the last write, 0: there is none */")
            lines.append(f"__CPROVER_assume(0 <= {last} && {last} <= {count});")
        return [*lines, f"iteration {self.name}_seen = 0;"]

    def _visit(self, slot: int) -> list[str]:
        """One iteration that is gone through as a whole."""
        visit, label = f"{self.name}_visit_{slot}", f"next_{self.facts.number}_{slot}"
        lines = [f"if ({visit} < {self.end}) {{", *self._gap(visit, slot)]
        flags = {name: self.writer.written(name) for name in self.visits.chosen}
        for flag in flags.values():
            lines += [f"  const _Bool at_{flag} = {flag};", f"  {flag} = 0;"]
        loop = self.facts.loop
        lines.append(f"  __CPROVER_assume({self.plain.expr(loop.test)});")
        place = replace(self.place, real=False, leave="__CPROVER_assume(0);", proceed=f"goto {label};")
        body = self.writer.body(loop.body, 1, place)
        lines += body
        if any(f"goto {label};" in line for line in body):
            lines.append(f"  {label}:;")
        lines += self.writer.body(loop.update, 1, place)
        for name, flag in flags.items():
            lines.append(f"  __CPROVER_assume({self._last_write(name)} != {slot} || {flag});")
            lines.append(f"  {flag} = {flag} || at_{flag};   /* for a loop around this one */")
        return [*lines, f"  {self.name}_seen = {visit};", "}"]

    def _gap(self, iteration: str, slot: int | None) -> list[str]:
        """From the last visit to the start of an iteration; one that follows at once goes on as it is."""
        seen = f"{self.name}_seen + 1" if self.visits.count and not self.writer.checks else "1"
        lines = [f"    {line}" for line in self._scalars(f"{iteration} - ({seen})", slot)]
        for cell in self.visits.loose if slot is not None else ():
            arbitrary = f"{cell.value.name} = {self.writer.nondet(cell.value.type)}();"
            lines.append(f"    if ({self._last_write(cell.value.name)} >= {slot}) {arbitrary}")
        for cell in () if self.writer.checks else self.visits.lost:
            lines.append(f"    {cell.value.name} = {self.writer.nondet(cell.value.type)}();")
            if cell.value.name in self.writer.flags:
                lines.append(f"    {self.writer.written(cell.value.name)} = {self.writer.nondet(BOOL)}();")
        lines += [
            f"    {value} = {self.writer.nondet(self.writer.plan.model.program.arrays[name].type)}();"
            for name, (_, value) in self.writer.near.items()
            if name in self.facts.written
        ]
        lines += [f"    __CPROVER_havoc_object({name});" for name in sorted(self.facts.written & self.writer.kept)]
        if lines:
            lines = [f"  if ({iteration} != {seen}) {{", *lines, "  }"]
        for a in self.facts.accelerable:
            lines.append(f"  {a.variable.name} = {self.plain.expr(at(a.form, iteration))};")
        return lines + self._known(iteration) + self._near()

    def _near(self) -> list[str]:
        """Of each array one more cell, for this iteration only: two reads of it agree."""
        lines = []
        for name, index in first_indices(self.facts).items():
            if name in self.writer.near:
                here, value = self.writer.near[name]
                arbitrary = self.writer.nondet(self.writer.plan.model.program.arrays[name].type)
                lines += [f"  {here} = {self.plain.expr(index)};", f"  {value} = {arbitrary}();"]
        return lines

    def _last_write(self, name: str) -> str:
        """The number of the visit with the last write of a variable."""
        return f"{self.name}_last_{name}"

    def _scalars(self, passed: str, slot: int | None) -> list[str]:
        """Any values, up to what every iteration keeps; where it assigns constants only, those and the value before."""
        related = self._relations()
        known = self.writer.plan.model.scalars
        scalars = [known[name] for name in sorted(self.carried - self.counters) if name in known]
        fixed = {s.name: constants(self.facts.loop, s) for s in scalars}
        about = {name for _, relation in related for name in names(relation)}
        kept = [s for s in scalars if fixed[s.name] is not None or before(Var(s.name, s.type)).name in about]
        self.writer.used |= {s.name for s in scalars}
        lines = [f"const {declare(s.type, f'kept_{s.name}')} = {s.name};" for s in kept]
        for s in scalars:
            arbitrary = f"{s.name} = {self.writer.nondet(s.type)}();"
            if s.name not in self.visits.scalars:
                lines.append(arbitrary)
            elif slot is not None:
                lines.append(f"if ({self._last_write(s.name)} >= {slot}) {arbitrary}")
        for s in kept:
            if (values := fixed[s.name]) is not None:
                one_of = " || ".join(f"{s.name} == {text}" for text in (f"kept_{s.name}", *values))
                lines.append(f"__CPROVER_assume({one_of});")
        known_by = {PASSED.name: Var(f"(long long)({passed})", PASSED.type)}
        lines += [f"__CPROVER_assume({self.plain.expr(substitute(r, known_by))});" for _, r in related]
        return lines

    def _relations(self) -> list[tuple[str, Expr]]:
        """The relations that are used, or checked, with their names."""
        if not self.writer.trust.related:
            return []
        where = self.facts.loop.where
        found = enumerate(candidates(self.writer.plan.model, self.facts), 1)
        named = [(f"{RELATION} {n} of the loop at line {where.line}, column {where.column}", r) for n, r in found]
        kept = {before(Var(name, PASSED.type)).name for name in self.carried} | self.carried | {PASSED.name}
        return [(name, r) for name, r in named if name not in self.writer.trust.distrusted and names(r) <= kept]

    # ------------------------------------------------------------------------------------------------------- last

    def _last(self) -> list[str]:
        """The iteration in which the loop is left: by its test, by a `break`, or because the assertion fails."""
        lines = [line[2:] for line in self._gap(self.end, None)]
        loop, number = self.facts.loop, self.facts.number
        test = self.plain.expr(loop.test)
        body = (*loop.body, *loop.update)
        if not breaks(body) and not (self.place.real and self.writer.asserts(body)):
            return [*lines, f"__CPROVER_assume(!({test}));"]
        leave, proceed = f"goto leave_{number};", f"goto next_{number};"
        lines.append(f"if (!({test})) {leave}")
        inner = self.writer.body(loop.body, 0, replace(self.place, leave=leave, proceed=proceed))
        lines += inner
        if any(proceed in line for line in inner):
            lines.append(f"next_{number}:;")
        if self.place.real and self.writer.asserts(loop.update):
            lines += self.writer.body(loop.update, 0, self.place)
        return [*lines, "__CPROVER_assume(0);   /* no iteration follows */", f"leave_{number}:;"]

    # -------------------------------------------------------------------------------------------------------- cut

    def _cut(self) -> list[str]:
        """The checks of the counters and of the hits, in any iteration; then the loops inside, then the end."""
        lines = [f"const iteration {self.any} = nondet_unsigned_long_long();"]
        lines.append(f"const _Bool {self.any}_runs = 1 <= {self.any} && {self.any} < {self.end};")
        lines += [*self._closed_forms(), *self._hit_once()]
        body = (*self.facts.loop.body, *self.facts.loop.update)
        if has(body, Loop) or self._relations():
            lines += self._any_iteration()
        return [*lines, *self._last()]

    def _any_iteration(self) -> list[str]:
        """One iteration, for the checks of the loops in it, and that it keeps what a gap keeps."""
        number, blocked, related = self.facts.number, "__CPROVER_assume(0);", self._relations()
        label = f"next_{number}_0"
        place = replace(self.place, real=False, leave=blocked, proceed=f"goto {label};")
        lines = [f"if (({self.any}_runs || {self.any} == {self.end}) && {self.writer.nondet(BOOL)}()) {{"]
        lines += self._gap(self.any, None)
        lines.append(f"  __CPROVER_assume({self.plain.expr(self.facts.loop.test)});")
        about = [v for _, r in related for v in walk(r) if isinstance(v, Var) and v.name.startswith("kept_")]
        lines += [f"  const {declare(v.type, v.name)} = {v.name.removeprefix('kept_')};" for v in dict.fromkeys(about)]
        inner = self.writer.body(self.facts.loop.body, 1, place)
        lines += inner
        if any(place.proceed in line for line in inner):
            lines.append(f"  {label}:;")
        lines += self.writer.body(self.facts.loop.update, 1, place)
        for name, relation in related:
            text = f"{name} (loop {number})"
            self.writer.about[text] = name
            kept = self.plain.expr(substitute(relation, {PASSED.name: Const(1, PASSED.type)}))
            lines.append(f'  __CPROVER_assert({kept}, "{text}");')
        return [*lines, f"  {blocked}", "}"]

    def _closed_forms(self) -> list[str]:
        lines = []
        for a in self.facts.accelerable:
            now, then = (self.plain.expr(at(a.form, text)) for text in (self.any, f"{self.any} + 1"))
            after = self.plain.expr(substitute(a.after, {a.variable.name: Var(f"({now})", a.variable.type)}))
            first = f"{a.start.name} == {self.plain.expr(at(a.form, '1'))}"
            text = f"closed form of {a.variable.name} in loop {self.facts.number}"
            condition = f"{first} && (!{self.any}_runs || {after} == {then})"
            lines += self._check(condition, text, plain_name(self.facts.loop))
        return lines

    def _hit_once(self) -> list[str]:
        """Whatever index an iteration reaches, the guess from that index is this iteration: so no other one does."""
        lines = []
        for hit in self.visits.hits:
            size = abs(hit.form.slope)
            far = f"{self.any} <= {(1 << 63) // size}ULL"
            right = " && ".join(
                f"{distance(hit, self._index(index, self.any))} == {size}ULL * {self.any}" for index in hit.indices
            )
            text = f"iteration of loop {self.facts.number} that reaches {hit.key}"
            lines += self._check(f"!{self.any}_runs || ({far} && {right})", text, hit_name(self.facts, hit))
        return lines

    # ------------------------------------------------------------------------------------------------- invariants

    def _invariants(self) -> list[Expr]:
        """Proved invariants of the loop over scalars that it still writes."""
        loop = self.facts.loop
        if loop.peeled:  # an invariant of the loop as written is none of the loop without its first iteration
            return []
        known = self.facts.written & self.writer.plan.model.scalars.keys()
        known |= {ITERATION.name, *(entry_of(Var(name, ITERATION.type)).name for name in known)}
        found = self.writer.trust.invariants.get(loop.id, ())
        return [expr for expr in found if names(expr) <= known]

    def _snapshots(self) -> list[Scalar]:
        wanted = {name for expr in self._invariants() for name in names(expr)}
        scalars = (self.writer.plan.model.scalars.get(name) for name in sorted(self.facts.written))
        return [s for s in scalars if s is not None and entry_of(Var(s.name, s.type)).name in wanted]

    def _known(self, iteration: str) -> list[str]:
        """The invariants, where the loop is really entered (its guard holds)."""
        variables = [part for part in conjuncts(self.facts.loop.test) if isinstance(part, Var)]
        guards = [variable for variable in variables if variable.name.startswith("guard_")]
        unless = "".join(f"!{guard.name} || " for guard in guards)
        return [f"  __CPROVER_assume({unless}({self.plain.expr(at(i, iteration))}));" for i in self._invariants()]
