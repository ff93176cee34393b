"""Defines sums, extremes, first and last matches as functions of a certificate, with the lemmas of each kind.

The lemmas are not trusted: the checker proves each by induction, and the certificate omits those that it cannot prove.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import chain, combinations, islice
from math import comb, lcm

from msgspec import Struct, field

from veriabs.proofcheck.definitions import BEFORE, Definition, Lemma, Theory, Variables
from veriabs.proofcheck.terms import INT, SmtTerm, Sort, both, either, follows, number, opposite, replaced, show
from veriabs.terms.terms import Kind

Arrays = Mapping[str, tuple[SmtTerm, int]]
"""Arrays by name, with their dimensions."""

MOST_PAIRS = 16
"""The number of pairs of functions that are compared."""

N, LEAST, CELL, TWIN = "n", "least", "k", "twin"
_BEFORE_N: SmtTerm = ("-", N, "1")

Span = tuple[int | None, int | None]
"""The least and the largest value; None where unknown."""

Step = Callable[[SmtTerm], SmtTerm]
"""The summand, operand or test at an index."""


class Parameter(Struct, frozen=True):
    """A parameter of a step function: its name, the actual argument, and for an array its dimensions and cell range."""

    name: str
    actual: SmtTerm
    dimensions: int = 0
    span: Span = (None, None)


class Aggregates(Struct):
    """The functions of a certificate, each defined once, with their lemmas."""

    functions: dict[tuple[str, str, str, Variables], Definition] = field(default_factory=dict)
    lemmas: dict[Lemma, None] = field(default_factory=dict)
    given: dict[str, tuple[Parameter, ...]] = field(default_factory=dict)

    @property
    def theory(self) -> Theory:
        """All functions, with the lemmas about each one and about pairs of them."""
        alike = (_equal(one, two, self.given[one.name]) for one, two in islice(self._pairs(), MOST_PAIRS))
        return Theory(tuple(self.functions.values()), (*self.lemmas, *dict.fromkeys(chain.from_iterable(alike))))

    def _pairs(self) -> Iterator[tuple[Definition, Definition]]:
        """Pairs of functions of one kind with the same parameters and the same first value."""
        for (one_key, one), (two_key, two) in combinations(self.functions.items(), 2):
            alike = one_key[0] == two_key[0] and one.parameters == two.parameters
            if alike and one.first == two.first and one.name in self.given:
                yield one, two

    def power(self, base: int, exponent: SmtTerm) -> SmtTerm:
        """A power of a constant."""
        one = self._defined(Kind.POWER.value, ((N, INT),), "1", ("*", number(base), BEFORE))
        return one.name, exponent

    def polynomial(self, coefficients: Mapping[int, Fraction], at: SmtTerm) -> SmtTerm | None:
        """The value of a polynomial at a term; None unless the polynomial is an integer at every natural number.

        Args: the coefficients by power, and the term at which the polynomial is evaluated.
        """
        degree = max(coefficients)
        if any(_value(coefficients, n).denominator != 1 for n in range(degree + 1)):
            return None
        steps = _differences(coefficients, degree)
        fraction = any(c.denominator != 1 for c in steps.values())
        added = self.polynomial(steps, N) if fraction else _spelled(steps, 1)
        if added is None:
            return None
        first = show(number(int(_value(coefficients, 0))))
        one = self._defined("polynomial", ((N, INT),), first, ("+", BEFORE, added))
        scale = lcm(*(c.denominator for c in coefficients.values()))
        same: SmtTerm = ("=", ("*", number(scale), (one.name, N)), _spelled(coefficients, scale))
        self.lemmas[Lemma(one.parameters, show(follows(("<=", "0", N), same)), (f"({one.name} {N})",))] = None
        return one.name, at

    def of(
        self, kind: Kind, step: Step, span: Span, given: list[Parameter], steps: SmtTerm, least: SmtTerm | None
    ) -> SmtTerm:
        """An aggregate of `step` over 0 <= k < steps; `given` are the parameters of the step with their actual
        arguments.
        """
        given = given if least is None else [*given, Parameter(LEAST, least)]
        parameters = tuple((one.name, ("Int", one.dimensions)) for one in given)
        first, following = _recursion(kind, step(_BEFORE_N))
        one = self._defined(kind.value, ((N, INT), *parameters), first, following)
        self.lemmas |= dict.fromkeys(_lemmas(kind, one, step, span))
        self.given.setdefault(one.name, (*given,))
        return one.name, steps, *(one.actual for one in given)

    def fold(self, step: Step, span: Span, given: list[Parameter], steps: SmtTerm, first: SmtTerm) -> SmtTerm:
        """Apply `step` to `first` a given number of times, each time to the previous value.

        `span` bounds all values.
        """
        if isinstance(first, tuple) and first[0] != "-" or isinstance(first, str) and not first.isdecimal():
            given, first = [*given, Parameter(LEAST, first)], LEAST
        parameters = tuple((one.name, ("Int", one.dimensions)) for one in given)
        one = self._defined("fold", ((N, INT), *parameters), show(first), step(_BEFORE_N))
        arrays = [parameter.name for parameter in given if parameter.dimensions == 1]
        alike = [_same_cells(one, array, number(_offset(step(CELL)))) for array in arrays]
        self.lemmas |= dict.fromkeys((*alike, _inside(one, first, span)))
        self.given.setdefault(one.name, (*given,))
        return one.name, steps, *(parameter.actual for parameter in given)

    def _defined(self, kind: str, parameters: Variables, first: str, following: SmtTerm) -> Definition:
        key = kind, first, show(following), parameters
        if key not in self.functions:
            name = f"{kind}_{len(self.functions) + 1}"
            self.functions[key] = Definition(name, parameters, first, show(following))
        return self.functions[key]


def is_of_same_cells(lemma: Lemma) -> bool:
    """Does the lemma say that the function gives the same value for arrays with the same cells?"""
    return any(name == TWIN for name, _ in lemma.variables)


def _value(coefficients: Mapping[int, Fraction], at: int) -> Fraction:
    return sum((c * at**power for power, c in coefficients.items()), Fraction())


def _differences(coefficients: Mapping[int, Fraction], degree: int) -> dict[int, Fraction]:
    """The polynomial of the differences p(n + 1) - p(n)."""
    found = dict.fromkeys(range(degree), Fraction())
    for power, c in coefficients.items():
        for lower in range(power):
            found[lower] -= c * comb(power, lower) * (-1) ** (power - lower)
    return found


def _spelled(coefficients: Mapping[int, Fraction], scale: int) -> SmtTerm:
    """The polynomial at n, times `scale`."""
    parts: list[SmtTerm] = [("*", number(int(c * scale)), "1", *([N] * power)) for power, c in coefficients.items()]
    return "+", "0", *parts


def _recursion(kind: Kind, here: SmtTerm) -> tuple[str, SmtTerm]:
    """The value for no steps, and the value at n from the previous value, where the step evaluates to `here`."""
    match kind:
        case Kind.SUM:
            return "0", ("+", BEFORE, here)
        case Kind.MAX:
            return LEAST, ("ite", ("<", BEFORE, here), here, BEFORE)
        case Kind.FIRST:
            return "0", ("ite", both(("=", BEFORE, _BEFORE_N), opposite(here)), N, BEFORE)
        case _:
            return "(- 1)", ("ite", here, _BEFORE_N, BEFORE)


def _lemmas(kind: Kind, one: Definition, step: Step, span: Span) -> Iterator[Lemma]:
    value: SmtTerm = (one.name, *(name for name, _ in one.parameters))
    inside = both(("<=", "0", CELL), ("<", CELL, N))
    offset = _offset(step(CELL))

    def cells(quantifier: str, fact: SmtTerm) -> SmtTerm:
        moved = replaced(fact, {CELL: ("-", CELL, number(offset))}) if offset else fact
        return quantifier, ((CELL, "Int"),), moved

    def of_cell(fact: SmtTerm) -> Lemma:
        return plain(cells("forall", fact))

    def plain(fact: SmtTerm) -> Lemma:
        return Lemma(one.parameters, show(fact), (show(value),))

    yield from (_same_cells(one, name, number(offset)) for name, (_, dimensions) in one.parameters if dimensions == 1)
    match kind:
        case Kind.SUM:
            yield from map(plain, _between(step, span, inside, value))
        case Kind.MAX:
            yield plain(("<=", LEAST, value))
            yield of_cell(follows(inside, ("<=", step(CELL), value)))
            attained = cells("exists", both(inside, ("=", step(CELL), value)))
            yield plain(either(("=", value, LEAST), attained))
        case Kind.FIRST:
            yield plain(follows(("<=", "0", N), both(("<=", "0", value), ("<=", value, N))))
            yield plain(follows(("<", value, N), either(("<=", N, "0"), step(value))))
            yield of_cell(follows(both(("<=", "0", CELL), ("<", CELL, value)), opposite(step(CELL))))
        case Kind.LAST:
            yield plain(both(("<=", number(-1), value), follows(("<=", "0", N), ("<", value, N))))
            yield plain(follows(("<=", "0", value), step(value)))
            yield of_cell(follows(both(inside, ("<", value, CELL)), opposite(step(CELL))))
        case _:
            pass


def _between(step: Step, span: Span, inside: SmtTerm, value: SmtTerm) -> Iterator[SmtTerm]:
    """Bounds of a sum whose summands are in a span."""
    for operator, limit in zip((">=", "<="), span, strict=True):
        if limit is not None:
            each: SmtTerm = (operator, step(CELL), number(limit))
            every: SmtTerm = ("forall", ((CELL, "Int"),), follows(inside, each))
            yield follows(both(("<=", "0", N), every), (operator, value, ("*", number(limit), N)))


def _inside(one: Definition, first: SmtTerm, span: Span) -> Lemma:
    """All values are in a span if the first value is."""
    value: SmtTerm = (one.name, *(name for name, _ in one.parameters))
    known = [(op, limit) for op, limit in zip((">=", "<="), span, strict=True) if limit is not None]
    before, after = (both(*((op, term, number(limit)) for op, limit in known)) for term in (first, value))
    return Lemma(one.parameters, show(follows(before, after)), (show(value),))


def _offset(term: SmtTerm) -> int:
    """The offset from the index at which the term reads a cell, so that the lemma can use the cell's own index."""
    match term:
        case ("select", _, ("+", str(number), str(index))) if index == CELL and number.isdecimal():
            return int(number)
        case tuple():
            return next((found for part in term if (found := _offset(part))), 0)
        case _:
            return 0


