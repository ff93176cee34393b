"""Translate terms of closed forms into the certificates' language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import count
from math import ceil, floor, lcm

from msgspec import Struct, field

from veriabs.annotate.aggregates import Aggregates, Arrays, Parameter
from veriabs.annotate.folds import Fold
from veriabs.core.errors import VeriabsError
from veriabs.proofcheck.definitions import BEFORE
from veriabs.proofcheck.terms import BITWISE, FALSE, TRUE, SmtTerm, both, either, follows, number, show
from veriabs.terms.binders import reopen, walk
from veriabs.terms.intervals import interval
from veriabs.terms.terms import BINDERS, Atom, Condition, Is, Kind, Monomial, Term, from_dict

_OPERATORS = {"&": "and", "|": "or", "^": "xor"}
_WIDTHS = [f"{sign}{bits}" for sign in "us" for bits in (8, 16, 32, 64)]
_COMMUTING = {"+", "*", *(f"{name}.{kind}" for name in _OPERATORS.values() for kind in _WIDTHS)}
_OPENED = 1 << 16
"""The numbers of opened indices begin here, above those in terms."""


class InexpressibleError(VeriabsError):
    """A term that certificates cannot express."""


class Names(Struct, frozen=True):
    """The certificates' names of symbols, and of arrays by the function symbol of their cells."""

    symbols: Mapping[str, SmtTerm]
    arrays: Arrays

    def setting(self, name: str, term: SmtTerm) -> Names:
        return Names({**self.symbols, name: term}, self.arrays)


class TermToSmt(Struct):
    """The translation, which collects the functions that it needs."""

    aggregates: Aggregates = field(default_factory=Aggregates)
    indices: count[int] = field(default_factory=count)

    def term(self, term: Term, names: Names) -> SmtTerm:
        """The value of an integer term."""
        scale = lcm(*(c.denominator for _, c in term.items))
        if scale == 1:
            return self.scaled(term, scale, names)
        broken = {mono: c for mono, c in term.items if c.denominator != 1}
        rest = self.scaled(from_dict({mono: c for mono, c in term.items if mono not in broken}), 1, names)
        atoms = {atom for mono in broken for atom, _ in mono}
        coefficients = {mono[0][1] if mono else 0: Fraction(c) for mono, c in broken.items()}
        if len(atoms) == 1:
            whole = self.aggregates.polynomial(coefficients, self._atom(atoms.pop(), names))
            if whole is not None:
                return "+", rest, whole
        return "div", self.scaled(term, scale, names), number(scale)

    def scaled(self, term: Term, scale: int, names: Names) -> SmtTerm:
        """The value of `scale * term`."""
        parts = [self._monomial(mono, int(c * scale), names) for mono, c in term.items]
        return "0" if not parts else parts[0] if len(parts) == 1 else ("+", *parts)

    def _monomial(self, mono: Monomial, factor: int, names: Names) -> SmtTerm:
        factors = [self._atom(atom, names) for atom, e in mono for _ in range(e)]
        if factor != 1 or not factors:
            factors.insert(0, number(factor))
        return factors[0] if len(factors) == 1 else ("*", *factors)

    def _atom(self, atom: Atom, names: Names) -> SmtTerm:
        match atom.kind:
            case Kind.SYMBOL if atom.name in names.symbols:
                return names.symbols[atom.name]
            case Kind.CALL:
                return _call(atom.name, self._parts(atom, names), names)
            case Kind.ITE:
                return "ite", *self._parts(atom, names)
            case Kind.DIV | Kind.MOD:
                return "quotient" if atom.kind is Kind.DIV else "remainder", *self._parts(atom, names)
            case Kind.WRAP if atom.low is not None and atom.high is not None:
                return wrapped(self._parts(atom, names)[0], atom.low, atom.high)
            case Kind.POWER:
                return self.aggregates.power(int(atom.name), self._parts(atom, names)[0])
            case _ if atom.kind in BINDERS:
                return self._aggregate(atom, names)
            case _:
                raise InexpressibleError(f"certificates have no term for {atom.name}")

    def _parts(self, atom: Atom, names: Names) -> list[SmtTerm]:
        return [self.term(arg, names) if isinstance(arg, Term) else self.truth(arg, names) for arg in atom.args]

    def truth(self, condition: Condition, names: Names) -> SmtTerm:
        """The formula for a condition."""
        match condition.kind:
            case Is.TRUE | Is.FALSE:
                return TRUE if condition.kind is Is.TRUE else FALSE
            case Is.LE | Is.EQ | Is.NE:
                scale = lcm(*(c.denominator for _, c in condition.term.items))
                operator = {Is.LE: "<=", Is.EQ: "=", Is.NE: "distinct"}[condition.kind]
                return operator, self.scaled(condition.term, scale, names), "0"
            case Is.AND:
                return both(*(self.truth(part, names) for part in condition.parts))
            case Is.OR:
                return either(*(self.truth(part, names) for part in condition.parts))
            case Is.FORALL | Is.EXISTS:
                return self._quantified(condition, names)

    def _quantified(self, condition: Condition, names: Names) -> SmtTerm:
        body, limit = condition.args
        assert isinstance(limit, Term)
        symbol, name = self._index()
        fact = self._translated(reopen(body, symbol), names.setting(symbol, name))
        return ranged(name, self.term(limit, names), fact, some=condition.kind is Is.EXISTS)

    def _index(self) -> tuple[str, str]:
        """A symbol for the variable of a binder, and its name in the certificate."""
        place = next(self.indices)
        return f"#{_OPENED + place}", f"i{place}"

    def _translated(self, node: Term | Condition, names: Names) -> SmtTerm:
        return self.term(node, names) if isinstance(node, Term) else self.truth(node, names)

    def _aggregate(self, atom: Atom, names: Names) -> SmtTerm:
        """A function of the number of steps and of the free symbols of its step."""
        symbol, _ = self._index()
        body, last = reopen(atom.args[0], symbol), atom.args[-1]
        assert isinstance(last, Term)
        inner, given = _parameters(free_symbols(body.names - {symbol}), (body,), names)

        def step(index: SmtTerm) -> SmtTerm:
            return self._translated(body, inner.setting(symbol, index))

        least = self._translated(atom.args[1], names) if atom.kind is Kind.MAX else None
        low, high = interval(body) if isinstance(body, Term) else (None, None)
        span = None if low is None else floor(low), None if high is None else ceil(high)
        return self.aggregates.of(atom.kind, step, span, given, self.term(last, names), least)

    def fold(self, fold: Fold, counter: str, steps: SmtTerm, names: Names) -> SmtTerm:
        """A function that applies an iteration's update to the scalar's initial value."""
        inner, given = _parameters(free_symbols(fold.names(counter)), fold.updates(), names)

        def step(index: SmtTerm) -> SmtTerm:
            here = inner.setting(counter, index).setting(fold.before, BEFORE)
            for one in fold.others:
                here = here.setting(one.before, self.fold(one, counter, index, inner))
            update = ordered(self.term(fold.update, here))
            whole = wrapped(update, *fold.span)
            return whole if fold.span[0] == 0 and whole[0] != update[0] else update

        return self.aggregates.fold(step, fold.span, given, steps, self.term(fold.initial, names))


