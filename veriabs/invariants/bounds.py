"""Build the program that proves candidate invariants and that no access is out of bounds (docs/theory.md 1 and 6.2).

Abstractions give arrays any number of cells, so they do not detect accesses out of bounds; this query does. Each loop
is cut: it is replaced by one iteration from an arbitrary state at the start of an arbitrary iteration j, in which the
closed forms and invariants hold. Everything assumed about iteration j is proved at the entry and from j to j+1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctext import nondet
from veriabs.core.ctree import (
    conjunction,
    elements_of,
    expressions,
    integer,
    map_expressions,
    map_parts,
    mentions,
    names,
    rewrite,
    statements,
    target_name,
    walk,
    writes,
)
from veriabs.core.expressions import Apply, Binary, Const, Element, Expr, Var
from veriabs.core.graphs import reachable
from veriabs.core.loop_exits import exits
from veriabs.core.loop_model import CELL, OTHER, LoopFacts
from veriabs.core.program import Initial, Program
from veriabs.core.queries import Query
from veriabs.core.runs import Approximation
from veriabs.core.source import Where
from veriabs.core.statements import (
    NO_LOOP,
    Assert,
    Assign,
    Assume,
    Check,
    CheckId,
    CheckKind,
    Define,
    Evaluate,
    Havoc,
    HavocArray,
    If,
    Loop,
    LoopId,
    Stmt,
)  # fmt: skip
from veriabs.core.types import LLONG, ULLONG, CType
from veriabs.encode.cut import CutCode, counter_at_start, cut, entries, equality_assignments
from veriabs.encode.emit import checks, frame, havoc
from veriabs.encode.spell import FAR, flat_cell, trips_of
from veriabs.encode.tables import MOST_CELLS, cells, tables
from veriabs.invariants.access_checks import AssumedBounds
from veriabs.invariants.count_checks import form_checks, trips_check
from veriabs.invariants.instances import at_accesses, facts_for_accesses, instances, neighbour_cells
from veriabs.invariants.optional_facts import OptionalFacts
from veriabs.loops.accelerate import at
from veriabs.loops.facts import facts_of
from veriabs.loops.flatten import assertions
from veriabs.loops.rotate import peel
from veriabs.loops.trips import sentinel_cells

FEW_CELLS = 64
"""Arrays up to this size are declared with their size, so that CBMC treats each cell separately.

A read past the end gives an arbitrary value, and a write there is lost; the checks prove that there is none.
"""

SOLO_SECONDS = 3.5
"""Processor seconds before the built-in solver restarts in another configuration."""

Invariants = Mapping[LoopId, tuple[Expr, ...]]
"""Candidate or proved invariants by loop, over the program's scalars, initial values and the iteration number j.

