"""List all loops with the result of the search for shrink factors; loops that it did not report get a reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from veriabs.core.copying import replace
from veriabs.core.ctree import statements
from veriabs.core.loop_model import LoopFacts
from veriabs.core.program import Program
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import ShrinkFactor
from veriabs.core.source import Where
from veriabs.core.statements import Loop, Stmt
from veriabs.loops.build import all_segments

UNROLLED = "its few iterations are unrolled"
NOT_NEEDED = "no assertion needs it"


def every_loop(
    program: Program, reported: Sequence[ShrinkFactor], most: int, over: Reason | None
) -> tuple[ShrinkFactor, ...]:
    """The reported entries, and one for each other loop; `most` is the largest k, `over` why the search ended, if any.

    A loop has no small k only if every k up to `most` was decided.
    """
    highest: dict[tuple[Where, tuple[int, ...]], int] = {}
    for one in reported:
        for tried in one.tried:
            group = one.assertion, one.lines
            highest[group] = max(highest.get(group, 0), tried.k)
    ended = (_with_reason(one, highest.get((one.assertion, one.lines), 0), most, over) for one in reported)
    return (*ended, *unreported_loops(program, reported, over))


def _with_reason(one: ShrinkFactor, highest: int, most: int, over: Reason | None) -> ShrinkFactor:
    """The entry, with another reason if larger k were not tried."""
    if one.reason is None or one.reason.kind is not ReasonKind.NO_SMALL_K or highest >= most:
        return one
    kind, because = (ReasonKind.TIMEOUT, "larger k were not tried") if over is None else (over.kind, over.text)
    return replace(one, reason=Reason(kind, f"no k up to {highest}, and {because}", one.reason.where))


def unreported_loops(program: Program, reported: Iterable[ShrinkFactor], over: Reason | None) -> Iterator[ShrinkFactor]:
    """One entry for each loop that no reported factor covers; `over` is the reason why the search ended, if any."""
    lines = {line for one in reported for line in (*one.lines, *one.front, *one.inputs, one.asserting)}
    inner = dict(_inner(program.body))
    missing = [loop for loop in _loop_places(program.body) if loop.line not in lines]
    if not missing:
        return
    kept = {*missing} if over is not None else set(_loops_after_unrolling(program))
    for where in missing:
        outer = inner.get(where)
        inside = outer.line if outer is not None and where in kept else None
        text = NOT_NEEDED if where in kept else UNROLLED
        reason = over or Reason(ReasonKind.NOT_APPLICABLE, text, where)
        yield ShrinkFactor(where, (where.line,), "", (), (), None, None if inside else reason, inside=inside)


def _loops_after_unrolling(program: Program) -> Iterator[Where]:
    """The loops that remain after loops with few iterations are unrolled."""
    for segment in all_segments(program):
        if isinstance(segment, LoopFacts):
            yield from _loop_places((segment.loop,))


def _inner(code: tuple[Stmt, ...]) -> Iterator[tuple[Where, Where]]:
    """Each nested loop, with its outermost enclosing loop."""
    inside: set[Where] = set()
    for stmt in statements(code):
        if isinstance(stmt, Loop) and stmt.where not in inside:
            for where in _loop_places((*stmt.body, *stmt.update)):
                inside.add(where)
                yield where, stmt.where


def _loop_places(code: tuple[Stmt, ...]) -> tuple[Where, ...]:
    return tuple(dict.fromkeys(stmt.where for stmt in statements(code) if isinstance(stmt, Loop)))
