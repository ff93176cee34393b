"""Induction: k-induction over the iterations of every loop, with inductive invariants.

What it does: every loop is cut. From an arbitrary state at the start of an arbitrary iteration, in which the candidate
invariants hold, k iterations are run; CBMC decides whether the assertion holds in the last one and behind the loop, and
whether the candidates hold again. Candidates that fail are dropped and the rest is tried again (Houdini), with k = 1
and then more. Candidates come from the text of the loops, from relations seen in runs at small sizes, and from z3's
Spacer, which reasons over the integers.

When it applies: to every task; what it proves are assertions about scalars, also with nested loops, and whatever else a
state of the scalars and one iteration tell.

Why it is sound (docs/theory.md 12): nothing that proposes is believed. One run of CBMC on machine words asserts each
candidate in front of its loop, behind each of the first k-1 iterations, and behind an iteration that follows k-1
iterations from an arbitrary state, and the assertion wherever it stands in an iteration that is checked. By induction
over the steps of a run, no assertion fails before the first one that fails, so iterations in front may be taken to be
right. An array holds anything after a loop that writes it.

Example: `while (x < n) { x++; y += 2; } assert(y == 2 * x);` needs `y == 2 * x` where the test is evaluated.
"""

from __future__ import annotations

from collections.abc import Generator
from functools import partial

from veriabs.core.ctree import elements_of, reads_cell
from veriabs.core.loop_model import LoopModel
from veriabs.core.queries import CheckedQuery, Request
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.runs import Outcome
from veriabs.core.strategy import Dialogue, Facts, Strategy
from veriabs.core.verdict import holds, reason_of
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.candidates import surviving
from veriabs.invariants.houdini import houdini
from veriabs.invariants.scalar.candidates import joined, suggested
from veriabs.invariants.scalar.cut import cut_program
from veriabs.invariants.scalar.search import Search, Source, calculation
from veriabs.invariants.scalar.serialize import parsed
from veriabs.invariants.scalar.subject import Subject, subject_of

MOST_ROUNDS = 12
"""Times that candidates are dropped and the rest is tried again."""

MOST_K = 3
"""Iterations in a row that are tried."""


def likely(model: LoopModel) -> bool:
    """Is there a loop, and no array in the task?"""
    subject = subject_of(model)
    return bool(subject.loops) and not elements_of(subject.program.body)


def prove(model: LoopModel, facts: Facts) -> Dialogue:
    """A proof by the task with every loop cut, in which the assertion and all that is assumed are checked."""
    return (yield from proved(subject_of(model)))


def proved(subject: Subject, likely: Invariants | None = None) -> Dialogue:
    """The proof for a task that may be another one's abstraction; `likely` are candidates of whoever made it."""
    pool = joined(likely or {}, suggested(subject))
    found = yield from _houdini(subject, pool, 1)
    for source in _sources(subject):
        if isinstance(found, CheckedQuery):
            return (found,)
        more = yield from _searched(subject, source)
        if isinstance(more, Reason):
            return more
        if more:
            pool = joined(more, pool)
            found = yield from _houdini(subject, pool, 1)
    for k in range(2, MOST_K + 1):
        if isinstance(found, CheckedQuery):
            return (found,)
        if _about_scalars(subject):
            further = yield from _houdini(subject, pool, k)
            found = further if isinstance(further, CheckedQuery) else found
    return (found,) if isinstance(found, CheckedQuery) else found


def _sources(subject: Subject) -> tuple[Source, ...]:
    """Where to look for candidates; Spacer knows nothing of what cells hold."""
    if not subject.loops:
        return ()
    return tuple(Source) if _about_scalars(subject) else (Source.RUNS,)


def _about_scalars(subject: Subject) -> bool:
    return bool(subject.loops) and not reads_cell(subject.assertion.test)


def _searched(
    subject: Subject, source: Source
) -> Generator[tuple[Request, ...], tuple[CheckedQuery, ...], Invariants | Reason]:
    """Candidates from a computation of its own; none if it says nothing, a reason if it saw the assertion fail."""
    (piece,) = yield (calculation(Search(subject, source)),)
    if holds(piece):
        return parsed(piece.run.detail, subject.program)
    if piece.run.outcome is Outcome.FAILURE:
        return Reason(ReasonKind.SIDE_CONDITION, piece.run.detail, subject.assertion.where)
    return {}


def _houdini(
    subject: Subject, tried: Invariants, k: int
) -> Generator[tuple[Request, ...], tuple[CheckedQuery, ...], CheckedQuery | Reason]:
    """The run in which everything passes, with the candidates that are left then."""
    piece, left = yield from houdini(tried, partial(cut_program, subject, k=k), surviving, most=MOST_ROUNDS)
    if piece is not None:
        return piece if holds(piece) else reason_of(piece.request, piece.run)
    if cut_program(subject, left, k) is None:
        return Reason(ReasonKind.NOT_APPLICABLE, "the program with every loop cut is too long")
    return Reason(ReasonKind.SIDE_CONDITION, f"candidate invariants still fail after {MOST_ROUNDS} rounds")


STRATEGY = Strategy(rank=80, prove=prove, likely=likely)
