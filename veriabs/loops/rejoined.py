"""Conditions that were taken apart for the checks in them, in one piece again once these are gone.

`if (p && p->next)` is `test = p; if (test) { assert(p is valid); test = p->next; } if (test)` where each operand has a
check of its own, and `while (a[i] && a[i] != c)` is a loop that tests nothing and breaks off twice.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain

from veriabs.core.copying import replace
from veriabs.core.ctree import (
    TRUE,
    conjunction,
    expressions,
    is_truth_value,
    map_expressions,
    map_parts,
    names,
    negate,
    rewrite,
    statements,
    walk,
)
from veriabs.core.expressions import Binary, Cast, Expr, Unary, Var
from veriabs.core.program import Program
from veriabs.core.statements import Assert, Assign, Break, If, Loop, Stmt
from veriabs.core.types import BOOL
from veriabs.core.unset import without_flags


def rejoined(program: Program) -> Program:
    """The program with such conditions in one piece, and without the flags that checks ask for; it has the same runs,
    but for truth values that nobody reads."""
    program = without_flags(program)
    loops = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    given = chain.from_iterable(names(one.fact) for loop in loops for one in loop.given if one.fact)
    truths = {scalar.name for scalar in program.scalars.values() if scalar.type == BOOL} - set(given)
    while True:
        body = _joined(program.body, truths)
        read = {name for stmt in statements(body) for expr in expressions(stmt) for name in names(expr)}
        if truths.isdisjoint(read):
            return replace(program, body=_without(body, truths))
        truths -= read


def _without(body: tuple[Stmt, ...], truths: Collection[str]) -> tuple[Stmt, ...]:
    return rewrite(body, lambda stmt: () if _is_set(stmt, truths) else None)


def _is_set(stmt: Stmt, truths: Collection[str]) -> bool:
    return isinstance(stmt, Assign) and isinstance(stmt.target, Var) and stmt.target.name in truths


def _joined(body: Sequence[Stmt], truths: Collection[str]) -> tuple[Stmt, ...]:
    """The body, where a truth value is put into the one statement behind it that asks for it."""
    done: list[Stmt] = []
    for part in body:
        stmt = _inside(part, truths)
        last = done[-1] if done else None
        if isinstance(last, Assign) and _is_set(last, truths):
            put = _further(last, stmt) or _put_in(last, stmt)
            stmt = put or stmt
            done = done[:-1] if put else done
        done.append(stmt)
    return tuple(done)


def _inside(stmt: Stmt, truths: Collection[str]) -> Stmt:
    """The statement with what is in it joined; what a loop breaks off for first is its test."""
    match stmt:
        case If(then=then, orelse=orelse):
            return replace(stmt, then=_joined(then, truths), orelse=_joined(orelse, truths))
        case Loop(body=body, kept=kept):
            tests = [] if stmt.test == TRUE else [stmt.test]
            body = _joined(body, truths)
            while not kept and body and isinstance(first := body[0], If) and _breaks_off(first):
                tests.append(_negated(first.test))
                body = body[1:]
            return replace(stmt, test=conjunction(tests), body=body)
        case _:
            return stmt


def _negated(test: Expr) -> Expr:
    return test.operand if isinstance(test, Unary) and test.op == "!" else negate(test)


def _breaks_off(stmt: If) -> bool:
    return len(stmt.then) == 1 and isinstance(stmt.then[0], Break) and not stmt.orelse


def _further(first: Assign, stmt: Stmt) -> Assign | None:
    """`t = A; if (t) t = B;` as `t = A && B;`, and `t = A; if (!t) t = B;` as `t = A || B;`. Where B reads t that is
    still read, and `rejoined` lets it alone."""
    match stmt:
        case If(test=test, then=(Assign(target=target, value=value),), orelse=()) if target == first.target:
            if test == first.target:
                return replace(first, value=Binary("&&", first.value, value))
            return replace(first, value=Binary("||", first.value, value)) if test == negate(first.target) else None
        case _:
            return None


def _put_in(first: Assign, stmt: Stmt) -> Stmt | None:
    """The statement with the truth value in place of the variable, if it asks for that once."""
    asked = [part for expr in expressions(stmt) for part in walk(expr) if part == first.target]
    if len(asked) != 1 or not isinstance(stmt, Assign | If | Assert):
        return None
    value = first.value if is_truth_value(first.value) else Cast(BOOL, first.value)

    def known(part: Expr) -> Expr:
        return value if part == first.target else part

    if isinstance(stmt, If):
        return replace(stmt, test=map_parts(stmt.test, known))
    (put,) = map_expressions((stmt,), known)
    return put
