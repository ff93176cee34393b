"""Drop dead loops: later code overwrites their results before anything reads them (docs/theory.md 6.6).

    for (i = 0; i < n; i++) bad |= a[i] < 0;   for (i = 0; i < m; i++) s += b[i];   assert(s >= 0);
    for (i = 0; i < m; i++) s += b[i];   assert(s >= 0);

A dead loop is typically the property loop of another assertion. Every violating run is kept, because a loop can only
delay or prevent the code after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TypeGuard

from veriabs.core.components import component, unchanged
from veriabs.core.ctree import asserts, conjuncts, expressions, has, names, reads, statements, writes
from veriabs.core.expressions import Expr, Var
from veriabs.core.statements import Assert, Assign, Halt, If, Loop, Stmt
from veriabs.loops.flatten import Segment


@component("dead_loop_elimination", unchanged)
def without_dead_loops(
    segments: tuple[Segment, ...], assertion: Assert, guards: frozenset[str]
) -> tuple[Segment, ...]:
    """Drop dead loops and join the straight-line code around each.

    `guards` are scalars that keep their value once set.
    """
    behind = _LaterCode(guards)
    kept: list[Loop | list[tuple[Stmt, ...]]] = []
    for segment in reversed(segments):
        if isinstance(segment, Loop):
            if not _dead(segment, behind, assertion):
                behind.add(segment)
                kept.append(segment)
            continue
        for stmt in reversed(segment):
            behind.add(stmt)
        if kept and isinstance(kept[-1], list):
            kept[-1].append(segment)
        else:
            kept.append([segment])
    return tuple(part if isinstance(part, Loop) else tuple(chain(*reversed(part))) for part in reversed(kept))


class _LaterCode:
    """The statements and loops after a place, indexed by the scalars and arrays that they mention."""

    def __init__(self, guards: frozenset[str]) -> None:
        self._guards = guards
        self._by_name: dict[str, list[Stmt]] = {}

    def add(self, stmt: Stmt) -> None:
        """Add a statement or loop at the front."""
        targets = (s.target for s in statements((stmt,)) if isinstance(s, Assign))
        for name in reads((stmt,)) | {target.name for target in targets if isinstance(target, Var)}:
            self._by_name.setdefault(name, []).append(stmt)

    def about(self, name: str) -> Iterator[Stmt]:
        """The statements that mention the variable, nearest first."""
        return reversed(self._by_name.get(name, []))

    def guarded(self, stmt: Stmt) -> TypeGuard[If]:
        """Whether this code is under a guard, which keeps its value once set (trap a02)."""
        if not isinstance(stmt, If) or stmt.orelse:
            return False
        return isinstance(stmt.test, Var) and stmt.test.name in self._guards


def _dead(loop: Loop, behind: _LaterCode, assertion: Assert) -> bool:
    body = (*loop.body, *loop.update)
    if has(body, Halt) or asserts(body, assertion.number):
        return False
    return not any(_is_live(name, behind) for name in writes(body))


def _is_live(name: str, behind: _LaterCode) -> bool:
    """Whether any code after this place may read the variable's present value."""
    killed: set[Expr] = set()
    for stmt in behind.about(name):
        if isinstance(stmt, Loop):
            if name in reads((stmt,)) and not killed & set(conjuncts(stmt.test)):
                return True
            continue
        if _overwrites(stmt, name):
            return False
        if behind.guarded(stmt) and stmt.test in killed:
            continue
        if behind.guarded(stmt) and any(_overwrites(inner, name) for inner in stmt.then):
            killed.add(stmt.test)
        if name in reads((stmt,)):
            return True
    return False


def _overwrites(stmt: Stmt, name: str) -> bool:
    """Whether the statement gives the scalar a new value that is independent of the old one."""
    if not (isinstance(stmt, Assign) and isinstance(stmt.target, Var) and stmt.target.name == name):
        return False
    return not any(name in names(expr) for expr in expressions(stmt))
