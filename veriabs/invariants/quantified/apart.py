"""Facts about the cells that an assertion compares, proved where nothing else is, and assumed where it is shown.

What a program does to some arrays is what can influence them: code that cannot may be left out there (docs/theory.md
6.2, facts proved apart). The assertion is then shown in what can influence itself.
"""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from veriabs.core.ctree import names, statements, substitute, writes
from veriabs.core.expressions import Var
from veriabs.core.program import Program
from veriabs.core.statements import Loop, LoopId
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.quantified.walks import loop_nests
from veriabs.loops.flatten import reduced_to


class Core(Struct, frozen=True):
    """What a program does to some arrays, with the candidates about it; `others` are those of all other loops."""

    program: Program
    tried: Invariants
    others: Invariants


def core_of(program: Program, arrays: frozenset[str], tried: Invariants) -> Core:
    """The part of the program that can influence the arrays."""
    part = reduced_to(program, arrays)
    inside = told_in(part, program, tried)
    return Core(part, inside, {loop: exprs for loop, exprs in tried.items() if loop not in inside})


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


def _once(program: Program) -> frozenset[LoopId]:
    """The loops that stand once in the program."""
    counted = Counter(stmt.id for stmt in statements(program.body) if isinstance(stmt, Loop))
    return frozenset(loop for loop, count in counted.items() if count == 1)


def _starts(program: Program) -> dict[tuple[LoopId, str], Var]:
    nests = loop_nests(program)
    return {(nest[-1].loop.id, a.variable.name): a.start for nest in nests for a in nest[-1].accelerable}
