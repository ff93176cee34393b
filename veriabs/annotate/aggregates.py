"""Define sums, extremes, first and last matches as functions of a certificate, with the lemmas of each kind.

    the sum of a[k] for k < n:    s(n, a) = n <= 0 ? 0 : s(n - 1, a) + a[n - 1]

The lemmas are not trusted: the checker proves each by induction, and the certificate omits those that it cannot prove.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, count, islice

from msgspec import Struct, field

from veriabs.core.types import IntType
from veriabs.proofcheck.definitions import BEFORE, Definition, DefinitionLemma, Theory, Variables
from veriabs.proofcheck.expressions import in_range
from veriabs.proofcheck.terms import (
    INT,
    SmtTerm,
    Sort,
    conjunction,
    disjunction,
    implies,
    negate,
    number,
    replace_all,
    show,
)
from veriabs.terms.terms import Kind

MOST_PAIRS = 16
"""The number of pairs of functions that are compared."""

N, LEAST, CELL, TWIN = "n", "least", "k", "twin"
_OPENED = 1 << 16
"""The numbers of opened indices begin here, above those in terms."""

_BEFORE_N: SmtTerm = ("-", N, "1")

Span = tuple[int | None, int | None]
"""The least and the largest value; None where unknown."""


class Parameter(Struct, frozen=True):
    """A parameter of a step function: its name, and for an array its dimensions and cell range."""

    name: str
    dimensions: int = 0
    span: Span = (None, None)


class Aggregates(Struct):
    """The functions of a certificate, each defined once, with their lemmas."""

    functions: dict[tuple[str, str, str, Variables], Definition] = field(default_factory=dict)
    lemmas: dict[DefinitionLemma, None] = field(default_factory=dict)
    given: dict[str, tuple[Parameter, ...]] = field(default_factory=dict)
    indices: count[int] = field(default_factory=count)

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

    def index(self) -> str:
        """A new symbol for the variable of a binder."""
        return f"#{_OPENED + next(self.indices)}"

    def power(self, base: int) -> str:
        """The function for powers of a constant."""
        return self._defined(Kind.POWER.value, ((N, INT),), "1", ("*", number(base), BEFORE)).name

    def of(self, kind: Kind, step: SmtTerm, span: Span, given: Sequence[Parameter], *, starts: bool = False) -> str:
        """The function for an aggregate over 0 <= k < n of `step`, a term over `CELL` and the given parameters.

        Its arguments are n, the parameters, and with `starts` the initial value. `span` bounds the values of the step.
        """
        one = self._function(kind.value, given, starts, *_recursion(kind, _at_index(step, _BEFORE_N)))
        self.lemmas |= dict.fromkeys(_lemmas(kind, one, step, span))
        return one.name

    def fold(self, step: SmtTerm, ctype: IntType, given: Sequence[Parameter], first: int | None) -> str:
        """The function that applies `step` n times, each time to the previous value.

        Its arguments are n, the parameters, and the first value unless that is a constant. `ctype` holds all values.
        """
        start = LEAST if first is None else number(first)
        one = self._function("fold", given, first is None, show(start), _at_index(step, _BEFORE_N))
        arrays = [parameter.name for parameter in given if parameter.dimensions == 1]
        alike = [_same_cells(one, array, number(_offset(step))) for array in arrays]
        self.lemmas |= dict.fromkeys((*alike, _inside(one, start, ctype)))
        return one.name

    def _function(
        self, kind: str, given: Sequence[Parameter], starts: bool, first: str, following: SmtTerm
    ) -> Definition:
        given = [*given, Parameter(LEAST)] if starts else given
        parameters = tuple((one.name, ("Int", one.dimensions)) for one in given)
        one = self._defined(kind, ((N, INT), *parameters), first, following)
        self.given.setdefault(one.name, (*given,))
        return one

    def _defined(self, kind: str, parameters: Variables, first: str, following: SmtTerm) -> Definition:
        key = kind, first, show(following), parameters
        if key not in self.functions:
            name = f"{kind}_{len(self.functions) + 1}"
            self.functions[key] = Definition(name, parameters, first, show(following))
        return self.functions[key]


def _at_index(step: SmtTerm, index: SmtTerm) -> SmtTerm:
    return replace_all(step, {CELL: index})


def is_of_same_cells(lemma: DefinitionLemma) -> bool:
    """Does the lemma say that the function gives the same value for arrays with the same cells?"""
    return any(name == TWIN for name, _ in lemma.variables)


def _recursion(kind: Kind, here: SmtTerm) -> tuple[str, SmtTerm]:
    """The value for no steps, and the value at n from the previous value, where the step evaluates to `here`."""
    match kind:
        case Kind.SUM:
            return "0", ("+", BEFORE, here)
        case Kind.MAX:
            return LEAST, ("ite", ("<", BEFORE, here), here, BEFORE)
        case Kind.FIRST:
            return "0", ("ite", conjunction(("=", BEFORE, _BEFORE_N), negate(here)), N, BEFORE)
        case _:
            return "(- 1)", ("ite", here, _BEFORE_N, BEFORE)


def _lemmas(kind: Kind, one: Definition, step: SmtTerm, span: Span) -> Iterator[DefinitionLemma]:
    value: SmtTerm = (one.name, *(name for name, _ in one.parameters))
    inside = conjunction(("<=", "0", CELL), ("<", CELL, N))
    offset = _offset(step)

    def cells(quantifier: str, fact: SmtTerm) -> SmtTerm:
        moved = replace_all(fact, {CELL: ("-", CELL, number(offset))}) if offset else fact
        return quantifier, ((CELL, "Int"),), moved

    def of_cell(fact: SmtTerm) -> DefinitionLemma:
        return plain(cells("forall", fact))

    def plain(fact: SmtTerm) -> DefinitionLemma:
        return DefinitionLemma(one.parameters, show(fact), (show(value),))

    yield from (_same_cells(one, name, number(offset)) for name, (_, dimensions) in one.parameters if dimensions == 1)
    match kind:
        case Kind.SUM:
            yield from map(plain, _between(step, span, inside, value))
        case Kind.MAX:
            yield plain(("<=", LEAST, value))
            yield of_cell(implies(inside, ("<=", step, value)))
            attained = cells("exists", conjunction(inside, ("=", step, value)))
            yield plain(disjunction(("=", value, LEAST), attained))
        case Kind.FIRST:
            yield plain(implies(("<=", "0", N), conjunction(("<=", "0", value), ("<=", value, N))))
            yield plain(implies(("<", value, N), disjunction(("<=", N, "0"), _at_index(step, value))))
            yield of_cell(implies(conjunction(("<=", "0", CELL), ("<", CELL, value)), negate(step)))
        case Kind.LAST:
            yield plain(conjunction(("<=", number(-1), value), implies(("<=", "0", N), ("<", value, N))))
            yield plain(implies(("<=", "0", value), _at_index(step, value)))
            yield of_cell(implies(conjunction(inside, ("<", value, CELL)), negate(step)))
        case _:
            pass


def _between(step: SmtTerm, span: Span, inside: SmtTerm, value: SmtTerm) -> Iterator[SmtTerm]:
    """Bounds of a sum whose summands are in a span."""
    for operator, limit in zip((">=", "<="), span, strict=True):
        if limit is not None:
            each: SmtTerm = (operator, step, number(limit))
            every: SmtTerm = ("forall", ((CELL, "Int"),), implies(inside, each))
            yield implies(conjunction(("<=", "0", N), every), (operator, value, ("*", number(limit), N)))


def _inside(one: Definition, first: SmtTerm, ctype: IntType) -> DefinitionLemma:
    """All values are in the range of a type if the first value is."""
    value: SmtTerm = (one.name, *(name for name, _ in one.parameters))
    return DefinitionLemma(
        one.parameters, show(implies(in_range(first, ctype), in_range(value, ctype))), (show(value),)
    )


def _offset(term: SmtTerm) -> int:
    """The offset from the index at which the term reads a cell, so that the lemma can use the cell's own index."""
    match term:
        case ("select", _, ("+", str(index), str(number))) if index == CELL and number.isdecimal():
            return int(number)
        case tuple():
            return next((found for part in term if (found := _offset(part))), 0)
        case _:
            return 0


def _equal(one: Definition, two: Definition, given: tuple[Parameter, ...]) -> tuple[DefinitionLemma, ...]:
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
    return tuple(
        DefinitionLemma(one.parameters, show(fact), (show(values[0]),))
        for fact in (implies(conjunction(*known), same), same)
    )


def _same_cells(one: Definition, array: str, reach: SmtTerm) -> DefinitionLemma:
    """The function gives the same value for another array with the same cells."""
    value: SmtTerm = (one.name, *(name for name, _ in one.parameters))
    other = replace_all(value, {array: TWIN})
    inside = conjunction(("<=", "0", CELL), ("<", CELL, ("+", N, reach)))
    alike: SmtTerm = ("=", ("select", array, CELL), ("select", TWIN, CELL))
    same: SmtTerm = ("forall", ((CELL, "Int"),), implies(inside, alike))
    sort: Sort = ("Int", 1)
    pattern = show(value), show(other)
    return DefinitionLemma((*one.parameters, (TWIN, sort)), show(implies(same, ("=", value, other))), pattern)
