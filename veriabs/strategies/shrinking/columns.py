"""Compute the last column that a sequence may choose, for the exit regimes E1 and E2 (docs/theory.md 2.6).

A column is one iteration of each fused loop, with the property clause that belongs to it.
"""

from __future__ import annotations

from veriabs.core.ctree import conjunction, disjunction, integer, names, plus, substitute, times, whole
from veriabs.core.expressions import Apply, Binary, Cast, Conditional, Const, Element, Expr, Var
from veriabs.core.loop_model import FusedMember, LoopFacts, Pairing
from veriabs.core.types import INT, LLONG, ULLONG
from veriabs.core.typing_rules import fold_constants
from veriabs.encode.spell import FAR, FAR_32, sum_expression, trips_of
from veriabs.loops.affine import ITERATION, Affine
from veriabs.loops.propagation import estimated_forms
from veriabs.strategies.shrinking.shape import FusionPlan

LAST = Var("last", ULLONG)
"""No later column matters."""


def column_of_slot(slot: Expr) -> Element:
    """The column that a harness or residual program chose for a slot, which is a position in its iteration sequence."""
    return Element("T", (slot,), ULLONG)


def iteration_in(shape: FusionPlan, member: FusedMember, column: Expr) -> Expr:
    """The iteration of a member in a column that has one."""
    return plus(divide(plus(column, -member.shift - 1), shape.group.rate), 1)


def divide(number: Expr, divisor: int) -> Expr:
    """The quotient by a divisor, which mostly is 1."""
    return number if divisor == 1 else Binary("/", number, whole(divisor))


def has_clause(shape: FusionPlan, pairing: Pairing, column: Expr) -> Expr:
    """The condition that the column has a clause: one of the pairing's members runs an iteration in it."""
    members = [shape.group.members[number] for number in pairing.members]
    return disjunction(
        conjunction(
            (
                Binary(">", column, whole(member.shift)),
                Binary("<=", plus(column, -member.shift), trips_of(member.facts)),
            )
        )
        for member in members
    )


def last_columns(shape: FusionPlan) -> list[Expr]:
    """Lower bounds of the last column.

    In exit regime E2 (theory 2.6), every loop of the group is exact: the columns are the existing iterations and
    clauses, and if there are fewer than k, all of them run. Otherwise in E1, the sequence may continue to the iteration
    that leaves the loop and beyond it, with no-ops, up to k + 1 columns.
    """
    parts: list[Expr] = [] if shape.group.exact else [plus(Var("K", INT), 1)]
    for member in shape.group.members:
        if member.facts.trips is None:
            parts.append(integer(FAR, ULLONG))
        else:
            column = last_column(shape, member)
            none = Binary("==", trips_of(member.facts), integer(0))
            parts.append(Conditional(none, integer(0), column) if member.facts.exact else column)
    facts = shape.facts
    return parts if facts is None else parts + _last_clauses(shape, facts)


def last_column(shape: FusionPlan, member: FusedMember) -> Expr:
    """The column of a member's last iteration, or of the one that leaves it."""
    count = plus(trips_of(member.facts), 0 if member.facts.exact else 1)
    return plus(times(plus(count, -1), shape.group.rate), member.shift + 1)


def _last_clauses(shape: FusionPlan, facts: LoopFacts) -> list[Expr]:
    if len(shape.pairings) > 1:  # the clauses of columns without an iteration do not count
        return []
    trips = _known_trips(shape, facts)
    if trips is None:
        return [integer(FAR_32, ULLONG)]
    trips = fold_constants(trips, shape.model.program.task.data_model)
    (pairing,) = shape.pairings
    scale = whole(pairing.scale)
    return [Apply("column", (_scaled(t, pairing), scale), ULLONG) for t in (integer(1), trips)]


def _scaled(iteration: Expr, pairing: Pairing) -> Expr:
    """The value that `column` divides by the scale, for an iteration of the property loop."""
    if isinstance(iteration, Const) and not pairing.offset:
        scaled = pairing.divisor * int(iteration.value) - pairing.constant
        if abs(scaled) < FAR:
            return whole(scaled)
    return scaled_by(pairing, Cast(LLONG, iteration))


def scaled_by(pairing: Pairing, iteration: Expr) -> Expr:
    """`divisor * t - offset`, which the scale divides if property iteration t has a column."""
    scaled = times(iteration, pairing.divisor)
    if not pairing.offset:
        return plus(scaled, -pairing.constant)
    return Binary("-", scaled, sum_expression(Affine(pairing.offset, pairing.constant)))


def numerator_of(pairing: Pairing, column: Expr) -> Expr:
    """`scale * c + offset`, which the divisor divides if a property iteration belongs to column c."""
    return sum_expression(Affine(((ITERATION, pairing.scale), *pairing.offset), pairing.constant), {ITERATION: column})


def clause_in(pairing: Pairing, column: Expr) -> Expr:
    """The property iteration of a column that has one."""
    return divide(numerator_of(pairing, column), pairing.divisor)


def _known_trips(shape: FusionPlan, facts: LoopFacts) -> Expr | None:
    """The property loop's trip count over inputs alone; None if it depends on results of the group."""
    assert facts.trips is not None
    starts = estimated_forms((shape.group.after,))
    values: dict[str, Expr] = {}
    for a in facts.accelerable:
        start = starts.get(a.variable.name)
        if start is None or not start.is_constant:
            return None
        values[a.start.name] = integer(start.constant, a.variable.type)
    trips = substitute(facts.trips, values)
    guards = names(trips) & shape.changed & shape.model.guards
    trips = substitute(trips, dict.fromkeys(guards, integer(1)))
    return None if names(trips) & shape.changed else trips
