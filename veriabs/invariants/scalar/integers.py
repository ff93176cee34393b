"""Translate core expressions to z3 terms over the integers, for Spacer (see `horn`).

The translation approximates C: a sum that leaves its type's range wraps, or is assumed not to (`SumSemantics`).
The results are candidates only.
"""

from __future__ import annotations

from enum import Enum
from importlib import import_module
from typing import Any

from veriabs.core.expressions import Binary, Cast, Conditional, Const, Element, Expr, Unary, Var
from veriabs.core.operators import COMPARE, COMPARISONS
from veriabs.core.source import DataModel
from veriabs.core.types import BOOL, CType, IntType
from veriabs.core.typing_rules import common_type, type_of

Term = Any
"""A z3 expression with integer values."""

Truth = Any
"""A z3 expression with Boolean values."""


class SumSemantics(Enum):
    """The semantics of a sum that leaves its type's range."""

    NEVER = "never wraps"
    MACHINE = "wraps"


class Translator:
    """Translates expressions; terms without a linear meaning become arbitrary values of their type.

    `variables` are all that were created; `taken` returns the ranges of those created since its last call.
    """

    def __init__(self, reading: SumSemantics, data_model: DataModel) -> None:
        self.z3: Any = import_module("z3")
        self.reading, self.data_model = reading, data_model
        self.variables: list[Term] = []
        self._ranges: list[Truth] = []

    def taken(self) -> tuple[Truth, ...]:
        ranges, self._ranges = tuple(self._ranges), []
        return ranges

    def variable(self) -> Term:
        self.variables.append(self.z3.Int(f"v{len(self.variables)}"))
        return self.variables[-1]

    def arbitrary(self, ctype: CType) -> Term:
        value = self.variable()
        if isinstance(ctype, IntType):
            self._ranges += [value >= ctype.lowest, value <= ctype.highest]
        return value

    def converted(self, expr: Expr, ctype: IntType, state: dict[str, Term]) -> Term:
        """The value of an expression converted to a type."""
        return self._convert(self.term(expr, state), type_of(expr, self.data_model), ctype)

    def _convert(self, value: Term, old: CType, new: IntType) -> Term:
        if not isinstance(old, IntType):
            return self.arbitrary(new)
        if new == BOOL:
            return self.z3.If(value != 0, self.z3.IntVal(1), self.z3.IntVal(0))
        if self.reading is SumSemantics.NEVER or (new.lowest <= old.lowest and old.highest <= new.highest):
            return value
        return self._wrapped(value, new, near=old.bits <= new.bits)

    def _wrapped(self, value: Term, ctype: IntType, *, near: bool) -> Term:
        """The value wrapped to its type; a value that may be far outside the range becomes arbitrary."""
        if self.reading is SumSemantics.NEVER:
            return value
        if not near:
            inside = self.z3.And(value >= ctype.lowest, value <= ctype.highest)
            return self.z3.If(inside, value, self.arbitrary(ctype))
        period = 1 << ctype.bits
        below = self.z3.If(value < ctype.lowest, value + period, value)
        return self.z3.If(value > ctype.highest, value - period, below)

    def truth(self, expr: Expr, state: dict[str, Term]) -> Truth:
        """Is the value nonzero?"""
        match expr:
            case Unary(op="!", operand=operand):
                return self.z3.Not(self.truth(operand, state))
            case Binary(op="&&", left=left, right=right):
                return self.z3.And(self.truth(left, state), self.truth(right, state))
            case Binary(op="||", left=left, right=right):
                return self.z3.Or(self.truth(left, state), self.truth(right, state))
            case Binary(op=op, left=left, right=right) if op in COMPARISONS:
                return self._comparison(op, left, right, state)
            case _:
                return self.term(expr, state) != 0

    def _comparison(self, op: str, left: Expr, right: Expr, state: dict[str, Term]) -> Truth:
        common = common_type(type_of(left, self.data_model), type_of(right, self.data_model), self.data_model)
        if not isinstance(common, IntType):
            return self.variable() != 0
        one, two = self.converted(left, common, state), self.converted(right, common, state)
        return COMPARE[op](one, two)

    def term(self, expr: Expr, state: dict[str, Term]) -> Term:
        """The value in the expression's own type."""
        ctype = type_of(expr, self.data_model)
        if not isinstance(ctype, IntType):
            return self.variable()
        match expr:
            case Const(value=value):
                return self.z3.IntVal(int(value))
            case Var(name=name):
                return state[name] if name in state else self.arbitrary(ctype)
            case Element():
                return self.arbitrary(ctype)
            case Cast(operand=operand):
                return self.converted(operand, ctype, state)
            case Conditional(test=test, then=then, orelse=orelse):
                one, two = self.converted(then, ctype, state), self.converted(orelse, ctype, state)
                return self.z3.If(self.truth(test, state), one, two)
            case Unary(op="-", operand=operand):
                return self._wrapped(-self.converted(operand, ctype, state), ctype, near=True)
            case Unary(op="~", operand=operand):
                return self._wrapped(-self.converted(operand, ctype, state) - 1, ctype, near=True)
            case Binary(op="+" | "-" | "*" | "/" | "%" | "&" | "<<" | ">>") as binary:
                return self._arithmetic(binary, ctype, state)
            case Binary(op="|" | "^"):
                return self.arbitrary(ctype)
            case Unary() | Binary():
                return self.z3.If(self.truth(expr, state), self.z3.IntVal(1), self.z3.IntVal(0))

    def _arithmetic(self, expr: Binary, ctype: IntType, state: dict[str, Term]) -> Term:
        left = self.converted(expr.left, ctype, state)
        if expr.op in ("+", "-"):
            right = self.converted(expr.right, ctype, state)
            return self._wrapped(left + right if expr.op == "+" else left - right, ctype, near=True)
        if expr.op == "*" and isinstance(expr.left, Const):
            return self._wrapped(left * self.converted(expr.right, ctype, state), ctype, near=False)
        if not isinstance(expr.right, Const) or int(expr.right.value) < 0:
            return self.arbitrary(ctype)
        return self._with_constant(expr.op, left, int(expr.right.value), ctype)

    def _with_constant(self, op: str, left: Term, right: int, ctype: IntType) -> Term:
        negative = self.z3.If(left < 0, -left, left)
        match op:
            case "*":
                return self._wrapped(left * right, ctype, near=False)
            case "<<" if right < ctype.bits:
                return self._wrapped(left * (1 << right), ctype, near=False)
            case ">>" if right < ctype.bits:
                return left / (1 << right)
            case "/" if right:
                return self.z3.If(left < 0, -(negative / right), left / right)
            case "%" if right:
                return self.z3.If(left < 0, -(negative % right), left % right)
            case "&" if right & (right + 1) == 0:
                return left % (right + 1)
            case _:
                return self.arbitrary(ctype)
