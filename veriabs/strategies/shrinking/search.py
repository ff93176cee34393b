"""The search for a proof by shrinking: attempts for k = 1, 2, ..., with invariants and lemmas once they are needed."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import partial
from itertools import chain, count, islice
from typing import TypeVar

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.events import Shrunk, Tried
from veriabs.core.expressions import Cast, Element, Var
from veriabs.core.loop_model import LoopFacts, LoopModel
from veriabs.core.queries import CheckedQuery, ProvedFacts
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Shrinkable, ShrinkFactor, TriedK, Verdict
from veriabs.core.runs import Outcome
from veriabs.core.statements import Assign, Havoc
from veriabs.core.strategy import Ahead, Ask, Dialogue, Facts, Unneeded
from veriabs.core.verdict import conclude, holds, reason_of
from veriabs.loops.accelerate import normalised
from veriabs.loops.build import model_of
from veriabs.loops.coalesce import coalesced
from veriabs.loops.run_on import run_on
from veriabs.strategies.shrinking.attempt import Attempt
from veriabs.strategies.shrinking.attempts import attempts
from veriabs.strategies.shrinking.lemmas import candidates as lemma_candidates
from veriabs.strategies.shrinking.lemmas import task_of

NAME = "shrinking"

MOST_ATTEMPTS = 8
"""Groups and pairings that are tried for one assertion."""

MOST_UNDECIDED = 2
"""Harnesses without an answer after which the search for a shrink factor ends: others will not be easier."""

LEMMA_ATTEMPTS = 3
"""Groups and pairings that are tried for one lemma."""

SMALL_K = 2
"""Most loops that shrink at all do so with k up to this."""

Found = TypeVar("Found")
Steps = Generator[Ask, tuple[CheckedQuery, ...], Found]
"""A part of the dialogue, and what it comes to."""

Proof = tuple[CheckedQuery, ...]


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """The pieces of a proof: conditions, residual program, harness and a run that gets there, all with one k."""
    return (yield from _escalate(model, facts, Search(facts)))


def _escalate(model: LoopModel, facts: Facts, search: Search) -> Steps[Proof | Reason]:
    """Small k plainly, then with invariants, then with lemmas about the loops in front, then with invariants that runs
    suggest; larger k only after that.

    Invariants and lemmas are proved before they are used, and only once something could not be proved without.
    """
    small = range(1, min(SMALL_K, facts.max_k) + 1)
    plain, model = model, coalesced(model) or model
    found = yield from search.proof(model, ProvedFacts(), small)
    if not isinstance(found, Reason) or not _worthwhile(model):
        return found
    aid = ProvedFacts()
    known = facts.known()
    if any(one.loop.id in known.invariants for one in model.loops):
        aid = ProvedFacts(known.invariants, known.proofs)
        found = yield from search.proof(model, aid, small)
    if isinstance(found, Reason) and (lemmas := (yield from _lemmas(model, facts))).lemmas:
        aid = ProvedFacts(aid.invariants, (*aid.proofs, *lemmas.proofs), lemmas.lemmas)
        found = yield from search.proof(model, aid, small)
    if isinstance(found, Reason):
        summed = None if search.in_front else model_of(facts.program, model.assertion.number, beyond_linear=True)
        if summed is not None and summed.loops != plain.loops:
            found = yield from search.proof(coalesced(summed) or summed, ProvedFacts(), small)
    if isinstance(found, Reason):
        yield ()  # what further invariants take is not begun when the time is over
        if (further := _further(model, aid, facts)) is not None:
            aid = further
            found = yield from search.proof(model, aid, small)
    large = range(SMALL_K + 1, facts.max_k + 1)
    if isinstance(found, Reason) and large and (found.kind is ReasonKind.NO_SMALL_K or not search.residuals):
        found = yield from search.proof(model, aid, large)
    return found


def discover(model: LoopModel, facts: Facts) -> Dialogue:
    """Looks for the shrink factor of the loops as `prove` does, whatever residual programs say; this proves nothing.

    Loops that can end early run on where that leaves a loop without one.
    """
    search = Search(facts, residuals=False)
    found = yield from _discover(model, facts, search)
    if all(one.loop.where.line in search.lines or draws_only(one) for one in model.loops):
        return found
    if (ran := run_on(facts.program)) is None:
        return found
    return (yield from _discover(model_of(ran, model.assertion.number), facts, replace(search, undecided=[])))


def _discover(model: LoopModel, facts: Facts, search: Search) -> Dialogue:
    """Where a group of loops shrinks, those in front of it are next, with the residual program as their property."""
    attempt = first_attempt(model)
    if isinstance(attempt, Reason):
        joined = coalesced(model) or model
        lines = tuple(one.loop.where.line for one in joined.loops if not draws_only(one))
        facts.tell(Shrunk(factor(joined, lines, attempt)))
        return attempt
    found = yield from _escalate(model, facts, search)
    if isinstance(found, Reason):
        return found
    front = search.shrunk[-1]()
    if front is not None and not all(draws_only(one) for one in front.loops):
        return (yield from _discover(front, facts, replace(search, in_front=True, undecided=[])))
    return Reason(ReasonKind.NOT_APPLICABLE, "shrink factors only, no verdict was asked for")


def first_attempt(model: LoopModel) -> Attempt | Reason:
    """The likeliest way to shrink the loops of a task, or why there is none."""
    reason = Reason(ReasonKind.NOT_APPLICABLE, "no loop can be shrunk")
    for attempt in attempts(coalesced(model) or model):
        if isinstance(attempt, Attempt):
            return attempt
        reason = attempt
    return reason


def _worthwhile(model: LoopModel) -> bool:
    """Can help change anything: is there a loop that can be shrunk?"""
    return any(one.obstacle is None for one in model.loops)


def _further(model: LoopModel, aid: ProvedFacts, facts: Facts) -> ProvedFacts | None:
    """The lemmas so far with invariants that sampled runs suggest; None if they say nothing new of the loops."""
    known = facts.more()
    loops = [one.loop.id for one in model.loops]
    if not holds(known.proofs[0]) or not any(
        set(known.invariants.get(loop, ())) - set(aid.invariants.get(loop, ())) for loop in loops
    ):
        return None
    lemmas = [piece for piece in aid.proofs if piece not in facts.known().proofs]
    return ProvedFacts(known.invariants, (*known.proofs, *lemmas), aid.lemmas)


def _lemmas(model: LoopModel, facts: Facts) -> Steps[ProvedFacts]:
    """The candidate facts of the task's loops that can be proved, with their proofs."""
    aid, search = ProvedFacts(), Search(facts, quiet=True)
    for lemma in lemma_candidates(model):
        task = task_of(model, lemma)
        found = yield from search.proof(task, ProvedFacts(), range(1, SMALL_K + 1), most=LEMMA_ATTEMPTS)
        if not isinstance(found, Reason) and conclude([found]).verdict is Verdict.TRUE:
            aid = ProvedFacts({}, (*aid.proofs, *found), (*aid.lemmas, lemma))
    return aid


