"""Loops one after another: what is invariant in each is shown with what is known of those in front of it.

One program for all of them is the same proof, but may cost a solver a hundred times as much.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctree import has, statements
from veriabs.core.goals import GoalKind
from veriabs.core.program import Program
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.reasons import Reason
from veriabs.core.statements import Assert, CheckKind, Loop, LoopId, Stmt
from veriabs.core.verdict import narrowed
from veriabs.invariants.bounds import Goal, Invariants, bounds_program
from veriabs.invariants.shown import said_of


class Part(Struct, frozen=True):
    """A program up to one of the loops on its outermost level, with what is `new` behind the part before."""

    program: Program
    new: tuple[Stmt, ...]

    def loops(self) -> frozenset[LoopId]:
        return frozenset(stmt.id for stmt in statements(self.new) if isinstance(stmt, Loop))

    def has_goal(self, goal: Goal) -> bool:
        number = goal.assertion.number
        return any(isinstance(stmt, Assert) and stmt.number == number for stmt in statements(self.new))


def parts(program: Program) -> Iterator[Part]:
    """The program up to each of its loops, and all of it.

    It stays whole where accesses are no goals of their own: then a proof has to show those further down as well.
    """
    if GoalKind.BOUNDS.value not in program.task.checks:
        yield Part(program, program.body)
        return
    places = [place for place, stmt in enumerate(program.body) if has((stmt,), Loop)]
    begun = 0
    for end in (*places[1:], len(program.body)):
        yield Part(replace(program, body=program.body[:end]), program.body[begun:end])
        begun = end


class InFront(Struct, frozen=True):
    """What is proved of the loops in front: their invariants, and the runs that show these, and accesses in bounds."""

    invariants: Invariants = {}
    loops: frozenset[LoopId] = frozenset()
    pieces: tuple[CheckedQuery, ...] = ()

    def cut(self, part: Part, goals: list[Goal], tried: Invariants) -> Query:
        """The run that shows candidates of the loops in a part, and goals."""
        proved = self.loops or None
        return bounds_program(part.program, {**self.invariants, **tried}, *goals, proved=proved)

    def with_part(self, part: Part, piece: CheckedQuery | None, left: Invariants) -> InFront | None:
        """With what a run shows of the loops in a part, whatever it says of goals; None if that is not all of it."""
        assert piece is None or isinstance(piece.request, Query)
        ids = piece.request.ids if piece is not None and isinstance(piece.request, Query) else {}
        asked = {text for text, about in ids.items() if about.kind is not CheckKind.GOAL}
        shown = narrowed(piece, asked) if piece is not None and asked else None
        if piece is None or (asked and shown is None):
            return None
        found = () if shown is None else (_beside(shown),)
        return InFront({**self.invariants, **left}, self.loops | part.loops(), (*self.pieces, *found))

    def said_of(self, goal: Goal, piece: CheckedQuery | None) -> tuple[CheckedQuery, ...] | Reason:
        """A proof of a goal by a run that has it, with the runs in front, which show other accesses; or why none."""
        said = said_of(goal.assertion, piece)
        if isinstance(said, Reason) or not self.pieces:
            return said
        (shown,) = said
        assert isinstance(shown.request, Query)
        return (*self.pieces, replace(shown, request=replace(shown.request, accesses=True)))


def _beside(piece: CheckedQuery) -> CheckedQuery:
    """A run as a side condition of a proof."""
    assert isinstance(piece.request, Query)
    return replace(piece, request=replace(piece.request, claim=None, accesses=False))
