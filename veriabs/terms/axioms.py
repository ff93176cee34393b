"""What the definitions of atoms and quantifiers say, as conditions for the solver (docs/theory.md 9.4).

`axioms` are about one atom and cheap. `instances` are what a quantifier, an extreme or a search says about one index:
the indices tried are those at which the formula reads the same array, and a witness where something is said to exist.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import takewhile
from math import lcm

from veriabs.terms.binders import ite, reopen, walk
from veriabs.terms.bits import bounds_of, is_bitwise
from veriabs.terms.chains import chained
from veriabs.terms.conditions import between, conjunction, disjunction, eq, implies, le, lt, ne, negate
from veriabs.terms.interleaving import interleaved
from veriabs.terms.intervals import interval
from veriabs.terms.rebuild import MOST_STEPS, Substitution
from veriabs.terms.terms import Atom, Condition, Is, Kind, Term, const, map_atoms, of_atom, slope_in, symbol, total

Facts = tuple[Condition, ...]

MOST_REMEMBERED = 20_000
"""Instances that are kept to be given again."""


def axioms(atom: Atom) -> Iterator[Condition]:
    """What is always true of an atom (not of a case, which is translated as such)."""
    value = of_atom(atom)
    if atom.low is not None:
        yield le(const(atom.low), value)
    if atom.high is not None:
        yield le(value, atom.high)
    terms = [arg for arg in atom.args if isinstance(arg, Term)]
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
    """Has the term coefficients that are not whole?"""
    return any(c.denominator != 1 for _, c in term.items)


def quotient(term: Term) -> tuple[Term, Condition]:
    """A symbol for a term with fractions, which is whole all the same, and what it is."""
    scale = lcm(*(c.denominator for _, c in term.items))
    whole = symbol(f"value of {term.digest.hex()}")
    return whole, eq(whole * scale, term * scale)


def _division(atom: Atom, left: Term, right: Term) -> Iterator[Condition]:
    """C truncates: the remainder has the sign of the dividend."""
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
"""Exponents at which the size of a power is known to the solver."""


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


def instances(
    formulas: Facts, rounds: int, most: int, *, definitions: bool, until: float = math.inf
) -> Facts:
    """Instances of the quantifiers in the formulas; with `definitions` of sums, extremes and searches as well.

    No more are made behind `until`, a time of the processor's clock.
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
            new += [*_pairs(atoms), *interleaved(atoms), *chains]
        new = [c for c in dict.fromkeys(new) if c not in sources and c.kind is not Is.TRUE]
        if not new:
            break
        found.update(dict.fromkeys(new))
        sources.update(dict.fromkeys(new))
    return tuple(found)


def _binders(formulas: Iterable[Condition], definitions: bool) -> Iterator[Atom | Condition]:
    """Quantifiers (each as a FORALL) and, with `definitions`, atoms that bind, unless they are below a binder."""
    seen: set[Atom | Condition] = set()
    for formula in formulas:
        for condition in _conditions(formula):
            if condition.kind in (Is.FORALL, Is.EXISTS) and not condition.dangling:
                universal = condition if condition.kind is Is.FORALL else negate(condition)
                if universal not in seen:
                    seen.add(universal)
                    yield universal
        if definitions:
            for atom in walk(formula):
                if atom.kind in _DEFINED and not atom.dangling and atom not in seen:
                    seen.add(atom)
                    yield atom


_DEFINED = (Kind.SUM, Kind.MAX, Kind.FIRST, Kind.LAST)


def _conditions(node: Condition | Term) -> Iterator[Condition]:
    if isinstance(node, Condition):
        yield node
        for arg in node.args:
            yield from _conditions(arg)
        return
    for atom in node.atoms():
        for arg in atom.args:
            yield from _conditions(arg)


def _instances_of(
    binder: Atom | Condition, cells: list[Atom], tried: set[tuple[object, Term | None]]
) -> Iterator[Condition]:
    name = f"#{max([binder.opened, *(cell.opened for cell in cells)])}"
    body = reopen(binder.args[0], name)
    if (binder, None) not in tried:
        tried.add((binder, None))
        yield from _witnesses(binder, body, name)
    indices = list(_matches(body, name, cells))
    if not any(atom.kind is Kind.CALL for atom in walk(body)):
        indices += [of_atom(atom) for atom in cells if _is_counter(atom)]
    for index in dict.fromkeys(indices):
        if (binder, index) not in tried:
            tried.add((binder, index))
            yield from _instance(binder, index)


