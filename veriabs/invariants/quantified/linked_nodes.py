"""Make facts about linked nodes: their number, that links lead to existing nodes, and their contents.

The lowering turns `struct node` objects that a loop allocates into arrays: node k is cell k of one array for each
member, allocated in order, and a link such as `p->next` is the index of a node. A flag beside it tells that it is null.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import permutations, product

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
    substitute,
    uncast,
    walk,
)
from veriabs.core.expressions import Binary, Const, Element, Expr, Unary, Var
from veriabs.core.graphs import reachable
from veriabs.core.loop_model import CELL, OTHER
from veriabs.core.program import Program
from veriabs.core.statements import Assert, Assign, If, Loop, Stmt
from veriabs.core.types import BOOL, LLONG
from veriabs.invariants.bounds import BoundsGoal, Invariants, by_loop
from veriabs.invariants.candidates import reads_of
from veriabs.invariants.canonical_form import distinct
from veriabs.invariants.limits import wide
from veriabs.invariants.quantified.circular_buffer import whole_numbers
from veriabs.invariants.quantified.facts import facts_about
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


_THERE = {CELL.name: OTHER}


class FreedNodes(Struct, frozen=True):
    """Nodes 0 to `made` of which some are freed; `live` tells whether the arbitrary node is live.

    No link or reference leads to a freed node. If nodes are removed at one end of a list, each link leads to the
    nearest live node among those allocated before it, or after it; so no other link leads to the removed one. Each of
    its `links` and of the `references` has flags that mark it as null.
    """

    made: Var
    live: Element
    links: tuple[tuple[Element, Expr], ...]
    references: tuple[tuple[Var, Var], ...]

    def facts(self) -> Iterator[Expr]:
        """Facts about an arbitrary node, or two."""
        for reference, nowhere in self.references:
            yield disjunction((nowhere, self._at_node(self.live, reference)))
        for link, none in self.links:
            inside = passed_cells(self.made, integer(0, LLONG), ascending=True)
            yield self._if_live(none, conjunction((self._at_node(inside, wide(link)), self._at_node(self.live, link))))
            yield from self._nearest_live(link, none)
            yield from self._reference_links(link, none)
        for (reference, nowhere), op in product(self.references, ("<=", ">=")):
            yield self._if_live(conjunction((negate(nowhere), Binary(op, CELL, wide(reference)))))

    def _nearest_live(self, link: Element, none: Expr) -> Iterator[Expr]:
        """A link leads to the nearest live node on one side."""
        both = conjunction((self._is_live(), substitute(self._is_live(), _THERE)))
        for beyond, within in (("<", "<="), (">", ">=")):
            yield self._if_live(none, Binary(beyond, wide(link), CELL))
            nearer = Binary(within, CELL, substitute(wide(link), _THERE))
            linked = conjunction((negate(substitute(none, _THERE)), nearer))
            fact = implied(conjunction((both, Binary(beyond, CELL, OTHER))), linked)
            yield from (fact, substitute(fact, {CELL.name: OTHER, OTHER.name: CELL}))

    def _reference_links(self, link: Element, none: Expr) -> Iterator[Expr]:
        """A reference's own link is null, or leads to another reference; if one reference is null, two others are
        equal."""
        for reference, nowhere in self.references:
            yield disjunction((nowhere, self._at_node(none, reference)))
        for (one, no_one), (two, no_two) in permutations(self.references, 2):
            yield disjunction((no_one, Binary("==", self._at_node(none, one), no_two)))
            yield disjunction((no_one, no_two, Binary("==", self._at_node(link, one), two)))
            for _, nowhere in self.references:
                alike: Expr = Binary("==", no_one, no_two)
                yield disjunction((negate(nowhere), alike))
                yield disjunction((negate(nowhere), no_two, Binary("==", one, two)))

    def _if_live(self, *facts: Expr) -> Expr:
        return implied(self._is_live(), disjunction(facts))

    def _is_live(self) -> Expr:
        return conjunction((passed_cells(self.made, integer(0, LLONG), ascending=True), self.live))

    def _at_node(self, fact: Expr, node: Expr) -> Expr:
        return substitute(fact, {CELL.name: node})


def flagged_references(body: Iterable[Stmt], references: Mapping[str, Var]) -> Iterator[tuple[Var, Var]]:
    """References, each with the flag that is set directly before it."""
    before: Stmt | None = None
    for stmt in body:
        match before, stmt:
            case Assign(target=Var() as flag), Assign(target=Var(name=name)) if flag.type == BOOL:
                yield from ((references[name], flag),) if name in references else ()
            case _:
                pass
        match stmt:
            case If(then=then, orelse=orelse):
                yield from (*flagged_references(then, references), *flagged_references(orelse, references))
            case Loop(body=inner, update=update):
                yield from flagged_references((*inner, *update), references)
            case _:
                pass
        before = before if isinstance(stmt, Assert) else stmt
