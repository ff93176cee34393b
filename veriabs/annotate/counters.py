"""Make candidates about counters: the loop invariants that a reader expects first.

Proofs use the closed form of a counter and need none of these; readers of the annotated text do: `0 <= i`, `i <= n`, `j
- i == 3`, that a counter with step 2 stays even, and where a loop along a string is. The results are candidates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import gcd

from veriabs.core.ctree import conjuncts, elements_of, integer, names, reads_cell, statements, writes
from veriabs.core.expressions import Binary, Const, Expr, Var
from veriabs.core.loop_model import LoopFacts, entry_of
from veriabs.core.program import Program
from veriabs.core.statements import Loop
from veriabs.core.types import LLONG, IntType
from veriabs.invariants.bounds import Invariants, by_loop
from veriabs.invariants.candidates import kept_cells
from veriabs.invariants.limits import positions, variable_of, wide
from veriabs.invariants.ranges import ranges
from veriabs.loops.facts import facts_of
from veriabs.loops.fuse import counter_values
from veriabs.loops.rotate import latch_condition
from veriabs.loops.trips import comparisons_of, sentinel_cells

MOST_WALKING = 4
"""The number of scalars of one loop along a string that are compared with each other."""

_WITH_BOUND = {"<": 0, "<=": 1, ">": 0, ">=": -1, "!=": 0}
"""The distance past its bound that a counter may have at the head of a loop with such a test."""


def counter_candidates(program: Program) -> Invariants:
    """Candidates about the counters of each loop, the most informative first."""
    known = ranges(program)
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)]
    candidates = (
        (one, (*known.get(one.id, ()), *_counter_facts(facts_of(0, one)), *_decrements(program, one))) for one in loops
    )
    return by_loop((loop, tuple(dict.fromkeys(exprs))) for loop, exprs in candidates)


def step_candidates(program: Program) -> Invariants:
    """The candidates that relate two counters, or a counter to its initial value; they hold unless a counter wraps."""
    return {loop: tuple(filter(_is_about_steps, exprs)) for loop, exprs in counter_candidates(program).items()}


def _is_about_steps(fact: Expr) -> bool:
    match fact:
        case Binary(op="=="):
            return True
        case Binary(op="<=" | ">=", left=Var() as counter, right=start):
            return start == entry_of(counter)
        case _:
            return False


def text_candidates(program: Program) -> Invariants:
    """Candidates for the loops after cells that are written outside of all loops."""
    planted = sentinel_cells(program)
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop) and planted.get(stmt.id)]
    return by_loop(
        (loop, (*kept_cells(program, loop, planted[loop.id]), *_index_ranges(program, loop))) for loop in loops
    )


def _index_ranges(program: Program, loop: Loop) -> Iterator[Expr]:
    """The ranges of the scalars that index the loop's reads and writes, and that they move by equal distances."""
    moved = writes((loop,)) & program.scalars.keys()
    for one in dict.fromkeys(positions(program, loop, moved)):
        yield Binary(">=", one.right, one.left) if one.left == integer(0, LLONG) else one
    read = (variable_of(element.indices[0]) for element in elements_of((loop,)))
    walking = list(dict.fromkeys(v for v in read if v is not None and v.name in moved))
    for v, w in combinations(walking[:MOST_WALKING], 2):
        gone, other = (Binary("-", wide(one), wide(entry_of(one))) for one in (v, w))
        yield Binary("==", gone, other)


def drop_weaker(exprs: tuple[Expr, ...]) -> tuple[Expr, ...]:
    """Drop disjunctions of which a side is in the list."""
    return tuple(e for e in exprs if not (isinstance(e, Binary) and e.op == "||" and {e.left, e.right} & set(exprs)))


