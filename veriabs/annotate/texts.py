"""Candidates about texts: where those are that go along one, and that what ends it is still there.

Proofs know how long a search takes by the cell that was written in front of it, and need none of these. Who reads the
annotated text knows that cell alone: `0 <= s - text && s - text <= n`, and `text[n] == 0` where the loop writes the
text itself. Nothing here is believed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from veriabs.core.ctree import elements_of, integer, statements, writes
from veriabs.core.expressions import Binary, Expr
from veriabs.core.loop_model import entry_of
from veriabs.core.program import Program
from veriabs.core.statements import Loop
from veriabs.core.types import LLONG
from veriabs.invariants.bounds import Invariants, by_loop
from veriabs.invariants.candidates import kept_cells
from veriabs.invariants.limits import positions, variable_of, wide
from veriabs.loops.trips import sentinel_cells

MOST_WALKING = 4
"""Scalars of one loop that are compared with each other."""


def text_candidates(program: Program) -> Invariants:
    """What may hold in the loops behind cells that were written outside of all loops."""
    planted = sentinel_cells(program)
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop) and planted.get(stmt.id)]
    return by_loop((loop, (*kept_cells(program, loop, planted[loop.id]), *_along(program, loop))) for loop in loops)


def _along(program: Program, loop: Loop) -> Iterator[Expr]:
    """Where the scalars are at which the loop reads and writes cells, and that they go on side by side."""
    moved = writes((loop,)) & program.scalars.keys()
    for one in dict.fromkeys(positions(program, loop, moved)):
        yield Binary(">=", one.right, one.left) if one.left == integer(0, LLONG) else one
    read = (variable_of(element.indices[0]) for element in elements_of((loop,)))
    walking = list(dict.fromkeys(v for v in read if v is not None and v.name in moved))
    for v, w in combinations(walking[:MOST_WALKING], 2):
        gone, other = (Binary("-", wide(one), wide(entry_of(one))) for one in (v, w))
        yield Binary("==", gone, other)
