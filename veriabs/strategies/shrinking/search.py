"""Search for a proof by shrinking: attempts for k = 1, 2, ..., with invariants and lemmas if needed."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from itertools import chain, count, islice
from typing import TypeVar

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.ctree import conjuncts, transform
from veriabs.core.events import BoundTried, FactorFound
from veriabs.core.expressions import Cast, Element, Expr, Var
from veriabs.core.loop_model import LoopFacts, LoopModel
from veriabs.core.queries import CheckedQuery, ProvedFacts, Query, Request
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Shrinkable, ShrinkFactor, TriedK, Verdict
from veriabs.core.runs import Outcome
from veriabs.core.statements import Assert, Assign, Havoc, Stmt
from veriabs.core.strategy import Ask, Dialogue, Facts, StartEarly
from veriabs.core.verdict import conclude, holds, reason_of
from veriabs.loops.accelerate import normalised
from veriabs.loops.build import model_of
from veriabs.loops.coalesce import coalesce
from veriabs.loops.early_exit_predication import predicate_early_exits
from veriabs.solvers.trace import traced_values
from veriabs.strategies.shrinking.assumptions import assuming, proved_facts
from veriabs.strategies.shrinking.attempts import Attempt, attempts
from veriabs.strategies.shrinking.lemmas import candidates as lemma_candidates
from veriabs.strategies.shrinking.lemmas import task_of

NAME = "shrinking"

MOST_ATTEMPTS = 8
"""The number of groups and pairings that are tried for one assertion."""

MOST_UNDECIDED = 2
"""The number of undecided harnesses after which the search for a shrink factor ends."""

LEMMA_ATTEMPTS = 3
"""The number of groups and pairings that are tried for one lemma."""

SMALL_K = 2
"""Most loops that shrink do so with k up to this."""

Found = TypeVar("Found")
Steps = Generator[Ask, tuple[CheckedQuery, ...], Found]
"""A part of the dialogue, and its result."""

Proof = tuple[CheckedQuery, ...]


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """The pieces of a proof with one k: conditions, residual program, harness, and a run that reaches the assertion."""
    return (yield from _escalate(model, facts, FactorSearch(facts)))


def _escalate(model: LoopModel, facts: Facts, search: FactorSearch) -> Steps[Proof | Reason]:
    """Try small k alone, then with proved facts, with lemmas about earlier loops, and with facts from sample runs.

    Larger k come late, and facts that the assertion does not suggest last. Facts and lemmas are proved before use.
    """
    small = range(1, min(SMALL_K, facts.max_k) + 1)
    plain, model = model, coalesce(model) or model
    found = yield from search.proof(model, ProvedFacts(), small)
    if not isinstance(found, Reason) or not _has_shrinkable_loop(model):
        return found
    if search.residuals and len(parts := conjuncts(plain.assertion.test)) > 1:
        return (yield from _conjuncts(plain, parts, facts, search))
    known = facts.known()
    likely = known if any(one.loop.id in known.invariants for one in model.loops) else ProvedFacts()
    found, aid = yield from _with_facts(plain, likely, ProvedFacts(), small, search, found)
    lemmas = (yield from _lemmas(model, facts)) if isinstance(found, Reason) else ProvedFacts()
    if lemmas.lemmas:
        aid = ProvedFacts(aid.invariants, (*aid.proofs, *lemmas.proofs), lemmas.lemmas)
        found = yield from search.proof(model, aid, small)
    if isinstance(found, Reason):
        yield ()  # lets the caller stop
        if (further := _with_sampled_invariants(model, likely, facts)) is not None:
            likely = further
            found, aid = yield from _with_facts(plain, likely, lemmas, small, search, found)
    large = range(SMALL_K if search.residuals else SMALL_K + 1, facts.max_k + 1)
    if isinstance(found, Reason) and large and (found.kind is ReasonKind.NO_SMALL_K or not search.residuals):
        found = yield from search.proof(model, aid, large)
    if isinstance(found, Reason) and search.residuals:
        more, _ = yield from _with_facts(plain, likely, ProvedFacts(), small, search, found, asserted=False)
        return found if isinstance(more, Reason) else more
    return found


def _with_facts(
    plain: LoopModel, likely: ProvedFacts, lemmas: ProvedFacts, ks: range, search: FactorSearch, found: Proof | Reason,
    *, asserted: bool = True,
) -> Steps[tuple[Proof | Reason, ProvedFacts]]:  # fmt: skip
    """A proof of the task that assumes facts proved of its slice, then one that uses them outside of the loops only.

    Returns `found` if there are no facts. Without `residuals`, facts of the whole program serve.
    """
    proved = (yield from proved_facts(plain, likely.invariants, asserted=asserted)) if search.residuals else likely
    aid = ProvedFacts(proved.invariants, (*proved.proofs, *lemmas.proofs), lemmas.lemmas)
    stronger = assuming(plain, proved) if search.residuals else plain
    if stronger != plain:
        found = yield from search.proof(coalesce(stronger) or stronger, proved, ks)
    if isinstance(found, Reason) and aid.invariants and search.lacking:
        found = yield from search.proof(coalesce(plain) or plain, aid, ks)
    return found, aid


def _conjuncts(model: LoopModel, parts: Sequence[Expr], facts: Facts, search: FactorSearch) -> Steps[Proof | Reason]:
    """A proof for each conjunct of the assertion; a run that violates the assertion violates one of them."""
    number, proof = model.assertion.number, list[CheckedQuery]()
    for part in parts:

        def change(stmt: Stmt, part: Expr = part) -> tuple[Stmt, ...]:
            return (replace(stmt, test=part),) if isinstance(stmt, Assert) and stmt.number == number else (stmt,)

        one = replace(model.program, body=transform(model.program.body, change))
        found = yield from _escalate(model_of(one, number), facts, search)
        if isinstance(found, Reason):
            return found
        proof += found
    return tuple(proof)


def discover(model: LoopModel, facts: Facts) -> Dialogue:
    """Search for the shrink factors of the loops as `prove` does, without residual programs; this proves nothing.

    Loops that can end early are treated as running on, if no factor is found otherwise.
    """
    search = FactorSearch(facts, residuals=False)
    found = yield from _discover(model, facts, search)
    if all(one.loop.where.line in search.lines or only_stores_inputs(one) for one in model.loops):
        return found
    if (ran := predicate_early_exits(facts.program)) is None:
        return found
    return (yield from _discover(model_of(ran, model.assertion.number), facts, replace(search, undecided=[])))


def _discover(model: LoopModel, facts: Facts, search: FactorSearch) -> Dialogue:
    """After a group of loops shrinks, continue with the loops before it; the residual program is their property."""
    attempt = first_attempt(model)
    if isinstance(attempt, Reason):
        joined = coalesce(model) or model
        lines = tuple(one.loop.where.line for one in joined.loops if not only_stores_inputs(one))
        facts.notify(FactorFound(factor(joined, lines, attempt)))
        return attempt
    found = yield from _escalate(model, facts, search)
    if isinstance(found, Reason):
        return found
    front = search.shrunk[-1]()
    if front is not None and not all(only_stores_inputs(one) for one in front.loops):
        return (yield from _discover(front, facts, replace(search, precedes=True, undecided=[])))
    return Reason(ReasonKind.NOT_APPLICABLE, "shrink factors only, no verdict was asked for")


def first_attempt(model: LoopModel) -> Attempt | Reason:
    """The likeliest attempt to shrink the loops of a task, or the reason for having none."""
    reason = Reason(ReasonKind.NOT_APPLICABLE, "no loop can be shrunk")
    for attempt in attempts(coalesce(model) or model):
        if isinstance(attempt, Attempt):
            return attempt
        reason = attempt
    return reason


def _has_shrinkable_loop(model: LoopModel) -> bool:
    """Is there a loop that can be shrunk, so that invariants may help?"""
    return any(one.obstacle is None for one in model.loops)


def _with_sampled_invariants(model: LoopModel, aid: ProvedFacts, facts: Facts) -> ProvedFacts | None:
    """The invariants with those from sample runs; None if they are not new."""
    known = facts.sampled()
    loops = [one.loop.id for one in model.loops]
    new = any(set(known.invariants.get(loop, ())) - set(aid.invariants.get(loop, ())) for loop in loops)
    return known if new and holds(known.proofs[0]) else None


def _lemmas(model: LoopModel, facts: Facts) -> Steps[ProvedFacts]:
    """The candidate lemmas of the task's loops that can be proved, with their proofs."""
    aid, search = ProvedFacts(), FactorSearch(facts, quiet=True)
    for lemma in lemma_candidates(model):
        task = task_of(model, lemma)
        found = yield from search.proof(task, ProvedFacts(), range(1, SMALL_K + 1), most=LEMMA_ATTEMPTS)
        if not isinstance(found, Reason) and conclude([found]).verdict is Verdict.TRUE:
            aid = ProvedFacts({}, (*aid.proofs, *found), (*aid.lemmas, lemma))
    return aid


