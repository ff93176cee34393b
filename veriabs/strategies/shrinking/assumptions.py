"""Assume proved facts in the loops of a task and behind them (docs/theory.md 2.13).

A fact that holds at the head of a loop in every run may be assumed there, and behind a loop that its test alone ends.
The runs stay the same, so the theorem of shrinking applies to the loop with the assumptions. A residual loop then has
the facts that dropped iterations would have established.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

from veriabs.core.copying import replace
from veriabs.core.ctree import (
    conjuncts,
    elements_of,
    integer,
    map_parts,
    names,
    negate,
    reads_cell,
    statements,
    transform,
    uncast,
    writes,
)
from veriabs.core.expressions import Binary, Const, Expr, Var
from veriabs.core.loop_exits import exits
from veriabs.core.loop_model import LoopModel, Quantifier
from veriabs.core.program import Program
from veriabs.core.queries import ProvedFacts, Query
from veriabs.core.source import DataModel
from veriabs.core.statements import NO_LOOP, Assert, Halt, If, Loop, LoopId, Stmt
from veriabs.core.strategy import Steps
from veriabs.core.typing_rules import convert, type_of
from veriabs.invariants.bounds import Invariants, bounds_program, by_loop
from veriabs.invariants.candidates import candidates, independent, merge, survivors, without_accesses
from veriabs.invariants.implied_facts import strongest_first
from veriabs.invariants.instances import instances
from veriabs.invariants.quantified import (
    cell_candidates,
    goal_of,
    pair_candidates,
    pair_goal,
    peeled,
    postcondition_candidates,
)
from veriabs.invariants.scalar.sample_filter import passing_samples
from veriabs.invariants.simple_candidates import simple_candidates
from veriabs.loops.build import model_of
from veriabs.loops.facts import facts_of
from veriabs.loops.flatten import reduce_to_assertion
from veriabs.loops.trips import comparisons_of, sentinel_cells


def proved_facts(model: LoopModel, likely: Invariants, *, asserted: bool = True) -> Steps[ProvedFacts]:
    """Facts about the task's own slice, with their proof: those that the assertion suggests, and `likely` ones.

    Without `asserted`, also facts about what loops write, compare and search.

    Facts of the whole program may fail in the slice, which lacks assignments, and which rotates more loops.
    """
    number = model.assertion.number
    program = _slice(model)
    goal = goal_of(program, model.assertion)
    both = pair_goal(program, goal)
    about = merge(
        cell_candidates(program, goal, asserted=asserted),
        {} if asserted else merge(candidates(program, private=True), postcondition_candidates(program)),
        {} if both is None else pair_candidates(program, both),
        generalised(program, model.assertion),
        likely,
    )
    if not about:
        return ProvedFacts()
    tried = yield from passing_samples(program, number, merge(simple_candidates(program, private=True), about))

    def cut(tried: Invariants) -> Query:
        return bounds_program(program, tried, proved=())

    piece, left = yield from strongest_first(tried, cut, independent)
    proof = None if piece is None else without_accesses(piece)
    return ProvedFacts() if proof is None else ProvedFacts(survivors(left, proof), (proof,))


def _slice(model: LoopModel) -> Program:
    """The part of the program that the task's assertion depends on, with loops that test first."""
    return peeled(reduce_to_assertion(model.program, model.assertion.number))


def generalised(program: Program, assertion: Assert) -> Invariants:
    """The scalar conjuncts of the assertion, and those with a counter in place of its bound, as candidates.

    After `for (i = 0; i < n; i++)`, an assertion `sum == 2 * n` suggests `sum == 2 * i`.
    """
    parts = [part for part in conjuncts(assertion.test) if not reads_cell(part)]
    model = program.task.data_model

    def candidates(loop: Loop) -> Iterator[Expr]:
        written = writes((loop,))
        own = [part for part in parts if names(part) & written]
        yield from own
        for test in conjuncts(loop.test):
            for counter, _, bound in comparisons_of(test):
                if isinstance(counter, Var) and counter.name in written and not names(bound) & written:
                    yield from (_fact_at_counter(part, bound, counter, model) for part in own)

    return by_loop((one, tuple(candidates(one))) for one in statements(program.body) if isinstance(one, Loop))


def _fact_at_counter(fact: Expr, bound: Expr, counter: Var, model: DataModel) -> Expr:
    """The fact with the counter in place of its bound, and a multiple of it in place of one of a constant bound."""

    def change(part: Expr) -> Expr:
        match uncast(part), uncast(bound):
            case one, other if one == other:
                return convert(counter, type_of(part, model), model)
            case Const(value=int(value)), Const(value=int(size)) if size > 1 and value and value % size == 0:
                return Binary("*", convert(counter, type_of(part, model), model), integer(value // size))
            case _:
                return part

    return map_parts(fact, change)


def assuming(model: LoopModel, known: ProvedFacts) -> LoopModel:
    """The task in which each iteration assumes instances of the facts about every cell of its loop, and those about
    counters, and code behind the last loop the facts about scalars; the task itself if there are none.

    A fact about a scalar that iterations carry would end a residual loop that lacks some of them.

    Code between two loops that reads what the first one writes would keep them from being fused, and code in front of
    the test of a flag its exists-property from being seen.
    """
    if not known.invariants:
        return model
    program = _slice(model)
    last = model.loops[-1].loop.id if model.goal.quantifier is not Quantifier.EXISTS else NO_LOOP
    assumed = _assuming(program, known.invariants, last, of_cells=model.goal.quantifier is Quantifier.SINGLE)
    return model if assumed == program else model_of(assumed, model.assertion.number)


def _assuming(program: Program, known: Invariants, last: LoopId, *, of_cells: bool) -> Program:
    """With `of_cells`, the facts about cells hold behind the last loop, too; a property loop assumes them itself."""
    loops, sentinels = count(1), sentinel_cells(program)
    fixed = [one for one in elements_of(program.body) if isinstance(one.indices[0], Const)]
    variables = program.scalars.keys() | program.arrays.keys()

    def ends(loop: Loop, facts: Iterable[Expr]) -> tuple[Stmt, ...]:
        usable = (fact for fact in facts if names(fact) <= variables)
        return tuple(If(negate(fact), (Halt(loop.where),), (), loop.where) for fact in usable)

    heads: dict[LoopId, tuple[Stmt, ...]] = {}
    behind: dict[LoopId, tuple[Stmt, ...]] = {}
    for loop in statements(program.body):
        if isinstance(loop, Loop):
            facts = facts_of(next(loops), loop, sentinels)
            some = instances(facts, known.get(loop.id, ()), fixed, paired=False)
            carried = facts.written - {a.variable.name for a in facts.accelerable}
            heads[loop.id] = ends(loop, (one for one in some if reads_cell(one) or not names(one) & carried))
            final = some if of_cells else known.get(loop.id, ())
            behind[loop.id] = ends(loop, final) if loop.id == last and not exits(loop) else ()

    def change(stmt: Stmt) -> tuple[Stmt, ...]:
        if not isinstance(stmt, Loop):
            return (stmt,)
        return replace(stmt, body=(*heads[stmt.id], *stmt.body)), *behind[stmt.id]

    return replace(program, body=transform(program.body, change))
