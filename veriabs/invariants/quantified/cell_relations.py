"""Learn facts about the cells of a range from sample runs: linear relations, bounds and remainders.

Each state at a loop head gives one row for each cell of a range: the index, the cells of all arrays there, scalars and
sizes. Facts that hold in all rows are candidates, such as `0 <= cell < i => next[cell] == cell - 1`, `a[cell] < n` and
`a[cell] % 2 == 0`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from veriabs.core.components import component, nothing
from veriabs.core.ctree import expressions, integer, names, statements
from veriabs.core.expressions import Binary, Const, Element, Expr, Var
from veriabs.core.loop_model import CELL, LoopFacts
from veriabs.core.program import Program
from veriabs.core.statements import LoopId
from veriabs.core.strategy import Steps
from veriabs.core.types import LLONG
from veriabs.invariants.bounds import Invariants, by_loop
from veriabs.invariants.canonical_form import distinct
from veriabs.invariants.limits import wide
from veriabs.invariants.quantified.circular_buffer import whole_numbers
from veriabs.invariants.quantified.path_conditions import loop_nests
from veriabs.invariants.quantified.ranges import Surroundings, implied, ranges, surroundings_of
from veriabs.invariants.quantified.scalar_cells import MOST_WORDS, accessed_arrays, value_limits
from veriabs.invariants.scalar.relations import FEWEST, MODULI, Column, linear_equalities, remainder
from veriabs.invariants.scalar.sample_filter import observed
from veriabs.invariants.scalar.subject import subject_of_body
from veriabs.invariants.scalar.values import Compiled, RunEndedError, SampleState, compile_expr

MOST_RANGES = 16
"""The number of ranges of one loop."""

MOST_ROWS = 1000
"""The number of rows of one loop."""

CELLS = range(12)
"""The indices of rows."""

SLACK = (-1, 0, 1)
"""The constants in bounds of a cell by another quantity."""


def cell_relations(program: Program, number: int) -> Steps[Invariants]:
    """The facts that hold in all sampled states, by loop; a run ends where assertion `number` fails."""
    subject, around, limits = subject_of_body(program, number), surroundings_of(program), value_limits(program)
    nests = loop_nests(program)
    counters = {a.variable.name for nest in nests for a in nest[-1].accelerable}
    tables: dict[LoopId, _Loop] = {}
    for nest in nests:
        foreign = counters - {a.variable.name for one in nest for a in one.accelerable}
        tables[nest[-1].loop.id] = _table(around, nest, foreign)

    def seen(state: SampleState, loop: LoopId, entry: dict[str, int], iteration: int) -> None:
        if loop in tables:
            tables[loop].add(state)

    yield from observed(subject, seen, ())
    found = []
    for nest in nests:
        found.append((nest[-1].loop, distinct(tables[nest[-1].loop.id].candidates(limits))))
        yield ()
    return by_loop(found)


class _Range(Struct):
    """A range of a loop with its rows, and the ranges that had all of its cells in every state."""

    span: Expr
    inside: Compiled
    wider: set[int]
    rows: dict[tuple[int, ...], None]

    def add(self, row: tuple[int, ...], around: set[int]) -> None:
        """Add the row of a cell that the ranges `around` have as well."""
        self.rows[row] = None
        self.wider &= around


class _Loop(Struct):
    """The quantities of a loop, of which the first `arrays` are cells, and its ranges."""

    exprs: list[Expr]
    arrays: int
    values: list[Compiled]
    ranges: list[_Range]
    count: int = 0

    def add(self, state: SampleState) -> None:
        """Add the rows of a state, without cells of which a value is not defined."""
        for state.scalars[CELL.name] in CELLS if self.count < MOST_ROWS else ():
            try:
                around = {n for n, one in enumerate(self.ranges) if one.inside(state)}
                if around:
                    self.count += 1
                    row = tuple(value(state) for value in self.values)
                    for n in around:
                        self.ranges[n].add(row, around)
            except (RunEndedError, KeyError):
                continue

    def candidates(self, limits: list[int]) -> Iterator[Expr]:
        """The facts of all ranges, each for ranges of which none is part of another."""
        held: dict[Expr, set[int]] = {}
        for n, one in sorted(enumerate(self.ranges), key=lambda each: len(each[1].wider)):
            for fact in self._facts([*one.rows], limits) if len(one.rows) >= FEWEST else ():
                if held.setdefault(fact, set()).isdisjoint(one.wider):
                    held[fact].add(n)
        yield from (implied(self.ranges[n].span, fact) for fact, ones in held.items() for n in sorted(ones))

    def _facts(self, rows: list[tuple[int, ...]], limits: list[int]) -> Iterator[Expr]:
        """The facts that hold in all rows; equations that give a cell's value make others about it needless."""
        columns = [Column(*one) for one in zip(self.exprs, zip(*rows, strict=True), strict=True)]
        cells, others = columns[: self.arrays], columns[self.arrays :]
        arrays = {one.expr.array for one in cells if isinstance(one.expr, Element)}
        every = linear_equalities([*others, *cells], range(len(rows)), narrow=False)
        equal = [fact for fact in every if names(fact) & arrays]
        known = {name for fact in equal for name in names(fact) if names(fact) & arrays == {name}}
        yield from equal
        for cell in cells:
            if names(cell.expr).isdisjoint(known):
                yield from _comparisons(cell, [one for one in columns if one is not cell])
                yield from _constants(cell, limits)


