"""Loops that test at their ends: what they test, and how they become loops that test first.

The front end makes `while (1) { B; if (!C) break; }` of `do B while (C);`, as the user may have written it.
"""

from __future__ import annotations

from veriabs.core.copying import replace
from veriabs.core.ctree import TRUE, breaks, continues, has, negate, transform
from veriabs.core.expressions import Expr
from veriabs.core.program import Program
from veriabs.core.source import DataModel
from veriabs.core.statements import NO_LOOP, Assert, Break, Havoc, If, Loop, Stmt
from veriabs.core.typing_rules import value_of
from veriabs.loops.propagation import Values


def peel(body: tuple[Stmt, ...], next_site: list[int], data_model: DataModel) -> tuple[Stmt, ...]:
    """Every `do B while (C);` as `if (!C) B; while (C) B;`, without the first part where C is known to hold.

    Left alone are bodies with jumps of their own or, if the first part is needed, with an assertion.
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
    """The loop behind the statements, of which the first ones have been passed by what is certain."""
    test = foot(loop)
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


def foot(loop: Loop) -> Expr | None:
    """The test at the end of `do B while (test);`, which holds where any iteration but the first one begins."""
    match (*loop.body, *loop.update):
        case (*_, If(test=test, then=(Break(),), orelse=()) as last) if loop.test == TRUE:
            return None if continues(loop.body) and last not in loop.update else negate(test)
        case _:
            return None


def as_written(program: Program, *, kept: bool = True) -> Program:
    """The program whose loops that test at their ends are kept so; or no longer."""

    def change(stmt: Stmt) -> tuple[Stmt, ...]:
        return (replace(stmt, kept=kept and foot(stmt) is not None),) if isinstance(stmt, Loop) else (stmt,)

    return replace(program, body=transform(program.body, change))


def fresh_copy(body: tuple[Stmt, ...], next_site: list[int]) -> tuple[Stmt, ...]:
    """The statements once more, every nondet call as an occurrence of its own (theory 1: sites).

    What is known of a loop is not known of its copy, in which other variables may be constants.
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
