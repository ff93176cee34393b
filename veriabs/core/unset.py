"""Flags that tell whether a variable is set, which the front end adds for `--check uninitialised`."""

from __future__ import annotations

from veriabs.core import ctree
from veriabs.core.copying import replace
from veriabs.core.program import Array, Program, Scalar
from veriabs.core.statements import Assign, Stmt

TOLD = " is set"
"""What the source of a flag ends with; no name of the user's does."""


def without_flags(program: Program) -> Program:
    """The program without the flags that no assertion asks for: what is assigned to one changes nothing else."""
    variables: list[Scalar | Array] = [*program.scalars.values(), *program.arrays.values()]
    flags = {one.name for one in variables if one.source.endswith(TOLD)} - ctree.reads(program.body)

    def change(stmt: Stmt) -> tuple[Stmt, ...] | None:
        return () if isinstance(stmt, Assign) and ctree.target_name(stmt.target) in flags else None

    return replace(program, body=ctree.rewrite(program.body, change)) if flags else program
