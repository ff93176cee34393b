"""Axioms of atoms and quantifiers for the solver (docs/theory.md 9.4).

To the solver a sum, a search or "for all k" is an uninterpreted symbol; axioms give it a part of its meaning. `axioms`
returns cheap facts about one atom. `instances` instantiates the definition of a quantifier, an extreme or a search at
the indices at which the formula reads the same array, and at a witness for each existence.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import takewhile
from math import lcm

from veriabs.terms.binders import condition_of, conditions_in, reopen, term_of, walk
from veriabs.terms.bits import bounds_of, is_bitwise
from veriabs.terms.chains import chained
from veriabs.terms.conditions import between, conjunction, disjunction, eq, implies, le, lt, ne, negate
from veriabs.terms.division import modulo
from veriabs.terms.interleaving import interleaved
from veriabs.terms.intervals import interval
from veriabs.terms.places import matches
from veriabs.terms.rebuild import at_index, replace_atoms
from veriabs.terms.related_aggregates import siblings, unroll_short_sums
from veriabs.terms.terms import BINDERS, CACHED, Atom, Condition, Is, Kind, Term, const, of_atom, slope_in, symbol

Facts = tuple[Condition, ...]


def axioms(atom: Atom) -> Iterator[Condition]:
    """Facts that always hold for an atom; cases have none, since they are translated directly."""
    value = of_atom(atom)
    if atom.low is not None:
        yield le(const(atom.low), value)
    if atom.high is not None:
        yield le(value, atom.high)
    terms = atom.terms
    match atom.kind:
        case Kind.DIV | Kind.MOD:
            yield from _division(atom, terms[0], terms[1])
        case Kind.WRAP:
            yield from _wrap(atom, value, terms[0])
        case Kind.SUM:
            yield from _sum(value, terms[0], terms[1])
        case Kind.MAX:
            yield le(terms[-2], value)
            yield implies(le(terms[-1]), eq(value, terms[-2]))
        case Kind.FIRST:
            yield implies(le(const(0), terms[-1]), le(value, terms[-1]))
            yield implies(le(terms[-1]), eq(value))
        case Kind.LAST:
            yield disjunction((eq(value, const(-1)), lt(value, terms[-1])))
        case Kind.POWER:
            yield implies(le(terms[0]), eq(value, const(1)))
            yield from _power(int(atom.name), value, terms[0])
        case Kind.CALL if is_bitwise(atom):
            yield from bounds_of(atom)
        case _:
            pass


def is_fraction(term: Term) -> bool:
    """Whether some coefficient is not an integer."""
    return any(c.denominator != 1 for _, c in term.items)


def quotient(term: Term) -> tuple[Term, Condition]:
    """A symbol for an integer term with fractional coefficients, and the equation that defines it."""
    scale = lcm(*(c.denominator for _, c in term.items))
    whole = symbol(f"value of {term.digest.hex()}")
    return whole, eq(whole * scale, term * scale)


def _division(atom: Atom, left: Term, right: Term) -> Iterator[Condition]:
    """Division as in C, which truncates: the remainder has the sign of the dividend."""
    rest = of_atom(atom) if atom.kind is Kind.MOD else left - right * of_atom(atom)
    divisor = right.value
    if divisor is None:
        positive = lt(const(0), right)
        if atom.kind is Kind.MOD:
            yield implies(positive, conjunction((lt(rest, right), lt(-rest, right))))
            within = conjunction((le(const(0), rest), le(rest, left)))
            yield implies(conjunction((positive, le(const(0), left))), within)
            yield implies(conjunction((positive, between(0, left, right))), eq(rest, left))
        return
    if divisor <= 0:
        return
    if atom.kind is Kind.MOD:
        quotient = of_atom(Atom(Kind.DIV, "", (left, right)))
        yield eq(left - right * quotient, rest)
    size = int(divisor)
    yield implies(le(const(0), left), between(0, rest, size))
    yield implies(le(left), between(const(1 - size), rest, 1))


def _wrap(atom: Atom, value: Term, inner: Term) -> Iterator[Condition]:
    assert atom.low is not None and atom.high is not None
    rounds = symbol(f"rounds of {atom.digest.hex()}")
    yield eq(inner - value, rounds * (atom.high - atom.low + 1))


def _sum(value: Term, body: Term, count: Term) -> Iterator[Condition]:
    yield implies(eq(count), eq(value))
    low, high = interval(body)
    least = le(const(0), count)
    if low is not None:
        yield implies(least, le(count * low, value))
    if high is not None:
        yield implies(least, le(value, count * high))


_EXPONENTS = (1, 2, 3, 4, 7, 8, 10, 15, 16, 20, 30, 31, 32, 62, 63, 64)
"""Exponents at which the solver gets the value of a power."""


def _power(base: int, value: Term, exponent: Term) -> Iterator[Condition]:
    if base == -1:
        odd = of_atom(Atom(Kind.MOD, "", (exponent, const(2)), -1, 1))
        yield implies(le(const(0), exponent), eq(value, const(1) - odd * 2))
        yield from axioms(next(odd.atoms()))
    if base > 1:
        yield lt(exponent, value)
        for e in _EXPONENTS:
            yield implies(le(exponent, e), le(value, base**e))
            yield implies(le(const(e), exponent), le(const(base**e), value))


# ------------------------------------------------------------------------------------------------------------ instances


def instances(formulas: Facts, rounds: int, most: int, *, definitions: bool, until: float = math.inf) -> Facts:
    """Instances of the quantifiers in the formulas; with `definitions`, of sums, extremes and searches as well.

    Stops at `until`, a time of this thread's processor clock.
    """
    found: dict[Condition, None] = {}
    tried: set[tuple[object, Term | None]] = set()
    sources = dict.fromkeys(formulas)
    for _ in range(rounds):
        binders = list(_binders(sources, definitions))
        if not binders or len(found) > most:
            break
        atoms = dict.fromkeys(atom for source in sources for atom in walk(source) if not atom.dangling)
        cells = [atom for atom in atoms if atom.kind is Kind.CALL or _is_counter(atom)]
        wanted = takewhile(lambda _: time.process_time() < until, binders)
        new = [c for binder in wanted for c in _instances_of(binder, cells, tried)]
        if definitions:
            chains = (c for binder in binders for c in chained(binder, cells))
            new += [*siblings(atoms), *interleaved(atoms), *chains, *unroll_short_sums(atoms, sources)]
        new = [c for c in dict.fromkeys(new) if c not in sources and c.kind is not Is.TRUE]
        if not new:
            break
        found.update(dict.fromkeys(new))
        sources.update(dict.fromkeys(new))
    return tuple(found)


def _binders(formulas: Iterable[Condition], definitions: bool) -> Iterator[Atom | Condition]:
    """Quantifiers (EXISTS as a negated FORALL) and, with `definitions`, binding atoms; nothing below a binder."""
    seen: set[Atom | Condition] = set()
    for formula in formulas:
        for condition in conditions_in(formula):
            if condition.kind in (Is.FORALL, Is.EXISTS) and not condition.dangling:
                universal = condition if condition.kind is Is.FORALL else negate(condition)
                if universal not in seen:
                    seen.add(universal)
                    yield universal
        if definitions:
            for atom in walk(formula):
                if atom.kind in BINDERS and not atom.dangling and atom not in seen:
                    seen.add(atom)
                    yield atom


def _instances_of(
    binder: Atom | Condition, cells: list[Atom], tried: set[tuple[object, Term | None]]
) -> Iterator[Condition]:
    name = f"#{max([binder.opened, *(cell.opened for cell in cells)])}"
    body = reopen(binder.args[0], name)
    if (binder, None) not in tried:
        tried.add((binder, None))
        yield from _witnesses(binder, body, name)
    indices = list(matches(body, name, cells))
    if not any(atom.kind is Kind.CALL for atom in walk(body)):
        indices += [of_atom(atom) for atom in cells if _is_counter(atom)]
    indices += _indices_with_remainder(binder, body, name)
    for index in dict.fromkeys(indices):
        if (binder, index) not in tried:
            tried.add((binder, index))
            yield from _instance(binder, index)


def _indices_with_remainder(binder: Atom | Condition, body: Term | Condition, name: str) -> Iterator[Term]:
    """The first and the last index below the count that has a remainder: `(k + c) % m == r` for a search for k."""
    if not isinstance(binder, Atom) or binder.kind not in (Kind.FIRST, Kind.LAST):
        return
    count = binder.count
    for part in conditions_in(body):
        for atom in walk(part) if part.kind is Is.EQ else ():
            left, size = atom.args if atom.kind is Kind.MOD else (None, None)
            if not isinstance(left, Term) or not isinstance(size, Term) or (size.value or 0) <= 0:
                continue
            other = "~remainder"
            shift, rest = slope_in(left, name), slope_in(replace_atoms(part.term, {atom: symbol(other)}), other)
            if shift is None or shift[0] != 1 or rest is None or abs(rest[0]) != 1 or name in rest[1].names:
                continue
            first = rest[1] * -rest[0] - shift[1]
            yield modulo(first, size) if binder.kind is Kind.FIRST else count - 1 - modulo(count - 1 - first, size)


@lru_cache(CACHED)
def _instance(binder: Atom | Condition, index: Term) -> Facts:
    """Instantiate the definition of a binder at one index; cached, since queries repeat the same instances."""
    name = f"#{max(binder.opened, index.opened)}"
    return tuple(_definition_at(binder, at_index(reopen(binder.args[0], name), name, index), index))


def _is_counter(atom: Atom) -> bool:
    """Whether the atom is an iteration number or a cell index of the query."""
    return atom.kind is Kind.SYMBOL and atom.name[:2] in ("~t", "~j")


def _witness(binder: Atom | Condition, what: str = "") -> Term:
    """The symbol for an index whose existence the definition states."""
    return symbol(f"witness {what} of {binder.digest.hex()}")


def _witnesses(binder: Atom | Condition, body: Term | Condition, name: str) -> Iterator[Condition]:
    """Instantiate the existential parts of the definition at their witnesses."""
    count = binder.count
    if isinstance(binder, Condition):
        there = _witness(binder)
        broken = negate(condition_of(at_index(body, name, there)))
        yield disjunction((binder, conjunction((between(0, there, count), broken))))
        yield from _definition_at(binder, at_index(body, name, count - 1), count - 1)
        return
    value = of_atom(binder)
    match binder.kind:
        case Kind.FIRST:
            yield implies(between(0, value, count), condition_of(at_index(body, name, value)))
        case Kind.LAST:
            yield implies(le(const(0), value), condition_of(at_index(body, name, value)))
        case Kind.MAX:
            there, least = _witness(binder), term_of(binder.args[1])
            reached = eq(value, term_of(at_index(body, name, there)))
            yield disjunction((eq(value, least), conjunction((between(0, there, count), reached))))
        case _:
            yield from _extremal_counts(binder, term_of(body), name, count)


def _extremal_counts(binder: Atom, body: Term, name: str, count: Term) -> Iterator[Condition]:
    """A sum equals the least possible value of its terms times their number only if every term is least."""
    value = of_atom(binder)
    low, high = interval(body)
    for end, sign in ((low, 1), (high, -1)):
        if end is not None:
            there = _witness(binder, "low" if sign == 1 else "high")
            here = term_of(at_index(body, name, there))
            off = conjunction((between(0, there, count), ne(here, const(end))))
            yield disjunction((le(count), eq(value, count * end), off))
            beyond = implies(off, le(const(1), (value - count * end) * sign))
            yield beyond


def _definition_at(binder: Atom | Condition, body: Term | Condition, index: Term) -> Iterator[Condition]:
    count = binder.count
    inside = between(0, index, count)
    if isinstance(binder, Condition):
        yield implies(conjunction((binder, inside)), condition_of(body))
        return
    value = of_atom(binder)
    match binder.kind:
        case Kind.FIRST:
            yield implies(between(0, index, value), negate(condition_of(body)))
        case Kind.LAST:
            yield implies(conjunction((lt(value, index), inside)), negate(condition_of(body)))
        case Kind.MAX:
            yield implies(inside, le(term_of(body), value))
        case _:
            low, high = interval(term_of(binder.args[0]))  # of every term, not of this one alone
            if low is not None:
                yield implies(inside, le(term_of(body) - const(low), value - count * low))
            if high is not None:
                yield implies(inside, le(const(high) - term_of(body), count * high - value))
