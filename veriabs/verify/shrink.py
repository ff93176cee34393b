"""Strategies with attempts: each is tried for k = 1, 2, ..., with invariants and lemmas once they are needed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from types import ModuleType

from veriabs.core.model import (
    Attempt,
    Lemma,
    LoopModel,
    Outcome,
    Piece,
    Reason,
    ReasonKind,
    Shrinkable,
    ShrinkFactor,
    TriedK,
    Word,
)
from veriabs.core.verdict import conclude, holds, reason_of
from veriabs.invariants.bounds import Invariants
from veriabs.loops.build import model_of
from veriabs.strategies.shrinking.lemmas import candidates as lemma_candidates
from veriabs.strategies.shrinking.lemmas import task_of
from veriabs.verify.doubts import Doubts
from veriabs.verify.knowledge import Knowledge
from veriabs.verify.session import Session

MOST_ATTEMPTS = 8
"""Groups and pairings that are tried for one assertion."""

LEMMA_ATTEMPTS = 3
"""Groups and pairings that are tried for one lemma."""

SMALL_K = 2
"""Most loops that shrink at all do so with k up to this."""


@dataclass(frozen=True, slots=True)
class Help:
    """Invariants and lemmas that were proved, and the pieces that prove them."""

    invariants: Invariants = field(default_factory=dict)
    lemmas: tuple[Lemma, ...] = ()
    proofs: tuple[Piece, ...] = ()


@dataclass
class Shrinker:
    """One strategy at work on one assertion; `factors` takes the shrink factors that it finds."""

    module: ModuleType
    session: Session
    knowledge: Knowledge
    factors: list[ShrinkFactor]
    doubts: Doubts | None = None
    quiet: bool = False

    def prove(self, model: LoopModel) -> list[Piece] | Reason:
        """Small k plainly, then with invariants, then with lemmas about the loops in front, then with invariants that
        runs suggest; larger k only after that.

        Invariants and lemmas are proved before they are used, and only once something could not be proved without.
        """
        small = range(1, min(SMALL_K, self.session.options.max_k) + 1)
        large = range(SMALL_K + 1, self.session.options.max_k + 1)
        pieces = self._prove(model, Help(), small)
        if not isinstance(pieces, Reason) or not self._worthwhile(model):
            return pieces
        aid = Help()
        known = self.knowledge.known(self.session)
        if any(facts.loop.id in known.invariants for facts in model.loops):
            aid = Help(known.invariants, (), known.proofs)
            pieces = self._prove(model, aid, small)
        if isinstance(pieces, Reason) and (lemmas := self._lemmas(model)).lemmas:
            aid = Help(aid.invariants, lemmas.lemmas, (*aid.proofs, *lemmas.proofs))
            pieces = self._prove(model, aid, small)
        if isinstance(pieces, Reason):
            summed = model_of(self.knowledge.program, model.assertion.number, beyond_linear=True)
            if summed.loops != model.loops:
                pieces = self._prove(summed, Help(), small)
        if isinstance(pieces, Reason) and (further := self._further(model, aid)) is not None:
            aid = further
            pieces = self._prove(model, aid, small)
        if isinstance(pieces, Reason) and large and pieces.kind is ReasonKind.NO_SMALL_K:
            pieces = self._prove(model, aid, large)
        return pieces

    def discover(self, model: LoopModel) -> None:
        """Runs all harnesses of the first attempt there is, whatever its residual programs say."""
        attempt = next((one for one in self._attempts(model, Help()) if isinstance(one, Attempt)), None)
        if attempt is None:
            return
        harnesses = [(k, self.session.submit(attempt.harness(k))) for k in range(1, self.session.options.max_k + 1)]
        tried: list[TriedK] = []
        for k, future in harnesses:
            piece = future.result()
            self._tried(attempt, tried, TriedK(k, _shrinkable(piece), piece.run, None))
        self._note(model, attempt, tried)

    def _worthwhile(self, model: LoopModel) -> bool:
        """Can help change anything: is there a loop that can be shrunk, and time left?"""
        return self.session.left() > 0 and any(facts.obstacle is None for facts in model.loops)

    def _further(self, model: LoopModel, aid: Help) -> Help | None:
        """The lemmas so far with invariants that sampled runs suggest; None if they say nothing new of the loops."""
        if self.session.left() <= 0 or self.session.stop.is_set():
            return None
        known = self.knowledge.more(self.session)
        loops = [facts.loop.id for facts in model.loops]
        if not holds(known.proofs[0]) or not any(
            set(known.invariants.get(loop, ())) - set(aid.invariants.get(loop, ())) for loop in loops
        ):
            return None
        lemmas = [piece for piece in aid.proofs if piece not in self.knowledge.known(self.session).proofs]
        return Help(known.invariants, aid.lemmas, (*known.proofs, *lemmas))

    def _lemmas(self, model: LoopModel) -> Help:
        """The candidate facts of the task's loops that can be proved, with their proofs."""
        aid, self.quiet = Help(), True
        for lemma in lemma_candidates(model):
            pieces = self._prove(task_of(model, lemma), Help(), range(1, SMALL_K + 1), most=LEMMA_ATTEMPTS)
            if not isinstance(pieces, Reason) and conclude([pieces]).word is Word.TRUE:
                aid = Help({}, (*aid.lemmas, lemma), (*aid.proofs, *pieces))
        self.quiet = False
        return aid

    def _prove(self, model: LoopModel, aid: Help, ks: range, *, most: int = MOST_ATTEMPTS) -> list[Piece] | Reason:
        """The pieces of a proof of one assertion, from the first attempt that works, or why none does."""
        reason = Reason(ReasonKind.NOT_APPLICABLE, "no loop can be shrunk", model.assertion.where)
        for attempt in islice(self._attempts(model, aid), most):
            if isinstance(attempt, Reason):
                reason = attempt
                continue
            tried: list[TriedK] = []
            pieces = self._try(model, attempt, tried, ks)
            self._note(model, attempt, tried)
            if not isinstance(pieces, Reason):
                return [*aid.proofs, *pieces]
            reason = pieces
            if self.session.left() <= 0:
                return self.session.over()
        return reason

    def _attempts(self, model: LoopModel, aid: Help) -> Iterator[Attempt | Reason]:
        yield from self.module.attempts(model, aid.invariants, aid.lemmas)

    def _try(self, model: LoopModel, attempt: Attempt, tried: list[TriedK], ks: range) -> list[Piece] | Reason:
        """The pieces of a proof with the first k that works."""
        conditions = [self.session.submit(condition) for condition in attempt.conditions]
        undecided: Reason | None = None
        for k in ks:
            pieces = self._try_k(attempt, k, tried)
            known = [future.result() for future in conditions]
            failed = next((piece for piece in known if not holds(piece)), None)
            if failed is not None:
                return reason_of(failed.harness, failed.run)
            if isinstance(pieces, list):
                return [*known, *pieces]
            undecided = undecided or pieces
        if undecided is not None:
            return undecided
        lines = ", ".join(map(str, attempt.lines))
        loops = f"the loop{'s' if len(attempt.lines) > 1 else ''} at line {lines}"
        text = f"no k up to {self.session.options.max_k} for {loops}"
        return Reason(ReasonKind.NO_SMALL_K, text, model.assertion.where, "--max-k, or another strategy")

    def _try_k(self, attempt: Attempt, k: int, tried: list[TriedK]) -> list[Piece] | Reason | None:
        """The pieces of a proof with this k; None if CBMC refuted one of them, a reason if it did not decide."""
        residual = self.session.submit(attempt.residual(k))
        harness = self.session.submit(attempt.harness(k)) if k == 1 else None
        first = residual.result()
        if not holds(first):
            outcome = Shrinkable.RESIDUAL_FAILED if first.run.outcome is Outcome.FAILURE else Shrinkable.UNDECIDED
            if harness is not None:
                harness.cancel()
            self._tried(attempt, tried, TriedK(k, outcome, None, first.run))
            if self.doubts is not None and not self.quiet:
                self.doubts.note(attempt.strategy, first)
            return _undecided(first)
        reach = self.session.submit(attempt.reach(k))
        second = (harness or self.session.submit(attempt.harness(k))).result()
        self._tried(attempt, tried, TriedK(k, _shrinkable(second), second.run, first.run))
        third = reach.result()
        if holds(second) and holds(third):
            return [first, second, third]
        return _undecided(second) or _undecided(third)

    def _tried(self, attempt: Attempt, tried: list[TriedK], what: TriedK) -> None:
        tried.append(what)
        if self.session.options.on_tried is not None and not self.quiet and not self.session.stop.is_set():
            self.session.options.on_tried(attempt, what)

    def _note(self, model: LoopModel, attempt: Attempt, tried: list[TriedK]) -> None:
        if self.quiet:
            return
        k = next((t.k for t in tried if t.outcome is Shrinkable.YES), None)
        self.factors.append(
            ShrinkFactor(model.assertion.where, attempt.lines, attempt.clauses, attempt.accelerable, tuple(tried), k)
        )


def _undecided(piece: Piece) -> Reason | None:
    """Why CBMC neither proved nor refuted the program, or None if it did."""
    return None if piece.run.outcome in (Outcome.SUCCESS, Outcome.FAILURE) else reason_of(piece.harness, piece.run)


def _shrinkable(piece: Piece) -> Shrinkable:
    match piece.run.outcome:
        case Outcome.SUCCESS:
            return Shrinkable.YES if holds(piece) else Shrinkable.UNDECIDED
        case Outcome.FAILURE:
            return Shrinkable.NO
        case Outcome.TIMEOUT | Outcome.MEMORY | Outcome.CRASH | Outcome.UNKNOWN:
            return Shrinkable.UNDECIDED
