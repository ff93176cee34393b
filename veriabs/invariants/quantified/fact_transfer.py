"""Transfer facts between slices of a program: proved in the slice for some arrays, assumed in the slice for an
assertion.

Both slices omit statements of the program, and their own variables behave in all runs as in the program (theory 6.2).
"""

from __future__ import annotations

from collections import Counter

from veriabs.core.ctree import names, statements, substitute, writes
from veriabs.core.expressions import Expr, Var
from veriabs.core.loop_model import entry_of
from veriabs.core.program import Program
from veriabs.core.statements import Loop, LoopId
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.quantified.candidates import peeled
from veriabs.invariants.quantified.path_conditions import loop_nests
from veriabs.loops.facts import facts_of
from veriabs.loops.trips import sentinel_cells


def transfer_facts(part: Program, program: Program, found: Invariants) -> Invariants:
    """The facts about loops of `program` that hold in `part`, a version with fewer or more statements.

    A transferred fact concerns a loop that occurs once in both programs, with the same head. Neither program alone
    writes one of its variables. A loop that tests at its end may have its first iteration split off.
    """
    part, program = peeled(part), peeled(program)
    once = {loop for loop, _ in _unique_loops(program) & _unique_loops(part)}
    other = set(writes(program.body) ^ writes(part.body))
    other |= {entry_of(Var(s.name, s.type)).name for s in program.scalars.values() if s.name in other}
    old, new = _starts(program), _starts(part)
    changed = {start.name: new[counter] for counter, start in old.items() if counter in new}
    other |= {start.name for counter, start in old.items() if counter not in new}
    return {
        loop: tuple(substitute(one, changed) for one in exprs if not names(one) & other)
        for loop, exprs in found.items()
        if loop in once
    }


def equally_counting_loops(part: Program, other: Program) -> frozenset[LoopId]:
    """The loops whose counting is the same in both programs, so that trip counts and closed forms need one proof only.
    """
    part, other = peeled(part), peeled(other)
    alike, one, two = _unique_loops(part) & _unique_loops(other), _counting_by_loop(part), _counting_by_loop(other)
    return frozenset(loop for loop, _ in alike if one[loop] == two[loop] is not None)


def _counting_by_loop(program: Program) -> dict[LoopId, tuple[Expr, frozenset[str], bool] | None]:
    """The test, the counters, and the lack of a trip count by loop; None if a cell of another array bounds the loop."""
    sentinels = sentinel_cells(program)
    loops = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    found = ((loop, facts_of(0, loop, sentinels)) for loop in loops)
    return {
        loop.id: None
        if facts.sentinels
        else (loop.test, frozenset(a.variable.name for a in facts.accelerable), facts.trips is None)
        for loop, facts in found
    }


def _unique_loops(program: Program) -> frozenset[tuple[LoopId, bool]]:
    """The loops that occur once in the program, and whether their first iteration is split off."""
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)]
    counted = Counter(stmt.id for stmt in loops)
    return frozenset((stmt.id, stmt.peeled) for stmt in loops if counted[stmt.id] == 1)


def _starts(program: Program) -> dict[tuple[LoopId, str], Var]:
    nests = loop_nests(program)
    return {(nest[-1].loop.id, a.variable.name): a.start for nest in nests for a in nest[-1].accelerable}
