"""Combine facts and ranges into candidates for every loop.

    for (i = 0; i < n; i++) a[i] = 0;   assert(a[k] == 0);
    fact a[cell] == 0, range 0 <= cell < i:   candidate 0 <= cell && cell < i => a[cell] == 0
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from veriabs.core.copying import replace
from veriabs.core.ctree import integer, map_parts, names, uncast, walk
from veriabs.core.expressions import Binary, Cast, Const, Element, Expr
from veriabs.core.loop_model import CELL
from veriabs.core.program import Program
from veriabs.core.statements import Assert, Loop
from veriabs.core.types import LLONG
from veriabs.invariants.bounds import BoundsGoal, Invariants, by_loop
from veriabs.invariants.candidates import user_invariants
from veriabs.invariants.canonical_form import distinct
from veriabs.invariants.instances import multiple_of
from veriabs.invariants.quantified.array_order import ordered
from veriabs.invariants.quantified.facts import (
    entry_facts,
    facts_about,
    pair_facts,
    two_indices,
    wp,
)
from veriabs.invariants.quantified.forward_substitution import substituted_paths
from veriabs.invariants.quantified.in_place_map import in_place_maps
from veriabs.invariants.quantified.path_conditions import indices, loop_nests, path_of
from veriabs.invariants.quantified.ranges import implied, pair_ranges, ranges, surroundings_of
from veriabs.invariants.quantified.scalar_cells import vocabulary_candidates
from veriabs.invariants.quantified.search_postcondition import earlier_postconditions, search_postconditions
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
        round_about = surroundings.circular_buffers[nest[-1].loop.id]
        foreign = counters - {a.variable.name for around in nest for a in around.accelerable}
        foreign -= {v.name for ring in round_about for v in ring.before}
        spans = distinct((span for span in ranges(surroundings, nest) if not foreign & names(span)), most)
        own = chain(
            (one for ring in round_about for one in ring.distances()),
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
