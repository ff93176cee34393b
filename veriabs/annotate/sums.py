"""Write comparisons of sums as a person does: each variable once, without a subtraction that can be an addition.

    i - j - 3 >= 0          i >= j + 3
"""

from __future__ import annotations

from functools import partial, reduce

from msgspec import Struct, field

from veriabs.core.ctree import times, whole
from veriabs.core.expressions import Binary, Cast, Const, Element, Expr, Var
from veriabs.core.loop_model import CELL, OTHER
from veriabs.core.operators import MIRRORED
from veriabs.core.source import DataModel
from veriabs.core.types import LLONG, IntType
from veriabs.core.typing_rules import type_of

_MOST_BITS, _MOST_PARTS, _LARGEST = 32, 8, 1 << 40
"""Limits within which no sum wraps, on whichever side its parts are; cell indices are within them."""

_BY_ONE = {(">=", 1): ">", ("<", 1): "<=", ("<=", -1): "<", (">", -1): ">="}
"""The equivalent integer comparison without an added constant on the right."""


class _Sum(Struct):
    """A sum: `parts` maps variables and cells to their factors, in order of appearance; `constant` is added."""

    parts: dict[Expr, int] = field(default_factory=dict)
    constant: int = 0

    def add(self, expr: Expr, factor: int, data_model: DataModel) -> bool:
        """Add a multiple of an expression; return False if it is no sum of small parts."""
        match expr:
            case Const(value=int(value)):
                self.constant += factor * value
            case Binary(op="+" | "-" as op, left=left, right=right) if type_of(expr, data_model) == LLONG:
                second = factor if op == "+" else -factor
                return self.add(left, factor, data_model) and self.add(right, second, data_model)
            case Binary(op="*", left=Const(value=int(value)), right=other) if type_of(expr, data_model) == LLONG:
                return abs(value) < 1 << 16 and self.add(other, factor * value, data_model)
            case Cast(type=ctype, operand=operand) if ctype == LLONG:
                return self._count(operand, factor, data_model)
            case Var() | Element():
                return self._count(expr, factor, data_model)
            case _:
                return False
        return True

    def _count(self, operand: Expr, factor: int, data_model: DataModel) -> bool:
        ctype = type_of(operand, data_model)
        self.parts[operand] = self.parts.get(operand, 0) + factor
        return operand in (CELL, OTHER) or (isinstance(ctype, IntType) and ctype.bits <= _MOST_BITS)

    def side(self, sign: int, extra: int) -> Expr:
        """The parts with a sign, plus a constant."""
        terms = [times(Cast(LLONG, part), abs(factor)) for part, factor in self.parts.items() if factor * sign > 0]
        if not terms:
            return whole(extra)
        found = reduce(partial(Binary, "+"), terms)
        return Binary("+" if extra > 0 else "-", found, whole(abs(extra))) if extra else found

    def sign(self, op: str) -> int:
        """The sign of the parts on the left: in an equation that of the only unit factor, else the positive ones."""
        factors = list(self.parts.values())
        if op in ("==", "!=") and (ones := [f for f in factors if abs(f) == 1 and _is_only_factor_of_sign(f, factors)]):
            return ones[0]
        return 1 if any(f > 0 for f in factors) else -1


def split_by_sign(test: Binary, data_model: DataModel) -> Binary:
    """The comparison with each part on the side where it is added; unchanged if a part may wrap."""
    found = _Sum()
    small = found.add(test.left, 1, data_model) and found.add(test.right, -1, data_model)
    found.parts = {part: factor for part, factor in found.parts.items() if factor}
    if not small or not 0 < len(found.parts) <= _MOST_PARTS or abs(found.constant) > _LARGEST:
        return test
    sign = found.sign(test.op)
    op = test.op if sign > 0 else MIRRORED[test.op]
    number, both = -sign * found.constant, any(factor * sign < 0 for factor in found.parts.values())
    if both and (op, number) in _BY_ONE:
        op, number = _BY_ONE[op, number], 0
    if number > 0 or not both or op in ("==", "!="):
        return Binary(op, found.side(sign, 0), found.side(-sign, number))
    return Binary(op, found.side(sign, -number), found.side(-sign, 0))


def _is_only_factor_of_sign(factor: int, factors: list[int]) -> bool:
    return sum(1 for other in factors if other * factor > 0) == 1
