"""How far the columns go: exit regimes E1 and E2 (docs/theory.md 2.6)."""

from __future__ import annotations

from veriabs.core.ctree import integer, names, substitute
from veriabs.core.expressions import Const, Expr
from veriabs.core.loop_model import LoopFacts, Pairing
from veriabs.core.typing_rules import folded
from veriabs.encode.spell import FAR, FAR_32
from veriabs.loops.propagation import guessed
from veriabs.strategies.shrinking.shape import FusionPlan
from veriabs.strategies.shrinking.spell import CNames


def last_columns(shape: FusionPlan) -> list[str]:
    """Lower bounds of the last column.

    Exit regime E2 (theory 2.6) where every loop of the group is exact: the columns are just the iterations and clauses
    there are, and where these are fewer than k, all of them are run. Else E1: the sequence may go on to the iteration
    that leaves the loop and beyond it, with no-ops, up to k + 1 columns.
    """
    parts = [] if shape.group.exact else ["K + 1"]
    for member in shape.group.members:
        if member.facts.trips is None:
            parts.append(f"{FAR}ULL")
        else:
            count = f"trips_{member.facts.number}" + ("" if member.facts.exact else " + 1")
            rate, shift = shape.group.rate, member.shift
            column = f"{rate} * ({count} - 1) + {shift + 1}" if rate > 1 else f"{count} + {shift}"
            parts.append(f"trips_{member.facts.number} == 0 ? 0 : {column}" if member.facts.exact else column)
    facts = shape.facts
    return parts if facts is None else parts + _last_clauses(shape, CNames(shape), facts)


def _last_clauses(shape: FusionPlan, speller: CNames, facts: LoopFacts) -> list[str]:
    trips = _known_trips(shape, facts)
    if trips is None:
        return [f"{FAR_32}ULL"]
    trips = folded(trips, shape.model.program.task.data_model)
    return [f"column({_scaled(t, shape.pairing, speller)}, {shape.pairing.scale})" for t in (integer(1), trips)]


def _scaled(iteration: Expr, pairing: Pairing, speller: CNames) -> str:
    """C text of what `column` divides by the scale, for an iteration of the property loop."""
    if isinstance(iteration, Const) and not pairing.offset:
        scaled = pairing.divisor * int(iteration.value) - pairing.constant
        if abs(scaled) < FAR:
            return str(scaled)
    text = f"(long long)({speller.printer().expr(iteration)})"
    offset = "" if not pairing.offset and pairing.constant == 0 else f" - ({pairing_offset(pairing, speller)})"
    return (text if pairing.divisor == 1 else f"{pairing.divisor} * {text}") + offset


def pairing_offset(pairing: Pairing, speller: CNames) -> str:
    """C text of the offset of a pairing."""
    terms = [f"{c} * (long long){speller.scalar(name)}" for name, c in pairing.offset]
    return " + ".join([*terms, str(pairing.constant)])


def _known_trips(shape: FusionPlan, facts: LoopFacts) -> Expr | None:
    """The property loop's trip count over inputs alone, None if it depends on what the group computes."""
    assert facts.trips is not None
    starts = guessed((shape.group.after,))
    values: dict[str, Expr] = {}
    for a in facts.accelerable:
        start = starts.get(a.variable.name)
        if start is None or not start.is_constant:
            return None
        values[a.start.name] = integer(start.constant, a.variable.type)
    trips = substitute(facts.trips, values)
    guards = {n for n in names(trips) & shape.changed if n.startswith("guard_")}
    trips = substitute(trips, dict.fromkeys(guards, integer(1)))
    return None if names(trips) & shape.changed else trips
