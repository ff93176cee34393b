"""Candidates about counters: what a reader expects a loop invariant to say of them first.

Proofs know the closed form of a counter and need none of these. Who reads the annotated text does not: `0 <= i`,
`i <= n`, `j - i == 3`, and that a counter which goes up by 2 stays even. Nothing here is believed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import gcd

from veriabs.core.ctree import conjuncts, integer, names, reads_cell, statements, writes
from veriabs.core.expressions import Binary, Cast, Const, Expr, Var
from veriabs.core.loop_model import LoopFacts, entry_of
from veriabs.core.program import Program
from veriabs.core.statements import Loop
from veriabs.core.types import LLONG, IntType
from veriabs.invariants.bounds import Invariants, by_loop
from veriabs.invariants.ranges import ranges
from veriabs.loops.facts import facts_of
from veriabs.loops.fuse import counter_values
from veriabs.loops.rotate import foot
from veriabs.loops.trips import readings

_WITH_BOUND = {"<": 0, "<=": 1, ">": 0, ">=": -1, "!=": 0}
"""How far beyond its bound a counter may be at the head of a loop with such a test."""


def counter_candidates(program: Program) -> Invariants:
    """What may hold of the counters of each loop, what says most first."""
    known = ranges(program)
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop)]
    told = ((loop, (*known.get(loop.id, ()), *_of_loop(facts_of(0, loop)), *_falling(program, loop))) for loop in loops)
    return by_loop((loop, tuple(dict.fromkeys(exprs))) for loop, exprs in told)


def step_candidates(program: Program) -> Invariants:
    """Those of them that relate counters, or a counter to what it began with: true as long as none wraps."""
    return {loop: tuple(filter(_is_of_steps, exprs)) for loop, exprs in counter_candidates(program).items()}


def _is_of_steps(fact: Expr) -> bool:
    match fact:
        case Binary(op="=="):
            return True
        case Binary(op="<=" | ">=", left=Var() as counter, right=start):
            return start == entry_of(counter)
        case _:
            return False


def without_weaker(exprs: tuple[Expr, ...]) -> tuple[Expr, ...]:
    """Those that none of the others says already."""
    return tuple(e for e in exprs if not (isinstance(e, Binary) and e.op == "||" and {e.left, e.right} & set(exprs)))


def _of_loop(facts: LoopFacts) -> Iterator[Expr]:
    """Bounds of every counter; of the first one how it steps, of the others where they are when it is there."""
    steps, tested = steps_of(facts), names(facts.loop.test)
    moving = (a.variable for a in facts.accelerable if steps.get(a.variable.name))
    counters = sorted(moving, key=lambda variable: variable.name not in tested)
    for number, variable in enumerate(counters):
        step = steps[variable.name]
        yield Binary(">=" if step > 0 else "<=", variable, entry_of(variable))
        yield from _bounded(facts, variable, step)
        moved = _moved(variable, step)
        if number:
            first = counters[0]
            passed, other = _moved(first, steps[first.name]), abs(steps[first.name])
            common = gcd(step, other)
            yield Binary("==", _times(moved, other // common), _times(passed, abs(step) // common))
        elif abs(step) > 1:
            yield Binary("==", Binary("%", moved, integer(abs(step), LLONG)), integer(0, LLONG))
    yield from _at_foot(facts, counters)


def _at_foot(facts: LoopFacts, counters: Sequence[Var]) -> Iterator[Expr]:
    """What a test at the end says of counters: it held in front of every iteration but the first one."""
    test = foot(facts.loop)
    for part in () if test is None else conjuncts(test):
        if not reads_cell(part):
            yield part
            about = (one for one in counters if one.name in names(part))
            yield from (Binary("||", part, Binary("==", one, entry_of(one))) for one in about)


def _moved(counter: Var, step: int) -> Expr:
    """How far the counter has come from where it was at the entry, up or down."""
    now, entry = _wide(counter), _wide(entry_of(counter))
    return Binary("-", now, entry) if step > 0 else Binary("-", entry, now)


def _falling(program: Program, loop: Loop) -> Iterator[Expr]:
    """That what is counted down, if only on some ways, has not wrapped: `max-- > 0 && *p` steps before it ends."""
    for scalar in (program.scalars[name] for name in sorted(writes((loop,)) & program.scalars.keys())):
        if isinstance(scalar.type, IntType) and not scalar.type.signed and scalar.type.bits == LLONG.bits:
            own = Var(scalar.name, scalar.type)
            yield Binary("<=", own, entry_of(own))


def steps_of(facts: LoopFacts) -> Mapping[str, int]:
    """By how much an iteration moves each counter, where that is a number."""
    return {name: form.slope for name, form in counter_values(facts, {}).items()}


def _bounded(facts: LoopFacts, variable: Var, step: int) -> Iterator[Expr]:
    """That the counter has not gone beyond what it is compared with, or not at all."""
    compared = (one for part in conjuncts(facts.loop.test) for one in readings(part))
    for left, op, bound in compared:
        if left != variable or op not in _WITH_BOUND or names(bound) & facts.written:
            continue
        over = _WITH_BOUND[op]
        for beyond in dict.fromkeys((over, over + step - (step > 0) + (step < 0))):
            own = None if beyond else _alike(bound, variable)
            sides = (variable, own) if own is not None else (_wide(variable), _beyond(bound, beyond))
            inside = Binary("<=" if step > 0 else ">=", *sides)
            yield inside
            yield Binary("||", inside, Binary("==", variable, entry_of(variable)))


def _alike(bound: Expr, variable: Var) -> Expr | None:
    """The bound in the type of the variable, if it is one of its values: as C compares them."""
    match bound, variable.type:
        case Const(value=int(value)), IntType(signed=False) as ctype if 0 <= value <= ctype.highest:
            return integer(value, ctype)
        case _:
            return bound if getattr(bound, "type", None) == variable.type else None


def _beyond(bound: Expr, over: int) -> Expr:
    if isinstance(bound, Const) and isinstance(bound.value, int):
        return integer(bound.value + over, LLONG)
    return _wide(bound) if not over else Binary("+", _wide(bound), integer(over, LLONG))


def _times(expr: Expr, factor: int) -> Expr:
    return expr if factor == 1 else Binary("*", integer(factor, LLONG), expr)


def _wide(expr: Expr) -> Expr:
    return expr if getattr(expr, "type", None) == LLONG else Cast(LLONG, expr)
