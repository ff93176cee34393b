"""Choose adjacent loops that can run as one loop (docs/theory.md 2.8), and align their iterations.

    for (i = 0; i < n; i++) b[i] = a[i];   for (j = 0; j < n; j++) c[j] = b[j];
    column t:  b[t] = a[t];  c[t] = b[t];

Fusing reorders exactly the pairs body1(c), body2(c') with c > c'. This module checks syntactic conditions: the code
between the loops can move before them, and they share no scalars except counters and private scalars. A query proves in
machine arithmetic that reordered iterations share no array cells, so the fused loop has the same final states.
"""

from __future__ import annotations

from collections.abc import Iterator

from veriabs.core.ctree import elements_of, names, reads, walk, writes
from veriabs.core.expressions import Element
from veriabs.core.loop_model import ITERATION as ITNO
from veriabs.core.loop_model import FusedLoops, FusedMember, LoopFacts, LoopModel
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.source import DataModel
from veriabs.core.statements import Stmt
from veriabs.core.typing_rules import value_of
from veriabs.loops.accelerate import normalised
from veriabs.loops.affine import ITERATION, Affine, affine, index_of
from veriabs.loops.private_scalars import read_first
from veriabs.loops.propagation import estimated_forms

LOOKAHEAD = 12
"""Iterations that the quick test for shared cells examines."""

MOST_FUSED = 32
"""Most loops of one group, since each pair of loops must commute and each start gives another group."""


def groups(model: LoopModel) -> Iterator[FusedLoops | Reason]:
    """Groups to try: runs of loops that end in the last loop, longest first; earlier loops are summarised."""
    positions = [p for p, segment in enumerate(model.segments) if isinstance(segment, LoopFacts)][-MOST_FUSED:]
    for first in positions:
        yield group_of(model, tuple(p for p in positions if p >= first))


def group_of(model: LoopModel, positions: tuple[int, ...]) -> FusedLoops | Reason:
    """The loops at these adjacent positions of `model.segments` as one group, or the reason why that is impossible."""
    segments = model.segments
    facts = [f for p in positions if isinstance(f := segments[p], LoopFacts)]
    for f in facts:
        if f.obstacle:
            return f.obstacle
        if len(facts) > 1 and not f.exact:
            text = f"the loop at line {f.loop.where.line} can end early, so it is not fused"
            return Reason(ReasonKind.NOT_APPLICABLE, text, f.loop.where)
    between = tuple(_straight_line(segments[p - 1]) for p in positions)
    after = _straight_line(segments[positions[-1] + 1]) if positions[-1] + 1 < len(segments) else ()
    members = tuple(FusedMember(f, _local(model, f, position)) for f, position in zip(facts, positions, strict=True))
    for member in members:
        others = [other for other in members if other is not member]
        if _control(member) & frozenset(name for other in others for name in other.facts.written - other.local):
            text = f"another loop changes the counter of the loop at line {member.facts.loop.where.line}"
            return Reason(ReasonKind.NOT_APPLICABLE, text, member.facts.loop.where)
        counted = frozenset(name for other in others for name in other.local & other.facts.written)
        if (member.facts.read - member.local) & counted:
            text = f"the loop at line {member.facts.loop.where.line} reads the counter of another loop"
            return Reason(ReasonKind.NOT_APPLICABLE, text, member.facts.loop.where)
    for number in range(1, len(members)):
        obstacle = _cannot_move(members[:number], between[number])
        if obstacle:
            return Reason(ReasonKind.NOT_APPLICABLE, obstacle, members[number].facts.loop.where)
    starts = _starts(segments, positions)
    aligned = _align(members, starts)
    clash = _clash(aligned, starts, model.program.task.data_model)
    if clash is not None:
        return clash
    return FusedLoops(aligned, segments[: positions[0] - 1], between, after)