def _counter_facts(facts: LoopFacts) -> Iterator[Expr]:
    """Bounds of every counter, the step of the first one, and the other counters relative to it."""
    steps, tested = steps_of(facts), names(facts.loop.test)
    moving = (a.variable for a in facts.accelerable if steps.get(a.variable.name))
    counters = sorted(moving, key=lambda variable: variable.name not in tested)
    for number, variable in enumerate(counters):
        step = steps[variable.name]
        yield Binary(">=" if step > 0 else "<=", variable, entry_of(variable))
        yield from _bounded(facts, variable, step)
        moved = _distance(variable, step)
        if number:
            first = counters[0]
            passed, other = _distance(first, steps[first.name]), abs(steps[first.name])
            common = gcd(step, other)
            yield Binary("==", _times(moved, other // common), _times(passed, abs(step) // common))
        elif abs(step) > 1:
            yield Binary("==", Binary("%", moved, integer(abs(step), LLONG)), integer(0, LLONG))
    yield from _latch_facts(facts, counters)


def _latch_facts(facts: LoopFacts, counters: Sequence[Var]) -> Iterator[Expr]:
    """The facts from a test at the end of the body: it held before every iteration except the first."""
    test = latch_condition(facts.loop)
    for part in () if test is None else conjuncts(test):
        if not reads_cell(part):
            yield part
            about = (one for one in counters if one.name in names(part))
            yield from (Binary("||", part, Binary("==", one, entry_of(one))) for one in about)


def _distance(counter: Var, step: int) -> Expr:
    """The distance of the counter from its initial value, upwards or downwards."""
    now, entry = wide(counter), wide(entry_of(counter))
    return Binary("-", now, entry) if step > 0 else Binary("-", entry, now)


def _decrements(program: Program, loop: Loop) -> Iterator[Expr]:
    """A counter that only some paths decrement has not wrapped: `max-- > 0 && *p` decrements before it ends."""
    for scalar in (program.scalars[name] for name in sorted(writes((loop,)) & program.scalars.keys())):
        if isinstance(scalar.type, IntType) and not scalar.type.signed and scalar.type.bits == LLONG.bits:
            own = Var(scalar.name, scalar.type)
            yield Binary("<=", own, entry_of(own))


def steps_of(facts: LoopFacts) -> Mapping[str, int]:
    """The constant step of each counter."""
    return {name: form.slope for name, form in counter_values(facts, {}).items()}


def _bounded(facts: LoopFacts, variable: Var, step: int) -> Iterator[Expr]:
    """The counter has not passed the bound that the test compares it with, or has not moved."""
    compared = (one for part in conjuncts(facts.loop.test) for one in comparisons_of(part))
    for left, op, bound in compared:
        if left != variable or op not in _WITH_BOUND or names(bound) & facts.written:
            continue
        over = _WITH_BOUND[op]
        for beyond in dict.fromkeys((over, over + step - (step > 0) + (step < 0))):
            own = None if beyond else _bound_in_counter_type(bound, variable)
            sides = (variable, own) if own is not None else (wide(variable), _bound_plus(bound, beyond))
            inside = Binary("<=" if step > 0 else ">=", *sides)
            yield inside
            yield Binary("||", inside, Binary("==", variable, entry_of(variable)))


def _bound_in_counter_type(bound: Expr, variable: Var) -> Expr | None:
    """The bound in the counter's type, if C compares them in that type; else None."""
    match bound, variable.type:
        case Const(value=int(value)), IntType(signed=False) as ctype if 0 <= value <= ctype.highest:
            return integer(value, ctype)
        case _:
            return bound if getattr(bound, "type", None) == variable.type else None


def _bound_plus(bound: Expr, over: int) -> Expr:
    if isinstance(bound, Const) and isinstance(bound.value, int):
        return integer(bound.value + over, LLONG)
    return wide(bound) if not over else Binary("+", wide(bound), integer(over, LLONG))


def _times(expr: Expr, factor: int) -> Expr:
    return expr if factor == 1 else Binary("*", integer(factor, LLONG), expr)
