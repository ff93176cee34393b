"""Judge the invariants that the user wrote: each holds, is not proved, or fails in a known iteration."""

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
from veriabs.core.statements import CheckId, CheckKind, Loop, LoopId, UserInvariant
from veriabs.core.strategy import Steps
from veriabs.core.types import FloatType
from veriabs.invariants.bounds import Invariants, bounds_program, by_loop
from veriabs.invariants.candidates import candidates, independent, merge, proved_but_bounds, survivors, user_invariants
from veriabs.invariants.houdini import houdini
from veriabs.invariants.scalar.runs import RUNS, STEPS, Interpreter
from veriabs.invariants.scalar.sizes import large_constants, other_constants, shrunk
from veriabs.invariants.scalar.subject import NO_ASSERTION, subject_of_body
from veriabs.invariants.scalar.values import Compiled, RunEndedError, SampleState, compile_expr

LONG_RUNS, LONG = 2, 60_000
"""The number of long runs and their number of statements, enough to pass loops with the original constants."""

MOST_STATES = 1000
"""The number of states of one loop that are checked in one run."""

_INDICES = range(-1, 12)


class InvariantStatus(Enum):
    """The result for an invariant that the user wrote."""

    NEEDED = "holds, and the proof needs it"
    HOLDS = "holds"
    NOT_AT_ENTRY = "not proved at the loop's entry"
    NOT_KEPT = "not proved to be preserved by an iteration: too weak, or wrong"
    WRONG = "wrong"
    WRONG_IF_SMALLER = "not proved, and wrong if large constants of the program are smaller"
    OPEN = "not checked, because the time was over"
    UNREAD = "unsupported, or about variables that are no longer in the program"


class JudgedInvariant(Struct, frozen=True):
    """The result for one invariant of the user; `iteration`, counted from 1, is one at whose start it fails."""

    given: UserInvariant
    status: InvariantStatus
    iteration: int = 0

    def __str__(self) -> str:
        of_run = f": false at the start of iteration {self.iteration} in some run" if self.iteration else ""
        return f"{self.given.text}: {self.status.value}{of_run}"


def judging(
    program: Program, known: Invariants, needed: Invariants, overflow: Overflow = Overflow.UNDEFINED
) -> Steps[tuple[JudgedInvariant, ...]]:
    """Judge all invariants of the user, with the known facts; a loop that was inlined twice has two results."""
    loops = [stmt for stmt in statements(program.body) if isinstance(stmt, Loop) and stmt.given]
    if not loops:
        return ()
    stated = by_loop((loop, _user_invariants(program, loop)) for loop in loops)
    tried = merge(known, candidates(program), stated)
    piece, left = yield from houdini(tried, partial(bounds_program, program), survivors, hopeless=independent)
    held = left if piece is not None and proved_but_bounds(piece) else {}
    wrong = _refuted_by_runs(program, stated, overflow)
    found: list[JudgedInvariant] = []
    for loop in loops:
        for one in loop.given:
            fact = one.fact
            if fact is None or fact not in stated.get(loop.id, ()):
                found.append(JudgedInvariant(one, InvariantStatus.UNREAD))
            elif fact in held.get(loop.id, ()):
                found.append(
                    JudgedInvariant(
                        one, InvariantStatus.NEEDED if fact in needed.get(loop.id, ()) else InvariantStatus.HOLDS
                    )
                )
            elif (loop.id, fact) in wrong:
                found.append(JudgedInvariant(one, *wrong[loop.id, fact]))
            else:
                trial = bounds_program(program, merge(held, {loop.id: (fact,)}))
                (piece,) = yield (trial,)
                found.append(JudgedInvariant(one, _failing_part(piece, loop.id, len(held.get(loop.id, ())))))
    return tuple(found)


def unjudged(program: Program) -> tuple[JudgedInvariant, ...]:
    """The results if there is no time to judge the user's invariants."""
    loops = (stmt for stmt in statements(program.body) if isinstance(stmt, Loop))
    return tuple(JudgedInvariant(one, InvariantStatus.OPEN) for loop in loops for one in loop.given)


def _user_invariants(program: Program, loop: Loop) -> tuple[Expr, ...]:
    return (*user_invariants(program, loop), *user_invariants(program, loop, of_cells=True))


def _failing_part(piece: CheckedQuery, loop: LoopId, number: int) -> InvariantStatus:
    """Whether the last invariant of a loop fails at the entry or after an iteration."""
    assert isinstance(piece.request, Query)
    status = {check.description: check.status for check in piece.run.checks}
    entry = (text for text, about in piece.request.ids.items() if about == CheckId(CheckKind.ENTRY, loop, number))
    fails = any(status.get(text) == "FAILURE" for text in entry)
    return InvariantStatus.NOT_AT_ENTRY if fails else InvariantStatus.NOT_KEPT


# --------------------------------------------------------------------------------------------------------------- runs


def _refuted_by_runs(
    program: Program, invariants: Invariants, overflow: Overflow
) -> dict[tuple[LoopId, Expr], tuple[InvariantStatus, int]]:
    """The invariants that a run contradicts, with the iteration; runs with the original constants come first.

    A run ends at an undefined overflow, since later states contradict nothing.
    """
    variables: list[Scalar | Array] = [*program.scalars.values(), *program.arrays.values()]
    if not invariants or any(isinstance(variable.type, FloatType) for variable in variables):
        return {}
    subject, data_model = subject_of_body(program, NO_ASSERTION), program.task.data_model
    sizes = large_constants(subject)
    others = other_constants(subject, sizes)
    compiled = {
        (loop, fact): _CompiledFact.of(fact, data_model, overflow)
        for loop, facts in invariants.items()
        for fact in facts
    }
    found: dict[tuple[LoopId, Expr], tuple[InvariantStatus, int]] = {}

    def seen(state: SampleState, loop: LoopId, entry: dict[str, int], iteration: int) -> None:
        known = (s for s in program.scalars.values() if s.name in entry)
        state.scalars.update((entry_of(Var(s.name, s.type)).name, entry[s.name]) for s in known)
        for place, fact in compiled.items():
            if place[0] == loop and place not in found and fact.fails(state):
                smaller = any(size != real for real, size in state.sizes.items())
                found[place] = (InvariantStatus.WRONG_IF_SMALLER if smaller else InvariantStatus.WRONG, iteration)

    for seed in range(2 * RUNS):
        chance = Random(seed)
        small = {size: size for size in sizes} if seed < RUNS else shrunk(sizes, chance)
        most = LONG if seed < LONG_RUNS else STEPS
        run = Interpreter(subject, chance, small, others, seen, most, leaving=True, each=MOST_STATES, overflow=overflow)
        run.run()
    return found


class _CompiledFact(Struct, frozen=True):
    """A compiled fact with its index variables, to be evaluated in states."""

    fact: Compiled
    bound: tuple[Var, ...]

    @classmethod
    def of(cls, fact: Expr, data_model: DataModel, overflow: Overflow) -> _CompiledFact:
        parts = set(walk(fact))
        return cls(compile_expr(fact, data_model, overflow), tuple(one for one in (CELL, OTHER) if one in parts))

    def fails(self, state: SampleState) -> bool:
        """Is the fact false for some cell, or some pair of cells?"""
        for indices in product(_INDICES, repeat=len(self.bound)):
            state.scalars.update((one.name, index) for one, index in zip(self.bound, indices, strict=True))
            try:
                if not self.fact(state):
                    return True
            except (RunEndedError, KeyError):
                continue
        return False
