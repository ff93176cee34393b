"""Generalise large constant sizes to inputs, for the bounded cross-check; the given program is one instance.

    int a[100000]; for (i = 0; i < 100000; i++) ...
    int n = any; assume(n <= 100000); int a[n]; for (i = 0; i < n; i++) ...

A bounded run of the first program never sees the code after the loop; one of the second does. A violation at another
size need not exist in the given program, so it only makes the proof uncertain.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from itertools import count

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctree import expressions, map_expressions, map_parts, statements, target_name, walk
from veriabs.core.expressions import Binary, Cast, Const, Expr, Var
from veriabs.core.operators import COMPARISONS
from veriabs.core.program import Initial, Program, Scalar
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Halt, Havoc, If, Loop, Stmt
from veriabs.core.types import INT, IntType
from veriabs.invariants.scalar.sizes import factors_of

LEAST = 4
"""A bounded run covers loops with fewer iterations anyway."""

MAX_FACTOR, MAX_DIFFERENCE = 8, 2
"""A constant derives from a size if it is a small multiple of it, or near one (`2 * (N - 1)` is folded)."""


class _Made(Struct, frozen=True):
    """A constant as `times * size + more`; or as the product of two sizes, such as rows and columns."""

    sizes: tuple[int, ...]
    times: int
    more: int


def with_inputs(program: Program) -> Program:
    """The program with its large sizes as inputs up to these sizes; the same program if it has none."""
    made = _derived_constants(program)
    if not made:
        return program
    taken = program.scalars.keys() | program.arrays.keys()
    names = (name for n in count(1) if (name := f"size_{n}") not in taken)
    inputs = {size: Var(next(names), INT) for size in sorted({size for one in made.values() for size in one.sizes})}
    where = Where(program.task.path.name, 1)
    added = {var.name: Scalar(var.name, INT, Initial.NONDET, var.name, where) for var in inputs.values()}

    def change(expr: Expr) -> Expr:
        if not isinstance(expr, Const) or not isinstance(expr.type, IntType) or expr.value not in made:
            return expr
        return _size_expression(made[int(expr.value)], inputs, expr.type)

    arrays = {
        name: replace(array, sizes=tuple(map_parts(size, change) for size in array.sizes))
        for name, array in program.arrays.items()
    }
    limits = tuple(_limited(size, var, made, where) for size, var in inputs.items())
    body = (*limits, *map_expressions(program.body, change))
    return replace(program, scalars={**program.scalars, **added}, arrays=arrays, body=body)


def _size_expression(made: _Made, inputs: Mapping[int, Var], ctype: IntType) -> Expr:
    factors: list[Expr] = [var if ctype == INT else Cast(ctype, var) for var in (inputs[size] for size in made.sizes)]
    expr: Expr = reduce(lambda one, two: Binary("*", one, two), factors)
    if made.times != 1:
        expr = Binary("*", Const(made.times, ctype), expr)
    if made.more:
        expr = Binary("+" if made.more > 0 else "-", expr, Const(abs(made.more), ctype))
    return expr


def _limited(size: int, var: Var, made: Mapping[int, _Made], where: Where) -> Stmt:
    """End runs with a size above the program's, or so small that a derived constant is negative."""
    least = max(1, *(-one.more for one in made.values() if size in one.sizes))
    outside = (Binary("<", var, Const(least, INT)), Binary(">", var, Const(size, INT)))
    return If(Binary("||", *outside), (Halt(where),), (), where)


def _derived_constants(program: Program) -> dict[int, _Made]:
    """The expression of each constant that derives from a size."""
    limits, sized = _limits(program.body), _constants(size for a in program.arrays.values() for size in a.sizes)
    constants = sized | _constants(expr for stmt in statements(program.body) for expr in _used_expressions(stmt))
    found: dict[int, _Made] = {}
    inputs: list[int] = []
    for size in sorted(limits | sized):
        if size in found or not LEAST <= size <= INT.highest:
            continue
        factors = factors_of(size, inputs)
        if not factors:
            factors = (size,)
            inputs.append(size)
        for value in constants - found.keys():
            times = round(value / size)
            more = value - times * size
            if 1 <= times <= MAX_FACTOR and abs(more) <= min(MAX_DIFFERENCE, size // 8):
                found[value] = _Made(factors, times, more)
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
