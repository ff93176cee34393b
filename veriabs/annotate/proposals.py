"""The candidates for invariants of one program, each kind made once and shared by all searches.

In: a program with its assertions. Out: candidates by loop, from closed forms, assertions and sample runs.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import partial

from msgspec import Struct, field

from veriabs.annotate.aggregates import Aggregates
from veriabs.annotate.closed_form_candidates import closed_candidates, passed_candidates
from veriabs.annotate.find import HALF, PART, run_steps, scalar_facts
from veriabs.annotate.loop_solutions import Found as Solutions
from veriabs.annotate.loop_solutions import LoopSolver
from veriabs.annotate.write_candidates import written_candidates
from veriabs.core.copying import replace
from veriabs.core.program import Program
from veriabs.core.runs import Overflow
from veriabs.invariants.bounds import BoundsGoal, Invariants
from veriabs.invariants.candidates import candidates, merge
from veriabs.invariants.quantified import cell_candidates, goal_of, peeled
from veriabs.invariants.scalar.relations import sampled_candidates
from veriabs.invariants.scalar.sample_filter import passing_samples
from veriabs.invariants.scalar.subject import NO_ASSERTION
from veriabs.loops.flatten import assertions
from veriabs.loops.rotate import as_written
from veriabs.proofcheck.definitions import NO_THEORY, Theory
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
    no time.
    """
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