class FactorSearch(Struct, frozen=True):
    """The numbered attempts on one assertion; `quiet`: no events are sent.

    Without `residuals`, only shrink factors are searched for. `undecided` are harnesses that no solver decided.
    `shrunk` makes the task of the loops before the shrunk ones; with `precedes`, this is such a task. `lines` are the
    loops with a factor. `lacking`: harnesses and side conditions that were not proved.
    """

    facts: Facts
    quiet: bool = False
    residuals: bool = True
    precedes: bool = False
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    undecided: list[Reason] = field(default_factory=list)
    shrunk: list[Callable[[], LoopModel | None]] = field(default_factory=list)
    lines: set[int] = field(default_factory=set)
    lacking: list[Request] = field(default_factory=list)

    def proof(
        self, model: LoopModel, aid: ProvedFacts, ks: range, *, most: int = MOST_ATTEMPTS
    ) -> Steps[Proof | Reason]:
        """The pieces of a proof of one assertion from the first attempt that succeeds, or the reason why none does."""
        reason = Reason(ReasonKind.NOT_APPLICABLE, "no loop can be shrunk", model.assertion.where)
        obstacle: Reason | None = None
        large = ks[0] > 1 or not self.residuals
        for attempt in islice(attempts(model, aid.invariants, aid.lemmas), most):
            if len(self.undecided) >= MOST_UNDECIDED:
                return self.undecided[0]
            if isinstance(attempt, Reason):
                reason = obstacle = attempt
                continue
            found = yield from self._logged(AttemptLog(self, model, attempt, obstacle), ks)
            ks = ks if large else ks[:1]  # most attempts that succeed do so with the smallest k
            if not isinstance(found, Reason):
                return (*aid.proofs, *found)
            reason = found
        return reason

    def _logged(self, log: AttemptLog, ks: range) -> Steps[Proof | Reason]:
        """One attempt, with its events."""
        found: Proof | Reason = Reason(ReasonKind.BUDGET, "the search was ended")
        try:
            found = yield from self._attempt(log, ks)
        finally:  # also if the caller ends the dialogue
            log.end(found if isinstance(found, Reason) else None)
        return found

    def _attempt(self, log: AttemptLog, ks: range) -> Steps[Proof | Reason]:
        """The pieces of a proof with the first k that succeeds."""
        attempt = log.attempt
        undecided: Reason | None = None
        for k in ks:
            if not self.residuals and (unmet := _unmet((yield attempt.conditions))):
                return unmet  # then no k is a shrink factor
            found = yield from self._k(log, k)
            if found is None and self.residuals and k < self.facts.max_k:
                continue  # a proof needs the conditions, and the last reason names them
            conditions = yield attempt.conditions
            if unmet := _unmet(conditions):
                log.sound = False
                self.lacking.extend(piece.request for piece in conditions)
                return unmet
            if isinstance(found, tuple):
                self.shrunk.append(partial(attempt.preceding_task, k))
                return (*conditions, *found)
            undecided = undecided or found
            if found is not None and not self.residuals:
                self.undecided.append(found)
                break  # a larger k is harder
        small = self.residuals and ks[-1] <= SMALL_K < self.facts.max_k
        if small and all(one.outcome is Shrinkable.NO for one in log.tried):
            (longest,) = yield (attempt.residual(self.facts.max_k),)  # refutes only
            if not holds(longest):
                log.failed(self.facts.max_k, longest)
        return undecided or _exhausted(log, ks[-1])

    def _k(self, log: AttemptLog, k: int) -> Steps[Proof | Reason | None]:
        """The pieces of a proof with this k; None if CBMC refuted one, a Reason if it did not decide one."""
        attempt = log.attempt
        if not self.residuals:
            (alone,) = yield (attempt.harness(k),)
            outcome = _shrinkable(alone)
            shown = (yield from _sequence(attempt.harness(k))) if outcome is Shrinkable.NO else ()
            log.note(TriedK(k, outcome, alone.run, None, shown))
            self.lacking.extend(() if holds(alone) else (alone.request,))
            return (alone,) if holds(alone) else _undecided(alone)
        residual = attempt.residual(k)
        (first,) = yield (residual,)
        if not holds(first):
            log.failed(k, first)
            return _undecided(first)
        (second,) = yield (attempt.harness(k),)
        log.note(TriedK(k, _shrinkable(second), second.run, first.run))
        if not holds(second):
            self.lacking.append(second.request)
            return _undecided(second)
        reach = attempt.reach(k)
        yield StartEarly((*attempt.conditions, reach))
        (third,) = yield (reach,)
        return (first, second, third) if holds(third) else _undecided(third)