def _control(member: FusedMember) -> frozenset[str]:
    """Names that determine the trip count and closed forms of a loop.

    They are evaluated before all loops of the group. Counters are among them, since their start is taken there (trap
    a03).
    """
    counters = [a.variable.name for a in member.facts.accelerable]
    forms = [names(a.form) for a in member.facts.accelerable]
    return names(member.facts.loop.test).union(counters, *forms)


def _straight_line(segment: tuple[Stmt, ...] | LoopFacts) -> tuple[Stmt, ...]:
    assert not isinstance(segment, LoopFacts)
    return segment


def _local(model: LoopModel, facts: LoopFacts, position: int) -> frozenset[str]:
    """Scalars of one loop that need not survive an iteration."""
    counters = {a.variable.name for a in facts.accelerable} if facts.exact else set()
    return frozenset(counters | {name for name in facts.private if not _live_after(model, position, name)})


def _live_after(model: LoopModel, position: int, name: str) -> bool:
    """Whether any code after the segment may read the scalar's value before writing it."""
    for segment in model.segments[position + 1 :]:
        if isinstance(segment, LoopFacts):
            if name in segment.read and name not in segment.private:
                return True
            continue
        exposed, written = read_first(segment)
        if name in exposed:
            return True
        if name in written:
            return False
    if model.goal.guard is not None and name in names(model.goal.guard):
        return True
    last = model.goal.facts
    if last is not None and name in last.read and name not in last.private:
        return True
    return name in names(model.assertion.test) and last is None


def _cannot_move(earlier: tuple[FusedMember, ...], code: tuple[Stmt, ...]) -> str | None:
    """The reason why the code cannot run before the earlier loops, or None."""
    wrote, touched = writes(code), writes(code) | reads(code)
    for member in earlier:
        body = member.facts
        if (body.written - member.local) & touched:
            return f"the code before it uses the result of the loop at line {body.loop.where.line}"
        if (body.read - member.local) & wrote:
            return f"the code before it changes an input of the loop at line {body.loop.where.line}"
    return None


def shared_scalars(model: LoopModel, first: FusedMember, second: FusedMember) -> frozenset[str]:
    """Scalars that one of two members writes and the other one reads or writes."""
    one, two = first.facts, second.facts
    write1, write2 = one.written - first.local, two.written - second.local
    shared = (write1 & (two.read | two.written)) | (write2 & (one.read | one.written))
    return frozenset(name for name in shared if name in model.scalars and not _is_local_to_both(name, first, second))


def _is_local_to_both(name: str, first: FusedMember, second: FusedMember) -> bool:
    return name in first.local and name in second.local


def shared_arrays(model: LoopModel, first: FusedMember, second: FusedMember) -> frozenset[str]:
    """Arrays that one of two members writes and the other one reads or writes."""
    one, two = first.facts, second.facts
    shared = (one.written & (two.read | two.written)) | (two.written & one.read)
    return frozenset(name for name in shared if name in model.program.arrays)


# -------------------------------------------------------------------------------------------------------------- align


def counter_values(facts: LoopFacts, starts: dict[str, Affine]) -> dict[str, Affine]:
    """Affine forms of the accelerable variables in the iteration number; known constant starts are filled in."""
    values = {}
    for counter in facts.accelerable:
        start = starts.get(counter.variable.name, Affine(((counter.start.name, 1),)))
        form = affine(counter.form, {ITNO.name: Affine(((ITERATION, 1),)), counter.start.name: start})
        if form is not None:
            values[counter.variable.name] = form
    return values


def _starts(segments: tuple[tuple[Stmt, ...] | LoopFacts, ...], positions: tuple[int, ...]) -> list[dict[str, Affine]]:
    return [estimated_forms(segments[positions[0] - 1 : p]) for p in positions]


def _align(members: tuple[FusedMember, ...], starts: list[dict[str, Affine]]) -> tuple[FusedMember, ...]:
    """Shift each member so that accesses to a shared array touch the same cell in the same column."""
    forms = [counter_values(m.facts, s) for m, s in zip(members, starts, strict=True)]
    shifts = [0]
    for number in range(1, len(members)):
        shifts.append(_shift(members, forms, shifts, number))
    least = min(shifts)
    return tuple(FusedMember(m.facts, m.local, s - least) for m, s in zip(members, shifts, strict=True))


