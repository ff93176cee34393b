"""Simplify terms under facts: decide cases, split sums where their cases change, drop redundant wraps.

    0 <= i < n, the sum of (k < i ? 1 : a[k]) over k < n    becomes    i + the sum of a[k] over i <= k < n
"""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct, field

from veriabs.terms.binders import branches, condition_of, ite, opened_name, reopen, term_of, with_parts
from veriabs.terms.conditions import between, conjunction, disjunction, eq, le, lt, negate, truth
from veriabs.terms.division import divide, modulo, power_of, wrap
from veriabs.terms.entail import Entailment, Facts
from veriabs.terms.intervals import interval
from veriabs.terms.rebuild import Substitution, bind_closed, quantified, rebuild, sum_over
from veriabs.terms.residue_classes import added_in_classes, selects_one
from veriabs.terms.terms import (
    BINDERS,
    Atom,
    Condition,
    Is,
    Kind,
    Term,
    const,
    constant_part,
    from_dict,
    map_atoms,
    monomial,
    multiply,
    of_atom,
    slope_in,
    symbol,
)

PLAIN = (Kind.SYMBOL, Kind.BOUND)


class Simplifier(Struct):
    """Simplifies under facts; each step is an equality that the facts imply."""

    entailment: Entailment
    memo: dict[tuple[Facts, Term | Condition], Term | Condition] = field(default_factory=dict)

    def term(self, term: Term, facts: Facts) -> Term:
        """A simpler term that is equal under the facts."""
        if all(atom.kind in PLAIN for atom in term.atoms()):
            return term
        known = self.memo.get((facts, term))
        if not isinstance(known, Term):
            known = map_atoms(term, lambda atom: self._atom(atom, facts))
            self.memo[(facts, term)] = self.memo[(facts, known)] = known
        return known

    def condition(self, condition: Condition, facts: Facts) -> Condition:
        """A simpler condition that is equivalent under the facts."""
        known = self.memo.get((facts, condition))
        if not isinstance(known, Condition):
            known = self._condition(condition, facts)
            self.memo[(facts, condition)] = self.memo[(facts, known)] = known
        return known

    def _condition(self, condition: Condition, facts: Facts) -> Condition:
        match condition.kind:
            case Is.TRUE | Is.FALSE:
                return condition
            case Is.AND | Is.OR:
                return self._simplify_operands(condition, facts)
            case Is.FORALL | Is.EXISTS:
                return self._quantified(condition, facts)
            case _:
                simpler = self._reduce_remainders(with_parts(condition, [self.term(condition.term, facts)]), facts)
                return self._drop_case(self._decide(simpler, facts), facts)

    def _reduce_remainders(self, condition: Condition, facts: Facts) -> Condition:
        """Reduce equality of two remainders to equality of the numbers, if they are less than the divisor apart."""
        if condition.kind not in (Is.EQ, Is.NE):
            return condition
        match [(monomial(mono).atom, c) for mono, c in condition.term.items]:
            case [(Atom(kind=Kind.MOD, args=(Term() as left, Term() as size)), c),
                  (Atom(kind=Kind.MOD, args=(Term() as right, other)), d)] if c == -d and size == other:  # fmt: skip
                apart = left - right
                near = self.entailment.follows(facts, between(const(1) - size, apart, size))
                return with_parts(condition, [apart]) if near else condition
            case _:
                return condition

    def _decide(self, condition: Condition, facts: Facts) -> Condition:
        if condition.kind in (Is.TRUE, Is.FALSE):
            return condition
        if self.entailment.follows(facts, condition):
            return truth(True)
        if self.entailment.follows(facts, negate(condition)):
            return truth(False)
        return condition

    def _drop_case(self, condition: Condition, facts: Facts) -> Condition:
        """Remove a case from a comparison, if one of its branches decides the comparison."""
        if condition.kind not in (Is.LE, Is.EQ, Is.NE):
            return condition
        for mono, c in condition.term.items:
            atom = monomial(mono).atom
            if atom is None or atom.kind is not Kind.ITE:
                continue
            test, then, other = branches(atom)
            rest = condition.term - monomial(mono, c)
            sides = []
            for side, value in ((test, then), (negate(test), other)):
                decided = self._decide(with_parts(condition, [rest + value * c]), (*facts, side))
                sides.append((side, decided))
            if any(decided.kind in (Is.TRUE, Is.FALSE) for _, decided in sides):
                return disjunction(map(conjunction, sides))
        return condition

    def _simplify_operands(self, condition: Condition, facts: Facts) -> Condition:
        """Simplify each operand under the facts and the preceding operands (for OR, their negations)."""
        if condition.kind is Is.OR:
            return negate(self._simplify_operands(negate(condition), facts))
        kept: list[Condition] = []
        for part in condition.parts:
            simpler = self.condition(part, (*facts, *kept))
            if simpler.kind is Is.FALSE:
                return simpler
            if simpler.kind is not Is.TRUE:
                kept.append(simpler)
        return conjunction(kept)

    def _quantified(self, condition: Condition, facts: Facts) -> Condition:
        name = f"#{max([condition.opened, *(fact.opened for fact in facts)])}"
        count = self.term(condition.count, facts)
        body = condition_of(reopen(condition.args[0], name))
        inside = (*facts, between(0, symbol(name), count))
        return quantified(condition.kind, name, self.condition(body, inside), count)

    def _atom(self, atom: Atom, facts: Facts) -> Term:
        match atom.kind:
            case Kind.SYMBOL | Kind.BOUND:
                return of_atom(atom)
            case Kind.ITE:
                return self._case(atom, facts)
            case kind if kind in BINDERS:
                return self._binder(atom, facts)
            case _:
                args: list[Term | Condition] = [self._simplify_node(arg, facts) for arg in atom.args]
                return self._arithmetic(rebuild(atom, args), facts)

    def _simplify_node(self, node: Term | Condition, facts: Facts) -> Term | Condition:
        return self.term(node, facts) if isinstance(node, Term) else self.condition(node, facts)

    def _case(self, atom: Atom, facts: Facts) -> Term:
        test, then, other = branches(atom)
        test = self.condition(test, facts)
        if test.kind is Is.TRUE:
            return self.term(then, facts)
        if test.kind is Is.FALSE:
            return self.term(other, facts)
        then = self.term(then, (*facts, test))
        other = self.term(other, (*facts, negate(test)))
        if then == other:
            return then
        for side, here, elsewhere in ((test, then, other), (negate(test), other, then)):
            if _are_equal_if(_equation(side), here, elsewhere):
                return elsewhere
        return ite(test, then, other)

    def _arithmetic(self, term: Term, facts: Facts) -> Term:
        """Wraps, quotients, remainders and powers that the facts decide."""
        atom = term.atom
        if atom is None:
            return term
        args = atom.terms
        match atom.kind:
            case Kind.WRAP:
                assert atom.low is not None and atom.high is not None
                within = between(atom.low, args[0], atom.high + 1)
                return args[0] if self.entailment.follows(facts, within) else wrap(args[0], atom.low, atom.high)
            case Kind.MOD | Kind.DIV if self.entailment.follows(facts, between(0, args[0], args[1])):
                return args[0] if atom.kind is Kind.MOD else const(0)
            case Kind.MOD | Kind.DIV:
                return self._divided(atom.kind, args[0], args[1], facts)
            case Kind.POWER:
                return self._split_power(int(atom.name), args[0], facts)
            case _:
                return term

    def _divided(self, kind: Kind, left: Term, right: Term, facts: Facts) -> Term:
        """Simplify a quotient or remainder of a non-negative term by removing multiples of the divisor."""
        size = right.value
        if not isinstance(size, int) or size < 2 or any(c.denominator != 1 for _, c in left.items):
            return modulo(left, right) if kind is Kind.MOD else divide(left, right)
        rest = from_dict({mono: c % size for mono, c in left.items})
        signs = conjunction((le(const(0), left), le(const(0), rest)))
        if rest == left or not self.entailment.follows(facts, signs):
            return modulo(left, right) if kind is Kind.MOD else divide(left, right)
        if self.entailment.follows(facts, lt(rest, right)):
            return rest if kind is Kind.MOD else (left - rest) * Fraction(1, size)
        return modulo(rest, right) if kind is Kind.MOD else (left - rest) * Fraction(1, size) + divide(rest, right)

    def _split_power(self, base: int, exponent: Term, facts: Facts) -> Term:
        steps = constant_part(exponent)
        if isinstance(steps, int) and steps > 0 and self.entailment.follows(facts, le(const(steps), exponent)):
            return power_of(base, exponent - steps) * int(base**steps)
        return power_of(base, exponent)

    # --------------------------------------------------------------------------------------------------------- binders

    def _binder(self, atom: Atom, facts: Facts) -> Term:
        *middle, count = (self.term(term_of(arg), facts) for arg in atom.args[1:])
        name = f"#{max([atom.opened, count.opened, *(fact.opened for fact in facts)])}"
        body = reopen(atom.args[0], name)
        nonempty = self.entailment.follows(facts, le(const(0), count))
        if atom.kind is not Kind.SUM or nonempty:
            body = self._simplify_node(body, (*facts, between(0, symbol(name), count)))
        if atom.kind is Kind.SUM:
            return self._sum(name, term_of(body), count, facts) if nonempty else sum_over(name, term_of(body), count)
        stepped = self._first_match(atom.kind, name, body, count, facts)
        stepped = stepped or self._unroll_last(atom.kind, name, body, middle, count, facts)
        if stepped is not None:
            return stepped
        closed = bind_closed(atom.kind, name, body, [*middle, count])
        return closed if closed.atom is not None and closed.atom.kind is atom.kind else self.term(closed, facts)

    def _first_match(self, kind: Kind, name: str, body: Term | Condition, count: Term, facts: Facts) -> Term | None:
        """The first index of a search, if the facts say that it matches."""
        if isinstance(body, Term):
            return None
        begin = count - 1 if kind is Kind.LAST else const(0)
        found = conjunction((lt(const(0), count), Substitution({name: begin}).condition(body)))
        return begin if self.entailment.follows(facts, found) else None

    def _unroll_last(
        self, kind: Kind, name: str, body: Term | Condition, middle: list[Term], count: Term, facts: Facts
    ) -> Term | None:
        """Unroll the last step of an extreme or a search."""
        steps = constant_part(count)
        if not isinstance(steps, int) or not 0 < steps <= 2:
            return None
        before = count - 1
        if not self.entailment.follows(facts, le(const(0), before)):
            return None
        earlier = self.term(bind_closed(kind, name, body, [*middle, before]), facts)
        there = Substitution({name: before})
        if isinstance(body, Term):
            here = there(body)
            return self.term(ite(lt(earlier, here), here, earlier), facts)
        found = there.condition(body)
        if kind is Kind.LAST:
            return self.term(ite(found, before, earlier), facts)
        return self.term(ite(lt(earlier, before), earlier, ite(found, before, count)), facts)

    def _sum(self, name: str, body: Term, count: Term, facts: Facts) -> Term:
        """Split a sum with count >= 0 where one of its cases changes."""
        body, powers = self._powers(name, body, count)
        body, exchanged = self._exchanged(name, body, count, facts)
        body, classes = self._classes(name, body, count, facts)
        powers += exchanged + classes
        whole = sum_over(name, body, count) + powers
        for atom in body.atoms():
            if atom.kind is not Kind.ITE or name not in atom.names:
                continue
            test = branches(atom)[0]
            for part in test.conjuncts:
                split = self._split(name, part, body, count, facts)
                if split is not None:
                    return split + powers
        return whole

    def _powers(self, name: str, body: Term, count: Term) -> tuple[Term, Term]:
        """The body without plain powers `b**name`, and the sum of those powers."""
        found = const(0)
        for mono, c in body.items:
            mine = [(atom, e) for atom, e in mono if name in atom.names]
            if len(mine) == 1 and mine[0][1] == 1 and _is_power(mine[0][0], name):
                base = int(mine[0][0].name)
                part: Term = monomial(mono, c)
                rest = monomial(tuple(item for item in mono if item != mine[0]), c)
                found += multiply(rest, power_of(base, count) - 1) * Fraction(1, base - 1)
                body -= part
        return body, found

    def _exchanged(self, name: str, body: Term, count: Term, facts: Facts) -> tuple[Term, Term]:
        """Exchange summations: the body without inner sums that compare the index with a value, and the sum of those.

        Summed over the outer index first, each such inner sum collapses, since each cell belongs to one class.
        """
        found = const(0)
        for mono, c in body.items:
            atom = monomial(mono).atom
            if atom is None or atom.kind is not Kind.SUM or not selects_one(atom, name):
                continue
            inner, times = opened_name(monomial(mono), count, *facts), atom.count
            summand = term_of(reopen(atom.args[0], inner))
            if name in times.names or not self.entailment.follows(facts, le(const(0), times)):
                continue
            here = self._sum(name, summand, count, (*facts, between(0, symbol(inner), times)))
            if not any(part.kind is Kind.SUM for part in here.atoms()):
                found += sum_over(inner, here, times) * c
                body -= monomial(mono, c)
        return body, found

    def _class(self, name: str, body: Term, count: Term, residue: int, size: int, facts: Facts) -> Term:
        """The sum over the indices size*name + residue below the count."""
        there = Substitution({name: symbol(name) * size + residue})(body)
        some = self._arithmetic(divide(count + (size - 1 - residue), const(size)), facts)
        inside = (*facts, between(0, symbol(name), some))
        return self._sum(name, self.term(there, inside), some, facts)

    def _classes(self, name: str, body: Term, count: Term, facts: Facts) -> tuple[Term, Term]:
        """The body without the amounts added at one class of indices only, and the sum of these amounts."""
        found = const(0)
        for added, some in added_in_classes(name, body):
            if self._not_negative(some.divided, name, count, facts):
                found += self._class(name, added, count, some.residue, some.size, facts)
                body -= added
        return body, found

    def _not_negative(self, term: Term, name: str, count: Term, facts: Facts) -> bool:
        return self.entailment.follows((*facts, between(0, symbol(name), count)), le(const(0), term))

    def _split(self, name: str, test: Condition, body: Term, count: Term, facts: Facts) -> Term | None:
        if test.kind not in (Is.LE, Is.EQ, Is.NE):
            return None
        slope = slope_in(test.term, name)
        if slope is None or abs(slope[0]) != 1:
            return None
        at = slope[1] * -slope[0]
        edge = at + 1 if test.kind is Is.LE and slope[0] == 1 else at
        if test.kind is Is.LE:
            if not self.entailment.follows(facts, conjunction((le(const(0), edge), le(edge, count)))):
                return None
            return self._sum_over(name, body, const(0), edge, facts) + self._sum_over(name, body, edge, count, facts)
        if not self.entailment.follows(facts, between(0, at, count)):
            return None
        here = self.term(Substitution({name: at})(body), facts)
        front = self._sum_over(name, body, const(0), at, facts)
        return front + here + self._sum_over(name, body, at + 1, count, facts)

    def _sum_over(self, name: str, body: Term, low: Term, high: Term, facts: Facts) -> Term:
        """The sum over low <= name < high, for 0 <= low <= high, with the body simplified for that range."""
        inside = (*facts, between(low, symbol(name), high))
        body = self.term(body, inside)
        return sum_over(name, body, high) - sum_over(name, body, low)


def _is_power(atom: Atom, name: str) -> bool:
    exponent = atom.args[0] if atom.kind is Kind.POWER else None
    return isinstance(exponent, Term) and exponent == symbol(name) and int(atom.name) != 1


def _equation(test: Condition) -> Condition:
    """Replace `x <= 0` by `x == 0` if the ranges of its atoms exclude x < 0."""
    low = interval(test.term)[0] if test.kind is Is.LE else None
    return eq(test.term) if low is not None and low >= 0 else test


def _are_equal_if(test: Condition, then: Term, other: Term) -> bool:
    """Whether both values are the same if the test, an equation, holds."""
    if test.kind is not Is.EQ:
        return False
    for atom in test.term.atoms():
        if atom.kind is Kind.SYMBOL:
            slope = slope_in(test.term, atom.name)
            if slope is not None and abs(slope[0]) == 1:
                there = Substitution({atom.name: slope[1] * -slope[0]})
                return there(then) == there(other)
    return False
