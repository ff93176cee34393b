"""The proof by the transformed program, with one plan of witness indices after the other."""

from __future__ import annotations

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.loop_model import LoopModel
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.runs import Claim, Outcome
from veriabs.core.strategy import Dialogue, Facts
from veriabs.core.verdict import holds, reason_of
from veriabs.strategies.witness_index.cells import Plan, plans
from veriabs.strategies.witness_index.exactness import Precise, precise
from veriabs.strategies.witness_index.program import Kind, Text, transformed
from veriabs.strategies.witness_index.writer import Reliance


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """A proof by the transformed program: with one of the plans it holds, and so does what it relies on."""
    reason = Reason(ReasonKind.NOT_APPLICABLE, "no choice of witness indices", model.assertion.where)
    relied = Reliance()
    exact = isinstance(precise(model), Precise)
    for plan in plans(model):
        search = _Search(plan, relied, exact)
        found = yield from search.run()
        relied, exact = search.relied, False
        if not isinstance(found, Reason):
            return found
        reason = found
    return reason


class _Search(Struct):
    """The search with one plan; what is not proved is not relied on any more.

    With `exact` a failure of the plain program is one of the task.
    """

    plan: Plan
    relied: Reliance
    exact: bool

    def run(self) -> Dialogue:
        """The program as it is, and with all that iterations may keep of scalars: if that fails, nothing helps."""
        plain, related = replace(self.relied, related=False), replace(self.relied, related=True)
        text = transformed(self.plan, related, Kind.PROOF)
        if text.long:
            where = self.plan.model.assertion.where
            return Reason(ReasonKind.NOT_APPLICABLE, "the transformed program is too long", where)
        asked = [self._proof(plain)]
        if text.helped:
            most = replace(self._proof(related), purpose="transformed program, if all relations hold", claim=None)
            asked.append(most)
        pieces = yield tuple(asked)
        if holds(pieces[0]):
            return (yield from self._relied(plain, pieces[:1]))
        if not text.helped or not holds(pieces[1]):
            return reason_of(pieces[0].request, pieces[0].run)
        return (yield from self._relied(related, ()))

    def _relied(self, relied: Reliance, proof: tuple[CheckedQuery, ...]) -> Dialogue:
        """What a program relies on, again without what is not proved, and then the program, if that made it another."""
        while True:
            reach = _harness(transformed(self.plan, relied, Kind.REACH), Kind.REACH)
            checks = _harness(transformed(self.plan, relied, Kind.CHECKS), Kind.CHECKS)
            again = () if proof else (self._proof(relied),)
            pieces = yield (*again, *((checks,) if checks.asked else ()), reach)
            missing = _missing(pieces)
            if missing is None:
                return (*proof, *pieces)
            doubtful = _failed(self.plan, relied, pieces)
            if not doubtful:
                return missing
            self.relied = relied = replace(relied, distrusted=relied.distrusted | doubtful)
            proof = ()

    def _proof(self, relied: Reliance) -> Query:
        harness = _harness(transformed(self.plan, relied, Kind.PROOF), Kind.PROOF)
        if self.exact and not relied.distrusted and not relied.related:
            return replace(harness, purpose="transformed program, precise", claim=Claim.EXACT)
        return harness


def _failed(plan: Plan, relied: Reliance, pieces: tuple[CheckedQuery, ...]) -> frozenset[str]:
    """What the failed checks are about."""
    about = transformed(plan, relied, Kind.CHECKS).about
    runs = [piece.run for piece in pieces if piece.run.outcome is Outcome.FAILURE]
    return frozenset(about[text] for run in runs for text in run.failed() if text in about)


def _missing(pieces: tuple[CheckedQuery, ...]) -> Reason | None:
    return next((reason_of(piece.request, piece.run) for piece in pieces if not holds(piece)), None)


_PURPOSES = {
    Kind.PROOF: "transformed program",
    Kind.REACH: "transformed program, reach",
    Kind.CHECKS: "what the transformed program relies on",
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
        arrays=bool(text.context["whole"]),
        told=text.told,
    )
