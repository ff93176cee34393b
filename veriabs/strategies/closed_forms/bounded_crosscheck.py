"""The gate, a bounded cross-check of a proof that is not CBMC's own: the first iterations must violate nothing.

A run ends where a loop makes too many iterations, or where it leaves the few cells of an array whose size is an input.
Numbers that are drawn are near 0 or near the ends of their type, which is where errors show, and costs a tenth.
So nothing is proved here; but an error of the proof that shows at small sizes is found. Whether any run gets to the
assertion at all is asked as well: a gate that no run goes through is open to everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from veriabs.core.ctree import (
    Printer,
    expressions,
    map_expressions,
    names,
    nondet,
    statements,
    target_name,
    transform,
)
from veriabs.core.expressions import Binary, Const, Element, Expr, Unary, Var
from veriabs.core.program import Array, Initial, Program
from veriabs.core.queries import Query
from veriabs.core.runs import Outcome, Overflow
from veriabs.core.statements import Assert, Assign, Halt, Havoc, If, Loop, Stmt
from veriabs.core.types import INT, UNSIGNED, CType, IntType
from veriabs.core.typing_rules import type_of
from veriabs.encode.spell import declare, flat_index

ROUNDS, FEWER_ROUNDS = 3, 2
"""Iterations of every loop that a run may make, and those in a program with nested loops or many."""

MOST_LOOPS = 3
"""With more loops one after the other the solver takes seconds for three iterations each."""

CELLS = 8
"""Cells of an array whose size is symbolic; runs that read or write beyond them end there."""

HELD = "the assertion holds where no loop makes more than {rounds} iterations"
REACHED = "no run in which no loop makes more than {rounds} iterations gets to the assertion"


def gate(program: Program, assertion: Assert, overflow: Overflow) -> tuple[Query, Query]:
    """Does the assertion hold in the first iterations of every loop, and does any run get to it there?"""
    rounds = FEWER_ROUNDS if _nested(program.body) or _many(program.body) else ROUNDS
    held, reached = (_gate(program, assertion, overflow, rounds, text) for text in (HELD, REACHED))
    return held, replace(reached, purpose="run through the gate", needed=Outcome.FAILURE)


def _gate(program: Program, assertion: Assert, overflow: Overflow, rounds: int, text: str) -> Query:
    asked = text.format(rounds=rounds)
    counted = _Counted(assertion.number, rounds)
    body = map_expressions(transform(program.body, counted.change), _subtracted)
    operations: dict[str, tuple[str, str, str]] = {}
    printer = _printer(program, overflow, operations)
    printer = replace(printer, violate=_never(asked) if text is REACHED else _always(asked))
    lines = printer.lines(body)
    drawn = {s.target.type for s in statements(body) if isinstance(s, Havoc)}
    scalars = [*program.scalars.values()]
    arrays = [a for a in program.arrays.values() if a.name in _used(body)]
    arbitrary = [s for s in scalars if s.initial is Initial.NONDET]
    types = drawn | {s.type for s in arbitrary}
    context: dict[str, object] = {
        "file": program.task.path.name,
        "goal": assertion.where.line,
        "rounds": rounds,
        "reached": text is REACHED,
        "draws": sorted((t.name, _draw(t), t.bits) for t in types),
        "operations": sorted((name, *what) for name, what in operations.items()),
        "scalars": [declare(s.type, s.name) for s in scalars] + [declare(UNSIGNED, name) for name in counted.names],
        "cells": CELLS if any(_cells(array) != [_UNBOUNDED] for array in arrays) else None,
        "arrays": [declare(a.type, a.name) + "".join(f"[{size}]" for size in _cells(a)) for a in arrays],
        "arbitrary": [a.name for a in arrays if a.initial is Initial.NONDET],
        "initial": [(s.name, _draw(s.type)) for s in arbitrary],
        "body": lines,
    }
    unbounded = any(_cells(array) == [_UNBOUNDED] for array in arrays)
    return Query("gate", "closed_forms/gate", context, (asked,), rounds + 2, arrays=unbounded)


def _nested(body: Iterable[Stmt]) -> bool:
    return any(isinstance(stmt, Loop) for loop in _loops(body) for stmt in statements(loop.body))


def _many(body: Iterable[Stmt]) -> bool:
    return len(_loops(body)) > MOST_LOOPS


def _loops(body: Iterable[Stmt]) -> list[Loop]:
    return [stmt for stmt in statements(body) if isinstance(stmt, Loop)]


def _subtracted(expr: Expr) -> Expr:
    """A negation overflows like the subtraction that it is."""
    return Binary("-", Const(0, INT), expr.operand) if isinstance(expr, Unary) and expr.op == "-" else expr


def _draw(ctype: CType) -> str:
    return nondet(ctype).replace("nondet_", "any_")


@dataclass
class _Counted:
    """Counts the iterations of every loop, and ends runs that make too many; other assertions are left out."""

    number: int
    rounds: int
    names: list[str] = field(default_factory=list)

    def change(self, stmt: Stmt) -> tuple[Stmt, ...]:
        if isinstance(stmt, Assert) and stmt.number != self.number:
            return ()
        if not isinstance(stmt, Loop):
            return (stmt,)
        counter = Var(f"itno_{len(self.names) + 1}", UNSIGNED)
        self.names.append(counter.name)
        one, most = Const(1, UNSIGNED), Const(self.rounds, UNSIGNED)
        more = Assign(counter, Binary("+", counter, one), stmt.where)
        stop = If(Binary(">", counter, most), (Halt(stmt.where),), (), stmt.where)
        return Assign(counter, Const(0, UNSIGNED), stmt.where), replace(stmt, body=(more, stop, *stmt.body))


def _used(body: tuple[Stmt, ...]) -> frozenset[str]:
    parts = [names(expr) for stmt in statements(body) for expr in expressions(stmt)]
    targets = {target_name(stmt.target) for stmt in statements(body) if isinstance(stmt, Assign | Havoc)}
    return frozenset(targets).union(*parts)


def _always(asked: str) -> Callable[[Assert, str], str]:
    return lambda stmt, test: f'__CPROVER_assert({test}, "{asked}");'


def _never(asked: str) -> Callable[[Assert, str], str]:
    return lambda stmt, test: f'__CPROVER_assert(0, "{asked}");'


_OPERATIONS = {"+": "plus", "-": "minus", "*": "mult"}


def _printer(program: Program, overflow: Overflow, operations: dict[str, tuple[str, str, str]]) -> Printer:
    """Prints cells without dimensions; runs end at the first signed overflow if nothing is promised behind it."""

    def element(cell: Element, indices: tuple[str, ...]) -> str:
        array = program.arrays[cell.array]
        if _cells(array) == [_UNBOUNDED]:
            return f"{cell.array}[{flat_index(indices, _sizes(array))}]"
        return cell.array + "".join(f"[within_cells({index})]" for index in indices)

    def guarded(expr: Binary) -> str | None:
        ctype = type_of(expr, program.task.data_model)
        if expr.op not in _OPERATIONS or not isinstance(ctype, IntType) or not ctype.signed:
            return None
        name = f"within_{_OPERATIONS[expr.op]}_{ctype.name.replace(' ', '_')}"
        operations[name] = (ctype.name, expr.op, _OPERATIONS[expr.op])
        return name

    product: Callable[[Binary], str | None] = guarded if overflow is Overflow.UNDEFINED else lambda expr: None
    return Printer(
        element=element,
        havoc=lambda stmt, target: f"{target} = {_draw(stmt.target.type)}();",
        block="__CPROVER_assume(0);",
        product=product,
    )


_UNBOUNDED = "__CPROVER_constant_infinity_uint"


def _cells(array: Array) -> list[str]:
    """The sizes that the gate declares: small ones unless a large size is a constant of the program."""
    large = any(isinstance(size, Const) and size.value > CELLS for size in array.sizes)
    return [_UNBOUNDED] if large else [str(CELLS)] * len(array.sizes)


def _sizes(array: Array) -> tuple[str, ...]:
    return tuple(Printer().expr(size) for size in array.sizes)