class AttemptLog:
    """The events of one attempt."""

    def __init__(self, search: FactorSearch, model: LoopModel, attempt: Attempt, obstacle: Reason | None) -> None:
        self.facts, self.quiet, self.number = search.facts, search.quiet, next(search.numbers)
        self.shrunk = search.lines
        self.model, self.attempt, self.obstacle = model, attempt, obstacle
        self.tried: list[TriedK] = []
        self.sound = True

    def failed(self, k: int, residual: CheckedQuery) -> None:
        """Report that the residual program for k failed, which may be a real violation."""
        outcome = Shrinkable.RESIDUAL_FAILED if residual.run.outcome is Outcome.FAILURE else Shrinkable.UNDECIDED
        self.note(TriedK(k, outcome, None, residual.run))
        if not self.quiet:
            self.facts.report_failure(residual)

    def note(self, one: TriedK) -> None:
        """Record a tried k."""
        self.tried.append(one)
        if not self.quiet:
            where, attempt = self.model.assertion.where, self.attempt
            loops = (attempt.lines, attempt.clauses, attempt.accelerable)
            self.facts.notify(BoundTried(NAME, where, self.number, *loops, one))

    def end(self, reason: Reason | None) -> None:
        """Report the shrink factor after the last k; `reason` says why it did not suffice."""
        if not self.quiet:
            k = next((one.k for one in self.tried if one.outcome is Shrinkable.YES), None)
            self.shrunk.update(self.attempt.lines if self.sound and k is not None else ())
            found = replace(
                factor(self.model, self.attempt.lines, reason),
                clauses=self.attempt.clauses,
                accelerable=self.attempt.accelerable,
                tried=tuple(self.tried),
                k=k if self.sound else None,
            )
            self.facts.notify(FactorFound(replace(found, obstacle=self.obstacle if found.front else None)))


