"""The pipeline under a budget: program -> tasks -> attempts -> runs -> verdict.

Strategies say as data what has to be run; here it is rendered and run, as many at a time as there are jobs, and the
runs go to `verdict.conclude`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from threading import Event

from veriabs import strategies
from veriabs.bounds import Invariants, bounds_program
from veriabs.cbmc.command import Solver
from veriabs.cbmc.driver import Cbmc, Driver
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
    Program,
    Reason,
    ReasonKind,
    Report,
    Run,
    Shrinkable,
    ShrinkFactor,
    Task,
    TriedK,
    Word,
)
from veriabs.templates import render_c
from veriabs.verdict import Piece, conclude, holds, reason_of

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


@dataclass(frozen=True, slots=True)
class Options:
    """What the user can choose; times in seconds, memory in megabytes."""

    max_k: int = 5
    timeout: float = 900.0
    memory_mb: int | None = None
    jobs: int = 2
    strategies: tuple[str, ...] = ("shrinking",)
    keep: Path | None = None
    on_event: Callable[[str, str, float, float], None] | None = None
    on_tried: Callable[[Attempt, TriedK], None] | None = None


def verify(task: Task, program: Program, cbmc: Cbmc, options: Options) -> Report:
    """Is every assertion of the program proved?"""
    return _with_session(task, program, cbmc, options, lambda session: session.verify())


def shrink(task: Task, program: Program, cbmc: Cbmc, options: Options) -> Report:
    """The shrink factor of every loop: all harnesses are run, whatever the residual programs say."""
    return _with_session(task, program, cbmc, options, lambda session: session.shrink())


def _with_session(
    task: Task, program: Program, cbmc: Cbmc, options: Options, work: Callable[[_Session], Report]
) -> Report:
    # Each of the programs under way may have both solvers at work, else two hard ones would keep the better solver out.
    processes = len(Solver) * options.jobs
    driver = Driver(
        cbmc, memory_mb=options.memory_mb, jobs=processes, keep=options.keep, on_event=options.on_event
    )  # fmt: skip
    with driver, ThreadPoolExecutor(options.jobs) as pool:
        session = _Session(task, program, cbmc, driver, pool, options)
        try:
            return work(session)
        finally:
            session.stop.set()
            pool.shutdown(cancel_futures=True)


@dataclass
class _Session:
    """One verification under way: its budget, the runs so far, and what is known of the program."""

    task: Task
    program: Program
    cbmc: Cbmc
    driver: Driver
    pool: ThreadPoolExecutor
    options: Options
    start: float = field(default_factory=time.monotonic)
    stop: Event = field(default_factory=Event)
    runs: list[Run] = field(default_factory=list)
    factors: list[ShrinkFactor] = field(default_factory=list)
    houdini: Piece | None = None
    quiet: bool = False
    invariants: Invariants = field(default_factory=dict)

    # ------------------------------------------------------------------------------------------------------- runs

    def left(self) -> float:
        """Seconds of the budget that are left."""
        return self.options.timeout - (time.monotonic() - self.start)

    def submit(self, harness: Harness) -> Future[Piece]:
        return self.pool.submit(self._decide, harness)

    def _decide(self, harness: Harness) -> Piece:
        seconds = self.left()
        if seconds <= 0:
            return Piece(harness, Run(harness.purpose, Outcome.TIMEOUT, detail="time budget used up"))
        solvers = (Solver.Z3, Solver.BUILT_IN) if harness.arrays else (Solver.BUILT_IN, Solver.Z3)
        run = self.driver.check(
            render_c(harness.template, harness.context),
            purpose=harness.purpose,
            asked=harness.asked,
            unwind=harness.unwind,
            data_model=self.task.data_model,
            seconds=seconds,
            solvers=solvers,
            stop=self.stop,
        )
        self.runs.append(run)
        return Piece(harness, run)

    # ----------------------------------------------------------------------------------------------------- verify

    def verify(self) -> Report:
        tasks = models(self.program)
        bounds = self.submit(self._bounds({}, assertions=bool(tasks)))
        proofs: list[list[Piece]] = [] if tasks else [[]]
        for model in tasks:
            pieces = self._prove_with_help(model)
            if isinstance(pieces, Reason):
                return self._report([], pieces)
            proofs.append(pieces)
        piece = bounds.result()
        if piece.run.outcome is Outcome.FAILURE:
            piece = self.within_invariants()
        return self._report([[piece, *pieces] for pieces in proofs], self._bounds_reason(piece))

    def _prove_with_help(self, model: LoopModel) -> list[Piece] | Reason:
        """Small k plainly, then with invariants, then with lemmas about the loops in front; larger k only after that.

        Invariants and lemmas are proved before they are used, and only once something could not be proved without.
        """
        small = range(1, min(SMALL_K, self.options.max_k) + 1)
        large = range(SMALL_K + 1, self.options.max_k + 1)
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
        return self.left() > 0 and any(facts.obstacle is None for facts in model.loops)

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
        tried: Invariants = candidates(self.program)
        while True:
            piece = self.submit(self._bounds(tried)).result()
            if piece.run.outcome is not Outcome.FAILURE:
                break
            kept = surviving(tried, piece.run)
            if kept == tried:
                break
            tried = kept
        self.invariants = tried if proved_but_bounds(piece.run) else {}
        self.houdini = piece
        return piece

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
                return [*aid.proofs, *pieces]
            reason = pieces
            if self.left() <= 0:
                return Reason(ReasonKind.BUDGET, f"the time budget of {self.options.timeout:g} s is used up")
        return reason

    def _attempts(self, model: LoopModel, aid: Help) -> Iterator[Attempt | Reason]:
        for name in self.options.strategies:
            yield from strategies.load(name).attempts(model, aid.invariants, aid.lemmas)

    def _try(self, model: LoopModel, attempt: Attempt, tried: list[TriedK], ks: range) -> list[Piece] | Reason:
        """The pieces of a proof with the first k that works."""
        conditions = [self.submit(condition) for condition in attempt.conditions]
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
        text = f"no k up to {self.options.max_k} for the loop{'s' if len(attempt.lines) > 1 else ''} at line {lines}"
        return Reason(ReasonKind.NO_SMALL_K, text, model.assertion.where, "--max-k, or another strategy")

    def _try_k(self, attempt: Attempt, k: int, tried: list[TriedK]) -> list[Piece] | Reason | None:
        """The pieces of a proof with this k; None if CBMC refuted one of them, a reason if it did not decide."""
        residual = self.submit(attempt.residual(k))
        harness = self.submit(attempt.harness(k)) if k == 1 else None
        first = residual.result()
        if not holds(first):
            outcome = Shrinkable.RESIDUAL_FAILED if first.run.outcome is Outcome.FAILURE else Shrinkable.UNDECIDED
            if harness is not None:
                harness.cancel()
            self._tried(attempt, tried, TriedK(k, outcome, None, first.run))
            return _undecided(first)
        reach = self.submit(attempt.reach(k))
        second = (harness or self.submit(attempt.harness(k))).result()
        self._tried(attempt, tried, TriedK(k, _shrinkable(second), second.run, first.run))
        third = reach.result()
        if holds(second) and holds(third):
            return [first, second, third]
        return _undecided(second) or _undecided(third)

    def _tried(self, attempt: Attempt, tried: list[TriedK], what: TriedK) -> None:
        tried.append(what)
        if self.options.on_tried is not None and not self.quiet:
            self.options.on_tried(attempt, what)

    def _note(self, model: LoopModel, attempt: Attempt, tried: list[TriedK]) -> None:
        k = next((t.k for t in tried if t.outcome is Shrinkable.YES), None)
        self.factors.append(
            ShrinkFactor(model.assertion.where, attempt.lines, attempt.clauses, attempt.accelerable, tuple(tried), k)
        )

    # ----------------------------------------------------------------------------------------------------- shrink

    def shrink(self) -> Report:
        for model in models(self.program):
            for attempt in self._attempts(model, Help()):
                if not isinstance(attempt, Reason):
                    self._discover(model, attempt)
                    break
        return self._report([], Reason(ReasonKind.NOT_APPLICABLE, "shrink factors only, no verdict was asked for"))

    def _discover(self, model: LoopModel, attempt: Attempt) -> None:
        harnesses = [(k, self.submit(attempt.harness(k))) for k in range(1, self.options.max_k + 1)]
        tried: list[TriedK] = []
        for k, future in harnesses:
            piece = future.result()
            self._tried(attempt, tried, TriedK(k, _shrinkable(piece), piece.run, None))
        self._note(model, attempt, tried)

    # ----------------------------------------------------------------------------------------------------- report

    def _report(self, proofs: list[list[Piece]], reason: Reason | None) -> Report:
        conclusion = conclude(proofs)
        word = Word.UNKNOWN if reason is not None else conclusion.word
        return Report(
            task=self.task,
            word=word,
            strategy="shrinking" if word is Word.TRUE else "",
            reason=None if word is Word.TRUE else reason or conclusion.reason,
            loops=tuple(self.factors),
            runs=tuple(self.runs),
            seconds=time.monotonic() - self.start,
            peak_mb=max((run.peak_mb for run in self.runs), default=0.0),
            cbmc_version=self.cbmc.version_text,
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
