"""Looks for a proof of every assertion: for each one a race of the strategies, and one proof of all accesses."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from threading import Event as Signal
from typing import TypeVar

from msgspec import Struct

from veriabs import strategies
from veriabs.core.copying import replace
from veriabs.core.ctree import elements_of
from veriabs.core.deadline import Deadline
from veriabs.core.events import Chosen, Entered, Event, Phase, Ran, Shrunk
from veriabs.core.goals import Goal
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Part, Program
from veriabs.core.queries import CheckedQuery, ProvedFacts, Query
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Answer, Choice, ShrinkFactor, Translation, Validation, Verdict
from veriabs.core.runs import Claim, Overflow
from veriabs.core.strategy import Steps, Strategy
from veriabs.core.verdict import conclude, narrowed
from veriabs.loops.build import each_model, model_of
from veriabs.loops.features import few_loops
from veriabs.loops.flatten import assertions, ended_by, only
from veriabs.loops.rejoined import rejoined
from veriabs.verify import choosing
from veriabs.verify.goals import Goals
from veriabs.verify.hints import CounterexampleHints
from veriabs.verify.knowledge import Knowledge, bounds_reason, covers_accesses
from veriabs.verify.open_values import with_cells, with_values
from veriabs.verify.order import Order, showing
from veriabs.verify.portfolio import Entrant, Race, Refusals, Won, converse
from veriabs.verify.session import Session

T = TypeVar("T")

QUICK_SECONDS, QUICK_SHARE = 10.0, 0.25
"""Seconds that each of several goals has the first time, so that what is easy is known early, and their part of all."""

LEAST_SHARE = 0.25
"""Seconds that a race has at least: in less nothing is found that was not found side by side."""

RESERVED, RESERVED_SHARE = 1.0, 0.1
"""Seconds that are left when several goals are given up, to tell what is known of each, or part of what is left."""


class Proof(Struct, frozen=True):
    """The pieces for each assertion with the strategies that made them, or why there is no proof."""

    pieces: list[list[CheckedQuery]]
    reason: Reason | None = None
    strategies: tuple[str, ...] = ()


@dataclass
class Prover:
    """One search for a proof; `factors` and `answers` are what the strategies said on the way.

    `parts` tells of assertions, by strategy and number, that were proved in a part of the program, and how. `goals`
    hears of each proof, where the goals are decided one by one; without them the first one that stays open is the end.
    `before` are pieces that every proof rests on; `choices` began, those `at_work` with what serves all; assertions
    that were proved before are `known`, `raced` those raced for (numbers); `winner` has proved the last one; who has
    proved one has `worked` so many seconds for it; `owed` as in `Race`.
    """

    session: Session
    program: Program
    doubts: CounterexampleHints | None = None
    factors: list[ShrinkFactor] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    parts: dict[tuple[str, int], str] = field(default_factory=dict)
    explicit: bool = False
    goals: Goals | None = None
    before: tuple[CheckedQuery, ...] = ()
    choices: list[Choice] = field(default_factory=list)
    refusals: Refusals = field(default_factory=Refusals)
    raced: set[int] = field(default_factory=set)
    winner: choosing.Winner = choosing.NOBODY
    at_work: set[str] = field(default_factory=set)
    worked: dict[str, float] = field(default_factory=dict)
    owed: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.knowledge = Knowledge(self.session, self.program)
        self.known = self.goals.known(self.program) if self.goals else frozenset[int]()

    def prove(self) -> Proof:
        """A proof of every assertion, and that no access is out of bounds; else one with known scalars set."""
        if self.goals is not None and self.goals.has_checks():
            return self._with_checks(self.goals)
        proof = self._prove()
        if proof.reason is None or self.explicit or self.session.stop.is_set() or not self._gains():
            return proof
        same = self.knowledge.explicit()
        if same is None or self.session.stop.is_set():
            return proof
        program, piece = same
        self.session.observe(Entered(Phase.AGAIN))
        how = (self.session, program, None, self.factors, self.answers)
        again = Prover(*how, explicit=True, goals=self.goals, before=(piece,))._prove()
        return again if again.reason is None else proof

    def _with_checks(self, goals: Goals) -> Proof:
        """All goals side by side in one program; then each that is left in a program of those and known assertions."""
        pieces = self.side_by_side(goals)
        left = rejoined(only(ended_by(self.program, goals.ends_runs), goals.serves))
        if not goals.open():
            return Proof([won.pieces for won in goals.won.values()], None, ("cell_invariants",))
        second = Prover(self.session, left, self.doubts, self.factors, self.answers, goals=goals)
        second.knowledge.survivors = self.knowledge.survivors
        proof = second._prove()
        with_values(self.session, self.program, pieces, goals)
        return proof

    def side_by_side(self, goals: Goals) -> list[CheckedQuery]:
        """Proves what one program can that shows all goals, each under the others that come before it; the runs."""
        pieces = []
        for piece in self.knowledge.every_goal(lambda one: goals.is_open(one.goal)):
            pieces.append(piece)
            self.take(piece, goals)
            if not goals.open_checks() or self.session.stop.is_set() or self.session.left() <= 0:
                break
            if self.doubts is not None:
                self.doubts.begun.set()
        return pieces

    def take(self, piece: CheckedQuery, goals: Goals, strategy: str = "cell_invariants") -> None:
        """Takes from a run of all goals what it proves: of what it rests on, each check has to have passed."""
        assert isinstance(piece.request, Query)
        ids = piece.request.ids
        resting, own = Order.of(self.program).resting(ids), showing(ids)
        for one in assertions(self.program):
            goals.reachable.add(one.number)
            shows = own.get(one.number)
            shown = narrowed(piece, resting(one.number) | shows) if shows and goals.is_open(one.goal) else None
            if shown is not None:
                goals.proved(one, Won(strategy, [shown]))

    def _gains(self) -> bool:
        """Is there a strategy that gains from scalars that no iteration takes from another, and time left for it?"""
        chosen = strategies.provers(self.session.options.strategies) if self.session.left() > 0 else ()
        return any(one.gains_from_explicit_scalars for _, one in chosen)

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
        self._rounds(chain((first,), tasks), goals)
        if self.goals is not None and strategies.provers(self.session.options.strategies):
            with_cells(self.session, self.program, goals, lambda m: Desk(self, "cell_invariants", m, self.session))
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
        except CancelledError:  # the search for a counterexample has ended it
            return Proof([], self.session.over())
        piece = replace(found, request=replace(found.request, claim=Claim.OVER))  # no other program is needed
        if (reason := bounds_reason(piece)) is not None:
            goals.all_left_open(reason)
            return Proof([[piece]], reason)
        goals.settle(Won("bounds", [*self.before, piece]))
        return Proof([[piece]])

    def _rounds(self, fresh: Iterator[LoopModel], goals: Goals) -> None:
        """A quick race for each goal, if there is time for that, then longer ones for those that more time may help."""
        every = [one for one in assertions(self.program) if one.number not in self.known]
        several = len(every) > 1 and QUICK_SHARE * self.session.left() > LEAST_SHARE * len(every)
        again, whole = list[LoopModel](), (math.inf, 1.0)
        for most, part in ((QUICK_SECONDS, QUICK_SHARE), whole, whole) if self.goals and several else (whole,):
            waiting = {one.number: one.goal for one in every if one.number not in self.raced}
            waiting |= {one.assertion.number: one.assertion.goal for one in again}
            again = list(self._round(chain(fresh, again), goals, most, part * self._for_races(), waiting))
            if self._for_races() <= LEAST_SHARE:
                break
        if next(fresh, None) is not None:  # whether any run comes to those that are left is not known
            goals.reachable |= {one.number for one in every}
            if not self.session.stop.is_set():
                goals.all_left_open(self.session.over())

    def _for_races(self) -> float:
        return self.session.left() - min(RESERVED, RESERVED_SHARE * self.session.left())

    def _round(
        self, models: Iterator[LoopModel], goals: Goals, most: float, seconds: float, waiting: dict[int, Goal]
    ) -> Iterator[LoopModel]:
        """A race for each goal that is open, which has its share of the seconds, the last one all of them; yields what
        more time may help. It takes no more of the models than there is time for: each of them takes time as well."""
        clock = Deadline(seconds)
        for made in models:
            model = self._as_known(made, goals)
            goals.reachable.add(model.assertion.number)
            self.raced.add(model.assertion.number)
            waiting.pop(model.assertion.number, None)
            others = sum(map(goals.is_open, waiting.values()))
            is_limited = others > 0 or (most < math.inf and len(goals.open()) > 1)
            share = max(LEAST_SHARE, min(most, clock.left() / (1 + others)) if is_limited else self._for_races())
            over = self.session.over()
            cause = f"not decided within its share of the time, {share:.1f} s" if is_limited else over.text
            own = replace(self.session, deadline=Deadline(share, cause=cause, hint=over.hint))
            session = own if self.goals and len(goals.asked) > 1 else self.session
            if goals.is_open(model.assertion.goal) and self._may_win_later(model, session, goals):
                yield model
            is_late = min(clock.left(), self.session.left()) < LEAST_SHARE
            if is_late or self.session.stop.is_set() or (self.goals is None and goals.reasons):
                return

    def _as_known(self, model: LoopModel, goals: Goals) -> LoopModel:
        """The model, made anew where other goals have failed since: a run that violates one ends there."""
        number, fails = model.assertion.number, goals.ends_runs
        if fails(model.assertion) or not any(map(fails, assertions(model.program))):
            return model
        self.program = ended_by(self.program, fails)
        self.refusals.final.pop(number, None)
        return model_of(self.program, number)

    def _may_win_later(self, model: LoopModel, session: Session, goals: Goals) -> bool:
        """A race for one goal; is it open still, and might not be with more time?"""
        goal, entrants = model.assertion.goal, self._entrants(model)
        if not entrants and goal in goals.reasons:
            return False
        is_over = partial(self._is_over, session, goals, goal)
        won = Race(session, goal, self.answers, is_over, few_loops(self.program), self.owed).run(entrants)
        if isinstance(won, Reason):
            all_over = won.kind is ReasonKind.BUDGET and self.session.left() <= 0  # and not its own share alone
            goals.left_open(goal, goals.missing(goal) or (self.session.over() if all_over else won))
            return session.left() <= 0 < self.session.left()
        if (won.strategy, model.assertion.number) not in self.parts:  # of a part nothing serves another goal
            self.winner = choosing.Winner(won.strategy, model)
        self.worked[won.strategy] = won.worked
        goals.proved(model.assertion, Won(self._named(won.strategy, model), [*self.before, *won.pieces]))
        return False

    def _is_over(self, session: Session, goals: Goals, goal: Goal) -> bool:
        """Has the search for a counterexample found one, or another race used up the time?"""
        return goal in goals.refuted or (session is not self.session and min(session.left(), self.session.left()) <= 0)

    def _entrants(self, model: LoopModel) -> list[Entrant]:
        every, why = choosing.ordered(self.session.options.strategies, model, self.winner, self.refusals.tried)
        foretold, asked = choosing.foretold(every, why, model), model.assertion
        able = [(name, one) for name, one in every if one.takes_part(asked.kind, explicit=self.explicit)]
        chosen = [(name, one) for name, one in able if not self.refusals.is_final(name, asked.number)]
        chosen.sort(key=lambda one: (one[0] not in foretold, one[0] not in self.at_work))
        if len(chosen) > 1:
            self._tell(Choice(model.assertion.where, chosen[0][0], why))
        how = {n: (n in foretold, n in self.at_work, self.worked.get(n, 0.0)) for n, _ in chosen}
        return [Entrant(n, partial(self._enter, n, s, model), s.priority, s.rate, *how[n]) for n, s in chosen]

    def _tell(self, choice: Choice) -> None:
        if choice not in self.choices:
            self.choices.append(choice)
            self.session.observe(Chosen(choice))

    def _enter(
        self, name: str, strategy: Strategy, model: LoopModel, strategy_session: Session
    ) -> Sequence[CheckedQuery] | Reason:
        """The strategy's proof; it is none before every access is known to be in bounds."""
        assert strategy.prove is not None
        desk = Desk(self, name, model, strategy_session)
        found = converse(strategy.prove(model, desk), strategy_session, desk.doubt)
        if isinstance(found, Reason):
            if self.doubts is not None:
                self.doubts.begun.set()
            if not strategy_session.stop.is_set() and strategy_session.left() > 0:
                self.refusals.note(name, model.assertion.number, found)
            return found
        covered = not self.knowledge.accesses or covers_accesses(found)
        if desk.part:
            covered = not elements_of(self.program.body)  # of the part's own accesses nothing follows for the others
        if covered:
            return found
        piece = self.knowledge.in_bounds(strategy_session)
        return bounds_reason(piece) or [piece, *found]

    def _named(self, strategy: str, model: LoopModel) -> str:
        """The strategy, with what it proved the assertion in if that was a part of the program."""
        how = self.parts.get((strategy, model.assertion.number))
        return f"{strategy} ({how})" if how else strategy