def factor(model: LoopModel, lines: tuple[int, ...], reason: Reason | None) -> ShrinkFactor:
    """The entry for the loops at these lines before any k is tried."""
    asserting = None if model.goal.facts is None else model.goal.facts.loop.where.line
    others = [one for one in model.loops if one.loop.where.line not in lines]
    inputs = tuple(one.loop.where.line for one in others if only_stores_inputs(one))
    front = tuple(one.loop.where.line for one in others if one.loop.where.line not in inputs)
    return ShrinkFactor(model.assertion.where, lines, "", (), (), None, reason, front, inputs, None, asserting)


def only_stores_inputs(facts: LoopFacts) -> bool:
    """Does every iteration only store inputs in cells? Such a loop has no data flow that could shrink."""
    inputs: set[str] = set()
    for stmt in chain(*normalised(facts)):
        match stmt:
            case Havoc(target=Var(name=name)) if name in facts.private:
                inputs.add(name)
            case Havoc(target=Element()):
                pass
            case Assign(target=Element(), value=Var(name=name) | Cast(operand=Var(name=name))) if name in inputs:
                pass
            case _:
                return False
    return facts.exact


def _sequence(harness: Query) -> Steps[tuple[int, ...]]:
    """The k + 1 iterations with which a harness failed, although no k of them do, from a run with a trace."""
    if not harness.traced:
        return ()
    (piece,) = yield (replace(harness, purpose=f"trace of {harness.purpose}", trace="main.assertion.1"),)
    found = {one.slot: value for one, _, value in traced_values(piece.run.raw, harness.traced)}
    return tuple(found[slot] for slot in sorted(found)) if len(found) == len(harness.traced) else ()


def _exhausted(log: AttemptLog, most: int) -> Reason:
    lines, where = ", ".join(map(str, log.attempt.lines)), log.model.assertion.where
    loops = f"the loop{'s at lines' if ',' in lines else ' at line'} {lines}"
    if any(one.outcome is Shrinkable.RESIDUAL_FAILED for one in log.tried):
        text = f"some iterations of {loops} may violate the assertion, so no k gives a proof"
        return Reason(ReasonKind.NO_SMALL_K, text, where, "another strategy")
    shown = next((one.iterations for one in log.tried if one.k == most), ())
    needed = f": all of the iterations {', '.join(map(str, shown))} are needed" if shown else ""
    text = f"no k up to {most} for {loops}{needed}"
    return Reason(ReasonKind.NO_SMALL_K, text, where, "a larger --max-k, or another strategy")


def _unmet(conditions: Proof) -> Reason | None:
    """The first unproved side condition as a reason; None if all are proved."""
    failed = next((piece for piece in conditions if not holds(piece)), None)
    return None if failed is None else reason_of(failed.request, failed.run)


def _undecided(piece: CheckedQuery) -> Reason | None:
    """The reason why CBMC neither proved nor refuted the program; None if it did."""
    return None if piece.run.outcome in (Outcome.SUCCESS, Outcome.FAILURE) else reason_of(piece.request, piece.run)


def _shrinkable(piece: CheckedQuery) -> Shrinkable:
    match piece.run.outcome:
        case Outcome.SUCCESS:
            return Shrinkable.YES if holds(piece) else Shrinkable.UNDECIDED
        case Outcome.FAILURE:
            return Shrinkable.NO
        case Outcome.TIMEOUT | Outcome.MEMORY | Outcome.CRASH | Outcome.REJECTED | Outcome.UNKNOWN:
            return Shrinkable.UNDECIDED
