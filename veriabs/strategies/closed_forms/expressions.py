"""Translate terms of closed forms into expressions of the core language, in `long long` throughout."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from math import lcm

from msgspec import Struct

from veriabs.core.ctree import integer
from veriabs.core.expressions import Binary, Conditional, Const, Expr
from veriabs.core.types import LLONG
from veriabs.terms.binders import branches
from veriabs.terms.terms import Atom, Condition, Is, Kind, Monomial, Term

_ZERO = integer(0, LLONG)
_COMPARED = {Is.LE: "<=", Is.EQ: "==", Is.NE: "!="}
_JOINED = {Is.AND: "&&", Is.OR: "||"}


class UntranslatableError(Exception):
    """A term that has no expression in C."""


class TermToExpr(Struct, frozen=True):
    """The translation, by the expressions of symbols; raises UntranslatableError for terms that C cannot express."""

    known: Mapping[str, Expr]

    def term(self, term: Term) -> Expr:
        scale = lcm(*(c.denominator for _, c in term.items))
        more, less = self._split_by_sign(term * scale)
        total = more if less == _ZERO else Binary("-", more, less)
        return total if scale == 1 else Binary("/", total, integer(scale, LLONG))

    def _split_by_sign(self, term: Term) -> tuple[Expr, Expr]:
        """The positive and the negative summands of a term with integer factors, in an order independent of names."""
        sides = []
        for sign in (1, -1):
            parts = [self._monomial(mono, int(sign * c)) for mono, c in term.items if sign * c > 0]
            parts.sort(key=lambda part: (isinstance(part, Const), repr(part)))
            sides.append(reduce(lambda one, other: Binary("+", one, other), parts) if parts else _ZERO)
        return sides[0], sides[1]

    def _monomial(self, mono: Monomial, factor: int) -> Expr:
        factors = [self._atom(atom) for atom, power in mono for _ in range(power)]
        if factor != 1 or not factors:
            factors.insert(0, integer(factor, LLONG))
        return reduce(lambda one, other: Binary("*", one, other), factors)

    def _atom(self, atom: Atom) -> Expr:
        match atom.kind:
            case Kind.SYMBOL if atom.name in self.known:
                return self.known[atom.name]
            case Kind.ITE:
                test, then, other = branches(atom)
                return Conditional(self.condition(test), self.term(then), self.term(other))
            case Kind.DIV | Kind.MOD:
                left, right = (self.term(arg) for arg in atom.terms)
                return Binary("/" if atom.kind is Kind.DIV else "%", left, right)
            case _:
                raise UntranslatableError

    def condition(self, condition: Condition) -> Expr:
        if condition.kind in _COMPARED:
            return self._comparison(condition.kind, condition.term)
        if condition.kind in _JOINED:
            parts = [self.condition(part) for part in condition.parts]
            return reduce(lambda one, other: Binary(_JOINED[condition.kind], one, other), parts)
        raise UntranslatableError

    def _comparison(self, kind: Is, term: Term) -> Binary:
        """A comparison with 0, each summand on the side where it is positive."""
        whole = term * lcm(*(c.denominator for _, c in term.items))
        added = dict(whole.items).get((), 0)
        limit = added < 0 and all(c > 0 for mono, c in whole.items if mono)
        if kind is Is.LE and (added == 1 or limit):
            return Binary("<", *self._split_by_sign(whole - 1))
        return Binary(_COMPARED[kind], *self._split_by_sign(whole))
