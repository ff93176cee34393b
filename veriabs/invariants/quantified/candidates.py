"""Combine facts and ranges into candidates for every loop.

    for (i = 0; i < n; i++) a[i] = 0;   assert(a[k] == 0);
    fact a[cell] == 0, range 0 <= cell < i:   candidate 0 <= cell && cell < i => a[cell] == 0
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from veriabs.core.components import component, nothing
from veriabs.core.copying import replace
from veriabs.core.ctree import conjuncts, integer, map_parts, names, negate, reads_cell, substitute, uncast, walk
from veriabs.core.expressions import Binary, Cast, Const, Element, Expr, Var
from veriabs.core.loop_model import CELL, LoopFacts, entry_of
from veriabs.core.program import Program
from veriabs.core.statements import Assert, Assign, Break, If, Loop
from veriabs.core.types import LLONG
from veriabs.invariants.bounds import BoundsGoal, Invariants, by_loop
from veriabs.invariants.candidates import user_invariants
from veriabs.invariants.canonical_form import distinct
from veriabs.invariants.instances import multiple_of
from veriabs.invariants.quantified.array_order import ordered
from veriabs.invariants.quantified.facts import (
    at_indices,
    entry_facts,
    facts_about,
    flag_equations,
    generalise,
    guarded,
    pair_facts,
    two_indices,
    wp,
)
from veriabs.invariants.quantified.forward_substitution import substituted_paths
from veriabs.invariants.quantified.in_place_map import in_place_maps
from veriabs.invariants.quantified.path_conditions import indices, loop_nests, path_of, paths
from veriabs.invariants.quantified.ranges import (
    Surroundings,
    counters_of,
    implied,
    pair_ranges,
    passed_cells,
    ranges,
    surroundings_of,
)
from veriabs.invariants.quantified.scalar_cells import vocabulary_candidates
from veriabs.loops.rotate import peel

MOST_FACTS = 400
"""The number of candidates of one loop."""

MOST_IN_ALL = 20_000
"""The number of candidates of a program; with many loops, each gets fewer."""


MOST_POSTCONDITIONS = 12
"""The number of facts about one loop that others use."""


def goal_of(program: Program, assertion: Assert) -> BoundsGoal:
    """The assertion with the index of its cell, or with the counter if the index is a multiple of it."""
    index = next((term for term in indices(_in_context(program, assertion)) if not isinstance(term, Const)), None)
    return BoundsGoal(assertion, index and (multiple_of(index) or index))


def pair_goal(program: Program, goal: BoundsGoal) -> BoundsGoal | None:
    """The assertion with the indices of two cells; None if it does not read two cells."""
    two = two_indices(_in_context(program, goal.assertion))
    return None if two is None else replace(goal, index=two[0], second=two[1])


def compares_cells_of_one_array(goal: BoundsGoal) -> bool:
    """Does the assertion read one array at both indices of the goal?"""
    cells = [one for one in walk(goal.assertion.test) if isinstance(one, Element)]
    first, second = ({one.array for one in cells if one.indices == (at,)} for at in (goal.index, goal.second))
    return not first.isdisjoint(second)


def _in_context(program: Program, assertion: Assert) -> list[Expr]:
    """The assertion and the conditions around it, as written and after forward substitution."""
    home = path_of(program, assertion)
    found = [assertion.test, *(home.guards if home else ())]
    for path in substituted_paths(program):
        if isinstance(path.stmt, Assert) and path.stmt.number == assertion.number:
            found += [path.stmt.test, *path.guards]
    return found


def cell_candidates(program: Program, goal: BoundsGoal, *, asserted: bool = False) -> Invariants:
    """Candidates about one cell, by loop; `asserted` omits those that come from the loops' writes."""
    about = (*facts_about(program, goal, asserted=asserted), *in_place_maps(program))
    facts = list(dict.fromkeys(map(_with_neighbours, about)))
    seen = {} if asserted else vocabulary_candidates(program)
    entry = entry_facts(program)
    found: list[tuple[Loop, tuple[Expr, ...]]] = []
    nests = loop_nests(program)
    counters = frozenset(a.variable.name for nest in nests for a in nest[-1].accelerable)
    surroundings = surroundings_of(program)
    counters -= {v.name for v in surroundings.positions}
    most = min(MOST_FACTS, MOST_IN_ALL // max(1, len(nests)))
    for nest in nests:
        buffers = surroundings.circular_buffers[nest[-1].loop.id]
        foreign = counters - {a.variable.name for around in nest for a in around.accelerable}
        foreign -= {v.name for buffer in buffers for v in buffer.other_counters}
        spans = distinct((span for span in ranges(surroundings, nest) if not foreign & names(span)), most)
        own = chain(
            (one for buffer in buffers for one in buffer.distances()),
            user_invariants(program, nest[-1].loop, of_cells=True),
            (one for fact in facts if not foreign & names(fact) for one in _quantify(spans, fact)),
            (one for fact in facts for one in wp(nest[-1].loop, fact) if not names(one) & nest[-1].private),
        )
        own = chain(entry.get(nest[-1].loop.id, ()), own)
        informative = (one for one in own if not is_trivial(one) and not foreign & names(one))
        about = distinct(informative, most)
        found.append((nest[-1].loop, (*about, *seen.get(nest[-1].loop.id, ()))[: MOST_IN_ALL // len(nests)]))
    return by_loop(found)


def _quantify(spans: tuple[Expr, ...], fact: Expr) -> Iterable[Expr]:
    """The fact for the cells of each range; a fact without an arbitrary cell stays as it is."""
    return (implied(span, fact) for span in spans) if CELL.name in names(fact) else (fact,)


def _with_neighbours(fact: Expr) -> Expr:
    """The fact for the cells that have all neighbours in front of them that it reads."""
    first = integer(cells_in_front(fact), LLONG)
    return fact if first.value == 0 else Binary("||", Binary("<", CELL, first), fact)


def cells_in_front(fact: Expr) -> int:
    """How far in front of the cell a fact reads at most: 2 for `a[cell - 2] <= a[cell]`."""
    in_front = [0]
    for part in walk(fact):
        match part:
            case Element(indices=(Binary(op="-", left=left, right=Const(value=int(value))),)) if uncast(left) == CELL:
                in_front.append(value)
            case _:
                pass
    return max(in_front)


def is_trivial(fact: Expr) -> bool:
    """Is the fact a nonzero constant, or a comparison of equal sides?"""
    match fact:
        case Const(value=value):
            return bool(value)
        case Binary(op="==" | "<=" | ">=", left=left, right=right):
            same = left == right
            return same or (isinstance(left, Element) and map_parts(left, _uncast) == map_parts(right, _uncast))
        case Binary(op="||", right=then):
            return is_trivial(then)
        case _:
            return False


def _uncast(part: Expr) -> Expr:
    """The expression without any conversions, so that equal sides are recognised."""
    match part:
        case Cast(operand=operand):
            return operand
        case Const(value=int(value)):
            return integer(value)
        case _:
            return part


def postcondition_candidates(program: Program) -> Invariants:
    """Candidates about the cells that loops have tested, by loop."""
    surroundings = surroundings_of(program)
    before = distinct(earlier_postconditions(surroundings), MOST_POSTCONDITIONS)
    return by_loop(
        (nest[-1].loop, distinct((*search_postconditions(surroundings, nest), *before))) for nest in loop_nests(program)
    )


def ordered_candidates(program: Program) -> Invariants:
    """Candidates about the order of neighbouring cells, by loop."""
    orders = ordered(program)
    nests = loop_nests(program) if orders else []
    return by_loop((nest[-1].loop, distinct(e for one in orders for e in one.of_loop(nest[-1]))) for nest in nests)


def pair_candidates(program: Program, goal: BoundsGoal) -> Invariants:
    """Candidates about two cells, by loop."""
    facts = list(dict.fromkeys(pair_facts(program, goal)))
    surroundings = surroundings_of(program)
    return by_loop(
        (nest[-1].loop, tuple(implied(span, fact) for fact in facts for span in pair_ranges(surroundings, nest)))
        for nest in loop_nests(program)
        if facts
    )


def peeled(program: Program) -> Program:
    """The program with every `do` loop rewritten to test first."""
    return replace(program, body=peel(program.body, [0], program.task.data_model))


@component("search_postcondition", nothing)
def search_postconditions(around: Surroundings, nest: tuple[LoopFacts, ...]) -> Iterator[Expr]:
    """Facts about each cell that a counter of the innermost loop has passed, from the loop's tests of it.

        for (i = 0; i < n && a[i] != x; i++) ;      // candidate: a[cell] != x for the cells before i

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
