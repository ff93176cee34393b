"""Solve one recurrence x' = u(x, t), x(0) = x0, for a scalar or for one cell of an array; `certify` proves the result.

    x' = x + 2*t, x(0) = 5      has the solution      x(t) = 5 + t*(t - 1)
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from msgspec import Struct

from veriabs.terms.binders import branches, indicator, ite, opened_name
from veriabs.terms.conditions import conjunction, eq, le, lt, negate, truth
from veriabs.terms.division import divide, modulo, power_of
from veriabs.terms.entail import Facts
from veriabs.terms.patterns import MOST_LEAVES, aggregate, case_values
from veriabs.terms.rebuild import Substitution, sum_over
from veriabs.terms.simplify import Simplifier
from veriabs.terms.terms import Condition, Is, Kind, Term, const, constant_part, multiply, slope_in, symbol

LONGEST_ORBIT = 8
"""The longest orbit that is searched for."""

DEPTH = 6
"""The depth of nested case distinctions."""


class CellRecurrences(Struct, frozen=True):
    """Solves recurrences in `counter`, which counts iterations from 0."""

    counter: str
    simplifier: Simplifier
    depth: int = 0

    @property
    def t(self) -> Term:
        return symbol(self.counter, 0)

    def at(self, term: Term, t: Term) -> Term:
        """The term at another iteration."""
        return Substitution({self.counter: t})(term)

    def solve(self, update: Term, x: str, start: Term, facts: Facts) -> Term | None:
        """The value of x at the start of iteration t, or None."""
        if update == symbol(x):
            return start
        if x not in update.names:
            return ite(le(self.t), start, self.at(update, self.t - 1))
        if self.depth > DEPTH:
            return None
        deeper = CellRecurrences(self.counter, self.simplifier, self.depth + 1)
        for part in _tests(update):
            if x not in part.names:
                split = deeper.split(part, update, x, start, facts)
                if split is not None:
                    return split
        difference = update - symbol(x)
        if x not in difference.names:
            name = opened_name(difference, start)
            outside = tuple(fact for fact in facts if self.counter not in fact.names)
            return start + self.simplifier.term(sum_over(name, self.at(difference, symbol(name)), self.t), outside)
        if self._value(update, x, start, facts) == start:
            return start
        if self.counter not in update.names:
            return self._alike(update, x, start, facts)
        return (
            self._solve_conditional(update, x, start, facts)
            or aggregate(self.counter, update, x, start)
            or self._geometric(update, x, start, facts)
            or self._orbit(update, x, start, facts)
        )

    def _alike(self, update: Term, x: str, start: Term, facts: Facts) -> Term | None:
        """Solve a recurrence whose update is the same in every iteration."""
        return (
            self._geometric(update, x, start, facts)
            or self._orbit(update, x, start, facts)
            or self._steps(update, x, start, facts)
            or self._solve_wrapping(update, x, start)
            or aggregate(self.counter, update, x, start)
        )

    def _value(self, update: Term, x: str, value: Term, facts: Facts) -> Term:
        return self.simplifier.term(Substitution({x: value})(update), facts)

    def _geometric(self, update: Term, x: str, start: Term, facts: Facts) -> Term | None:
        """Solve x' = a*x + b(t) with a constant a, by powers of a."""
        slope = slope_in(update, x)
        if slope is None or slope[0] in (0, 1):
            return None
        base, rest = slope
        grown = multiply(power_of(base, self.t), start)
        if self.counter not in rest.names:
            return grown + multiply(power_of(base, self.t) - 1, rest) * Fraction(1, base - 1)
        # a**(t-1-k) differs from a**t / a**k over the integers, unless it is one power of another base.
        return None

    def _orbit(self, update: Term, x: str, start: Term, facts: Facts) -> Term | None:
        """Solve a recurrence whose values repeat after some iterations."""
        if self.counter in update.names:
            settled = self.at(Substitution({x: start})(update), const(0))
            after = self.simplifier.term(settled, facts)
            stays = self.counter not in after.names and self._value(update, x, after, facts) == after
            return ite(le(self.t), start, after) if stays else None
        values = [start]
        while len(values) <= LONGEST_ORBIT:
            after = self._value(update, x, values[-1], facts)
            if after in values:
                return self._cycle(values, values.index(after))
            values.append(after)
        return None

    def _steps(self, update: Term, x: str, start: Term, facts: Facts) -> Term | None:
        """Solve a recurrence in which x moves by 1 up to a limit, and then restarts or changes."""
        if self.counter in update.names:
            return None
        for tests, leaf in islice(case_values(update, ()), MOST_LEAVES):
            step = (leaf - symbol(x)).value
            if step not in (1, -1):
                continue
            moved = Substitution({x: start + self.t * step})
            limits = [limit for test in tests if (limit := self._limit(moved.condition(test))) is not None]
            if not limits:
                return start + self.t * step
            limit = min(limits, key=lambda one: one.value if one.value is not None else 0)
            if len(limits) == 1 or all(one.value is not None for one in limits):
                behind = self._value(update, x, start + limit * step, facts)
                if behind == start:
                    return start + modulo(self.t, limit + 1) * step
                return ite(le(self.t, limit), start + self.t * step, behind)
        return None

    def _solve_wrapping(self, update: Term, x: str, start: Term) -> Term | None:
        """Solve a recurrence in which x moves by a constant modulo another one: `head = (head + 1) % 64`."""
        atom = update.atom
        if atom is None or atom.kind is not Kind.MOD:
            return None
        inner, size = atom.terms
        wrapped = inner.atom
        if wrapped is not None and wrapped.kind is Kind.WRAP and isinstance(wrapped.args[0], Term):
            inner = wrapped.args[0]
        step = (inner - symbol(x)).value
        if step is None or size.value is None:
            return None
        return ite(le(self.t), start, modulo(start + self.t * step, size))

    def _solve_conditional(self, update: Term, x: str, start: Term, facts: Facts) -> Term | None:
        """Solve a recurrence in which x moves in some iterations only, by the same step: `if (s == 0) m = (m + 1) %
        60`."""
        pace, moved = self._pace(update, x, facts)
        if {self.counter, x} & moved.names != {x}:
            return None
        outside = tuple(fact for fact in facts if self.counter not in fact.names)
        solution = CellRecurrences(self.counter, self.simplifier, self.depth + 1).solve(moved, x, start, outside)
        if solution is None:
            return None
        name = opened_name(indicator(pace), start, moved)
        times = sum_over(name, self.at(indicator(pace), symbol(name)), self.t)
        return self.at(solution, self.simplifier.term(times, (*outside, le(const(0), self.t))))

    def _pace(self, update: Term, x: str, facts: Facts) -> tuple[Condition, Term]:
        """The condition under which x moves, as far as it is independent of x, and the new value."""
        for test in dict.fromkeys(part for part in _tests(update) if {self.counter, x} & part.names == {self.counter}):
            for pace in (test, negate(test)):
                if self.simplifier.term(update, (*facts, negate(pace))) == symbol(x):
                    under = (*facts, pace)
                    further, moved = self._pace(self.simplifier.term(update, under), x, under)
                    return conjunction((pace, further)), moved
        return truth(True), update

    def _limit(self, test: Condition) -> Term | None:
        """The first iteration in which a test fails that held before."""
        slope = slope_in(test.term, self.counter) if test.kind in (Is.LE, Is.NE) else None
        if slope is None or abs(slope[0]) != 1 or (test.kind is Is.LE and slope[0] < 0):
            return None
        return slope[1] * -slope[0] + (1 if test.kind is Is.LE else 0)

    def _cycle(self, values: list[Term], begin: int) -> Term:
        """The value at t of an orbit that continues at position `begin` after its last value."""
        length = len(values) - begin
        residue = modulo(self.t - begin, const(length))
        result = values[-1]
        for position in reversed(range(length - 1)):
            result = ite(eq(residue, const(position)), values[begin + position], result)
        for position in reversed(range(begin)):
            result = ite(eq(self.t, const(position)), values[position], result)
        return result

    # --------------------------------------------------------------------------------------------------------- cases

    def split(self, test: Condition, update: Term, x: str, start: Term, facts: Facts) -> Term | None:
        """Solve separately for the iterations in which the test holds; None unless it depends on t only."""
        if self.counter not in test.names:
            return self._invariant(test, update, x, start, facts)
        if test.kind not in (Is.LE, Is.EQ, Is.NE):
            return None
        slope = slope_in(test.term, self.counter)
        if slope is None or not slope[0]:
            return None
        holds = self.simplifier.term(update, (*facts, test))
        fails = self.simplifier.term(update, (*facts, negate(test)))
        factor, rest = slope
        if test.kind is Is.LE:
            edge = divide(const(factor) - rest, const(factor)) if factor > 0 else _ceiling(rest, -factor)
            below, above = (holds, fails) if factor > 0 else (fails, holds)
            return self._changes(edge, below, above, x, start, facts)
        there, other = (holds, fails) if test.kind is Is.EQ else (fails, holds)
        if abs(factor) == 1:
            return self._exception(rest * -factor, there, other, x, start, facts)
        whole = eq(modulo(_residue(rest, abs(factor)), const(abs(factor))))
        even, odd = (*facts, whole), (*facts, negate(whole))
        usual = self.simplifier.term(other, even)
        hit = self._exception(divide(-rest, const(factor)), there, usual, x, start, even)
        miss = self.solve(self.simplifier.term(other, odd), x, start, odd)
        return None if hit is None or miss is None else ite(whole, hit, miss)

    def _invariant(self, test: Condition, update: Term, x: str, start: Term, facts: Facts) -> Term | None:
        sides = []
        for side in (test, negate(test)):
            under = (*facts, side)
            sides.append(self.solve(self.simplifier.term(update, under), x, start, under))
        holds, fails = sides
        return None if holds is None or fails is None else ite(test, holds, fails)

    def _changes(self, edge: Term, below: Term, above: Term, x: str, start: Term, facts: Facts) -> Term | None:
        """Solve for an update that is `below` for t < edge and `above` from there on."""
        late = self._follows(facts, lt(const(0), edge))
        early = self._follows(facts, le(edge))
        whole = None if late else self.solve(above, x, start, (*facts, le(edge)))
        if early:
            return whole
        first = self.solve(below, x, start, (*facts, lt(self.t, edge)))
        if first is None or (whole is None and not late):
            return None
        second = self._starting_in(edge, above, x, self.at(first, edge), (*facts, lt(const(0), edge)))
        if second is None:
            return None
        changed = ite(le(self.t, edge), first, second)
        return changed if whole is None else ite(le(edge), whole, changed)

    def _exception(self, p: Term, there: Term, other: Term, x: str, start: Term, facts: Facts) -> Term | None:
        """Solve for an update that is `there` for t == p and `other` elsewhere."""
        usual = self.solve(other, x, start, facts)
        if usual is None:
            return None
        after = Substitution({x: self.at(usual, p)})(self.at(there, p))
        beyond = conjunction((le(const(0), p), lt(p, self.t)))
        if other == symbol(x):
            return ite(beyond, after, usual)
        rest = self._starting_in(p + 1, other, x, after, (*facts, le(const(0), p)))
        return None if rest is None else ite(beyond, rest, usual)

    def _starting_in(self, begin: Term, update: Term, x: str, start: Term, facts: Facts) -> Term | None:
        """The solution that starts in iteration `begin` instead of 0."""
        later = Substitution({self.counter: self.t + begin})
        moved = tuple(later.condition(fact) for fact in facts)
        solution = self.solve(later(update), x, start, (*moved, le(const(0), self.t)))
        return None if solution is None else self.at(solution, self.t - begin)

    def _follows(self, facts: Facts, goal: Condition) -> bool:
        return self.simplifier.entailment.follows(facts, goal)


def _tests(update: Term) -> Iterator[Condition]:
    """Conditions of the cases of an update, outer ones first."""
    cases = [atom for atom in update.atoms() if atom.kind is Kind.ITE]
    for case in cases:
        test = branches(case)[0]
        yield from test.conjuncts
    for case in cases:
        _, then, other = branches(case)
        yield from _tests(then)
        yield from _tests(other)


def _residue(term: Term, size: int) -> Term:
    """A term congruent to 0 exactly when this one is, modulo the size, preferably without negative coefficients."""
    if any(c.denominator != 1 for _, c in term.items):
        return term
    signs = [c < 0 for mono, c in term.items if mono]
    turned = -term if 2 * sum(signs) > len(signs) else term
    last = constant_part(turned)
    return turned + (last % size - last) if isinstance(last, int) else turned


def _ceiling(left: Term, right: int) -> Term:
    return left if right == 1 else divide(left + (right - 1), const(right))
