"""What becomes of the invariants that the user gives: each holds, is not shown, or is wrong, with the iteration."""

from __future__ import annotations

from enum import Enum
from functools import partial
from itertools import product
from random import Random

from msgspec import Struct

from veriabs.core.ctree import statements, walk
from veriabs.core.expressions import Expr, Var
from veriabs.core.loop_model import CELL, OTHER, entry_of
from veriabs.core.program import Array, Program, Scalar
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.runs import Overflow
from veriabs.core.source import DataModel
from veriabs.core.statements import CheckId, CheckKind, Given, Loop, LoopId
from veriabs.core.strategy import Steps
from veriabs.core.types import FloatType
from veriabs.invariants.bounds import Invariants, bounds_program, by_loop
from veriabs.invariants.candidates import candidates, given, joined, on_their_own, proved_but_bounds, surviving
from veriabs.invariants.houdini import houdini
from veriabs.invariants.scalar.runs import STEPS, Interpreter
from veriabs.invariants.scalar.sizes import large_constants, other_constants, shrunk
from veriabs.invariants.scalar.subject import NO_ASSERTION, subject_of_body
from veriabs.invariants.scalar.values import Compiled, RunEndedError, State, compile_expr

RUNS = 24
LONG_RUNS, LONG = 2, 60_000
"""So many runs may have so many statements, to come to where loops of the size that they have are left."""

MOST_STATES = 1000
"""States of one loop at which invariants are looked at in one run."""

_INDICES = range(-1, 12)


class Standing(Enum):
    """What is known of an invariant that was given."""

    NEEDED = "holds, and what is shown rests on it"
    HOLDS = "holds"
    NOT_AT_ENTRY = "not shown where the loop is entered"
    NOT_KEPT = "not shown to be kept by an iteration: too weak, or wrong"
    WRONG = "wrong"
    WRONG_IF_SMALLER = "not shown, and wrong where large numbers of the program are smaller"
    OPEN = "not judged, there was no time left"
    UNREAD = "not understood, or about what has gone from the program"


class Judged(Struct, frozen=True):
    """One invariant that was given; `iteration` is one at whose start it does not hold, counted from 1."""

    given: Given
    standing: Standing
    iteration: int = 0

    def __str__(self) -> str:
        of_run = f": not at the start of iteration {self.iteration} of a run" if self.iteration else ""
        return f"{self.given.text}: {self.standing.value}{of_run}"


def judging(
    program: Program, known: Invariants, needed: Invariants, overflow: Overflow = Overflow.UNDEFINED
) -> Steps[tuple[Judged, ...]]:
    """Judges all that is given, with what is known of the loops besides; a loop that was inlined twice counts twice."""
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop) and stmt.given]
    if not loops:
        return ()
    said = by_loop((loop, _said(program, loop)) for loop in loops)
    tried = joined(known, candidates(program), said)
    piece, left = yield from houdini(tried, partial(bounds_program, program), surviving, hopeless=on_their_own)
    held = left if piece is not None and proved_but_bounds(piece) else {}
    wrong = _wrong(program, said, overflow)
    found: list[Judged] = []
    for loop in loops:
        for one in loop.given:
            fact = one.fact
            if fact is None or fact not in said.get(loop.id, ()):
                found.append(Judged(one, Standing.UNREAD))
            elif fact in held.get(loop.id, ()):
                found.append(Judged(one, Standing.NEEDED if fact in needed.get(loop.id, ()) else Standing.HOLDS))
            elif (loop.id, fact) in wrong:
                found.append(Judged(one, *wrong[loop.id, fact]))
            else:
                trial = bounds_program(program, joined(held, {loop.id: (fact,)}))
                (piece,) = yield (trial,)
                found.append(Judged(one, _why(piece, loop.id, len(held.get(loop.id, ())))))
    return tuple(found)


def unjudged(program: Program) -> tuple[Judged, ...]:
    """All that is given, where there is no time to judge it."""
    loops = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    return tuple(Judged(one, Standing.OPEN) for loop in loops for one in loop.given)


def _said(program: Program, loop: Loop) -> tuple[Expr, ...]:
    return (*given(program, loop), *given(program, loop, of_cells=True))


def _why(piece: CheckedQuery, loop: LoopId, number: int) -> Standing:
    """Where the last one of a loop's invariants fails."""
    assert isinstance(piece.request, Query)
    status = {check.description: check.status for check in piece.run.checks}
    entry = (text for text, about in piece.request.ids.items() if about == CheckId(CheckKind.ENTRY, loop, number))
    fails = any(status.get(text) == "FAILURE" for text in entry)
    return Standing.NOT_AT_ENTRY if fails else Standing.NOT_KEPT


# --------------------------------------------------------------------------------------------------------------- runs


def _wrong(
    program: Program, said: Invariants, overflow: Overflow
) -> dict[tuple[LoopId, Expr], tuple[Standing, int]]:
    """Those that some run contradicts, with the iteration: runs of the program as it is come first.

    A run ends where an overflow has no meaning: what comes then contradicts nothing.
    """
    variables: list[Scalar | Array] = [*program.scalars.values(), *program.arrays.values()]
    if not said or any(isinstance(variable.type, FloatType) for variable in variables):
        return {}
    subject, data_model = subject_of_body(program, NO_ASSERTION), program.task.data_model
    sizes = large_constants(subject)
    others = other_constants(subject, sizes)
    compiled = {(loop, fact): _Tested.of(fact, data_model, overflow) for loop, facts in said.items() for fact in facts}
    found: dict[tuple[LoopId, Expr], tuple[Standing, int]] = {}

    def seen(state: State, loop: LoopId, entry: dict[str, int], iteration: int) -> None:
        known = (s for s in program.scalars.values() if s.name in entry)
        state.scalars.update((entry_of(Var(s.name, s.type)).name, entry[s.name]) for s in known)
        for place, fact in compiled.items():
            if place[0] == loop and place not in found and fact.fails(state):
                smaller = any(size != real for real, size in state.sizes.items())
                found[place] = (Standing.WRONG_IF_SMALLER if smaller else Standing.WRONG, iteration)

    for seed in range(2 * RUNS):
        chance = Random(seed)
        small = {size: size for size in sizes} if seed < RUNS else shrunk(sizes, chance)
        most = LONG if seed < LONG_RUNS else STEPS
        run = Interpreter(subject, chance, small, others, seen, most, leaving=True, each=MOST_STATES, overflow=overflow)
        run.run()
    return found


class _Tested(Struct, frozen=True):
    """A fact that is tried out in states, with the variables in it that stand for any index."""

    fact: Compiled
    bound: tuple[Var, ...]

    @classmethod
    def of(cls, fact: Expr, data_model: DataModel, overflow: Overflow) -> _Tested:
        parts = set(walk(fact))
        return cls(compile_expr(fact, data_model, overflow), tuple(one for one in (CELL, OTHER) if one in parts))

    def fails(self, state: State) -> bool:
        """Is the fact false of some cell, or some two?"""
        for indices in product(_INDICES, repeat=len(self.bound)):
            state.scalars.update((one.name, index) for one, index in zip(self.bound, indices, strict=True))
            try:
                if not self.fact(state):
                    return True
            except (RunEndedError, KeyError):
                continue
        return False
