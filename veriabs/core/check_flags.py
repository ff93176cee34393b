"""Flags that the front end adds for checks: whether a variable is set, or an allocated object is still alive.

    int x; ... y = x;          x_set = 0; ... assert(x_set); y = x;
"""

from __future__ import annotations

from veriabs.core import ctree
from veriabs.core.copying import replace
from veriabs.core.program import Array, Program, Scalar
from veriabs.core.statements import Assign, Stmt

SET_SUFFIX, ALIVE_SUFFIX = " is set", " is there"
"""Suffixes of the `source` of flags; no name in a user's program has them."""


def without_flags(program: Program) -> Program:
    """Remove the flags that no assertion reads; assignments to a flag have no other effect."""
    variables: list[Scalar | Array] = [*program.scalars.values(), *program.arrays.values()]
    flags = {one.name for one in variables if one.source.endswith((SET_SUFFIX, ALIVE_SUFFIX))} - ctree.reads(
        program.body
    )

    def change(stmt: Stmt) -> tuple[Stmt, ...] | None:
        return () if isinstance(stmt, Assign) and ctree.target_name(stmt.target) in flags else None

    return replace(program, body=ctree.rewrite(program.body, change)) if flags else program
