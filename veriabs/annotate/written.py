"""Candidates by iteration: what each one in front of this has written, to the place where its counters were then.

`b[4 * m] == a[m]` for every m below i says what no fact about an arbitrary cell says as plainly: of places that lie
apart, or go round. Nothing here is believed: a later iteration may have written there as well.
"""

from __future__ import annotations

from contextlib import suppress

from veriabs.annotate.closed import words_of
from veriabs.annotate.phrases import Phrases, UnsaidError
from veriabs.annotate.solved import Found, Solved
from veriabs.core.ctree import conjunction, integer, names, statements, substitute, writes
from veriabs.core.expressions import Binary, Element, Expr
from veriabs.core.loop_model import CELL
from veriabs.core.program import Program
from veriabs.core.statements import Assign, Loop, LoopId
from veriabs.core.types import LLONG
from veriabs.core.typing_rules import convert
from veriabs.invariants.bounds import Invariants, by_loop
from veriabs.invariants.quantified.ranges import implied
from veriabs.invariants.quantified.unfolded import unfolded
from veriabs.terms.terms import Term


def written_candidates(program: Program, found: Found) -> Invariants:
    """By loop, what its iterations have written, as far as closed forms say where."""
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)]
    facts: dict[LoopId, list[Expr]] = {loop.id: [] for loop in loops}
    for path in unfolded(program):
        if len(path.loops) == 1 and isinstance(path.stmt, Assign) and isinstance(path.stmt.target, Element):
            (loop,), cell = path.loops, path.stmt.target
            fact = Binary("==", cell, convert(path.stmt.value, cell.type, program.task.data_model))
            for solved in found.get(loop.id, ())[-1:]:
                with suppress(UnsaidError):
                    facts[loop.id].append(_so_far(program, loop, solved, path.guards, fact))
    return by_loop((loop, tuple(facts[loop.id])) for loop in loops)


def _so_far(program: Program, loop: Loop, solved: Solved, guards: tuple[Expr, ...], fact: Binary) -> Expr:
    """The fact of every iteration in front of this one, under the conditions that it was written under."""
    changing, said = writes((*loop.body, *loop.update)), conjunction((*guards, fact))
    words = words_of(program, loop, solved)
    then = words.knowing({solved.counter: CELL})
    if solved.counter not in words.known or names(fact.right) & changing & program.arrays.keys():
        raise UnsaidError
    moved = {name: _at(solved, name, then) for name in names(said) & changing & program.scalars.keys()}
    passed = Binary("<", CELL, words.known[solved.counter])
    span = conjunction((Binary("<=", integer(0, LLONG), CELL), passed, *(substitute(one, moved) for one in guards)))
    return implied(span, substitute(fact, moved))


def _at(solved: Solved, name: str, words: Phrases) -> Expr:
    """The value of a scalar in an iteration."""
    value = solved.values.get(name)
    if not isinstance(value, Term):
        raise UnsaidError
    return words.term(value)
