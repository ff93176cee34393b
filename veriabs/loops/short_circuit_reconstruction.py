"""Reconstruct short-circuit conditions that were split for checks of their operands (docs/theory.md 1).

    t = p != 0; if (t) { assert(valid(p)); t = p->next != 0; } if (t) { ... }
    if (p != 0 && p->next != 0) { ... }

The lowering splits a condition whose operands have checks, and turns `while (a[i] && a[i] != c)` into a loop that tests
nothing and breaks twice. Once the checks are gone, this pass merges the parts. The result has the same runs, except for
truth values that no code reads.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain

from veriabs.core.check_flags import without_flags
from veriabs.core.components import component, unchanged
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


@component("short_circuit_reconstruction", unchanged)
def reconstruct_short_circuits(program: Program) -> Program:
    """Merge such conditions, and remove the flags that only checks read."""
    program = without_flags(program)
    loops = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    given = chain.from_iterable(names(one.fact) for loop in loops for one in loop.given if one.fact)
    truths = {scalar.name for scalar in program.scalars.values() if scalar.type == BOOL} - set(given)
    while True:
        body = _merge_conditions(program.body, truths)
        read = {name for stmt in statements(body) for expr in expressions(stmt) for name in names(expr)}
        if truths.isdisjoint(read):
            return replace(program, body=_drop_assignments(body, truths))
        truths -= read


def _drop_assignments(body: tuple[Stmt, ...], truths: Collection[str]) -> tuple[Stmt, ...]:
    return rewrite(body, lambda stmt: () if _assigns_flag(stmt, truths) else None)


def _assigns_flag(stmt: Stmt, truths: Collection[str]) -> bool:
    return isinstance(stmt, Assign) and isinstance(stmt.target, Var) and stmt.target.name in truths


def _merge_conditions(body: Sequence[Stmt], truths: Collection[str]) -> tuple[Stmt, ...]:
    """The body with each truth value substituted into the single next statement that reads it."""
    done: list[Stmt] = []
    for part in body:
        stmt = _merge_inside(part, truths)
        last = done[-1] if done else None
        if isinstance(last, Assign) and _assigns_flag(last, truths):
            put = _merge_second_test(last, stmt) or _substitute_flag(last, stmt)
            stmt = put or stmt
            done = done[:-1] if put else done
        done.append(stmt)
    return tuple(done)


def _merge_inside(stmt: Stmt, truths: Collection[str]) -> Stmt:
    """Merge conditions inside the statement; leading `break`s of a loop become its test."""
    match stmt:
        case If(then=then, orelse=orelse):
            return replace(stmt, then=_merge_conditions(then, truths), orelse=_merge_conditions(orelse, truths))
        case Loop(body=body, kept=kept):
            tests = [] if stmt.test == TRUE else [stmt.test]
            body = _merge_conditions(body, truths)
            while not kept and body and isinstance(first := body[0], If) and _is_conditional_break(first):
                tests.append(_negation(first.test))
                body = body[1:]
            return replace(stmt, test=conjunction(tests), body=body)
        case _:
            return stmt


def _negation(test: Expr) -> Expr:
    return test.operand if isinstance(test, Unary) and test.op == "!" else negate(test)


def _is_conditional_break(stmt: If) -> bool:
    return len(stmt.then) == 1 and isinstance(stmt.then[0], Break) and not stmt.orelse


def _merge_second_test(first: Assign, stmt: Stmt) -> Assign | None:
    """Merge `t = A; if (t) t = B;` into `t = A && B;`, and `t = A; if (!t) t = B;` into `t = A || B;`.

    If B reads t, the result still reads t, and the caller keeps the variable.
    """
    match stmt:
        case If(test=test, then=(Assign(target=target, value=value),), orelse=()) if target == first.target:
            if test == first.target:
                return replace(first, value=Binary("&&", first.value, value))
            return replace(first, value=Binary("||", first.value, value)) if test == negate(first.target) else None
        case _:
            return None


def _substitute_flag(first: Assign, stmt: Stmt) -> Stmt | None:
    """Substitute the truth value for its variable, if the statement reads that exactly once."""
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
