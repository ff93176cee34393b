"""Candidate invariants that no run at small sizes contradicts; the others need no solver to be dropped."""

from __future__ import annotations

from random import Random

from msgspec import Struct

from veriabs.core.ctree import walk
from veriabs.core.expressions import Binary, Expr
from veriabs.core.loop_model import CELL, ITERATION, OTHER, LoopFacts
from veriabs.core.program import Program
from veriabs.core.source import DataModel
from veriabs.core.statements import LoopId
from veriabs.core.strategy import Steps
from veriabs.invariants.bounds import Invariants, by_loop
from veriabs.invariants.scalar import runs
from veriabs.invariants.scalar.sizes import large_constants, other_constants, shrunk
from veriabs.invariants.scalar.subject import subject_of_body
from veriabs.invariants.scalar.values import Compiled, RunEndedError, State, compile_expr
from veriabs.loops.facts import facts_of

RUNS = 24
EVALUATIONS = 300_000
"""Candidates that are evaluated in all; those that are left after that are left to the solver."""

CELLS = tuple((cell, 0) for cell in range(-1, 12))
PAIRS = tuple((cell, other) for cell in range(7) for other in range(7))
"""Values of the arbitrary index that are tried, and of two of them."""


def passing_samples(program: Program, number: int, tried: Invariants) -> Steps[Invariants]:
    """The candidates that hold in all sampled states of their loop, and say something in one of them.

    As a part of a dialogue that asks for nothing, but can be ended behind each run.
    """
    subject = subject_of_body(program, number)
    facts = {loop.id: facts_of(place, loop) for place, loop in enumerate(subject.loops, 1)}
    data_model = program.task.data_model
    alive = {
        loop.id: {expr: _Candidate.of(expr, data_model) for expr in tried.get(loop.id, ())} for loop in subject.loops
    }
    sizes, sieve = large_constants(subject), _Sieve(facts, alive)
    others = other_constants(subject, sizes)
    for seed in range(RUNS):
        chance = Random(seed)
        small = shrunk(sizes, chance) if seed % 4 else {size: size for size in sizes}
        runs.Interpreter(subject, chance, small, others, sieve.drop).run()
        yield ()
    told = {loop: tuple(expr for expr, one in ones.items() if one.told) for loop, ones in alive.items()}
    return by_loop((loop, told[loop.id]) for loop in subject.loops if loop.id in tried)


class _Candidate(Struct):
    """`excused || fact`; `told` once the fact had to hold."""

    excused: Compiled
    fact: Compiled
    cells: tuple[tuple[int, int], ...]
    told: bool = False

    @classmethod
    def of(cls, expr: Expr, data_model: DataModel) -> _Candidate:
        parts = set(walk(expr))
        cells = PAIRS if OTHER in parts else CELLS if CELL in parts else CELLS[:1]
        match expr:
            case Binary(op="||", left=left, right=right):
                return cls(compile_expr(left, data_model), compile_expr(right, data_model), cells)
            case _:
                return cls(lambda state: 0, compile_expr(expr, data_model), cells)


class _Sieve(Struct):
    """The candidates of each loop that are alive; `spent` counts evaluations."""

    facts: dict[LoopId, LoopFacts]
    alive: dict[LoopId, dict[Expr, _Candidate]]
    spent: int = 0

    def drop(self, state: State, loop: LoopId, entry: dict[str, int], iteration: int) -> None:
        """Drops the candidates that fail in this state at the head of their loop."""
        if self.spent > EVALUATIONS:
            return
        scalars = state.scalars
        for a in self.facts[loop].accelerable:
            scalars[a.start.name] = entry[a.variable.name]
        for name, value in entry.items():
            scalars[f"entry_{name}"] = value
        scalars[ITERATION.name] = iteration
        self.alive[loop] = {expr: one for expr, one in self.alive[loop].items() if self._holds(one, state)}

    def _holds(self, one: _Candidate, state: State) -> bool:
        try:
            self.spent += len(one.cells)
            for state.scalars[CELL.name], state.scalars[OTHER.name] in one.cells:
                if one.excused(state):
                    continue
                one.told = True
                if not one.fact(state):
                    return False
        except (RunEndedError, KeyError):
            return True
        return True
