"""Derive facts about source arrays from an asserted order of neighbouring cells.

    merge of sorted a and b into c, assert(c[k] <= c[k + 1]):   c[k] <= a[i] and c[k] <= b[j] at the loop's head

A loop that merges or filters sorted sequences has taken only cells that belong before the next one in each source.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from msgspec import Struct

from veriabs.core.components import component, no_list
from veriabs.core.copying import replace
from veriabs.core.ctree import (
    conjunction,
    conjuncts,
    disjunction,
    elements_of,
    integer,
    map_parts,
    names,
    negate,
    reads_cell,
    statements,
    uncast,
    walk,
)
from veriabs.core.expressions import Binary, Cast, Conditional, Element, Expr, Var
from veriabs.core.loop_model import CELL, LoopFacts
from veriabs.core.program import Program
from veriabs.core.statements import Assert, Assign, Havoc, Loop
from veriabs.core.types import LLONG
from veriabs.invariants.limits import wide
from veriabs.invariants.quantified.facts import generalise, prefix_sum_facts
from veriabs.invariants.quantified.forward_substitution import substituted_paths
from veriabs.invariants.quantified.path_conditions import Path
from veriabs.invariants.quantified.ranges import implied
from veriabs.loops.affine import affine

MOST_ENDS = 4
"""The number of values that a counting scalar is set to, or compared with."""


class _Order(Struct, frozen=True):
    """An assertion about a cell and its successor."""

    test: Expr
    first: Element
    second: Element

    def of(self, first: Element, second: Element) -> Expr:
        new: dict[Expr, Expr] = {self.first: first, self.second: second}
        return map_parts(self.test, lambda part: new.get(part, part))


class _Place(Struct, frozen=True):
    """The accesses of a loop to `array` at the scalar `at`, with its initial values and the loop's tests on it."""

    array: str
    at: Var
    starts: tuple[Expr, ...]
    tests: tuple[Binary, ...]

    def ranges(self, facts: LoopFacts) -> Iterator[tuple[Expr, Expr]]:
        """The range from the scalar's start to its current value, in a loop that moves it, else to its end."""
        ends = () if self.at.name in facts.written else dict.fromkeys(test.right for test in self.tests)
        yield from product(self.starts, ends or (self.at,))


def _fact_for_range(low: Expr, last: Expr, high: Expr, fact: Expr) -> Expr:
    """The fact for cells from `low`, whose last cell is before `high`."""
    return implied(conjunction((Binary("<=", wide(low), CELL), Binary("<", last, wide(high)))), fact)


class AssertedOrder(Struct, frozen=True):
    """An asserted order of an array, and the copies into the array.

    `places` are where the array and its sources are filled or read, `limits` are bounds of their cells, and `taken` are
    pairs of places between which cells are copied.
    """

    order: _Order
    places: tuple[_Place, ...]
    limits: tuple[tuple[str, Expr], ...]
    taken: tuple[tuple[_Place, _Place], ...]

    def of_loop(self, facts: LoopFacts) -> Iterator[Expr]:
        """Facts at the head of a loop that copies cells, and facts about all cells filled so far."""
        for place in self.places:
            behind = Binary("+", CELL, integer(1, LLONG))
            fact = self.order.of(self._cell(place.array, CELL), self._cell(place.array, behind))
            for low, high in place.ranges(facts):
                limits = self.limits if place.array in facts.written else ()
                yield from (_fact_for_range(low, CELL, high, one) for array, one in limits if array == place.array)
                yield _fact_for_range(low, behind, high, fact)
        for out, source in self.taken:
            if {out.array, out.at.name} <= facts.written:
                yield from self._order_after_write(out, source)

    def _order_after_write(self, out: _Place, source: _Place) -> Iterator[Expr]:
        last = self._cell(out.array, Binary("-", wide(out.at), integer(1, LLONG)))
        fact = self.order.of(last, self._cell(source.array, source.at))
        for start, tests in product(out.starts, source.tests or [None]):
            none_yet = Binary("<=", wide(out.at), wide(start))
            yield disjunction((none_yet, *([] if tests is None else [negate(tests)]), fact))

    def _cell(self, array: str, index: Expr) -> Element:
        return Element(array, (index,), self.order.first.type)


