"""Find the values for which an open goal could not be proved, from a solver's counterexample.

A run of the user's program need not have them; they show which case has to be excluded, or which fact is missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType

from veriabs.core.copying import replace
from veriabs.core.ctext import Printer
from veriabs.core.ctree import fresh, names, rewrite, statements, walk
from veriabs.core.deadline import Deadline
from veriabs.core.evaluate import wrap
from veriabs.core.expressions import Element, Var
from veriabs.core.goals import GoalKind
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Array, Initial, Program, Scalar
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.runs import CheckResult
from veriabs.core.statements import Assert, Assign, CheckId, CheckKind, Loop, Stmt
from veriabs.core.strategy import Dialogue, Facts
from veriabs.core.types import IntType
from veriabs.invariants.bounds import bounds_program
from veriabs.loops.build import model_of
from veriabs.loops.flatten import assertions
from veriabs.solvers.trace import assignments
from veriabs.strategies.cell_invariants import GoalProof, proved_with_invariants
from veriabs.verify.goals import Goals
from veriabs.verify.limits import LEAST, OPTIONAL, RESERVED
from veriabs.verify.portfolio import converse
from veriabs.verify.session import Session

MOST_GOALS, MOST_ASSERTIONS = 4, 2
"""The number of goals for which values are computed, and of assertions; each takes one or more runs."""

_NONE: Mapping[str, Scalar] = MappingProxyType({})


def with_values(session: Session, program: Program, pieces: Sequence[CheckedQuery], goals: Goals) -> None:
    """Add values to the reasons of open goals, from the last run that failed to prove them."""
    for one, query, name in tuple(islice(_failed(program, pieces, goals), MOST_GOALS)):
        if session.stop.is_set() or session.left() < LEAST + RESERVED:
            return
        values = _values(session, program, query, one, name)
        if values:
            goals.left_open(one.goal, replace(goals.reasons[one.goal], values=values))


def with_cells(session: Session, program: Program, goals: Goals, facts_of: Callable[[LoopModel], Facts]) -> None:
    """Add values to the reasons of the first open assertions, unless time was the reason."""
    for one in _undecided(program, goals)[:MOST_ASSERTIONS]:
        if session.stop.is_set() or session.left() < LEAST + RESERVED:
            return
        model = model_of(program, one.number)
        values = _values_for_assertion(session, model, facts_of(model))
        if values:
            goals.left_open(one.goal, replace(goals.reasons[one.goal], values=values))


def _undecided(program: Program, goals: Goals) -> list[Assert]:
    """The assertions that are open although there was time for them."""
    reasons = ((one, goals.reasons.get(one.goal)) for one in assertions(program) if goals.is_open(one.goal))
    late = (ReasonKind.TIMEOUT, ReasonKind.BUDGET)
    explained = (one for one, reason in reasons if reason is not None and reason.kind not in late and not reason.values)
    return [one for one in explained if one.kind is GoalKind.ASSERTION]


def _values_for_assertion(session: Session, model: LoopModel, facts: Facts) -> str:
    """`t = 5, a[t] = 7`: values for which the assertion does not follow from all known facts.

    Earlier runs are reused; cells in the assertion are copied to variables, so that the trace shows them.
    """
    lacking: list[GoalProof] = []

    def shown_or_not() -> Dialogue:
        lacking.append((yield from proved_with_invariants(model, facts)))
        return lacking[0].found

    clock = Deadline(min(OPTIONAL, session.left() - RESERVED), cause=session.over().text)
    own = replace(session, deadline=clock)
    if not isinstance(converse(shown_or_not(), own, lambda piece: None), Reason) or not lacking:
        return ""
    shortfall = lacking[0]
    program, cells = _with_cell_variables(shortfall.program, shortfall.goal.assertion)
    query = bounds_program(program, shortfall.invariants, shortfall.goal)
    failed = (one for one in own.submit(query).result().run.checks if _is_violated(one, query.ids))
    name = next((one.name for one in failed), None)
    return (
        "" if name is None or own.left() <= 0 else _values(own, program, query, shortfall.goal.assertion, name, cells)
    )


def _with_cell_variables(program: Program, assertion: Assert) -> tuple[Program, dict[str, Scalar]]:
    """The program with a variable for each cell that the assertion reads, by the cell's text."""
    variables: list[Scalar | Array] = [*program.scalars.values(), *program.arrays.values()]
    called = {one.name: one.source or one.name for one in variables}
    spelled = Printer(called.__getitem__, lambda cell, at: called[cell.array] + "".join(f"[{one}]" for one in at))
    cells = (part for part in walk(assertion.test) if isinstance(part, Element) and isinstance(part.type, IntType))
    taken, where = set(called), assertion.where
    kept = {
        cell: Scalar(fresh("held_in", taken), cell.type, Initial.NONDET, spelled.expr(cell), where)
        for cell in dict.fromkeys(cells)
    }
    read = tuple(Assign(Var(one.name, one.type), cell, where) for cell, one in kept.items())

    def change(stmt: Stmt) -> tuple[Stmt, ...] | None:
        return (*read, stmt) if isinstance(stmt, Assert) and stmt.number == assertion.number else None

    found = {one.name: one for one in kept.values()}
    return replace(program, body=rewrite(program.body, change), scalars={**program.scalars, **found}), found


