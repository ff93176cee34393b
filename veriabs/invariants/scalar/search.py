"""The search for candidate invariants, as a computation in a separate process, and its parameters."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from veriabs.core.expressions import Expr
from veriabs.core.program import Program
from veriabs.core.queries import Calculation
from veriabs.core.statements import Loop
from veriabs.core.strategy import Steps
from veriabs.invariants.bounds import Invariants, by_loop
from veriabs.invariants.scalar.candidates import limited
from veriabs.invariants.scalar.subject import NO_ASSERTION, AssertionTask, loops_of, subject_of_body

FOUND = "candidates were looked for"


class CandidateSource(Enum):
    """A source of candidates."""

    RUNS = "runs at small sizes"
    INTEGERS = "Spacer over the integers"
    WORDS = "Spacer over machine words"


class CandidateSearch(Struct, frozen=True):
    """A search for candidates of one task; Spacer's limit is a number of z3 steps, so that results are reproducible."""

    subject: AssertionTask
    source: CandidateSource
    steps: int = 4_000_000


def calculation(request: CandidateSearch) -> Calculation:
    """The search as a separate process; `serialize.from_json` reads its result."""
    return Calculation(f"candidates from {request.source.value}", "veriabs.invariants.scalar", request, (FOUND,))


def search(request: CandidateSearch) -> Invariants:
    """The candidates that a search finds."""
    match request.source:
        case CandidateSource.RUNS:
            return sampled_relations(request.subject)
        case CandidateSource.INTEGERS | CandidateSource.WORDS:
            from veriabs.invariants.scalar.horn import spacer_invariants
            from veriabs.invariants.scalar.integers import SumSemantics

            reading = SumSemantics.NEVER if request.source is CandidateSource.INTEGERS else SumSemantics.MACHINE
            return spacer_invariants(request.subject, reading, request.steps)


def sampled_relations(subject: AssertionTask) -> Invariants:
    """Relations that hold in all recorded loop states of some runs."""
    from veriabs.invariants.scalar.runs import run_to_end

    return run_to_end(sampling_steps(subject))


def sampling_steps(subject: AssertionTask) -> Steps[Invariants]:
    """Make candidates from sample runs in steps; the modules are imported here, in the process that needs them."""
    from veriabs.invariants.scalar.relations import related_candidates
    from veriabs.invariants.scalar.runs import sampling

    samples = yield from sampling(subject)
    found: list[tuple[Loop, tuple[Expr, ...]]] = []
    for loop in subject.loops:
        found.append((loop, limited(related_candidates(subject, loop, samples[loop.id]))))
        yield ()
    return by_loop(found)


def sampled_candidates(program: Program) -> Invariants:
    """Relations of scalars in runs of the program with small sizes, by loop.

    The number of steps is fixed and small, so that this needs no process of its own.
    """
    return program_candidates(program, sampled_relations(subject_of_body(program, NO_ASSERTION)))


def program_candidates(program: Program, found: Invariants) -> Invariants:
    """The candidates of the program's own loops, without loops that only the subject has."""
    return by_loop((loop, found.get(loop.id, ())) for loop in loops_of(program.body))
