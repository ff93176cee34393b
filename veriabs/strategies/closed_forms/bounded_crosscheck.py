"""Build the bounded cross-check: after a proof without CBMC, CBMC checks the first iterations of every loop.

A run ends if a loop makes too many iterations, or if it leaves the few cells of an array whose size is an input. Inputs
are near 0 or near the ends of their type, where errors show; that costs a tenth. The check proves nothing, but it finds
errors of a proof that show at small sizes. A second query asks whether any run reaches the assertion, since otherwise
the check would be empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from itertools import count
from math import isqrt

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.ctext import literal, nondet
from veriabs.core.ctree import (
    FALSE,
    expressions,
    map_expressions,
    map_parts,
    mentions,
    statements,
    target_name,
    transform,
    walk,
)
from veriabs.core.expressions import Apply, Binary, Cast, Const, Element, Expr, Unary, Var
from veriabs.core.operators import COMPARISONS
from veriabs.core.program import Array, Initial, Program, Scalar
from veriabs.core.queries import Query
from veriabs.core.runs import Outcome, Overflow
from veriabs.core.source import Where
from veriabs.core.statements import Assert, Assign, Check, CheckId, CheckKind, Halt, Havoc, If, Loop, Stmt
from veriabs.core.types import INT, LLONG, UNSIGNED, CType, IntType
from veriabs.core.typing_rules import type_of
from veriabs.encode.emit import PRINTER, frame
from veriabs.encode.spell import declare, flat_cell
from veriabs.invariants.scalar.sizes import factors_of

ROUNDS, FEWER_ROUNDS = 3, 2
"""The number of iterations of every loop, and that for programs with nested or many loops."""

MOST_LOOPS = 3
"""With more successive loops the solver needs seconds for three iterations each."""

CELLS = 8
"""The number of cells of an array with symbolic size; runs that access others end there."""

FEW_TIMES = 8
"""The largest factor of large numbers; it exceeds the number of iterations."""

HELD = "the assertion holds where no loop makes more than {rounds} iterations"
REACHED = "no run in which no loop makes more than {rounds} iterations gets to the assertion"


def crosscheck(program: Program, assertion: Assert, overflow: Overflow) -> tuple[Query, Query]:
    """Does the assertion hold in the first iterations of every loop, and does any run reach it there?"""
    rounds = FEWER_ROUNDS if _nested(program.body) or _has_many_loops(program.body) else ROUNDS
    held, reached = (_query(program, assertion, overflow, rounds, text) for text in (HELD, REACHED))
    return held, replace(
        reached, purpose="run that reaches the assertion of the bounded cross-check", needed=Outcome.FAILURE
    )


def _query(program: Program, assertion: Assert, overflow: Overflow, rounds: int, text: str) -> Query:
    asked = text.format(rounds=rounds)
    counted = _IterationCounter(assertion.number, rounds, asked, reached=text is REACHED)
    guarded = _BoundsGuard(program, overflow)
    body = map_expressions(transform(program.body, counted.change), guarded.change)
    input_types = {s.target.type for s in statements(body) if isinstance(s, Havoc)}
    used = mentions(body)
    arrays = [a for a in program.arrays.values() if a.name in used]
    arbitrary = [s for s in program.scalars.values() if s.initial is Initial.NONDET]
    printer = replace(PRINTER, havoc=lambda stmt, target: f"{target} = {_input_function(stmt.target.type)}();")
    context: dict[str, object] = {
        **frame(body, program.scalars.values(), arrays, printer=printer),
        "file": program.task.path.name,
        "goal": assertion.where.line,
        "rounds": rounds,
        "reached": text is REACHED,
        "draws": sorted({(t.name, _input_function(t), t.bits) for t in input_types | {s.type for s in arbitrary}}),
        "operations": [
            (name, ctype.name, op, _OPERATIONS[op], factors(ctype, op))
            for name, (ctype, op) in sorted(guarded.operations.items())
        ],
        "counters": [declare(UNSIGNED, name) for name in counted.names],
        "cells": CELLS if any(_cells(array) != [_UNBOUNDED] for array in arrays) else None,
        "arrays": [declare(a.type, a.name) + "".join(f"[{size}]" for size in _cells(a)) for a in arrays],
        "initial": [(s.name, _input_function(s.type)) for s in arbitrary],
    }
    unbounded = any(_cells(array) == [_UNBOUNDED] for array in arrays)
    return Query(
        "bounded cross-check", "closed_forms/bounded_crosscheck", context, (asked,), rounds + 2, arrays=unbounded
    )


def _nested(body: Iterable[Stmt]) -> bool:
    return any(isinstance(stmt, Loop) for loop in _loops(body) for stmt in statements(loop.body))


def _has_many_loops(body: Iterable[Stmt]) -> bool:
    return len(_loops(body)) > MOST_LOOPS


def _loops(body: Iterable[Stmt]) -> list[Loop]:
    return [stmt for stmt in statements(body) if isinstance(stmt, Loop)]


def _input_function(ctype: CType) -> str:
    return nondet(ctype).replace("nondet_", "any_")


class _IterationCounter(Struct):
    """Counts the iterations of every loop, and ends runs that make more than `rounds`; other assertions are dropped.

    The assertion is the one of this `number`; it is checked, or with `reached` its reachability. `asked` is the
    question in words.
    """

    number: int
    rounds: int
    asked: str
    reached: bool
    names: list[str] = field(default_factory=list)

    def change(self, stmt: Stmt) -> tuple[Stmt, ...]:
        where = stmt.where
        match stmt:
            case Assert(number=number, test=test):
                shown = Check(FALSE if self.reached else test, self.asked, CheckId(CheckKind.GOAL), where)
                return (shown,) if number == self.number else ()
            case Loop(body=body):
                counter = Var(f"itno_{len(self.names) + 1}", UNSIGNED)
                self.names.append(counter.name)
                one, most = Const(1, UNSIGNED), Const(self.rounds, UNSIGNED)
                more = Assign(counter, Binary("+", counter, one), where)
                stop = If(Binary(">", counter, most), (Halt(where),), (), where)
                return Assign(counter, Const(0, UNSIGNED), where), replace(stmt, body=(more, stop, *body))
            case _:
                return (stmt,)


_OPERATIONS = {"+": "plus", "-": "minus", "*": "mult"}


class _BoundsGuard(Struct, frozen=True):
    """Ends runs that leave the declared cells, and runs with an undefined signed overflow.

    `operations` are the guarded operations by function: type and operator.
    """

    program: Program
    overflow: Overflow
    operations: dict[str, tuple[IntType, str]] = field(default_factory=dict)

    def change(self, part: Expr) -> Expr:
        match part:
            case Element(array=name, indices=indices):
                array = self.program.arrays[name]
                if _cells(array) == [_UNBOUNDED]:
                    return flat_cell(array, part)
                return replace(part, indices=tuple(Apply("within_cells", (index,), LLONG) for index in indices))
            case Unary(op="-", operand=operand):  # it overflows as the equivalent subtraction does
                return self.change(Binary("-", Const(0, INT), operand))
            case Binary(op=op, left=left, right=right) if op in _OPERATIONS and self.overflow is Overflow.UNDEFINED:
                ctype = type_of(part, self.program.task.data_model)
                if not isinstance(ctype, IntType) or not ctype.signed:
                    return part
                name = f"within_{_OPERATIONS[op]}_{ctype.name.replace(' ', '_')}"
                self.operations[name] = (ctype, op)
                return Apply(name, (left, right), ctype)
            case _:
                return part


def factors(ctype: IntType, operator: str) -> list[tuple[str, str]]:
    """The largest factors whose product is in range: equal ones, or a small and a large one; only for products."""
    if operator != "*":
        return []
    root, few = isqrt(ctype.highest), [(one, ctype.highest // one) for one in (FEW_TIMES, 1)]
    pairs = [(root, root), *few, *((other, one) for one, other in few)]
    return [(literal(Const(one, ctype)), literal(Const(other, ctype))) for one, other in pairs]


_UNBOUNDED = "__CPROVER_constant_infinity_uint"


def _cells(array: Array) -> list[str]:
    """The declared sizes: small ones, unless a large size is a constant of the program."""
    large = any(isinstance(size, Const) and size.value > CELLS for size in array.sizes)
    return [_UNBOUNDED] if large else [str(CELLS)] * len(array.sizes)


LEAST_SIZE = 4
"""Smaller sizes stay constants: a bounded run covers loops with so few iterations anyway."""

MAX_FACTOR, MAX_DIFFERENCE = 8, 2
"""A constant derives from a size if it is a small multiple of it, or near one (`2 * (N - 1)` is folded)."""


class _DerivedConstant(Struct, frozen=True):
    """A constant as `times * size + more`; or as the product of two sizes, such as rows and columns."""

    sizes: tuple[int, ...]
    times: int
    more: int


def with_inputs(program: Program) -> Program:
    """The program with its large sizes as inputs up to these sizes; the same program if it has none.

        int a[100000]; for (i = 0; i < 100000; i++) ...
        int n = any; assume(n <= 100000); int a[n]; for (i = 0; i < n; i++) ...

    A bounded run of the first program never sees the code after the loop; one of the second does. A violation at
    another size need not exist in the given program, so it only makes the proof uncertain.
    """
    derived = _derived_constants(program)
    if not derived:
        return program
    taken = program.scalars.keys() | program.arrays.keys()
    names = (name for n in count(1) if (name := f"size_{n}") not in taken)
    inputs = {size: Var(next(names), INT) for size in sorted({size for one in derived.values() for size in one.sizes})}
    where = Where(program.task.path.name, 1)
    added = {var.name: Scalar(var.name, INT, Initial.NONDET, var.name, where) for var in inputs.values()}

    def change(expr: Expr) -> Expr:
        if not isinstance(expr, Const) or not isinstance(expr.type, IntType) or expr.value not in derived:
            return expr
        return _size_expression(derived[int(expr.value)], inputs, expr.type)

    arrays = {
        name: replace(array, sizes=tuple(map_parts(size, change) for size in array.sizes))
        for name, array in program.arrays.items()
    }
    limits = tuple(_limited(size, var, derived, where) for size, var in inputs.items())
    body = (*limits, *map_expressions(program.body, change))
    return replace(program, scalars={**program.scalars, **added}, arrays=arrays, body=body)


def _size_expression(constant: _DerivedConstant, inputs: Mapping[int, Var], ctype: IntType) -> Expr:
    variables = (inputs[size] for size in constant.sizes)
    factors: list[Expr] = [var if ctype == INT else Cast(ctype, var) for var in variables]
    expr: Expr = reduce(lambda one, two: Binary("*", one, two), factors)
    if constant.times != 1:
        expr = Binary("*", Const(constant.times, ctype), expr)
    if constant.more:
        expr = Binary("+" if constant.more > 0 else "-", expr, Const(abs(constant.more), ctype))
    return expr


def _limited(size: int, var: Var, derived: Mapping[int, _DerivedConstant], where: Where) -> Stmt:
    """End runs with a size above the program's, or so small that a derived constant is negative."""
    least = max(1, *(-one.more for one in derived.values() if size in one.sizes))
    outside = (Binary("<", var, Const(least, INT)), Binary(">", var, Const(size, INT)))
    return If(Binary("||", *outside), (Halt(where),), (), where)


