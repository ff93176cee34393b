"""What is to be shown of a program: goals as data, and what became of each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from veriabs.core.source import Where


class GoalKind(Enum):
    """What a goal is about."""

    ASSERTION = "assertion"


@dataclass(frozen=True, slots=True)
class Goal:
    """One thing to be shown wherever the program comes by its place: inlined copies of it are one goal.

    It holds if no run violates it that has violated no goal before: the first violation ends a run.
    """

    kind: GoalKind
    where: Where
    text: str = ""

    def __str__(self) -> str:
        return f"{self.text or self.kind.value} at {self.where}"