class Search(Struct, frozen=True):
    """The attempts on one assertion, which are numbered; `quiet`: nobody is told.

    Without `residuals` no residual program is run: a shrink factor is looked for, and no proof; `undecided` are the
    harnesses on the way that no solver decided, and `shrunk` makes the task of the loops in front of those that shrink.
    That task is looked at `in_front`: it is none of the program's own. `lines` are those of loops with a factor.
    """

    facts: Facts
    quiet: bool = False
    residuals: bool = True
    in_front: bool = False
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    undecided: list[Reason] = field(default_factory=list)
    shrunk: list[Callable[[], LoopModel | None]] = field(default_factory=list)
    lines: set[int] = field(default_factory=set)

    def proof(
        self, model: LoopModel, aid: ProvedFacts, ks: range, *, most: int = MOST_ATTEMPTS
    ) -> Steps[Proof | Reason]:
        """The pieces of a proof of one assertion, from the first attempt that works, or why none does."""
        reason = Reason(ReasonKind.NOT_APPLICABLE, "no loop can be shrunk", model.assertion.where)
        obstacle: Reason | None = None
        for attempt in islice(attempts(model, aid.invariants, aid.lemmas), most):
            if len(self.undecided) >= MOST_UNDECIDED:
                return self.undecided[0]
            if isinstance(attempt, Reason):
                reason = obstacle = attempt
                continue
            found = yield from self._logged(Log(self, model, attempt, obstacle), ks)
            if not isinstance(found, Reason):
                return (*aid.proofs, *found)
            reason = found
        return reason

    def _logged(self, log: Log, ks: range) -> Steps[Proof | Reason]:
        """One attempt, of which everybody is told."""
        found: Proof | Reason = Reason(ReasonKind.BUDGET, "the search was ended")
        try:
            found = yield from self._attempt(log, ks)
        finally:  # also when the dialogue is ended from outside
            log.end(found if isinstance(found, Reason) else None)
        return found

    def _attempt(self, log: Log, ks: range) -> Steps[Proof | Reason]:
        """The pieces of a proof with the first k that works."""
        attempt = log.attempt
        undecided: Reason | None = None
        for k in ks:
            if not self.residuals and (unmet := _unmet((yield attempt.conditions))):
                return unmet  # then no k is a shrink factor
            found = yield from self._k(log, k)
            conditions = yield attempt.conditions
            if unmet := _unmet(conditions):
                log.sound = False
                return unmet
            if isinstance(found, tuple):
                self.shrunk.append(partial(attempt.in_front, k))
                return (*conditions, *found)
            undecided = undecided or found
            if found is not None and not self.residuals:
                self.undecided.append(found)
                break  # a larger k is harder
        return undecided or _exhausted(log, ks[-1])

    def _k(self, log: Log, k: int) -> Steps[Proof | Reason | None]:
        """The pieces of a proof with this k; None if CBMC refuted one of them, a reason if it did not decide."""
        attempt = log.attempt
        if not self.residuals:
            (alone,) = yield (attempt.harness(k),)
            log.note(TriedK(k, _shrinkable(alone), alone.run, None))
            return (alone,) if holds(alone) else _undecided(alone)
        residual = attempt.residual(k)
        beside = (attempt.harness(k),) if k == 1 else ()
        yield Ahead((residual, *attempt.conditions, *beside))  # what may fail comes first
        (first,) = yield (residual,)
        if not holds(first):
            yield Unneeded(beside)
            log.failed(k, first)
            return _undecided(first)
        reach, harness = attempt.reach(k), beside[0] if beside else attempt.harness(k)
        yield Ahead((reach, harness))
        (second,) = yield (harness,)
        log.note(TriedK(k, _shrinkable(second), second.run, first.run))
        (third,) = yield (reach,)
        if holds(second) and holds(third):
            return (first, second, third)
        return _undecided(second) or _undecided(third)


