"""Make facts about linked nodes: their number, that links lead to existing nodes, and their contents.

The lowering turns `struct node` objects that a loop allocates into arrays: node k is cell k of one array for each
member, allocated in order, and a link such as `p->next` is the index of a node. A flag beside it tells that it is null.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from itertools import product

from msgspec import Struct

from veriabs.core.check_flags import ALIVE_SUFFIX
from veriabs.core.components import component, no_facts
from veriabs.core.ctree import (
    conjunction,
    disjunction,
    elements_of,
    expressions,
    integer,
    names,
    negate,
    statements,
    uncast,
    walk,
)
from veriabs.core.expressions import Binary, Const, Element, Expr, Unary, Var
from veriabs.core.graphs import reachable
from veriabs.core.loop_model import CELL
from veriabs.core.program import Program
from veriabs.core.statements import Assign, Stmt
from veriabs.core.types import BOOL, LLONG
from veriabs.invariants.bounds import BoundsGoal, Invariants, by_loop
from veriabs.invariants.candidates import reads_of
from veriabs.invariants.canonical_form import distinct
from veriabs.invariants.limits import wide
from veriabs.invariants.quantified.circular_buffer import whole_numbers
from veriabs.invariants.quantified.facts import facts_about
from veriabs.invariants.quantified.freed_nodes import FreedNodes, flagged_references
from veriabs.invariants.quantified.path_conditions import copies, loop_nests
from veriabs.invariants.quantified.ranges import implied, passed_cells

MOST_FACTS = 120
"""The largest number of candidates of one loop, and of freed nodes."""


class _Nodes(Struct, frozen=True):
    """Nodes 0 to `made`, arrays of `links` between them, and scalar `references` to one.

    Null flags are scalars, or cells beside a link; `flagged` references have a flag of their own.
    """

    made: Var
    links: tuple[Element, ...]
    references: tuple[Var, ...]
    flagged: tuple[tuple[Var, Var], ...]
    scalar_flags: tuple[Var, ...]
    cell_flags: tuple[Element, ...]

    def facts(self, about: Iterable[Expr]) -> Iterator[Expr]:
        """Facts about nodes and references, with facts `about` an arbitrary cell for each node."""
        flagged = {reference for reference, _ in self.flagged}
        for reference in self.references:
            in_range = self._index_below(reference, self.made)
            yield from () if reference in flagged else (in_range,)
            yield from (disjunction((flag, in_range)) for flag in self.scalar_flags)
        inside = passed_cells(self.made, integer(0, LLONG), ascending=True)
        for link, end in product(self.links, (self.made, CELL)):
            in_range = self._index_below(link, end)
            flags = [value for flag in self.cell_flags for value in (negate(flag), flag)]
            for stated in (in_range, *(disjunction((flag, in_range)) for flag in flags)):
                yield implied(inside, stated)
        yield from (implied(inside, fact) for fact in about)

    def freed(self, program: Program) -> Iterator[FreedNodes]:
        """The nodes of which some are freed."""
        nowhere = [value for flag in self.cell_flags for value in (negate(flag), flag)]
        for array in (one for one in program.arrays.values() if one.source.endswith(ALIVE_SUFFIX)):
            live = Element(array.name, (CELL,), BOOL)
            yield FreedNodes(self.made, live, tuple(product(self.links, nowhere)), self.flagged)

    def _index_below(self, index: Expr, end: Expr) -> Expr:
        return conjunction((Binary("<=", integer(0, LLONG), wide(index)), Binary("<", wide(index), wide(end))))


@component("linked_nodes", no_facts)
def linked_candidates(program: Program, goals: Iterable[BoundsGoal]) -> Invariants:
    """Candidates about linked nodes, by loop; none in a program without links."""
    found = list(_nodes(program))
    if not found:
        return {}
    goal_facts = dict.fromkeys(fact for goal in goals for fact in facts_about(program, goal, asserted=True))
    about = [fact for fact in goal_facts if CELL.name in names(fact)]
    facts = distinct((fact for nodes in found for fact in nodes.facts(about)), MOST_FACTS)
    freed = distinct((fact for nodes in found for few in nodes.freed(program) for fact in few.facts()), MOST_FACTS)
    return by_loop((nest[-1].loop, (*facts, *freed)) for nest in loop_nests(program))


def _nodes(program: Program) -> Iterator[_Nodes]:
    """The nodes of each pool whose allocated node is stored to directly."""
    every, alike = list(statements(program.body)), copies(program.body)
    indices = {index for cell in elements_of(program.body) for index in cell.indices if isinstance(index, Var)}
    links = [link for stmt in every for link in _links(stmt, reachable({v.name for v in indices}, alike))]
    if not links:
        return
    stored = {name for cell in _stored(every) for name in names(cell.indices[0])}
    taken = [
        v for v in _incremented(every) if not stored.isdisjoint(reachable(alike.get(v.name, set()) - {v.name}, alike))
    ]
    read = {part for stmt in every for expr in expressions(stmt) for part in walk(expr) if isinstance(part, Element)}
    places = {link.indices for link in links}
    there = [one.name for one in program.arrays.values() if one.source.endswith(ALIVE_SUFFIX)]
    cells = sorted({one.array for one in read if one.type == BOOL and one.indices in places and one.array not in there})
    arrays = sorted({(link.array, link.type) for link in links}, key=lambda one: one[0])
    ends = {name for stmt in every for name in _link_scalars(stmt, {link.array for link in links})}
    passing = frozenset(_temporaries(program))
    for made in dict.fromkeys(taken):
        references = tuple(whole_numbers(program, reachable(ends, alike) - {made.name, *passing}))
        yield _Nodes(
            made,
            tuple(Element(array, (CELL,), kind) for array, kind in arrays),
            references,
            tuple(dict.fromkeys(flagged_references(program.body, {v.name: v for v in references}))),
            tuple(flag for flag in _flags(every, cells) if flag.name not in passing),
            tuple(Element(array, (CELL,), BOOL) for array in cells),
        )


def _temporaries(program: Program) -> Iterator[str]:
    """Scalars that only pass a value on within one iteration."""
    for facts in (nest[0] for nest in loop_nests(program) if len(nest) == 1):
        elsewhere = reads_of(program.body) - reads_of((facts.loop,))
        yield from facts.private - elsewhere.keys()


def _links(stmt: Stmt, indices: frozenset[str]) -> Iterator[Element]:
    """The cells to which an index scalar is stored."""
    match stmt:
        case Assign(target=Var(name=name), value=value) if name in indices:
            match uncast(value):
                case Element(indices=(Var(),)) as link:
                    yield link
                case _:
                    pass
        case _:
            pass


def _link_scalars(stmt: Stmt, links: set[str]) -> Iterator[str]:
    """Scalars that are stored to links or loaded from them."""
    match stmt:
        case Assign(target=Element(array=array), value=value) if array in links:
            yield from names(uncast(value)) if isinstance(uncast(value), Var) else ()
        case Assign(target=Var(name=name), value=value):
            yield from (name for part in (uncast(value),) if isinstance(part, Element) and part.array in links)
        case _:
            pass


def _stored(every: Iterable[Stmt]) -> Iterator[Element]:
    targets = (stmt.target for stmt in every if isinstance(stmt, Assign))
    return (cell for cell in targets if isinstance(cell, Element) and len(cell.indices) == 1)


def _incremented(every: Iterable[Stmt]) -> Iterator[Var]:
    """Scalars that are incremented by one."""
    for stmt in every:
        match stmt:
            case Assign(target=Var() as v, value=Binary(op="+", left=left, right=Const(value=1))) if left == v:
                yield v
            case _:
                pass


def _flags(every: Iterable[Stmt], cells: Container[str]) -> Iterator[Var]:
    """Booleans that are only assigned constants, each other, flags in cells, or their negations."""
    values: dict[Var, list[Expr]] = {}
    for stmt in every:
        match stmt:
            case Assign(target=Var() as v, value=value) if v.type == BOOL:
                values.setdefault(v, []).append(uncast(value))
            case _:
                pass
    for v, given in values.items():
        plain = [uncast(one.operand) if isinstance(one, Unary) and one.op == "!" else one for one in given]
        if all(isinstance(one, Const | Var) or (isinstance(one, Element) and one.array in cells) for one in plain):
            yield v
