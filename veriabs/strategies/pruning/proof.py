"""Apply the replay theorem of loop pruning to one task: the side conditions first, then the replay.

The theorem, the fragment R, covers and centres are in docs/theory.md 3.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import partial

from msgspec import Struct

from veriabs.core.loop_model import LoopModel
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.reasons import Reason
from veriabs.core.strategy import Dialogue, Facts
from veriabs.core.verdict import holds, reason_of
from veriabs.strategies.pruning.checks import cover_text, side_conditions
from veriabs.strategies.pruning.flow import Centre, Cover, centres_of, covers_of, flow_of
from veriabs.strategies.pruning.replay import replay
from veriabs.strategies.pruning.scalars import Scalars, groups_of
from veriabs.strategies.pruning.sweeps import Part, Sweep, parts_of
from veriabs.strategies.pruning.updates import updates


class PruningTask(Struct, frozen=True):
    """One task of the fragment R, with the groups of replayable scalars of each sweep."""

    model: LoopModel
    parts: tuple[Part, ...]
    groups: dict[int, tuple[Scalars, ...]]

    @property
    def centres(self) -> tuple[Centre, ...]:
        return centres_of(self.parts, self.groups)

    def replays(self, covers: Collection[Cover]) -> tuple[Query, Query]:
        """The replay, given which writers cover which readers, and the query whether it evaluates the assertion."""
        made = partial(replay, self.model, self.parts, self.groups, flow_of(self.parts, covers), self.centres)
        return made(), made(reach=True)


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """Prove one assertion by its replay; claims on covered cells that fail are dropped first."""
    found = analyse(model)
    if isinstance(found, Reason):
        return found
    covers = covers_of(found.parts)
    asked = updates(model, found.parts, found.groups)
    conditions = yield (side_conditions(model, found.parts, covers), *(() if asked is None else (asked,)))
    failed = conditions[0].run.failed()
    wrong = [cover for cover in covers if cover_text(cover) in failed]
    if wrong and len(wrong) == len(failed):
        covers = tuple(cover for cover in covers if cover not in wrong)
        again = yield (side_conditions(model, found.parts, covers),)
        conditions = (*again, *conditions[1:])
    if not holds_all(conditions):
        return _reason(conditions)
    pieces = yield found.replays(covers)
    return (*pieces, *conditions) if holds_all(pieces) else _reason(pieces)


def holds_all(pieces: Iterable[CheckedQuery]) -> bool:
    """Whether all runs have their needed outcome."""
    return all(map(holds, pieces))


def _reason(pieces: Iterable[CheckedQuery]) -> Reason:
    failed = next(piece for piece in pieces if not holds(piece))
    return reason_of(failed.request, failed.run)


def analyse(model: LoopModel) -> PruningTask | Reason:
    """Check the preconditions R1 to R5; return the first that is not met as a Reason."""
    parts = parts_of(model)
    if isinstance(parts, Reason):
        return parts
    groups: dict[int, tuple[Scalars, ...]] = {}
    for position, part in enumerate(parts):
        if isinstance(part, Sweep):
            found = groups_of(parts, position)
            if isinstance(found, Reason):
                return found
            groups[part.number] = found
    return PruningTask(model, parts, groups)
