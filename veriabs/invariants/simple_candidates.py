"""Select the candidates about scalars that are most often invariant and cheap to check.

A scalar moves in jumps if no assignment computes it from its old value (`last = i;`), as opposed to steps (`n = n +
1;`). Comparisons of such a scalar with another one are left out.
"""

from __future__ import annotations

from veriabs.core.ctree import statements, walk
from veriabs.core.expressions import Expr, Var
from veriabs.core.loop_model import ITERATION, entry_of
from veriabs.core.program import Program
from veriabs.core.statements import Assign
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.candidates import candidates


def simple_candidates(program: Program, *, private: bool = False) -> Invariants:
    """The candidates of `candidates` without those that compare a jumping scalar."""
    every = [(stmt.target, stmt.value) for stmt in statements(program.body) if isinstance(stmt, Assign)]
    assigned = [(variable, value) for variable, value in every if isinstance(variable, Var)]
    stepped = {variable for variable, value in assigned if variable in walk(value)}
    jumping = [{v, entry_of(v)} for v in dict(assigned) if v not in stepped]

    def is_simple(expr: Expr) -> bool:
        about = {part for part in walk(expr) if isinstance(part, Var)}
        moved = ITERATION not in about or not stepped.isdisjoint(about)
        return moved and not any(both < about for both in jumping)

    found = candidates(program, private=private)
    return {loop: tuple(one for one in exprs if is_simple(one)) for loop, exprs in found.items()}
