"""Prove by the transformed program, with one plan of witness indices after the other."""

from __future__ import annotations

from msgspec import Struct

from veriabs.core.loop_model import LoopModel
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.runs import Claim, Outcome
from veriabs.core.strategy import Dialogue, Facts
from veriabs.core.verdict import holds, reason_of
from veriabs.strategies.witness_index.cells import Plan, plans
from veriabs.strategies.witness_index.program import Kind, Text, transformed


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """Prove with one of the plans that the transformed program and its side conditions hold."""
    reason = Reason(ReasonKind.NOT_APPLICABLE, "no witness index fits the assertion", model.assertion.where)
    distrusted: frozenset[str] = frozenset()
    for plan in plans(model):
        search = _Search(plan, distrusted)
        found = yield from search.run()
        distrusted = search.distrusted
        if not isinstance(found, Reason):
            return found
        reason = found
    return reason


class _Search(Struct):
    """The search with one plan; `distrusted` are the names of the facts whose checks failed."""

    plan: Plan
    distrusted: frozenset[str]

    def run(self) -> Dialogue:
        """Check the used facts, drop those that fail, and prove the program again if that changes it."""
        text = transformed(self.plan, Kind.PROOF, self.distrusted)
        if text.long:
            where = self.plan.model.assertion.where
            return Reason(ReasonKind.NOT_APPLICABLE, "the transformed program is too long", where)
        proof = yield (_harness(text, Kind.PROOF),)
        while holds(proof[0]):
            reach, checks = (
                _harness(transformed(self.plan, kind, self.distrusted), kind) for kind in (Kind.REACH, Kind.CHECKS)
            )
            pieces = yield (*((checks,) if checks.asked else ()), reach)
            missing = _missing(pieces)
            if missing is None:
                return (*proof, *pieces)
            doubtful = _failed(self.plan, self.distrusted, pieces)
            if not doubtful:
                return missing
            self.distrusted |= doubtful
            proof = yield (_harness(transformed(self.plan, Kind.PROOF, self.distrusted), Kind.PROOF),)
        return reason_of(proof[0].request, proof[0].run)


def _failed(plan: Plan, distrusted: frozenset[str], pieces: tuple[CheckedQuery, ...]) -> frozenset[str]:
    """The names of the facts whose checks failed."""
    about = transformed(plan, Kind.CHECKS, distrusted).about
    runs = [piece.run for piece in pieces if piece.run.outcome is Outcome.FAILURE]
    return frozenset(about[text] for run in runs for text in run.failed() if text in about)


def _missing(pieces: tuple[CheckedQuery, ...]) -> Reason | None:
    return next((reason_of(piece.request, piece.run) for piece in pieces if not holds(piece)), None)


_PURPOSES = {
    Kind.PROOF: "transformed program",
    Kind.REACH: "transformed program, reach",
    Kind.CHECKS: "side conditions of the transformed program",
}


def _harness(text: Text, kind: Kind) -> Query:
    return Query(
        purpose=_PURPOSES[kind],
        template="witness_index/program",
        context=text.context,
        asked=text.asked,
        unwind=1,
        needed=Outcome.FAILURE if kind is Kind.REACH else Outcome.SUCCESS,
        claim=Claim.OVER if kind is Kind.PROOF else None,
    )
