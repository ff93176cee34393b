"""Compute the ranges of sweeps as sums of constants and one symbolic size.

The results are claims: CBMC proves in the side conditions, with machine arithmetic, that a sweep begins at its base and
makes exactly the iterations of its range.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from veriabs.core.ctree import writes
from veriabs.core.expressions import Expr
from veriabs.loops.affine import ITERATION, Affine, affine
from veriabs.loops.fuse import counter_values
from veriabs.loops.propagation import carried
from veriabs.loops.trips import readings
from veriabs.strategies.pruning.sweeps import ArrayTraversal, Part, counted_conjuncts, written_scalars

Values = Mapping[str, Affine]


class Range(Struct, frozen=True):
    """Positions with low <= position < high; a sweep begins at `low`, or at `high - 1` if it descends."""

    low: Affine
    high: Affine


class Ranges(Struct, frozen=True):
    """Ranges by sweep number, and the known values of scalars before each part.

    `sizes` are the scalars in ranges; they are constant in each run.
    """

    ranges: dict[int, Range]
    before: tuple[Values, ...]
    sizes: frozenset[str] = field(default=frozenset())


def ranges_of(parts: tuple[Part, ...]) -> Ranges:
    """The known ranges; sweeps with other ends have none."""
    steady = _steady(parts)
    values: dict[str, Affine] = {}
    ranges: dict[int, Range] = {}
    before: list[Values] = []
    for part in parts:
        before.append(dict(values))
        if not isinstance(part, ArrayTraversal):
            values = carried(part, values, steady)
            continue
        found = range_of(part, values, steady)
        if found is not None:
            ranges[part.number] = found
        _leave(part, found, values)
    sizes = frozenset(atom for r in ranges.values() for form in (r.low, r.high) for atom, _ in form.terms)
    return Ranges(ranges, tuple(before), sizes)


def _steady(parts: tuple[Part, ...]) -> frozenset[str]:
    """Scalars that only the code before the first loop writes."""
    changing: set[str] = set()
    for part in parts[1:]:
        changing |= written_scalars(part) if isinstance(part, ArrayTraversal) else writes(part)
    return frozenset(changing)


def _leave(sweep: ArrayTraversal, found: Range | None, values: dict[str, Affine]) -> None:
    """Update the known values after the loop: counters are unknown unless the trip count is constant."""
    last = _constant_trips(sweep, found)
    forms = counter_values(sweep.facts, dict(values))
    for name in written_scalars(sweep):
        values.pop(name, None)
    if last is None or not sweep.facts.exact:
        return
    for name, form in forms.items():
        if not {atom for atom, _ in form.rest.terms}:
            values[name] = Affine((), form.constant + form.slope * (last + 1))


def _constant_trips(sweep: ArrayTraversal, found: Range | None) -> int | None:
    if found is None or not found.low.is_constant or not found.high.is_constant:
        return None
    return count(sweep, found.high.constant - found.low.constant)


def count(sweep: ArrayTraversal, width: int) -> int:
    """The number of iterations of a sweep over `width` positions."""
    return max(0, -(-width // abs(sweep.slope)))


def range_of(sweep: ArrayTraversal, values: Values, changing: frozenset[str]) -> Range | None:
    """The range of a sweep whose test has one counting conjunct and whose start is known."""
    counting, _ = counted_conjuncts(sweep)
    if len(counting) != 1:
        return None
    starts = {a.start.name: values[a.variable.name] for a in sweep.facts.accelerable if a.variable.name in values}
    known = {name: value for name, value in values.items() if name not in written_scalars(sweep)}
    unknown = changing | {a.start.name for a in sweep.facts.accelerable}
    base = _with(sweep.base, {**known, **starts}, unknown)
    if base is None:
        return None
    position = Affine(((ITERATION, sweep.slope),)).plus(base).plus(Affine((), -sweep.slope))
    forms = {**known, **counter_values(sweep.facts, {v: values[v] for v in sweep.counters if v in values})}
    found = _bounded(sweep, counting[0], position, base, forms)
    if found is None or any(atom in changing for form in (found.low, found.high) for atom, _ in form.terms):
        return None
    return found


def _with(form: Affine, values: Values, unknown: frozenset[str]) -> Affine | None:
    """The form with atoms replaced by their known values; None if an unknown one is left."""
    result = Affine((), form.constant)
    for atom, factor in form.terms:
        if atom in values:
            result = result.plus(values[atom], factor)
        elif atom in unknown:
            return None
        else:
            result = result.plus(Affine(((atom, factor),)))
    return result


def _bounded(sweep: ArrayTraversal, test: Expr, position: Affine, base: Affine, forms: Values) -> Range | None:
    for left, op, right in readings(test):
        one, two = affine(left, forms), affine(right, forms)
        if one is None or two is None:
            continue
        margin = one.plus(two, -1)
        bound = _bound(sweep, op, margin, position)
        if bound is not None:
            return Range(base, bound) if sweep.slope > 0 else Range(bound, base.plus(Affine((), 1)))
    return _constant_range(sweep, test, base, forms)


def _bound(sweep: ArrayTraversal, op: str, margin: Affine, position: Affine) -> Affine | None:
    """The end from `margin op 0`: above for an ascending sweep, below for a descending one."""
    end = position.plus(margin, -1)
    if margin.slope != sweep.slope or end.slope != 0:
        return None
    if sweep.slope > 0:
        extra = {"<": 0, "<=": 1, "!=": 0 if margin.slope == 1 else None}.get(op)
    else:
        extra = {">": 1, ">=": 0, "!=": 1 if margin.slope == -1 else None}.get(op)
    return None if extra is None else end.plus(Affine((), extra))


def _constant_range(sweep: ArrayTraversal, test: Expr, base: Affine, forms: Values) -> Range | None:
    """The range of a loop with constant start and bound whose counter differs from the position."""
    for left, op, right in readings(test):
        one, two = affine(left, forms), affine(right, forms)
        margin = None if one is None or two is None else one.plus(two, -1)
        if margin is None or margin.rest.terms or not base.is_constant or margin.slope == 0:
            continue
        first, step = margin.constant + margin.slope, margin.slope
        trips = {"<": -first, "<=": -first + 1} if step > 0 else {">": first, ">=": first + 1}
        if op in trips:
            passed = (max(0, -(-trips[op] // abs(step))) - 1) * sweep.slope
            ends = sorted((base.constant, base.constant + passed))
            return Range(Affine((), ends[0]), Affine((), ends[1] + 1)) if trips[op] > 0 else None
    return None


def covers(ranges: Ranges, writer: ArrayTraversal, written: int, reader: ArrayTraversal, read: int) -> bool:
    """Does the writer certainly write every cell that the reader reads at these offsets?"""
    one, two = ranges.ranges.get(writer.number), ranges.ranges.get(reader.number)
    if one is None or two is None or abs(writer.slope) != 1:
        return False
    low = two.low.plus(one.low, -1)
    high = one.high.plus(two.high, -1)
    distance = read - written
    return low.is_constant and high.is_constant and low.constant + distance >= 0 and high.constant - distance >= 0
