"""Reads of one and the same cell in every iteration, such as `a[0]` or `a[k]`, as reads in front of the loop.

The cell keeps its value in the loop, for nothing in it writes the array or the index; what is read in front of a loop
that then runs no iteration is not used. In front of the loop it is a cell that straight-line code reads, with a centre
of its own (docs/theory.md 3.2, R5).
"""

from __future__ import annotations

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.ctree import expressions, map_expressions, names, statements, walk
from veriabs.core.expressions import Element, Expr, Var
from veriabs.core.loop_model import LoopFacts, LoopModel
from veriabs.core.program import Initial, Scalar
from veriabs.core.statements import Assign, Loop, Stmt
from veriabs.loops.facts import facts_of


def hoisted(model: LoopModel) -> LoopModel:
    """The task with such reads moved to the end of the straight-line code in front of their loop."""
    work = _Hoist()
    segments: list[tuple[Stmt, ...] | LoopFacts] = []
    for segment in (*model.segments, *(() if model.goal.facts is None else (model.goal.facts,))):
        if isinstance(segment, LoopFacts):
            loop, code = work.loop(segment)
            if code:
                last = segments.pop()
                assert isinstance(last, tuple)
                segments.append((*last, *code))
            segments.append(loop)
        else:
            segments.append(segment)
    if not work.scalars:
        return model
    goal = model.goal
    if goal.facts is not None:
        facts = segments.pop()
        assert isinstance(facts, LoopFacts)
        goal = replace(goal, facts=facts)
    return replace(model, segments=tuple(segments), scalars={**model.scalars, **work.scalars}, goal=goal)


class _Hoist(Struct):
    """Collects the new scalars."""

    scalars: dict[str, Scalar] = field(default_factory=dict)

    def loop(self, facts: LoopFacts) -> tuple[LoopFacts, tuple[Stmt, ...]]:
        cells = [] if facts.sentinels or facts.obstacle else _steady_cells(facts)
        if not cells:
            return facts, ()
        values: dict[Expr, Var] = {}
        for cell in cells:
            name = f"known_{facts.number}_{len(values) + 1}"
            values[cell] = Var(name, cell.type)
            self.scalars[name] = Scalar(name, cell.type, Initial.ZERO, name, facts.loop.where)
        code = tuple(Assign(value, cell, facts.loop.where) for cell, value in values.items())
        (changed,) = map_expressions((facts.loop,), lambda part: values.get(part, part))
        assert isinstance(changed, Loop)
        return facts_of(facts.number, changed), code


def _steady_cells(facts: LoopFacts) -> list[Element]:
    """Cells that the loop reads, with an index and an array that it does not write."""
    exprs = [facts.loop.test]
    for stmt in statements((*facts.loop.body, *facts.loop.update)):
        exprs += expressions(stmt)
    found = (node for expr in exprs for node in walk(expr) if isinstance(node, Element))
    return [
        cell
        for cell in dict.fromkeys(found)
        if not names(cell) & facts.written
        and not any(isinstance(node, Element) for index in cell.indices for node in walk(index))
    ]
