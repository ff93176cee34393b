"""Translate terms of closed forms into expressions over cells too.

Sums, extremes and powers become applications of functions, if functions may be defined.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil, floor

from veriabs.annotate.aggregates import CELL as STEP
from veriabs.annotate.aggregates import Aggregates, Parameter
from veriabs.annotate.expr_to_smt import FunctionWords
from veriabs.annotate.loop_solutions import UnsolvedUpdate
from veriabs.core.copying import replace
from veriabs.core.ctree import integer
from veriabs.core.expressions import Apply, Binary, Cast, Const, Element, Expr, Var
from veriabs.core.program import Array
from veriabs.core.source import DataModel
from veriabs.core.types import LLONG, IntType
from veriabs.core.typing_rules import named_type
from veriabs.proofcheck.definitions import BEFORE
from veriabs.proofcheck.terms import BITWISE, SmtTerm, show
from veriabs.proofcheck.words import conversion
from veriabs.strategies.closed_forms import expressions
from veriabs.strategies.closed_forms.expressions import UntranslatableError
from veriabs.terms.binders import reopen
from veriabs.terms.bits import OPERATIONS, is_bitwise
from veriabs.terms.intervals import interval
from veriabs.terms.terms import BINDERS, BITS, Atom, Kind, Term, symbol

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


class InvariantToExpr(expressions.TermToExpr, frozen=True):
    """The translation, which raises UntranslatableError for terms without an expression in C."""

    cells: Mapping[str, Array]
    aggregates: Aggregates | None = None

    def knowing(self, more: Mapping[str, Expr]) -> InvariantToExpr:
        return replace(self, known={**self.known, **more})

    def _atom(self, atom: Atom) -> Expr:
        match atom.kind:
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
                return super()._atom(atom)

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

    def _function_translator(self, free: Iterable[str]) -> tuple[InvariantToExpr, list[Parameter]]:
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


def _smt(step: Expr, inner: InvariantToExpr, truth: Kind | None = None) -> SmtTerm:
    """The certificate's term for the step of a function."""
    names = [STEP, BEFORE, *(one.name for one in inner.known.values() if isinstance(one, Var))]
    cells = {array.name: array.sizes for array in inner.cells.values()}
    words = FunctionWords({name: name for name in (*names, *cells)}, cells, DataModel.LP64, wraps=False)
    return words.truth(step) if truth in (Kind.FIRST, Kind.LAST) else words.value(step)


def _ordered(term: SmtTerm) -> SmtTerm:
    """Sort the operands of commutative operators in an order independent of variable names."""
    if isinstance(term, str):
        return term
    operator, *parts = map(_ordered, term)
    return operator, *(sorted(parts, key=show) if operator in _COMMUTING else parts)
