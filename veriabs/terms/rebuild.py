"""Substitute through normalising constructors, and build sums in normal form.

A sum is expanded into monomials. Factors free of the index move out, cases become indicators `ite(c, 1, 0)`, and
Faulhaber polynomials sum the powers of the index. The remainder is an opaque sum from 0. It is shifted or reversed so
that its first cell is read at the index itself. Each step holds for every integer bound, also negative ones (`Kind`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import comb

from veriabs.terms.binders import branches, close, condition_of, indicator, ite, reopen, term_of, walk, with_parts
from veriabs.terms.bits import bitwise, is_bitwise
from veriabs.terms.conditions import between, conjunction, disjunction, le, truth
from veriabs.terms.division import divide, modulo, power_of, wrap
from veriabs.terms.terms import (
    BINDERS,
    Atom,
    Condition,
    Function,
    Is,
    Kind,
    Monomial,
    Number,
    Term,
    call,
    combine,
    const,
    constant_part,
    index_name,
    map_atoms,
    monomial,
    multiply,
    of_atom,
    power,
    slope_in,
    symbol,
)

MOST_MONOMIALS = 60
"""Most monomials of an expanded body; larger bodies stay unexpanded."""

MOST_STEPS = 8
"""Most explicit terms that are split off a sum to remove a constant part from its bound."""

@dataclass(frozen=True, slots=True)
class Substitution:
    """A simultaneous substitution of symbols and functions."""

    symbols: Mapping[str, Term] = field(default_factory=dict)
    functions: Mapping[str, Function] = field(default_factory=dict)
    memo: dict[Term | Condition, Term | Condition] = field(default_factory=dict, repr=False)

    def opened(self) -> int:
        """One more than the highest index number (`#3`) that the substitution replaces or inserts."""
        nodes = [*self.symbols.values(), *(f.body for f in self.functions.values())]
        keys = (int(name[1:]) + 1 for name in self.symbols if name[0] == "#")
        return max((*keys, *(node.opened for node in nodes)), default=0)

    def __call__(self, term: Term) -> Term:
        if not self._mentions_any(term):
            return term
        known = self.memo.get(term)
        if not isinstance(known, Term):
            known = map_atoms(term, self._atom)
            self.memo[term] = known
        return known

    def condition(self, condition: Condition) -> Condition:
        if not self._mentions_any(condition):
            return condition
        known = self.memo.get(condition)
        if not isinstance(known, Condition):
            known = self._condition(condition)
            self.memo[condition] = known
        return known

    def _mentions_any(self, node: Term | Condition | Atom) -> bool:
        return any(name in self.symbols or name in self.functions for name in node.names)

    def _condition(self, condition: Condition) -> Condition:
        if condition.kind not in (Is.FORALL, Is.EXISTS):
            return with_parts(condition, [self._replace(arg) for arg in condition.args])
        name = f"#{max(condition.opened, self.opened())}"
        body = self.condition(condition_of(reopen(condition.parts[0], name)))
        return quantified(condition.kind, name, body, self(condition.count))

    def _atom(self, atom: Atom) -> Term:
        if not self._mentions_any(atom):
            return of_atom(atom)
        if atom.kind is Kind.SYMBOL:
            return self.symbols[atom.name]
        if atom.kind in BINDERS:
            name = f"#{max(atom.opened, self.opened())}"
            body = reopen(atom.args[0], name)
            return bind_closed(atom.kind, name, self._replace(body), [self(term_of(arg)) for arg in atom.args[1:]])
        args = [self._replace(arg) for arg in atom.args]
        if atom.kind is Kind.CALL and atom.name in self.functions:
            function = self.functions[atom.name]
            return apply(function, list(map(term_of, args)))
        return rebuild(atom, args)

    def _replace(self, node: Term | Condition) -> Term | Condition:
        return self(node) if isinstance(node, Term) else self.condition(node)


def replace_atoms(term: Term, new: Mapping[Atom, Term]) -> Term:
    """Replace atoms wherever they occur, except below binders."""

    def change(node: Term | Condition) -> Term | Condition:
        if isinstance(node, Term):
            return map_atoms(node, _atom)
        if node.kind in (Is.FORALL, Is.EXISTS):
            return node
        return with_parts(node, [change(arg) for arg in node.args])

    def _atom(atom: Atom) -> Term:
        if atom in new:
            return new[atom]
        if atom.kind in BINDERS or not atom.args:
            return of_atom(atom)
        return rebuild(atom, [change(arg) for arg in atom.args])

    return term_of(change(term))


def apply(function: Function, indices: list[Term]) -> Term:
    """The content of one cell."""
    return Substitution({index_name(d): index for d, index in enumerate(indices)})(function.body)


def at_index(body: Term | Condition, name: str, index: Term) -> Term | Condition:
    """Instantiate an opened body at an index."""
    there = Substitution({name: index})
    return there(body) if isinstance(body, Term) else there.condition(body)


def rebuild(atom: Atom, args: list[Term | Condition]) -> Term:
    """Replace the arguments of an atom without binder."""
    terms = [arg for arg in args if isinstance(arg, Term)]
    match atom.kind:
        case Kind.CALL if is_bitwise(atom):
            assert atom.low is not None and atom.high is not None
            return bitwise(atom.name, terms[0], terms[1], atom.low, atom.high)
        case Kind.CALL:
            return call(atom.name, terms, atom.low, atom.high)
        case Kind.ITE:
            return ite(condition_of(args[0]), terms[0], terms[1])
        case Kind.DIV:
            return divide(terms[0], terms[1])
        case Kind.MOD:
            return modulo(terms[0], terms[1])
        case Kind.WRAP:
            assert atom.low is not None and atom.high is not None
            return wrap(terms[0], atom.low, atom.high)
        case Kind.POWER:
            return power_of(int(atom.name), terms[0])
        case _:
            return of_atom(atom)


def quantified(kind: Is, name: str, body: Condition, count: Term) -> Condition:
    """The condition for all, or for some, 0 <= name < count."""
    if name not in body.names:
        empty = le(count)
        return disjunction((empty, body)) if kind is Is.FORALL else conjunction((le(const(1), count), body))
    if count.value is not None and count.value <= 0:
        return truth(kind is Is.FORALL)
    return Condition(kind, (close(body, name), count))


def largest(name: str, body: Term, least: Term, count: Term) -> Term:
    """The largest of `least` and the bodies for 0 <= name < count."""
    return bind_closed(Kind.MAX, name, body, [least, count])


def first(name: str, condition: Condition, count: Term) -> Term:
    """The least index below the count for which the condition holds, else the count."""
    return bind_closed(Kind.FIRST, name, condition, [count])


def last_index(name: str, condition: Condition, count: Term) -> Term:
    """The largest index below the count for which the condition holds, else -1."""
    return bind_closed(Kind.LAST, name, condition, [count])


def bind_closed(kind: Kind, name: str, body: Term | Condition, rest: list[Term]) -> Term:
    """Build an atom that binds `name` in its body."""
    if kind is Kind.SUM:
        return sum_over(name, term_of(body), rest[0])
    count = rest[-1].value
    if count is not None and count <= 0:
        return rest[0] if kind is Kind.MAX else const(0 if kind is Kind.FIRST else -1)
    pinned = _only_index(kind, name, body, rest[0]) if isinstance(body, Condition) else None
    if pinned is not None:
        return pinned
    low = {Kind.FIRST: 0, Kind.LAST: -1}.get(kind)
    return of_atom(Atom(kind, "", (close(body, name), *rest), low))


def _only_index(kind: Kind, name: str, body: Condition, count: Term) -> Term | None:
    """Resolve a search whose equation admits only one index."""
    for part in body.conjuncts:
        slope = slope_in(part.term, name) if part.kind is Is.EQ else None
        if slope is not None and abs(slope[0]) == 1:
            there = slope[1] * -slope[0]
            found = conjunction((between(0, there, count), Substitution({name: there}).condition(body)))
            none = const(-1) if kind is Kind.LAST else ite(le(const(0), count), count, const(0))
            return ite(found, there, none)
    return None


# ----------------------------------------------------------------------------------------------------------------- sums


def sum_over(name: str, body: Term, count: Term) -> Term:
    """The sum of the body over 0 <= name < count in normal form."""
    body = expand_cases(name, body)
    return combine((_monomial_sum(name, mono, count, shift=True), c) for mono, c in body.items)


def expand_cases(name: str, body: Term) -> Term:
    """The body with every case that depends on `name` expanded into products with indicators."""
    for _ in range(10):
        cases = [a for a in body.atoms() if a.kind is Kind.ITE and name in a.names and not _is_indicator(a, name)]
        if not cases:
            break
        new = combine((_split_case(mono, name), c) for mono, c in body.items)
        if len(new.items) > MOST_MONOMIALS:
            return body
        body = new
    return combine((_merged(mono, name), c) for mono, c in body.items)


def _is_indicator(atom: Atom, name: str) -> bool:
    test, then, other = branches(atom)
    return then.value == 1 and other.value == 0 and all(name in p.names for p in test.conjuncts)


def _split_case(mono: Monomial, name: str) -> Term:
    result = const(1)
    for atom, e in mono:
        factor = power(of_atom(atom), e)
        if atom.kind is Kind.ITE and name in atom.names and not _is_indicator(atom, name):
            test, then, other = branches(atom)
            inside = indicator(conjunction(p for p in test.conjuncts if name in p.names))
            outside = indicator(conjunction(p for p in test.conjuncts if name not in p.names))
            chosen = multiply(inside, outside)
            factor = multiply(power(then, e) - power(other, e), chosen) + power(other, e)
        result = multiply(result, factor)
    return result


def _merged(mono: Monomial, name: str) -> Term:
    """Merge the indicators of a product that depend on `name` into one."""
    tests = [a for a, _ in mono if a.kind is Kind.ITE and name in a.names and _is_indicator(a, name)]
    if not tests:
        return monomial(mono)
    both = indicator(conjunction(branches(a)[0] for a in tests))
    rest = tuple((a, e) for a, e in mono if a not in tests)
    return multiply(monomial(rest), both)


def _monomial_sum(name: str, mono: Monomial, count: Term, *, shift: bool) -> Term:
    free = tuple((a, e) for a, e in mono if name not in a.names)
    mine = tuple((a, e) for a, e in mono if name in a.names)
    if all(a.kind is Kind.SYMBOL for a, _ in mine):
        return multiply(monomial(free), power_sum(sum(e for _, e in mine), count))
    inner = _shifted_sum(name, mine, count) if shift else None
    return multiply(monomial(free), inner if inner is not None else _opaque_sum(name, monomial(mine), count))


def _shifted_sum(name: str, mono: Monomial, count: Term) -> Term | None:
    """The sum with a shifted index, so that the first cell is read at the index itself; None if it already is."""
    offset = _offset(name, mono)
    if offset is None:
        return None
    sign, rest = offset
    index = symbol(name)
    at = index - rest if sign == 1 else rest - index
    body = _replaced_index(monomial(mono), name, at)
    parts = [(_monomial_sum(name, m, count + rest, shift=False), c) for m, c in body.items] if sign == 1 else []
    if sign == 1:
        return combine([*parts, *((_monomial_sum(name, m, rest, shift=False), -c) for m, c in body.items)])
    high = [(_monomial_sum(name, m, rest + 1, shift=False), c) for m, c in body.items]
    return combine([*high, *((_monomial_sum(name, m, rest + 1 - count, shift=False), -c) for m, c in body.items)])


def _replaced_index(body: Term, name: str, at: Term) -> Term:
    return expand_cases(name, Substitution({name: at})(body))


def _offset(name: str, mono: Monomial) -> tuple[int, Term] | None:
    """Slope and offset of the cell that determines the shift; None if there is nothing to shift."""
    found = sorted(_cells(name, mono), key=lambda cell: (-cell[1], cell[0], _order(cell[2]), cell[2].digest))
    if not found:
        return None
    _, sign, rest = found[0]
    return None if sign == 1 and not rest.items else (sign, rest)


def _order(rest: Term) -> Number:
    return constant_part(rest)


def _cells(name: str, mono: Monomial) -> Iterator[tuple[str, int, Term]]:
    """Array, slope (1 or -1) and offset of the cells that are read at index +-name + offset."""
    for atom in (inner for a, _ in mono for inner in walk(of_atom(a))):
        if atom.kind is Kind.CALL and not atom.dangling:
            for arg in atom.args:
                slope = slope_in(arg, name) if isinstance(arg, Term) and name in arg.names else None
                if slope is not None and abs(slope[0]) == 1:
                    yield atom.name, *slope


def _opaque_sum(name: str, body: Term, count: Term) -> Term:
    """The sum as an atom; a small constant part of its bound is split off."""
    steps = constant_part(count)
    steps = steps if isinstance(steps, int) and abs(steps) <= MOST_STEPS else 0
    base = count - steps
    explicit = [(_replaced_index(body, name, base + k), 1) for k in range(max(steps, 0))]
    explicit += [(_replaced_index(body, name, base + k), -1) for k in range(min(steps, 0), 0)]
    if not base.items:
        return combine(explicit)
    closed = close(body, name)
    return combine([(of_atom(Atom(Kind.SUM, "", (closed, base))), 1), *explicit])


@cache
def faulhaber(exponent: int) -> tuple[Fraction, ...]:
    """Coefficients c with 0**p + ... + (n-1)**p = c[1]*n + c[2]*n**2 + ... for every integer n.

    Derived from n**(p+1) = sum over k < n of (k+1)**(p+1) - k**(p+1).
    """
    degree = exponent + 1
    coefficients = [Fraction(0)] * (degree + 1)
    coefficients[degree] = Fraction(1)
    for lower in range(exponent):
        for position, c in enumerate(faulhaber(lower)):
            coefficients[position] -= comb(degree, lower) * c
    return tuple(c / degree for c in coefficients)


def power_sum(exponent: int, n: Term) -> Term:
    """0**p + ... + (n-1)**p as a polynomial in n."""
    return combine((power(n, position), c) for position, c in enumerate(faulhaber(exponent)) if c)
