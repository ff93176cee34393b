"""Compute trip counts from the counted part of a test, or from a sentinel cell (docs/theory.md 1, 2.6).

    for (i = 2; i < n && a[i]; i++)          counted part i < n: n - 2 iterations if nothing ends it before
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from veriabs.core.components import component, none
from veriabs.core.ctree import FALSE, conjuncts, integer, names, statements, substitute, uncast, walk
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Element, Expr, Unary, Var
from veriabs.core.loop_exits import exits
from veriabs.core.loop_model import Accelerable, LoopFacts
from veriabs.core.operators import COMPARE, MIRRORED, OPPOSITE
from veriabs.core.program import Array, Initial, Program
from veriabs.core.statements import NO_LOOP, Assign, If, Loop, LoopId
from veriabs.core.types import ULLONG, IntType
from veriabs.loops.accelerate import constant_step

SentinelWrites = Mapping[str, tuple[tuple[Expr, Expr], ...]]
"""Indices and values that straight-line code writes to an array, by array, latest first; a search may end there."""

Sentinels = Mapping[LoopId, SentinelWrites]
"""The writes before each loop; `NO_LOOP` has those before the end of the program."""


def trip_count(loop: Loop, accelerable: Iterable[Accelerable], written: frozenset[str]) -> tuple[Expr | None, bool]:
    """The trip count by the counted part of the test, and whether nothing else can end the loop.

    For `for (i = 0; i < n && a[i]; i++)` it is n, and False.
    """
    by_name = {a.variable.name: a for a in accelerable}
    counted: list[Expr] = []
    counting: list[Expr] = []
    exact = not exits(loop)
    for part in conjuncts(loop.test):
        trips = _conjunct_trips(part, by_name, written)
        if trips is not None:
            counted.append(trips)
            counting.append(part)
        elif names(part) & written:
            exact = False
        else:
            counting.append(part)
    if not counted:
        return None, False
    least = counted[0]
    for other in counted[1:]:
        least = Conditional(Binary("<", other, least), other, least)
    enters: Expr | None = None
    starts: dict[str, Expr] = {name: a.start for name, a in by_name.items()}
    for part in counting:
        test = substitute(part, starts)
        enters = test if enters is None else Binary("&&", enters, test)
    assert enters is not None
    return Conditional(enters, least, Const(0, ULLONG)), exact


def is_counted(part: Expr, accelerable: Mapping[str, Accelerable], written: frozenset[str]) -> bool:
    """Whether the trip count is computed from this conjunct of a loop's test."""
    return _conjunct_trips(part, accelerable, written) is not None or not names(part) & written


def _conjunct_trips(part: Expr, accelerable: Mapping[str, Accelerable], written: frozenset[str]) -> Expr | None:
    """The trip count of one conjunct `counter op bound` that holds at the start.

    A side may add a constant to a counter, and the bound may be a counter as well.
    """
    for left, op, right in comparisons_of(part):
        counter, bound = accelerable.get(_counter_name(left)), accelerable.get(_counter_name(right))
        if counter is not None and (bound is not None or not names(right) & written):
            step, moves = constant_step(counter), 0 if bound is None else constant_step(bound)
            first, last = (substitute(one, _start(c)) for one, c in ((left, counter), (right, bound)))
            return None if step is None or moves is None else _count(step - moves, first, op, last)
    return None


def _start(counter: Accelerable | None) -> dict[str, Expr]:
    return {} if counter is None else {counter.variable.name: counter.start}


def _count(step: int, first: Expr, op: str, right: Expr) -> Expr | None:
    """How often the comparison holds of a value that grows by `step` compared with the other one."""
    up, size = step > 0, abs(step)
    if not step or op not in (("<", "<=", "!=") if up else (">", ">=", "!=")) or (op == "!=" and size != 1):
        return None
    low, high = (first, right) if up else (right, first)
    distance: Expr = Binary("-", Cast(ULLONG, high), Cast(ULLONG, low))
    if op in ("<=", ">="):
        return Binary("+", _divide(distance, size), Const(1, ULLONG))
    if size == 1:
        return distance
    return Binary("+", _divide(Binary("-", distance, Const(1, ULLONG)), size), Const(1, ULLONG))


def _counter_name(expr: Expr) -> str:
    """The variable of `v`, `v + c` or `v - c`; empty for any other expression."""
    match expr:
        case Var(name=name) | Binary(op="+" | "-", left=Var(name=name), right=Const()):
            return name
        case _:
            return ""


