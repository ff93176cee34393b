"""Substitute computed values forward along paths: the results of helper functions, and moved pointers.

The expressions of a statement are then over cells and over the scalars' values at the start of the innermost iteration.
A cell that was written in between may have another value, so the results serve candidates only.
"""

from __future__ import annotations

from collections.abc import Iterator

from veriabs.core.components import component, nothing
from veriabs.core.copying import replace
from veriabs.core.ctree import map_parts, names, negate, substitute_reads, walk, writes
from veriabs.core.expressions import Conditional, Expr, Var
from veriabs.core.program import Program
from veriabs.core.source import DataModel
from veriabs.core.statements import Assign, Break, Continue, Halt, Havoc, If, Loop, Stmt
from veriabs.core.typing_rules import convert
from veriabs.invariants.quantified.path_conditions import Path

MOST_PARTS = 64
"""The largest substituted expression, in nodes; a larger one stays in its scalar."""

_Values = dict[Var, Expr]


@component("forward_substitution", nothing)
def substituted_paths(program: Program) -> Iterator[Path]:
    """Every statement with its path, over the values at the start of the iteration, or of the run."""
    return _paths(program.body, (), (), {}, program.task.data_model)


def _paths(
    body: tuple[Stmt, ...], loops: tuple[Loop, ...], guards: tuple[Expr, ...], known: _Values, model: DataModel
) -> Iterator[Path]:
    for stmt in body:
        match stmt:
            case If(test=test, then=then, orelse=orelse):
                start_test = _substitute(test, known)
                yield Path(replace(stmt, test=start_test), loops, guards)
                one, two = dict(known), dict(known)
                yield from _paths(then, loops, (*guards, start_test), one, model)
                yield from _paths(orelse, loops, (*guards, negate(start_test)), two, model)
                _join(known, start_test, two if _jumps(then) else one, one if _jumps(orelse) else two)
            case Loop(test=test, body=inner, update=update):
                lost = writes((stmt,))
                kept = _preserved(known, lost)
                yield Path(replace(stmt, test=_substitute(test, kept)), loops, guards)
                yield from _paths((*inner, *update), (*loops, stmt), (), kept, model)
                for v in [v for v in known if v.name in lost]:
                    del known[v]
            case _:
                yield Path(substitute_reads((stmt,), {v.name: e for v, e in known.items()})[0], loops, guards)
                _run(stmt, known, model)


def _run(stmt: Stmt, known: _Values, model: DataModel) -> None:
    match stmt:
        case Assign(target=Var() as v, value=value):
            _set(known, v, convert(_substitute(value, known), v.type, model))
        case Havoc(target=Var() as v):
            known.pop(v, None)
        case _:
            pass


def _join(known: _Values, test: Expr, one: _Values, two: _Values) -> None:
    """The values of scalars after a conditional."""
    for v in {**one, **two}:
        then, orelse = one.get(v, v), two.get(v, v)
        _set(known, v, then if then == orelse else Conditional(test, then, orelse))


def _preserved(known: _Values, lost: frozenset[str]) -> _Values:
    """The values that a loop preserves, over scalars that it preserves as well."""
    moved = lost | {v.name for v in known}
    return {v: value for v, value in known.items() if v.name not in lost and not names(value) & moved}


def _set(known: _Values, v: Var, value: Expr) -> None:
    if value != v and sum(1 for _ in walk(value)) <= MOST_PARTS:
        known[v] = value
    else:
        known.pop(v, None)


def _substitute(expr: Expr, known: _Values) -> Expr:
    return map_parts(expr, lambda part: known.get(part, part) if isinstance(part, Var) else part)


def _jumps(body: tuple[Stmt, ...]) -> bool:
    return bool(body) and isinstance(body[-1], Break | Continue | Halt)
