"""Record as conditions of the verdict that a lowered program has no undefined operations of some kinds.

    k = (int)d;          TRUE if each conversion check at line 3 holds

`verify/arithmetic_conditions.py` removes conditions that are proved.
"""

from __future__ import annotations

from collections.abc import Sequence

from veriabs.core import ctree
from veriabs.core.conditions import ConditionKind, VerdictCondition
from veriabs.core.expressions import Binary, Cast, Const, Expr
from veriabs.core.goals import GoalKind
from veriabs.core.source import WRITTEN, DataModel
from veriabs.core.statements import Assign, Havoc, Stmt
from veriabs.core.types import BOOL, FloatType, IntType
from veriabs.core.typing_rules import operation_type, type_of
from veriabs.frontend.lower.context import Context


def record(ctx: Context, body: Sequence[Stmt]) -> None:
    """Record the conditions of statements that are not in the prologue, which the lowering made."""
    for stmt in ctree.statements(body):
        if not isinstance(stmt, Assign | Havoc):
            continue
        if stmt.where not in ctx.constants.get(ctree.target_name(stmt.target), (stmt.where,)):
            text = f"line {stmt.where.line} writes to no string literal or constant object"
            ctx.assumed[VerdictCondition(ConditionKind.POINTERS, text)] = None
    for stmt in ctree.statements([*ctx.prologue, *body]):
        stored = (Cast(stmt.target.type, stmt.value),) if isinstance(stmt, Assign) else ()
        for part in (one for expr in (*ctree.expressions(stmt), *stored) for one in ctree.walk(expr)):
            kind, where = _partial_operation(part, ctx.data_model), getattr(part, "at", None) or stmt.where
            if kind is None or (kind.ends_run and kind.value in ctx.task.checks):
                continue  # no later goal depends on a check that ends the run
            if where.file != WRITTEN:
                ctx.assumed[VerdictCondition(ConditionKind.CHECK, kind.value, (where,))] = None


def _partial_operation(expr: Expr, model: DataModel) -> GoalKind | None:
    """The kind of check of an operation that C may not define: a conversion of a floating-point number to an integer
    (C11 6.3.1.4), or a division by zero (6.5.5)."""
    match expr:
        case Cast(type=IntType() as ctype, operand=Const(value=float(value))):
            fits = ctype == BOOL or ctype.lowest - 1 < value < ctype.highest + 1
            return None if fits else GoalKind.CONVERSION
        case Cast(type=IntType() as ctype, operand=operand) if isinstance(type_of(operand, model), FloatType):
            return None if ctype == BOOL else GoalKind.CONVERSION
        case Binary(op="/" | "%", right=right) if isinstance(operation_type(expr, model), IntType):
            return None if isinstance(right, Const) and right.value else GoalKind.DIV_BY_ZERO
        case _:
            return None
