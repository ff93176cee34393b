"""Finds invariants worth writing down: what shows the assertions, no more than it takes, and where counters are."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from msgspec import Struct

from veriabs.annotate.counters import counter_candidates
from veriabs.annotate.judge import Judged, judging
from veriabs.core.ctree import names, statements, writes
from veriabs.core.expressions import Expr
from veriabs.core.goals import GoalKind
from veriabs.core.program import Program
from veriabs.core.queries import Query
from veriabs.core.reasons import Reason
from veriabs.core.statements import Assert, Loop, LoopId
from veriabs.core.strategy import Steps
from veriabs.invariants.bounds import Invariants, bounds_program
from veriabs.invariants.candidates import joined, on_their_own, proved_but_bounds, surviving
from veriabs.invariants.explicit import equations
from veriabs.invariants.houdini import houdini
from veriabs.invariants.minimal import minimal
from veriabs.loops.build import each_model
from veriabs.loops.flatten import only
from veriabs.strategies.cell_invariants import Shown, shown
from veriabs.strategies.closed_forms.solved import forms_of
from veriabs.verify.session import Session

_SHARE = 0.5
"""Part of the time left that making the invariants of one assertion fewer may take."""

T = TypeVar("T")


class Found(Struct, frozen=True):
    """Proven invariants by their loop, those about counters first; the assertions that they do not show, and what the
    user gave."""

    invariants: Invariants
    open: tuple[tuple[Assert, Reason], ...] = ()
    judged: tuple[Judged, ...] = ()


def find(session: Session, program: Program) -> Found:
    """The invariants of a program; what is not found in time is left out."""
    found: list[Invariants] = [ran(session, _counters(program), session.left()) or {}]
    still_open: list[tuple[Assert, Reason]] = []
    for model in each_model(only(program, lambda one: one.kind is GoalKind.ASSERTION)):
        said = ran(session, shown(model), session.left())
        if said is None or isinstance(said.found, Reason):
            reason = said.found if said is not None and isinstance(said.found, Reason) else session.over()
            still_open.append((model.assertion, reason))
            continue
        fewest = [said.invariants]
        cut, telling = partial(_cut_program, said), _of_what_changes(said.program)
        fewer = minimal(said.invariants, cut, telling=telling, tell=fewest.append)
        kept = ran(session, fewer, session.left() * _SHARE)
        found.append(fewest[-1] if kept is None else kept)
    judged = ran(session, judging(program, found[0], joined(*found[1:])), session.left()) or ()
    return Found(joined(*found), tuple(still_open), judged)


def _of_what_changes(program: Program) -> Callable[[LoopId, Expr], bool]:
    """Is a fact about cells that its loop writes? What it says of others is known in front of the loop already."""
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)]
    written = {loop.id: writes((*loop.body, *loop.update)) & program.arrays.keys() for loop in loops}

    def telling(loop: LoopId, fact: Expr) -> bool:
        about = names(fact) & program.arrays.keys()
        return not about or bool(about & written.get(loop, about))

    return telling


def _cut_program(said: Shown, invariants: Invariants) -> Query:
    return bounds_program(said.program, invariants, said.goal)


def _counters(program: Program) -> Steps[Invariants]:
    """What is proved of counters, and of what is a function of them."""
    tried = joined(counter_candidates(program), equations(program, forms_of(program)))
    rounds = houdini(tried, partial(bounds_program, program), surviving, hopeless=on_their_own)
    piece, left = yield from rounds
    return left if piece is not None and proved_but_bounds(piece) else {}


def ran(session: Session, steps: Steps[T], seconds: float) -> T | None:
    """What the steps come to, whose requests are run one after the other; None if that takes longer."""
    end = time.monotonic() + seconds
    try:
        ask = next(steps)
        while time.monotonic() < end:
            ask = steps.send(tuple(session.submit(request).result() for request in ask))
    except StopIteration as over:
        result: T = over.value
        return result
    steps.close()
    return None
