"""Make candidates about strings: the range of indices that move along one, and that its sentinel is unchanged.

Proofs derive the length of a search from the cell written before it and need none of these. Readers of the annotated
text do: `0 <= s - text && s - text <= n`, and `text[n] == 0` if the loop writes the string. The results are candidates.
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
"""The number of scalars of one loop that are compared with each other."""


def text_candidates(program: Program) -> Invariants:
    """Candidates for the loops after cells that are written outside of all loops."""
    planted = sentinel_cells(program)
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop) and planted.get(stmt.id)]
    return by_loop((loop, (*kept_cells(program, loop, planted[loop.id]), *_along(program, loop))) for loop in loops)


def _along(program: Program, loop: Loop) -> Iterator[Expr]:
    """The ranges of the scalars that index the loop's reads and writes, and that they move by equal distances."""
    moved = writes((loop,)) & program.scalars.keys()
    for one in dict.fromkeys(positions(program, loop, moved)):
        yield Binary(">=", one.right, one.left) if one.left == integer(0, LLONG) else one
    read = (variable_of(element.indices[0]) for element in elements_of((loop,)))
    walking = list(dict.fromkeys(v for v in read if v is not None and v.name in moved))
    for v, w in combinations(walking[:MOST_WALKING], 2):
        gone, other = (Binary("-", wide(one), wide(entry_of(one))) for one in (v, w))
        yield Binary("==", gone, other)
