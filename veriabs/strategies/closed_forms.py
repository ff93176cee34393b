"""Closed forms: the content of every array and scalar behind a loop as a formula, and no loop is left.

What it does: each loop becomes equations over the integers for one iteration. They are solved to functions of the
number of the iteration (polynomials, sums, extremes, searches; for an array a function of the index as well), and the
assertion at an arbitrary iteration becomes a formula without loops that z3 proves.

When it applies: loops, nested ones too, whose trip count can be read off the test or that end in a `break`, over whole
numbers; recurrences that can be solved. Sizes may be symbolic; the cost does not depend on them.

Why it is sound: the solver of recurrences is not trusted. Each closed form is proved by induction: it is right in front
of the first iteration, and one symbolic iteration takes it from t to t + 1. An assumption made in a loop serves later
iterations and later code only. Every access is proved in bounds. Arithmetic wraps, or, where a proof needs it, is that
of the whole numbers up to the first signed overflow, behind which C promises nothing. As a gate against errors in all
this, CBMC looks for a violation in the first iterations of every loop, and must not find any.

Example: `for (i...) s += a[i]; for (i...) s -= a[i]; assert(s == 0)` becomes the polynomial 0, for any size.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from veriabs.closedform.check import ANSWERS
from veriabs.ctree import Printer, expressions, names, nondet, statements, target_name, transform, walk
from veriabs.encode import declare, flat_index
from veriabs.model import (
    UNSIGNED,
    Array,
    Assert,
    Assign,
    Binary,
    Block,
    Calculation,
    Claim,
    Const,
    Dialogue,
    Element,
    FloatType,
    Harness,
    Havoc,
    If,
    Initial,
    IntType,
    Known,
    Loop,
    LoopModel,
    Overflow,
    Program,
    Reason,
    ReasonKind,
    Scalar,
    Stmt,
    Var,
)
from veriabs.typing_rules import type_of
from veriabs.verdict import holds, reason_of

SECONDS = 20.0
"""What the calculation may take."""

ROUNDS = 3
"""Iterations of every loop that the gate goes through."""

CELLS = 8
"""Cells of an array whose size is symbolic; runs that read or write beyond them end there."""

ASKED = f"the assertion holds where no loop makes more than {ROUNDS} iterations"


def likely(model: LoopModel) -> bool:
    """Is there something that other strategies cannot do: nesting, an aggregate, cells made from cells?"""
    loops = [s for s in statements(model.program.body) if isinstance(s, Loop)]
    return any(isinstance(s, Loop) or _accumulates(s) for loop in loops for s in statements(loop.body))


def _accumulates(stmt: Stmt) -> bool:
    if not isinstance(stmt, Assign) or target_name(stmt.target) not in names(stmt.value):
        return False
    return isinstance(stmt.target, Element) or any(isinstance(part, Element) for part in walk(stmt.value))


def prove(model: LoopModel, known: Known) -> Dialogue:
    """A proof by closed forms, behind a gate of CBMC."""
    obstacle = _obstacle(model)
    if obstacle is not None:
        return obstacle
    relies = known.overflow is Overflow.UNDEFINED
    pieces = yield (_calculation(model, known.overflow), _gate(model, known.overflow))
    piece, gate = pieces
    if not holds(piece):
        text = f"closed forms: {piece.run.detail or 'not proved'}"
        return Reason(ReasonKind.SIDE_CONDITION, text, model.assertion.where)
    if not holds(gate):
        return reason_of(gate.harness, gate.run)
    assert isinstance(piece.harness, Calculation)
    wrapping = replace(piece, harness=replace(piece.harness, asked=(ANSWERS[False],), relies=False))
    return (wrapping if relies and holds(wrapping) else piece, gate)


def _obstacle(model: LoopModel) -> Reason | None:
    where = model.assertion.where
    if not any(isinstance(stmt, Loop) for stmt in model.program.body):
        return Reason(ReasonKind.NOT_APPLICABLE, "closed forms: there is no loop", where)
    variables: list[Scalar | Array] = [*model.program.scalars.values(), *model.program.arrays.values()]
    for variable in variables:
        if isinstance(variable.type, FloatType):
            text = f"closed forms: {variable.source} is a floating-point number"
            return Reason(ReasonKind.NOT_APPLICABLE, text, variable.where)
    return None


def _calculation(model: LoopModel, overflow: Overflow) -> Calculation:
    relies = overflow is Overflow.UNDEFINED
    return Calculation(
        purpose="closed forms",
        module="veriabs.closedform",
        payload=(replace(model.program, preprocessed=""), model.assertion.number, overflow, SECONDS),
        asked=(ANSWERS[relies],),
        claim=Claim.OVER,
        memory=True,
        relies=relies,
    )


# ----------------------------------------------------------------------------------------------------------------- gate


def _gate(model: LoopModel, overflow: Overflow) -> Harness:
    """The program cut off after some iterations of every loop."""
    program = model.program
    counted = _Counted(model.assertion.number)
    body = transform(program.body, counted.change)
    operations: dict[str, tuple[str, str, str]] = {}
    printer = _printer(program, overflow, operations)
    lines = printer.lines(body)
    drawn = {s.target.type for s in statements(body) if isinstance(s, Havoc)}
    scalars = [*program.scalars.values()]
    arrays = [a for a in program.arrays.values() if a.name in _used(body)]
    arbitrary = [s for s in scalars if s.initial is Initial.NONDET]
    types = drawn | {s.type for s in arbitrary}
    context: dict[str, object] = {
        "file": program.task.path.name,
        "goal": model.assertion.where.line,
        "rounds": ROUNDS,
        "nondets": sorted((t.name, nondet(t)) for t in types),
        "operations": sorted((name, *what) for name, what in operations.items()),
        "scalars": [declare(s.type, s.name) for s in scalars] + [declare(UNSIGNED, name) for name in counted.names],
        "cells": CELLS if any(_cells(array) != [_UNBOUNDED] for array in arrays) else None,
        "arrays": [declare(a.type, a.name) + "".join(f"[{size}]" for size in _cells(a)) for a in arrays],
        "arbitrary": [a.name for a in arrays if a.initial is Initial.NONDET],
        "initial": [(s.name, nondet(s.type)) for s in arbitrary],
        "body": lines,
    }
    unbounded = any(_cells(array) == [_UNBOUNDED] for array in arrays)
    return Harness("gate", "closed_forms", context, (ASKED,), ROUNDS + 2, arrays=unbounded)


@dataclass
class _Counted:
    """Counts the iterations of every loop, and ends runs that make too many; other assertions are left out."""

    number: int
    names: list[str] = field(default_factory=list)

    def change(self, stmt: Stmt) -> tuple[Stmt, ...]:
        if isinstance(stmt, Assert) and stmt.number != self.number:
            return ()
        if not isinstance(stmt, Loop):
            return (stmt,)
        counter = Var(f"itno_{len(self.names) + 1}", UNSIGNED)
        self.names.append(counter.name)
        one, most = Const(1, UNSIGNED), Const(ROUNDS, UNSIGNED)
        more = Assign(counter, Binary("+", counter, one), stmt.where)
        stop = If(Binary(">", counter, most), (Block(stmt.where),), (), stmt.where)
        return Assign(counter, Const(0, UNSIGNED), stmt.where), replace(stmt, body=(more, stop, *stmt.body))


def _used(body: tuple[Stmt, ...]) -> frozenset[str]:
    parts = [names(expr) for stmt in statements(body) for expr in expressions(stmt)]
    targets = {target_name(stmt.target) for stmt in statements(body) if isinstance(stmt, Assign | Havoc)}
    return frozenset(targets).union(*parts)


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

    def violate(stmt: Assert, test: str) -> str:
        return f'__CPROVER_assert({test}, "{ASKED}");'

    product: Callable[[Binary], str | None] = guarded if overflow is Overflow.UNDEFINED else lambda expr: None
    return Printer(
        element=element,
        havoc=lambda stmt, target: f"{target} = {nondet(stmt.target.type)}();",
        block="__CPROVER_assume(0);",
        violate=violate,
        product=product,
    )


_UNBOUNDED = "__CPROVER_constant_infinity_uint"


def _cells(array: Array) -> list[str]:
    """The sizes that the gate declares: small ones unless a large size is a constant of the program."""
    large = any(isinstance(size, Const) and size.value > CELLS for size in array.sizes)
    return [_UNBOUNDED] if large else [str(CELLS)] * len(array.sizes)


def _sizes(array: Array) -> tuple[str, ...]:
    return tuple(Printer().expr(size) for size in array.sizes)
