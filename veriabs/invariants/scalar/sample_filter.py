"""Drop candidates that a run with small sizes contradicts, to save the solver work."""

from __future__ import annotations

from collections.abc import Container, Iterable
from random import Random

from msgspec import Struct, field

from veriabs.core.ctree import FALSE, reads_cell, walk
from veriabs.core.expressions import Binary, Const, Expr
from veriabs.core.loop_model import CELL, ITERATION, OTHER
from veriabs.core.program import Program
from veriabs.core.source import DataModel
from veriabs.core.statements import LoopId
from veriabs.core.strategy import Steps
from veriabs.invariants.bounds import Invariants, by_loop
from veriabs.invariants.scalar import runs
from veriabs.invariants.scalar.sizes import certain_sizes, large_constants, last_place, other_constants, shrunk
from veriabs.invariants.scalar.subject import NO_ASSERTION, AssertionTask, subject_of_body
from veriabs.invariants.scalar.values import Compiled, RunEndedError, SampleState, compile_expr
from veriabs.loops.facts import facts_of

RUNS = 24
"""The number of runs that candidates have to pass."""

FEW_RUNS, MOST_STEPS = 6, 6_000
"""Limits for the few runs that only sort out obviously wrong candidates: runs, and statements of each."""

MIXED = (1, 2)
"""The runs, modulo four, in which the signs of cells are mixed."""

EVALUATIONS = 300_000
"""The number of evaluations in all; later candidates are left to the solver."""

CELLS = tuple((cell, 0) for cell in range(-1, 12))
PAIRS = tuple((cell, other) for cell in range(7) for other in range(7))
"""The values of the arbitrary index, and pairs of them, that are tried."""


def passing_samples(program: Program, number: int, tried: Invariants) -> Steps[Invariants]:
    """The candidates that hold in all sampled states of their loop, and whose range is nonempty in at least one.

    It runs in steps, so that the caller can stop after each loop's candidates and after each run.
    """
    subject = subject_of_body(program, number)
    sieve = _Sieve.of(subject, {})
    for loop in subject.loops:
        sieve.add(loop.id, tried.get(loop.id, ()))
        yield ()
    for _ in observed(subject, sieve.drop, sieve.exprs()):
        yield ()
    needed = {at: tuple(one.expr for one in ones if one.needed) for at, ones in sieve.alive.items()}
    return by_loop((loop, needed[loop.id]) for loop in subject.loops if loop.id in tried)


def unrefuted(program: Program, tried: Invariants) -> Invariants:
    """The candidates that a few runs do not contradict, including those of loops that no run reaches."""
    subject = subject_of_body(program, NO_ASSERTION)
    sieve = _Sieve.of(subject, tried)
    for _ in observed(subject, sieve.drop, sieve.exprs(), FEW_RUNS, MOST_STEPS):
        pass
    left = {loop: tuple(one.expr for one in ones) for loop, ones in sieve.alive.items()}
    return by_loop((loop, left[loop.id]) for loop in subject.loops if loop.id in tried)


def observed(
    subject: AssertionTask, seen: runs.Seen, about: Iterable[Expr], count: int = RUNS, steps: int = runs.STEPS
) -> Steps[None]:
    """Runs, every fourth of which has the original sizes; `seen` receives the states at loop heads.

    A state also has the values at the loop's entry and the iteration number. Constants near a size in the expressions
    `about` are replaced with it.
    """
    facts = {loop.id: facts_of(place, loop) for place, loop in enumerate(subject.loops, 1)}

    def with_entry(state: SampleState, loop: LoopId, entry: dict[str, int], iteration: int) -> None:
        for a in facts[loop].accelerable:
            state.scalars[a.start.name] = entry[a.variable.name]
        for name, value in entry.items():
            state.scalars[f"entry_{name}"] = value
        state.scalars[ITERATION.name] = iteration
        seen(state, loop, entry, iteration)

    sizes = large_constants(subject, about)
    others, least = other_constants(subject, sizes), last_place(subject)
    compiled: dict[int, Compiled] = {}
    for seed in range(count):
        chance = Random(seed)
        small = shrunk(sizes, chance, least) if seed % 4 else {size: size for size in sizes}
        run = runs.Interpreter(subject, chance, small, others, with_entry, steps, brief=True, compiled=compiled)
        run.mixed = seed % 4 in MIXED
        run.run()
        yield ()


