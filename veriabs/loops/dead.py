"""Loops that do nothing the assertion can see: what they write is overwritten before anything reads it.

Such a loop is typically the property loop of another assertion. Dropping it keeps every violating run: a loop can only
delay or prevent what comes behind it.
"""

from __future__ import annotations

from typing import TypeGuard

from veriabs.core.ctree import conjuncts, expressions, has, names, reads, statements, writes
from veriabs.core.expressions import Expr, Var
from veriabs.core.statements import Assert, Assign, Halt, If, Loop, Stmt
from veriabs.loops.flatten import Segment


def without_dead_loops(segments: tuple[Segment, ...], assertion: Assert) -> tuple[Segment, ...]:
    """The segments without dead loops; the straight-line code around a dropped loop is joined."""
    for position, segment in enumerate(segments):
        if isinstance(segment, Loop) and _dead(segment, segments[position + 1 :], assertion):
            before, after = segments[position - 1], segments[position + 1]
            assert isinstance(before, tuple) and isinstance(after, tuple)
            joined = (*segments[: position - 1], (*before, *after), *segments[position + 2 :])
            return without_dead_loops(joined, assertion)
    return segments


def _dead(loop: Loop, behind: tuple[Segment, ...], assertion: Assert) -> bool:
    body = (*loop.body, *loop.update)
    if has(body, Halt) or any(isinstance(s, Assert) and s.number == assertion.number for s in statements(body)):
        return False
    return not any(_live(name, behind) for name in writes(body))


def _live(name: str, behind: tuple[Segment, ...]) -> bool:
    """May anything behind read the variable's present value?"""
    killed: set[Expr] = set()
    for segment in behind:
        if isinstance(segment, Loop):
            if name in names(segment.test) | reads((*segment.body, *segment.update)) and not killed & set(
                conjuncts(segment.test)
            ):
                return True
            continue
        for stmt in segment:
            if _overwrites(stmt, name):
                return False
            if _guarded(stmt) and stmt.test in killed:
                continue
            if _guarded(stmt) and any(_overwrites(inner, name) for inner in stmt.then):
                killed.add(stmt.test)
            if name in reads((stmt,)):
                return True
    return False


def _guarded(stmt: Stmt) -> TypeGuard[If]:
    """Is this code under a guard, which keeps its value once it is set (trap a02)?"""
    guard = isinstance(stmt, If) and isinstance(stmt.test, Var) and stmt.test.name.startswith("guard_")
    return guard and isinstance(stmt, If) and not stmt.orelse


def _overwrites(stmt: Stmt, name: str) -> bool:
    """Does the statement give the scalar a new value that does not depend on the old one?"""
    if not (isinstance(stmt, Assign) and isinstance(stmt.target, Var) and stmt.target.name == name):
        return False
    return not any(name in names(expr) for expr in expressions(stmt))
