"""Closed forms: the content of every array and scalar behind a loop as a formula, and no loop is left.

What it does: each loop becomes equations over the integers for one iteration. They are solved to functions of the
number of the iteration (polynomials, sums, extremes, searches; for an array a function of the index as well), and the
assertion at an arbitrary iteration becomes a formula without loops that z3 proves.

When it applies: loops, nested ones too, whose trip count can be read off the test or that end in a `break`, over whole
numbers; recurrences that can be solved. Sizes may be symbolic; the cost does not depend on them.

Why it is sound (docs/theory.md 9): the solver of recurrences is not trusted. Each closed form is proved by induction:
it is right in front of the first iteration, and one symbolic iteration takes it from t to t + 1. An assumption made in
a loop serves later iterations and later code only. Every access is proved in bounds. Arithmetic wraps, or, where a
proof needs it, is that of the whole numbers up to the first signed overflow, behind which C promises nothing. As a gate
against errors in all this, CBMC looks for a violation in the first iterations of every loop, and must not find any.
Constant sizes are inputs there, or else no run would get far; what is found at a smaller size counts if closed forms
prove that one too.

Example: `for (i...) s += a[i]; for (i...) s -= a[i]; assert(s == 0)` becomes the polynomial 0, for any size.
"""

from __future__ import annotations

from dataclasses import replace

from veriabs.core.ctree import names, statements, target_name, walk
from veriabs.core.expressions import Element
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Array, Program, Scalar
from veriabs.core.queries import Calculation, CheckedQuery
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.runs import Claim, Outcome, Overflow
from veriabs.core.statements import Assign, Loop, Stmt
from veriabs.core.strategy import Dialogue, Facts, Strategy
from veriabs.core.types import FloatType
from veriabs.core.verdict import holds, reason_of
from veriabs.strategies.closed_forms.bounded_crosscheck import gate
from veriabs.strategies.closed_forms.check import ANSWERS
from veriabs.strategies.closed_forms.sizes import with_inputs

SECONDS = 20.0
"""What the calculation may take."""

def likely(model: LoopModel) -> bool:
    """Is there something that other strategies cannot do: nesting, an aggregate, cells made from cells?"""
    loops = [s for s in statements(model.program.body) if isinstance(s, Loop)]
    return any(isinstance(s, Loop) or _accumulates(s) for loop in loops for s in statements(loop.body))


def _accumulates(stmt: Stmt) -> bool:
    if not isinstance(stmt, Assign) or target_name(stmt.target) not in names(stmt.value):
        return False
    return isinstance(stmt.target, Element) or any(isinstance(part, Element) for part in walk(stmt.value))


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """A proof by closed forms, behind a gate of CBMC."""
    obstacle = _obstacle(model)
    if obstacle is not None:
        return obstacle
    small = with_inputs(model.program)
    piece, held, reached = yield (
        _calculation(model, model.program, facts.overflow),
        *gate(small, model.assertion, facts.overflow),
    )
    if not holds(piece):
        text = f"closed forms: {piece.run.detail or 'not proved'}"
        return Reason(ReasonKind.SIDE_CONDITION, text, model.assertion.where)
    if not holds(held) and small is not model.program:
        violated = held.run.outcome is Outcome.FAILURE
        asked = (_calculation(model, small, facts.overflow), *gate(model.program, model.assertion, facts.overflow))
        of_small, held, reached = yield asked
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


def _calculation(model: LoopModel, program: Program, overflow: Overflow) -> Calculation:
    relies = overflow is Overflow.UNDEFINED
    return Calculation(
        purpose="closed forms",
        module="veriabs.strategies.closed_forms",
        payload=(replace(program, preprocessed=""), model.assertion.number, overflow, SECONDS),
        asked=(ANSWERS[relies],),
        claim=Claim.OVER,
        memory=True,
        relies=relies,
    )


STRATEGY = Strategy(rank=20, prove=prove, likely=likely, priority=SECONDS)
"""The calculation is one process, and mostly over within one second: beside a dozen others it would not be."""