def _failed(program: Program, pieces: Sequence[CheckedQuery], goals: Goals) -> Iterator[tuple[Assert, Query, str]]:
    """The first failed assertion of each open goal without values, with CBMC's name of the check."""
    failed: dict[int, tuple[Query, str]] = {}
    for query, checks in ((one.request, one.run.checks) for one in pieces):
        if isinstance(query, Query):
            ids = query.ids
            failed |= {ids[c.description].number: (query, c.name) for c in checks if _is_violated(c, ids)}
    reported = set()
    for one in assertions(program):
        reason = goals.reasons.get(one.goal)
        if (
            one.number in failed
            and reason
            and not reason.values
            and goals.is_open(one.goal)
            and one.goal not in reported
        ):
            reported.add(one.goal)
            yield one, *failed[one.number]


def _is_violated(check: CheckResult, ids: Mapping[str, CheckId]) -> bool:
    known = ids.get(check.description)
    return check.status == "FAILURE" and known is not None and known.kind is CheckKind.GOAL


def _values(
    session: Session, program: Program, query: Query, assertion: Assert, check: str, cells: Mapping[str, Scalar] = _NONE
) -> str:
    """`i = 8, n = 8`: values at the failed assertion: its variables, those in its loops' tests, and `cells`."""
    about = {
        *names(assertion.test),
        *(name for loop in _enclosing_loops(program, assertion) for name in names(loop.test)),
    }
    scalars = [program.scalars[name] for name in sorted(about & program.scalars.keys())]
    shown_variables = {one.name: one for one in scalars if _is_users(one, program) and isinstance(one.type, IntType)}
    shown_variables |= cells
    run = session.traced(replace(query, purpose=f"values of {query.purpose}"), check, session.stop)
    last = dict(assignments(run.raw, shown_variables))
    held = ((one, last[name]) for name, one in shown_variables.items() if name in last)
    return ", ".join(f"{one.source} = {wrap(value, one.type)}" for one, value in held if isinstance(one.type, IntType))


def _is_users(scalar: Scalar, program: Program) -> bool:
    """Is it a variable of the user, whose name is in one of the user's files?"""
    from veriabs.report.places import read  # no proof needs the report

    sources = (read(one.path) for one in (program.task, *program.task.others))
    named = re.compile(rf"\b{re.escape(scalar.source)}\b")
    return scalar.source.isidentifier() and any(one is not None and named.search(one.code) for one in sources)


def _enclosing_loops(program: Program, assertion: Assert) -> Iterator[Loop]:
    loops = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    return (loop for loop in loops if any(stmt is assertion for stmt in statements(loop.body)))
