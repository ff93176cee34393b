"""Find the iterations of a loop that access a witness cell.

    for (i = 0; i < n; i++) b[2 * i] = a[i];      // witness index x: iteration x / 2 + 1 writes b[x] if x is even

An access at index `slope*j + rest` in iteration j reaches a witness index in iteration (index - rest)/slope, if that is
an integer and the loop gets there. For writes, the transformed program checks that no other iteration reaches the
index; to visit an iteration that only reads is sound in any case.
"""

from __future__ import annotations

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctext import Printer
from veriabs.core.ctree import integer, names, reads_cell, statements
from veriabs.core.expressions import Binary, Cast, Element, Expr, Var
from veriabs.core.loop_exits import continues
from veriabs.core.loop_model import LoopFacts
from veriabs.core.statements import Assign, Break, Halt, Havoc, If, Stmt
from veriabs.core.types import ULLONG
from veriabs.encode.spell import sum_expression
from veriabs.loops.accelerate import normalised
from veriabs.loops.affine import Affine, affine
from veriabs.loops.fuse import accesses, counter_values
from veriabs.strategies.witness_index.cells import Cell, Plan

MOST_VISITS = 3
"""The number of visits of one loop up to which iterations that only read cells are visited."""


class AccessIteration(Struct, frozen=True):
    """The iteration in which some accesses reach one component of a witness index.

    `form` is the common index function over the iteration number, `indices` the index expressions over the values at
    the start of the iteration.
    """

    component: Var
    form: Affine
    indices: tuple[Expr, ...]
    writes: bool

    @property
    def key(self) -> str:
        return f"{self.component.name} by {' and '.join(Printer().expr(index) for index in self.indices)}"


class Visits(Struct, frozen=True):
    """The effects of a loop's iterations on the witness cells.

    `hits` are iterations with a known number. For each cell of `loose`, the program chooses the last iteration that
    writes it.
    """

    hits: tuple[AccessIteration, ...]
    loose: tuple[Cell, ...]

    @property
    def count(self) -> int:
        return len(self.hits) + len(self.loose)


def visits(plan: Plan, facts: LoopFacts) -> Visits:
    """The visits of a loop, writes first; iterations that only read are left out if there are many."""
    hits: dict[tuple[Var, Affine], AccessIteration] = {}
    loose: dict[Cell, None] = {}
    body = tuple(stmt for part in normalised(facts) for stmt in part)
    targets = [s.target for s in statements(body) if isinstance(s, Assign | Havoc) and isinstance(s.target, Element)]
    for element in (*targets, *(e for e in accesses(facts) if e not in targets)):
        written = element in targets
        for cell in plan.of(element.array):
            hit = _hit_of(cell, element, facts, written)
            if hit is not None:
                same = hits.get((hit.component, hit.form), hit)
                indices = tuple(dict.fromkeys((*same.indices, *hit.indices)))
                hits[hit.component, hit.form] = replace(same, indices=indices, writes=same.writes or written)
            elif written:
                loose[cell] = None
    ordered = sorted(hits.values(), key=lambda hit: not hit.writes)
    kept = (hit for n, hit in enumerate(ordered) if hit.writes or n + len(loose) < MOST_VISITS)
    return Visits(tuple(kept), tuple(loose))


def not_leaving(body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    """The statements of an iteration that does not leave its loop, without branches that always leave it."""
    kept: list[Stmt] = []
    for stmt in body:
        if isinstance(stmt, If):
            stmt = replace(stmt, then=_passing_branch(stmt.then), orelse=_passing_branch(stmt.orelse))
        kept.append(stmt)
    return tuple(kept)


def _passing_branch(branch: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    leaves = bool(branch) and isinstance(branch[-1], Break | Halt) and not continues(branch)
    return () if leaves else not_leaving(branch)


def _hit_of(cell: Cell, element: Element, facts: LoopFacts, written: bool) -> AccessIteration | None:
    """The iteration in which an access can reach the cell, from the first of its indices that moves."""
    values = counter_values(facts, {})
    for component, index in zip(cell.witness.components, element.indices, strict=True):
        if reads_cell(index) or names(index) & (facts.written - values.keys()):
            continue
        form = affine(index, values)
        if form is not None and form.slope:
            return AccessIteration(component, form, (index,), written)
    return None


def distance(hit: AccessIteration, index: Expr) -> Expr:
    """The distance of an index from that of iteration 0, in the loop's direction."""
    one, two = Cast(ULLONG, index), Cast(ULLONG, sum_expression(hit.form.rest))
    return Binary("-", one, two) if hit.form.slope > 0 else Binary("-", two, one)


def iteration_of(hit: AccessIteration) -> Expr:
    """The number of the iteration that reaches the witness index."""
    steps, size = distance(hit, hit.component), abs(hit.form.slope)
    return steps if size == 1 else Binary("/", steps, integer(size))
