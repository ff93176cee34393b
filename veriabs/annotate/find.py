"""Find invariants worth writing down: the few that prove the assertions, and those about counters.

In: a program. Out: `Found`, the proved invariants by loop, and the assertions that stay open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple, TypeVar

from msgspec import Struct

from veriabs.annotate.counters import counter_candidates, step_candidates, text_candidates
from veriabs.annotate.expressible import Expressible, accept_all, only_expressible
from veriabs.annotate.judge import JudgedInvariant, judging, unjudged
from veriabs.core.copying import replace
from veriabs.core.ctree import names, statements, walk, writes
from veriabs.core.expressions import Apply, Element, Expr
from veriabs.core.goals import GoalKind
from veriabs.core.loop_model import CELL, LoopModel, was_at_entry
from veriabs.core.program import Array, Initial, Program, Scalar
from veriabs.core.queries import Query
from veriabs.core.reasons import Reason
from veriabs.core.statements import Assert, Loop, LoopId
from veriabs.core.strategy import Steps
from veriabs.core.verdict import holds
from veriabs.invariants.bounds import BoundsGoal, Invariants, bounds_program
from veriabs.invariants.candidates import independent, merge, proved_but_bounds, survivors
from veriabs.invariants.houdini import houdini
from veriabs.invariants.implied_facts import without_implied
from veriabs.invariants.minimisation import minimal
from veriabs.loops.build import each_model
from veriabs.loops.flatten import keep_only
from veriabs.proofcheck.definitions import NO_THEORY, Theory
from veriabs.strategies.cell_invariants import GoalProof, proved_with_invariants, quickly_proved
from veriabs.verify.session import Session

T = TypeVar("T")
V = TypeVar("V", Scalar, Array)

PART, HALF, MOST = 0.25, 0.5, 0.85
"""The share of the remaining time for a step before the decisive one, for one of two, and for the decisive one."""


class Found(Struct, frozen=True):
    """Proved invariants by loop, those about counters first.

    - `open`: unproved assertions with reasons. `judged`: results for invariants that the user wrote.
    - `theory`: definitions of the functions, such as sums, that the invariants use.
    """

    invariants: Invariants
    open: tuple[tuple[Assert, Reason], ...] = ()
    judged: tuple[JudgedInvariant, ...] = ()
    theory: Theory = NO_THEORY


class SearchSolvers(Struct, frozen=True):
    """The solvers that a search may use beside CBMC; this base class has none.

    `expressible` tells which facts can be written in the text; those are preferred. With `numbers`, the solvers for
    integers come before CBMC.
    """

    expressible: Expressible = accept_all
    numbers: bool = False

    def prove_together(
        self, session: Session, program: Program, known: Invariants, *, patiently: bool = False
    ) -> Found | None:
        """Find facts that, with the known ones, prove every assertion of a program; None if that fails."""

    def counters(self, session: Session, program: Program, tried: Invariants) -> Invariants | None:
        """Prove candidates about counters; None if the solvers cannot tell."""

    def fewest(self, session: Session, program: Program, facts: Invariants) -> Invariants | None:
        """Minimise facts that prove every assertion; None if that fails."""

    def proposed(self, session: Session) -> Invariants:
        """Candidates beside those made from the assertion."""
        return {}


NO_HELPER = SearchSolvers()


class _OpenAssertion(NamedTuple):
    """An assertion without a proof that can be written down: the unwritable proof, or the reason for having none."""

    model: LoopModel
    kept: Invariants | Reason


def find(
    session: Session,
    program: Program,
    helper: SearchSolvers = NO_HELPER,
    on_progress: Callable[[Found], None] = lambda found: None,
) -> Found:
    """Find the invariants of a program; facts that are not found in time are omitted.

    `on_progress` gets each intermediate result.
    """
    whole = session
    if any(isinstance(stmt, Loop) and stmt.given for stmt in statements(program.body)):
        session = replace(session, deadline=session.deadline.part(session.left() * MOST))
    models = each_model(keep_only(program, lambda one: one.kind is GoalKind.ASSERTION))
    search = _Search(session, program, helper, on_progress, [_OpenAssertion(one, session.over()) for one in models])
    first = search.counters({})
    search.found.append(first)
    if helper.numbers:
        search.prove_together(HALF)
    search.prove_from_assertions()
    if not helper.numbers:
        search.prove_together()
    search.prove_each_with_cbmc()
    if any(isinstance(one.kept, Reason) for one in search.waiting):
        search.prove_together(patiently=True)
    left = search.result()
    on_progress(left)
    known = _drop_functions(left.invariants)
    counters = search.dependent_counters(first, known)
    needed = _drop_functions(merge(*search.found[1:], *search.proofs()))
    judged = run_steps(whole, judging(program, first or counters, needed, session.options.overflow), whole.left())
    return replace(left, invariants=merge(counters, left.invariants), judged=judged or left.judged)


class _Search(Struct):
    """The state of a search for annotations that prove the assertions of a program.

    - `waiting`: the assertions, each with its proof or with the reason why there is none yet.
    - `found`: the proved invariants. `theory`: the functions and lemmas that they mention.
    - `helper`: proposes candidates. `on_progress` receives the result so far.
    """

    session: Session
    program: Program
    helper: SearchSolvers
    on_progress: Callable[[Found], None]
    waiting: list[_OpenAssertion]
    found: list[Invariants] = []
    theory: Theory = NO_THEORY

    def result(self) -> Found:
        """The result if the search stopped now."""
        still_open = tuple((model.assertion, kept) for model, kept in self.waiting if isinstance(kept, Reason))
        return Found(merge(*self.found, *self.proofs()), still_open, unjudged(self.program), self.theory)

    def proofs(self) -> Iterator[Invariants]:
        """The proofs with facts that cannot be written."""
        yield from (kept for _, kept in self.waiting if not isinstance(kept, Reason))

    # ---------------------------------------------------------------------------------------------------- assertions

    def prove_from_assertions(self) -> None:
        """Prove each assertion with candidates from the assertion itself, else with the proposals."""
        for place, (model, _) in enumerate(self.waiting):
            self.on_progress(self.result())
            minimising = HALF if len(self.waiting) > 1 else MOST
            self._prove_waiting(place, quickly_proved(model), PART, minimising)
            self._prove_waiting(place, self._prove_from_proposals(model), PART, minimising)
        written = [one for one in self.waiting if self._is_expressible(one.kept)]
        self.found += [one.kept for one in written if not isinstance(one.kept, Reason)]
        self.waiting = [one for one in self.waiting if one not in written]

    def prove_each_with_cbmc(self) -> None:
        """Prove each assertion that still waits, with all candidates of CBMC."""
        share = 1.0 if self.helper == NO_HELPER else HALF
        for place, (model, kept) in enumerate(self.waiting):
            self.on_progress(self.result())
            self._prove_waiting(place, proved_with_invariants(model), share if isinstance(kept, Reason) else PART, HALF)

    def prove_together(self, share: float = 1.0, *, patiently: bool = False) -> None:
        """Prove the waiting assertions with the other solvers: all together, then each alone."""
        self.on_progress(self.result())
        session = self._session_with_share(share)
        for some, part_of_time in _groups(tuple(self.waiting)):
            if not all(one in self.waiting for one in some):
                continue
            part = keep_only(self.program, partial(_is_one_of, some))
            hasty = replace(session, deadline=session.deadline.part(session.left() * part_of_time))
            at_once = self.helper.prove_together(hasty, part, merge(*self.found), patiently=patiently)
            theory = None if at_once is None else self.theory.union(at_once.theory)
            if at_once is None or theory is None:
                continue
            if any(isinstance(one.kept, Reason) for one in some) or self._is_expressible(at_once.invariants):
                self.found.append(at_once.invariants)
                self.theory, self.waiting = theory, [one for one in self.waiting if one not in some]

    def _prove_waiting(self, place: int, steps: Steps[GoalProof], share: float, minimising: float) -> None:
        """Look for a proof of a waiting assertion, unless its proof can be written already."""
        model, kept = self.waiting[place]
        if self._is_expressible(kept):
            return
        proof = run_steps(self.session, steps, self.session.left() * share)
        more = self.session.over() if proof is None else self._fewest(proof, minimising)
        if isinstance(kept, Reason) or self._is_expressible(more):
            self.waiting[place] = _OpenAssertion(model, more)

    def _prove_from_proposals(self, model: LoopModel) -> Steps[GoalProof]:
        return (yield from quickly_proved(model, self.helper.proposed(self.session)))

    def _is_expressible(self, kept: Invariants | Reason) -> bool:
        """Can all facts of a proof be written?"""
        return not isinstance(kept, Reason) and kept == only_expressible(kept, self.helper.expressible)

    def _fewest(self, proof: GoalProof, share: float) -> Invariants | Reason:
        """Few of the facts that prove an assertion, or the reason for having no proof."""
        if isinstance(proof.found, Reason):
            return proof.found
        session = self._session_with_share(share)
        part = keep_only(self.program, lambda one: one.number == proof.goal.assertion.number)
        few = self.helper.fewest(session, part, proof.invariants)
        if few is not None:
            return few
        fewest = [without_implied(proof.invariants)]
        kept = run_steps(session, _fewest(proof, fewest.append, self.helper.expressible), session.left())
        return fewest[-1] if kept is None else kept

    def _session_with_share(self, share: float) -> Session:
        return replace(self.session, deadline=self.session.deadline.part(self.session.left() * share))

    # ------------------------------------------------------------------------------------------------------ counters

    def counters(self, known: Invariants) -> Invariants:
        """The proved facts about counters and about scalars with closed forms, given the known facts."""
        forms = scalar_facts(self.helper.proposed(self.session))
        tried = merge(counter_candidates(self.program), text_candidates(self.program), forms, known)
        proved_by_helper = self.helper.counters(self.session, self.program, tried)
        if proved_by_helper is not None:
            return proved_by_helper
        rounds = houdini(tried, partial(bounds_program, self.program), survivors, hopeless=independent)
        piece, left = run_steps(self.session, rounds, self.session.left()) or (None, {})
        return left if piece is not None and proved_but_bounds(piece) else {}

    def dependent_counters(self, first: Invariants, known: Invariants) -> Invariants:
        """Facts about counters that need the known facts, as trip counts do."""
        return self.proved(step_candidates(self.program), known) if first else self.counters(known)

    def proved(self, tried: Invariants, known: Invariants) -> Invariants:
        """The new candidates that are proved, given the known facts."""
        new = {loop: tuple(one for one in exprs if one not in known.get(loop, ())) for loop, exprs in tried.items()}
        proved = self.helper.counters(self.session, self.program, merge(known, new)) if any(new.values()) else None
        return {loop: tuple(one for one in (proved or {}).get(loop, ()) if one in exprs) for loop, exprs in new.items()}


def _groups(waiting: Sequence[_OpenAssertion]) -> Iterator[tuple[Sequence[_OpenAssertion], float]]:
    """All assertions together, then each alone, with the share of the remaining time for each group."""
    if len(waiting) > 1:
        yield waiting, HALF
    yield from (((one,), 1 / (len(waiting) - place)) for place, one in enumerate(waiting))


def _is_one_of(waiting: Sequence[_OpenAssertion], asserted: Assert) -> bool:
    return any(one.model.assertion.number == asserted.number for one in waiting)


def fact_subsets(program: Program, facts: Invariants) -> list[Invariants]:
    """Subsets of the facts: none about cells, about written cells, about written variables, and all."""
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)]
    written = {loop.id: writes((*loop.body, *loop.update)) for loop in loops}
    is_relevant = about_written_cells(program)
    changing = {at: tuple(e for e in exprs if names(e) & written.get(at, names(e))) for at, exprs in facts.items()}
    own = {at: tuple(fact for fact in exprs if is_relevant(at, fact)) for at, exprs in changing.items()}
    several = (scalar_facts(own), own, changing, facts)
    return [one for place, one in enumerate(several) if one not in several[:place]]


def about_written_cells(program: Program) -> Callable[[LoopId, Expr], bool]:
    """A predicate: whether a fact is about cells that its loop writes. Others are known before the loop."""
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)]
    written = {loop.id: writes((*loop.body, *loop.update)) & program.arrays.keys() for loop in loops}

    def is_relevant(loop: LoopId, fact: Expr) -> bool:
        about = names(fact) & program.arrays.keys()
        return not about or bool(about & written.get(loop, about))

    return is_relevant


def _fewest(proof: GoalProof, on_progress: Callable[[Invariants], None], expressible: Expressible) -> Steps[Invariants]:
    """The facts that the proof needs, if possible without the zero initialisation of static objects.

    A loop's text does not show that initialisation, and CBMC's contracts do not know it. Scalar facts are preferred.
    """
    is_relevant, facts = about_written_cells(proof.program), without_implied(proof.invariants)
    plain = without_implied(only_expressible(proof.invariants, expressible))
    for program, known in product(
        (with_arbitrary_initial_values(proof.program), proof.program), (plain, facts) if plain != facts else (facts,)
    ):
        cut = partial(_cut_program, program, proof.goal)
        for tried in fact_subsets(proof.program, known):
            piece, left = yield from houdini(tried, cut, survivors)
            if piece is not None and holds(piece):
                on_progress(left)
                return (yield from minimal(left, cut, is_relevant=is_relevant, on_progress=on_progress))
    return (yield from minimal(proof.invariants, cut, is_relevant=is_relevant, on_progress=on_progress))


def _drop_functions(facts: Invariants) -> Invariants:
    """The facts that CBMC can evaluate: no functions over integers and arrays, no cells from before a loop."""
    return {loop: tuple(e for e in exprs if not any(map(_is_inexpressible, walk(e)))) for loop, exprs in facts.items()}


def _is_inexpressible(part: Expr) -> bool:
    return isinstance(part, Apply) or (isinstance(part, Element) and bool(was_at_entry(part.array)))


def scalar_facts(facts: Invariants) -> Invariants:
    """The facts that read no cell."""
    return {loop: tuple(fact for fact in exprs if CELL not in walk(fact)) for loop, exprs in facts.items()}


def with_arbitrary_initial_values(program: Program) -> Program:
    """The program with static objects that start with arbitrary values."""

    def arbitrary(variables: Mapping[str, V]) -> dict[str, V]:
        return {name: replace(one, initial=Initial.NONDET) for name, one in variables.items()}

    return replace(program, scalars=arbitrary(program.scalars), arrays=arbitrary(program.arrays))


def _cut_program(program: Program, goal: BoundsGoal, invariants: Invariants) -> Query:
    return bounds_program(program, invariants, goal)


def run_steps(session: Session, steps: Steps[T], seconds: float) -> T | None:
    """Run the requests of the steps one after the other and return the result; None if the time is over."""
    session = replace(session, deadline=session.deadline.part(seconds))
    try:
        ask = next(steps)
        while session.left() > 0:
            ask = steps.send(tuple(session.submit(request).result() for request in ask))
    except StopIteration as over:
        result: T = over.value
        return result
    steps.close()
    return None
