"""Record a loop's count before each cell in a history array that only the proof has.

    for (i = 0; i < n; i++) if (a[i]) c++;
    sums[0] = 0; for (i = 0; i < n; i++) { if (a[i]) c++; sums[i + 1] = c; }

Another loop that counts the same in another way, for example by repeated searches, agrees with the recorded count at
each position that it reaches. Source: Abadi and Lamport, The existence of refinement mappings (1991): recording values
changes no run.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from msgspec import Struct

from veriabs.core.components import component, none
from veriabs.core.copying import replace
from veriabs.core.ctree import (
    conjunction,
    conjuncts,
    elements_of,
    integer,
    names,
    negate,
    plus,
    rewrite,
    statements,
    substitute,
    walk,
)
from veriabs.core.expressions import Binary, Conditional, Const, Element, Expr, Var
from veriabs.core.graphs import reachable
from veriabs.core.loop_model import CELL, LoopFacts, entry_of
from veriabs.core.program import ENDLESS, Array, Initial, Program
from veriabs.core.statements import Assert, Assign, If, Loop, Stmt
from veriabs.core.types import LLONG, IntType
from veriabs.invariants.bounds import Invariants, by_loop
from veriabs.invariants.quantified.circular_buffer import whole_numbers
from veriabs.invariants.quantified.path_conditions import copies, loop_nests
from veriabs.invariants.quantified.ranges import implied, passed_cells
from veriabs.loops.accelerate import constant_step


class _Count(Struct, frozen=True):
    """A loop that adds `step` to `total` if `test` holds for the cell at its counter `at`."""

    loop: Loop
    total: Var
    at: Var
    test: Expr
    step: int
    array: str

    def more(self, place: Var = CELL, *, reached: bool = False) -> Expr:
        """The amount that the cell at `place` adds; unless `reached`, only if the loop continues to there."""
        parts = (*self._exit_tests(), self.test) if reached else (self.test,)
        return Conditional(self._at_place(conjunction(parts), place), integer(self.step), integer(0))

    def conditions(self, place: Var) -> Iterator[Expr]:
        """One conjunct of the test holds at a place if the others do."""
        own = conjuncts(self.test)
        for part in own if len(own) > 1 else ():
            others = conjunction(one for one in (*self._exit_tests(), *own) if one != part)
            yield self._at_place(Binary("||", negate(others), part), place)

    def _exit_tests(self) -> Iterator[Expr]:
        return (part for part in conjuncts(self.loop.test) if names(part) <= {self.array, self.at.name})

    def _at_place(self, expr: Expr, place: Var) -> Expr:
        return substitute(expr, {self.at.name: place})


class PrefixSums(Struct, frozen=True):
    """The program that records a loop's count in the array `sums`, and facts that relate it to the counters in
    `others`."""

    program: Program
    count: _Count
    sums: Array
    others: tuple[Var, ...]

    def candidates(self) -> Invariants:
        """Candidates about the recorded sums and the other counters, by loop."""
        nests = loop_nests(self.program)
        begun = next(n for n, nest in enumerate(nests) if nest[-1].loop.id == self.count.loop.id)
        return by_loop((nest[-1].loop, tuple(self._loop_facts(nest[-1]))) for nest in nests[begun:])

    def without_sums(self, found: Invariants) -> Invariants:
        """The facts about the user's program only."""
        return {loop: tuple(e for e in exprs if self.sums.name not in names(e)) for loop, exprs in found.items()}

    def _loop_facts(self, facts: LoopFacts) -> Iterator[Expr]:
        count, total = self.count, self.count.total
        behind = Binary("==", self._at(plus(CELL, 1)), Binary("+", self._at(CELL), count.more()))
        ends: list[Expr] = [count.at, *_counter_bounds(count)]
        for end in ends:
            yield Binary("==", total, self._at(end))
            yield implied(passed_cells(end, integer(0, LLONG), ascending=True), behind)
        yield Binary("==", self._at(integer(0, LLONG)), integer(0))
        places = () if facts.loop.id == count.loop.id else _positions(self.program, facts, count.array)
        for other, place in product(self.others, places):
            passed = Binary("-", self._at(place), self._at(entry_of(place)))
            yield Binary("==", Binary("-", other, entry_of(other)), passed)
            yield Binary("==", other, Binary("+", self._at(place), count.more(place, reached=True)))
        for place in places:
            yield from count.conditions(place)

    def _at(self, index: Expr) -> Element:
        return Element(self.sums.name, (index,), self.sums.type)


