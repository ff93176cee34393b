"""A proof by closed forms: the calculation beside its gate, and again at a small size where that has violations."""

from __future__ import annotations

from veriabs.core.copying import replace
from veriabs.core.ctree import statements
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Array, Program, Scalar
from veriabs.core.queries import Calculation, CheckedQuery
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.runs import Claim, Outcome, Overflow
from veriabs.core.statements import Loop
from veriabs.core.strategy import Dialogue, Facts
from veriabs.core.types import FloatType
from veriabs.core.verdict import holds, reason_of
from veriabs.strategies.closed_forms.bounded_crosscheck import gate
from veriabs.strategies.closed_forms.check import ANSWERS
from veriabs.strategies.closed_forms.sizes import with_inputs


def prove(model: LoopModel, facts: Facts, seconds: float) -> Dialogue:
    """A proof by closed forms, behind a gate of CBMC; the calculation may take `seconds`."""
    obstacle = _obstacle(model)
    if obstacle is not None:
        return obstacle
    small = with_inputs(model.program)
    piece, held, reached = yield (
        _calculation(model, model.program, facts.overflow, seconds),
        *gate(small, model.assertion, facts.overflow),
    )
    if not holds(piece):
        text = f"closed forms: {piece.run.detail or 'not proved'}"
        return Reason(ReasonKind.SIDE_CONDITION, text, model.assertion.where)
    if not holds(held) and small is not model.program:
        violated = held.run.outcome is Outcome.FAILURE
        of_small, held, reached = yield (
            _calculation(model, small, facts.overflow, seconds),
            *gate(model.program, model.assertion, facts.overflow),
        )
        if violated and holds(of_small):
            text = "closed forms prove for every size what a run of a small size violates: an error in veriabs itself"
            return Reason(ReasonKind.CRASH, text, model.assertion.where)
    if not holds(held):
        return reason_of(held.request, held.run)
    return (_least(piece, facts.overflow), *_passed(held, reached))


def _least(piece: CheckedQuery, overflow: Overflow) -> CheckedQuery:
    """The calculation as one that does not rely on the absence of overflows, if it has shown that."""
    assert isinstance(piece.request, Calculation)
    wrapping = replace(piece, request=replace(piece.request, asked=(ANSWERS[False],), relies=False))
    return wrapping if overflow is Overflow.UNDEFINED and holds(wrapping) else piece


def _passed(held: CheckedQuery, reached: CheckedQuery) -> tuple[CheckedQuery, ...]:
    """The gate, and the run that has gone through it; without one the gate is called empty."""
    if holds(reached):
        return held, reached
    return (replace(held, request=replace(held.request, purpose="gate, through which no run goes")),)


def _obstacle(model: LoopModel) -> Reason | None:
    where = model.assertion.where
    if not any(isinstance(stmt, Loop) for stmt in statements(model.program.body)):
        return Reason(ReasonKind.NOT_APPLICABLE, "closed forms: there is no loop", where)
    variables: list[Scalar | Array] = [*model.program.scalars.values(), *model.program.arrays.values()]
    for variable in variables:
        if isinstance(variable.type, FloatType):
            text = f"closed forms: {variable.source} is a floating-point number"
            return Reason(ReasonKind.NOT_APPLICABLE, text, variable.where)
    return None


def _calculation(model: LoopModel, program: Program, overflow: Overflow, seconds: float) -> Calculation:
    relies = overflow is Overflow.UNDEFINED
    return Calculation(
        purpose="closed forms",
        module="veriabs.strategies.closed_forms",
        payload=(replace(program, preprocessed=""), model.assertion.number, overflow, seconds),
        asked=(ANSWERS[relies],),
        claim=Claim.OVER,
        memory=True,
        relies=relies,
    )