def _call(name: str, parts: list[SmtTerm], names: Names) -> SmtTerm:
    if name in names.arrays:
        cell = names.arrays[name][0]
        for index in parts:
            cell = ("select", cell, index)
        return cell
    if (operator := _bitwise(name)) is not None:
        return operator, *parts
    raise InexpressibleError(f"certificates have no term for {name}")


def _bitwise(name: str) -> str | None:
    """The certificates' name of a bit operator; None for other names."""
    operator, rest = _OPERATORS.get(name[4:5]), name[5:]
    smt_name = f"{operator}.{'s' if rest.endswith('True') else 'u'}{rest.removesuffix('True').removesuffix('False')}"
    return smt_name if name.startswith("bits") and smt_name in BITWISE else None


def ordered(term: SmtTerm) -> SmtTerm:
    """Sort the operands of commutative operators in an order independent of variable names."""
    if isinstance(term, str):
        return term
    operator, *parts = map(ordered, term)
    return operator, *(sorted(parts, key=show) if operator in _COMMUTING else parts)


def free_symbols(names: Iterable[str]) -> list[str]:
    """The symbols in the names, without bit operators, in the order of a function's parameters."""
    return sorted(name for name in names if _bitwise(name) is None)


def _parameters(free: list[str], parts: Iterable[Term | Condition], names: Names) -> tuple[Names, list[Parameter]]:
    """The parameters for the free symbols of a step, and the names for them."""
    symbols, arrays, given = dict[str, SmtTerm](), dict[str, tuple[SmtTerm, int]](), []
    spans = {atom.name: (atom.low, atom.high) for part in parts for atom in walk(part) if atom.kind is Kind.CALL}
    for place, name in enumerate(free):
        own = f"p{place}"
        if name in names.arrays:
            actual, dimensions = names.arrays[name]
            arrays[name] = own, dimensions
            given.append(Parameter(own, actual, dimensions, spans.get(name, (None, None))))
        elif name in names.symbols:
            symbols[name] = own
            given.append(Parameter(own, names.symbols[name]))
        else:
            raise InexpressibleError(f"certificates have no term for {name}")
    return Names(symbols, arrays), given


def wrapped(value: SmtTerm, low: int, high: int) -> SmtTerm:
    """The number from low to high that is congruent to the value modulo the length of the range."""
    bits = (high - low).bit_length()
    if bits in (8, 16, 32, 64) and high - low + 1 == 1 << bits and low in (0, -(1 << bits - 1)):
        return f"{'s' if low else 'u'}{bits}", value
    rest: SmtTerm = ("mod", ("-", value, number(low)) if low else value, number(high - low + 1))
    return ("+", number(low), rest) if low else rest


def ranged(index: str, limit: SmtTerm, fact: SmtTerm, *, some: bool = False) -> SmtTerm:
    """The fact for all (or some) indices with 0 <= index < limit."""
    inside: SmtTerm = ("and", ("<=", "0", index), ("<", index, limit))
    bound: SmtTerm = ((index, "Int"),)
    return ("exists", bound, both(inside, fact)) if some else ("forall", bound, follows(inside, fact))
