"""Relate sums, extremes and searches with the same body, and list short sums.

    the sum of f over k < n + 1    is    the sum of f over k < n, plus f(n)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from veriabs.terms.binders import condition_of, conditions_in, ite, reopen, term_of
from veriabs.terms.conditions import conjunction, eq, implies, le, lt
from veriabs.terms.intervals import interval
from veriabs.terms.rebuild import MOST_STEPS, at_index
from veriabs.terms.terms import BINDERS, Atom, Condition, Is, Kind, const, of_atom, total


def unroll_short_sums(atoms: Iterable[Atom], formulas: Iterable[Condition]) -> Iterator[Condition]:
    """List the terms of a sum if its count is compared with a small number."""
    sums = [atom for atom in atoms if atom.kind is Kind.SUM]
    tests = [test.term for one in formulas if sums for test in conditions_in(one) if test.kind is Is.LE]
    for atom in sums:
        count = term_of(atom.args[-1])
        apart = [one.value for term in tests for one in (count - term, count + term)]
        for many in dict.fromkeys(int(c) + more for c in apart if c is not None for more in (0, 1)):
            if count.value is None and 1 <= many <= MOST_STEPS:
                name = f"#{atom.opened}"
                listed = total(term_of(at_index(reopen(atom.args[0], name), name, const(k))) for k in range(many))
                yield implies(eq(count, const(many)), eq(of_atom(atom), listed))


def siblings(atoms: Iterable[Atom]) -> Iterator[Condition]:
    """Relate aggregates of the same body: sums of terms >= 0 are monotonic; one more step is as defined."""
    defined = [atom for atom in atoms if atom.kind in BINDERS]
    for position, one in enumerate(defined):
        for two in defined[:position]:
            if one.kind is two.kind and one.args[:-1] == two.args[:-1]:
                yield from _step(one, two)
                yield from _step(two, one)
                yield from _growth(one, two) if one.kind is Kind.SUM else ()
            if one.kind is two.kind is Kind.MAX and _have_same_terms(one, two):
                yield from _relate_starts(one, two)
                yield from _relate_starts(two, one)


def _step(one: Atom, two: Atom) -> Iterator[Condition]:
    """If `two` has one more step than `one`, state the step; also for sums with a few more steps."""
    here, there = term_of(one.args[-1]), term_of(two.args[-1])
    name = f"#{max(one.opened, two.opened)}"
    body = at_index(reopen(one.args[0], name), name, here)
    before, after = of_atom(one), of_atom(two)
    steps = (there - here).value
    if one.kind is Kind.SUM and isinstance(steps, int) and 1 < steps <= MOST_STEPS:
        bodies = (term_of(at_index(reopen(one.args[0], name), name, here + n)) for n in range(steps))
        yield eq(after, before + total(bodies))
        return
    match one.kind:
        case Kind.SUM:
            result = before + term_of(body)
        case Kind.MAX:
            result = ite(lt(before, term_of(body)), term_of(body), before)
        case Kind.LAST:
            result = ite(condition_of(body), here, before)
        case _:
            result = ite(lt(before, here), before, ite(condition_of(body), here, here + 1))
    yield implies(conjunction((eq(there, here + 1), le(const(0), here))), eq(after, result))


def _have_same_terms(one: Atom, two: Atom) -> bool:
    """Whether both are extremes of the same terms, up to their initial value; nested extremes may share that value."""
    if one.args[2] != two.args[2] or one.args[0] == two.args[0]:
        return one.args[2] == two.args[2]
    inner = [term_of(atom.args[0]).atom for atom in (one, two)]
    if any(part is None or part.kind is not Kind.MAX for part in inner):
        return False
    low, high = (part for part in inner if part is not None)
    return low.args[1] == one.args[1] and high.args[1] == two.args[1] and _have_same_terms(low, high)


def _relate_starts(one: Atom, two: Atom) -> Iterator[Condition]:
    """Relate extremes of the same terms: the one with the larger initial value is that value or the other extreme."""
    less, more, before = term_of(one.args[1]), term_of(two.args[1]), of_atom(one)
    yield implies(le(less, more), eq(of_atom(two), ite(lt(more, before), before, more)))


def _growth(one: Atom, two: Atom) -> Iterator[Condition]:
    low, high = interval(term_of(one.args[0]))
    here, there = term_of(one.args[1]), term_of(two.args[1])
    for less, more, first, second in ((here, there, one, two), (there, here, two, one)):
        grown = of_atom(second) - of_atom(first)
        if low is not None:
            yield implies(le(less, more), le((more - less) * low, grown))
        if high is not None:
            yield implies(le(less, more), le(grown, (more - less) * high))
