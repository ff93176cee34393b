"""The candidates for invariants of one program, each kind made once and shared by all searches.

In: a program with its assertions. Out: candidates by loop, from closed forms, assertions and sample runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from enum import Enum
from functools import partial

from msgspec import Struct, field

from veriabs.annotate.aggregates import Aggregates
from veriabs.annotate.closed_form_candidates import closed_candidates, passed_candidates, translator_of
from veriabs.annotate.counters import steps_of
from veriabs.annotate.find import HALF, PART, run_steps, scalar_facts
from veriabs.annotate.loop_solutions import Found, LoopSolution, LoopSolver
from veriabs.annotate.loop_solutions import Found as Solutions
from veriabs.annotate.term_to_expr import TermToExpr, UntranslatableError
from veriabs.core.copying import replace
from veriabs.core.ctree import conjunction, integer, map_parts, names, statements, substitute, walk, writes
from veriabs.core.expressions import Binary, Cast, Element, Expr, Var
from veriabs.core.loop_model import CELL, entry_of
from veriabs.core.program import Program
from veriabs.core.runs import Overflow
from veriabs.core.statements import Assign, Loop, LoopId
from veriabs.core.types import LLONG
from veriabs.core.typing_rules import convert
from veriabs.invariants.bounds import BoundsGoal, Invariants, by_loop
from veriabs.invariants.candidates import candidates, merge
from veriabs.invariants.quantified import cell_candidates, goal_of, peeled
from veriabs.invariants.quantified.forward_substitution import substituted_paths
from veriabs.invariants.quantified.ranges import implied
from veriabs.invariants.scalar.relations import sampled_candidates
from veriabs.invariants.scalar.sample_filter import passing_samples
from veriabs.invariants.scalar.subject import NO_ASSERTION
from veriabs.loops.facts import facts_of
from veriabs.loops.flatten import assertions
from veriabs.loops.rotate import as_written
from veriabs.proofcheck.definitions import NO_THEORY, Theory
from veriabs.terms.terms import Term
from veriabs.verify.session import Session

MOST_GOALS = 8
"""The number of assertions from which candidates are made."""

MOST_SAMPLED, MOST_EACH = 500, 80
"""The number of candidates of one loop for sample runs, and for a solver."""


class CandidateKinds(Enum):
    """The kinds of candidates: asserted facts about cells, closed forms, or these and sampled ones."""

    ASSERTED = 1
    CLOSED = 2
    SAMPLED = 3


class Proposals(Struct):
    """The candidates of a program's loops, each kind made on first use.

    With `before`, they may refer to cells as they were before a loop.
    """

    solving: LoopSolver
    before: bool = False
    functions: dict[Overflow, Aggregates] = field(default_factory=dict)
    made: dict[tuple[object, ...], Invariants] = field(default_factory=dict)

    @classmethod
    def of(cls, program: Program, *, before: bool = False) -> Proposals:
        return cls(LoopSolver(peeled(as_written(program, kept=False))), before)

    def tried(
        self, session: Session, part: Program, which: CandidateKinds, overflow: Overflow, *, defined: bool = False
    ) -> Invariants:
        """The candidates of a kind for the assertions of `part`; `defined` allows functions."""
        candidates = self.closed(session, overflow, defined=defined)
        if which is CandidateKinds.ASSERTED:
            passed = partial(passed_candidates, self.solving.program, before=self.before)
            candidates = merge(scalar_facts(candidates), self._from_solutions("passed", session, overflow, passed))
        sampled_ones = self._cached((), lambda: sampled_candidates(self.solving.program))
        others = merge(candidates, sampled_ones, self._from_written_cells(session, overflow))
        if which is CandidateKinds.CLOSED:
            return others
        make = asserted if which is CandidateKinds.ASSERTED else sampled
        goals = frozenset(one.number for one in assertions(part))
        hasty = replace(session, deadline=session.deadline.part(session.left() * HALF))
        return merge(self._cached((which, goals), lambda: make(hasty, part)), others)

    def of_scalars_and_writes(self, session: Session) -> Invariants:
        """The closed forms of scalars, and the writes of earlier iterations."""
        closed = self.closed(session, Overflow.WRAP)
        return merge(scalar_facts(closed), self._from_written_cells(session, Overflow.WRAP))

    def theory(self, session: Session, overflow: Overflow) -> Theory:
        """The functions that the candidates use."""
        self.closed(session, overflow, defined=True)
        functions = self.functions.get(overflow)
        return NO_THEORY if functions is None else functions.theory

    def closed(self, session: Session, overflow: Overflow, *, defined: bool = False) -> Invariants:
        """The candidates from closed forms."""
        functions = self.functions.setdefault(overflow, Aggregates()) if defined else None
        make = partial(closed_candidates, self.solving.program, aggregates=functions, before=self.before)
        return self._from_solutions("defined" if defined else "closed", session, overflow, make)

    def _from_written_cells(self, session: Session, overflow: Overflow) -> Invariants:
        return self._from_solutions("written", session, overflow, partial(written_candidates, self.solving.program))

    def _from_solutions(
        self, kind: str, session: Session, overflow: Overflow, make: Callable[[Solutions], Invariants]
    ) -> Invariants:
        """The candidates that are made from the solutions of loops."""
        return self._cached((kind, overflow), lambda: make(self.solving.of(overflow, session.left() * PART)))

    def _cached(self, key: tuple[object, ...], make: Callable[[], Invariants]) -> Invariants:
        """The cached result; an empty one is made again, since the time may have been too short."""
        if not self.made.get(key):
            self.made[key] = make()
        return self.made[key]


# ---------------------------------------------------------------------------------------------- in sample runs


def _first_sampled(tried: Invariants) -> Invariants:
    return {loop: exprs[:MOST_SAMPLED] for loop, exprs in tried.items()}


def sampled(session: Session, program: Program) -> Invariants:
    """Candidate invariants for the program; none if there is no time."""
    tested = peeled(program)
    about = (cell_candidates(tested, goal) for goal in _goals(tested))
    return _sampled(session, tested, merge(candidates(tested, private=True), *about))


def asserted(session: Session, program: Program) -> Invariants:
    """Candidates from the assertions about cells, for the cells that loops have passed, and bounds; none if there is
    no time."""
    tested = peeled(program)
    about = (cell_candidates(tested, goal, asserted=True) for goal in _goals(tested))
    return _sampled(session, tested, merge(candidates(tested, private=True), *about))


def _goals(tested: Program) -> list[BoundsGoal]:
    several = list({one.number: one for one in assertions(tested)}.values())[:MOST_GOALS]
    return [goal_of(tested, one) for one in several]


def _sampled(session: Session, tested: Program, tried: Invariants) -> Invariants:
    """The candidates that sample runs do not contradict, up to the assertion if there is exactly one."""
    numbers = {one.number for one in assertions(tested)}
    number = next(iter(numbers)) if len(numbers) == 1 else NO_ASSERTION
    kept = run_steps(session, passing_samples(tested, number, _first_sampled(tried)), session.left()) or {}
    return {loop: exprs[:MOST_EACH] for loop, exprs in kept.items()}


def written_candidates(program: Program, found: Found) -> Invariants:
    """The candidates of each loop about writes whose indices have closed forms.

    `b[4 * m] == a[m]` for every m below i describes scattered or cyclic writes better than a fact about an arbitrary
    cell. If the iteration also stored its inputs, the fact uses those cells: `a[k + 1] == -a[k]` for every even k below
    i. A later iteration may have overwritten the cell.
    """
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)]
    facts: dict[LoopId, list[Expr]] = {loop.id: [] for loop in loops}
    stored: dict[LoopId, dict[Expr, Element]] = {loop.id: {} for loop in loops}
    for path in substituted_paths(program):
        if len(path.loops) == 1 and isinstance(path.stmt, Assign) and isinstance(path.stmt.target, Element):
            (loop,), cell, value = path.loops, path.stmt.target, path.stmt.value
            fact = Binary("==", cell, convert(value, cell.type, program.task.data_model))
            for solved in found.get(loop.id, ())[-1:]:
                with suppress(UntranslatableError):
                    facts[loop.id].append(_for_earlier(program, loop, solved, path.guards, fact))
            if not path.guards:
                facts[loop.id] += _over_stored_inputs(loop, fact, stored[loop.id])
                if isinstance(value, Var | Cast):
                    stored[loop.id].setdefault(value, cell)
    return by_loop((loop, tuple(facts[loop.id])) for loop in loops)


def _over_stored_inputs(loop: Loop, fact: Binary, stored: Mapping[Expr, Element]) -> Iterator[Expr]:
    """The fact for each earlier counter value; inputs are replaced by the cells in which the iteration stored them."""
    restated = map_parts(fact, lambda part: stored.get(part, part))
    if restated == fact:
        return
    facts, cells = facts_of(0, loop), {part.array for part in walk(restated) if isinstance(part, Element)}
    counters = {one.variable.name: one.variable for one in facts.accelerable}
    for name, step in steps_of(facts).items():
        if step > 0 and (names(restated) - cells) & facts.written == {name}:
            start, now = Cast(LLONG, entry_of(counters[name])), Cast(LLONG, counters[name])
            span = conjunction((Binary("<=", start, CELL), Binary("<", CELL, now)))
            place = Binary("%", Binary("-", CELL, start), integer(step, LLONG))
            apart = conjunction((span, Binary("==", place, integer(0, LLONG)))) if step > 1 else span
            yield implied(apart, substitute(restated, {name: CELL}))


def _for_earlier(program: Program, loop: Loop, solved: LoopSolution, guards: tuple[Expr, ...], fact: Binary) -> Expr:
    """The fact for every earlier iteration, under the conditions of the write."""
    changing, guarded = writes((*loop.body, *loop.update)), conjunction((*guards, fact))
    words = translator_of(program, solved)
    then = words.knowing({solved.counter: CELL})
    if solved.counter not in words.known or names(fact.right) & changing & program.arrays.keys():
        raise UntranslatableError
    moved = {name: _value_at(solved, name, then) for name in names(guarded) & changing & program.scalars.keys()}
    passed = Binary("<", CELL, words.known[solved.counter])
    span = conjunction((Binary("<=", integer(0, LLONG), CELL), passed, *(substitute(one, moved) for one in guards)))
    return implied(span, substitute(fact, moved))


def _value_at(solved: LoopSolution, name: str, words: TermToExpr) -> Expr:
    """The value of a scalar in an iteration."""
    value = solved.values.get(name)
    if not isinstance(value, Term):
        raise UntranslatableError
    return words.term(value)
