"""Program -> one LoopModel an assertion."""

from __future__ import annotations

from dataclasses import replace

from veriabs.ctree import statements
from veriabs.loops.accelerate import Planted, facts_of, planted_cells
from veriabs.loops.dead import without_dead_loops
from veriabs.loops.flatten import Segment, assertions, flatten
from veriabs.loops.properties import classify
from veriabs.model import Assert, Loop, LoopFacts, LoopModel, Program, Quantifier, Stmt


def models(program: Program) -> tuple[LoopModel, ...]:
    """One task for each assertion that main can reach, in textual order."""
    return tuple(model_of(program, assertion.number) for assertion in assertions(program))


def model_of(program: Program, number: int) -> LoopModel:
    """The task of one assertion."""
    flat = flatten(program, number)
    assertion = next(a for s in flat.segments for a in _asserts(s) if a.number == number)
    program = replace(program, arrays=flat.arrays)
    segments = without_dead_loops(flat.segments, assertion)
    prop = classify(segments, assertion)
    if prop.quantifier is not Quantifier.SINGLE:
        segments = _without_property_loop(segments)
    scalars = {**program.scalars, **{guard.name: guard for guard in flat.guards}}
    return LoopModel(program, assertion, _numbered(segments, planted_cells(program.body)), scalars, prop)


def _asserts(segment: Segment) -> tuple[Assert, ...]:
    body = (*segment.body, *segment.update) if isinstance(segment, Loop) else segment
    return tuple(stmt for stmt in statements(body) if isinstance(stmt, Assert))


def whole(program: Program) -> tuple[tuple[Stmt, ...] | LoopFacts, ...]:
    """All segments of the program without its assertions: what the bounds check runs over."""
    return _numbered(flatten(program, None).segments, planted_cells(program.body))


def _without_property_loop(segments: tuple[tuple[Stmt, ...] | Loop, ...]) -> tuple[tuple[Stmt, ...] | Loop, ...]:
    last = max(position for position, segment in enumerate(segments) if isinstance(segment, Loop))
    return segments[:last]


def _numbered(
    segments: tuple[tuple[Stmt, ...] | Loop, ...], planted: Planted
) -> tuple[tuple[Stmt, ...] | LoopFacts, ...]:
    numbered: list[tuple[Stmt, ...] | LoopFacts] = []
    for segment in segments:
        if isinstance(segment, Loop):
            number = 1 + sum(isinstance(done, LoopFacts) for done in numbered)
            numbered.append(facts_of(number, segment, planted))
        else:
            numbered.append(segment)
    return tuple(numbered)
