"""Looks for a proof of every assertion: for each one a race of the strategies, and one proof of all accesses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from types import ModuleType

from veriabs import strategies
from veriabs.core.ctree import elements_of
from veriabs.core.model import (
    Answer,
    Claim,
    Harness,
    Known,
    LoopModel,
    Part,
    Piece,
    Program,
    Reason,
    ShrinkFactor,
    Translation,
    Validation,
    Where,
    Word,
)
from veriabs.core.verdict import conclude
from veriabs.loops.build import each_model
from veriabs.validation.validator import Validator
from veriabs.verify.doubts import Doubts
from veriabs.verify.knowledge import Knowledge, bounds_reason
from veriabs.verify.portfolio import Entrant, Race, converse
from veriabs.verify.session import Session
from veriabs.verify.shrink import Shrinker


@dataclass(frozen=True, slots=True)
class Proof:
    """The pieces for each assertion with the strategies that made them, or why there is no proof."""

    pieces: list[list[Piece]]
    reason: Reason | None = None
    strategies: tuple[str, ...] = ()


@dataclass
class Prover:
    """One search for a proof; `factors` and `answers` are what the strategies said on the way.

    `parts` are the assertions, by number, that were proved in a part of the program, and how.
    """

    session: Session
    program: Program
    doubts: Doubts | None = None
    factors: list[ShrinkFactor] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    parts: dict[int, str] = field(default_factory=dict)
    explicit: bool = False

    def __post_init__(self) -> None:
        self.knowledge = Knowledge(self.session, self.program)

    def prove(self) -> Proof:
        """A proof of every assertion, and that no access is out of bounds; else one with known scalars set."""
        proof = self._prove()
        if proof.reason is None or self.explicit or not self._gains():
            return proof
        same = self.knowledge.explicit()
        if same is None or self.session.stop.is_set():
            return proof
        program, piece = same
        second = Prover(self.session, program, None, self.factors, self.answers, explicit=True)._prove()
        if second.reason is not None:
            return proof
        return Proof([[piece, *pieces] for pieces in second.pieces], None, second.strategies)

    def _gains(self) -> bool:
        """Is there a strategy that gains from scalars that no iteration takes from another, and time left for it?"""
        chosen = strategies.provers(self.session.options.strategies)
        return self.session.left() > 0 and any(hasattr(module, "CARRIES_NOTHING") for _, module in chosen)

    def _prove(self) -> Proof:
        tasks = each_model(self.program)
        first = next(tasks, None)
        self.knowledge.begin(assertions=first is not None)
        proofs: list[list[Piece]] = []
        decisive: dict[str, None] = {}
        for model in () if first is None else chain((first,), tasks):
            won = Race(self.session, model.assertion.where, self.answers).run(self._entrants(model))
            if isinstance(won, Reason):
                return Proof([], won)
            decisive[self._named(won.strategy, model)] = None
            proofs.append(won.pieces)
        if first is not None:
            return Proof(proofs, None, tuple(decisive))
        try:
            piece = self.knowledge.in_bounds(self.session)
        except CancelledError:  # the search for a counterexample has ended it
            return Proof([], self.session.over())
        return Proof([[piece]], bounds_reason(piece))

    def _entrants(self, model: LoopModel) -> list[Entrant]:
        chosen = strategies.provers(self.session.options.strategies, model)
        if self.explicit:
            chosen = [(name, module) for name, module in chosen if hasattr(module, "CARRIES_NOTHING")]
        return [
            Entrant(name, partial(self._enter, name, module, model), getattr(module, "URGENT", 0.0))
            for name, module in chosen
        ]

    def _enter(self, name: str, module: ModuleType, model: LoopModel, lane: Session) -> Sequence[Piece] | Reason:
        """The strategy's proof; it is none before every access is known to be in bounds."""
        if hasattr(module, "parts"):
            found = self._through(name, module, model, lane)
            covered = not elements_of(self.program.body)  # of the part's own accesses nothing follows for the others
        else:
            found = self._ask(name, module, model, lane)
            covered = not self.knowledge.accesses or (not isinstance(found, Reason) and _covers_accesses(found))
        if isinstance(found, Reason) or covered:
            return found
        piece = self.knowledge.in_bounds(lane)
        return bounds_reason(piece) or [piece, *found]

    def _ask(self, name: str, module: ModuleType, model: LoopModel, lane: Session) -> Sequence[Piece] | Reason:
        if hasattr(module, "attempts"):
            return Shrinker(module, lane, self.knowledge, self.factors, self.doubts).prove(model)
        known = self.knowledge.known(lane) if getattr(module, "WITH_INVARIANTS", False) else Known()
        known = replace(known, overflow=self.session.options.overflow)
        return converse(module.prove(model, known), lane, partial(self._doubt, name))

    def _through(self, name: str, module: ModuleType, model: LoopModel, lane: Session) -> Sequence[Piece] | Reason:
        """A proof of all assertions of a part that has those violations of the program which the task is about."""
        others = tuple(one for one in lane.options.strategies if one != name)
        quiet = replace(lane.options, strategies=others, on_tried=None, on_answer=None)
        reason = lane.over()
        for part in module.parts(self.program, model.assertion.where):
            if isinstance(part, Reason):
                return part
            with self._validated(part, model.assertion.where) as validation:
                proof = Prover(replace(lane, options=quiet), part.program).prove()
                conclusion = conclude(proof.pieces, None, quiet.overflow)
                if proof.reason is None and conclusion.word is Word.TRUE:
                    validated = lane.wait(validation)
                    conclusion = conclude(proof.pieces, None, quiet.overflow, validated)
                    proof = replace(proof, reason=conclusion.reason)
            if proof.reason is None and conclusion.word is Word.TRUE:
                compared = "" if validated.translation is Translation.SAME else ", which was not compared"
                self.parts[model.assertion.number] = f"{', '.join(proof.strategies)} on the {part.name}{compared}"
                return [_named(piece, part) for pieces in proof.pieces for piece in pieces]
            reason = proof.reason or reason
            reason = replace(reason, text=f"{part.name}: {reason.text}")
            if lane.left() <= 0 or lane.stop.is_set():
                return lane.over()
        return reason

    @contextmanager
    def _validated(self, part: Part, assertion: Where) -> Iterator[Future[Validation]]:
        """Compares a part with the program while it is being proved."""
        validator = Validator(self.session.options.replay, self.session.left, self.session.options.keep)
        with ThreadPoolExecutor(1) as beside:
            try:
                yield beside.submit(validator.validate_part, self.program, part, assertion)
            finally:
                validator.stop.set()

    def _named(self, strategy: str, model: LoopModel) -> str:
        """The strategy, with what it proved the assertion in if that was a part of the program."""
        how = self.parts.get(model.assertion.number)
        return f"{strategy} ({how})" if how and hasattr(strategies.load(strategy), "parts") else strategy

    def _doubt(self, name: str, piece: Piece) -> None:
        if self.doubts is not None:
            self.doubts.note(name, piece)

    def shrink(self) -> None:
        """Looks for the shrink factor of every loop; `factors` then has what came of it."""
        for model in each_model(self.program):
            for _, module in strategies.provers(self.session.options.strategies, model):
                if hasattr(module, "attempts"):
                    Shrinker(module, self.session, self.knowledge, self.factors).discover(model)


def _named(piece: Piece, part: Part) -> Piece:
    return replace(piece, harness=replace(piece.harness, purpose=f"{part.name}: {piece.harness.purpose}"))


def _covers_accesses(pieces: Sequence[Piece]) -> bool:
    """Has the program that covers the assertion shown every access in bounds as well?"""
    covering = (piece.harness for piece in pieces if piece.harness.claim in (Claim.OVER, Claim.EXACT))
    return any(one.memory or (isinstance(one, Harness) and one.accesses) for one in covering)

