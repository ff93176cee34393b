"""Constructors that normalise, and substitution through them.

A binder is opened with a symbol that occurs nowhere else (`#3`), what is below it is rewritten, and it is closed again;
so the text of a sum never captures an index of the term that goes into it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from veriabs.closedform.conditions import conjunction, disjunction, eq, le, ne, truth
from veriabs.closedform.sums import close, ite, make_sum, of_closed, opened_name, reopen, with_parts
from veriabs.closedform.terms import (
    BINDERS,
    Atom,
    Condition,
    Function,
    Is,
    Kind,
    Number,
    Term,
    call,
    combine,
    const,
    from_dict,
    index_name,
    monomial,
    multiply,
    of_atom,
    power,
)

MOST_POINTS = 200
"""Points at which a polynomial is tried before it is taken not to be divisible."""


@dataclass(frozen=True, slots=True)
class Substitution:
    """Symbols and unknown functions with what replaces them, all at once."""

    symbols: Mapping[str, Term] = field(default_factory=dict)
    functions: Mapping[str, Function] = field(default_factory=dict)
    memo: dict[Term | Condition, Term | Condition] = field(default_factory=dict, repr=False)

    def opened(self) -> int:
        """One more than the number of the last index (`#3`) that is replaced or comes in."""
        nodes = [*self.symbols.values(), *(f.body for f in self.functions.values())]
        keys = (int(name[1:]) + 1 for name in self.symbols if name[0] == "#")
        return max((*keys, *(node.opened for node in nodes)), default=0)

    def __call__(self, term: Term) -> Term:
        if not self._touches(term):
            return term
        known = self.memo.get(term)
        if not isinstance(known, Term):
            known = combine((self._monomial(mono), c) for mono, c in term.items)
            self.memo[term] = known
        return known

    def condition(self, condition: Condition) -> Condition:
        if not self._touches(condition):
            return condition
        known = self.memo.get(condition)
        if not isinstance(known, Condition):
            known = self._condition(condition)
            self.memo[condition] = known
        return known

    def _touches(self, node: Term | Condition | Atom) -> bool:
        return any(name in self.symbols or name in self.functions for name in node.names)

    def _monomial(self, mono: tuple[tuple[Atom, int], ...]) -> Term:
        result = const(1)
        for atom, e in mono:
            result = multiply(result, power(self._atom(atom), e))
        return result

    def _condition(self, condition: Condition) -> Condition:
        match condition.kind:
            case Is.LE:
                return le(self(condition.term))
            case Is.EQ:
                return eq(self(condition.term))
            case Is.NE:
                return ne(self(condition.term))
            case Is.AND:
                return conjunction(map(self.condition, condition.parts))
            case Is.OR:
                return disjunction(map(self.condition, condition.parts))
            case Is.FORALL | Is.EXISTS:
                name = f"#{max(condition.opened, self.opened())}"
                count = condition.args[1]
                assert isinstance(count, Term)
                opened = reopen(condition.parts[0], name)
                assert isinstance(opened, Condition)
                body = self.condition(opened)
                return quantified(condition.kind, name, body, self(count))
            case Is.TRUE | Is.FALSE:
                return condition

    def _atom(self, atom: Atom) -> Term:
        if not self._touches(atom):
            return of_atom(atom)
        if atom.kind is Kind.SYMBOL:
            return self.symbols[atom.name]
        if atom.kind in BINDERS:
            name = f"#{max(atom.opened, self.opened())}"
            body = reopen(atom.args[0], name)
            return of_closed(atom.kind, name, self._any(body), [self._term(arg) for arg in atom.args[1:]])
        args = [self._any(arg) for arg in atom.args]
        if atom.kind is Kind.CALL and atom.name in self.functions:
            function = self.functions[atom.name]
            return apply(function, [arg for arg in args if isinstance(arg, Term)])
        return rebuild(atom, args)

    def _any(self, node: Term | Condition) -> Term | Condition:
        return self(node) if isinstance(node, Term) else self.condition(node)

    def _term(self, node: Term | Condition) -> Term:
        assert isinstance(node, Term)
        return self(node)


def replace_atoms(term: Term, new: Mapping[Atom, Term]) -> Term:
    """The term with atoms replaced wherever they stand, but not below binders."""

    def change(node: Term | Condition) -> Term | Condition:
        if isinstance(node, Term):
            return combine((_product(mono), c) for mono, c in node.items)
        if node.kind in (Is.FORALL, Is.EXISTS):
            return node
        return with_parts(node, [change(arg) for arg in node.args])

    def _product(mono: tuple[tuple[Atom, int], ...]) -> Term:
        result = const(1)
        for atom, e in mono:
            result = multiply(result, power(_atom(atom), e))
        return result

    def _atom(atom: Atom) -> Term:
        if atom in new:
            return new[atom]
        if atom.kind in BINDERS or not atom.args:
            return of_atom(atom)
        return rebuild(atom, [change(arg) for arg in atom.args])

    result = change(term)
    assert isinstance(result, Term)
    return result


def apply(function: Function, indices: list[Term]) -> Term:
    """The content of one cell."""
    return Substitution({index_name(d): index for d, index in enumerate(indices)})(function.body)


def rebuild(atom: Atom, args: list[Term | Condition]) -> Term:
    """An atom that binds nothing with other arguments."""
    terms = [arg for arg in args if isinstance(arg, Term)]
    match atom.kind:
        case Kind.CALL:
            return call(atom.name, terms, atom.low, atom.high)
        case Kind.ITE:
            assert isinstance(args[0], Condition)
            return ite(args[0], terms[0], terms[1])
        case Kind.DIV:
            return divide(terms[0], terms[1])
        case Kind.MOD:
            return modulo(terms[0], terms[1])
        case Kind.WRAP:
            assert atom.low is not None and atom.high is not None
            return wrap(terms[0], atom.low, atom.high)
        case Kind.POWER:
            return raised(int(atom.name), terms[0])
        case _:
            return of_atom(atom)


def quantified(kind: Is, name: str, body: Condition, count: Term) -> Condition:
    """For all, or for some, 0 <= name < count."""
    if name not in body.names:
        empty = le(count)
        return disjunction((empty, body)) if kind is Is.FORALL else conjunction((le(const(1), count), body))
    if count.value is not None and count.value <= 0:
        return truth(kind is Is.FORALL)
    return Condition(kind, (close(body, name), count))


def summed(name: str, body: Term, count: Term) -> Term:
    """The body summed over 0 <= name < count."""
    return make_sum(name, body, count)


def largest(name: str, body: Term, least: Term, count: Term) -> Term:
    """The largest of `least` and the bodies for 0 <= name < count."""
    return of_closed(Kind.MAX, name, body, [least, count])


def first(name: str, condition: Condition, count: Term) -> Term:
    return of_closed(Kind.FIRST, name, condition, [count])


def last(name: str, condition: Condition, count: Term) -> Term:
    return of_closed(Kind.LAST, name, condition, [count])


def fresh(*nodes: Term | Condition) -> str:
    """A name for an index that occurs in none of these."""
    return opened_name(*nodes)


# ------------------------------------------------------------------------------------------------------------- division


def divide(left: Term, right: Term) -> Term:
    """left / right as in C, for right != 0."""
    whole = exact_quotient(left, right)
    if whole is not None:
        return whole
    one, two = left.value, right.value
    if isinstance(one, int) and isinstance(two, int) and two:
        return const(_truncated(one, two))
    if isinstance(two, int) and two < 0:
        return -divide(left, const(-two))
    return of_atom(Atom(Kind.DIV, "", (left, right)))


def modulo(left: Term, right: Term) -> Term:
    """left % right as in C, for right != 0."""
    if exact_quotient(left, right) is not None:
        return const(0)
    one, two = left.value, right.value
    if isinstance(one, int) and isinstance(two, int) and two:
        return const(one - two * _truncated(one, two))
    if isinstance(two, int) and two < 0:
        return modulo(left, const(-two))
    if isinstance(two, int) and left.atom is not None and left.atom.kind is Kind.MOD and left.atom.args[1] == right:
        return left
    high = abs(two) - 1 if isinstance(two, int) and two else None
    return of_atom(Atom(Kind.MOD, "", (left, right), None if high is None else -high, high))


def _truncated(left: int, right: int) -> int:
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def exact_quotient(left: Term, right: Term) -> Term | None:
    """left / right where that is a whole number for every assignment with right != 0, else None."""
    divisor = right.value
    if divisor == 0 or not right.items:
        return None
    if divisor is None:
        return _monomial_quotient(left, right)
    quotient = left * (Fraction(1) / divisor)
    return quotient if is_whole(quotient) else None


def _monomial_quotient(left: Term, right: Term) -> Term | None:
    if len(right.items) != 1:
        return None
    mono, factor = right.items[0]
    if left == right:
        return const(1)
    quotient = []
    for other, c in left.items:
        exponents = dict(other)
        for atom, e in mono:
            exponents[atom] = exponents.get(atom, 0) - e
        rest = tuple((atom, e) for atom, e in exponents.items() if e)
        if any(e < 0 for _, e in rest):
            return None
        quotient.append((monomial(tuple(sorted(rest, key=lambda i: i[0].digest))), Fraction(c) / factor))
    result = combine(quotient)
    return result if is_whole(result) else None


def is_whole(term: Term) -> bool:
    """Is the polynomial a whole number whatever whole numbers its atoms are? Tried on a grid, which is enough."""
    rough = from_dict({mono: c for mono, c in term.items if c.denominator != 1})
    if not rough.items:
        return True
    degrees = dict.fromkeys(rough.atoms(), 0)
    for mono, _ in rough.items:
        for atom, e in mono:
            degrees[atom] = max(degrees[atom], e)
    points = 1
    for degree in degrees.values():
        points *= degree + 1
    if points > MOST_POINTS:
        return False
    grid = product(*(range(degree + 1) for degree in degrees.values()))
    return all(_at(rough, dict(zip(degrees, point, strict=True))).denominator == 1 for point in grid)


def _at(term: Term, values: Mapping[Atom, int]) -> Number:
    result: Number = 0
    for mono, c in term.items:
        for atom, e in mono:
            c = c * values[atom] ** e
        result += c
    return result


# ------------------------------------------------------------------------------------------------------ wrap and powers


def wrap(term: Term, low: int, high: int) -> Term:
    """The value between low and high (a type's range) that is congruent to the term."""
    modulus = high - low + 1
    term = reduced(term, modulus)
    value = term.value
    if isinstance(value, int):
        return const((value - low) % modulus + low)
    atom = term.atom
    if atom is not None and atom.low is not None and atom.high is not None and low <= atom.low <= atom.high <= high:
        return term
    return of_atom(Atom(Kind.WRAP, "", (term,), low, high))


def reduced(term: Term, modulus: int) -> Term:
    """A term congruent to this one, without wraps that a multiple of the modulus undoes."""
    if any(c.denominator != 1 for _, c in term.items):
        return term
    while True:
        wraps = [a for a in term.atoms() if a.kind is Kind.WRAP and _modulus(a) % modulus == 0]
        if not wraps:
            break
        inner = {atom: atom.args[0] for atom in wraps}
        term = combine((_replaced(mono, inner), c) for mono, c in term.items)
        if any(c.denominator != 1 for _, c in term.items):
            return term
    return term


def _modulus(atom: Atom) -> int:
    assert atom.low is not None and atom.high is not None
    return atom.high - atom.low + 1


def _replaced(mono: tuple[tuple[Atom, int], ...], inner: Mapping[Atom, Term | Condition]) -> Term:
    result = const(1)
    for atom, e in mono:
        new = inner.get(atom)
        result = multiply(result, power(new if isinstance(new, Term) else of_atom(atom), e))
    return result


def raised(base: int, exponent: Term) -> Term:
    """base**exponent for exponent >= 0, else 1."""
    value = exponent.value
    if isinstance(value, int) and value <= 64:
        return const(base ** max(value, 0))
    return of_atom(Atom(Kind.POWER, str(base), (exponent,)))
