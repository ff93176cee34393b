"""Facts over ranges, for every loop."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from veriabs.core.copying import replace
from veriabs.core.ctree import integer, map_parts, names, walk
from veriabs.core.expressions import Binary, Cast, Const, Element, Expr
from veriabs.core.loop_model import CELL
from veriabs.core.program import Program
from veriabs.core.statements import Assert, Loop
from veriabs.invariants.bounds import Goal, Invariants, by_loop
from veriabs.invariants.candidates import given
from veriabs.invariants.instances import multiple_of
from veriabs.invariants.quantified.decided import decided, decided_before
from veriabs.invariants.quantified.facts import at_entry, facts_about, held, needed, noted, pair_facts, two_indices
from veriabs.invariants.quantified.ordered import ordered
from veriabs.invariants.quantified.ranges import implied, pair_ranges, ranges, surroundings_of
from veriabs.invariants.quantified.remade import remade
from veriabs.invariants.quantified.unfolded import unfolded
from veriabs.invariants.quantified.walks import indices, loop_nests, path_of
from veriabs.invariants.spelled import distinct
from veriabs.loops.rotate import peel

MOST_FACTS = 400
"""Candidates of one loop."""

MOST_IN_ALL = 20_000
"""Candidates of a program: those of a loop are fewer where there are many loops."""


MOST_DECIDED = 12
"""Facts that loops leave to others."""


def goal_of(program: Program, assertion: Assert) -> Goal:
    """The assertion with the index that it is about, or the counter that this is a multiple of."""
    index = next((term for term in indices(_about(program, assertion)) if not isinstance(term, Const)), None)
    return Goal(assertion, index and (multiple_of(index) or index))


def pair_goal(program: Program, goal: Goal) -> Goal | None:
    """The assertion with both indices that it is about; None if it does not read two cells."""
    two = two_indices(_about(program, goal.assertion))
    return None if two is None else replace(goal, index=two[0], second=two[1])


def compares_cells_of_one_array(goal: Goal) -> bool:
    """Does the assertion read one array at both indices of the goal?"""
    cells = [one for one in walk(goal.assertion.test) if isinstance(one, Element)]
    first, second = ({one.array for one in cells if one.indices == (at,)} for at in (goal.index, goal.second))
    return not first.isdisjoint(second)


def _about(program: Program, assertion: Assert) -> list[Expr]:
    """The assertion and the conditions around it, as they stand and written out."""
    home = path_of(program, assertion)
    found = [assertion.test, *(home.guards if home else ())]
    for path in unfolded(program):
        if isinstance(path.stmt, Assert) and path.stmt.number == assertion.number:
            found += [path.stmt.test, *path.guards]
    return found


def cell_candidates(program: Program, goal: Goal, *, asserted: bool = False) -> Invariants:
    """Candidate facts about one cell by their loop; with `asserted` of what loops write to cells none is made."""
    facts = list(dict.fromkeys((*facts_about(program, goal, asserted=asserted), *remade(program))))
    about_first: list[Expr] = []
    if not asserted:
        about_first = [*held(program), *noted(program)]
    entry = at_entry(program)
    found: list[tuple[Loop, tuple[Expr, ...]]] = []
    nests = loop_nests(program)
    counters = frozenset(a.variable.name for nest in nests for a in nest[-1].accelerable)
    surroundings = surroundings_of(program)
    counters -= {v.name for v in surroundings.positions}
    most = min(MOST_FACTS, MOST_IN_ALL // max(1, len(nests)))
    for nest in nests:
        round_about = surroundings.rings[nest[-1].loop.id]
        foreign = counters - {a.variable.name for around in nest for a in around.accelerable}
        foreign -= {v.name for ring in round_about for v in ring.before}
        spans = distinct((span for span in ranges(surroundings, nest) if not foreign & names(span)), most)
        own = chain(
            (one for ring in round_about for one in ring.distances()),
            given(program, nest[-1].loop, of_cells=True),
            (one for fact in facts if not foreign & names(fact) for one in _over(spans, fact)),
            (one for fact in facts for one in needed(nest[-1].loop, fact) if not names(one) & nest[-1].private),
            about_first,
        )
        own = chain(entry.get(nest[-1].loop.id, ()), own)
        telling = (one for one in own if not says_nothing(one) and not foreign & names(one))
        found.append((nest[-1].loop, distinct(telling, most)))
    return by_loop(found)


def _over(spans: tuple[Expr, ...], fact: Expr) -> Iterable[Expr]:
    """The fact about the cells of each range; one that is about no arbitrary cell as it is."""
    return (implied(span, fact) for span in spans) if CELL.name in names(fact) else (fact,)


def says_nothing(fact: Expr) -> bool:
    """Is a fact a number other than 0, or does it compare something with itself?"""
    match fact:
        case Const(value=value):
            return bool(value)
        case Binary(op="==" | "<=" | ">=", left=left, right=right):
            return left == right or (isinstance(left, Element) and map_parts(left, _bare) == map_parts(right, _bare))
        case Binary(op="||", right=then):
            return says_nothing(then)
        case _:
            return False


def _bare(part: Expr) -> Expr:
    """Without conversions, whatever they mean: a cell at an index is compared with itself as well."""
    match part:
        case Cast(operand=operand):
            return operand
        case Const(value=int(value)):
            return integer(value)
        case _:
            return part


def decided_candidates(program: Program) -> Invariants:
    """Candidate facts about the cells that loops went through, by what they have asked of each, by their loop."""
    surroundings = surroundings_of(program)
    before = distinct(decided_before(surroundings), MOST_DECIDED)
    return by_loop(
        (nest[-1].loop, distinct((*decided(surroundings, nest), *before))) for nest in loop_nests(program)
    )


def ordered_candidates(program: Program) -> Invariants:
    """Candidate facts about neighbouring cells that an order is asserted of, by their loop."""
    orders = ordered(program)
    nests = loop_nests(program) if orders else []
    return by_loop((nest[-1].loop, distinct(e for one in orders for e in one.of_loop(nest[-1]))) for nest in nests)


def pair_candidates(program: Program, goal: Goal) -> Invariants:
    """Candidate facts about two cells by their loop."""
    facts = list(dict.fromkeys(pair_facts(program, goal)))
    surroundings = surroundings_of(program)
    return by_loop(
        (nest[-1].loop, tuple(implied(span, fact) for fact in facts for span in pair_ranges(surroundings, nest)))
        for nest in loop_nests(program)
        if facts
    )


def peeled(program: Program) -> Program:
    """The program with every `do` loop as one that tests first."""
    return replace(program, body=peel(program.body, [0], program.task.data_model))
