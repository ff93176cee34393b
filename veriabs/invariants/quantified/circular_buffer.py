"""Describe circular buffers: the cells between two positions that wrap around, and their number.

    buf[head] = x; head = (head + 1) % N; count++;     // cells from tail to head hold data; head - tail == count mod N
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations, product

from msgspec import Struct

from veriabs.core.components import component
from veriabs.core.ctree import conjunction, conjuncts, disjunction, elements_of, integer, statements, uncast
from veriabs.core.expressions import Binary, Conditional, Const, Expr, Var
from veriabs.core.loop_model import CELL, LoopFacts, entry_of
from veriabs.core.program import Program
from veriabs.core.statements import Assign, LoopId
from veriabs.core.types import LLONG, IntType
from veriabs.invariants.limits import variable_of, wide
from veriabs.invariants.quantified.path_conditions import loop_nests
from veriabs.loops.accelerate import constant_step

_Places = Mapping[str, tuple[Var, ...]]
"""Positions by the array in which they wrap around."""


class CircularBuffer(Struct, frozen=True):
    """A circular buffer: its number of cells, the positions that a loop moves in it, and scalars that may count its
    cells.

    `steady` are the positions that every iteration of the loop moves, `counters` those of this loop, and
    `other_counters` those of other loops over the same array.
    """

    size: Expr
    positions: tuple[Var, ...]
    counts: tuple[Var, ...]
    steady: tuple[Var, ...] = ()
    counters: tuple[Var, ...] = ()
    other_counters: tuple[Var, ...] = ()

    def spans(self) -> Iterator[Expr]:
        """All cells, the cells from one position to another, and a counted number of cells from a position."""
        within = _cell_between(integer(0, LLONG), self.size)
        yield within
        for first, end in permutations(map(wide, self.positions), 2):
            wrapped = conjunction((_less(end, first), disjunction((_at_most(first, CELL), _less(CELL, end)))))
            yield conjunction((*conjuncts(within), disjunction((_cell_between(first, end), wrapped))))
        from_entry = product(map(entry_of, self.steady), (*self.counters, *self.other_counters))
        for first, count in (*product(self.positions, self.counts), *from_entry):
            end = Binary("+", wide(first), wide(count))
            wrapped = _less(Binary("+", CELL, self.size), end)
            yield conjunction((*conjuncts(within), disjunction((_cell_between(wide(first), end), wrapped))))

    def distances(self) -> Iterator[Expr]:
        """A scalar counts the cells between two positions, or a counter is at most that of another loop."""
        between = [(*two, count) for two in permutations(self.positions, 2) for count in self.counts]
        for first, end, count in (*between, *((entry_of(v), v, probe) for v in self.steady for probe in self.counters)):
            distance = Binary("-", wide(end), wide(first))
            wrapped = Binary("+", distance, self.size)
            yield disjunction((Binary("==", distance, wide(count)), Binary("==", wrapped, wide(count))))
        yield from (_at_most(wide(one), wide(other)) for one, other in product(self.counters, self.other_counters))


def _no_circular_buffers(program: Program) -> Mapping[LoopId, tuple[CircularBuffer, ...]]:
    return {nest[-1].loop.id: () for nest in loop_nests(program)}


@component("circular_buffer", _no_circular_buffers)
def circular_buffers(program: Program) -> Mapping[LoopId, tuple[CircularBuffer, ...]]:
    """The circular buffers of each loop, one for each array in which positions wrap around."""
    loops = [nest[-1] for nest in loop_nests(program)]
    places = {facts.loop.id: _positions(program, facts) for facts in loops}
    return {facts.loop.id: tuple(_loop_buffers(program, facts, loops, places)) for facts in loops}


def _loop_buffers(
    program: Program, facts: LoopFacts, loops: list[LoopFacts], places: Mapping[LoopId, _Places]
) -> Iterator[CircularBuffer]:
    for array, positions in places[facts.loop.id].items():
        carried = tuple(v for v in _carried_integers(program, facts) if not _may_wrap_around(facts, v))
        always = [s.target for s in (*facts.loop.body, *facts.loop.update) if isinstance(s, Assign)]
        steady = tuple(v for v in positions if v in always)
        counters = _counters(facts) if steady else ()
        others = (one for one in loops if steady and one.loop != facts.loop and array in places[one.loop.id])
        other_counters = tuple(v for other in others for v in _counters(other) if v not in counters)
        yield CircularBuffer(wide(program.arrays[array].sizes[0]), positions, carried, steady, counters, other_counters)


def _positions(program: Program, facts: LoopFacts) -> _Places:
    found: dict[str, dict[Var, None]] = {}
    positions = [v for v in _carried_integers(program, facts) if _may_wrap_around(facts, v)]
    for element in elements_of((facts.loop,)) if positions else ():
        for v in (variable_of(index) for index in element.indices if len(element.indices) == 1):
            if v in positions and element.array in program.arrays:
                found.setdefault(element.array, {})[v] = None
    return {array: tuple(places) for array, places in found.items()}


def _carried_integers(program: Program, facts: LoopFacts) -> list[Var]:
    """The integers that an iteration takes from the previous one, without counters."""
    return whole_numbers(program, facts.written - facts.private - {a.variable.name for a in facts.accelerable})


def whole_numbers(program: Program, names: Iterable[str]) -> list[Var]:
    """The integer scalars among these names."""
    scalars = (Var(s.name, s.type) for name in sorted(names) if (s := program.scalars.get(name)) is not None)
    return [v for v in scalars if isinstance(v.type, IntType) and v.type.bits > 1]


def _counters(facts: LoopFacts) -> tuple[Var, ...]:
    return tuple(Var(a.variable.name, a.variable.type) for a in facts.accelerable if constant_step(a) == 1)


def _may_wrap_around(facts: LoopFacts, v: Var) -> bool:
    """Does an iteration assign the scalar a value that may wrap it around, directly or through a value computed
    before?"""
    made = list(_assigned_values(facts, v))
    copied = (one for one in made if isinstance(one, Var) and one.name in facts.private)
    return any(map(_is_wrapping_value, (*made, *(value for one in copied for value in _assigned_values(facts, one)))))


def _is_wrapping_value(value: Expr) -> bool:
    """Is the value a remainder, a conditional, or 0?"""
    match value:
        case Conditional() | Const(value=0) | Binary(op="%" | "&", right=Const()):
            return True
        case _:
            return False


def _assigned_values(facts: LoopFacts, v: Var) -> Iterator[Expr]:
    return (uncast(s.value) for s in statements(facts.loop.body) if isinstance(s, Assign) and s.target == v)


def _cell_between(first: Expr, end: Expr) -> Expr:
    return conjunction((_at_most(first, CELL), _less(CELL, end)))


def _at_most(left: Expr, right: Expr) -> Expr:
    return Binary("<=", left, right)


def _less(left: Expr, right: Expr) -> Expr:
    return Binary("<", left, right)