@component("order_facts", no_list)
def ordered(program: Program) -> list[AssertedOrder]:
    """The asserted orders of arrays whose cells come from other arrays, or from later cells of the same one."""
    every = list(substituted_paths(program))
    orders = dict.fromkeys(order for path in every for order in _order(path))
    taken = dict.fromkeys(pair for path in every for pair in _copied_cells(path))
    found, scalars = [], _Scalars(every)
    for order in orders:
        pairs = tuple(pair for pair in taken if pair[0].array == order.first.array)
        arrays = dict.fromkeys(cell.array for pair in pairs for cell in pair)
        places = tuple(dict.fromkeys(scalars.place(cell) for name in arrays for cell in _written_cells(program, name)))
        limits = tuple(dict.fromkeys((name, one) for name in arrays for path in every for one in _limits(path, name)))
        if pairs:
            both = tuple((scalars.place(one), scalars.place(two)) for one, two in pairs)
            found.append(AssertedOrder(order, places, limits, both))
    return found


def _written_cells(program: Program, array: str) -> list[Element]:
    """The cells of an array that are written at a scalar index, or else read there."""
    written = [stmt.target for stmt in statements(program.body) if isinstance(stmt, Assign | Havoc)]
    stored = [cell for cell in written if isinstance(cell, Element)]
    found = stored if any(cell.array == array for cell in stored) else elements_of(program.body)
    return [cell for cell in found if cell.array == array and isinstance(cell.indices[0], Var)]


def _limits(path: Path, array: str) -> Iterator[Expr]:
    """Bounds of cells that are sums of earlier cells."""
    match path.stmt:
        case Assign(target=Element(array=name, indices=(index,)) as cell, value=value) if name == array and path.loops:
            yield from (one for limit in prefix_sum_facts(cell, uncast(value)) for one in generalise(index, limit))
        case _:
            pass


def _order(path: Path) -> Iterator[_Order]:
    """An asserted relation of two neighbouring cells and nothing else."""
    if not isinstance(path.stmt, Assert):
        return
    cells = list(dict.fromkeys(part for part in walk(path.stmt.test) if isinstance(part, Element)))
    if len(cells) != 2 or cells[0].array != cells[1].array or any(len(one.indices) != 1 for one in cells):
        return
    here, there = (affine(one.indices[0], {}) for one in cells)
    away = there.plus(here, -1) if here and there else None
    if away and away.is_constant and abs(away.constant) == 1:
        first, second = cells if away.constant == 1 else reversed(cells)
        order = _Order(path.stmt.test, first, second)
        if not names(order.of(replace(first, indices=()), replace(second, indices=()))) - {first.array}:
            yield order


def _copied_cells(path: Path) -> Iterator[tuple[Element, Element]]:
    """A cell written at one scalar index, with a cell at another scalar index from which it may be copied."""
    match path.stmt:
        case Assign(target=Element(indices=(Var(),)) as out, value=value) if path.loops:
            for source in _possible_values(value):
                match source:
                    case Element(indices=(Var() as at,), type=kind) if at != out.indices[0] and kind == out.type:
                        yield out, source
                    case _:
                        pass
        case _:
            pass


def _possible_values(value: Expr) -> Iterator[Expr]:
    match value:
        case Conditional(then=then, orelse=orelse):
            yield from _possible_values(then)
            yield from _possible_values(orelse)
        case Cast(operand=operand):
            yield from _possible_values(operand)
        case _:
            yield value


class _Scalars:
    """The values assigned to scalars, and those that end loops over them."""

    def __init__(self, every: Iterable[Path]) -> None:
        self.starts: dict[str, dict[Expr, None]] = {}
        self.tests: dict[str, dict[Binary, None]] = {}
        for path in every:
            match path.stmt:
                case Assign(target=Var(name=name), value=value) if name not in names(value) and not reads_cell(value):
                    self.starts.setdefault(name, {})[value] = None
                case Loop(test=test):
                    for part in conjuncts(test):
                        match part:
                            case Binary(op="<" | "!=", left=Var(name=name)) if not reads_cell(part):
                                self.tests.setdefault(name, {})[part] = None
                            case _:
                                pass
                case _:
                    pass

    def place(self, cell: Element) -> _Place:
        at = cell.indices[0]
        assert isinstance(at, Var)
        starts, tests = self.starts.get(at.name, {}), self.tests.get(at.name, {})
        return _Place(cell.array, at, tuple(starts)[:MOST_ENDS], tuple(tests)[:MOST_ENDS])