def _derived_constants(program: Program) -> dict[int, _DerivedConstant]:
    """The expression of each constant that derives from a size."""
    limits, sized = _limits(program.body), _constants(size for a in program.arrays.values() for size in a.sizes)
    constants = sized | _constants(expr for stmt in statements(program.body) for expr in _used_expressions(stmt))
    found: dict[int, _DerivedConstant] = {}
    inputs: list[int] = []
    for size in sorted(limits | sized):
        if size in found or not LEAST_SIZE <= size <= INT.highest:
            continue
        factors = factors_of(size, inputs)
        if not factors:
            factors = (size,)
            inputs.append(size)
        for value in constants - found.keys():
            times = round(value / size)
            more = value - times * size
            if 1 <= times <= MAX_FACTOR and abs(more) <= min(MAX_DIFFERENCE, size // 8):
                found[value] = _DerivedConstant(factors, times, more)
    return found


def _limits(body: Iterable[Stmt]) -> set[int]:
    """Constants in the tests of loops, or assigned to variables in these tests."""
    tests = [node for stmt in statements(body) if isinstance(stmt, Loop) for node in walk(stmt.test)]
    compared = [node for node in tests if isinstance(node, Binary) and node.op in COMPARISONS]
    sides = [side for node in compared for side in (node.left, node.right)]
    variables = {side.name for side in sides if isinstance(side, Var)}
    set_to = [s.value for s in statements(body) if isinstance(s, Assign) and target_name(s.target) in variables]
    return _constants(side for side in (*sides, *set_to) if isinstance(side, Const))


def _constants(exprs: Iterable[Expr]) -> set[int]:
    """The integer constants in expressions."""
    nodes = (node for expr in exprs for node in walk(expr))
    return {int(node.value) for node in nodes if isinstance(node, Const) and isinstance(node.type, IntType)}


def _used_expressions(stmt: Stmt) -> tuple[Expr, ...]:
    target = (stmt.target,) if isinstance(stmt, Assign | Havoc) else ()
    return (*expressions(stmt), *target)
