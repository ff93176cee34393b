"""Prove by closed forms: the calculation with its bounded cross-check, at a small size too if that has violations."""

from __future__ import annotations

from veriabs.core.copying import replace
from veriabs.core.ctree import statements
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Array, Program, Scalar
from veriabs.core.queries import Calculation, CheckedQuery
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.runs import Approximation, Outcome, Overflow
from veriabs.core.statements import Loop
from veriabs.core.strategy import Dialogue, Facts, StartEarly, Steps
from veriabs.core.types import FloatType
from veriabs.core.verdict import holds, reason_of, restrict
from veriabs.loops.flatten import assertions
from veriabs.strategies.closed_forms.answers import ANSWERS, LATE, answer_of
from veriabs.strategies.closed_forms.bounded_crosscheck import crosscheck, with_inputs

TOGETHER = "closed forms of all assertions"


def prove(model: LoopModel, facts: Facts, seconds: float) -> Dialogue:
    """Prove by closed forms, cross-checked by CBMC; the calculation may take `seconds`."""
    obstacle = _obstacle(model)
    if obstacle is not None:
        return obstacle
    calculation = _calculation(model, model.program, facts.overflow, seconds)
    numbers = tuple(dict.fromkeys(one.number for one in assertions(model.program)))
    if len(numbers) == 1:
        yield StartEarly((calculation,))  # it takes longest to start
    small = with_inputs(model.program)
    through = crosscheck(small, model.assertion, facts.overflow)
    if len(numbers) > 1:
        yield StartEarly(through)
    shared = _shared(model, facts, numbers, seconds)
    if isinstance(shared, Reason):
        return shared
    if shared is None:
        piece, held, reached = yield (calculation, *through)
    else:
        piece, (held, reached) = shared, (yield through)
    if not holds(piece):
        text = piece.run.detail or "not proved"
        return Reason(ReasonKind.SIDE_CONDITION, text, model.assertion.where)
    if not holds(held) and small is not model.program:
        violated = held.run.outcome is Outcome.FAILURE
        of_small, held, reached = yield (
            _calculation(model, small, facts.overflow, seconds),
            *crosscheck(model.program, model.assertion, facts.overflow),
        )
        if violated and holds(of_small):
            text = "closed forms prove for every size what a run of a small size violates: an error in veriabs itself"
            return Reason(ReasonKind.CRASH, text, model.assertion.where)
    if not holds(held):
        return reason_of(held.request, held.run)
    return (_weakest_assumption(piece, facts.overflow), *_reached_check(held, reached))


def _shared(model: LoopModel, facts: Facts, numbers: tuple[int, ...], seconds: float) -> CheckedQuery | Reason | None:
    """The result of the joint calculation for this assertion; None if it has to be calculated alone."""
    if len(numbers) == 1:
        return None
    (piece,) = facts.once(TOGETHER, _joint_calculation(model.program, numbers, facts.overflow, seconds)) or (None,)
    if piece is None or piece.run.outcome not in (Outcome.SUCCESS, Outcome.FAILURE):
        return None
    number = model.assertion.number
    for up_to_overflow in (False, True):
        proved = restrict(piece, {answer_of(number, up_to_overflow=up_to_overflow)})
        if proved is not None:
            return replace(proved, request=replace(proved.request, up_to_overflow=up_to_overflow))
    answer = piece.run.detail.split("\n")[numbers.index(number)]
    return (
        None if answer == LATE else Reason(ReasonKind.SIDE_CONDITION, answer, model.assertion.where)
    )


def _joint_calculation(
    program: Program, numbers: tuple[int, ...], overflow: Overflow, seconds: float
) -> Steps[tuple[CheckedQuery, ...]]:
    """The calculation for all assertions, in one pass over the program."""
    modes = (False,) if overflow is Overflow.WRAP else (True, False)
    asked = tuple(answer_of(number, up_to_overflow=up_to_overflow) for number in numbers for up_to_overflow in modes)
    return (yield (_asking(program, numbers, overflow, seconds, asked),))


def _weakest_assumption(piece: CheckedQuery, overflow: Overflow) -> CheckedQuery:
    """The calculation without reliance on the absence of overflows, if it proved that."""
    assert isinstance(piece.request, Calculation)
    wrapping = replace(piece, request=replace(piece.request, asked=(ANSWERS[False],), up_to_overflow=False))
    return wrapping if overflow is Overflow.UNDEFINED and holds(wrapping) else piece


def _reached_check(held: CheckedQuery, reached: CheckedQuery) -> tuple[CheckedQuery, ...]:
    """The cross-check and the run that reaches its assertion; without such a run the check is reported as empty."""
    if holds(reached):
        return held, reached
    return (replace(held, request=replace(held.request, purpose="bounded cross-check that no run passes")),)


def _obstacle(model: LoopModel) -> Reason | None:
    where = model.assertion.where
    if not any(isinstance(stmt, Loop) for stmt in statements(model.program.body)):
        return Reason(ReasonKind.NOT_APPLICABLE, "there is no loop", where)
    variables: list[Scalar | Array] = [*model.program.scalars.values(), *model.program.arrays.values()]
    for variable in variables:
        if isinstance(variable.type, FloatType):
            text = f"{variable.source} is a floating-point number"
            return Reason(ReasonKind.NOT_APPLICABLE, text, variable.where)
    return None


def _calculation(model: LoopModel, program: Program, overflow: Overflow, seconds: float) -> Calculation:
    up_to_overflow = overflow is Overflow.UNDEFINED
    return _asking(program, (model.assertion.number,), overflow, seconds, (ANSWERS[up_to_overflow],))


def _asking(
    program: Program, numbers: tuple[int, ...], overflow: Overflow, seconds: float, asked: tuple[str, ...]
) -> Calculation:
    return Calculation(
        purpose="closed forms",
        module="veriabs.strategies.closed_forms",
        payload=(replace(program, preprocessed=""), numbers, overflow, seconds),
        asked=asked,
        claim=Approximation.OVER,
        memory=True,
        up_to_overflow=overflow is Overflow.UNDEFINED,
    )
