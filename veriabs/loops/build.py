"""Build one `LoopModel` per assertion of a program: flatten it, compute the facts of each loop, classify the assertion.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import count

from veriabs.core.copying import replace
from veriabs.core.ctree import statements, transform
from veriabs.core.loop_model import LoopFacts, LoopModel, Quantifier
from veriabs.core.program import Program
from veriabs.core.statements import NO_LOOP, Assert, If, Loop, LoopId, Stmt
from veriabs.loops.dead_loops import without_dead_loops
from veriabs.loops.facts import facts_of
from veriabs.loops.flatten import Flat, Segment, assertions, flatten
from veriabs.loops.properties import classify
from veriabs.loops.trips import Sentinels, sentinel_cells


def models(program: Program) -> tuple[LoopModel, ...]:
    """The task of each assertion in textual order; an assertion in an inner loop without iterations has none."""
    return tuple(each_model(program))


def each_model(program: Program, known: Collection[int] = ()) -> Iterator[LoopModel]:
    """Yield the same tasks lazily, without assertions in `known`; each task costs a pass over the program."""
    numbers = (assertion.number for assertion in assertions(program) if assertion.number not in known)
    flats = ((number, flatten(program, number)) for number in numbers)
    return (_model(program, number, flat) for number, flat in flats if _find(flat, number))


def model_of(program: Program, number: int) -> LoopModel:
    """The task of an assertion that has one."""
    return _model(program, number, flatten(program, number))


def _find(flat: Flat, number: int) -> Assert | None:
    return next((a for s in flat.segments for a in _asserts(s) if a.number == number), None)


def _model(program: Program, number: int, flat: Flat) -> LoopModel:
    assertion = _find(flat, number)
    assert assertion is not None
    guards = frozenset(guard.name for guard in flat.guards)
    segments = without_dead_loops(flat.segments, assertion, guards)
    prop = classify(segments, assertion)
    if prop.quantifier is not Quantifier.SINGLE:
        segments = _before_property_loop(segments)
    sentinels = sentinel_cells(program)
    scalars = {**program.scalars, **{guard.name: guard for guard in flat.guards}}
    return LoopModel(program, assertion, _numbered(segments, sentinels), scalars, prop, guards)


def _asserts(segment: Segment) -> tuple[Assert, ...]:
    body = (*segment.body, *segment.update) if isinstance(segment, Loop) else segment
    return tuple(stmt for stmt in statements(body) if isinstance(stmt, Assert))


def all_segments(program: Program) -> tuple[tuple[Stmt, ...] | LoopFacts, ...]:
    """All segments of the program without its assertions, for listings."""
    return _numbered(flatten(program, None).segments, sentinel_cells(program))


def task_body(model: LoopModel) -> tuple[tuple[Stmt, ...], ...]:
    """The whole task as statements, one part per segment; the last part contains the assertion."""
    parts = [(s.loop,) if isinstance(s, LoopFacts) else s for s in model.segments]
    goal = model.goal
    if goal.facts is not None:
        parts.append((goal.facts.loop,))
        if goal.guard is not None:
            parts.append((If(goal.guard, (goal.assertion,), (), goal.assertion.where),))
    return tuple(parts)


def _before_property_loop(segments: tuple[tuple[Stmt, ...] | Loop, ...]) -> tuple[tuple[Stmt, ...] | Loop, ...]:
    last = max(position for position, segment in enumerate(segments) if isinstance(segment, Loop))
    return segments[:last]


def _numbered(
    segments: tuple[tuple[Stmt, ...] | Loop, ...], sentinels: Sentinels
) -> tuple[tuple[Stmt, ...] | LoopFacts, ...]:
    numbers = count(1)
    return tuple(
        facts_of(next(numbers), segment, sentinels) if isinstance(segment, Loop) else segment for segment in segments
    )


def with_distinct_ids(program: Program) -> Program:
    """Give ids to loops that have none, such as copies; the ids differ from those of all other loops."""
    loops = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    unused = count(1 + max((loop.id for loop in loops), default=0))

    def change(stmt: Stmt) -> tuple[Stmt, ...]:
        if isinstance(stmt, Loop) and stmt.id == NO_LOOP:
            return (replace(stmt, id=LoopId(next(unused))),)
        return (stmt,)

    return replace(program, body=transform(program.body, change))