@component("prefix_sums", none)
def prefix_sums(program: Program, assertion: Assert) -> PrefixSums | None:
    """The program that records the first count that an assertion compares with another loop's counter; None if there
    is none."""
    about = names(assertion.test)
    if len(about & {v.name for v in _stepping_scalars(program)}) < 2:
        return None
    for count in (one for nest in loop_nests(program) for one in _counts(nest[-1]) if one.total.name in about):
        others = tuple(v for v in _stepping_scalars(program) if v.name in about and v != count.total)
        if others:
            return _recording_program(program, count, others)
    return None


def _recording_program(program: Program, count: _Count, others: tuple[Var, ...]) -> PrefixSums:
    """The program that records the count before the loop and after each iteration."""
    name = f"{count.total.name}_before"
    while name in program.arrays or name in program.scalars:
        name += "_"
    counted = program.arrays[count.array]
    sizes = counted.sizes if counted.sizes[0] == ENDLESS else (plus(counted.sizes[0], 1),)
    sums = replace(counted, name=name, type=count.total.type, sizes=sizes, initial=Initial.NONDET)
    keep = Assign(Element(name, (count.at,), sums.type), count.total, count.loop.where)

    def kept(stmt: Stmt) -> tuple[Stmt, ...] | None:
        if isinstance(stmt, Loop) and stmt.id == count.loop.id:
            return keep, replace(stmt, update=(*stmt.update, keep))
        return None

    body = rewrite(program.body, kept)
    return PrefixSums(replace(program, body=body, arrays={**program.arrays, name: sums}), count, sums, others)


def _counts(facts: LoopFacts) -> Iterator[_Count]:
    """The counts of a loop over one array, by a condition on the cell at its counter."""
    updated = [stmt.target for stmt in facts.loop.update if isinstance(stmt, Assign)]
    counters = [a.variable for a in facts.accelerable if constant_step(a) == 1 and a.variable in updated]
    for stmt in facts.loop.body:
        match stmt:
            case If(test=test, then=(Assign(target=Var() as total) as moved,), orelse=()):
                cells = [part for part in walk(test) if isinstance(part, Element)]
                step, array = _step(moved), {cell.array for cell in cells}
                others = sum(isinstance(one, Assign) and one.target == total for one in statements((facts.loop,)))
                at = [v for v in counters if all(_is_near_counter(cell.indices, v) for cell in cells)]
                if step and others == 1 and len(array) == 1 and at and not names(test) - array - {at[0].name}:
                    yield _Count(facts.loop, total, at[0], test, step, array.pop())
            case _:
                pass


def _is_near_counter(indices: tuple[Expr, ...], counter: Var) -> bool:
    """Is it the cell at the counter, or at a constant distance from it?"""
    match indices:
        case (Binary(op="+" | "-", left=left, right=Const()),):
            return left == counter
        case _:
            return indices == (counter,)


def _step(stmt: Assign) -> int:
    match stmt.value:
        case Binary(op="+", left=left, right=Const(value=int(step))) if left == stmt.target:
            return step
        case _:
            return 0


def _stepping_scalars(program: Program) -> list[Var]:
    """Scalars that are moved by constants."""
    moves = (stmt for stmt in statements(program.body) if isinstance(stmt, Assign) and _step(stmt))
    found = dict.fromkeys(stmt.target for stmt in moves if isinstance(stmt.target, Var))
    return [v for v in found if isinstance(v.type, IntType)]


def _positions(program: Program, facts: LoopFacts, array: str) -> list[Var]:
    """The positions of a loop in an array: carried scalars at which it reads cells, or copies of them."""
    read = {name for cell in elements_of((facts.loop,)) if cell.array == array for name in names(cell.indices[0])}
    return whole_numbers(program, reachable(read, copies((facts.loop,))) & facts.written - facts.private)


def _counter_bounds(count: _Count) -> Iterator[Expr]:
    for part in conjuncts(count.loop.test):
        match part:
            case Binary(op="<" | "!=", left=left, right=Const() | Var() as end) if left == count.at:
                yield end
            case _:
                pass
