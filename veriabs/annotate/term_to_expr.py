"""Translate terms of closed forms into expressions of the core language.

Sums, extremes and powers become applications of functions, if functions may be defined.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from math import ceil, floor, lcm

from msgspec import Struct

from veriabs.annotate.aggregates import CELL as STEP
from veriabs.annotate.aggregates import Aggregates, Parameter
from veriabs.annotate.expr_to_smt import FunctionTranslator
from veriabs.annotate.loop_solutions import UnsolvedUpdate
from veriabs.core.copying import replace
from veriabs.core.ctree import integer
from veriabs.core.expressions import Apply, Binary, Cast, Conditional, Const, Element, Expr, Var
from veriabs.core.program import Array
from veriabs.core.source import DataModel
from veriabs.core.types import LLONG, IntType
from veriabs.core.typing_rules import named_type
from veriabs.proofcheck.definitions import BEFORE
from veriabs.proofcheck.expressions import conversion
from veriabs.proofcheck.terms import BITWISE, SmtTerm, show
from veriabs.terms.binders import branches, reopen
from veriabs.terms.bits import OPERATIONS, is_bitwise
from veriabs.terms.intervals import interval
from veriabs.terms.terms import BINDERS, BITS, Atom, Condition, Is, Kind, Monomial, Term, symbol

_ZERO = integer(0, LLONG)
_COMPARED = {Is.LE: "<=", Is.EQ: "==", Is.NE: "!="}
_JOINED = {Is.AND: "&&", Is.OR: "||"}
_HELD = ("signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long long")
_NARROW: Mapping[tuple[int | None, int | None], IntType] = {
    (one.lowest, one.highest): one
    for one in (named_type(name, DataModel.LP64) for name in _HELD)
    if isinstance(one, IntType)
}
"""The types that `long long` holds, by their value ranges."""

_COMMUTING = {"+", "*", *(one for one in BITWISE if not one.startswith("sh"))}


def _to_word(word: IntType, value: Expr) -> Expr:
    """Convert a `long long` value to a type that C computes in; C itself converts to narrower types."""
    match value:
        case Cast(
            operand=(
                Var(type=IntType() as own) | Element(type=IntType() as own) | Cast(type=IntType() as own)
            ) as operand
        ):
            return operand if word.lowest <= own.lowest and own.highest <= word.highest else Cast(word, value)
        case Const():
            return replace(value, type=word)
        case _:
            return Cast(word, value)


class UntranslatableError(Exception):
    """A term that has no expression in C."""


class TermToExpr(Struct, frozen=True):
    """The translation, by the expressions of symbols and the arrays of cells, in `long long` throughout.

    Raises UntranslatableError for terms without an expression in C.
    """

    known: Mapping[str, Expr]
    cells: Mapping[str, Array]
    aggregates: Aggregates | None = None

    def knowing(self, more: Mapping[str, Expr]) -> TermToExpr:
        return replace(self, known={**self.known, **more})

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
            case Kind.CALL if atom.name in self.cells:
                array, indices = self.cells[atom.name], [self.term(arg) for arg in atom.terms]
                return Cast(LLONG, Element(array.name, tuple(indices), array.type))
            case Kind.CALL if is_bitwise(atom) and (word := _NARROW.get((atom.low, atom.high))):
                left, right = (_to_word(word, self.term(arg)) for arg in atom.terms)
                return Cast(LLONG, Binary(atom.name[len(BITS)], left, right))
            case Kind.WRAP if (narrow := _NARROW.get((atom.low, atom.high))) and isinstance(atom.args[0], Term):
                return Cast(LLONG, Cast(narrow, self.term(atom.args[0])))
            case Kind.POWER if self.aggregates is not None and isinstance(atom.args[0], Term):
                return Apply(self.aggregates.power(int(atom.name)), (self.term(atom.args[0]),), LLONG)
            case _ if self.aggregates is not None and atom.kind in BINDERS:
                return self._aggregate(atom, self.aggregates)
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

    def _aggregate(self, atom: Atom, aggregates: Aggregates) -> Expr:
        """The application of a function to the number of steps and to the free symbols of its step."""
        index = aggregates.index()
        body = reopen(atom.args[0], index)
        free = _free_symbols(body.names - {index})
        inner, parameters = self._function_translator(free)
        inner = inner.knowing({index: Var(STEP, LLONG)})
        low, high = interval(body) if isinstance(body, Term) else (None, None)
        span = None if low is None else floor(low), None if high is None else ceil(high)
        *least, last = [self.term(one) for one in atom.args[1:] if isinstance(one, Term)]
        step = _smt(inner.term(body) if isinstance(body, Term) else inner.condition(body), inner, truth=atom.kind)
        name = aggregates.of(atom.kind, step, span, parameters, starts=bool(least))
        return Apply(name, (last, *map(self._argument, free), *least), LLONG)

    def fold(self, fold: UnsolvedUpdate, counter: str) -> Expr:
        """The application of a function that applies an iteration's update to the scalar's initial value."""
        if self.aggregates is None:
            raise UntranslatableError
        free = _free_symbols(fold.names(counter))
        inner, parameters = self._function_translator(free)
        inner = inner.knowing({counter: Var(STEP, LLONG), fold.before: Var(BEFORE, LLONG)})
        inner = inner.knowing({one.before: inner.fold(one, counter) for one in fold.others})
        step, narrow = _ordered(_smt(inner.term(fold.update), inner)), conversion(fold.type)
        step = step if fold.type.signed or step[0] == narrow else (narrow, step)
        initial = fold.initial.value
        name = self.aggregates.fold(step, fold.type, parameters, initial if isinstance(initial, int) else None)
        start = [] if isinstance(initial, int) else [self.term(fold.initial)]
        return Apply(name, (self.term(symbol(counter)), *map(self._argument, free), *start), LLONG)

    def _function_translator(self, free: Iterable[str]) -> tuple[TermToExpr, list[Parameter]]:
        """The translation within a function, whose parameters are the free symbols."""
        known, cells, parameters = dict[str, Expr](), dict[str, Array](), list[Parameter]()
        for place, name in enumerate(free):
            own, array = f"p{place}", self.cells.get(name)
            if array is not None and isinstance(array.type, IntType):
                cells[name] = replace(array, name=own, sizes=(integer(0),) * len(array.sizes))
                parameters.append(Parameter(own, len(array.sizes), (array.type.lowest, array.type.highest)))
            elif name in self.known:
                known[name] = Var(own, LLONG)
                parameters.append(Parameter(own))
            else:
                raise UntranslatableError
        return replace(self, known=known, cells=cells), parameters

    def _argument(self, name: str) -> Expr:
        """The argument for a free symbol: a number, or a whole array."""
        array = self.cells.get(name)
        return self.known[name] if array is None else Var(array.name, array.type)


def _free_symbols(names: Iterable[str]) -> list[str]:
    """The symbols in the names, without bit operators, in the order of a function's parameters."""
    return sorted(name for name in names if not (name.startswith(BITS) and name[len(BITS) :][:1] in OPERATIONS))


def _smt(step: Expr, inner: TermToExpr, truth: Kind | None = None) -> SmtTerm:
    """The certificate's term for the step of a function."""
    names = [STEP, BEFORE, *(one.name for one in inner.known.values() if isinstance(one, Var))]
    cells = {array.name: array.sizes for array in inner.cells.values()}
    words = FunctionTranslator({name: name for name in (*names, *cells)}, cells, DataModel.LP64, wraps=False)
    return words.truth(step) if truth in (Kind.FIRST, Kind.LAST) else words.value(step)


def _ordered(term: SmtTerm) -> SmtTerm:
    """Sort the operands of commutative operators in an order independent of variable names."""
    if isinstance(term, str):
        return term
    operator, *parts = map(_ordered, term)
    return operator, *(sorted(parts, key=show) if operator in _COMMUTING else parts)