def _equal(one: Definition, two: Definition, given: tuple[Parameter, ...]) -> tuple[Lemma, ...]:
    """Lemmas that two functions agree: for all cells that their type can hold, or for any cells."""
    values = [(name, *(parameter for parameter, _ in one.parameters)) for name in (one.name, two.name)]
    known = [
        ("forall", ((CELL, "Int"),), (operator, ("select", array.name, CELL), number(limit)))
        for array in given
        if array.dimensions == 1
        for operator, limit in zip((">=", "<="), array.span, strict=True)
        if limit is not None
    ]
    same: SmtTerm = ("=", values[0], values[1])
    return tuple(Lemma(one.parameters, show(fact), (show(values[0]),)) for fact in (follows(both(*known), same), same))


def _same_cells(one: Definition, array: str, reach: SmtTerm) -> Lemma:
    """The function gives the same value for another array with the same cells."""
    value: SmtTerm = (one.name, *(name for name, _ in one.parameters))
    other = replaced(value, {array: TWIN})
    inside = both(("<=", "0", CELL), ("<", CELL, ("+", N, reach)))
    alike: SmtTerm = ("=", ("select", array, CELL), ("select", TWIN, CELL))
    same: SmtTerm = ("forall", ((CELL, "Int"),), follows(inside, alike))
    sort: Sort = ("Int", 1)
    pattern = show(value), show(other)
    return Lemma((*one.parameters, (TWIN, sort)), show(follows(same, ("=", value, other))), pattern)
