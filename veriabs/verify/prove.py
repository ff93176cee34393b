"""Search for a proof of every assertion, with the portfolio for each one, and one proof of all accesses."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import TypeVar

from msgspec import Struct

from veriabs import strategies
from veriabs.core.copying import replace
from veriabs.core.ctree import elements_of
from veriabs.core.deadline import Deadline
from veriabs.core.errors import OutOfTimeError
from veriabs.core.events import Event, FactorFound, SolverEnded, StrategyChosen
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.interruption import time_limit
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Program, ProgramPart
from veriabs.core.queries import CheckedQuery, ProvedFacts, Query
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Agreement, Answer, ShrinkFactor, StrategyChoice, Verdict
from veriabs.core.runs import Approximation, Overflow
from veriabs.core.strategy import Steps, Strategy
from veriabs.core.verdict import conclude, restrict
from veriabs.loops.build import each_model, model_of
from veriabs.loops.flatten import assertions, end_runs_at, keep_only
from veriabs.loops.short_circuit_reconstruction import reconstruct_short_circuits
from veriabs.verify import strategy_choice
from veriabs.verify.failed_accesses import bounds_reason, covers_accesses, under_accesses_in_bounds
from veriabs.verify.goals import Goals
from veriabs.verify.hints import CounterexampleHints
from veriabs.verify.knowledge import Knowledge
from veriabs.verify.limits import BRIEF, HALF, LONG, PART, RESERVED
from veriabs.verify.narrower_numbers import narrow_numbers
from veriabs.verify.open_values import with_cells, with_values
from veriabs.verify.order import ProgramOrder, checks_by_goal
from veriabs.verify.parts import compare_part
from veriabs.verify.portfolio import Race, RaceProof, Refusals, StrategyRun, converse
from veriabs.verify.session import Session

T = TypeVar("T")



class Proof(Struct, frozen=True):
    """The runs for each assertion with their strategies, or the reason for having no proof."""

    pieces: list[list[CheckedQuery]]
    reason: Reason | None = None
    strategies: tuple[str, ...] = ()


@dataclass
class Prover:
    """One search for a proof; `factors` and `answers` are results of strategies on the way.

    - `parts`: assertions that were proved in a derived program, by strategy and number, with its name.
    - `goals`: receives each proof; without it, the first open assertion ends the search.
    - `raced`: numbers tried; `choices`: the chosen first strategies.
    - `winner`: the last successful strategy; `reserve`: seconds left for conditional proofs.
    """

    session: Session
    program: Program
    hints: CounterexampleHints | None = None
    factors: list[ShrinkFactor] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    parts: dict[tuple[str, int], str] = field(default_factory=dict)
    goals: Goals | None = None
    choices: list[StrategyChoice] = field(default_factory=list)
    refusals: Refusals = field(default_factory=Refusals)
    raced: set[int] = field(default_factory=set)
    winner: strategy_choice.Winner = strategy_choice.NO_WINNER
    reserve: float = 0.0

    def __post_init__(self) -> None:
        self.knowledge = Knowledge(self.session, self.program)
        self.known = self.goals.known(self.program) if self.goals else frozenset[int]()

    def prove(self) -> Proof:
        """Prove every assertion and access."""
        if self.goals is not None and self.goals.has_checks():
            return self._prove_all_then_each(self.goals)
        return self._prove()

    def _prove_all_then_each(self, goals: Goals) -> Proof:
        """Check all goals in one program, then each remaining goal in a program with the open and known assertions."""
        pieces = self.side_by_side(goals)
        if self.hints is not None:  # only for the program itself
            narrow_numbers(self.session, self.program.task, goals.open_checks(), _prove_together)
        if goals.open() and self.session.left() <= RESERVED:  # making programs takes time as well
            goals.all_left_open(self.session.over())
            return Proof([won.pieces for won in goals.won.values()], self.session.over(), ("cell_invariants",))
        left = reconstruct_short_circuits(keep_only(end_runs_at(self.program, goals.ends_runs), goals.serves))
        if not goals.open():
            return Proof([won.pieces for won in goals.won.values()], None, ("cell_invariants",))
        second = Prover(self.session, left, self.hints, self.factors, self.answers, goals=goals)
        second.knowledge.survivors = self.knowledge.survivors
        proof = second._prove()
        with_values(self.session, self.program, pieces, goals)
        return proof

    def side_by_side(self, goals: Goals) -> list[CheckedQuery]:
        """Prove goals with programs that check all of them, each goal under the earlier ones; return the runs."""
        pieces = []
        for piece in self._until_the_end(self.knowledge.every_goal(lambda one: goals.is_open(one.goal))):
            pieces.append(piece)
            self.take(piece, goals)
            if not goals.open_checks() or self.session.stop.is_set() or self.session.left() <= 0:
                break
            if self.hints is not None:
                self.hints.begun.set()
        return pieces

    def _until_the_end(self, found: Iterator[CheckedQuery]) -> Iterator[CheckedQuery]:
        """What is found before the time is over, since what was proved has to be reported then."""
        with suppress(OutOfTimeError):
            while True:
                with time_limit(self.session.left()):
                    piece = next(found, None)
                if piece is None:
                    return
                yield piece

    def take(self, piece: CheckedQuery, goals: Goals, strategy: str = "cell_invariants") -> None:
        """Record the goals that a run with all goals proves; each check on which a goal depends has to pass."""
        assert isinstance(piece.request, Query)
        ids = {text: about for text, about in piece.request.ids.items() if piece.takes_part(text)}
        dependencies, own = ProgramOrder.of(self.program).dependencies(ids), checks_by_goal(ids)
        for one in assertions(self.program):
            goals.reachable.add(one.number)
            shows = own.get(one.number)
            shown = restrict(piece, dependencies(one.number) | shows) if shows and goals.is_open(one.goal) else None
            if shown is not None:
                goals.proved(one, RaceProof(strategy, [shown]))

    def _prove(self) -> Proof:
        with closing(self.knowledge):
            return self._each_goal()

    def _each_goal(self) -> Proof:
        tasks = each_model(self.program, self.known)
        first = next(tasks, None)
        goals = self.goals or Goals.of(self.program, self.session.options.overflow)
        self.knowledge.begin(assertions=first is not None, early=not goals.has_checks())
        if first is None:
            return self._without_assertion(goals)
        self._portfolio_rounds(chain((first,), tasks), goals)
        if self.goals is not None and strategies.provers(self.session.options.strategies):
            facts = partial(StrategyContext, self, "cell_invariants", strategy_session=self.session)
            with_cells(self.session, self.program, goals, facts)
        if self.goals is None and goals.reasons:
            return Proof([], next(iter(goals.reasons.values())))
        if proofs := list(goals.won.values()):
            goals.settle_unreached(proofs[0])
        reasons = [goals.reasons.get(goal, self.session.over()) for goal in goals.open()]
        decisive = tuple(dict.fromkeys(won.strategy for won in proofs))
        return Proof([won.pieces for won in proofs], next(iter(reasons), None), decisive)

    def _without_assertion(self, goals: Goals) -> Proof:
        try:
            found = self.knowledge.in_bounds(self.session)
        except CancelledError:  # the search for a counterexample ended it
            return Proof([], self.session.over())
        piece = replace(found, request=replace(found.request, claim=Approximation.OVER))  # no other program is needed
        if (reason := bounds_reason(piece)) is not None:
            goals.all_left_open(reason)
            return Proof([[piece]], reason)
        goals.settle(RaceProof("bounds", [piece]))
        return Proof([[piece]])

    def _portfolio_rounds(self, fresh: Iterator[LoopModel], goals: Goals) -> None:
        """A short portfolio run for each goal, if there is time, then longer ones for goals that may need more time."""
        every = [one for one in assertions(self.program) if one.number not in self.known]
        several = len(every) > 1 and PART * self.session.left() > BRIEF * len(every)
        again, whole = list[LoopModel](), (math.inf, 1.0)
        for most, part in ((LONG, PART), whole, whole) if self.goals and several else (whole,):
            waiting = {one.number: one.goal for one in every if one.number not in self.raced}
            waiting |= {one.assertion.number: one.assertion.goal for one in again}
            again = list(self._round(chain(fresh, again), goals, most, part * self._for_races(), waiting))
            if self._for_races() <= BRIEF:
                break
        if next(fresh, None) is not None:  # the reachability of the remaining goals is unknown
            goals.reachable |= {one.number for one in every}
            if not self.session.stop.is_set():
                goals.all_left_open(self.session.over())

    def _for_races(self) -> float:
        left = self.session.left()
        return left - max(self.reserve, min(RESERVED, PART * left))

    def _round(
        self, models: Iterator[LoopModel], goals: Goals, most: float, seconds: float, waiting: dict[int, Goal]
    ) -> Iterator[LoopModel]:
        """A portfolio run for each open goal, with its share of the time; yields the models that may need more time."""
        clock, begun, longest = Deadline(seconds), self.session.left(), 0.0
        for made in models:
            longest = max(longest, begun - self.session.left())
            goals.reachable.add(made.assertion.number)
            if longest > BRIEF and self.session.left() <= 3 * longest:  # strategies then ask for facts about the model
                goals.all_left_open(self.session.over())
                return
            model = self._renew_model(made, goals)
            self.raced.add(model.assertion.number)
            waiting.pop(model.assertion.number, None)
            others = sum(map(goals.is_open, waiting.values()))
            is_limited = others > 0 or (most < math.inf and len(goals.open()) > 1)
            share = max(BRIEF, min(most, clock.left() / (1 + others)) if is_limited else self._for_races())
            over = self.session.over()
            cause = f"not decided within its share of the time, {share:.1f} s" if is_limited else over.text
            own = replace(self.session, deadline=Deadline(share, cause=cause, hint=over.hint))
            session = own if self.goals and len(goals.asked) > 1 else self.session
            if goals.is_open(model.assertion.goal) and self._may_win_later(model, session, goals):
                yield model
            is_late = min(clock.left(), self.session.left()) < BRIEF
            if is_late or self.session.stop.is_set() or (self.goals is None and goals.reasons):
                return
            begun = self.session.left()

    def _renew_model(self, model: LoopModel, goals: Goals) -> LoopModel:
        """The model, made again if other goals have failed since: a run that violates one ends there."""
        number, fails = model.assertion.number, goals.ends_runs
        if fails(model.assertion) or not any(map(fails, assertions(model.program))):
            return model
        self.program = end_runs_at(self.program, fails)
        self.refusals.final.pop(number, None)
        return model_of(self.program, number)

    def _may_win_later(self, model: LoopModel, session: Session, goals: Goals) -> bool:
        """Run the portfolio for one goal; could it still be proved with more time?"""
        goal, entrants = model.assertion.goal, self._entrants(model)
        if not entrants and goal in goals.reasons:
            return False
        is_over = partial(self._is_over, session, goals, goal)
        won = Race(session, goal, self.answers, is_over).run(entrants)
        if isinstance(won, Reason):
            all_over = won.kind is ReasonKind.BUDGET and self.session.left() <= 0  # and not only its share
            goals.left_open(goal, goals.missing(goal) or (self.session.over() if all_over else won))
            return session.left() <= 0 < self.session.left()
        # facts about a derived program are no use for another goal
        if (won.strategy, model.assertion.number) not in self.parts:
            self.winner = strategy_choice.Winner(won.strategy, model)
        goals.proved(model.assertion, RaceProof(self._strategy_name(won.strategy, model), won.pieces))
        return False

    def _is_over(self, session: Session, goals: Goals, goal: Goal) -> bool:
        """Has the search found a counterexample, or has the time ended?"""
        late = min(session.left(), self.session.left()) <= 0
        return goal in goals.refuted or (session is not self.session and late) or self._is_reserved()

    def _is_reserved(self) -> bool:
        """Is only the time for conditional proofs left?"""
        return 0.0 < self.session.left() <= self.reserve

    def _entrants(self, model: LoopModel) -> list[StrategyRun]:
        every, why = strategy_choice.ordered(self.session.options.strategies, model, self.winner, self.refusals.tried)
        asked = model.assertion
        able = [(name, one) for name, one in every if one.takes_part(asked.kind)]
        chosen = [(name, one) for name, one in able if not self.refusals.is_final(name, asked.number)]
        if len(chosen) > 1:
            self._report_choice(StrategyChoice(model.assertion.where, chosen[0][0], why))
        return [StrategyRun(name, partial(self._enter, name, strategy, model)) for name, strategy in chosen]

    def _report_choice(self, choice: StrategyChoice) -> None:
        if choice not in self.choices:
            self.choices.append(choice)
            self.session.observe(StrategyChosen(choice))

    def _enter(
        self, name: str, strategy: Strategy, model: LoopModel, strategy_session: Session
    ) -> Sequence[CheckedQuery] | Reason:
        """The strategy's proof; it counts only once every access is proved in bounds."""
        assert strategy.prove is not None
        context = StrategyContext(self, name, model, strategy_session)
        found = converse(strategy.prove(model, context), strategy_session, context.report_failure)
        if isinstance(found, Reason):
            if self.hints is not None:
                self.hints.begun.set()
            if not strategy_session.stop.is_set() and strategy_session.left() > 0:
                self.refusals.note(name, model.assertion.number, found)
            return found
        covered = not self.knowledge.accesses or covers_accesses(found)
        if context.part:
            covered = not elements_of(self.program.body)  # accesses of the derived program do not cover the others
        if covered:
            return found
        piece = self.knowledge.in_bounds(strategy_session)
        reason = bounds_reason(piece)
        if reason is not None and reason.kind is ReasonKind.OUT_OF_BOUNDS and self.goals is not None:
            self.reserve = self.reserve or HALF * self.session.left()
            goal, proof = model.assertion.goal, under_accesses_in_bounds(self.program, [piece, *found])
            if proof and goal.kind is not GoalKind.BOUNDS:
                self.goals.settle_if(goal, RaceProof(self._strategy_name(name, model), proof), model.assertion.number)
        return reason or [piece, *found]

    def _strategy_name(self, strategy: str, model: LoopModel) -> str:
        """The strategy's name, with the derived program if it used one."""
        how = self.parts.get((strategy, model.assertion.number))
        return f"{strategy} ({how})" if how else strategy