class Desk(Struct):
    """The `Facts` of one strategy on one assertion; `part` is what it has proved it in, if that is not the program."""

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

    def more(self) -> ProvedFacts:
        return self.prover.knowledge.more(self.strategy_session)

    def begin_accesses(self) -> None:
        self.prover.knowledge.begin_accesses()

    def through(self, part: Part) -> tuple[CheckedQuery, ...] | Reason:
        """A proof of all assertions of a part that has those violations of the program which the task is about."""
        options = self.strategy_session.options
        options = replace(options, strategies=strategies.of_a_part(options.strategies, self.strategy))
        with self._validated(part) as compared:
            proof = Prover(replace(self.strategy_session, options=options, observe=self._of_part), part.program).prove()
            conclusion = conclude(proof.pieces, None, options.overflow)
            if proof.reason is None and conclusion.verdict is Verdict.TRUE:
                validated = compared()
                conclusion = conclude(proof.pieces, None, options.overflow, validated)
                proof = replace(proof, reason=conclusion.reason)
        if proof.reason is None and conclusion.verdict is Verdict.TRUE:
            unseen = "" if validated.translation is Translation.SAME else ", which was not compared"
            self.part = f"{', '.join(proof.strategies)} on the {part.name}{unseen}"
            self.prover.parts[self.strategy, self.model.assertion.number] = self.part
            return tuple(
                replace(piece, request=replace(piece.request, purpose=f"{part.name}: {piece.request.purpose}"))
                for piece in chain(*proof.pieces)
            )
        reason = proof.reason or self.strategy_session.over()
        return replace(reason, text=f"{part.name}: {reason.text}")

    @contextmanager
    def _validated(self, part: Part) -> Iterator[Callable[[], Validation]]:
        """Compares a part with the program while it is being proved; asked once it is, what is yielded waits for it."""
        from veriabs.validation.validator import Validator  # few programs have parts

        session, doubts = self.strategy_session, self.prover.doubts
        options = session.options
        validator = Validator(options.replay, session.left, options.keep, session.compared, proof=Signal())
        with ThreadPoolExecutor(1) as beside:
            comparison = beside.submit(validator.validate_part, self.program, part, self.model.assertion)

            def compared() -> Validation:
                validator.proved(doubts.found if doubts is not None else ())
                return session.wait(comparison, late=True)

            try:
                yield compared
            finally:
                validator.end()

    def _of_part(self, event: Event) -> None:
        """Of the proof of a part the runs are told alone: what the strategies in it say is no answer to the task."""
        if isinstance(event, Ran):
            self.strategy_session.observe(event)

    def once(self, what: str, steps: Steps[T]) -> T:
        self.prover.at_work.add(self.strategy)
        return self.prover.knowledge.once(what, steps, self.strategy_session)

    def doubt(self, piece: CheckedQuery) -> None:
        if self.prover.doubts is not None:
            self.prover.doubts.note(self.strategy, piece)

    def tell(self, event: Event) -> None:
        if isinstance(event, Shrunk):
            event = Shrunk(self._by_the_clock(event.factor))
            self.prover.factors.append(event.factor)
        if not self.strategy_session.stop.is_set():
            self.strategy_session.observe(event)

    def _by_the_clock(self, factor: ShrinkFactor) -> ShrinkFactor:
        """What the clock has ended says so: the same search may come further where less else is to be done."""
        late = self.strategy_session.left() <= 0 and factor.k is None and factor.reason is not None
        if not late or factor.reason.kind not in (ReasonKind.TIMEOUT, ReasonKind.BUDGET):  # type: ignore[union-attr]
            return factor
        return replace(factor, reason=self.strategy_session.over())