A fact with `CELL` holds for every index, and one with `OTHER` as well for every pair of indices.
"""


def by_loop(found: Iterable[tuple[Loop, tuple[Expr, ...]]]) -> dict[LoopId, tuple[Expr, ...]]:
    """The candidates by loop, without loops that have none or that a transformation created."""
    return {loop.id: exprs for loop, exprs in found if exprs and loop.id != NO_LOOP}


class BoundsGoal(Struct, frozen=True):
    """An assertion for the cut program to prove; `index` and `second` become `CELL` and `OTHER`."""

    assertion: Assert
    index: Expr | None = None
    second: Expr | None = None


def unwound_program(program: Program, unwind: int) -> Query:
    """The original program with loops unrolled `unwind` times: its assertions, accesses, and unwinding assertions."""
    query = bounds_program(program, {}, *map(BoundsGoal, assertions(program)), keeps_loops=True)
    whole = f"whole program, unwinding {unwind}"
    return replace(query, purpose=whole, template="invariants/whole", unwind=unwind, solo_seconds=0.0, restarts=False)


def bounds_program(
    program: Program,
    invariants: Invariants | None = None,
    *goals: BoundsGoal,
    every: bool = False,
    left: Container[int] | None = None,
    uncounted: Container[LoopId] = (),
    keeps_loops: bool = False,
    proved: Container[LoopId] | None = None,
    optional: bool = False,
) -> Query:
    """The query that proves invariants, accesses in bounds, and goals.

    An assertion that ends a violating run is assumed after its check, or if it is no goal: only first violations count.

    - `every`: checks all assertions, or those in `left`; irrelevant arrays hold arbitrary values.
    - `uncounted`: loops without trip count and closed forms; `keeps_loops`: does not cut the loops.
    - `proved`: loops whose facts another query proves; this one assumes them, and covers no accesses.
    - `optional`: each invariant, and the trip count and closed forms of each loop, can be left out.
    """
    stores, begin = tables(program.body, program.arrays)
    program = replace(program, body=peel(stores, [0], program.task.data_model))
    asked, facts = {goal.assertion.number: goal for goal in goals}, OptionalFacts(optional)
    cutter = _Cutter(program, invariants or {}, asked, every, left, uncounted, keeps_loops, proved, facts)
    body = cutter.body(program.body)
    used = cutter.about.union(mentions(program.body), *(names(n) for a in program.arrays.values() for n in a.sizes))
    arrays = [a for a in program.arrays.values() if a.name in cutter.relevant]
    small = {a.name: count for a in arrays if 0 < (count := cells(a)) <= (MOST_CELLS if a.name in begin else FEW_CELLS)}
    body = (*(HavocArray(a.name, a.where) for a in arrays if a.name in small and a.initial is Initial.NONDET), *body)
    about_cells = any(CELL in walk(expr) for exprs in cutter.invariants.values() for expr in exprs) or bool(goals)
    context: dict[str, object] = {
        **frame(
            body,
            [s for s in program.scalars.values() if s.name in used],
            [a for a in arrays if a.name not in small],
            input_types=cutter.others | ({LLONG} if about_cells else set()),
            slots=[replace(a, sizes=(integer(small[a.name]),)) for a in arrays if a.name in small],
            begin=begin,
        ),
        "file": program.task.path.name,
        "goals": [goal.assertion.where.line for goal in goals],
        "about_cells": about_cells, "about_pairs": cutter.pairs, "invariants": bool(invariants),
        "others": sorted((t.name, nondet(t)) for t in cutter.others), "lines": sorted(cutter.lines.items()),
        "facts": dict.fromkeys(facts.names.values(), 1),
    }
    accesses = {text: CheckId(CheckKind.ACCESS, number=line) for line, text in cutter.lines.items()}
    ids, covers = {**accesses, **checks(body)}, every or bool(goals)
    return Query(
        "cut loops" if goals else "goals" if every else "bounds",
        "cell_invariants/program" if goals else "invariants/bounds",
        context,
        tuple(ids),
        unwind=2,
        claim=Approximation.OVER if covers else None,
        accesses=covers and proved is None,
        ids=ids,
        facts=facts.of_checks(ids),
        solo_seconds=SOLO_SECONDS,
        restarts=True,
    )


def _relevant_variables(program: Program, about: frozenset[str]) -> frozenset[str]:
    """The variables that indices, sizes, tests and invariants use; other cells are arbitrary (trap a09)."""
    wanted = set(about)
    for array in program.arrays.values():
        wanted |= {n for size in array.sizes for n in names(size)}
    for stmt in statements(program.body):
        if isinstance(stmt, If | Loop):
            wanted |= names(stmt.test)
        exprs = [*expressions(stmt), *([stmt.target] if isinstance(stmt, Assign | Havoc) else [])]
        for element in (n for e in exprs for n in walk(e) if isinstance(n, Element)):
            wanted |= {n for index in element.indices for n in names(index)}
    sources: dict[str, set[str]] = {}
    for assign in (s for s in statements(program.body) if isinstance(s, Assign)):
        sources.setdefault(target_name(assign.target), set()).update(names(assign.value))
    return reachable(wanted, sources)


@dataclass
class _Cutter:
    """Cuts every loop, guards every access, and collects the declarations that this needs.

    `goals` to `proved` are as in `bounds_program`; `about` are the variables in invariants and goals, `relevant` those
    that keep their values. `lines` has the text of the access check of each line, `others` the types of cells with
    arbitrary values, `copies` the number of loops at each place. `pairs`: a fact has two index variables. The cut
    iteration may assume the `access_facts`, and has written the variables `made` so far.
    """

    program: Program
    invariants: Invariants
    goals: Mapping[int, BoundsGoal] = field(default_factory=dict)
    every: bool = False
    left: Container[int] | None = None
    uncounted: Container[LoopId] = ()
    keeps_loops: bool = False
    proved: Container[LoopId] | None = None
    facts: OptionalFacts = field(default_factory=OptionalFacts)
    about: frozenset[str] = frozenset()
    relevant: frozenset[str] = frozenset()
    lines: dict[int, str] = field(default_factory=dict)
    others: set[CType] = field(default_factory=set)
    loops: int = 0
    labels: Iterator[int] = field(default_factory=lambda: count(1))
    copies: Counter[Where] = field(default_factory=Counter)
    pairs: bool = False
    access_facts: tuple[Expr, ...] = ()
    made: frozenset[str] = frozenset()
    assumed: AssumedBounds = field(default_factory=AssumedBounds)

    def __post_init__(self) -> None:
        self.sentinels = sentinel_cells(self.program)
        self.invariants = {
            loop: tuple(
                self.facts.condition(map_parts(expr, self._flatten), CheckId(CheckKind.ENTRY, loop, n))
                for n, expr in enumerate(exprs)
            )
            for loop, exprs in self.invariants.items()
        }
        about = frozenset(name for exprs in self.invariants.values() for expr in exprs for name in names(expr))
        about = about.union(*(names(goal.assertion.test) for goal in self.goals.values()))
        self.about, self.relevant = about, _relevant_variables(self.program, about)
        self.pairs = OTHER.name in about or any(goal.second is not None for goal in self.goals.values())

    def body(self, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        before = self.assumed
        self.assumed = replace(before)
        changed = rewrite(body, self._stmt)
        self.assumed = before
        return changed

    def _stmt(self, stmt: Stmt) -> tuple[Stmt, ...]:
        facts = at_accesses(stmt, self.access_facts, self.made, self.relevant, self.labels)
        written = writes((stmt,))
        if isinstance(stmt, Loop):
            self.assumed.forget(written)
        assumptions = (*facts, *self._cut_statement(stmt))
        self.made |= written
        self.assumed.forget(written)
        return assumptions

    def _cut_statement(self, stmt: Stmt) -> tuple[Stmt, ...]:
        match stmt:
            case Loop(test=test, where=where) if self.keeps_loops:
                body, update = self.body(stmt.body), self.body(stmt.update)
                return (replace(stmt, test=self._guarded(test, where), body=body, update=update, given=()),)
            case Loop():
                return (self._loop(stmt),)
            case If(test=test, then=then, orelse=orelse, where=where):
                return (If(self._guarded(test, where), self.body(then), self.body(orelse), where),)
            case Assert(test=test, where=where):
                checks, guarded = self._goal_check(stmt), self._guarded(test, where)
                if not stmt.kind.ends_run:
                    return (*checks, Evaluate(guarded, where))
                self.assumed.assume(guarded)
                return (*checks, Assume(guarded, where))
            case Assign(target=Element(array=name) as target, value=value, where=where) if name not in self.relevant:
                return tuple(Evaluate(self._guarded(part, where), where) for part in (value, target))
            case Havoc(target=Element(array=name) as target, where=where) if name not in self.relevant:
                return (Evaluate(self._guarded(target, where), where),)
            case _:
                return map_expressions((stmt,), lambda part: self._access(part, stmt.where))

    def _flatten(self, part: Expr) -> Expr:
        """The cell of a fact, in the one-dimensional array that accesses use."""
        return flat_cell(self.program.arrays[part.array], part) if isinstance(part, Element) else part

    def _guarded(self, expr: Expr, where: Where) -> Expr:
        return map_parts(expr, lambda part: self._access(part, where))

    def _access(self, part: Expr, where: Where) -> Expr:
        """An access through a function that checks its indices, to a one-dimensional array or an arbitrary value."""
        if not isinstance(part, Element):
            return part
        array = self.program.arrays[part.array]
        pairs = zip(part.indices, array.counts, strict=True)
        indices = tuple(self.assumed.index(index, size, where.line, self.lines) for index, size in pairs)
        cell = flat_cell(array, replace(part, indices=indices))
        if part.array in self.relevant:
            return cell
        self.others.add(part.type)
        return Apply(f"any_{nondet(part.type)}", cell.indices, part.type)

    def _goal_check(self, stmt: Assert) -> tuple[Stmt, ...]:
        if self.every:
            if self.left is not None and stmt.number not in self.left:
                return ()
            about = CheckId(CheckKind.GOAL, number=stmt.number)
            return (Check(self._guarded(stmt.test, stmt.where), f"goal {stmt.number} holds", about, stmt.where),)
        return self._goal(stmt, self.goals[stmt.number]) if stmt.number in self.goals else ()

    def _goal(self, stmt: Assert, goal: BoundsGoal) -> tuple[Stmt, ...]:
        """Check the assertion at index `CELL`, which is arbitrary."""
        where = stmt.where
        pairs = ((goal.index, CELL), (goal.second, OTHER))
        chosen = conjunction(Binary("==", self._guarded(i, where), cell) for i, cell in pairs if i is not None)
        test = self._guarded(stmt.test, where)
        text = "assertion" if len(self.goals) == 1 else f"assertion {stmt.number}"
        shown = Check(test, f"{text} at line {where.line}", CheckId(CheckKind.GOAL, number=stmt.number), where)
        return (If(chosen, (shown,), (), where),)

    def _loop(self, loop: Loop) -> Stmt:
        self.loops += 1
        self.copies[loop.where] += 1
        copy, where = self.copies[loop.where], loop.where
        facts = facts_of(self.loops, loop, self.sentinels)
        facts = replace(facts, accelerable=(), trips=None, sentinels=False) if loop.id in self.uncounted else facts
        trips, counted = trips_of(facts), CheckId(CheckKind.TRIPS, loop.id)

        has_forms, far = not self._is_proved(loop), integer(FAR, ULLONG)
        assumed, heads = facts_for_accesses(facts, self._invariants_of(loop), self.program.scalars.values())

        def known(itno: Expr) -> tuple[Stmt, ...]:
            forms = ((a.variable, at(a.form, itno)) for a in facts.accelerable)
            counters = [Assign(v, self.facts.value(form, v, counted), where) for v, form in forms]
            starts = (Define(counter_at_start(facts, a), a.variable, where) for a in facts.accelerable if has_forms)
            held = [at(expr, itno) for expr in self._instances(facts)]
            same = equality_assignments(held, facts.written - {a.variable.name for a in facts.accelerable}, where)
            return (*counters, *starts, *same, *(Assume(expr, where) for expr in held), *heads)

        def inside(body: tuple[Stmt, ...], _: bool) -> tuple[Stmt, ...]:
            around, self.access_facts, self.made = (self.access_facts, self.made), assumed, frozenset()
            changed, (self.access_facts, self.made) = self.body(body), around
            return changed

        def shown(itno: Expr, kind: CheckKind) -> tuple[Stmt, ...]:
            forms = map(self.facts.check, form_checks(facts, itno) if kind is CheckKind.STEP and has_forms else ())
            return (*forms, *self._invariant_checks(loop, copy, itno, kind))

        code = CutCode(
            entry=(
                *(Define(a.start, a.variable, where) for a in facts.accelerable),
                *entries(self._invariants_of(loop), self.program.scalars, where),
                *map_expressions(self._trips(facts, trips), self._flatten),
            ),
            shown=shown,
            havoc=havoc(facts.written, self.program.scalars, self.relevant, loop),
            most=far if facts.trips is None else self.facts.value(Binary("+", trips, integer(1)), far, counted),
            known=known,
        )
        guarded = replace(loop, test=self._guarded(loop.test, where))
        if self._is_proved_elsewhere(loop):
            self.loops += sum(isinstance(one, Loop) for one in statements((*loop.body, *loop.update)))
            guarded = replace(guarded, body=(), update=())
        return cut(guarded, facts.number, self.labels, code, inside)

    def _trips(self, facts: LoopFacts, trips: Var) -> tuple[Stmt, ...]:
        """The definition of the trip count and its check."""
        if facts.trips is None:
            return ()
        defined = Define(trips, facts.trips, facts.loop.where)
        if self._is_proved(facts.loop):
            return (defined,)
        return (defined, self.facts.check(trips_check(facts, trips)))

    def _is_proved_elsewhere(self, loop: Loop) -> bool:
        """Does another query prove everything about the iteration, and does the iteration end here?"""
        inside = list(statements((loop,)))
        proved = all(self._is_proved(one) for one in inside if isinstance(one, Loop))
        return proved and not exits(loop) and not any(isinstance(one, Assert) for one in inside)

    def _invariants_of(self, loop: Loop) -> tuple[Expr, ...]:
        # Strategies that use invariants without a goal know the loop with its first iteration.
        has_no_goal = not self.goals and self.proved is None
        return () if loop.peeled and has_no_goal else self.invariants.get(loop.id, ())

    def _is_proved(self, loop: Loop) -> bool:
        return self.proved is not None and loop.id in self.proved

    def _instances(self, facts: LoopFacts) -> tuple[Expr, ...]:
        return instances(facts, self._invariants_of(facts.loop), self._fixed, paired=self.pairs)

    @cached_property
    def _fixed(self) -> list[Element]:
        """The accesses at constant indices, and the goals' accesses to other cells."""
        goals = () if self.pairs else self.goals.values()
        near = (one for goal in goals if goal.index for one in neighbour_cells(goal.assertion.test, goal.index))
        return [*(e for e in elements_of(self.program.body) if isinstance(e.indices[0], Const)), *near]

    def _invariant_checks(self, loop: Loop, copy: int, itno: Expr, kind: CheckKind) -> Iterator[Stmt]:
        place = f"line {loop.where.line}, column {loop.where.column}" + (f", inlined copy {copy}" if copy > 1 else "")
        for n, expr in enumerate(() if self._is_proved(loop) else self._invariants_of(loop)):
            text = f"invariant {n} of the loop at {place}: {kind.name.lower()}"
            yield Check(at(expr, itno), text, CheckId(kind, loop.id, n), loop.where)
