"""Rotate `do ... while` loops into loops that test first (docs/theory.md 1).

    while (1) { B; if (!C) break; }
    if (!C) { B; }  while (C) { B; }

The front end produces the first form for `do B while (C);`, and users write it as well. The second form has the same
runs: it executes B once when C is false at first, else the loop's first iteration is that execution.
"""

from __future__ import annotations

from veriabs.core.copying import replace
from veriabs.core.ctree import TRUE, has, negate, transform
from veriabs.core.expressions import Expr
from veriabs.core.loop_exits import breaks, continues
from veriabs.core.program import Program
from veriabs.core.source import DataModel
from veriabs.core.statements import NO_LOOP, Assert, Break, Havoc, If, Loop, Stmt
from veriabs.core.typing_rules import value_of
from veriabs.loops.propagation import Values


def peel(body: tuple[Stmt, ...], next_site: list[int], data_model: DataModel) -> tuple[Stmt, ...]:
    """Rotate every such loop; drops the leading `if` where C is known to hold.

    Bodies with jumps of their own stay. So do bodies with an assertion or a loop if the leading `if` is needed.
    """
    result: list[Stmt] = []
    certain = Values({}, data_model)
    for stmt in body:
        match stmt:
            case If():
                then = peel(stmt.then, next_site, data_model)
                other = peel(stmt.orelse, next_site, data_model)
                result.append(replace(stmt, then=then, orelse=other))
            case Loop():
                result += _rotate(stmt, result, certain, next_site, data_model)
            case _:
                result.append(stmt)
    return tuple(result)


def _rotate(
    loop: Loop, before: list[Stmt], certain: Values, next_site: list[int], data_model: DataModel
) -> tuple[Stmt, ...]:
    """Rotate the loop after the statements `before`, whose constants are tracked in `certain`."""
    test = latch_condition(loop)
    if loop.kept or test is None:
        return (loop,)
    inner = (*loop.body, *loop.update)[:-1]
    if breaks(inner) or continues(inner):
        return (loop,)
    peeled = Loop(test, inner, (), loop.where, peeled=True, id=loop.id)
    certain.pass_by(before[certain.passed :])
    if value_of(test, certain.constants, data_model):
        return (peeled,)
    if has(inner, Assert, Loop):
        return (loop,)
    return (If(negate(test), fresh_copy(inner, next_site), (), loop.where), peeled)


def latch_condition(loop: Loop) -> Expr | None:
    """The latch condition: the test at the end of `do B while (test);`, true when an iteration follows."""
    match (*loop.body, *loop.update):
        case (*_, If(test=test, then=(Break(),), orelse=()) as last) if loop.test == TRUE:
            return None if continues(loop.body) and last not in loop.update else negate(test)
        case _:
            return None


def as_written(program: Program, *, kept: bool = True) -> Program:
    """Mark the loops that test at their end to keep their written form, or remove the marks."""

    def change(stmt: Stmt) -> tuple[Stmt, ...]:
        return (replace(stmt, kept=kept and latch_condition(stmt) is not None),) if isinstance(stmt, Loop) else (stmt,)

    return replace(program, body=transform(program.body, change))


def fresh_copy(body: tuple[Stmt, ...], next_site: list[int]) -> tuple[Stmt, ...]:
    """Copy the statements; every nondet call becomes an occurrence of its own (theory 1: sites).

    Facts about a loop do not hold for its copy, in which other variables may be constant, so copies have no loop id.
    """

    def change(stmt: Stmt) -> tuple[Stmt, ...]:
        match stmt:
            case Havoc():
                next_site[0] += 1
                return (replace(stmt, site=next_site[0] - 1),)
            case Loop():
                return (replace(stmt, id=NO_LOOP),)
            case _:
                return (stmt,)

    return transform(body, change)
