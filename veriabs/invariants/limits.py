"""Make candidates for the ranges of carried scalars from the values that the program compares them with.

    while (lo < hi) { m = (lo + hi) / 2; if (a[m] < x) lo = m + 1; else hi = m; }     // lo <= hi, hi <= n, m < n

A scalar that is used as an index stays within its array. It does not pass a sentinel cell that was written outside of
all loops, such as the 0 that ends a string. Other scalars stay on one side of the values in tests, below the divisor of
a remainder, and within the assertions. The results are candidates, which a solver proves or drops.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from itertools import chain, product, takewhile

from veriabs.core.components import component, no_list
from veriabs.core.ctree import (
    conjuncts,
    elements_of,
    integer,
    names,
    negate,
    reads_cell,
    statements,
    substitute,
    used,
    walk,
    writes,
)
from veriabs.core.expressions import Binary, Cast, Conditional, Const, Element, Expr, Var
from veriabs.core.loop_model import LoopFacts
from veriabs.core.operators import MIRRORED
from veriabs.core.program import Program
from veriabs.core.statements import NO_LOOP, Assert, Assign, If, Loop, Stmt
from veriabs.core.types import LLONG, IntType
from veriabs.loops.trips import comparisons_of, sentinel_cells

MOST_PARTS = 6
"""The number of nodes of an expression that computes a result, such as `(unsigned)(p - s)`."""

MOST_LIMITS = 24
"""The number of candidates of one loop."""


@component("scalar_limits", no_list)
def limits(program: Program, facts: LoopFacts) -> list[Expr]:
    """Candidates about carried scalars, and about counters if only the counted test ends the loop.

    Limits from array sizes apply to other counters as well.
    """
    counters = {a.variable.name for a in facts.accelerable}
    moving = facts.written & program.scalars.keys() - facts.private
    carried = moving - (counters if facts.trips is not None else frozenset())
    moving = carried if facts.exact else moving
    if not moving:
        return []
    about = (
        positions(program, facts.loop, carried),
        _searched(program, facts, moving),
        _limits_from_tests(program, facts, carried),
        _asserted(program, carried),
        _limits_from_resets(facts, carried),
        _multiples_of_counters(program, facts, carried),
    )
    return list(dict.fromkeys(chain(*about)))[:MOST_LIMITS]


def positions(program: Program, loop: Loop, carried: Set[str]) -> Iterator[Binary]:
    """Candidates that the indices of reads and writes stay within the array, and at or before sentinel cells."""
    planted = sentinel_cells(program)[NO_LOOP]
    for element in elements_of((loop,)):
        match element:
            case Element(array=array, indices=(index,)) if (v := variable_of(index)) is not None and v.name in carried:
                now = wide(v)
                yield Binary("<=", integer(0, LLONG), now)
                for end, _ in planted.get(array, ()):
                    if not names(end) & carried and end != integer(0):
                        yield Binary("<=", now, wide(end))
                yield from _upper_bounds(now, program.arrays[array].sizes[0])
            case _:
                pass


def _searched(program: Program, facts: LoopFacts, carried: frozenset[str]) -> Iterator[Expr]:
    """Candidates that an index does not pass the end of an earlier search in the same array: one cell ends both.

    If several conditions may end the earlier search, the candidate assumes that it was this one.
    """
    own = _moving_indices(facts.loop, carried)
    loops = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    for loop in takewhile(lambda one: one != facts.loop, loops):
        if reads_cell(loop.test):
            going_on = [part for part in conjuncts(loop.test) if reads_cell(part) and not names(part) & facts.written]
            for array, ended in _moving_indices(loop, program.scalars.keys() - facts.written).items():
                for v, w in product(own.get(array, ()), ended):
                    yield (passed := Binary("<=", wide(v), wide(w)))
                    tests = (part for part in going_on if {array, w.name} <= names(part) and part != loop.test)
                    yield from (Binary("||", passed, test) for test in tests)


def _moving_indices(loop: Loop, wanted: Set[str]) -> dict[str, list[Var]]:
    """The scalars among `wanted` that the loop writes, by the arrays that it reads at them."""
    found: dict[str, list[Var]] = {}
    moved = writes((loop,)) & wanted
    for element in dict.fromkeys(elements_of((loop,))):
        match element:
            case Element(array=array, indices=(Var(name=name) as v,)) if name in moved:
                found.setdefault(array, []).append(v)
            case _:
                pass
    return found


def _limits_from_tests(program: Program, facts: LoopFacts, carried: frozenset[str]) -> Iterator[Expr]:
    """Limits from tests, and from remainders that are assigned."""
    for stmt in statements(program.body):
        match stmt:
            case If(test=test) | Loop(test=test):
                for part in _parts(test):
                    yield from _test_limits(part, facts, carried)
            case Assign(target=Var() as v, value=value) if v.name in carried:
                for part in walk(value):
                    match part:
                        case Binary(op="%", right=Const() as modulus):
                            yield Binary("<", wide(v), wide(modulus))
                        case _:
                            pass
            case _:
                pass


def _parts(test: Expr) -> Iterator[Expr]:
    for part in walk(test):
        if isinstance(part, Binary) and part.op in MIRRORED:
            yield part


def _test_limits(part: Expr, facts: LoopFacts, carried: frozenset[str]) -> Iterator[Expr]:
    for left, op, right in comparisons_of(part):
        v = variable_of(left)
        fixed = not names(right) & facts.written and not reads_cell(right) and _is_whole(right)
        if v is None or v.name not in carried or not fixed:
            continue
        now, bound = wide(v), wide(right)
        if op in ("<", "<=", "==", "!="):
            yield from _upper_bounds(now, right)
        if op in (">", ">=", "==", "!="):
            yield from (Binary(">=", now, bound), Binary(">", now, bound))


def _asserted(program: Program, carried: frozenset[str]) -> Iterator[Expr]:
    """The assertions about carried scalars, or about values computed from them, such as results of functions."""
    copies: dict[str, Expr] = {}
    for stmt in statements(program.body):
        match stmt:
            case Assign(target=Var(name=name), value=value) if name not in carried and used(stmt).read & carried:
                if not reads_cell(value) and sum(1 for _ in walk(value)) <= MOST_PARTS:
                    copies[name] = value
            case Assert(test=test) if used(stmt).read & (carried | copies.keys()):
                asserted = (substitute(part, copies) for part in conjuncts(test) if not reads_cell(part))
                yield from (part for part in asserted if names(part) & carried)
            case _:
                pass


def _limits_from_resets(facts: LoopFacts, carried: frozenset[str]) -> Iterator[Expr]:
    """Candidates `s <= 100` from `if (s > 100) s -= 100;`: the iteration repairs what it tests."""
    passing = facts.written - carried
    for test, changed in chain.from_iterable(map(_changes_under_tests, statements(facts.loop.body))):
        if names(test) & carried & changed and not names(test) & passing and not reads_cell(test):
            yield negate(test)


def _changes_under_tests(stmt: Stmt) -> Iterator[tuple[Expr, frozenset[str]]]:
    """Tests, with the scalars that change if they hold."""
    match stmt:
        case If(test=test, then=then, orelse=()):
            yield test, writes(then)
        case Assign(target=Var(name=name), value=value):
            yield from ((part.test, frozenset({name})) for part in walk(value) if isinstance(part, Conditional))
        case _:
            pass


def _multiples_of_counters(program: Program, facts: LoopFacts, carried: frozenset[str]) -> Iterator[Expr]:
    """`v <= 9 * i` as a step towards `v <= 900`, for a counter i that ends at 100."""
    counters = {a.variable.name for a in facts.accelerable}
    ends = [
        (i, last.value)
        for part in conjuncts(facts.loop.test)
        for i, op, last in comparisons_of(part)
        if isinstance(i, Var) and i.name in counters and op in ("<", "!=")
        if isinstance(last, Const) and last.value > 0
    ]
    for asserted in _asserted(program, carried):
        for v, op, bound in comparisons_of(asserted):
            for i, last in ends:
                if isinstance(v, Var) and op in _WEAKER and isinstance(bound, Const) and bound.value % last == 0:
                    so_far = Binary("*", wide(i), Const(bound.value // last, LLONG))
                    yield Binary(_WEAKER[op], wide(v), so_far)


_WEAKER = {"<": "<=", "<=": "<=", ">": ">=", ">=": ">=", "==": "=="}
"""The relation that may hold during the loop, by the one that holds at its end."""


def _upper_bounds(now: Expr, bound: Expr) -> tuple[Binary, ...]:
    return (Binary("<", now, wide(bound)), Binary("<=", now, wide(bound)))


def variable_of(expr: Expr) -> Var | None:
    """The scalar of `v`, `(T)v`, `v + c` or `v - c`."""
    match expr:
        case Var(type=IntType()):
            return expr
        case Cast(operand=inner) | Binary(op="+" | "-", left=inner, right=Const()):
            return variable_of(inner)
        case _:
            return None


def _is_whole(expr: Expr) -> bool:
    return isinstance(expr, Var | Const) and isinstance(expr.type, IntType)


def wide(expr: Expr) -> Expr:
    """The value as `long long`."""
    match expr:
        case Const(value=int(value)):
            return integer(value, LLONG)
        case _:
            return Cast(LLONG, expr)
