"""Make candidate invariants about writes: each earlier iteration stored a value at the index of its counters.

`b[4 * m] == a[m]` for every m below i describes scattered or cyclic writes better than a fact about an arbitrary cell.
If the iteration also stored its inputs, the fact uses those cells: `a[k + 1] == -a[k]` for every even k below i. The
results are candidates, because a later iteration may have overwritten the cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from veriabs.annotate.closed_form_candidates import translator_of
from veriabs.annotate.counters import steps_of
from veriabs.annotate.loop_solutions import Found, LoopSolution
from veriabs.annotate.term_to_expr import TermToExpr, UntranslatableError
from veriabs.core.ctree import conjunction, integer, map_parts, names, statements, substitute, walk, writes
from veriabs.core.expressions import Binary, Cast, Element, Expr, Var
from veriabs.core.loop_model import CELL, entry_of
from veriabs.core.program import Program
from veriabs.core.statements import Assign, Loop, LoopId
from veriabs.core.types import LLONG
from veriabs.core.typing_rules import convert
from veriabs.invariants.bounds import Invariants, by_loop
from veriabs.invariants.quantified.forward_substitution import substituted_paths
from veriabs.invariants.quantified.ranges import implied
from veriabs.loops.facts import facts_of
from veriabs.terms.terms import Term


def written_candidates(program: Program, found: Found) -> Invariants:
    """The candidates of each loop, for writes whose indices have closed forms."""
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)]
    facts: dict[LoopId, list[Expr]] = {loop.id: [] for loop in loops}
    stored: dict[LoopId, dict[Expr, Element]] = {loop.id: {} for loop in loops}
    for path in substituted_paths(program):
        if len(path.loops) == 1 and isinstance(path.stmt, Assign) and isinstance(path.stmt.target, Element):
            (loop,), cell, value = path.loops, path.stmt.target, path.stmt.value
            fact = Binary("==", cell, convert(value, cell.type, program.task.data_model))
            for solved in found.get(loop.id, ())[-1:]:
                with suppress(UntranslatableError):
                    facts[loop.id].append(_for_earlier(program, loop, solved, path.guards, fact))
            if not path.guards:
                facts[loop.id] += _over_stored_inputs(loop, fact, stored[loop.id])
                if isinstance(value, Var | Cast):
                    stored[loop.id].setdefault(value, cell)
    return by_loop((loop, tuple(facts[loop.id])) for loop in loops)


def _over_stored_inputs(loop: Loop, fact: Binary, stored: Mapping[Expr, Element]) -> Iterator[Expr]:
    """The fact for each earlier counter value; inputs are replaced by the cells in which the iteration stored them."""
    restated = map_parts(fact, lambda part: stored.get(part, part))
    if restated == fact:
        return
    facts, cells = facts_of(0, loop), {part.array for part in walk(restated) if isinstance(part, Element)}
    counters = {one.variable.name: one.variable for one in facts.accelerable}
    for name, step in steps_of(facts).items():
        if step > 0 and (names(restated) - cells) & facts.written == {name}:
            start, now = Cast(LLONG, entry_of(counters[name])), Cast(LLONG, counters[name])
            span = conjunction((Binary("<=", start, CELL), Binary("<", CELL, now)))
            place = Binary("%", Binary("-", CELL, start), integer(step, LLONG))
            apart = conjunction((span, Binary("==", place, integer(0, LLONG)))) if step > 1 else span
            yield implied(apart, substitute(restated, {name: CELL}))


def _for_earlier(program: Program, loop: Loop, solved: LoopSolution, guards: tuple[Expr, ...], fact: Binary) -> Expr:
    """The fact for every earlier iteration, under the conditions of the write."""
    changing, guarded = writes((*loop.body, *loop.update)), conjunction((*guards, fact))
    words = translator_of(program, solved)
    then = words.knowing({solved.counter: CELL})
    if solved.counter not in words.known or names(fact.right) & changing & program.arrays.keys():
        raise UntranslatableError
    moved = {name: _value_at(solved, name, then) for name in names(guarded) & changing & program.scalars.keys()}
    passed = Binary("<", CELL, words.known[solved.counter])
    span = conjunction((Binary("<=", integer(0, LLONG), CELL), passed, *(substitute(one, moved) for one in guards)))
    return implied(span, substitute(fact, moved))


def _value_at(solved: LoopSolution, name: str, words: TermToExpr) -> Expr:
    """The value of a scalar in an iteration."""
    value = solved.values.get(name)
    if not isinstance(value, Term):
        raise UntranslatableError
    return words.term(value)
