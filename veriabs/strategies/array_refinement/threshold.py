"""Data seen through a threshold: of each value only whether it is greater than one arbitrary number.

A program that copies and compares its data, as sorting does, often needs no more. Comparing two values on the same side
of the threshold gives an arbitrary answer, so that every run of the program is one of the abstract program, whatever
the threshold is. A violated `u <= v` has u > v: with the threshold v at the violation, u is above it and v is not.
Nothing else is assumed of the program; in particular not that it compares in an order that is fixed.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctree import (
    conjunction,
    names,
    negate,
    statements,
    target_name,
    transform,
    walk,
    with_operands,
)
from veriabs.core.expressions import Binary, Cast, Conditional, Element, Expr, LValue, Unary, Var
from veriabs.core.graphs import closure
from veriabs.core.operators import COMPARISONS, OPPOSITE
from veriabs.core.program import Array, Scalar
from veriabs.core.source import DataModel
from veriabs.core.statements import Assert, Assign, Havoc, If, Loop, Stmt
from veriabs.core.types import BOOL, CType, IntType
from veriabs.core.typing_rules import promote, type_of

THRESHOLD = "known_value"
"""The scalar that holds the threshold; its type is that of the data after promotion."""


class UnfitError(Exception):
    """The data is used for something else than being copied and compared."""


class Bits(Struct, frozen=True):
    """A body over one bit a data value, the names of the data, and the type of the threshold."""

    body: tuple[Stmt, ...]
    data: frozenset[str]
    type: IntType


def bits(
    body: tuple[Stmt, ...], scalars: dict[str, Scalar], arrays: dict[str, Array], model: DataModel
) -> Bits | None:
    """The body with its data as bits; None if the assertion does not compare data that is only copied and compared."""
    types: dict[str, CType] = {name: scalar.type for name, scalar in scalars.items()}
    types |= {name: array.type for name, array in arrays.items()}
    data = _data(body, frozenset(arrays))
    kinds = {promote(types[name]) for name in data}
    kind = next(iter(kinds), None)
    if len(kinds) != 1 or not isinstance(kind, IntType) or any(types[name] == BOOL for name in data):
        return None
    try:
        return Bits(_Rewriter(data, kind, model).body(body), data, kind)
    except UnfitError:
        return None


def _data(body: tuple[Stmt, ...], arrays: frozenset[str]) -> frozenset[str]:
    """What the assertion compares, and everything that it is copied from or to."""
    found = {
        name
        for stmt in statements(body)
        if isinstance(stmt, Assert) and stmt.number >= 0
        for node in walk(stmt.test)
        if isinstance(node, Binary) and node.op in COMPARISONS
        for side in (node.left, node.right)
        for name in _copied(side)
    }
    found = {name for name in found if name in arrays or _is_copy_of_data(body, name, arrays)}
    copies = [
        (target_name(s.target), name) for s in statements(body) if isinstance(s, Assign) for name in _copied(s.value)
    ]
    return closure(found, lambda names: (one for pair in copies if names & set(pair) for one in pair))


def _is_copy_of_data(body: tuple[Stmt, ...], name: str, arrays: frozenset[str]) -> bool:
    """Is a scalar only ever given cells of arrays?"""
    given = [s for s in statements(body) if isinstance(s, Assign) and target_name(s.target) == name]
    return bool(given) and all(_copied(s.value) & arrays for s in given)


def _copied(expr: Expr) -> frozenset[str]:
    """The variables whose value an expression is, unchanged."""
    match expr:
        case Var(name=name) | Element(array=name):
            return frozenset((name,))
        case Cast(operand=operand):
            return _copied(operand)
        case Conditional(then=then, orelse=orelse):
            return _copied(then) | _copied(orelse)
        case _:
            return frozenset()


class _Rewriter(Struct, frozen=True):
    """Rewrites a body to bits; raises `UnfitError` where data is used for anything but copies and comparisons."""

    data: frozenset[str]
    type: IntType
    model: DataModel

    def body(self, body: Iterable[Stmt]) -> tuple[Stmt, ...]:
        return transform(body, lambda stmt: (self._stmt(stmt),))

    def _stmt(self, stmt: Stmt) -> Stmt:
        match stmt:
            case Assign(target=target, value=value):
                if target_name(target) in self.data:
                    return replace(stmt, target=self._target(target), value=self._bit(self._stored(value, target)))
                return replace(stmt, target=self._target(target), value=self._plain(value))
            case Havoc(target=target):
                return replace(stmt, target=self._target(target))
            case If(test=test) | Loop(test=test):
                return replace(stmt, test=self._plain(test))
            case Assert(test=test):
                return replace(stmt, test=self._checked(test))
            case _:
                return stmt

    def _stored(self, value: Expr, target: LValue) -> Expr:
        """The value as the target holds it."""
        ctype = target.type
        if not isinstance(ctype, IntType) or self._widens(ctype, value):
            return value
        if self._about_data(value):
            raise UnfitError
        return Cast(ctype, value)

    def _target(self, target: LValue) -> LValue:
        if isinstance(target, Element):
            target = replace(target, indices=tuple(map(self._plain, target.indices)))
        return replace(target, type=BOOL) if target_name(target) in self.data else target

    def _about_data(self, expr: Expr) -> bool:
        return bool(_copied(expr) & self.data)

    def _bit(self, expr: Expr) -> Expr:
        """Is the value above the threshold?"""
        if not self._about_data(expr):
            if not self._same_type(expr):
                raise UnfitError
            return Binary(">", self._plain(expr), Var(THRESHOLD, self.type))
        match expr:
            case Var() | Element():
                return self._known(expr)
            case Cast(type=ctype, operand=operand):
                if not isinstance(ctype, IntType) or promote(ctype) != self.type or not self._widens(ctype, operand):
                    raise UnfitError
                return self._bit(operand)
            case Conditional(test=test, then=then, orelse=orelse):
                return Conditional(self._plain(test), self._bit(then), self._bit(orelse))
            case _:
                raise UnfitError

    def _known(self, place: LValue) -> Expr:
        if target_name(place) in self.data:
            return self._target(place)
        if not self._same_type(place):
            raise UnfitError
        return Binary(">", self._plain(place), Var(THRESHOLD, self.type))

    def _same_type(self, expr: Expr) -> bool:
        return promote(type_of(expr, self.model)) == self.type

    def _widens(self, ctype: IntType, operand: Expr) -> bool:
        """Does a conversion to the type keep every value of the operand?"""
        old = type_of(operand, self.model)
        return isinstance(old, IntType) and ctype.lowest <= old.lowest and old.highest <= ctype.highest

    def _plain(self, expr: Expr) -> Expr:
        """An expression that is no data itself, with the comparisons of data inside of it rewritten."""
        match expr:
            case Binary(op=op, left=left, right=right) if op in COMPARISONS and self._compares(left, right):
                return Binary(op, self._bit(left), self._bit(right))
            case Var(name=name) | Element(array=name) if name in self.data:
                raise UnfitError
            case _:
                return with_operands(expr, self._plain)

    def _compares(self, left: Expr, right: Expr) -> bool:
        return self._about_data(left) or self._about_data(right)

    def _checked(self, test: Expr) -> Expr:
        """What has to hold at every threshold for the assertion to hold."""
        match test:
            case Binary(op="&&", left=left, right=right):
                return conjunction((self._checked(left), self._checked(right)))
            case Binary(op="||", left=left, right=right) if not names(left) & self.data:
                return Binary("||", self._plain(left), self._checked(right))
            case Binary(op="||", left=left, right=right) if not names(right) & self.data:
                return Binary("||", self._checked(left), self._plain(right))
            case Unary(op="!", operand=Binary(op=op, left=left, right=right)) if op in OPPOSITE:
                return self._checked(Binary(OPPOSITE[op], left, right))
            case Unary(op="!", operand=Unary(op="!", operand=operand)):
                return self._checked(operand)
            case Binary(op="!=", left=left, right=right) if _is_truth(left) and _is_zero(right):
                return self._checked(left)
            case Binary(op=op, left=left, right=right) if op in COMPARISONS and self._compares(left, right):
                return self._separable(op, self._bit(left), self._bit(right))
            case _:
                return self._plain(test)

    def _separable(self, op: str, left: Expr, right: Expr) -> Expr:
        """No threshold shows the violation; only comparisons whose violation some threshold shows are fit."""
        match op:
            case "<=":
                return Binary("||", negate(left), right)
            case ">=":
                return Binary("||", left, negate(right))
            case "==":
                return _equal(left, right)
            case _:
                raise UnfitError


def _equal(left: Expr, right: Expr) -> Expr:
    """Both or neither, without an operator that compares data."""
    both, none = Binary("&&", left, right), Binary("&&", negate(left), negate(right))
    return Binary("||", both, none)


def _is_truth(expr: Expr) -> bool:
    return isinstance(expr, Binary) and expr.op in COMPARISONS


def _is_zero(expr: Expr) -> bool:
    return getattr(expr, "value", None) == 0

