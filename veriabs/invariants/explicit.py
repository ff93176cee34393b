"""Scalars that a loop carries, made explicit: what an iteration would take from the one before it, it computes.

A scalar v that has the value f(i) at the head of a loop with the counter i, whenever the head is reached, may be set to
f(i) at the start of the body and behind the loop, and f(i) may stand for it in the test: no run changes. But then no
iteration takes v from another one, as if v were accelerable (docs/theory.md 1 and 6.2), for every strategy. That v is
f(i) at the head is an invariant of the loop, and has to be proved as such.
"""

from __future__ import annotations

from collections.abc import Mapping

from veriabs.core.copying import replace
from veriabs.core.ctree import breaks, names, substitute, target_name
from veriabs.core.expressions import Binary, Cast, Expr, Var
from veriabs.core.program import Program
from veriabs.core.source import Where
from veriabs.core.statements import Assign, Loop, LoopId, Stmt
from veriabs.core.types import IntType
from veriabs.invariants.bounds import Invariants, by_loop
from veriabs.loops.facts import facts_of


def equations(program: Program, forms: Mapping[LoopId, Mapping[str, Expr]]) -> dict[LoopId, tuple[Expr, ...]]:
    """The candidates `v == f(i)` about scalars that loops carry; only loops that are left at their head alone."""
    found: list[tuple[Loop, tuple[Expr, ...]]] = []
    for loop in (stmt for stmt in program.body if isinstance(stmt, Loop)):
        if loop.peeled or breaks(loop.body):
            continue
        facts = facts_of(0, loop)
        counters = {a.variable.name for a in facts.accelerable}
        exprs = [
            Binary("==", Var(name, ctype), _converted(form, ctype))
            for name, form in forms.get(loop.id, {}).items()
            if name not in counters | facts.private and names(form) & facts.written <= counters
            if isinstance(ctype := program.scalars[name].type, IntType) and ctype.bits > 1
        ]
        found.append((loop, tuple(exprs)))
    return by_loop(found)


def _converted(form: Expr, ctype: IntType) -> Expr:
    """The form in the type of the scalar; a variable of that type stays as it is, so that tests stay readable."""
    match form:
        case Cast(operand=Var(type=own) as variable) if own == ctype:
            return variable
        case _:
            return Cast(ctype, form)


def explicit(program: Program, proved: Invariants) -> Program:
    """The program with the scalars set that proved equations are about; it has the same runs."""
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
