"""Rings: arrays in which positions go round, and the cells between two of them, or as many as a scalar counts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from msgspec import Struct

from veriabs.core.ctree import conjunction, disjunction, elements_of, integer, statements, uncast
from veriabs.core.expressions import Binary, Conditional, Const, Expr, Var
from veriabs.core.loop_model import CELL, LoopFacts
from veriabs.core.program import Program
from veriabs.core.statements import Assign
from veriabs.core.types import LLONG, IntType
from veriabs.invariants.limits import variable_of, wide


class Ring(Struct, frozen=True):
    """The number of cells, the positions that a loop moves round in them, and what may count cells between two."""

    size: Expr
    positions: tuple[Var, ...]
    counts: tuple[Var, ...]

    def spans(self) -> Iterator[Expr]:
        """All cells, those from one position round to another, and as many from a position on as a scalar counts."""
        within = (_no_more(integer(0, LLONG), CELL), _less(CELL, self.size))
        yield conjunction(within)
        for first, end in permutations(map(wide, self.positions), 2):
            plain = conjunction((_no_more(first, CELL), _less(CELL, end)))
            around = conjunction((_less(end, first), disjunction((_no_more(first, CELL), _less(CELL, end)))))
            yield conjunction((*within, disjunction((plain, around))))
        again = Binary("+", CELL, self.size)
        for first in map(wide, self.positions):
            for end in (Binary("+", first, wide(count)) for count in self.counts):
                plain = conjunction((_no_more(first, CELL), _less(CELL, end)))
                yield conjunction((*within, disjunction((plain, _less(again, end)))))

    def distances(self) -> Iterator[Expr]:
        """That a scalar counts the cells between two positions, all of them where it is the size."""
        for first, end in permutations(map(wide, self.positions), 2):
            way = Binary("-", end, first)
            for count in map(wide, self.counts):
                round_way = Binary("+", way, self.size)
                yield disjunction((Binary("==", way, count), Binary("==", round_way, count)))


def rings(program: Program, facts: LoopFacts) -> Iterator[Ring]:
    """The rings of a loop, one for each array."""
    carried = facts.written - facts.private - {a.variable.name for a in facts.accelerable}
    scalars = [Var(s.name, s.type) for name in sorted(carried) if (s := program.scalars.get(name)) is not None]
    whole = [v for v in scalars if isinstance(v.type, IntType) and v.type.bits > 1]
    positions = [v for v in whole if _comes_back(facts, v)]
    counts = tuple(v for v in whole if v not in positions)
    places: dict[str, dict[Var, None]] = {}
    for element in elements_of((facts.loop,)):
        for v in (variable_of(index) for index in element.indices if len(element.indices) == 1):
            if v in positions and element.array in program.arrays:
                places.setdefault(element.array, {})[v] = None
    for array, found in places.items():
        yield Ring(wide(program.arrays[array].sizes[0]), tuple(found), counts)


def _comes_back(facts: LoopFacts, v: Var) -> bool:
    """Does an iteration make something of a scalar that may bring it back, as it stands or computed right before?"""
    made = list(_made_of(facts, v))
    copied = (one for one in made if isinstance(one, Var) and one.name in facts.private)
    return any(map(_brings_back, (*made, *(value for one in copied for value in _made_of(facts, one)))))


def _brings_back(value: Expr) -> bool:
    """A remainder, a case, or 0."""
    match value:
        case Conditional() | Const(value=0) | Binary(op="%" | "&", right=Const()):
            return True
        case _:
            return False


def _made_of(facts: LoopFacts, v: Var) -> Iterator[Expr]:
    return (uncast(s.value) for s in statements(facts.loop.body) if isinstance(s, Assign) and s.target == v)


def _no_more(left: Expr, right: Expr) -> Expr:
    return Binary("<=", left, right)


def _less(left: Expr, right: Expr) -> Expr:
    return Binary("<", left, right)
