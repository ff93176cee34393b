"""List the loops of a program, with the values of variables before them and, if known, the trip count as a number.

Reports show the list; no proof uses it.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from veriabs.core.ctree import statements
from veriabs.core.loop_model import LoopFacts
from veriabs.core.program import Initial, Program
from veriabs.core.source import DataModel, Where
from veriabs.core.statements import Loop
from veriabs.core.typing_rules import value_of
from veriabs.loops.affine import Affine
from veriabs.loops.build import all_segments
from veriabs.loops.facts import facts_of
from veriabs.loops.propagation import Values

Starts = dict[str, Affine]


class LoopStart(Struct, frozen=True):
    """One loop with the values of its variables before it; `outer` is the enclosing loop."""

    facts: LoopFacts
    starts: Starts
    data_model: DataModel
    outer: Where | None = None


def listed(program: Program) -> tuple[LoopStart, ...]:
    """Every loop of the program in textual order; an outer loop comes right before the loops inside it."""
    found: list[LoopStart] = []
    data_model = program.task.data_model
    known = Values({s.name: Affine() for s in program.scalars.values() if s.initial is Initial.ZERO}, data_model)
    for segment in all_segments(program):
        if isinstance(segment, LoopFacts):
            about = segment.written | segment.read
            starts = {name: known.forms[name] for name in sorted(about) if name in known.forms}
            found.append(LoopStart(segment, starts, data_model))
            found += _inner(segment.loop, data_model)
            known.forget(segment.written)
        else:
            known.pass_by(segment)
    return tuple(found)


def written_loops(program: Program) -> tuple[LoopStart, ...]:
    """The loops that the user wrote: all but those of quantifiers in the contract."""
    return tuple(one for one in listed(program) if not is_quantifier(program, one.facts.loop.where))


def is_quantifier(program: Program, where: Where) -> bool:
    """Whether the loop at that place is a quantifier in a clause of the contract."""
    clauses = (one for one in program.contract if one.text not in program.task.entry.needs.clauses)
    return any((clause.where.file, clause.where.line) == (where.file, where.line) for clause in clauses)


def _inner(loop: Loop, data_model: DataModel) -> Iterator[LoopStart]:
    for stmt in (*loop.body, *loop.update):
        for inner in statements((stmt,)):
            if isinstance(inner, Loop):
                yield LoopStart(facts_of(0, inner), {}, data_model, loop.where)


# ----------------------------------------------------------------------------------------------------------- trip count


def trips(one: LoopStart) -> int | None:
    """The trip count if it is a known number; an upper bound if the loop may end early."""
    if one.facts.trips is None:
        return None
    values = {name: form.constant for name, form in one.starts.items() if form.is_constant}
    for a in one.facts.accelerable:
        if a.variable.name in values:
            values[a.start.name] = values[a.variable.name]
    known = {name: v for name, v in values.items() if name not in one.facts.written}
    return value_of(one.facts.trips, known, one.data_model)