class _Candidate(Struct):
    """A candidate `excused || fact`; `needed` records that the fact was needed in some state.

    If it `is_of_size`, it relates scalars to a size, and runs with other sizes are no evidence; a value that reaches
    the size refutes a strict bound (`meets`). A size in the excuse of a fact about a cell only says where the cell is.
    If it is `of_contents`, it compares cells with a large constant that is no size, and a smaller value in a run is no
    evidence.
    """

    expr: Expr
    excused: Compiled
    fact: Compiled
    cells: tuple[tuple[int, int], ...]
    is_of_size: bool
    meets: Compiled
    of_contents: bool
    needed: bool = False

    @classmethod
    def of(cls, expr: Expr, data_model: DataModel, large: Container[object], sizes: Container[object]) -> _Candidate:
        """The candidate in a program with `large` constants, some of which are `sizes`."""
        parts = set(walk(expr))
        cells = PAIRS if OTHER in parts else CELLS if CELL in parts else CELLS[:1]
        excused, fact = (expr.left, expr.right) if isinstance(expr, Binary) and expr.op == "||" else (FALSE, expr)
        sized = walk(fact) if reads_cell(fact) else parts
        is_of_size = CELL not in parts and any(isinstance(part, Const) and part.value in large for part in sized)
        excuse, compiled, meets = (compile_expr(one, data_model) for one in (excused, fact, _reached_limit(fact)))
        others = (part.value for part in walk(fact) if isinstance(part, Const) and part.value not in sizes)
        of_contents = CELL in parts and any(one in large for one in others)
        return cls(expr, excuse, compiled, cells, is_of_size, meets, of_contents, needed=is_of_size)


def _reached_limit(fact: Expr) -> Expr:
    """A strict limit is reached exactly."""
    match fact:
        case Binary(op="<" | ">", left=left, right=right):
            return Binary("==", left, right)
        case _:
            return FALSE


class _Sieve(Struct):
    """The remaining candidates of each loop; `spent` counts evaluations.

    - `large`: the large constants of the program. `sizes`: constants that are not compared with array contents.
    """

    data_model: DataModel
    large: frozenset[int]
    sizes: frozenset[int]
    alive: dict[LoopId, list[_Candidate]] = field(default_factory=dict)
    spent: int = 0

    @classmethod
    def of(cls, subject: AssertionTask, tried: Invariants) -> _Sieve:
        large, sizes = frozenset(large_constants(subject)), frozenset(certain_sizes(subject))
        sieve = cls(subject.program.task.data_model, large, sizes)
        for loop in subject.loops:
            sieve.add(loop.id, tried.get(loop.id, ()))
        return sieve

    def exprs(self) -> list[Expr]:
        """The remaining candidates of all loops."""
        return [one.expr for ones in self.alive.values() for one in ones]

    def add(self, loop: LoopId, tried: Iterable[Expr]) -> None:
        """Add the candidates of a loop."""
        self.alive[loop] = [_Candidate.of(expr, self.data_model, self.large, self.sizes) for expr in tried]

    def drop(self, state: SampleState, loop: LoopId, entry: dict[str, int], iteration: int) -> None:
        """Drop the candidates that fail in this state at the head of their loop."""
        if self.spent > EVALUATIONS:
            return
        is_small = any(size != real for real, size in state.sizes.items())
        self.alive[loop] = [one for one in self.alive[loop] if self._survives(one, state, is_small)]

    def _survives(self, one: _Candidate, state: SampleState, is_small: bool) -> bool:
        if not (is_small and one.is_of_size):
            return self._holds(one, state)
        try:
            return bool(one.excused(state)) or not one.meets(state)
        except (RunEndedError, KeyError):
            return True

    def _holds(self, one: _Candidate, state: SampleState) -> bool:
        try:
            self.spent += len(one.cells)
            for state.scalars[CELL.name], state.scalars[OTHER.name] in one.cells:
                if one.excused(state):
                    continue
                one.needed = True
                if not one.fact(state) and not (one.of_contents and _holds_as_it_stands(one, state)):
                    return False
        except (RunEndedError, KeyError):
            return True
        return True


def _holds_as_it_stands(one: _Candidate, state: SampleState) -> bool:
    """Does the fact hold with the original constants?"""
    small, state.sizes = state.sizes, {}
    try:
        return bool(one.fact(state))
    finally:
        state.sizes = small
