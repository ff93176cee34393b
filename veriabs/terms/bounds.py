"""Propose and prove bounds of sums from the bounds of their terms.

    0 <= a[k] <= 9 for all k < n    gives    0 <= sum of a[k] over k < n <= 9 * n

Sums with the same bound in one term are combined, with their factors, into one sum. If its body is at least c at every
index, the sum of n terms is at least c*n. Partial sums between two bounds are treated in the same way, if the query
contains both.
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
"""The number of bounds that are tried for one sum."""

MOST_PARTS = 6
"""Most partial sums that are tried."""

MOST_LIMITS = 3
"""Most inputs that are compared with a body."""


class CombinedSum(Struct, frozen=True):
    """Combined sums over `less <= k < more`; each body comes with its factor, which is free of k."""

    bodies: tuple[tuple[Term | Condition, Term], ...]
    less: Term
    more: Term

    def value(self) -> Term:
        """The sum up to `more` minus the sum up to `less`."""
        return self._sum_up_to(self.more) - self._sum_up_to(self.less)

    def _sum_up_to(self, count: Term) -> Term:
        if not count.items:
            return const(0)
        sums = (multiply(times, of_atom(Atom(Kind.SUM, "", (body, count)))) for body, times in self.bodies)
        return total(sums)

    def body(self, name: str) -> Term:
        """The combined body at the index `name`."""
        opened = ((reopen(body, name), times) for body, times in self.bodies)
        return total(multiply(times, one) for one, times in opened if isinstance(one, Term))

    def opened(self) -> int:
        """The number of open indices."""
        bodies = (max(body.opened, times.opened) for body, times in self.bodies)
        return max(self.less.opened, self.more.opened, *bodies)


def sum_bounds(facts: Facts, goal: Condition, simplifier: Simplifier) -> Facts:
    """Lower and upper bounds of the sums in the goal and the facts, each proved from the facts."""
    found: dict[Condition, None] = {}
    constants, compared = tuple(_constants((*facts, goal))), tuple(_compared(goal))
    asked = _BoundSearch(facts, compared, constants, tuple(_extremes(goal)), tuple(_inputs(goal)), simplifier)
    for part in dict.fromkeys(_parts((goal, *facts))):
        found.update(dict.fromkeys(asked.bounds(part)))
    return tuple(found)


def unsuccessful_search(fact: Condition) -> Condition:
    """Turn "the search reaches its end" into the condition on every index; other facts stay."""
    for atom in fact.term.atoms() if fact.kind is Is.LE else ():
        body, count = atom.args if atom.kind is Kind.FIRST else (None, None)
        if isinstance(body, Condition) and isinstance(count, Term) and fact == le(count, of_atom(atom)):
            return Condition(Is.FORALL, (negate(body), count))
    return fact


def _parts(conditions: Facts) -> Iterator[CombinedSum]:
    """Combined sums of one term, then each sum alone, then partial sums between two bounds."""
    together = [part for condition in conditions for term in _terms(condition) for part in _parts_of_term(term)]
    atoms = (atom for condition in conditions for atom in walk(condition))
    sums = dict.fromkeys(atom for atom in atoms if atom.kind is Kind.SUM and not atom.dangling)
    alone = [CombinedSum(((atom.args[0], const(1)),), const(0), atom.count) for atom in sums]
    yield from (part for part in together if len(part.bodies) > 1 or part.bodies[0][1].value is None)
    yield from alone
    yield from _differences((*together, *alone))


def _terms(node: Condition | Term) -> Iterator[Term]:
    """Compared terms and terms inside cases and divisions, except terms that depend on an index."""
    if isinstance(node, Term):
        yield node
        inner = [arg for atom in node.atoms() for arg in atom.args]
    else:
        inner = list(node.args)
    for arg in inner:
        if not arg.dangling:
            yield from _terms(arg)


def _parts_of_term(term: Term) -> Iterator[CombinedSum]:
    """The sums of a polynomial grouped by their bounds; the first of each group has a positive factor."""
    by_count: dict[Term, dict[Term | Condition, Term]] = {}
    for mono, c in term.items:
        sums = [(atom, e) for atom, e in mono if atom.kind is Kind.SUM]
        if len(sums) == 1 and sums[0][1] == 1 and not sums[0][0].dangling:
            atom = sums[0][0]
            rest = monomial(tuple((a, e) for a, e in mono if a != atom), c)
            bodies = by_count.setdefault(atom.count, {})
            bodies[atom.args[0]] = bodies.get(atom.args[0], const(0)) + rest
    for count, bodies in by_count.items():
        listed = sorted(bodies.items(), key=lambda one: one[0].digest)
        sign = -1 if listed[0][1].items[0][1] < 0 else 1
        yield CombinedSum(tuple((body, times * sign) for body, times in listed), const(0), count)


def _differences(parts: Iterable[CombinedSum]) -> Iterator[CombinedSum]:
    """Differences of two sums with the same bodies, in both orders, and the same one index further."""
    counts: dict[tuple[tuple[Term | Condition, Term], ...], dict[Term, None]] = {}
    for part in parts:
        counts.setdefault(part.bodies, {})[part.more] = None
    pairs = [CombinedSum(bodies, *two) for bodies, found in counts.items() for two in permutations(found, 2)]
    for part in pairs[:MOST_PARTS]:
        yield part
        yield replace(part, less=part.less + 1, more=part.more + 1)


def _compared(condition: Condition) -> list[Term]:
    if condition.kind in (Is.LE, Is.EQ, Is.NE):
        return [condition.term]
    return [term for part in condition.parts for term in _compared(part)] if condition.kind in (Is.AND, Is.OR) else []


def _constants(conditions: Facts) -> list[int]:
    """Constants to try as bounds: 0, 1, -1, and constants that cells are compared with."""
    found = dict.fromkeys((0, 1, -1))
    for condition in conditions:
        if condition.kind in (Is.FORALL, Is.EXISTS):
            for term in _compared(condition.parts[0]):
                c = int(constant_part(term))
                found.update(dict.fromkeys((c, -c, c - 1, 1 - c)))
    return list(found)[:MOST_TRIES]


def _extremes(goal: Condition) -> list[Term]:
    """The extremes in the goal, which bound the values that they range over."""
    return [of_atom(atom) for atom in dict.fromkeys(walk(goal)) if atom.kind is Kind.MAX and not atom.dangling]


def _inputs(goal: Condition) -> list[Atom]:
    """The unknowns that the goal compares with something."""
    atoms = dict.fromkeys(atom for term in _compared(goal) for atom in term.atoms())
    return [atom for atom in atoms if atom.kind in (Kind.SYMBOL, Kind.CALL) and not atom.dangling][:MOST_LIMITS]


def _largest_inner_sum(body: Term) -> Iterator[int]:
    """The number of terms of an inner sum: a sum of 0s and 1s is at most that."""
    for atom in body.atoms():
        many = atom.count.value if atom.kind is Kind.SUM else None
        if many is not None and many.denominator == 1:
            yield from (int(many), -int(many))


class _BoundSearch(Struct, frozen=True):
    """Bounds to try, and the simplifier that proves them."""

    facts: Facts
    compared: tuple[Term, ...]
    constants: tuple[int, ...]
    extremes: tuple[Term, ...]
    inputs: tuple[Atom, ...]
    simplifier: Simplifier

    def bounds(self, part: CombinedSum) -> Iterator[Condition]:
        """Lower and upper bounds of a part where `less <= more`; if there are none, where `0 <= less <= more`."""
        ordered = le(part.less, part.more)
        found = list(self._bounds_under(ordered, part))
        yield from found or self._bounds_under(conjunction((le(const(0), part.less), ordered)), part)

    def _bounds_under(self, premise: Condition, part: CombinedSum) -> Iterator[Condition]:
        """The number of terms times a proved bound of each term."""
        name = f"#{max([part.opened(), *(fact.opened for fact in self.facts)])}"
        inside = (*self.facts, premise, between(part.less, symbol(name), part.more))
        body = self.simplifier.term(part.body(name), inside)
        if any(c.denominator != 1 for _, c in body.items):
            return
        number, value = part.more - part.less, part.value()
        tried = {*self.constants, *self._bound_candidates(number), *_largest_inner_sum(body)}
        for sign in (1, -1):
            constants = [const(c) for c in sorted((sign * c for c in tried), reverse=True)]
            inputs = [limit * sign for limit in self._limits(body)]
            for limit in self._lower_bounds(body * sign, inside, constants, inputs):
                yield implies(premise, le(multiply(number, limit), value * sign))

    def _bound_candidates(self, number: Term) -> set[int]:
        """Quotients of compared coefficients by the number of terms, as candidate bounds of each term."""
        found: set[int] = set()
        for mono, many in number.items[:1]:
            for whole in (dict(term.items).get(mono, 0) for term in self.compared):
                share = Fraction(whole) / many
                found |= {floor(share), ceil(share), floor(-share), ceil(-share)}
        return found

    def _lower_bounds(self, body: Term, inside: Facts, constants: list[Term], inputs: list[Term]) -> Iterator[Term]:
        """The first constant that is a lower bound of the body, and all other terms that are."""
        follows, proves = self.simplifier.entailment.follows, self.simplifier.entailment.proves
        yield from islice((c for c in constants if self._holds(inside, le(c, body))), 1)
        yield from (-extreme for extreme in self.extremes if proves(inside, le(-extreme, body)))
        yield from (limit for limit in inputs if follows(inside, le(limit, body)))

    def _holds(self, inside: Facts, goal: Condition) -> bool:
        """Whether the goal follows, with the bounds of inner sums."""
        follows = self.simplifier.entailment.follows
        if follows(inside, goal):
            return True
        within = replace(self, facts=inside, compared=tuple(_compared(goal)))
        more = [bound for part in dict.fromkeys(_parts((goal,))) for bound in within.bounds(part)]
        return bool(more) and follows((*inside, *more), goal)

    def _limits(self, body: Term) -> list[Term]:
        """Inputs that the body depends on, and the difference of two of them."""
        known = set(walk(body))
        inputs = [of_atom(atom) for atom in self.inputs if atom in known]
        return [*inputs, *(one - two for one, two in permutations(inputs, 2))]
