"""Looks for a proof of every assertion: strategies' attempts, with invariants and lemmas once they are needed."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from itertools import islice
from queue import SimpleQueue
from threading import Event

from veriabs import strategies
from veriabs.bounds import Invariants, bounds_program
from veriabs.invariants import candidates, proved_but_bounds, surviving
from veriabs.lemmas import candidates as lemma_candidates
from veriabs.lemmas import task_of
from veriabs.loops.build import model_of, models
from veriabs.model import (
    Attempt,
    Claim,
    Harness,
    Lemma,
    LoopModel,
    Outcome,
    Piece,
    Program,
    Reason,
    ReasonKind,
    Shrinkable,
    ShrinkFactor,
    TriedK,
    Where,
    Word,
)
from veriabs.replay.leads import Lead, lead
from veriabs.report.ranges import ranges, text
from veriabs.session import Session
from veriabs.verdict import conclude, holds, reason_of

MOST_ATTEMPTS = 8
"""Groups and pairings that are tried for one assertion."""

MOST_LEADS = 6
"""Failed residual programs whose counterexamples are tried on the whole program."""

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


@dataclass(frozen=True, slots=True)
class Proof:
    """The pieces for each assertion with the strategies that made them, or why there is no proof."""

    pieces: list[list[Piece]]
    reason: Reason | None = None
    strategies: tuple[str, ...] = ()


@dataclass
class Prover:
    """One search for a proof; `leads` takes what failed residual programs suggest to the refuter."""

    session: Session
    program: Program
    factors: list[ShrinkFactor] = field(default_factory=list)
    decisive: dict[str, None] = field(default_factory=dict)
    houdini: Piece | None = None
    quiet: bool = False
    leads: SimpleQueue[Lead | None] | None = None
    doubt: Event = field(default_factory=Event)
    traces: list[Future[None]] = field(default_factory=list)
    invariants: Invariants = field(default_factory=dict)

    def prove(self) -> Proof:
        """A proof of every assertion, and that no access is out of bounds."""
        tasks = models(self.program)
        bounds = self.session.submit(self._bounds({}, assertions=bool(tasks)))
        proofs: list[list[Piece]] = [] if tasks else [[]]
        for model in tasks:
            pieces = self._prove_with_help(model)
            if isinstance(pieces, Reason):
                return Proof([], pieces)
            proofs.append(pieces)
        piece = bounds.result()
        if piece.run.outcome is Outcome.FAILURE:
            piece = self.within_invariants()
        return Proof([[piece, *pieces] for pieces in proofs], self._bounds_reason(piece), tuple(self.decisive))

    def _prove_with_help(self, model: LoopModel) -> list[Piece] | Reason:
        """Small k plainly, then with invariants, then with lemmas about the loops in front; larger k only after that.

        Invariants and lemmas are proved before they are used, and only once something could not be proved without.
        """
        small = range(1, min(SMALL_K, self.session.options.max_k) + 1)
        large = range(SMALL_K + 1, self.session.options.max_k + 1)
        pieces = self._prove(model, Help(), small)
        if not isinstance(pieces, Reason) or not self._worthwhile(model):
            return pieces
        aid = Help()
        invariants = self.proven_invariants()
        if any(facts.loop.where in invariants for facts in model.loops):
            aid = Help(invariants, (), (self.within_invariants(),))
            pieces = self._prove(model, aid, small)
        if isinstance(pieces, Reason) and (lemmas := self._lemmas(model)).lemmas:
            aid = Help(aid.invariants, lemmas.lemmas, (*aid.proofs, *lemmas.proofs))
            pieces = self._prove(model, aid, small)
        if isinstance(pieces, Reason):
            summed = model_of(self.program, model.assertion.number, beyond_linear=True)
            if summed.loops != model.loops:
                pieces = self._prove(summed, Help(), small)
        if isinstance(pieces, Reason) and large and pieces.kind is ReasonKind.NO_SMALL_K:
            pieces = self._prove(model, aid, large)
        return pieces

    def _worthwhile(self, model: LoopModel) -> bool:
        """Can help change anything: is there a loop that can be shrunk, and time left?"""
        return self.session.left() > 0 and any(facts.obstacle is None for facts in model.loops)

    def _lemmas(self, model: LoopModel) -> Help:
        """The candidate facts of the task's loops that can be proved, with their proofs."""
        aid, self.quiet = Help(), True
        for lemma in lemma_candidates(model):
            pieces = self._prove(task_of(model, lemma), Help(), range(1, SMALL_K + 1), most=LEMMA_ATTEMPTS, note=False)
            if not isinstance(pieces, Reason) and conclude([pieces]).word is Word.TRUE:
                aid = Help({}, (*aid.lemmas, lemma), (*aid.proofs, *pieces))
        self.quiet = False
        return aid

    def proven_invariants(self) -> Invariants:
        """Invariants of the carried scalars; they are looked for only once something could not be proved without."""
        self.within_invariants()
        return self.invariants

    def within_invariants(self) -> Piece:
        """The bounds program under the candidates that prove each other (Houdini); sets `invariants`."""
        if self.houdini is not None:
            return self.houdini
        self.invariants, self.houdini = self._proven(candidates(self.program))
        return self.houdini

    def _proven(self, tried: Invariants) -> tuple[Invariants, Piece]:
        """Those candidates that prove each other, and the bounds program that proves them."""
        while True:
            piece = self.session.submit(self._bounds(tried)).result()
            kept = surviving(tried, piece.run)
            if piece.run.outcome is not Outcome.FAILURE or kept == tried:
                return (tried if proved_but_bounds(piece.run) else {}), piece
            tried = kept

    def ranges(self) -> tuple[tuple[Where, str], ...]:
        """Invariants for a witness: the ranges of the counters, as far as the bounds program proves them."""
        proved, _ = self._proven(ranges(self.program))
        spelled = {where: [text(self.program, expr) for expr in exprs] for where, exprs in proved.items()}
        return tuple((where, " && ".join(filter(None, texts))) for where, texts in spelled.items() if any(texts))

    def _bounds(self, invariants: Invariants, *, assertions: bool = True) -> Harness:
        """A program without an assertion has no error: then the run that finds its accesses in bounds is the proof."""
        harness = bounds_program(self.program, invariants)
        return harness if assertions else replace(harness, claim=Claim.OVER)

    def _bounds_reason(self, piece: Piece) -> Reason | None:
        if holds(piece):
            return None
        if piece.run.outcome is not Outcome.FAILURE:
            return reason_of(piece.harness, piece.run)
        failed = next((text for text in piece.run.failed() if "within bounds" in text), piece.run.failed()[0])
        return Reason(ReasonKind.OUT_OF_BOUNDS, f"not proved: {failed}", None, "make the index bounds evident")

    def _prove(
        self, model: LoopModel, aid: Help, ks: range, *, most: int = MOST_ATTEMPTS, note: bool = True
    ) -> list[Piece] | Reason:
        """The pieces of a proof of one assertion, from the first attempt that works, or why none does."""
        reason = Reason(ReasonKind.NOT_APPLICABLE, "no loop can be shrunk", model.assertion.where)
        for attempt in islice(self._attempts(model, aid), most):
            if isinstance(attempt, Reason):
                reason = attempt
                continue
            tried: list[TriedK] = []
            pieces = self._try(model, attempt, tried, ks)
            if note:
                self._note(model, attempt, tried)
            if not isinstance(pieces, Reason):
                if note:
                    self.decisive[attempt.strategy] = None
                return [*aid.proofs, *pieces]
            reason = pieces
            if self.session.left() <= 0:
                return Reason(ReasonKind.BUDGET, f"the time budget of {self.session.options.timeout:g} s is used up")
        return reason

    def _attempts(self, model: LoopModel, aid: Help) -> Iterator[Attempt | Reason]:
        for prover in strategies.provers(self.session.options.strategies):
            yield from prover.attempts(model, aid.invariants, aid.lemmas)

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
            self._follow(attempt, first, k)
            return _undecided(first)
        reach = self.session.submit(attempt.reach(k))
        second = (harness or self.session.submit(attempt.harness(k))).result()
        self._tried(attempt, tried, TriedK(k, _shrinkable(second), second.run, first.run))
        third = reach.result()
        if holds(second) and holds(third):
            return [first, second, third]
        return _undecided(second) or _undecided(third)

    def _follow(self, attempt: Attempt, piece: Piece, k: int) -> None:
        """Has the search begin, and try what a failed residual program suggests."""
        self.doubt.set()
        name = next((c.name for c in piece.run.checks if c.description in piece.harness.asked), None)
        wanted = self.leads is not None and not self.quiet and len(self.traces) < MOST_LEADS
        if wanted and name is not None and piece.run.outcome is Outcome.FAILURE:
            self.traces.append(self.session.pool.submit(self._trace, attempt, piece, name, k))

    def _trace(self, attempt: Attempt, piece: Piece, name: str, k: int) -> None:
        harness = replace(piece.harness, purpose=f"trace of {piece.harness.purpose}")
        run = self.session.traced(harness, name, self.session.stop)
        found = lead(run.raw, self.program, attempt.strategy, k)
        if found is not None and self.leads is not None:
            self.leads.put(found)

    def _tried(self, attempt: Attempt, tried: list[TriedK], what: TriedK) -> None:
        tried.append(what)
        if self.session.options.on_tried is not None and not self.quiet and not self.session.stop.is_set():
            self.session.options.on_tried(attempt, what)

    def _note(self, model: LoopModel, attempt: Attempt, tried: list[TriedK]) -> None:
        k = next((t.k for t in tried if t.outcome is Shrinkable.YES), None)
        self.factors.append(
            ShrinkFactor(model.assertion.where, attempt.lines, attempt.clauses, attempt.accelerable, tuple(tried), k)
        )

    # ----------------------------------------------------------------------------------------------------- shrink

    def shrink(self) -> None:
        """Runs all harnesses of the first attempt for each assertion; `factors` then has what came of them."""
        for model in models(self.program):
            for attempt in self._attempts(model, Help()):
                if not isinstance(attempt, Reason):
                    self._discover(model, attempt)
                    break

    def _discover(self, model: LoopModel, attempt: Attempt) -> None:
        harnesses = [(k, self.session.submit(attempt.harness(k))) for k in range(1, self.session.options.max_k + 1)]
        tried: list[TriedK] = []
        for k, future in harnesses:
            piece = future.result()
            self._tried(attempt, tried, TriedK(k, _shrinkable(piece), piece.run, None))
        self._note(model, attempt, tried)


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
