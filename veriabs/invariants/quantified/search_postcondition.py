"""Make candidates from the conditions that a loop has tested on each cell: postconditions of searches.

    for (i = 0; i < n && a[i] != x; i++) ;      // candidate: a[cell] != x for the cells before i

A search that continued found no match; a kept position satisfies its condition. Each loop gives few such facts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from veriabs.core.components import component, nothing
from veriabs.core.ctree import conjuncts, names, negate, reads_cell, substitute, uncast, walk
from veriabs.core.expressions import Binary, Const, Element, Expr, Var
from veriabs.core.loop_model import CELL, LoopFacts, entry_of
from veriabs.core.statements import Assert, Assign, Break, If, Loop
from veriabs.invariants.quantified.facts import at_indices, flag_equations, generalise, guarded
from veriabs.invariants.quantified.path_conditions import indices, loop_nests, paths
from veriabs.invariants.quantified.ranges import Surroundings, counters_of, implied, passed_cells


@component("search_postcondition", nothing)
def search_postconditions(around: Surroundings, nest: tuple[LoopFacts, ...]) -> Iterator[Expr]:
    """Facts about each cell that a counter of the innermost loop has passed, from the loop's tests of it.

    A condition for keeping a position is also claimed for the initial position. A fact about a moved cell is claimed at
    its new index.
    """
    counters = {variable.name: (start, up) for variable, start, up in counters_of(around, nest[-1])}
    for fact, kept in dict.fromkeys(_conditions_to_continue(nest[-1].loop)):
        for index in indices((fact,)):
            span = _passed_range(index, counters)
            if span is not None:
                yield from (implied(span, one) for one in generalise(index, fact))
                yield from (substitute(fact, {n: entry_of(v)}) for n in names(index) for v in kept)
            for place in _target_indices(nest[-1].loop, fact, index):
                there, moved = _passed_range(place, counters), at_indices(fact, {index: CELL})
                if there is not None and not names(moved) & names(index):
                    yield implied(there, moved)


@component("search_postcondition", nothing)
def earlier_postconditions(around: Surroundings) -> Iterator[Expr]:
    """The facts that earlier loops established about all cells that they passed."""
    for facts, span in ((nest[-1], around.passed.get(nest[-1].loop.id)) for nest in loop_nests(around.program)):
        counters = {variable.name for variable, _, _ in counters_of(around, facts)}
        if span is None:
            continue
        for fact, _ in dict.fromkeys(_conditions_to_continue(facts.loop)):
            for index in indices((fact,)):
                yield from (implied(span, one) for one in generalise(index, fact) if not names(one) & counters)


def _target_indices(loop: Loop, fact: Expr, index: Expr) -> Iterator[Expr]:
    """The indices at which the loop stores the cell that a fact is about, in the same array."""
    asked = {part for part in walk(fact) if isinstance(part, Element) and part.indices == (index,)}
    for stmt in loop.body:
        match stmt:
            case Assign(target=Element(array=array, indices=(place,)), value=value):
                yield from (place for cell in asked if cell == uncast(value) and cell.array == array)
            case _:
                pass


def _passed_range(index: Expr, counters: Mapping[str, tuple[Expr, bool]]) -> Expr | None:
    """The range of an index that has moved with a counter."""
    match index:
        case Var(name=name) | Binary(op="+" | "-", left=Var(name=name), right=Const()) if name in counters:
            start, up = counters[name]
            return passed_cells(index, substitute(index, {name: start}), up)
        case _:
            return None


def _conditions_to_continue(loop: Loop) -> Iterator[tuple[Expr, tuple[Var, ...]]]:
    """The conditions that hold if the loop continues, each with the scalars that record a position under it.

    These are its test, its assertions, and the negated conditions of branches that leave or record something.
    """
    yield from ((part, ()) for part in conjuncts(loop.test) if reads_cell(part))
    for path in paths((*loop.body, *loop.update)):
        match path.stmt:
            case If(test=test) as stmt if not path.loops and reads_cell(test):
                yield from ((guarded(path.guards, one), kept) for one, kept in _branch_conditions(stmt))
            case Assert(test=test) if not path.loops and reads_cell(test):
                yield guarded(path.guards, test), ()
            case _:
                pass


def _branch_conditions(stmt: If) -> Iterator[tuple[Expr, tuple[Var, ...]]]:
    noted = [one for one in stmt.then if isinstance(one, Assign) and isinstance(one.target, Var)]
    if noted or any(isinstance(one, Break) for one in stmt.then):
        kept = tuple(one.target for one in noted if isinstance(one.target, Var) and isinstance(uncast(one.value), Var))
        yield negate(stmt.test), kept
        yield from ((Binary("||", flag, negate(stmt.test)), ()) for flag in flag_equations(stmt.then))
