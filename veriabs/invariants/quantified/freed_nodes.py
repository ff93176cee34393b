"""Make facts about linked nodes of which some are freed: no link or reference leads to a freed node.

If nodes are removed at one end of a list, each link leads to the nearest live node among those allocated before it, or
after it; so no other link leads to the removed one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations, product

from msgspec import Struct

from veriabs.core.ctree import conjunction, disjunction, integer, negate, substitute
from veriabs.core.expressions import Binary, Element, Expr, Var
from veriabs.core.loop_model import CELL, OTHER
from veriabs.core.statements import Assert, Assign, If, Loop, Stmt
from veriabs.core.types import BOOL, LLONG
from veriabs.invariants.limits import wide
from veriabs.invariants.quantified.ranges import implied, passed_cells

_THERE = {CELL.name: OTHER}


class FreedNodes(Struct, frozen=True):
    """Nodes 0 to `made`; `live` tells whether the arbitrary node is live.

    Each of its `links` and of the `references` has flags that mark it as null.
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
        equal.
        """
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
