"""Build the side conditions of a fusion plan as checks that CBMC proves on machine words.

The results of the analysis are not trusted. The checks assert closed forms (base and step), trip counts, and the column
of every iteration and clause. They also assert the single cell of each array in the cell model, and the cells of fused
loops.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from veriabs.core.ctree import conjunction, disjunction, integer, negate, plus, statements, substitute, walk, whole
from veriabs.core.expressions import Apply, Binary, Cast, Element, Expr, Var
from veriabs.core.loop_model import ITERATION, FusedMember, LoopFacts, Pairing, Quantifier
from veriabs.core.queries import Query
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Assume, Check, CheckId, CheckKind, Define, Havoc, If, Stmt
from veriabs.core.types import LLONG, ULLONG
from veriabs.encode.spell import FAR, sum_expression, trips_of
from veriabs.loops.accelerate import at, normalised, one_further
from veriabs.loops.affine import ITERATION as COLUMN
from veriabs.loops.affine import Affine
from veriabs.loops.fuse import accesses, rigid, shared_arrays, shared_scalars
from veriabs.loops.trips import counted_test
from veriabs.strategies.shrinking.columns import (
    LAST,
    divide,
    has_clause,
    iteration_in,
    last_column,
    numerator_of,
    scaled_by,
)
from veriabs.strategies.shrinking.fragments import fragments
from veriabs.strategies.shrinking.prefix import counted_behind
from veriabs.strategies.shrinking.shape import FusionPlan
from veriabs.strategies.shrinking.spell import CNames

MOST_TRIPS = 1 << 50
MOST = integer(MOST_TRIPS, ULLONG)
"""The largest trip count; products of columns must fit into 64 bits."""

_COL, _TNO, _NUMERATOR = Var("col", ULLONG), Var("tno", LLONG), Var("numerator", LLONG)


class Case(Struct, frozen=True):
    """The checks of one run: `body` has the counters in `local` as its own variables, and `entry` precedes it."""

    body: tuple[Stmt, ...]
    local: frozenset[str] = frozenset()
    entry: tuple[Stmt, ...] = ()

    def lines(self, speller: CNames) -> list[str]:
        return [*speller.printer().lines(self.entry, 2), *speller.printer(self.local).lines(self.body, 2)]


class InnerDefinitions(Struct, frozen=True):
    """Definitions that precede cases about an inner loop."""

    body: tuple[Stmt, ...] = ()

    def having(self, *more: Stmt) -> InnerDefinitions:
        return InnerDefinitions((*self.body, *more))

    def of(self, case: Case, entry: tuple[Stmt, ...]) -> Case:
        local = frozenset(stmt.variable.name for stmt in self.body if isinstance(stmt, Define))
        return Case((*self.body, *case.body), local | case.local, (*entry, *case.entry))


SOLO_SECONDS = 0.1
"""Processor seconds for the built-in solver before z3 starts, since either one is quick or the search takes long."""


def side_conditions(shape: FusionPlan, forms: Mapping[str, Affine]) -> Query:
    """One program whose assertions are all side conditions of the plan; `forms` are the cells of the cell model."""
    collected, speller = _Checks(shape, forms), CNames(shape)
    checks, final = ([case.lines(speller) for case in cases] for cases in collected.all())
    context = {**fragments(shape), "k": 1, "checks": checks, "final_checks": final}
    asked = tuple(collected.asked)
    return Query("side conditions", "shrinking/side_conditions", context, asked, unwind=4, solo_seconds=SOLO_SECONDS)


def any_number(highest: Expr) -> Expr:
    """Any number from 1 on."""
    return Apply("some", (highest,), ULLONG)


class _Checks:
    """Collects the checks of one plan: first those of members, then those of the final state."""

    def __init__(self, shape: FusionPlan, forms: Mapping[str, Affine]) -> None:
        self.shape = shape
        self.forms = forms
        self.asked: dict[str, None] = {}

    def all(self) -> tuple[list[Case], list[Case]]:
        shape = self.shape
        cases: list[Case] = []
        for segment in shape.group.before:
            if isinstance(segment, LoopFacts) and (segment.exact or counted_behind(shape, segment)):
                cases += self._forms(segment) + self._trips(segment, exact=segment.exact) + self._nested(segment)
        for member in shape.group.members:
            cases += self._forms(member.facts) + self._trips(member.facts, exact=member.facts.exact)
            cases += self._nested(member.facts) + self._columns(member) + self._cells(member)
        asked = unproved_pairs(shape)
        for number, first in enumerate(shape.group.members):
            for second in shape.group.members[number + 1 :]:
                cases += [] if (first, second) in asked else self._disjoint(first, second)
        return cases, self._clauses()

    def _check(self, test: Expr, text: str, facts: LoopFacts, kind: CheckKind) -> Check:
        """A check with a unique description, so that its result can be found."""
        description, number = text, 2
        while description in self.asked:
            description, number = f"{text} ({number})", number + 1
        self.asked[description] = None
        return Check(test, description, CheckId(kind), facts.loop.where)

    # ------------------------------------------------------------------------------------------------ closed forms

    def _forms(self, facts: LoopFacts, entry: tuple[Stmt, ...] = ()) -> list[Case]:
        """f(1) is the value before the loop, and one iteration takes f(j) to f(j+1), up to a trip count."""
        most = integer(FAR, ULLONG) if facts.trips is None else trips_of(facts)
        cases = []
        for counter in facts.accelerable:
            text = f"closed form of {counter.variable.name} at line {facts.loop.where.line}"
            base = Binary("==", at(counter.form, integer(1)), counter.start)
            step = Binary("==", counter.after, one_further(counter.form, ITERATION))
            body = (
                self._check(base, f"{text}: base", facts, CheckKind.FORM),  # also for a loop without iterations
                Define(ITERATION, any_number(most), facts.loop.where),
                *_counters(facts, ITERATION),
                self._check(step, f"{text}: step", facts, CheckKind.FORM),
            )
            cases.append(Case(body, _locals(facts), entry))
        return cases

    def _trips(self, facts: LoopFacts, *, exact: bool, entry: tuple[Stmt, ...] = ()) -> list[Case]:
        """The counted part of the test fails one iteration after the trip count; if exact, the test holds up to it."""
        if facts.trips is None:
            return []
        trips, where, text = trips_of(facts), facts.loop.where, f"trip count at line {facts.loop.where.line}"
        holds = conjunction(counted_test(facts))
        end = self._check(negate(holds), f"{text}: ends", facts, CheckKind.TRIPS)
        cases = [Case((*_counters(facts, plus(trips, 1)), end), _locals(facts), entry)]
        if exact:
            goes_on = self._check(holds, f"{text}: goes on", facts, CheckKind.TRIPS)
            inside = (Define(ITERATION, any_number(trips), where), *_counters(facts, ITERATION), goes_on)
            cases.append(Case((If(_is_entered(trips), inside, (), where),), _locals(facts), entry))
        return cases

    # ------------------------------------------------------------------------------------------------------- nests

    def _nested(
        self, facts: LoopFacts, entry: tuple[Stmt, ...] = (), inside: InnerDefinitions | None = None
    ) -> list[Case]:
        """The conditions for a loop over pairs (theory 2.9): counters and trip counts of both loops, and numbers for
        all pairs."""
        nest, outside = facts.nest, inside or InnerDefinitions()
        if nest is None:
            return []
        outer, inner, where = nest.outer, nest.inner, nest.outer.loop.where
        assert outer.trips is not None and inner.trips is not None
        around = outside.having(*_snapshots(outer, nest.starts), Define(trips_of(outer), outer.trips, where))
        number = Var(f"itno_{outer.number}", ULLONG)
        begun = around.having(
            Define(number, any_number(trips_of(outer)), where),
            *_counters(outer, number),
            *(Define(stmt.target, stmt.value, where) for stmt in nest.kept if isinstance(stmt.target, Var)),
            *_snapshots(inner, nest.entry),
            Define(trips_of(inner), inner.trips, where),
        )
        text = f"pairs of iterations at lines {where.line} and {inner.loop.where.line} have numbers: "
        few = Binary("<=", trips_of(outer), integer(MOST_TRIPS >> nest.bits, ULLONG))
        fits = Binary("<=", trips_of(inner), integer(1 << nest.bits, ULLONG))
        room = self._check(few, f"{text}outer", outer, CheckKind.TRIPS)
        fit = self._check(fits, f"{text}inner", inner, CheckKind.TRIPS)
        return [
            *(around.of(case, entry) for case in (*self._forms(outer), *self._trips(outer, exact=True), Case((room,)))),
            *(begun.of(case, entry) for case in (*self._forms(inner), *self._trips(inner, exact=True), Case((fit,)))),
            *self._nested(inner, entry, begun),
        ]

    # ----------------------------------------------------------------------------------------------------- columns

    def _columns(self, member: FusedMember) -> list[Case]:
        if member.facts.trips is None:
            return []
        trips, fits = trips_of(member.facts), Binary("<=", last_column(self.shape, member), LAST)
        if member.facts.exact:
            fits = Binary("||", Binary("==", trips, integer(0)), fits)
        text = f"every iteration at line {member.facts.loop.where.line} has a column"
        test = conjunction((Binary("<=", trips, MOST), fits))
        return [Case((self._check(test, text, member.facts, CheckKind.TRIPS),))]

    def _active(self, member: FusedMember, column: Var, itno: Var, *, test: bool = False) -> tuple[Stmt, ...]:
        """`itno` is the member's iteration in the column; the run ends if there is none."""
        rate, shift, where = self.shape.group.rate, member.shift, member.facts.loop.where
        tests: list[Expr] = [Binary(">", column, whole(shift))]
        if rate > 1:
            tests.append(Binary("==", Binary("%", plus(column, -shift - 1), integer(rate)), integer(0)))
        lines: list[Stmt] = [Assume(one, where) for one in tests]
        lines.append(Define(itno, iteration_in(self.shape, member, column), where))
        if member.facts.trips is not None:
            most = plus(trips_of(member.facts), 1 if test else 0)
            lines.append(Assume(Binary("<=", itno, most), where))
        return tuple(lines)

    # -------------------------------------------------------------------------------------------------- cell model

    def _cells(self, member: FusedMember) -> list[Case]:
        facts = member.facts
        in_test = {n for n in walk(facts.loop.test) if isinstance(n, Element)}
        cases = []
        for element in _distinct(accesses(facts)):
            if element.array in self.shape.cells:
                body = (
                    Define(_COL, any_number(LAST), facts.loop.where),
                    *self._active(member, _COL, ITERATION, test=element in in_test),
                    *_counters(facts, ITERATION),
                    self._same_cell(element, facts),
                )
                cases.append(Case(body, _locals(facts)))
        return cases

    def _same_cell(self, element: Element, facts: LoopFacts) -> Check:
        expected = sum_expression(self.forms[element.array], {COLUMN: _COL})
        text = f"line {facts.loop.where.line} uses only the column's own cell of {element.array}"
        test = Binary("==", Cast(LLONG, element.indices[0]), expected)
        return self._check(test, text, facts, CheckKind.ACCESS)

    # ------------------------------------------------------------------------------------------------------ fusion

    def _disjoint(self, first: FusedMember, second: FusedMember) -> list[Case]:
        """body1(c1) and body2(c2) with c1 > c2 share no cell that one of them writes (theory 2.8)."""
        cases = []
        for array in sorted(shared_arrays(self.shape.model, first, second) - self.shape.cells):
            for one, one_writes in _accesses(first.facts, array):
                for two, two_writes in _accesses(second.facts, array):
                    if one_writes or two_writes:
                        cases.append(Case(self._pair(first, second, one, two)))
        return cases

    def _pair(self, first: FusedMember, second: FusedMember, one: Element, two: Element) -> tuple[Stmt, ...]:
        where = first.facts.loop.where
        col1, col2 = Var("col1", ULLONG), Var("col2", ULLONG)
        lines: list[Stmt] = [Define(column, any_number(LAST), where) for column in (col1, col2)]
        lines.append(Assume(Binary(">", col1, col2), where))
        cells: list[list[Var]] = []
        for member, element, column, name in ((first, one, col1, "one"), (second, two, col2, "two")):
            itno = Var(f"itno_{name}", ULLONG)
            counters = {a.variable.name: at(a.form, itno) for a in member.facts.accelerable}
            lines += self._active(member, column, itno)
            cells.append([Var(f"at_{name}{d}", LLONG) for d in range(len(element.indices))])
            for cell, index in zip(cells[-1], element.indices, strict=True):
                lines.append(Define(cell, Cast(LLONG, substitute(index, counters)), where))
        differ = disjunction(Binary("!=", left, right) for left, right in zip(*cells, strict=True))
        places = f"lines {where.line} and {second.facts.loop.where.line}"
        text = f"{places} share no cell of {one.array} when reordered"
        return (*lines, self._check(differ, text, first.facts, CheckKind.ACCESS))

    # ----------------------------------------------------------------------------------------------------- clauses

    def _clauses(self) -> list[Case]:
        facts = self.shape.facts
        if facts is None:
            return []
        where = facts.loop.where
        assert facts.trips is not None
        starts = tuple(Define(a.start, a.variable, where) for a in facts.accelerable)
        entry = (*starts, Define(trips_of(facts), facts.trips, where))
        exact = self.shape.model.goal.quantifier is Quantifier.EXISTS
        cases = self._forms(facts, entry) + self._trips(facts, exact=exact, entry=entry) + self._nested(facts, starts)
        if not exact:
            cases.append(Case(self._clause_column(facts), entry=entry))
        return cases + [case for one in self.shape.pairings for case in self._clause_cells(facts, one, entry)]

    def _clause_column(self, facts: LoopFacts) -> tuple[Stmt, ...]:
        trips, where = trips_of(facts), facts.loop.where
        few = self._check(
            Binary("<=", trips, MOST), f"the loop at line {where.line} has fewer than 2^50 clauses", facts,
            CheckKind.TRIPS,
        )  # fmt: skip
        text = f"every clause at line {where.line} has a column"
        inside = (
            Define(_TNO, Cast(LLONG, any_number(trips)), where),
            *(line for pairing in self.shape.pairings for line in self._column_of(pairing, where)),
            self._check(disjunction(map(self._has_column, self.shape.pairings)), text, facts, CheckKind.TRIPS),
        )
        return few, If(_is_entered(trips), inside, (), where)

    def _names(self, pairing: Pairing) -> tuple[Var, Var]:
        """The variables for the numerator of a clause's column under a pairing, and for the column."""
        number = self.shape.pairings.index(pairing)
        behind = f"_{number + 1}" if number else ""
        return Var(f"scaled{behind}", LLONG), Var(f"column{behind}", LLONG)

    def _column_of(self, pairing: Pairing, where: Where) -> tuple[Stmt, ...]:
        scaled, column = self._names(pairing)
        value = scaled_by(pairing, _TNO)
        return Define(scaled, value, where), Define(column, divide(scaled, pairing.scale), where)

    def _has_column(self, pairing: Pairing) -> Expr:
        scaled, column = self._names(pairing)
        tests: list[Expr] = [Binary(">=", column, integer(1)), Binary("<=", Cast(ULLONG, column), LAST)]
        if abs(pairing.scale) != 1:
            tests.insert(0, Binary("==", Binary("%", scaled, whole(pairing.scale)), integer(0)))
        if pairing.members:
            tests.append(has_clause(self.shape, pairing, Cast(ULLONG, column)))
        return conjunction(tests)

    def _clause_cells(self, facts: LoopFacts, pairing: Pairing, entry: tuple[Stmt, ...]) -> list[Case]:
        where = facts.loop.where
        whole_number = Binary("==", Binary("%", _NUMERATOR, whole(pairing.divisor)), integer(0))
        within = (Binary(">=", _NUMERATOR, integer(1)), Binary("<=", ITERATION, trips_of(facts)))
        cases = []
        for element in _distinct(accesses(facts)):
            if element.array in self.shape.cells:
                column = (
                    *entry,
                    Define(_COL, any_number(LAST), where),
                    Define(_NUMERATOR, numerator_of(pairing, _COL), where),
                    *((Assume(whole_number, where),) if pairing.divisor != 1 else ()),
                    Define(ITERATION, Cast(ULLONG, divide(_NUMERATOR, pairing.divisor)), where),
                    Assume(conjunction(within), where),
                )
                check = self._same_cell(element, facts)
                cases.append(Case((*_counters(facts, ITERATION), check), _locals(facts), column))
        return cases


