"""The search for candidate invariants that takes a process of its own, and what it is asked with."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.ctree import conjunction, conjuncts, has, names, reads_cell, transform
from veriabs.core.expressions import Expr
from veriabs.core.program import Program
from veriabs.core.queries import Calculation
from veriabs.core.statements import Assert, Loop, Stmt
from veriabs.core.strategy import Steps
from veriabs.invariants.bounds import Invariants, by_loop
from veriabs.invariants.scalar.candidates import limited
from veriabs.invariants.scalar.serialize import parsed
from veriabs.invariants.scalar.subject import NO_ASSERTION, Subject, loops_of, subject_of_body

FOUND = "candidates were looked for"


class Source(Enum):
    """Where candidates come from."""

    RUNS = "runs at small sizes"
    INTEGERS = "Spacer over the integers"
    WORDS = "Spacer over machine words"


class Search(Struct, frozen=True):
    """A search for candidates of one task; Spacer gets so many of z3's steps, with which it always comes as far."""

    subject: Subject
    source: Source
    steps: int = 4_000_000


def calculation(request: Search) -> Calculation:
    """The search as a computation of its own; its detail is read with `wire.parsed`."""
    return Calculation(f"candidates from {request.source.value}", "veriabs.invariants.scalar", request, (FOUND,))


def search(request: Search) -> Invariants:
    """The candidates that a search finds."""
    match request.source:
        case Source.RUNS:
            return seen(request.subject)
        case Source.INTEGERS | Source.WORDS:
            from veriabs.invariants.scalar.horn import solved
            from veriabs.invariants.scalar.integers import Reading

            reading = Reading.NEVER if request.source is Source.INTEGERS else Reading.MACHINE
            return solved(request.subject, reading, request.steps)


def seen(subject: Subject) -> Invariants:
    """Relations that hold in all states that the loops saw in some runs."""
    from veriabs.invariants.scalar.runs import whole

    return whole(seeing(subject))


def seeing(subject: Subject) -> Steps[Invariants]:
    """The same in steps.

    What makes them is loaded here, in the process that needs it.
    """
    from veriabs.invariants.scalar.relations import related
    from veriabs.invariants.scalar.runs import sampling

    samples = yield from sampling(subject)
    found: list[tuple[Loop, tuple[Expr, ...]]] = []
    for loop in subject.loops:
        found.append((loop, limited(related(subject, loop, samples[loop.id]))))
        yield ()
    return by_loop(found)


def more_candidates(program: Program) -> Invariants:
    """Relations of scalars seen in runs of the program at small sizes, by their loop.

    They are made within this process, by a fixed number of steps: about a quarter of a second.
    """
    return of_program(program, seen(subject_of_body(program, NO_ASSERTION)))


def of_program(program: Program, found: Invariants) -> Invariants:
    """The candidates of the program's own loops, not of those that have an id in a subject only."""
    return by_loop((loop, found.get(loop.id, ())) for loop in loops_of(program.body))


def scalar_goals(program: Program) -> Subject | None:
    """The program with what its assertions say about scalars alone; None if they say nothing, or there is no loop."""

    def change(stmt: Stmt) -> tuple[Stmt, ...]:
        if not isinstance(stmt, Assert):
            return (stmt,)
        parts = [part for part in conjuncts(stmt.test) if names(part) and not reads_cell(part)]
        return (replace(stmt, test=conjunction(parts), number=NO_ASSERTION),) if parts else ()

    subject = subject_of_body(replace(program, body=transform(program.body, change)), NO_ASSERTION)
    return subject if subject.loops and has(subject.program.body, Assert) else None


def answered(program: Program, detail: str) -> Invariants:
    """The candidates that a search for a whole program says it found, by their loop."""
    return of_program(program, parsed(detail, program))
