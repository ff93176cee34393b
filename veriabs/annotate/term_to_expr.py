"""Translate terms of closed forms into expressions over cells too.

Sums, extremes and powers become applications of functions, if functions may be defined.
"""

from __future__ import annotations

from collections.abc import Mapping

from veriabs.annotate.folds import Fold
from veriabs.annotate.term_to_smt import InexpressibleError, Names, TermToSmt, free_symbols
from veriabs.core.copying import replace
from veriabs.core.expressions import Apply, Binary, Cast, Const, Element, Expr, Var
from veriabs.core.loop_model import was_at_entry
from veriabs.core.program import Array
from veriabs.core.source import DataModel
from veriabs.core.types import LLONG, IntType
from veriabs.core.typing_rules import named_type
from veriabs.strategies.closed_forms import expressions
from veriabs.strategies.closed_forms.expressions import UntranslatableError
from veriabs.terms.binders import reopen
from veriabs.terms.bits import is_bitwise
from veriabs.terms.terms import BINDERS, BITS, Atom, Kind, Term, of_atom, symbol

_INDEX = f"#{(1 << 16) - 1}"
"""An index for an opened binder that no other term uses."""

_HELD = ("signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long long")
_NARROW: Mapping[tuple[int | None, int | None], IntType] = {
    (one.lowest, one.highest): one
    for one in (named_type(name, DataModel.LP64) for name in _HELD)
    if isinstance(one, IntType)
}
"""The types narrower than `long long`, by their value ranges."""


def _in_word(word: IntType, value: Expr) -> Expr:
    """Convert a `long long` value to a type that C computes in; C itself converts to narrower types."""
    match value:
        case Cast(operand=Var(type=IntType() as own) | Element(type=IntType() as own) as operand):
            return operand if word.lowest <= own.lowest and own.highest <= word.highest else Cast(word, value)
        case Const():
            return replace(value, type=word)
        case _:
            return Cast(word, value)


class TermToExpr(expressions.TermToExpr, frozen=True):
    """The translation, which raises UntranslatableError for terms without an expression in C."""

    cells: Mapping[str, Array]
    smt: TermToSmt | None = None

    def knowing(self, more: Mapping[str, Expr]) -> TermToExpr:
        return replace(self, known={**self.known, **more})

    def _atom(self, atom: Atom) -> Expr:
        match atom.kind:
            case Kind.CALL if atom.name in self.cells:
                array, indices = self.cells[atom.name], [self.term(arg) for arg in atom.args if isinstance(arg, Term)]
                return Cast(LLONG, Element(array.name, tuple(indices), array.type))
            case Kind.CALL if is_bitwise(atom) and (word := _NARROW.get((atom.low, atom.high))):
                left, right = (_in_word(word, self.term(arg)) for arg in atom.args if isinstance(arg, Term))
                return Cast(LLONG, Binary(atom.name[len(BITS)], left, right))
            case Kind.WRAP if (narrow := _NARROW.get((atom.low, atom.high))) and isinstance(atom.args[0], Term):
                return Cast(LLONG, Cast(narrow, self.term(atom.args[0])))
            case _ if self.smt is not None and atom.kind in BINDERS | {Kind.POWER}:
                return self._defined(atom, self.smt)
            case _:
                return super()._atom(atom)

    def _defined(self, atom: Atom, smt: TermToSmt) -> Expr:
        """The application of a function that defines the atom, to its number of steps and its free symbols."""
        binds = atom.kind in BINDERS
        free = free_symbols(reopen(atom.args[0], _INDEX).names - {_INDEX}) if binds else []
        if any(map(self._is_past, free)):
            raise UntranslatableError
        *least, last = [self.term(one) for one in atom.args[binds:] if isinstance(one, Term)]
        try:
            function = smt.term(of_atom(atom), self._names)[0]
        except InexpressibleError as error:
            raise UntranslatableError from error
        return Apply(str(function), (last, *map(self._argument_for, free), *least), LLONG)

    @property
    def _names(self) -> Names:
        arrays = {name: ("cells", len(array.sizes)) for name, array in self.cells.items()}
        return Names({name: name for name in self.known}, arrays)

    def fold(self, fold: Fold, counter: str) -> Expr:
        """The application of a function that defines the value of a fold."""
        free, first = free_symbols(fold.names(counter)), fold.initial
        if self.smt is None or any(map(self._is_past, free)):
            raise UntranslatableError
        try:
            function = self.smt.fold(fold, counter, "0", self._names)[0]
        except InexpressibleError as error:
            raise UntranslatableError from error
        least = [] if isinstance(first.value, int) else [self.term(first)]
        return Apply(str(function), (self.term(symbol(counter)), *map(self._argument_for, free), *least), LLONG)

    def _is_past(self, name: str) -> bool:
        return name in self.cells and bool(was_at_entry(self.cells[name].name))

    def _argument_for(self, name: str) -> Expr:
        """The argument for a free symbol: a number, or a whole array."""
        if name not in self.cells:
            return self.known[name]
        array = self.cells[name]
        if len(array.sizes) > 1:
            raise UntranslatableError
        return Var(array.name, array.type)