def _shift(members: tuple[FusedMember, ...], forms: list[dict[str, Affine]], shifts: list[int], number: int) -> int:
    for earlier in range(number - 1, -1, -1):
        for array, form in indices(members[number].facts, forms[number]):
            for other_array, other in indices(members[earlier].facts, forms[earlier]):
                distance = form.rest.plus(other.rest, -1)
                if array != other_array or form.slope != other.slope or not form.slope or not distance.is_constant:
                    continue
                if distance.constant % form.slope == 0:
                    return shifts[earlier] + distance.constant // form.slope
    return shifts[0]


def _clash(members: tuple[FusedMember, ...], starts: list[dict[str, Affine]], data_model: DataModel) -> Reason | None:
    """A reason if two members clearly share a cell in reordered columns; this only saves a query."""
    forms = [indices(m.facts, counter_values(m.facts, s)) for m, s in zip(members, starts, strict=True)]
    counts = [_constant_trips(m.facts, s, data_model) for m, s in zip(members, starts, strict=True)]
    for number, second in enumerate(members):
        for earlier in range(number):
            first, trips = members[earlier], counts[earlier]
            for array, one in forms[earlier]:
                for other, two in forms[number]:
                    if array != other or array not in first.facts.written | second.facts.written:
                        continue
                    if _may_conflict(one, first.shift, two, second.shift, trips):
                        lines = f"lines {first.facts.loop.where.line} and {second.facts.loop.where.line}"
                        text = f"the loops at {lines} meet in cells of {array} that fusing would reorder"
                        return Reason(ReasonKind.NOT_APPLICABLE, text, second.facts.loop.where)
    return None


def _constant_trips(facts: LoopFacts, starts: dict[str, Affine], data_model: DataModel) -> int | None:
    known = {
        a.start.name: start.constant
        for a in facts.accelerable
        if (start := starts.get(a.variable.name)) is not None and start.is_constant
    }
    return None if facts.trips is None else value_of(facts.trips, known, data_model)


def _may_conflict(one: Affine, shift1: int, two: Affine, shift2: int, trips1: int | None) -> bool:
    """Whether an early column c2 of the second loop and a later column c1 of the first access the same cell."""
    distance = two.rest.plus(one.rest, -1)
    if not distance.is_constant:
        return False
    for itno2 in range(1, LOOKAHEAD):
        cell = two.slope * itno2 + distance.constant
        if one.slope == 0 and cell == 0:
            return True
        if one.slope == 0 or cell % one.slope:
            continue
        itno1 = cell // one.slope
        if itno1 + shift1 > itno2 + shift2 and (trips1 is None or 1 <= itno1 <= trips1):
            return True
    return False


def indices(facts: LoopFacts, values: dict[str, Affine]) -> list[tuple[str, Affine]]:
    """The affine index functions of a loop's array accesses, writes first."""
    written: list[tuple[str, Affine]] = []
    read: list[tuple[str, Affine]] = []
    for element in accesses(facts):
        form = index_of(element, values)
        if form is not None:
            (written if element.array in facts.written else read).append((element.array, form))
    return written + read


def accesses(facts: LoopFacts) -> list[Element]:
    """Every array access of one iteration, with indices over the values at the start of the iteration."""
    test = [node for node in walk(facts.loop.test) if isinstance(node, Element)]
    body, update = normalised(facts)
    return test + elements_of((*body, *update))


def rigid(member: FusedMember, element: Element, group_written: frozenset[str]) -> bool:
    """Whether the index depends only on the iteration number and on values that no loop of the group changes."""
    counters = {a.variable.name for a in member.facts.accelerable}
    used = frozenset(name for index in element.indices for name in names(index))
    return not used & (group_written - counters)
