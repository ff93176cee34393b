"""Choose the strategy that starts with a goal: the winner of another goal, or the first that considers itself likely.

A wrong choice costs the first strategy's slice of work, and no verdict.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from veriabs import strategies
from veriabs.core.loop_model import LoopModel
from veriabs.core.strategy import Strategy

UNPREDICTED = "first in the default order"
"""The reason for a start that nothing supports."""

LIKELY = "the strategy considers the task likely"
"""The reason if the strategy considers itself likely."""


class Winner(Struct, frozen=True):
    """The strategy that proved another goal of the program, and the model of that goal."""

    strategy: str = ""
    model: LoopModel | None = None

    @property
    def was_likely(self) -> bool:
        """Did the strategy consider itself likely for that goal?"""
        return self.model is not None and strategies.load(self.strategy).likely(self.model)


NO_WINNER = Winner()


def ordered(
    chosen: Sequence[str], model: LoopModel, winner: Winner = NO_WINNER, given_up: Collection[str] = ()
) -> tuple[list[tuple[str, Strategy]], str]:
    """The chosen proving strategies, the starting one first, and the reason for that choice.

    The winner of another goal starts, since its shared facts are known, unless likely strategies won and one is likely
    here. Strategies in `given_up` failed for another goal and do not count as likely.
    """
    found = strategies.provers(chosen, model, given_up)
    is_likely = bool(found) and found[0][0] not in given_up and found[0][1].likely(model)
    if winner.strategy in (name for name, _ in found) and not (is_likely and winner.was_likely):
        return sorted(found, key=lambda one: one[0] != winner.strategy), "it proved another goal of the program"
    return found, LIKELY if is_likely else UNPREDICTED
