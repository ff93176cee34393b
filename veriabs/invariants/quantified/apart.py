"""Facts that are proved in what matters to some arrays, and assumed in what matters to an assertion (theory 6.2).

Both are the program without some of its code, and have all of its runs as far as their own variables go.
"""

from __future__ import annotations

from collections import Counter

from veriabs.core.ctree import names, statements, substitute, writes
from veriabs.core.expressions import Expr, Var
from veriabs.core.program import Program
from veriabs.core.statements import Loop, LoopId
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.quantified.walks import loop_nests
from veriabs.loops.facts import facts_of
from veriabs.loops.trips import sentinel_cells


def told_in(part: Program, program: Program, found: Invariants) -> Invariants:
    """The facts about loops of a program that mean the same in one that leaves some code of it out, or has more.

    They speak of nothing that only one of the two writes, and of a loop that stands in both, and once.
    """
    once, other = _once(program) & _once(part), writes(program.body) ^ writes(part.body)
    old, new = _starts(program), _starts(part)
    changed = {start.name: new[counter] for counter, start in old.items() if counter in new}
    other |= {start.name for counter, start in old.items() if counter not in new}
    return {
        loop: tuple(substitute(one, changed) for one in exprs if not names(one) & other)
        for loop, exprs in found.items()
        if loop in once
    }


def counted_alike(part: Program, other: Program) -> frozenset[LoopId]:
    """The loops of two programs of whose iterations the same is computed in both: what one of them shows of trip counts
    and closed forms, the other need not."""
    one, two = _counted(part), _counted(other)
    return frozenset(loop for loop in one.keys() & two.keys() if one[loop] == two[loop] is not None)


def _counted(program: Program) -> dict[LoopId, tuple[Expr, frozenset[str], bool] | None]:
    """By loop its test, its counters, and whether it has no trip count; None where a cell behind others bounds it."""
    once, sentinels = _once(program), sentinel_cells(program)
    loops = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop) and stmt.id in once)
    found = ((loop, facts_of(0, loop, sentinels)) for loop in loops)
    return {
        loop.id: None
        if facts.sentinels
        else (loop.test, frozenset(a.variable.name for a in facts.accelerable), facts.trips is None)
        for loop, facts in found
    }


def _once(program: Program) -> frozenset[LoopId]:
    """The loops that stand once in the program."""
    counted = Counter(stmt.id for stmt in statements(program.body) if isinstance(stmt, Loop))
    return frozenset(loop for loop, count in counted.items() if count == 1)


def _starts(program: Program) -> dict[tuple[LoopId, str], Var]:
    nests = loop_nests(program)
    return {(nest[-1].loop.id, a.variable.name): a.start for nest in nests for a in nest[-1].accelerable}