@lru_cache(MOST_REMEMBERED)
def _instance(binder: Atom | Condition, index: Term) -> Facts:
    """What the definition of a binder says of one index: queries ask for the same ones again and again."""
    name = f"#{max(binder.opened, index.opened)}"
    return tuple(_at(binder, _set(reopen(binder.args[0], name), name, index), index))


def _set(body: Term | Condition, name: str, index: Term) -> Term | Condition:
    there = Substitution({name: index})
    return there(body) if isinstance(body, Term) else there.condition(body)


def _matches(body: Term | Condition, name: str, cells: list[Atom]) -> Iterator[Term]:
    """Indices at which the body reads a cell that is read elsewhere, or for which alone a case of it is."""
    for test in (test for test in _conditions(body) if test.kind in (Is.EQ, Is.NE) and name in test.names):
        slope = slope_in(_unwrapped(test.term), name)
        if slope is not None and abs(slope[0]) == 1:
            yield slope[1] * -slope[0]
    for pattern in walk(body):
        if pattern.kind is not Kind.CALL or name not in pattern.names:
            continue
        for place, arg in enumerate(pattern.args):
            slope = slope_in(_unwrapped(arg), name) if isinstance(arg, Term) else None
            if slope is None or abs(slope[0]) != 1:
                continue
            for cell in (cell for cell in cells if cell.kind is Kind.CALL):
                there = cell.args[place] if _alike(cell, pattern) else None
                if isinstance(there, Term):
                    yield (there - slope[1]) * slope[0]


def _unwrapped(term: Term) -> Term:
    """The term as if nothing in it wrapped, which is where to look and says nothing."""
    return map_atoms(term, lambda atom: _unwrapped(_term(atom.args[0])) if atom.kind is Kind.WRAP else of_atom(atom))


def _is_counter(atom: Atom) -> bool:
    """Is this the number of some iteration, or the index of some cell, that is asked about?"""
    return atom.kind is Kind.SYMBOL and atom.name[:2] in ("~t", "~j")


def _alike(one: Atom, two: Atom) -> bool:
    """Do both read the same array (or draw at the same place)?"""
    return one.name == two.name and len(one.args) == len(two.args)


def _witness(binder: Atom | Condition, what: str = "") -> Term:
    """An index of which the definition says that it exists; each thing that exists has one of its own."""
    return symbol(f"witness {what} of {binder.digest.hex()}")


def _witnesses(binder: Atom | Condition, body: Term | Condition, name: str) -> Iterator[Condition]:
    """What exists by the definition, at an index of its own."""
    count = binder.args[-1]
    assert isinstance(count, Term)
    if isinstance(binder, Condition):
        there = _witness(binder)
        broken = negate(_condition(_set(body, name, there)))
        yield disjunction((binder, conjunction((between(0, there, count), broken))))
        yield from _at(binder, _set(body, name, count - 1), count - 1)
        return
    value = of_atom(binder)
    match binder.kind:
        case Kind.FIRST:
            yield implies(between(0, value, count), _condition(_set(body, name, value)))
        case Kind.LAST:
            yield implies(le(const(0), value), _condition(_set(body, name, value)))
        case Kind.MAX:
            there, least = _witness(binder), binder.args[1]
            assert isinstance(least, Term)
            reached = eq(value, _term(_set(body, name, there)))
            yield disjunction((eq(value, least), conjunction((between(0, there, count), reached))))
        case _:
            yield from _extremal_counts(binder, _term(body), name, count)


def _extremal_counts(binder: Atom, body: Term, name: str, count: Term) -> Iterator[Condition]:
    """A sum is the lowest possible value of its terms times their number only if every term is lowest."""
    value = of_atom(binder)
    low, high = interval(body)
    for end, sign in ((low, 1), (high, -1)):
        if end is not None:
            there = _witness(binder, "low" if sign == 1 else "high")
            here = _term(_set(body, name, there))
            off = conjunction((between(0, there, count), ne(here, const(end))))
            yield disjunction((le(count), eq(value, count * end), off))
            beyond = implies(off, le(const(1), (value - count * end) * sign))
            yield beyond


