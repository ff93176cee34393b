"""Recognise loops that terminate, or access a cell outside its array, from any start (docs/theory.md 15).

    while (s[i] != 0) i++;       // i reaches the end of s at the latest, so the loop ends or has an error

The text alone decides this. Callers need no iteration count, but only that there is a last iteration.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from veriabs.core.ctree import conjuncts, names, statements, writes
from veriabs.core.expressions import Binary, Cast, Const, Expr, Var
from veriabs.core.loop_exits import continues
from veriabs.core.source import DataModel
from veriabs.core.statements import Assign, If, Loop
from veriabs.core.types import IntType
from veriabs.core.typing_rules import type_of
from veriabs.loops.full_unrolling import certain_reads

ADDRESS_BITS = 64
"""No array has 2**64 cells."""


def surely_ends(loop: Loop, data_model: DataModel) -> bool:
    """Whether the loop, with the loops in it, terminates or accesses a cell outside its array.

    Each iteration moves a scalar by one, exactly once, so that it reaches every number of its type. Some part of the
    test fails at one of these numbers, or reads an array there.
    """
    own, written = (*loop.body, *loop.update), writes((loop,))
    inside = all(surely_ends(one, data_model) for one in statements(own) if isinstance(one, Loop))
    moved = [(v, by) for v, by in _unit_steps(loop) if _number_of_writes(loop, v) == 1]
    parts = conjuncts(loop.test)
    return inside and any(
        _fails(part, v, by, written, data_model) or _reads_beyond(part, v, written) for part in parts for v, by in moved
    )


def _unit_steps(loop: Loop) -> Iterator[tuple[Var, int]]:
    """The scalars that each continued iteration changes by one, with the direction (1 or -1)."""
    for stmt in loop.update if continues(loop.body) else (*loop.body, *loop.update):
        match stmt:
            case Assign(target=Var() as v, value=Binary(op="+" | "-" as op, left=left, right=Const(1, IntType()))):
                if isinstance(v.type, IntType) and v.type.bits > 1 and _has_value_of(left, v):
                    yield v, 1 if op == "+" else -1
            case _:
                pass


def _has_value_of(expr: Expr, v: Var) -> bool:
    """Whether the expression is the scalar, or a conversion of it that loses no bit."""
    match expr:
        case Cast(type=IntType(bits=bits), operand=inner) if bits >= v.type.bits:
            return _has_value_of(inner, v)
        case _:
            return expr == v


def _number_of_writes(loop: Loop, v: Var) -> int:
    """The number of statements in the loop that write the scalar."""
    own = statements((*loop.body, *loop.update))
    return sum(1 for one in own if not isinstance(one, If | Loop) and v.name in writes((one,)))


def _fails(part: Expr, v: Var, by: int, written: Set[str], data_model: DataModel) -> bool:
    """Whether this conjunct of a test must fail for some value of the scalar.

    It compares the scalar with a loop-invariant value in a type of the same width, or with 0.
    """
    match part:
        case Binary(op="<" | ">" | "!=" as op, left=left, right=right):
            kind = type_of(Binary("+", left, right), data_model)
            alike = isinstance(kind, IntType) and kind.bits == v.type.bits
            towards = ((left, right, "<"), (right, left, ">"))
            return alike and any(
                _has_value_of(one, v) and (op == "!=" or (op == end) == (by > 0)) and not names(other) & written
                for one, other, end in towards
            )
        case _:
            return _has_value_of(part, v)


def _reads_beyond(part: Expr, v: Var, written: Set[str]) -> bool:
    """Whether this conjunct must read outside an array for some value of the scalar."""
    return any(_leaves_arrays(index, v, written) for cell in certain_reads(part) for index in cell.indices)


def _leaves_arrays(index: Expr, v: Var, written: Set[str]) -> bool:
    """Whether the index must leave every array: it is the scalar, or a loop-invariant distance from it."""
    match index:
        case Cast(type=IntType() as to, operand=inner) if to.bits >= v.type.bits and (to.signed or to == v.type):
            return _leaves_arrays(inner, v, written)
        case Binary(op="+", left=left, right=right) if v.type.bits == ADDRESS_BITS:
            sides = ((left, right), (right, left))
            return any(_has_value_of(one, v) and not names(other) & written for one, other in sides)
        case _:
            return index == v and (v.type.bits == ADDRESS_BITS or (isinstance(v.type, IntType) and v.type.signed))
