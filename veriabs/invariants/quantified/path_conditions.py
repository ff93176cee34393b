"""List statements with the loops and conditions around them, loops with enclosing loops, and the indices of reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from veriabs.core.ctree import negate, reads_cell, statements, uncast, walk
from veriabs.core.expressions import Binary, Const, Element, Expr, Var
from veriabs.core.loop_model import LoopFacts
from veriabs.core.program import Program
from veriabs.core.statements import Assert, Assign, If, Loop, Stmt
from veriabs.loops.facts import facts_of


class Path(Struct, frozen=True):
    """A statement with the loops around it, outermost first, and the conditions within the innermost one."""

    stmt: Stmt
    loops: tuple[Loop, ...]
    guards: tuple[Expr, ...]


def path_of(program: Program, assertion: Assert) -> Path | None:
    """The path of the assertion."""
    return next((path for path in paths(program.body) if path.stmt == assertion), None)


def paths(body: tuple[Stmt, ...], loops: tuple[Loop, ...] = (), guards: tuple[Expr, ...] = ()) -> Iterator[Path]:
    """Every statement with its path; a statement after `if (c) <jump>` runs under `!c`."""
    for stmt in body:
        yield Path(stmt, loops, guards)
        match stmt:
            case If(test=test, then=then, orelse=orelse):
                yield from paths(then, loops, (*guards, test))
                yield from paths(orelse, loops, (*guards, negate(test)))
            case Loop(body=inner, update=update):
                yield from paths((*inner, *update), (*loops, stmt), ())
            case _:
                pass


def loop_nests(program: Program) -> list[tuple[LoopFacts, ...]]:
    """Every loop with its enclosing loops."""
    return list(_nests(program.body, (), [0]))


def _nests(body: Iterable[Stmt], around: tuple[LoopFacts, ...], count: list[int]) -> Iterator[tuple[LoopFacts, ...]]:
    """Every loop with its enclosing loops, numbered in textual order as in the cut program."""
    for stmt in body:
        if isinstance(stmt, If):
            yield from _nests((*stmt.then, *stmt.orelse), around, count)
        elif isinstance(stmt, Loop):
            count[0] += 1
            nest = (*around, facts_of(count[0], stmt))
            yield nest
            yield from _nests(stmt.body, nest, count)


def indices(exprs: Iterable[Expr]) -> list[Expr]:
    """Indices of one-dimensional reads, without repetition; those that read arrays come last."""
    found = [
        node.indices[0]
        for expr in exprs
        for node in walk(expr)
        if isinstance(node, Element) and len(node.indices) == 1
    ]
    return sorted(dict.fromkeys(found), key=reads_cell)


def copies(body: Iterable[Stmt]) -> dict[str, set[str]]:
    """A scalar by the scalars that it is copied to or from, up to a constant: as indices, these are equal or near."""
    found: dict[str, set[str]] = {}
    for stmt in statements(body):
        match stmt:
            case Assign(target=Var(name=name), value=value) if isinstance(source := _drop_constant_step(value), Var):
                found.setdefault(name, set()).add(source.name)
                found.setdefault(source.name, set()).add(name)
            case _:
                pass
    return found


def _drop_constant_step(value: Expr) -> Expr:
    match uncast(value):
        case Binary(op="+" | "-", left=left, right=Const()):
            return uncast(left)
        case plain:
            return plain
