"""Projection: a matrix becomes one arbitrary row or column of it, and the loop over that index one iteration.

What it does: fixes an arbitrary index `c` before the program starts, and keeps the cells of one dimension at `c` only.
A write at another index is dropped, and a read there gives an arbitrary value. A loop that concerns the other indices
only becomes the iteration that counts `c`. The other strategies prove the new program.

When it applies: to assertions about arrays of two or more dimensions.

Why it is sound (docs/theory.md 20): a violation reads the cells of some index, which `c` may be. The kept cells then
have the values of the program, and so has everything else.

Example: `for (i...) for (j...) m[i][j] = i;` becomes `for (i...) m[i] = i;`, without the loop over the column.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count

from veriabs.core.copying import replace
from veriabs.core.ctree import (
    FALSE,
    TRUE,
    conjunction,
    elements_of,
    fresh,
    has,
    integer,
    map_expressions,
    map_parts,
    statements,
    transform,
    uncast,
    walk,
    writes,
)
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Element, Expr, LValue, Var
from veriabs.core.goals import GoalKind
from veriabs.core.loop_exits import continues
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Array, Initial, Program, ProgramPart, Scalar
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.statements import Assert, Assign, Havoc, If, Loop, Stmt
from veriabs.core.strategy import Dialogue, Facts, Strategy, prove_parts
from veriabs.core.types import LLONG, ULLONG, CType, IntType
from veriabs.core.typing_rules import type_of
from veriabs.loops.counted_ranges import CountedRange, is_scalar, range_of, split
from veriabs.loops.flatten import cut_after, isolate

Positions = Mapping[str, int]
"""The dimension of each array of which one index is kept."""


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """Prove the assertion for an arbitrary index of one dimension."""
    return (yield from prove_parts(parts(facts.program, model.assertion), facts))


def parts(program: Program, assertion: Assert) -> Iterator[ProgramPart | Reason]:
    """The programs with one index of a dimension, those with the fewest arbitrary reads first."""
    found = list(_projections(program, assertion))
    if not found:
        text = "no matrix can be reduced to one row or column: no loop visits all of them in turn"
        yield Reason(ReasonKind.NOT_APPLICABLE, text, assertion.where)
    for one in sorted(found, key=lambda one: one.arbitrary):
        yield ProgramPart("program of one row or column", one.whole)


@dataclass
class _Projection:
    """A projected program, and the number of reads that are arbitrary in it."""

    whole: Program
    arbitrary: int


def _projections(program: Program, assertion: Assert) -> Iterator[_Projection]:
    if assertion.kind is not GoalKind.ASSERTION:
        return
    body = cut_after(isolate(program.body, assertion.number), assertion.number)
    asserted = [one for one in walk(assertion.test) if isinstance(one, Element) and len(one.indices) > 1]
    tried = dict.fromkeys((one.array, place) for one in asserted for place in range(len(one.indices)))
    for array, place in tried:
        positions = _positions(body, array, place)
        if not any(_reads(stmt.test, positions) for stmt in statements(body) if isinstance(stmt, Loop)):
            made = _Writer(program, positions).projected(body)
            if made is not None:
                yield made


def _positions(body: tuple[Stmt, ...], array: str, place: int) -> Positions:
    """The dimensions of all arrays that share an index scalar with this dimension of the array."""
    found = {array: place}
    accesses = dict.fromkeys(elements_of(body))
    while True:
        keys = {uncast(one.indices[found[one.array]]) for one in accesses if one.array in found}
        moving = {key for key in keys if isinstance(key, Var)}
        more = dict[str, set[int]]()
        for one in accesses:
            if one.array not in found:
                fitting = {at for at, index in enumerate(one.indices) if uncast(index) in moving}
                more[one.array] = more.get(one.array, fitting) & fitting
        new = {name: min(fitting) for name, fitting in more.items() if fitting}
        if not new:
            return found
        found |= new


def _reads(expr: Expr, positions: Positions) -> list[Element]:
    return [part for part in walk(expr) if isinstance(part, Element) and part.array in positions]


@dataclass
class _Writer:
    """Writes the program in which one index of some dimensions is kept.

    `extra` are the scalars that it adds. `arbitrary` counts the reads of other cells, which get any value; `collapsed`
    counts the loops that became one iteration.
    """

    program: Program
    positions: Positions
    extra: dict[str, Scalar] = field(default_factory=dict)
    arbitrary: int = 0
    collapsed: int = 0

    def __post_init__(self) -> None:
        self.taken = {*self.program.scalars, *self.program.arrays}
        used = (s.site for s in statements(self.program.body) if isinstance(s, Havoc))
        self.sites = count(max(used, default=0) + 1)
        self.where = next(iter(self.program.arrays.values())).where
        self.index = self._scalar("chosen_index", LLONG)
        self.kept = {name: self._kept_part(self.program.arrays[name], place) for name, place in self.positions.items()}

    def projected(self, body: tuple[Stmt, ...]) -> _Projection | None:
        """The projected program; None if no loop becomes one iteration, which would leave the program as complex."""
        new = self._collapsed(transform(body, self._stmt))
        if not self.collapsed:
            return None
        kept = {one.name: one for one in self.kept.values() if isinstance(one, Array)}
        arrays = {name: one for name, one in self.program.arrays.items() if name not in self.positions}
        scalars = {**self.program.scalars, **self.extra}
        return _Projection(replace(self.program, body=new, scalars=scalars, arrays=arrays | kept), self.arbitrary)

    def _scalar(self, base: str, ctype: CType, like: Array | None = None) -> Var:
        name = fresh(base, self.taken)
        initial = Initial.NONDET if like is None else like.initial
        self.extra[name] = Scalar(name, ctype, initial, name, self.where)
        return Var(name, ctype)

    def _kept_part(self, array: Array, place: int) -> Array | Var:
        """The array with one dimension less, or the scalar that replaces it."""
        if len(array.sizes) == 1:
            return self._scalar(array.name, array.type, array)
        name = fresh(array.name, self.taken)
        return replace(array, name=name, sizes=_drop_position(array.sizes, place), source=name)

    # ---------------------------------------------------------------------------------------------------- one index

    def _stmt(self, stmt: Stmt) -> tuple[Stmt, ...]:
        """A statement that reads and writes the kept cells only."""
        before: list[Stmt] = []
        match stmt:
            case Assign(target=Element(array=array) as cell, value=value) if array in self.positions:
                new: Stmt = replace(stmt, target=self._cell(cell, before), value=self._project(value, before, cell))
                return *before, If(self._is_chosen(cell, before), (new,), (), stmt.where)
            case Havoc(target=Element(array=array) as cell) if array in self.positions:
                new = replace(stmt, target=self._cell(cell, before))
                return *before, If(self._is_chosen(cell, before), (new,), (), stmt.where)
            case Assert(test=test) if cells := _reads(test, self.positions):
                new = replace(stmt, test=self._project(test, before, cells[0]))
                return *before, If(self._is_chosen(cells[0], before), (new,), (), stmt.where)
            case Assign(target=target, value=value):
                new = replace(stmt, target=self._target(target, before), value=self._project(value, before))
            case Havoc(target=target):
                new = replace(stmt, target=self._target(target, before))
            case If(test=test) | Assert(test=test):
                new = replace(stmt, test=self._project(test, before))
            case Loop():
                new = replace(stmt, given=())
            case _:
                new = stmt
        return *before, new

    def _target(self, target: LValue, before: list[Stmt]) -> LValue:
        if isinstance(target, Var):
            return target
        return replace(target, indices=tuple(self._project(one, before) for one in target.indices))

    def _project(self, expr: Expr, before: list[Stmt], chosen: Element | None = None) -> Expr:
        """The expression over the kept cells; `chosen` is a cell at the index that is kept."""

        def change(part: Expr) -> Expr:
            if not isinstance(part, Element) or part.array not in self.positions:
                return part
            here = self._cell(part, before)
            if chosen is not None and self._index(part) == self._index(chosen):
                return here
            self.arbitrary += 1
            elsewhere = self._scalar("elsewhere", part.type)
            before.append(self._unknown(elsewhere))
            return Conditional(self._is_chosen(part, before), here, elsewhere)

        return map_parts(expr, change)

    def _index(self, cell: Element) -> Expr:
        return cell.indices[self.positions[cell.array]]

    def _is_chosen(self, cell: Element, before: list[Stmt]) -> Expr:
        return Binary("==", Cast(LLONG, self._project(self._index(cell), before)), self.index)

    def _cell(self, cell: Element, before: list[Stmt]) -> LValue:
        kept = self.kept[cell.array]
        if isinstance(kept, Var):
            return kept
        indices = _drop_position(cell.indices, self.positions[cell.array])
        return Element(kept.name, tuple(self._project(one, before) for one in indices), kept.type, cell.at)

    def _unknown(self, target: Var) -> Havoc:
        return Havoc(target, next(self.sites), None, self.where, unknown=True)

    # -------------------------------------------------------------------------------------------------- one iteration

    def _collapsed(self, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        found: list[Stmt] = []
        for place, stmt in enumerate(body):
            match stmt:
                case If(then=then, orelse=orelse):
                    found.append(replace(stmt, then=self._collapsed(then), orelse=self._collapsed(orelse)))
                case Loop():
                    visited = None if continues(stmt.body) else range_of(stmt, body[:place])
                    one = None if visited is None else self._iteration(stmt, visited)
                    found += one or (replace(stmt, body=self._collapsed(stmt.body)),)
                case _:
                    found.append(stmt)
        return tuple(found)

    def _iteration(self, loop: Loop, visited: CountedRange) -> tuple[Stmt, ...] | None:
        """The one iteration that concerns the chosen index; None if others change more than scalars."""
        inner, _ = split(loop, visited)
        others = self._specialise(inner, visited.counter, FALSE)
        changed = writes(others)
        if others == inner or has(others, Assert) or not changed <= self._scalars():
            return None
        self.collapsed += 1
        counter, low = visited.counter, integer(visited.low, LLONG)
        unsigned = (
            isinstance(ctype := type_of(visited.high, self.program.task.data_model), IntType) and not ctype.signed
        )
        wide = ULLONG if unsigned else LLONG
        end = Cast(wide, visited.high)
        lost = tuple(self._unknown(self._variable(name)) for name in sorted(changed))
        within = conjunction((Binary("<=", low, self.index), Binary("<", Cast(wide, self.index), end)))
        one = self._collapsed(self._specialise(inner, counter, TRUE))
        begun = Assign(counter, Cast(counter.type, self.index), loop.where)
        ended = Assign(counter, visited.high, loop.where)
        return (
            *lost,
            If(within, (begun, *one, *lost), (), loop.where),
            If(Binary("<", Cast(wide, low), end), (ended,), (), loop.where),
        )

    def _scalars(self) -> frozenset[str]:
        return frozenset((*self.program.scalars, *self.extra))

    def _variable(self, name: str) -> Var:
        return Var(name, (self.extra.get(name) or self.program.scalars[name]).type)

    def _specialise(self, body: tuple[Stmt, ...], counter: Var, chosen: Const) -> tuple[Stmt, ...]:
        """The body of an iteration in which the counter is the chosen index, or is not."""

        def value(part: Expr) -> Expr:
            match part:
                case Binary(op="==", left=Cast(operand=place), right=right):
                    return chosen if right == self.index and is_scalar(place, counter.name) else part
                case Conditional(test=Const(value=known), then=then, orelse=orelse):
                    return then if known else orelse
                case _:
                    return part

        def branch(stmt: Stmt) -> tuple[Stmt, ...]:
            match stmt:
                case If(test=Const(value=known), then=then, orelse=orelse):
                    return then if known else orelse
                case _:
                    return (stmt,)

        return transform(map_expressions(body, value), branch)


def _drop_position(values: tuple[Expr, ...], position: int) -> tuple[Expr, ...]:
    return values[:position] + values[position + 1 :]


STRATEGY = Strategy(rank=8, prove=prove)
