"""Hoist reads of a loop-invariant cell, such as `a[0]` or `a[k]`, before the loop.

Before: `for (i...) s += a[k];`. After: `t = a[k]; for (i...) s += t;`. The loop writes neither the array nor the index,
so the cell keeps its value; if the loop makes no iteration, the value is unused. The cell then is read by straight-line
code and gets its own centre (docs/theory.md 3.2, R5).
"""

from __future__ import annotations

from msgspec import Struct, field

from veriabs.core.components import component, unchanged
from veriabs.core.copying import replace
from veriabs.core.ctree import expressions, map_expressions, names, statements, walk
from veriabs.core.expressions import Element, Expr, Var
from veriabs.core.loop_model import LoopFacts, LoopModel
from veriabs.core.program import Initial, Scalar
from veriabs.core.statements import Assign, Loop, Stmt
from veriabs.loops.facts import facts_of


@component("pruning_hoisting", unchanged)
def hoisted(model: LoopModel) -> LoopModel:
    """The task with such reads at the end of the code before their loop."""
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
    """Cells that the loop reads and whose index and array it does not write."""
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