def _comparisons(cell: Column, others: list[Column]) -> Iterator[Expr]:
    for other in others:
        apart = [a - b for a, b in zip(cell.values, other.values, strict=True)]
        least, most = min(apart), max(apart)
        for op, limit in (("<=", most), (">=", least)) if least < most else ():
            if limit in SLACK:
                bound = Binary("+", wide(other.expr), integer(limit, LLONG)) if limit else wide(other.expr)
                yield Binary(op, wide(cell.expr), bound)


def _constants(cell: Column, limits: list[int]) -> Iterator[Expr]:
    least, most = min(cell.values), max(cell.values)
    for limit in limits:
        for op, holds in (("<=", most <= limit), (">=", least >= limit)):
            if holds:
                yield Binary(op, wide(cell.expr), integer(limit, LLONG))
    for modulus in MODULI:
        rests = {value % modulus for value in cell.values}
        if len(rests) == 1 and least < most and (modulus != 3 or least >= 0):
            yield remainder(cell.expr, modulus, rests.pop())


@component("cell_relations", nothing)
def _ranges(around: Surroundings, nest: tuple[LoopFacts, ...], foreign: set[str]) -> Iterator[Expr]:
    yield from distinct((span for span in ranges(around, nest) if not names(span) & foreign), MOST_RANGES)


def _table(around: Surroundings, nest: tuple[LoopFacts, ...], foreign: set[str]) -> _Loop:
    """An empty table for a loop without the counters of others."""
    facts, program = nest[-1], around.program
    cells: list[Expr] = [Element(name, (CELL,), program.arrays[name].type) for name in accessed_arrays(program, facts)]
    bounds = [one for one in around.bounds if isinstance(one, Var | Const) and not names(one) & foreign]
    scalars = whole_numbers(program, (around.sized & names_used(facts)) - facts.private - foreign)
    exprs = [*cells, CELL, *list(dict.fromkeys((*bounds, *scalars)))[:MOST_WORDS]]
    spans = list(_ranges(around, nest, foreign)) if cells else []
    inside, values = ([compile_expr(one, program.task.data_model) for one in ones] for ones in (spans, exprs))
    every = [_Range(span, test, set(range(len(spans))), {}) for span, test in zip(spans, inside, strict=True)]
    return _Loop(exprs, len(cells), values, every)


def names_used(facts: LoopFacts) -> frozenset[str]:
    """The scalars and arrays in a loop."""
    return frozenset().union(*(names(e) for s in statements((facts.loop,)) for e in expressions(s)))
