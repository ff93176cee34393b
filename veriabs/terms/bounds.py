"""Bounds of sums from the signs of what is summed, found by asking for them.

Sums with the same bound that stand in one term are taken together, each with what it is multiplied by: what is below
them is one term, and if it is at least c wherever the index can be, the sum of n of them is at least c*n. The same goes
for the part of a sum between two bounds, if both are asked about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice, permutations
from math import ceil, floor

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.terms.binders import reopen, walk
from veriabs.terms.conditions import between, conjunction, implies, le, negate
from veriabs.terms.entail import Facts
from veriabs.terms.simplify import Simplifier
from veriabs.terms.terms import (
    Atom,
    Condition,
    Is,
    Kind,
    Term,
    const,
    constant_part,
    monomial,
    multiply,
    of_atom,
    symbol,
    total,
)

MOST_TRIES = 10
MOST_PARTS = 6
"""Parts of sums between two bounds."""

MOST_LIMITS = 3
"""Inputs that what is summed is compared with."""


class Part(Struct, frozen=True):
    """Sums over `less <= k < more`: of each body, as it stands in an atom, with what does not depend on k."""

    bodies: tuple[tuple[Term | Condition, Term], ...]
    less: Term
    more: Term

    def value(self) -> Term:
        """The sum up to `more` without that up to `less`."""
        return self._up_to(self.more) - self._up_to(self.less)

    def _up_to(self, count: Term) -> Term:
        if not count.items:
            return const(0)
        sums = (multiply(times, of_atom(Atom(Kind.SUM, "", (body, count)))) for body, times in self.bodies)
        return total(sums)

    def body(self, name: str) -> Term:
        """What is summed, at the index `name`."""
        opened = ((reopen(body, name), times) for body, times in self.bodies)
        return total(multiply(times, one) for one, times in opened if isinstance(one, Term))

    def opened(self) -> int:
        """How many indices are open in it."""
        bodies = (max(body.opened, times.opened) for body, times in self.bodies)
        return max(self.less.opened, self.more.opened, *bodies)


def sum_bounds(facts: Facts, goal: Condition, simplifier: Simplifier) -> Facts:
    """Lower and upper bounds of the sums in the goal and the facts, each proved from the facts."""
    found: dict[Condition, None] = {}
    constants, compared = tuple(_constants((*facts, goal))), tuple(_compared(goal))
    asked = _Asked(facts, compared, constants, tuple(_extremes(goal)), tuple(_inputs(goal)), simplifier)
    for part in dict.fromkeys(_parts((goal, *facts))):
        found.update(dict.fromkeys(asked.bounds(part)))
    return tuple(found)


def unfound(fact: Condition) -> Condition:
    """That a search comes to its end as what it says of every index; any other fact as it is."""
    for atom in fact.term.atoms() if fact.kind is Is.LE else ():
        body, count = atom.args if atom.kind is Kind.FIRST else (None, None)
        if isinstance(body, Condition) and isinstance(count, Term) and fact == le(count, of_atom(atom)):
            return Condition(Is.FORALL, (negate(body), count))
    return fact


def _parts(conditions: Facts) -> Iterator[Part]:
    """Sums with the same bound, as they stand in one term, then each sum alone, and what lies between two bounds."""
    together = [part for condition in conditions for term in _terms(condition) for part in _of_term(term)]
    atoms = (atom for condition in conditions for atom in walk(condition))
    sums = dict.fromkeys(atom for atom in atoms if atom.kind is Kind.SUM and not atom.dangling)
    alone = [Part(((atom.args[0], const(1)),), const(0), _count(atom)) for atom in sums]
    yield from (part for part in together if len(part.bodies) > 1 or part.bodies[0][1].value is None)
    yield from alone
    yield from _between((*together, *alone))


def _terms(node: Condition | Term) -> Iterator[Term]:
    """What is compared, and what stands in cases and is divided, but for what depends on an index."""
    if isinstance(node, Term):
        yield node
        inner = [arg for atom in node.atoms() for arg in atom.args]
    else:
        inner = list(node.args)
    for arg in inner:
        if not arg.dangling:
            yield from _terms(arg)


def _of_term(term: Term) -> Iterator[Part]:
    """The sums of a polynomial by their bounds; the first of each is not subtracted."""
    by_count: dict[Term, dict[Term | Condition, Term]] = {}
    for mono, c in term.items:
        sums = [(atom, e) for atom, e in mono if atom.kind is Kind.SUM]
        if len(sums) == 1 and sums[0][1] == 1 and not sums[0][0].dangling:
            atom = sums[0][0]
            rest = monomial(tuple((a, e) for a, e in mono if a != atom), c)
            bodies = by_count.setdefault(_count(atom), {})
            bodies[atom.args[0]] = bodies.get(atom.args[0], const(0)) + rest
    for count, bodies in by_count.items():
        listed = sorted(bodies.items(), key=lambda one: one[0].digest)
        sign = -1 if listed[0][1].items[0][1] < 0 else 1
        yield Part(tuple((body, times * sign) for body, times in listed), const(0), count)


def _between(parts: Iterable[Part]) -> Iterator[Part]:
    """What one sum has more than another, in both orders, and the same one term further: each is of the same bodies."""
    counts: dict[tuple[tuple[Term | Condition, Term], ...], dict[Term, None]] = {}
    for part in parts:
        counts.setdefault(part.bodies, {})[part.more] = None
    pairs = [Part(bodies, *two) for bodies, found in counts.items() for two in permutations(found, 2)]
    for part in pairs[:MOST_PARTS]:
        yield part
        yield replace(part, less=part.less + 1, more=part.more + 1)


def _count(atom: Atom) -> Term:
    assert isinstance(atom.args[1], Term)
    return atom.args[1]


def _compared(condition: Condition) -> list[Term]:
    if condition.kind in (Is.LE, Is.EQ, Is.NE):
        return [condition.term]
    return [term for part in condition.parts for term in _compared(part)] if condition.kind in (Is.AND, Is.OR) else []


def _constants(conditions: Facts) -> list[int]:
    """Bounds worth trying: 0, 1, -1 and constants that cells are compared with."""
    found = dict.fromkeys((0, 1, -1))
    for condition in conditions:
        if condition.kind in (Is.FORALL, Is.EXISTS):
            for term in _compared(condition.parts[0]):
                c = int(constant_part(term))
                found.update(dict.fromkeys((c, -c, c - 1, 1 - c)))
    return list(found)[:MOST_TRIES]


def _extremes(goal: Condition) -> list[Term]:
    """The extremes that the goal speaks of: the cells that they are made from lie on one side of them."""
    return [of_atom(atom) for atom in dict.fromkeys(walk(goal)) if atom.kind is Kind.MAX and not atom.dangling]


def _inputs(goal: Condition) -> list[Atom]:
    """The unknowns that the goal compares with something."""
    atoms = dict.fromkeys(atom for term in _compared(goal) for atom in term.atoms())
    return [atom for atom in atoms if atom.kind in (Kind.SYMBOL, Kind.CALL) and not atom.dangling][:MOST_LIMITS]


def _whole(body: Term) -> Iterator[int]:
    """As much as there are terms in a sum that is summed in its turn: of counts each is 1 at most."""
    for atom in body.atoms():
        many = _count(atom).value if atom.kind is Kind.SUM else None
        if many is not None and many.denominator == 1:
            yield from (int(many), -int(many))


class _Asked(Struct, frozen=True):
    """What is tried as a bound, and who says whether it is one."""

    facts: Facts
    compared: tuple[Term, ...]
    constants: tuple[int, ...]
    extremes: tuple[Term, ...]
    inputs: tuple[Atom, ...]
    simplifier: Simplifier

    def bounds(self, part: Part) -> Iterator[Condition]:
        """Lower and upper bounds of a part of a sum; where nothing is known of indices below 0, if there are none."""
        ordered = le(part.less, part.more)
        found = list(self._under(ordered, part))
        yield from found or self._under(conjunction((le(const(0), part.less), ordered)), part)

    def _under(self, premise: Condition, part: Part) -> Iterator[Condition]:
        """So many times what each term is at least, or at most."""
        name = f"#{max([part.opened(), *(fact.opened for fact in self.facts)])}"
        inside = (*self.facts, premise, between(part.less, symbol(name), part.more))
        body = self.simplifier.term(part.body(name), inside)
        if any(c.denominator != 1 for _, c in body.items):
            return
        number, value = part.more - part.less, part.value()
        tried = {*self.constants, *self._each(number), *_whole(body)}
        for sign in (1, -1):
            constants = [const(c) for c in sorted((sign * c for c in tried), reverse=True)]
            inputs = [limit * sign for limit in self._limits(body)]
            for limit in self._below(body * sign, inside, constants, inputs):
                yield implies(premise, le(multiply(number, limit), value * sign))

    def _each(self, number: Term) -> set[int]:
        """What is left for each of so many terms of what they are compared with in all."""
        found: set[int] = set()
        for mono, many in number.items[:1]:
            for whole in (dict(term.items).get(mono, 0) for term in self.compared):
                share = Fraction(whole) / many
                found |= {floor(share), ceil(share), floor(-share), ceil(-share)}
        return found

    def _below(self, body: Term, inside: Facts, constants: list[Term], inputs: list[Term]) -> Iterator[Term]:
        """Of constants the first that is no more than what is summed, and of other terms all."""
        follows, proves = self.simplifier.entailment.follows, self.simplifier.entailment.proves
        yield from islice((c for c in constants if self._holds(inside, le(c, body))), 1)
        yield from (-extreme for extreme in self.extremes if proves(inside, le(-extreme, body)))
        yield from (limit for limit in inputs if follows(inside, le(limit, body)))

    def _holds(self, inside: Facts, goal: Condition) -> bool:
        """Does it follow, with bounds of the sums that are summed in their turn?"""
        follows = self.simplifier.entailment.follows
        if follows(inside, goal):
            return True
        within = replace(self, facts=inside, compared=tuple(_compared(goal)))
        more = [bound for part in dict.fromkeys(_parts((goal,))) for bound in within.bounds(part)]
        return bool(more) and follows((*inside, *more), goal)

    def _limits(self, body: Term) -> list[Term]:
        """Inputs that what is summed depends on, and what lies between two of them."""
        known = set(walk(body))
        inputs = [of_atom(atom) for atom in self.inputs if atom in known]
        return [*inputs, *(one - two for one, two in permutations(inputs, 2))]
