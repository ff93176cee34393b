"""Translate the invariants that z3 found, formulas over integers, into core expressions on wide numbers."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from veriabs.core.expressions import Binary, Cast, Conditional, Const, Expr, Unary, Var
from veriabs.core.types import LLONG
from veriabs.invariants.scalar.integers import Term

LARGEST_FORMULA = 60
"""The largest formula that is translated, in nodes."""


def conjuncts_of(formula: Term, arguments: Sequence[Var]) -> list[Expr]:
    """The conjuncts that C can express."""
    z3: Any = import_module("z3")
    if z3.is_and(formula):
        return [expr for child in formula.children() for expr in conjuncts_of(child, arguments)]
    if z3.is_true(formula) or z3.is_false(formula) or _nodes(formula) > LARGEST_FORMULA:
        return []
    expr = _Reader(arguments).expr(formula)
    return [] if expr is None else [expr]


def _nodes(formula: Term) -> int:
    total, waiting = 0, [formula]
    while waiting and total <= LARGEST_FORMULA:
        waiting += waiting.pop().children()
        total += 1
    return total


class _Reader:
    """Reads formulas; None stands for a part without a counterpart in C."""

    def __init__(self, arguments: Sequence[Var]) -> None:
        z3: Any = import_module("z3")
        self.z3, self.arguments = z3, arguments
        self.chains = {z3.Z3_OP_AND: "&&", z3.Z3_OP_OR: "||", z3.Z3_OP_ADD: "+", z3.Z3_OP_SUB: "-", z3.Z3_OP_MUL: "*"}
        self.pairs = {
            z3.Z3_OP_LE: "<=", z3.Z3_OP_LT: "<", z3.Z3_OP_GE: ">=", z3.Z3_OP_GT: ">", z3.Z3_OP_EQ: "==",
            z3.Z3_OP_IFF: "==", z3.Z3_OP_DISTINCT: "!=", z3.Z3_OP_XOR: "!=",
        }  # fmt: skip

    def expr(self, term: Term) -> Expr | None:
        z3 = self.z3
        if z3.is_var(term):
            number = z3.get_var_index(term)
            return Cast(LLONG, self.arguments[number]) if number < len(self.arguments) else None
        if z3.is_int_value(term):
            value = term.as_long()
            return Const(value, LLONG) if LLONG.lowest < value <= LLONG.highest else None
        if z3.is_true(term) or z3.is_false(term):
            return Const(int(z3.is_true(term)), LLONG)
        parts = [self.expr(child) for child in term.children()]
        known = [part for part in parts if part is not None]
        return self._operation(term.decl().kind(), known) if parts and len(known) == len(parts) else None

    def _operation(self, kind: int, parts: list[Expr]) -> Expr | None:
        z3 = self.z3
        if kind in self.chains:
            result = parts[0]
            for part in parts[1:]:
                result = Binary(self.chains[kind], result, part)
            return result
        if kind in self.pairs and len(parts) == 2:
            return Binary(self.pairs[kind], parts[0], parts[1])
        if kind == z3.Z3_OP_NOT:
            return Unary("!", parts[0])
        if kind == z3.Z3_OP_UMINUS:
            return Unary("-", parts[0])
        if kind == z3.Z3_OP_IMPLIES:
            return Binary("||", Unary("!", parts[0]), parts[1])
        if kind == z3.Z3_OP_ITE:
            return Conditional(parts[0], parts[1], parts[2])
        if kind in (z3.Z3_OP_MOD, z3.Z3_OP_IDIV) and _positive(parts[1]):
            return Binary("%" if kind == z3.Z3_OP_MOD else "/", parts[0], parts[1])
        return None


def _positive(expr: Expr) -> bool:
    return isinstance(expr, Const) and expr.value > 0
