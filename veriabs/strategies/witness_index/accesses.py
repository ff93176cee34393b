"""Find the iterations of a loop that access a witness cell: index functions that reach it at most once.

An access at index `slope*j + rest` in iteration j reaches a witness index in iteration (index - rest)/slope, if that is
an integer and the loop gets there. The iteration is not certain here: CBMC proves on machine words, in every
transformed program that uses it, that no other iteration reaches the index.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctext import Printer
from veriabs.core.ctree import continues, elements_of, integer, names, reads_cell, statements, walk
from veriabs.core.expressions import Binary, Cast, Element, Expr, Var
from veriabs.core.loop_model import LoopFacts
from veriabs.core.statements import Assign, Break, Halt, Havoc, If, Stmt
from veriabs.core.types import LLONG, ULLONG
from veriabs.loops.accelerate import constant_step, normalised
from veriabs.loops.affine import ITERATION, Affine, affine
from veriabs.strategies.witness_index.cells import Cell, Plan

MOST_VISITS = 3
"""The number of iterations of one loop in a transformed program, without the one that leaves it."""


class Hit(Struct, frozen=True):
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
    writes it. The writes to cells of `lost` are unknown.
    """

    hits: tuple[Hit, ...]
    loose: tuple[Cell, ...]
    lost: tuple[Cell, ...]

    @property
    def chosen(self) -> tuple[str, ...]:
        """The witness variables whose last write the program chooses."""
        return tuple(cell.value.name for cell in self.loose)

    @property
    def count(self) -> int:
        return len(self.hits) + len(self.chosen)


def visits(plan: Plan, facts: LoopFacts, distrusted: frozenset[str]) -> Visits:
    """The visits of a loop; hits with a distrusted name become chosen iterations."""
    hits: list[Hit] = []
    loose: dict[Cell, None] = {}
    for element, written in _accesses(facts):
        for cell in plan.of(element.array):
            hit = _hit(cell, element, facts, written)
            if hit is not None and hit_name(facts, hit) not in distrusted:
                hits = _with(hits, hit)
            elif written:
                loose[cell] = None
    hits.sort(key=lambda hit: not hit.writes)
    needed = sum(hit.writes for hit in hits) + len(loose)
    if needed > MOST_VISITS:
        return _fewer(plan, facts, hits, loose)
    return Visits(tuple(hits[: MOST_VISITS - len(loose)]), tuple(loose), ())


def _fewer(plan: Plan, facts: LoopFacts, hits: list[Hit], loose: Iterable[Cell]) -> Visits:
    """Reduce the visits to the limit: the first hits stay, and cells with other writes are lost."""
    kept = tuple(hits[:MOST_VISITS])
    lost = dict.fromkeys(loose)
    for element, written in _accesses(facts):
        for cell in plan.of(element.array) if written else ():
            hit = _hit(cell, element, facts, written)
            if hit is None or not any(_same(hit, other) for other in kept):
                lost[cell] = None
    return Visits(kept, (), tuple(lost))


def hit_name(facts: LoopFacts, hit: Hit) -> str:
    """The name of a check about a hit."""
    return f"{hit.component.name} in the loop at line {facts.loop.where.line}"


def _with(hits: list[Hit], new: Hit) -> list[Hit]:
    for number, old in enumerate(hits):
        if _same(old, new):
            indices = tuple(dict.fromkeys((*old.indices, *new.indices)))
            joined = Hit(old.component, old.form, indices, old.writes or new.writes)
            return [*hits[:number], joined, *hits[number + 1 :]]
    return [*hits, new]


def _same(one: Hit, two: Hit) -> bool:
    return one.component == two.component and one.form == two.form


def _accesses(facts: LoopFacts) -> list[tuple[Element, bool]]:
    """Every access of the loop over the values at the start of the iteration, and whether it is a write."""
    body = tuple(stmt for part in normalised(facts) for stmt in part)
    found = [(e, False) for e in walk(facts.loop.test) if isinstance(e, Element)]
    targets = [s.target for s in statements(body) if isinstance(s, Assign | Havoc) and isinstance(s.target, Element)]
    found += [(target, True) for target in targets]
    found += [(e, False) for e in elements_of(body) if e not in targets]
    return found


def passing(body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    """The statements of an iteration that does not leave its loop, without branches that always leave it."""
    kept: list[Stmt] = []
    for stmt in body:
        if isinstance(stmt, If):
            stmt = replace(stmt, then=_passing_branch(stmt.then), orelse=_passing_branch(stmt.orelse))
        kept.append(stmt)
    return tuple(kept)


def _passing_branch(branch: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    leaves = bool(branch) and isinstance(branch[-1], Break | Halt) and not continues(branch)
    return () if leaves else passing(branch)


def _hit(cell: Cell, element: Element, facts: LoopFacts, written: bool) -> Hit | None:
    """The iteration in which an access can reach the cell, from the first of its indices that moves."""
    values = _counters(facts)
    for component, index in zip(cell.witness.components, element.indices, strict=True):
        if reads_cell(index) or names(index) & (facts.written - values.keys()):
            continue
        form = affine(index, values)
        if form is not None and form.slope:
            return Hit(component, form, (index,), written)
    return None


def _counters(facts: LoopFacts) -> dict[str, Affine]:
    """The counters with a constant step, as functions of the iteration number."""
    steps = {a: step for a in facts.accelerable if (step := constant_step(a))}
    forms = {a: tuple(sorted(((ITERATION, step), (a.start.name, 1)))) for a, step in steps.items()}
    return {a.variable.name: Affine(form, -steps[a]) for a, form in forms.items()}


def distance(hit: Hit, index: Expr) -> Expr:
    """The distance of an index from that of iteration 0, in the loop's direction."""
    rest: Expr = integer(hit.form.constant, LLONG)
    for name, factor in reversed(hit.form.rest.terms):
        rest = Binary("+", Binary("*", integer(factor, LLONG), Cast(LLONG, Var(name, LLONG))), rest)
    one, two = Cast(ULLONG, index), Cast(ULLONG, rest)
    return Binary("-", one, two) if hit.form.slope > 0 else Binary("-", two, one)


def iteration_of(hit: Hit) -> Expr:
    """The number of the iteration that reaches the witness index."""
    steps, size = distance(hit, hit.component), abs(hit.form.slope)
    return steps if size == 1 else Binary("/", steps, integer(size))
