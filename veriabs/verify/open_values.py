"""With which values an open goal could not be shown: what a solver finds in the program that was to show it.

Whether a run of the user's program comes to them is not known; they say what is to be ruled out, or what a fact lacks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from veriabs.core.copying import replace
from veriabs.core.ctree import names, statements
from veriabs.core.evaluate import wrap
from veriabs.core.program import Program
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.runs import CheckResult
from veriabs.core.statements import Assert, CheckId, CheckKind, Loop
from veriabs.core.types import IntType
from veriabs.loops.flatten import assertions
from veriabs.solvers.trace import assignments
from veriabs.verify.goals import Goals
from veriabs.verify.session import RESERVED, Session

MOST_GOALS = 4
"""Goals that a solver is asked for values of: each takes a run."""

LEAST_SECONDS = 2.0
"""Seconds that have to be left for it."""


def with_values(session: Session, program: Program, piece: CheckedQuery | None, goals: Goals) -> None:
    """Adds the values to the reasons of open goals, which `piece` has failed to show."""
    if piece is None or not isinstance(piece.request, Query):
        return
    for one, name in tuple(islice(_failed(program, piece, goals), MOST_GOALS)):
        if session.stop.is_set() or session.left() < LEAST_SECONDS + RESERVED:
            return
        said = _values(session, program, piece.request, one, name)
        if said:
            goals.left_open(one.goal, replace(goals.reasons[one.goal], values=said))


def _failed(program: Program, piece: CheckedQuery, goals: Goals) -> Iterator[tuple[Assert, str]]:
    """The first assertion of each open goal that the run found violated, with CBMC's name of the check."""
    assert isinstance(piece.request, Query)
    ids = piece.request.ids
    failed = {ids[c.description].number: c.name for c in piece.run.checks if _is_violated(c, ids)}
    said = set()
    for one in assertions(program):
        if one.number in failed and one.goal in goals.reasons and goals.is_open(one.goal) and one.goal not in said:
            said.add(one.goal)
            yield one, failed[one.number]


def _is_violated(check: CheckResult, ids: Mapping[str, CheckId]) -> bool:
    known = ids.get(check.description)
    return check.status == "FAILURE" and known is not None and known.kind is CheckKind.GOAL


def _values(session: Session, program: Program, query: Query, assertion: Assert, check: str) -> str:
    """`i = 8, n = 8`: what variables hold where the assertion does not: its own, and those that its loops test."""
    about = {*names(assertion.test), *(name for loop in _around(program, assertion) for name in names(loop.test))}
    scalars = (program.scalars[name] for name in sorted(about & program.scalars.keys()))
    shown = {one.name: one for one in scalars if one.source.isidentifier() and isinstance(one.type, IntType)}
    run = session.traced(replace(query, purpose=f"values of {query.purpose}"), check, session.stop)
    last = dict(assignments(run.raw, shown))
    held = ((one, last[name]) for name, one in shown.items() if name in last)
    return ", ".join(f"{one.source} = {wrap(value, one.type)}" for one, value in held if isinstance(one.type, IntType))


def _around(program: Program, assertion: Assert) -> Iterator[Loop]:
    loops = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    return (loop for loop in loops if any(stmt is assertion for stmt in statements(loop.body)))
