"""Terms of closed forms as expressions of the core language, in `long long` throughout.

Sums, extremes and powers are applied functions, where some may be defined.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from math import lcm

from msgspec import Struct

from veriabs.annotate.folds import Fold
from veriabs.annotate.speech import Names, Speech, UnsayableError, spoken
from veriabs.core.copying import replace
from veriabs.core.ctree import integer
from veriabs.core.expressions import Apply, Binary, Cast, Conditional, Const, Element, Expr, Var
from veriabs.core.loop_model import was_at_entry
from veriabs.core.program import Array
from veriabs.core.source import DataModel
from veriabs.core.types import LLONG, IntType
from veriabs.core.typing_rules import named_type
from veriabs.terms.binders import branches, reopen
from veriabs.terms.bits import is_bitwise
from veriabs.terms.terms import BINDERS, BITS, Atom, Condition, Is, Kind, Monomial, Term, of_atom, symbol

_INDEX = f"#{(1 << 16) - 1}"
"""An opened index that no term has of itself."""

_ZERO = integer(0, LLONG)
_COMPARED = {Is.LE: "<=", Is.EQ: "==", Is.NE: "!="}
_JOINED = {Is.AND: "&&", Is.OR: "||"}
_HELD = ("signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long long")
_NARROW: Mapping[tuple[int | None, int | None], IntType] = {
    (one.lowest, one.highest): one
    for one in (named_type(name, DataModel.LP64) for name in _HELD)
    if isinstance(one, IntType)
}
"""The types that `long long` holds, by what they hold."""


def _in_word(word: IntType, value: Expr) -> Expr:
    """A value of a type that C computes in, from one in `long long`; what has fewer bits by itself C converts."""
    match value:
        case Cast(operand=Var(type=IntType() as own) | Element(type=IntType() as own) as operand):
            return operand if word.lowest <= own.lowest and own.highest <= word.highest else Cast(word, value)
        case Const():
            return replace(value, type=word)
        case _:
            return Cast(word, value)


class UnsaidError(Exception):
    """Something that has no words in C."""


class Phrases(Struct, frozen=True):
    """Terms as expressions in `long long`; UnsaidError for what has none."""

    known: Mapping[str, Expr]
    cells: Mapping[str, Array]
    speech: Speech | None = None

    def knowing(self, more: Mapping[str, Expr]) -> Phrases:
        return replace(self, known={**self.known, **more})

    def term(self, term: Term) -> Expr:
        scale = lcm(*(c.denominator for _, c in term.items))
        more, less = self._sides(term * scale)
        total = more if less == _ZERO else Binary("-", more, less)
        return total if scale == 1 else Binary("/", total, integer(scale, LLONG))

    def _sides(self, term: Term) -> tuple[Expr, Expr]:
        """What is added in a term with whole factors, and what is subtracted, in an order that names do not change."""
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
            case Kind.CALL if atom.name in self.cells:
                array, indices = self.cells[atom.name], [self.term(arg) for arg in atom.args if isinstance(arg, Term)]
                return Cast(LLONG, Element(array.name, tuple(indices), array.type))
            case Kind.CALL if is_bitwise(atom) and (word := _NARROW.get((atom.low, atom.high))):
                left, right = (_in_word(word, self.term(arg)) for arg in atom.args if isinstance(arg, Term))
                return Cast(LLONG, Binary(atom.name[len(BITS)], left, right))
            case Kind.ITE:
                test, then, other = branches(atom)
                return Conditional(self.condition(test), self.term(then), self.term(other))
            case Kind.DIV | Kind.MOD:
                left, right = (self.term(arg) for arg in atom.args if isinstance(arg, Term))
                return Binary("/" if atom.kind is Kind.DIV else "%", left, right)
            case Kind.WRAP if (narrow := _NARROW.get((atom.low, atom.high))) and isinstance(atom.args[0], Term):
                return Cast(LLONG, Cast(narrow, self.term(atom.args[0])))
            case _ if self.speech is not None and atom.kind in BINDERS | {Kind.POWER}:
                return self._defined(atom, self.speech)
            case _:
                raise UnsaidError

    def _defined(self, atom: Atom, speech: Speech) -> Expr:
        """A function that is defined for what the atom is, of how far it goes and of all that it speaks of."""
        binds = atom.kind in BINDERS
        free = spoken(reopen(atom.args[0], _INDEX).names - {_INDEX}) if binds else []
        if any(map(self._is_past, free)):
            raise UnsaidError
        *least, last = [self.term(one) for one in atom.args[binds:] if isinstance(one, Term)]
        try:
            function = speech.term(of_atom(atom), self._names)[0]
        except UnsayableError as error:
            raise UnsaidError from error
        return Apply(str(function), (last, *map(self._given, free), *least), LLONG)

    @property
    def _names(self) -> Names:
        arrays = {name: ("cells", len(array.sizes)) for name, array in self.cells.items()}
        return Names({name: name for name in self.known}, arrays)

    def fold(self, fold: Fold, counter: str) -> Expr:
        """A function that is defined by what each iteration makes of a value."""
        free, first = spoken(fold.names(counter)), fold.initial
        if self.speech is None or any(map(self._is_past, free)):
            raise UnsaidError
        try:
            function = self.speech.fold(fold, counter, "0", self._names)[0]
        except UnsayableError as error:
            raise UnsaidError from error
        least = [] if isinstance(first.value, int) else [self.term(first)]
        return Apply(str(function), (self.term(symbol(counter)), *map(self._given, free), *least), LLONG)

    def _is_past(self, name: str) -> bool:
        return name in self.cells and bool(was_at_entry(self.cells[name].name))

    def _given(self, name: str) -> Expr:
        """What a function speaks of: a number, or an array as a whole."""
        if name not in self.cells:
            return self.known[name]
        array = self.cells[name]
        if len(array.sizes) > 1:
            raise UnsaidError
        return Var(array.name, array.type)

    def condition(self, condition: Condition) -> Expr:
        if condition.kind in _COMPARED:
            return self._comparison(condition.kind, condition.term)
        if condition.kind in _JOINED:
            parts = [self.condition(part) for part in condition.parts]
            return reduce(lambda one, other: Binary(_JOINED[condition.kind], one, other), parts)
        raise UnsaidError

    def _comparison(self, kind: Is, term: Term) -> Binary:
        """A comparison with 0, with everything on the side where it is added."""
        whole = term * lcm(*(c.denominator for _, c in term.items))
        added = dict(whole.items).get((), 0)
        limit = added < 0 and all(c > 0 for mono, c in whole.items if mono)
        if kind is Is.LE and (added == 1 or limit):
            return Binary("<", *self._sides(whole - 1))
        return Binary(_COMPARED[kind], *self._sides(whole))
