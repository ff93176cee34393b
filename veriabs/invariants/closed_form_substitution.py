"""Replace a carried scalar by its closed form f(i), so that no iteration depends on the previous one through it.

Example: `s = 3 * i;` at the start of the body of a loop with `s += 3`. Let v == f(i) be proved at the loop head. Then
no run changes if v is set to f(i) at the start of the body and after the loop, and f(i) replaces v in the test. Every
strategy can then treat v as accelerable (docs/theory.md 1 and 6.2).
"""

from __future__ import annotations

from collections.abc import Mapping

from veriabs.core.copying import replace
from veriabs.core.ctree import names, substitute, target_name
from veriabs.core.expressions import Binary, Cast, Expr, Var
from veriabs.core.loop_exits import breaks
from veriabs.core.program import Program
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Loop, LoopId, Stmt
from veriabs.core.types import IntType
from veriabs.invariants.bounds import Invariants, by_loop
from veriabs.loops.facts import facts_of


def equations(program: Program, forms: Mapping[LoopId, Mapping[str, Expr]]) -> dict[LoopId, tuple[Expr, ...]]:
    """The candidates `v == f(i)` about carried scalars of loops that end at their head only."""
    found: list[tuple[Loop, tuple[Expr, ...]]] = []
    for loop in (stmt for stmt in program.body if isinstance(stmt, Loop)):
        if loop.peeled or breaks(loop.body):
            continue
        facts = facts_of(0, loop)
        counters = {a.variable.name for a in facts.accelerable}
        exprs = [
            Binary("==", Var(name, ctype), _in_scalar_type(form, ctype))
            for name, form in forms.get(loop.id, {}).items()
            if name not in counters | facts.private and names(form) & facts.written <= counters
            if isinstance(ctype := program.scalars[name].type, IntType) and ctype.bits > 1
        ]
        found.append((loop, tuple(exprs)))
    return by_loop(found)


def _in_scalar_type(form: Expr, ctype: IntType) -> Expr:
    """The closed form in the type of the scalar; a variable that has this type stays unchanged."""
    match form:
        case Cast(operand=Var(type=own) as variable) if own == ctype:
            return variable
        case _:
            return Cast(ctype, form)


def explicit(program: Program, proved: Invariants) -> Program:
    """The program that sets the scalars of proved equations explicitly; it has the same runs."""
    return replace(program, body=tuple(new for stmt in program.body for new in _explicit(stmt, proved)))


def _explicit(stmt: Stmt, proved: Invariants) -> tuple[Stmt, ...]:
    if not isinstance(stmt, Loop) or stmt.id not in proved:
        return (stmt,)
    sets = tuple(_assignment(equation, stmt.where) for equation in proved[stmt.id])
    values = {target_name(one.target): one.value for one in sets}
    return replace(stmt, test=substitute(stmt.test, values), body=(*sets, *stmt.body)), *sets


def _assignment(equation: Expr, where: Where) -> Assign:
    assert isinstance(equation, Binary) and isinstance(equation.left, Var)
    return Assign(equation.left, equation.right, where)
