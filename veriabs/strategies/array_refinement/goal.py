"""Make candidate invariants from the assertion of an abstract program.

The weakest precondition of the code after the last loop is a candidate for every loop. So is its version for the
elements that a counter has passed. The engine then proves or drops the candidates.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctree import conjunction, has, map_parts, names, negate, substitute, writes
from veriabs.core.expressions import Binary, Cast, Conditional, Expr, Var
from veriabs.core.program import Scalar
from veriabs.core.statements import Assert, Assign, Halt, Havoc, If, Loop, Stmt
from veriabs.core.types import LLONG, IntType
from veriabs.invariants.bounds import Invariants, by_loop
from veriabs.invariants.scalar.subject import Subject as Task

MOST_PATHS = 16
_FREE = "any_"
"""The prefix of names of arbitrary values; facts about these are useless for loops."""


class Clause(Struct, frozen=True):
    """A fact that has to hold at the end, under conditions."""

    conditions: tuple[Expr, ...]
    fact: Expr

    def under(self, *more: Expr) -> Expr:
        conditions = (*self.conditions, *more)
        return Binary("||", negate(conjunction(conditions)), self.fact) if conditions else self.fact


def suggested(task: Task, fixed: frozenset[str]) -> Invariants:
    """The candidates of every loop; `fixed` are the scalars that determine the element in the assertion."""
    clauses = _clauses(_tail(task.program.body))
    found: list[tuple[Loop, tuple[Expr, ...]]] = []
    for loop in task.loops:
        counters = _counters(loop, task.program.scalars)
        exprs = [clause.under() for clause in clauses]
        for clause in clauses:
            wanted = [Var(n, task.program.scalars[n].type) for n in sorted(_mentioned(clause) & fixed)]
            exprs += [clause.under(_order(one, op, two)) for one in wanted for two in counters for op in ("<", ">")]
        found.append((loop, tuple(dict.fromkeys(exprs))))
    return by_loop(found)


def _mentioned(clause: Clause) -> frozenset[str]:
    return names(clause.fact).union(*(names(condition) for condition in clause.conditions))


def _counters(loop: Loop, scalars: Mapping[str, Scalar]) -> list[Var]:
    """The integer scalars that the loop writes, except elements of arrays and arbitrary values."""
    found = (scalars[name] for name in sorted(writes((loop,))) if not name.startswith(("kept_", "at_", _FREE)))
    return [Var(s.name, s.type) for s in found if isinstance(s.type, IntType) and s.type.bits > 1]


def _order(left: Expr, op: str, right: Expr) -> Expr:
    return Binary(op, Cast(LLONG, left), Cast(LLONG, right))


# ------------------------------------------------------------------------------------------------------------- the end


def _tail(body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    """The statements after the last loop."""
    last = max((n for n, stmt in enumerate(body) if has((stmt,), Loop)), default=-1)
    return body[last + 1 :]


class _Path(Struct, frozen=True):
    """A path through loop-free code: its conditions, and the symbolic values of the variables."""

    conditions: tuple[Expr, ...] = ()
    values: tuple[tuple[str, Expr], ...] = ()

    def evaluated(self, expr: Expr) -> Expr:
        return _folded(substitute(expr, dict(self.values)))

    def assigned(self, name: str, value: Expr) -> _Path:
        return replace(self, values=(*((n, v) for n, v in self.values if n != name), (name, value)))

    def under(self, test: Expr) -> _Path:
        free = any(name.startswith(_FREE) for name in names(test))
        return self if free else replace(self, conditions=(*self.conditions, test))


def _clauses(tail: Iterable[Stmt]) -> tuple[Clause, ...]:
    """The conditions that the assertions of a loop-free body need, one clause for each path."""
    found: list[Clause] = []
    _walk(tuple(tail), [_Path()], found)
    return tuple(dict.fromkeys(found))


def _walk(body: tuple[Stmt, ...], paths: list[_Path], found: list[Clause]) -> list[_Path]:
    for stmt in body:
        paths = [after for path in paths for after in _step(stmt, path, found)][:MOST_PATHS]
    return paths


def _step(stmt: Stmt, path: _Path, found: list[Clause]) -> list[_Path]:
    match stmt:
        case Assign(target=Var(name=name, type=ctype), value=value):
            seen = path.evaluated(value)
            return [path.assigned(name, seen if isinstance(seen, Var) and seen.type == ctype else Cast(ctype, seen))]
        case Havoc(target=Var(name=name, type=ctype)):
            return [path.assigned(name, Var(f"{_FREE}{name}", ctype))]
        case If(test=test, then=then, orelse=orelse):
            seen = path.evaluated(test)
            return [*_walk(then, [path.under(seen)], found), *_walk(orelse, [path.under(negate(seen))], found)]
        case Assert(test=test):
            seen = path.evaluated(test)
            if not any(name.startswith(_FREE) for name in names(seen)):
                found.append(Clause(path.conditions, seen))
            return [path.under(seen)]
        case Halt():
            return []
        case _:
            return []


def _folded(expr: Expr) -> Expr:
    """The expression with comparisons of equal terms evaluated."""

    def simplified(part: Expr) -> Expr:
        match part:
            case Conditional(test=Binary(op="==", left=left, right=right), then=then) if left == right:
                return then
            case _:
                return part

    return map_parts(expr, simplified)
