"""Jumps that leave or continue a loop."""

from __future__ import annotations

from collections.abc import Iterable

from veriabs.core.ctree import rewrite
from veriabs.core.statements import Break, Continue, If, Loop, Stmt


def redirect(body: Iterable[Stmt], leave: tuple[Stmt, ...], proceed: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    """Replace the `break`s and `continue`s of a loop's body; those of nested loops stay."""

    def change(stmt: Stmt) -> tuple[Stmt, ...] | None:
        match stmt:
            case Break():
                return leave
            case Continue():
                return proceed
            case Loop():
                return (stmt,)
            case _:
                return None

    return rewrite(body, change)


def continues(body: Iterable[Stmt]) -> bool:
    """Whether the body contains a `continue` of its own loop."""
    return any(_contains_own_jump(stmt, Continue) for stmt in body)


def breaks(body: Iterable[Stmt]) -> bool:
    """Whether the body contains a `break` of its own loop, as opposed to one of a nested loop."""
    return any(_contains_own_jump(stmt, Break) for stmt in body)


def exits(loop: Loop) -> bool:
    """Whether a `break` can leave the loop; a `break` of a nested loop does not count."""
    return breaks((*loop.body, *loop.update))


def _contains_own_jump(stmt: Stmt, kind: type) -> bool:
    match stmt:
        case If(then=then, orelse=orelse):
            return any(_contains_own_jump(inner, kind) for inner in (*then, *orelse))
        case _:
            return isinstance(stmt, kind)
