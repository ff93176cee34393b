"""Make candidate invariants from the assertion of an abstract program.

    while (i < n) i++;  if (c) assert(x > 0);      // candidate for the loop: c implies x > 0

The weakest precondition of the code after the last loop is a candidate for every loop. So is its version for the
elements that a counter has passed. The engine then proves or drops the candidates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from veriabs.core.ctree import conjunction, has, map_parts, names, negate, substitute, writes
from veriabs.core.expressions import Binary, Cast, Conditional, Expr, Var
from veriabs.core.statements import Assert, Assign, Havoc, If, Loop, Stmt
from veriabs.core.types import LLONG, IntType
from veriabs.invariants.bounds import Invariants, by_loop
from veriabs.invariants.scalar.subject import AssertionTask as Task

MOST_CLAUSES = 16
"""The number of clauses of the assertion that become candidates."""

_FREE = "any_"
"""The prefix of names of arbitrary values; facts about these are useless for loops."""

Clause = tuple[tuple[Expr, ...], Expr]
"""Conditions, and a fact that has to hold under them."""


def candidates(task: Task, fixed: frozenset[str]) -> Invariants:
    """The candidates of every loop; `fixed` are the scalars that determine the element in the assertion."""
    body, scalars = task.program.body, task.program.scalars
    last = max((n for n, stmt in enumerate(body) if has((stmt,), Loop)), default=-1)
    clauses = tuple(dict.fromkeys(islice(_clauses(body[last + 1 :], {}, ()), MOST_CLAUSES)))
    found: list[tuple[Loop, tuple[Expr, ...]]] = []
    for loop in task.loops:
        written = (scalars[name] for name in sorted(writes((loop,))) if not name.startswith(("kept_", "at_", _FREE)))
        counters = [Var(s.name, s.type) for s in written if isinstance(s.type, IntType) and s.type.bits > 1]
        exprs = [_implication(conditions, fact) for conditions, fact in clauses]
        for conditions, fact in clauses:
            wanted = sorted(names(fact).union(*map(names, conditions)) & fixed)
            orders = (
                Binary(op, Cast(LLONG, Var(name, scalars[name].type)), Cast(LLONG, counter))
                for name in wanted
                for counter in counters
                for op in ("<", ">")
            )
            exprs += [_implication((*conditions, order), fact) for order in orders]
        found.append((loop, tuple(dict.fromkeys(exprs))))
    return by_loop(found)


def _implication(conditions: tuple[Expr, ...], fact: Expr) -> Expr:
    return Binary("||", negate(conjunction(conditions)), fact) if conditions else fact


def _clauses(body: tuple[Stmt, ...], values: Mapping[str, Expr], conditions: tuple[Expr, ...]) -> Iterator[Clause]:
    """The conditions that the assertions of a loop-free body need, on each path; `values` are symbolic."""
    if not body:
        return
    first, rest = body[0], body[1:]
    match first:
        case Assign(target=Var(name=name, type=ctype), value=value):
            seen = _evaluate(value, values)
            seen = seen if isinstance(seen, Var) and seen.type == ctype else Cast(ctype, seen)
            yield from _clauses(rest, {**values, name: seen}, conditions)
        case Havoc(target=Var(name=name, type=ctype)):
            yield from _clauses(rest, {**values, name: Var(f"{_FREE}{name}", ctype)}, conditions)
        case If(test=test, then=then, orelse=orelse):
            seen = _evaluate(test, values)
            for branch, part in ((then, seen), (orelse, negate(seen))):
                yield from _clauses((*branch, *rest), values, conditions if _is_free(seen) else (*conditions, part))
        case Assert(test=test):
            seen = _evaluate(test, values)
            if not _is_free(seen):
                yield conditions, seen
            yield from _clauses(rest, values, conditions if _is_free(seen) else (*conditions, seen))


def _is_free(expr: Expr) -> bool:
    return any(name.startswith(_FREE) for name in names(expr))


def _evaluate(expr: Expr, values: Mapping[str, Expr]) -> Expr:
    """The expression over symbolic values, with comparisons of equal terms evaluated."""

    def simplified(part: Expr) -> Expr:
        match part:
            case Conditional(test=Binary(op="==", left=left, right=right), then=then) if left == right:
                return then
            case _:
                return part

    return map_parts(substitute(expr, dict(values)), simplified)