def _prove_together(session: Session, program: Program, goals: Goals) -> None:
    Prover(session, program, goals=goals).side_by_side(goals)


class StrategyContext(Struct):
    """The `Facts` of one strategy on one assertion; `part` is the derived program in which it was proved, if any."""

    prover: Prover
    strategy: str
    model: LoopModel
    strategy_session: Session
    part: str = ""

    @property
    def program(self) -> Program:
        return self.prover.program

    @property
    def overflow(self) -> Overflow:
        return self.strategy_session.options.overflow

    @property
    def max_k(self) -> int:
        return self.strategy_session.options.max_k

    def known(self) -> ProvedFacts:
        return self.prover.knowledge.known(self.strategy_session)

    def sampled(self) -> ProvedFacts:
        return self.prover.knowledge.sampled(self.strategy_session)

    def start_bounds_proof(self) -> None:
        self.prover.knowledge.start_bounds_proof()

    def prove_part(self, part: ProgramPart) -> tuple[CheckedQuery, ...] | Reason:
        """A proof of all assertions of a derived program that has the relevant violations of the original one."""
        options = self.strategy_session.options
        options = replace(options, strategies=strategies.of_a_part(options.strategies, self.strategy))
        prover = self.prover
        with compare_part(self.strategy_session, prover.hints, prover.program, part, self.model.assertion) as compared:
            proof = Prover(replace(self.strategy_session, options=options, observe=self._forward), part.program).prove()
            conclusion = conclude(proof.pieces, None, options.overflow)
            if proof.reason is None and conclusion.verdict is Verdict.TRUE:
                validated = compared()
                conclusion = conclude(proof.pieces, None, options.overflow, validated)
                proof = replace(proof, reason=conclusion.reason)
        if proof.reason is None and conclusion.verdict is Verdict.TRUE:
            unseen = "" if validated.translation is Agreement.SAME else ", which was not compared"
            self.part = f"{', '.join(proof.strategies)} on the {part.name}{unseen}"
            self.prover.parts[self.strategy, self.model.assertion.number] = self.part
            return tuple(
                replace(piece, request=replace(piece.request, purpose=f"{part.name}: {piece.request.purpose}"))
                for piece in chain(*proof.pieces)
            )
        reason = proof.reason or self.strategy_session.over()
        return replace(reason, text=f"{part.name}: {reason.text}")

    def _forward(self, event: Event) -> None:
        """Pass on the runs in a derived program, but not the answers of strategies, which are not about the task."""
        if isinstance(event, SolverEnded):
            self.strategy_session.observe(event)

    def once(self, what: str, steps: Steps[T]) -> T:
        return self.prover.knowledge.once(what, steps, self.strategy_session)

    def report_failure(self, piece: CheckedQuery) -> None:
        if self.prover.hints is not None:
            self.prover.hints.note(self.strategy, piece)

    def notify(self, event: Event) -> None:
        if isinstance(event, FactorFound):
            event = FactorFound(self._mark_timed_out(event.factor))
            self.prover.factors.append(event.factor)
        if not self.strategy_session.stop.is_set():
            self.strategy_session.observe(event)

    def _mark_timed_out(self, factor: ShrinkFactor) -> ShrinkFactor:
        """Mark a result that the deadline ended, since the same search may succeed on a less busy machine."""
        late = self.strategy_session.left() <= 0 and factor.k is None and factor.reason is not None
        if not late or factor.reason.kind not in (ReasonKind.TIMEOUT, ReasonKind.BUDGET):  # type: ignore[union-attr]
            return factor
        return replace(factor, reason=self.strategy_session.over())
