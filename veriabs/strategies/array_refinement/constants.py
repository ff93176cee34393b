"""Find scalars that are constant at each point of the unwound program: counters independent of inputs and arrays.

Tracking them is free, and without them an unwound loop could end anywhere. The choice does not affect soundness.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from veriabs.core.ctree import breaks, continues, expressions, names, statements
from veriabs.core.expressions import Expr, Var
from veriabs.core.program import Initial, Scalar
from veriabs.core.statements import Assign, Halt, Havoc, If, Loop, Stmt


def constant_scalars(body: tuple[Stmt, ...], scalars: Mapping[str, Scalar]) -> frozenset[str]:
    """The scalars with one known value at each point of the unwound program."""
    assigned = {s.target.name for s in statements(body) if isinstance(s, Assign) and isinstance(s.target, Var)}
    known = frozenset(
        name for name, scalar in scalars.items() if scalar.initial is Initial.ZERO or name in assigned
    )  # fmt: skip
    while True:
        kept = known - _unknown(body, known, certain=True)
        if kept == known:
            return known
        known = kept


def is_constant(expr: Expr, known: frozenset[str]) -> bool:
    """Has the expression a known value at each point, without arrays?"""
    return names(expr) <= known


def _unknown(body: Iterable[Stmt], known: frozenset[str], *, certain: bool) -> frozenset[str]:
    """Scalars that get an unknown value; `certain` if the body is reached on known paths only."""
    found: frozenset[str] = frozenset()
    for stmt in body:
        match stmt:
            case Assign(target=Var(name=name), value=value):
                if not certain or not is_constant(value, known):
                    found |= {name}
            case Havoc(target=Var(name=name)):
                found |= {name}
            case If(test=test, then=then, orelse=orelse):
                found |= _unknown((*then, *orelse), known, certain=certain and is_constant(test, known))
            case Loop():
                inside = certain and ends_constantly(stmt, known)
                found |= _unknown((*stmt.body, *stmt.update), known, certain=inside)
            case _:
                continue
    return found


def ends_constantly(loop: Loop, known: frozenset[str]) -> bool:
    """Is the number of the loop's iterations known?"""
    if not is_constant(loop.test, known):
        return False
    return not (breaks(loop.body) or continues(loop.body)) or all(
        is_constant(expr, known)
        for stmt in statements(loop.body)
        if isinstance(stmt, If) and _jumps(stmt)
        for expr in expressions(stmt)
    )


def _jumps(stmt: If) -> bool:
    inside = (*stmt.then, *stmt.orelse)
    return breaks(inside) or continues(inside) or any(isinstance(s, Halt) for s in inside)
