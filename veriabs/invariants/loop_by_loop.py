"""Prove the invariants of successive loops one loop after another, each with the facts about the loops before it.

One query for all loops proves the same, but may cost a solver a hundred times as much.
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
from veriabs.core.verdict import restrict
from veriabs.invariants.bounds import BoundsGoal, Invariants, bounds_program
from veriabs.invariants.goal_proofs import proof_of


class ProgramPrefix(Struct, frozen=True):
    """A prefix of the program up to one of its outermost loops, with the statements that are `new` in it."""

    program: Program
    new: tuple[Stmt, ...]

    def loops(self) -> frozenset[LoopId]:
        return frozenset(stmt.id for stmt in statements(self.new) if isinstance(stmt, Loop))

    def has_goal(self, goal: BoundsGoal) -> bool:
        number = goal.assertion.number
        return any(isinstance(stmt, Assert) and stmt.number == number for stmt in statements(self.new))


def parts(program: Program) -> Iterator[ProgramPrefix]:
    """The prefixes up to each outermost loop, and the whole program.

    There is only the whole program if accesses have no goals of their own, since then a proof covers later accesses
    too.
    """
    if GoalKind.BOUNDS.value not in program.task.checks:
        yield ProgramPrefix(program, program.body)
        return
    places = [place for place, stmt in enumerate(program.body) if has((stmt,), Loop)]
    begun = 0
    for end in (*places[1:], len(program.body)):
        yield ProgramPrefix(replace(program, body=program.body[:end]), program.body[begun:end])
        begun = end


class EarlierLoops(Struct, frozen=True):
    """The results for the loops before a place: their invariants, and `pieces`, the runs that prove them.

    The runs also prove that the accesses up to there are in bounds.
    """

    invariants: Invariants = {}
    loops: frozenset[LoopId] = frozenset()
    pieces: tuple[CheckedQuery, ...] = ()

    def cut(self, part: ProgramPrefix, goals: list[BoundsGoal], tried: Invariants) -> Query:
        """The query for the candidates of a prefix, and goals."""
        proved = self.loops or None
        return bounds_program(part.program, {**self.invariants, **tried}, *goals, proved=proved)

    def with_part(self, part: ProgramPrefix, piece: CheckedQuery | None, left: Invariants) -> EarlierLoops | None:
        """Add the results for a prefix, whatever they say about goals; None if some check on the loops failed."""
        assert piece is None or isinstance(piece.request, Query)
        ids = piece.request.ids if piece is not None and isinstance(piece.request, Query) else {}
        asked = {text for text, about in ids.items() if about.kind is not CheckKind.GOAL}
        shown = restrict(piece, asked) if piece is not None and asked else None
        if piece is None or (asked and shown is None):
            return None
        found = () if shown is None else (_to_side_condition(shown),)
        return EarlierLoops({**self.invariants, **left}, self.loops | part.loops(), (*self.pieces, *found))

    def proof_of(self, goal: BoundsGoal, piece: CheckedQuery | None) -> tuple[CheckedQuery, ...] | Reason:
        """The proof of a goal: its run, and the earlier runs, which prove the other accesses; or the reason for having
        none."""
        proof = proof_of(goal.assertion, piece)
        if isinstance(proof, Reason) or not self.pieces:
            return proof
        (shown,) = proof
        assert isinstance(shown.request, Query)
        return (*self.pieces, replace(shown, request=replace(shown.request, accesses=True)))


def _to_side_condition(piece: CheckedQuery) -> CheckedQuery:
    """The run as a side condition of a proof."""
    assert isinstance(piece.request, Query)
    return replace(piece, request=replace(piece.request, claim=None, accesses=False))
