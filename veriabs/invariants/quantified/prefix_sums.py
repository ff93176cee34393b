"""How much a loop had counted in front of each cell, kept in an array that only the proof has: a history variable.

Another loop that counts the same in its own way, as by searches that begin where the last one has ended, has counted
as much at each position that it comes to. Abadi and Lamport, The existence of refinement mappings (1991): what only
records changes no run.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from msgspec import Struct

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
from veriabs.invariants.quantified.ranges import gone_through, implied
from veriabs.invariants.quantified.rings import whole_numbers
from veriabs.invariants.quantified.walks import copies, loop_nests
from veriabs.loops.accelerate import constant_step


class _Count(Struct, frozen=True):
    """What a loop counts: it moves `total` by `step` where `test` holds of the cell at its counter `at`."""

    loop: Loop
    total: Var
    at: Var
    test: Expr
    step: int
    array: str

    def more(self, place: Var = CELL, *, reached: bool = False) -> Expr:
        """By how much the cell at a place moves the total; where it is not `reached` for sure, if the loop goes on."""
        parts = (*self._reaching(), self.test) if reached else (self.test,)
        return Conditional(self._there(conjunction(parts), place), integer(self.step), integer(0))

    def conditions(self, place: Var) -> Iterator[Expr]:
        """That one part of the test holds at a place where the others do, as where something begins with its cell."""
        own = conjuncts(self.test)
        for part in own if len(own) > 1 else ():
            others = conjunction(one for one in (*self._reaching(), *own) if one != part)
            yield self._there(Binary("||", negate(others), part), place)

    def _reaching(self) -> Iterator[Expr]:
        return (part for part in conjuncts(self.loop.test) if names(part) <= {self.array, self.at.name})

    def _there(self, expr: Expr, place: Var) -> Expr:
        return substitute(expr, {self.at.name: place})


class PrefixSums(Struct, frozen=True):
    """The program that keeps what a loop counts, cell by cell in the array `sums`, and facts about that: it may be as
    much as the `others` have moved."""

    program: Program
    count: _Count
    sums: Array
    others: tuple[Var, ...]

    def candidates(self) -> Invariants:
        """What may hold of the sums, and of others that count, by loop."""
        nests = loop_nests(self.program)
        begun = next(n for n, nest in enumerate(nests) if nest[-1].loop.id == self.count.loop.id)
        return by_loop((nest[-1].loop, tuple(self._of_loop(nest[-1]))) for nest in nests[begun:])

    def without_sums(self, found: Invariants) -> Invariants:
        """What is said of the user's program."""
        return {loop: tuple(e for e in exprs if self.sums.name not in names(e)) for loop, exprs in found.items()}

    def _of_loop(self, facts: LoopFacts) -> Iterator[Expr]:
        count, total = self.count, self.count.total
        behind = Binary("==", self._at(plus(CELL, 1)), Binary("+", self._at(CELL), count.more()))
        ends: list[Expr] = [count.at, *_ends(count)]
        for end in ends:
            yield Binary("==", total, self._at(end))
            yield implied(gone_through(end, integer(0, LLONG), ascending=True), behind)
        yield Binary("==", self._at(integer(0, LLONG)), integer(0))
        places = () if facts.loop.id == count.loop.id else _places(self.program, facts, count.array)
        for other, place in product(self.others, places):
            passed = Binary("-", self._at(place), self._at(entry_of(place)))
            yield Binary("==", Binary("-", other, entry_of(other)), passed)
            yield Binary("==", other, Binary("+", self._at(place), count.more(place, reached=True)))
        for place in places:
            yield from count.conditions(place)

    def _at(self, index: Expr) -> Element:
        return Element(self.sums.name, (index,), self.sums.type)


def prefix_sums(program: Program, assertion: Assert) -> PrefixSums | None:
    """The first count of a loop that an assertion compares with what another loop moves; None without one."""
    about = names(assertion.test)
    if len(about & {v.name for v in _moved(program)}) < 2:
        return None
    for count in (one for nest in loop_nests(program) for one in _counts(nest[-1]) if one.total.name in about):
        others = tuple(v for v in _moved(program) if v.name in about and v != count.total)
        if others:
            return _kept(program, count, others)
    return None


def _kept(program: Program, count: _Count, others: tuple[Var, ...]) -> PrefixSums:
    """The program that keeps the count in front of the loop, and behind each iteration."""
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
    """What a loop of one array counts, by one condition on the cell at its counter, which the update moves."""
    updated = [stmt.target for stmt in facts.loop.update if isinstance(stmt, Assign)]
    counters = [a.variable for a in facts.accelerable if constant_step(a) == 1 and a.variable in updated]
    for stmt in facts.loop.body:
        match stmt:
            case If(test=test, then=(Assign(target=Var() as total) as moved,), orelse=()):
                cells = [part for part in walk(test) if isinstance(part, Element)]
                step, array = _step(moved), {cell.array for cell in cells}
                others = sum(isinstance(one, Assign) and one.target == total for one in statements((facts.loop,)))
                at = [v for v in counters if all(_beside(cell.indices, v) for cell in cells)]
                if step and others == 1 and len(array) == 1 and at and not names(test) - array - {at[0].name}:
                    yield _Count(facts.loop, total, at[0], test, step, array.pop())
            case _:
                pass


def _beside(indices: tuple[Expr, ...], counter: Var) -> bool:
    """Is it the cell at the counter, or one at a constant distance?"""
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


def _moved(program: Program) -> list[Var]:
    """Scalars that are moved by constants."""
    moves = (stmt for stmt in statements(program.body) if isinstance(stmt, Assign) and _step(stmt))
    found = dict.fromkeys(stmt.target for stmt in moves if isinstance(stmt.target, Var))
    return [v for v in found if isinstance(v.type, IntType)]


def _places(program: Program, facts: LoopFacts, array: str) -> list[Var]:
    """Where a loop has come to in an array: scalars that it carries, at which it reads cells, or a copy of them."""
    read = {name for cell in elements_of((facts.loop,)) if cell.array == array for name in names(cell.indices[0])}
    return whole_numbers(program, reachable(read, copies((facts.loop,))) & facts.written - facts.private)


def _ends(count: _Count) -> Iterator[Expr]:
    """What the counter goes up to."""
    for part in conjuncts(count.loop.test):
        match part:
            case Binary(op="<" | "!=", left=left, right=Const() | Var() as end) if left == count.at:
                yield end
            case _:
                pass