class Log:
    """What is told of one attempt."""

    def __init__(self, search: Search, model: LoopModel, attempt: Attempt, obstacle: Reason | None) -> None:
        self.facts, self.quiet, self.number = search.facts, search.quiet, next(search.numbers)
        self.shrunk = search.lines
        self.model, self.attempt, self.obstacle = model, attempt, obstacle
        self.tried: list[TriedK] = []
        self.sound = True

    def failed(self, k: int, residual: CheckedQuery) -> None:
        """The residual program of this k is not proved; a real error may be behind that."""
        outcome = Shrinkable.RESIDUAL_FAILED if residual.run.outcome is Outcome.FAILURE else Shrinkable.UNDECIDED
        self.note(TriedK(k, outcome, None, residual.run))
        if not self.quiet:
            self.facts.doubt(residual)

    def note(self, one: TriedK) -> None:
        """One k has been tried."""
        self.tried.append(one)
        if not self.quiet:
            where, attempt = self.model.assertion.where, self.attempt
            loops = (attempt.lines, attempt.clauses, attempt.accelerable)
            self.facts.tell(Tried(NAME, where, self.number, *loops, one))

    def end(self, reason: Reason | None) -> None:
        """All k have been tried that there is a point in; `reason` says why that was not enough."""
        if not self.quiet:
            k = next((one.k for one in self.tried if one.outcome is Shrinkable.YES), None)
            self.shrunk.update(self.attempt.lines if self.sound and k is not None else ())
            told = factor(self.model, self.attempt.lines, reason)
            self.facts.tell(
                Shrunk(
                    replace(
                        told,
                        clauses=self.attempt.clauses,
                        accelerable=self.attempt.accelerable,
                        tried=tuple(self.tried),
                        k=k if self.sound else None,
                        obstacle=self.obstacle if told.front else None,
                    )
                )
            )


def factor(model: LoopModel, lines: tuple[int, ...], reason: Reason | None) -> ShrinkFactor:
    """What is said of the loops at these lines before any k is tried."""
    asserting = None if model.goal.facts is None else model.goal.facts.loop.where.line
    others = [one for one in model.loops if one.loop.where.line not in lines]
    inputs = tuple(one.loop.where.line for one in others if draws_only(one))
    front = tuple(one.loop.where.line for one in others if one.loop.where.line not in inputs)
    return ShrinkFactor(model.assertion.where, lines, "", (), (), None, reason, front, inputs, None, asserting)


def draws_only(facts: LoopFacts) -> bool:
    """Does every iteration only put inputs into cells? Then there is nothing in the loop that could shrink."""
    drawn: set[str] = set()
    for stmt in chain(*normalised(facts)):
        match stmt:
            case Havoc(target=Var(name=name)) if name in facts.private:
                drawn.add(name)
            case Havoc(target=Element()):
                pass
            case Assign(target=Element(), value=Var(name=name) | Cast(operand=Var(name=name))) if name in drawn:
                pass
            case _:
                return False
    return facts.exact


def _exhausted(log: Log, most: int) -> Reason:
    lines = log.attempt.lines
    loops = f"the loop{'s' if len(lines) > 1 else ''} at line {', '.join(map(str, lines))}"
    text = f"no k up to {most} for {loops}"
    return Reason(ReasonKind.NO_SMALL_K, text, log.model.assertion.where, "--max-k, or another strategy")


def _unmet(conditions: Proof) -> Reason | None:
    """The first side condition that is not proved, as a reason; None if all are."""
    failed = next((piece for piece in conditions if not holds(piece)), None)
    return None if failed is None else reason_of(failed.request, failed.run)


def _undecided(piece: CheckedQuery) -> Reason | None:
    """Why CBMC neither proved nor refuted the program, or None if it did."""
    return None if piece.run.outcome in (Outcome.SUCCESS, Outcome.FAILURE) else reason_of(piece.request, piece.run)


def _shrinkable(piece: CheckedQuery) -> Shrinkable:
    match piece.run.outcome:
        case Outcome.SUCCESS:
            return Shrinkable.YES if holds(piece) else Shrinkable.UNDECIDED
        case Outcome.FAILURE:
            return Shrinkable.NO
        case Outcome.TIMEOUT | Outcome.MEMORY | Outcome.CRASH | Outcome.UNKNOWN:
            return Shrinkable.UNDECIDED
