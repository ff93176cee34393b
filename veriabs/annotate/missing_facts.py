"""Find the one missing fact that would complete a proof: at the head of a loop, or about the inputs.

The fact is assumed and the rest proved as usual. Facts that some run contradicts are dropped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctext import Printer
from veriabs.core.ctree import (
    FALSE,
    conjunction,
    conjuncts,
    integer,
    names,
    negate,
    rewrite,
    statements,
    substitute,
    target_name,
    writes,
)
from veriabs.core.expressions import Binary, Cast, Expr, Unary, Var
from veriabs.core.loop_model import CELL, LoopModel
from veriabs.core.program import Initial, Program
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.source import Where
from veriabs.core.statements import NO_LOOP, Assert, Assign, CheckKind, Halt, Havoc, If, Loop, LoopId, Stmt
from veriabs.core.strategy import Steps
from veriabs.core.types import LLONG, CType, IntType
from veriabs.invariants.bounds import BoundsGoal, Invariants, bounds_program
from veriabs.invariants.candidates import FactAtLoop, candidates, group_by_loop, merge, survivors
from veriabs.invariants.houdini import MOST_ROUNDS, houdini
from veriabs.invariants.minimisation import minimise
from veriabs.invariants.quantified import cell_candidates, goal_of, peeled
from veriabs.invariants.scalar.sample_filter import passing_samples

MOST_FACTS = 2
"""The number of facts that are reported as missing together; more would not help a reader."""

MOST_INPUTS = 4
"""The number of inputs for which conditions are tried."""

SMALL = 1000
"""The upper bound that is tried for an input."""


class Fact(Struct, frozen=True):
    """A fact that would prove the goal if it held at the head of a loop.

    Its own proof fails: `at_entry` if it holds when the loop is entered, `kept` if each iteration preserves it.
    """

    loop: LoopId
    expr: Expr
    at_entry: bool
    kept: bool


def missing_facts(model: LoopModel) -> Steps[tuple[Fact, ...]]:
    """A small set of facts that would prove the assertion; empty if no candidates suffice."""
    program = peeled(model.program)
    goal = goal_of(program, model.assertion)
    tried = merge(candidates(program, private=True), cell_candidates(program, goal))
    sampled = yield from passing_samples(program, model.assertion.number, tried)
    possible = merge(sampled, _generalised_to_inputs(program, goal))
    cut = partial(_cut_program, program, goal)
    _, held = yield from houdini(possible, cut, survivors, most=MOST_ROUNDS, hopeless=lambda piece: False)
    facts = [(loop, one) for loop, exprs in possible.items() for one in exprs if one not in held.get(loop, ())]
    facts.reverse()  # Drops facts of the last loop first: the first loop that goes wrong is the most informative.
    enough: list[CheckedQuery] = []

    def without(rest: list[FactAtLoop]) -> Steps[list[FactAtLoop] | None]:
        (piece,) = yield (cut(merge(held, group_by_loop(rest))),)
        if not _proves_rest(piece):
            return None
        enough.append(piece)
        return rest

    if not facts or (yield from without(facts)) is None:
        return ()
    facts = yield from minimise(facts, without)
    if len(facts) > MOST_FACTS:
        return ()
    never = replace(goal, assertion=replace(goal.assertion, test=FALSE))
    failing = with_failing_assertion(program, goal.assertion)
    (vacuous,) = yield (bounds_program(failing, merge(held, group_by_loop(facts)), never),)
    return () if _proves_rest(vacuous) else tuple(_facts_with_failing_part(enough[-1], held, facts))


def _cut_program(program: Program, goal: BoundsGoal, tried: Invariants) -> Query:
    return bounds_program(program, tried, goal)


def _generalised_to_inputs(program: Program, goal: BoundsGoal) -> Invariants:
    """The assertion about a cell, generalised to all cells of arrays that hold only inputs."""
    if not isinstance(goal.index, Var):
        return {}
    computed = {target_name(s.target) for s in statements(program.body) if isinstance(s, Assign)}
    found: list[Expr] = []
    for part in conjuncts(goal.assertion.test):
        fact = substitute(part, {goal.index.name: CELL})
        arrays = [program.arrays[name] for name in sorted(names(fact) & program.arrays.keys())]
        if arrays and not names(fact) & computed:
            below = Binary("<", CELL, Cast(LLONG, arrays[0].sizes[0]))
            span = conjunction((Binary("<=", integer(0, LLONG), CELL), below))
            found.append(Binary("||", Unary("!", span), fact))
    loops = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop) and stmt.id != NO_LOOP)
    return {loop.id: tuple(found) for loop in loops if found}


def _proves_rest(piece: CheckedQuery) -> bool:
    """Do all checks succeed except those of the assumed facts?"""
    assert isinstance(piece.request, Query)
    statuses = {check.description: check.status for check in piece.run.checks}
    assumed = {text for text, about in piece.request.ids.items() if about.kind.of_candidate}
    needed = [text for text in piece.request.asked if text not in assumed]
    return bool(needed) and all(statuses.get(text) == "SUCCESS" for text in needed)


def _facts_with_failing_part(piece: CheckedQuery, held: Invariants, facts: list[FactAtLoop]) -> Iterator[Fact]:
    """Each fact with the part of its proof that fails; numbers of candidates follow those of proved facts."""
    assert isinstance(piece.request, Query)
    statuses = {check.description: check.status for check in piece.run.checks}
    for loop, expr in facts:
        number = merge(held, group_by_loop(facts))[loop].index(expr)
        about = piece.request.ids.items()
        fails = {
            a.kind for text, a in about if (a.loop, a.number) == (loop, number) and statuses.get(text) != "SUCCESS"
        }
        yield Fact(loop, expr, CheckKind.ENTRY in fails, CheckKind.STEP in fails)


def with_failing_assertion(program: Program, assertion: Assert) -> Program:
    """The program with an assertion that always fails; a proof of it means that the assertion is unreachable."""

    def change(stmt: Stmt) -> tuple[Stmt, ...] | None:
        is_it = isinstance(stmt, Assert) and (stmt.where, stmt.kind) == (assertion.where, assertion.kind)
        return (replace(stmt, test=FALSE),) if is_it else None

    return replace(program, body=rewrite(program.body, change))


# -------------------------------------------------------------------------------------------------------------- inputs


class MissingCondition(Struct, frozen=True):
    """A condition on an input, in C, that would make the proof succeed."""

    name: str
    where: Where
    text: str


class _Input(Struct, frozen=True):
    """An integer input: from the call at `site`, or an initial value."""

    variable: Var
    where: Where
    site: int | None = None


def missing_inputs(
    program: Program, asserted: Assert, proves: Callable[[Program], bool], until: float
) -> tuple[MissingCondition, ...]:
    """A small set of conditions on inputs that make the proof succeed; empty if none is found in time.

    Conditions that make the assertion unreachable are rejected.
    """
    inputs = [*_first_values(program), *_inputs_outside_loops(program.body)][:MOST_INPUTS]
    chosen = {one: _positive_and_small(one.variable) for one in inputs}
    if not chosen or not proves(_assuming(program, chosen)):
        return ()
    for weaker in (_no_facts, _weaker):  # first tries to drop the condition altogether
        for one in inputs:
            for facts in weaker(chosen[one]):
                if time.monotonic() < until and proves(_assuming(program, {**chosen, one: facts})):
                    chosen[one] = facts
                    break
    if time.monotonic() > until or proves(_assuming(with_failing_assertion(program, asserted), chosen)):
        return ()
    return tuple(_missing_condition(program, one, facts) for one, facts in chosen.items() if facts)


def _first_values(program: Program) -> Iterator[_Input]:
    """Variables such as parameters that no statement assigns."""
    written = writes(program.body)
    for scalar in program.scalars.values():
        if scalar.initial is Initial.NONDET and scalar.name not in written and _is_wide_integer(scalar.type):
            yield _Input(Var(scalar.name, scalar.type), scalar.where)


def _inputs_outside_loops(body: tuple[Stmt, ...]) -> Iterator[_Input]:
    """The inputs that are read once, outside of loops."""
    for stmt in body:
        match stmt:
            case Havoc(target=Var() as variable, site=site) if _is_wide_integer(variable.type):
                yield _Input(variable, stmt.where, site)
            case If(then=then, orelse=orelse):
                yield from _inputs_outside_loops((*then, *orelse))
            case _:
                pass


def _is_wide_integer(ctype: CType) -> bool:
    return isinstance(ctype, IntType) and ctype.bits > 1


def _positive_and_small(variable: Var) -> tuple[Expr, ...]:
    return (Binary(">", variable, integer(0)), Binary("<=", variable, integer(SMALL)))


def _no_facts(facts: tuple[Expr, ...]) -> Iterator[tuple[Expr, ...]]:
    yield ()


def _weaker(facts: tuple[Expr, ...]) -> Iterator[tuple[Expr, ...]]:
    """One of two bounds, or bounds that admit 0 as well."""
    if not facts:
        return
    positive, small = facts
    assert isinstance(positive, Binary)
    natural = replace(positive, op=">=")
    yield from ((natural,), (positive,), (small,), (natural, small))


def _assuming(program: Program, chosen: Mapping[_Input, tuple[Expr, ...]]) -> Program:
    """The program that ends its runs when an input violates its chosen condition."""
    of_site = {one.site: facts for one, facts in chosen.items() if facts and one.site is not None}

    def change(stmt: Stmt) -> tuple[Stmt, ...] | None:
        if not isinstance(stmt, Havoc) or stmt.site not in of_site:
            return None
        return stmt, _halt_unless(of_site[stmt.site], stmt.where)

    first = [_halt_unless(facts, one.where) for one, facts in chosen.items() if facts and one.site is None]
    return replace(program, body=(*first, *rewrite(program.body, change)))


def _halt_unless(facts: tuple[Expr, ...], where: Where) -> If:
    return If(negate(conjunction(facts)), (Halt(where),), (), where)


def _missing_condition(program: Program, one: _Input, facts: tuple[Expr, ...]) -> MissingCondition:
    name = program.scalars[one.variable.name].source
    return MissingCondition(name, one.where, " && ".join(Printer(scalar=lambda _: name).expr(fact) for fact in facts))
