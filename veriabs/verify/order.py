"""Find the checks of a cut program on which a goal depends: those up to its own statement.

The outermost statements run one after the other. Assumptions in one of them do not affect earlier ones, so a later
failed check does not invalidate an earlier goal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import cache

from msgspec import Struct

from veriabs.core.ctree import statements
from veriabs.core.program import Program
from veriabs.core.statements import Assert, CheckId, CheckKind, Loop


def checks_by_goal(ids: Mapping[str, CheckId]) -> Mapping[int, frozenset[str]]:
    """The checks of each goal, by its number."""
    found = defaultdict[int, set[str]](set)
    for text, about in ids.items():
        if about.kind is CheckKind.GOAL:
            found[about.number].add(text)
    return {number: frozenset(texts) for number, texts in found.items()}


class ProgramOrder(Struct, frozen=True):
    """The outermost statement in which each goal, loop and line first occurs, by their numbers."""

    goals: Mapping[int, int]
    loops: Mapping[int, int]
    lines: Mapping[int, int]

    @classmethod
    def of(cls, program: Program) -> ProgramOrder:
        goals: dict[int, int] = {}
        loops: dict[int, int] = {}
        lines: dict[int, int] = {}
        for position, outermost in enumerate(program.body):
            for stmt in statements((outermost,)):
                lines.setdefault(stmt.where.line, position)
                if isinstance(stmt, Assert):
                    goals[stmt.number] = position  # a goal that occurs twice depends on everything up to the last place
                elif isinstance(stmt, Loop):
                    loops.setdefault(stmt.id, position)
        return cls(goals, loops, lines)

    def dependencies(self, ids: Mapping[str, CheckId]) -> Callable[[int], frozenset[str]]:
        """The other checks on which a goal depends, by its number, including those with an unknown place.

        They are computed once for all goals of a statement.
        """
        others = {text: self._position(about) for text, about in ids.items() if about.kind is not CheckKind.GOAL}

        @cache
        def up_to(position: int | None) -> frozenset[str]:
            return frozenset(text for text, place in others.items() if position is None or place <= position)

        return lambda number: up_to(self.goals.get(number))

    def _position(self, about: CheckId) -> int:
        known = self.lines.get(about.number) if about.kind is CheckKind.ACCESS else self.loops.get(about.loop)
        return -1 if known is None else known
