"""List the loops for which the search reported no shrink factor, each with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from veriabs.core.ctree import statements
from veriabs.core.loop_model import LoopFacts
from veriabs.core.program import Program
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import ShrinkFactor
from veriabs.core.source import Where
from veriabs.core.statements import Loop, Stmt
from veriabs.loops.build import whole

UNROLLED = "its few iterations are unrolled"
NOT_NEEDED = "no assertion needs it"


def unreported_loops(program: Program, told: Iterable[ShrinkFactor], over: Reason | None) -> Iterator[ShrinkFactor]:
    """One entry for each loop that no reported factor covers; `over` is the reason why the search ended, if any."""
    lines = {line for one in told for line in (*one.lines, *one.front, *one.inputs, one.asserting)}
    inner = dict(_inner(program.body))
    missing = [loop for loop in _wheres(program.body) if loop.line not in lines]
    if not missing:
        return
    kept = {*missing} if over is not None else set(_kept(program))
    for where in missing:
        outer = inner.get(where)
        inside = outer.line if outer is not None and where in kept else None
        text = NOT_NEEDED if where in kept else UNROLLED
        reason = over or Reason(ReasonKind.NOT_APPLICABLE, text, where)
        yield ShrinkFactor(where, (where.line,), "", (), (), None, None if inside else reason, inside=inside)


def _kept(program: Program) -> Iterator[Where]:
    """The loops that remain after loops with few iterations are unrolled."""
    for segment in whole(program):
        if isinstance(segment, LoopFacts):
            yield from _wheres((segment.loop,))


def _inner(code: tuple[Stmt, ...]) -> Iterator[tuple[Where, Where]]:
    """Each nested loop, with its outermost enclosing loop."""
    inside: set[Where] = set()
    for stmt in statements(code):
        if isinstance(stmt, Loop) and stmt.where not in inside:
            for where in _wheres((*stmt.body, *stmt.update)):
                inside.add(where)
                yield where, stmt.where


def _wheres(code: tuple[Stmt, ...]) -> tuple[Where, ...]:
    return tuple(dict.fromkeys(stmt.where for stmt in statements(code) if isinstance(stmt, Loop)))
