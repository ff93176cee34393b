"""Check the trip count of a loop and the closed forms of its counters.

    for (i = 0; i < n; i++)        trips = n: !(0 + n < n);    i == at_i + 1 after an iteration that starts with at_i
"""

from __future__ import annotations

from collections.abc import Iterator

from veriabs.core.ctree import conjunction, integer, plus, substitute
from veriabs.core.expressions import Binary, Expr, Unary, Var
from veriabs.core.loop_model import LoopFacts
from veriabs.core.statements import Check, CheckId, CheckKind
from veriabs.core.types import ULLONG
from veriabs.encode.cut import counter_at_start
from veriabs.encode.spell import FAR
from veriabs.loops.accelerate import at, one_further
from veriabs.loops.trips import counted_test


def trips_check(facts: LoopFacts, trips: Var) -> Check:
    """The check that the loop ends after `trips` iterations."""
    where, text = facts.loop.where, f"trip count of loop {facts.number} at line {facts.loop.where.line}"
    return Check(trip_count_facts(facts, trips), text, CheckId(CheckKind.TRIPS, facts.loop.id), where)


def trip_count_facts(facts: LoopFacts, trips: Expr) -> Expr:
    """The counted test fails after `trips` iterations, and their number does not exceed the limit."""
    beyond = {a.variable.name: at(a.form, Binary("+", trips, integer(1))) for a in facts.accelerable}
    over = Unary("!", conjunction(substitute(part, beyond) for part in counted_test(facts)))
    return Binary("&&", over, Binary("<=", trips, integer(FAR, ULLONG)))


def form_checks(facts: LoopFacts, itno: Expr) -> Iterator[Check]:
    """The checks that an iteration takes each counter from its closed form to the next one, in iteration `itno`."""
    for a in facts.accelerable:
        text = f"closed form of {a.variable.name} in loop {facts.number} at line {facts.loop.where.line}"
        test = Binary("==", a.variable, one_further(a.form, plus(itno, -1), counter_at_start(facts, a)))
        yield Check(test, text, CheckId(CheckKind.FORM, facts.loop.id), facts.loop.where)