def _is_entered(trips: Expr) -> Expr:
    """The loop makes an iteration."""
    return Binary(">=", trips, integer(1))


def _locals(facts: LoopFacts) -> frozenset[str]:
    return frozenset(a.variable.name for a in facts.accelerable)


def _snapshots(facts: LoopFacts, values: Iterable[tuple[str, Expr]]) -> Iterator[Define]:
    """The counters' snapshots that are not scalars of the task."""
    starts = {a.start.name: a.start for a in facts.accelerable}
    return (Define(starts[name], value, facts.loop.where) for name, value in values if value != starts[name])


def _counters(facts: LoopFacts, iteration: Expr) -> tuple[Stmt, ...]:
    """The counters as variables, at an iteration."""
    return tuple(Define(a.variable, at(a.form, iteration), facts.loop.where) for a in facts.accelerable)


def _distinct(found: list[Element]) -> list[Element]:
    return list(dict.fromkeys(found))


def _accesses(facts: LoopFacts, array: str) -> list[tuple[Element, bool]]:
    """Accesses of one iteration to the array, each with whether it is a write."""
    body, update = normalised(facts)
    targets = _targets((*body, *update))
    found = [e for e in _distinct(accesses(facts)) if e.array == array]
    return [(element, element in targets) for element in found]


def _targets(body: tuple[Stmt, ...]) -> set[Element]:
    return {s.target for s in statements(body) if isinstance(s, Assign | Havoc) and isinstance(s.target, Element)}


def unproved_pairs(shape: FusionPlan) -> list[tuple[FusedMember, FusedMember]]:
    """Pairs of members that share a scalar, or a cell whose index is no function of the iteration number."""
    written = frozenset(n for m in shape.group.members for n in m.facts.written)
    pairs = []
    for number, first in enumerate(shape.group.members):
        for second in shape.group.members[number + 1 :]:
            loose = any(
                not rigid(m, e, written)
                for m in (first, second)
                for array in shared_arrays(shape.model, first, second) - shape.cells
                for e in accesses(m.facts)
                if e.array == array
            )
            if loose or shared_scalars(shape.model, first, second):
                pairs.append((first, second))
    return pairs
