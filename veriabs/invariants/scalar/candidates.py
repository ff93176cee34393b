"""Make candidate invariants about scalars from the text of a task: closed forms, tests, assertions, differences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from veriabs.core.ctree import conjuncts, names, reads_cell, substitute
from veriabs.core.expressions import Binary, Const, Expr
from veriabs.core.loop_model import ITERATION, LoopFacts, entry_of
from veriabs.core.statements import Loop
from veriabs.core.types import ULLONG
from veriabs.invariants import candidates as invariants
from veriabs.invariants.bounds import Invariants, by_loop
from veriabs.invariants.scalar.subject import AssertionTask
from veriabs.loops.facts import facts_of

MOST_CANDIDATES = 48
"""The number of candidates for one loop from one source; the first ones are the likeliest."""

MOST_JOINED = 72
"""The number of candidates for one loop."""


def loop_candidates(subject: AssertionTask) -> Invariants:
    """Candidates from loop analysis, differences of pairs of scalars, and parts of the assertion."""
    pairs = invariants.candidates(subject.program)
    return by_loop(
        (loop, limited([*_counter_forms(facts_of(0, loop)), *_asserted(subject, loop), *pairs.get(loop.id, ())]))
        for loop in subject.loops
    )


def merge_pools(*pools: Invariants) -> Invariants:
    """The candidates of the pools without repetition; the first pools take precedence if there are too many."""
    loops = sorted({loop for pool in pools for loop in pool})
    return {loop: limited([e for pool in pools for e in pool.get(loop, ())], MOST_JOINED) for loop in loops}


def limited(exprs: Iterable[Expr], most: int = MOST_CANDIDATES) -> tuple[Expr, ...]:
    """The first candidates that read no array, without repetition."""
    scalar = (expr for expr in exprs if not reads_cell(expr))
    return tuple(dict.fromkeys(scalar))[:most]


def _counter_forms(facts: LoopFacts) -> list[Expr]:
    """The closed forms of the counters, and the trip count as a bound on the iteration number."""
    starts: Mapping[str, Expr] = {a.start.name: entry_of(a.variable) for a in facts.accelerable}
    found: list[Expr] = [Binary("==", a.variable, substitute(a.form, starts)) for a in facts.accelerable]
    if facts.trips is not None:
        most = Binary("+", substitute(facts.trips, starts), Const(1, ULLONG))
        found.append(Binary("<=", ITERATION, most))
    return found


def _asserted(subject: AssertionTask, loop: Loop) -> list[Expr]:
    """The conjuncts of the assertion, and that they hold after the loop."""
    found: list[Expr] = []
    for part in conjuncts(subject.assertion.test):
        if names(part):
            found += [part, Binary("||", loop.test, part)]
    return found
