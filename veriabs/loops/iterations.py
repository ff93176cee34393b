"""Every loop of a program with what its variables hold before it, and its trip count as a number where that is known.

Reports show it; no proof uses it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from veriabs.core.ctree import statements, target_name, writes
from veriabs.core.model import (
    Assign,
    Binary,
    Cast,
    Conditional,
    Const,
    Expr,
    Initial,
    IntType,
    Loop,
    LoopFacts,
    Program,
    Stmt,
    Unary,
    Var,
    Where,
)
from veriabs.loops.affine import Affine, affine
from veriabs.loops.build import whole
from veriabs.loops.facts import facts_of

Starts = dict[str, Affine]
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": int.__lt__,
    ">": int.__gt__,
    "<=": int.__le__,
    ">=": int.__ge__,
    "==": int.__eq__,
    "!=": int.__ne__,
}


@dataclass(frozen=True, slots=True)
class Listed:
    """One loop with what its variables hold before it; `outer` is the loop that it stands in."""

    facts: LoopFacts
    starts: Starts
    outer: Where | None = None


def listed(program: Program) -> tuple[Listed, ...]:
    """Every loop of the program in textual order, a loop right before those inside it."""
    found: list[Listed] = []
    known: Starts = {s.name: Affine() for s in program.scalars.values() if s.initial is Initial.ZERO}
    for segment in whole(program):
        if isinstance(segment, LoopFacts):
            found.append(Listed(segment, dict(known)))
            found += _inner(segment.loop)
            known = _without(known, segment.written)
        else:
            known = _after(segment, known)
    return tuple(found)


def _inner(loop: Loop) -> Iterator[Listed]:
    for stmt in (*loop.body, *loop.update):
        for inner in statements((stmt,)):
            if isinstance(inner, Loop):
                yield Listed(facts_of(0, inner), {}, loop.where)


def _after(code: tuple[Stmt, ...], known: Starts) -> Starts:
    """What scalars hold behind straight-line code, as sums of constants and of scalars that are not changed since."""
    for stmt in code:
        form = affine(stmt.value, known) if isinstance(stmt, Assign) and isinstance(stmt.target, Var) else None
        known = _without(known, writes((stmt,)))
        if form is not None and isinstance(stmt, Assign) and not _mentions(form, target_name(stmt.target)):
            known[target_name(stmt.target)] = form
    return known


def _without(known: Starts, changed: frozenset[str]) -> Starts:
    kept = known.items()
    return {name: form for name, form in kept if name not in changed and not any(_mentions(form, c) for c in changed)}


def _mentions(form: Affine, name: str) -> bool:
    return any(atom == name for atom, _ in form.terms)


# ----------------------------------------------------------------------------------------------------------- trip count


def trips(one: Listed) -> int | None:
    """The trip count where it is known to be a number; the greatest possible one if the loop may end early."""
    if one.facts.trips is None:
        return None
    values = {name: form.constant for name, form in one.starts.items() if form.is_constant}
    for a in one.facts.accelerable:
        if a.variable.name in values:
            values[a.start.name] = values[a.variable.name]
    return _value(one.facts.trips, {name: v for name, v in values.items() if name not in one.facts.written})


def _value(expr: Expr, values: Mapping[str, int]) -> int | None:
    """The value of an expression over known integers in C's types, or None."""
    match expr:
        case Const(value=int() as value):
            return value
        case Var(name=name, type=IntType() as ctype):
            return None if name not in values else _wrapped(values[name], ctype)
        case Cast(type=IntType() as ctype, operand=operand):
            inner = _value(operand, values)
            return None if inner is None else _wrapped(inner, ctype)
        case Conditional(test=test, then=then, other=other):
            chosen = _value(test, values)
            return None if chosen is None else _value(then if chosen else other, values)
        case Binary(op=op, left=left, right=right):
            return _operated(op, _value(left, values), _value(right, values))
        case Unary(op="!", operand=operand):
            inner = _value(operand, values)
            return None if inner is None else int(not inner)
        case _:
            return None


def _wrapped(value: int, ctype: IntType) -> int:
    value &= (1 << ctype.bits) - 1
    return value - (1 << ctype.bits) if value > ctype.highest else value


def _operated(op: str, left: int | None, right: int | None) -> int | None:
    if left is None or right is None:
        return None
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left // right if left >= 0 and right > 0 else None
        case "&&":
            return int(bool(left) and bool(right))
        case "<" | ">" | "<=" | ">=" | "==" | "!=":
            return int(_COMPARE[op](left, right))
        case _:
            return None
