"""Apply the theorems of loop pruning to one task: the deciding instance first, then the replay."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Initial
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.strategy import Dialogue, Facts
from veriabs.core.verdict import holds, reason_of
from veriabs.strategies.pruning.checks import side_conditions
from veriabs.strategies.pruning.cutoff import cutoff_of
from veriabs.strategies.pruning.flow import Centres, Flow, centres_of, flow_of
from veriabs.strategies.pruning.hoist import hoisted
from veriabs.strategies.pruning.instance import instance
from veriabs.strategies.pruning.ranges import Ranges, covers, ranges_of
from veriabs.strategies.pruning.replay import replay
from veriabs.strategies.pruning.scalars import Scalars, groups_of
from veriabs.strategies.pruning.sweeps import ArrayTraversal, Part, parts_of
from veriabs.strategies.pruning.updates import updates

MOST_COPIES = 400
"""The number of copies of loop bodies in one replay; more take too long."""


class Pruning(Struct, frozen=True):
    """One task with the data that the theorems need."""

    model: LoopModel
    parts: tuple[Part, ...]
    groups: dict[int, tuple[Scalars, ...]]
    ranges: Ranges
    flow: Flow

    def centres(self, *, straight: bool) -> Centres:
        return centres_of(self.parts, self.groups, straight=straight)


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """Prove one assertion: with the deciding instance, else with the replay."""
    found = analyse(model)
    if isinstance(found, Reason):
        return found
    reason: Reason | None = None
    conditions: tuple[CheckedQuery, ...] = ()
    for programs in (cutoff_programs(found), replay_programs(found)):
        if isinstance(programs, Reason):
            reason = reason or programs
            continue
        covering = yield programs[:1]
        if not holds(covering[0]):
            reason = reason_of(covering[0].request, covering[0].run)
            continue
        asked = programs[1:] if conditions else (*programs[1:], *conditions_of(found))
        more = yield asked
        conditions = conditions or more[1:]
        failed = _failed((more[0], *conditions))
        if failed is None:
            return (*covering, more[0], *conditions)
        reason = reason_of(failed.request, failed.run)
        if failed is not more[0]:
            return reason
    assert reason is not None
    return reason


def _failed(pieces: tuple[CheckedQuery, ...]) -> CheckedQuery | None:
    return next((piece for piece in pieces if not holds(piece)), None)


def analyse(model: LoopModel) -> Pruning | Reason:
    """Check the preconditions R1 to R5 of both theorems; return the first that is not met as a Reason."""
    model = hoisted(model)
    parts = parts_of(model)
    if isinstance(parts, Reason):
        return parts
    groups: dict[int, tuple[Scalars, ...]] = {}
    for position, part in enumerate(parts):
        if isinstance(part, ArrayTraversal):
            found = groups_of(parts, position)
            if isinstance(found, Reason):
                return found
            groups[part.number] = found
    ranges = ranges_of(parts)
    zero = frozenset(a.name for a in model.program.arrays.values() if a.initial is Initial.ZERO)
    return Pruning(model, parts, groups, ranges, flow_of(parts, partial(covers, ranges), zero))


def cutoff_programs(found: Pruning) -> tuple[Query, ...] | Reason:
    """The deciding instance of the cutoff theorem, and the query whether it evaluates the assertion."""
    centres = found.centres(straight=False)
    cutoff = cutoff_of(found.parts, found.groups, found.ranges, found.flow, centres)
    if isinstance(cutoff, Reason):
        return cutoff
    made = instance(found.model, found.parts, found.ranges, found.flow, cutoff)
    reach = instance(found.model, found.parts, found.ranges, found.flow, cutoff, reach=True)
    if isinstance(made, Reason) or isinstance(reach, Reason):
        return (
            made
            if isinstance(made, Reason)
            else Reason(ReasonKind.CRASH, "no small instance in which the assertion is reached")
        )
    return made, reach


def replay_programs(found: Pruning) -> tuple[Query, ...] | Reason:
    """The program of the replay theorem, and the query whether it evaluates the assertion."""
    centres = found.centres(straight=True)
    copies = sum((high - low + 1) * centres.number for low, high in found.flow.spans.values())
    if copies > MOST_COPIES:
        return Reason(ReasonKind.NOT_APPLICABLE, f"a replay would need {copies} iterations, which is too many")
    made = replay(found.model, found.parts, found.groups, found.flow, centres)
    reach = replay(found.model, found.parts, found.groups, found.flow, centres, reach=True)
    return made, reach


def conditions_of(found: Pruning) -> tuple[Query, ...]:
    """The side conditions of both theorems, and the query on replayable scalars, if there are any."""
    asked = updates(found.model, found.parts, found.groups)
    conditions = side_conditions(found.model, found.parts, found.ranges)
    return (conditions,) if asked is None else (conditions, asked)
