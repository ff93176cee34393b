"""Loops that do nothing the assertion can see: what they write is overwritten before anything reads it.

Such a loop is typically the property loop of another assertion. Dropping it keeps every violating run: a loop can only
delay or prevent what comes behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TypeGuard

from veriabs.core.ctree import asserts, conjuncts, expressions, has, names, reads, statements, writes
from veriabs.core.expressions import Expr, Var
from veriabs.core.statements import Assert, Assign, Halt, If, Loop, Stmt
from veriabs.loops.flatten import Segment


def without_dead_loops(
    segments: tuple[Segment, ...], assertion: Assert, guards: frozenset[str]
) -> tuple[Segment, ...]:
    """The segments without dead loops; the straight-line code around a dropped loop is joined.

    `guards` are scalars that keep their value once it is set.
    """
    behind = _Behind(guards)
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


class _Behind:
    """The statements and loops behind a place, by the scalars and arrays that they read, or else set."""

    def __init__(self, guards: frozenset[str]) -> None:
        self._guards = guards
        self._by_name: dict[str, list[Stmt]] = {}

    def add(self, stmt: Stmt) -> None:
        """Puts a statement or a loop in front of them."""
        targets = (s.target for s in statements((stmt,)) if isinstance(s, Assign))
        for name in reads((stmt,)) | {target.name for target in targets if isinstance(target, Var)}:
            self._by_name.setdefault(name, []).append(stmt)

    def about(self, name: str) -> Iterator[Stmt]:
        """Those that mention the variable, the nearest one first."""
        return reversed(self._by_name.get(name, []))

    def guarded(self, stmt: Stmt) -> TypeGuard[If]:
        """Is this code under a guard, which keeps its value once it is set (trap a02)?"""
        if not isinstance(stmt, If) or stmt.orelse:
            return False
        return isinstance(stmt.test, Var) and stmt.test.name in self._guards


def _dead(loop: Loop, behind: _Behind, assertion: Assert) -> bool:
    body = (*loop.body, *loop.update)
    if has(body, Halt) or asserts(body, assertion.number):
        return False
    return not any(_live(name, behind) for name in writes(body))


def _live(name: str, behind: _Behind) -> bool:
    """May anything behind read the variable's present value?"""
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
    """Does the statement give the scalar a new value that does not depend on the old one?"""
    if not (isinstance(stmt, Assign) and isinstance(stmt.target, Var) and stmt.target.name == name):
        return False
    return not any(name in names(expr) for expr in expressions(stmt))