def _at(binder: Atom | Condition, body: Term | Condition, index: Term) -> Iterator[Condition]:
    count = binder.args[-1]
    assert isinstance(count, Term)
    inside = between(0, index, count)
    if isinstance(binder, Condition):
        yield implies(conjunction((binder, inside)), _condition(body))
        return
    value = of_atom(binder)
    match binder.kind:
        case Kind.FIRST:
            yield implies(between(0, index, value), negate(_condition(body)))
        case Kind.LAST:
            yield implies(conjunction((lt(value, index), inside)), negate(_condition(body)))
        case Kind.MAX:
            yield implies(inside, le(_term(body), value))
        case _:
            low, high = interval(_term(binder.args[0]))  # of every term: that of this one alone may be narrower
            if low is not None:
                yield implies(inside, le(_term(body) - const(low), value - count * low))
            if high is not None:
                yield implies(inside, le(const(high) - _term(body), count * high - value))


def _pairs(atoms: Iterable[Atom]) -> Iterator[Condition]:
    """Aggregates of the same body: sums of what cannot be negative grow, and one step more is as defined."""
    defined = [atom for atom in atoms if atom.kind in _DEFINED]
    for position, one in enumerate(defined):
        for two in defined[:position]:
            if one.kind is two.kind and one.args[:-1] == two.args[:-1]:
                yield from _step(one, two)
                yield from _step(two, one)
                yield from _growth(one, two) if one.kind is Kind.SUM else ()
            if one.kind is two.kind is Kind.MAX and _same_terms(one, two):
                yield from _raised(one, two)
                yield from _raised(two, one)


def _step(one: Atom, two: Atom) -> Iterator[Condition]:
    """If `two` has one step more than `one`, it is what the step makes of it; sums with some steps more as well."""
    here, there = _term(one.args[-1]), _term(two.args[-1])
    name = f"#{max(one.opened, two.opened)}"
    body = _set(reopen(one.args[0], name), name, here)
    before, after = of_atom(one), of_atom(two)
    steps = (there - here).value
    if one.kind is Kind.SUM and isinstance(steps, int) and 1 < steps <= MOST_STEPS:
        bodies = (_term(_set(reopen(one.args[0], name), name, here + n)) for n in range(steps))
        yield eq(after, before + total(bodies))
        return
    match one.kind:
        case Kind.SUM:
            result = before + _term(body)
        case Kind.MAX:
            result = ite(lt(before, _term(body)), _term(body), before)
        case Kind.LAST:
            result = ite(_condition(body), here, before)
        case _:
            result = ite(lt(before, here), before, ite(_condition(body), here, here + 1))
    yield implies(conjunction((eq(there, here + 1), le(const(0), here))), eq(after, result))


def _same_terms(one: Atom, two: Atom) -> bool:
    """Are both extremes of the same, whatever their least is? So they are of extremes with that same least."""
    if one.args[2] != two.args[2] or one.args[0] == two.args[0]:
        return one.args[2] == two.args[2]
    inner = [_term(atom.args[0]).atom for atom in (one, two)]
    if any(part is None or part.kind is not Kind.MAX for part in inner):
        return False
    low, high = (part for part in inner if part is not None)
    return low.args[1] == one.args[1] and high.args[1] == two.args[1] and _same_terms(low, high)


def _raised(one: Atom, two: Atom) -> Iterator[Condition]:
    """Extremes of the same terms: with the larger least it is that least or the other extreme."""
    less, more, before = _term(one.args[1]), _term(two.args[1]), of_atom(one)
    yield implies(le(less, more), eq(of_atom(two), ite(lt(more, before), before, more)))


def _growth(one: Atom, two: Atom) -> Iterator[Condition]:
    low, high = interval(_term(one.args[0]))
    here, there = _term(one.args[1]), _term(two.args[1])
    for less, more, first, second in ((here, there, one, two), (there, here, two, one)):
        grown = of_atom(second) - of_atom(first)
        if low is not None:
            yield implies(le(less, more), le((more - less) * low, grown))
        if high is not None:
            yield implies(le(less, more), le(grown, (more - less) * high))


def _term(node: Term | Condition) -> Term:
    assert isinstance(node, Term)
    return node


def _condition(node: Term | Condition) -> Condition:
    assert isinstance(node, Condition)
    return node