def _divide(expr: Expr, size: int) -> Expr:
    return expr if size == 1 else Binary("/", expr, Const(size, ULLONG))


def comparisons_of(part: Expr) -> list[tuple[Expr, str, Expr]]:
    """A test as comparisons `left op right`, in both directions."""
    match part:
        case Var():
            return [(part, "!=", FALSE)]
        case Unary(op="!", operand=Binary(op=op, left=left, right=right)) if op in OPPOSITE:
            return comparisons_of(Binary(OPPOSITE[op], left, right))
        case Binary(op=op, left=left, right=right) if op in MIRRORED:
            return [(left, op, right), (right, MIRRORED[op], left)]
        case _:
            return []


def sentinel_cells(program: Program) -> dict[LoopId, SentinelWrites]:
    """Cells that straight-line code writes before each loop, and last cells of searched arrays that start as zeros.

    Only one-dimensional arrays and code outside of loops count.
    """
    planted: dict[str, tuple[tuple[Expr, Expr], ...]]
    planted = {
        name: (zero,) for name in sorted(searched_arrays(program)) for zero in _zero_at_end(program.arrays[name])
    }
    found: dict[LoopId, SentinelWrites] = {}
    waiting = list(reversed(program.body))
    while waiting:
        match waiting.pop():
            case Assign(target=Element(array=array, indices=(index,)), value=value):
                before = [one for one in planted.get(array, ()) if one != (index, value)]
                planted = {**planted, array: ((index, value), *before)}
            case If(then=then, orelse=orelse):
                waiting += reversed((*then, *orelse))
            case Loop() as loop:
                found |= {inner.id: planted for inner in statements((loop,)) if isinstance(inner, Loop)}
            case _:
                continue
    return {**found, NO_LOOP: planted}


def searched_arrays(program: Program) -> frozenset[str]:
    """The arrays whose cells loop tests read."""
    tests = (part for stmt in statements(program.body) if isinstance(stmt, Loop) for part in walk(stmt.test))
    return frozenset(part.array for part in tests if isinstance(part, Element))


def _zero_at_end(array: Array) -> Iterator[tuple[Expr, Expr]]:
    """The index and value of the last cell of a one-dimensional integer array that starts as zeros."""
    match array:
        case Array(sizes=(Const(value=int(size)),), initial=Initial.ZERO, type=IntType()) if size > 0:
            yield integer(size - 1), Const(0, array.type)
        case _:
            pass


def counted_test(facts: LoopFacts) -> tuple[Expr, ...]:
    """The conjuncts of the test that fail one iteration after the trip count, whatever values scalars have by then."""
    if facts.sentinels:
        return (facts.loop.test,)
    kept = facts.written - {a.variable.name for a in facts.accelerable}
    return tuple(part for part in conjuncts(facts.loop.test) if not names(part) & kept)


@component("sentinel_bounds", none)
def sentinel_bound(
    loop: Loop, accelerable: Iterable[Accelerable], written: frozenset[str], sentinels: Sentinels
) -> Expr | None:
    """The trip count of a search that ends at the latest in a cell written before the loop."""
    counters = {a.variable: a for a in accelerable if constant_step(a) in (1, -1)}
    if names(loop.test) & written - {v.name for v in counters}:
        return None
    planted = sentinels.get(loop.id, sentinels.get(NO_LOOP, {}))
    for node in walk(loop.test):
        if not isinstance(node, Element) or node.array in written or node.array not in planted:
            continue
        counter = next((counters[i] for i in node.indices if isinstance(i, Var) and i in counters), None)
        if counter is None:
            continue
        for end, value in planted[node.array]:
            if not names(end) & written and _may_end_at(loop.test, node, value):
                low, high = (counter.start, end) if constant_step(counter) == 1 else (end, counter.start)
                distance = Binary("-", Cast(ULLONG, high), Cast(ULLONG, low))
                return Conditional(Binary("<=", low, high), distance, Const(0, ULLONG))
    return None


def _may_end_at(test: Expr, cell: Element, value: Expr) -> bool:
    """Whether the test may be false where the cell has the value, judged by constants and disequalities."""
    for part in conjuncts(test):
        for left, op, right in comparisons_of(part):
            if uncast(left) == cell and isinstance(right, Const) and isinstance(value, Const):
                return not COMPARE[op](value.value, right.value)
            if op == "!=" and uncast(left) == cell:
                return uncast(right) == uncast(value)
    return True
