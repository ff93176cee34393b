"""Prove an assertion by k-induction over the iterations of every loop, with candidates from several sources."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial

from veriabs.core.ctree import reads_cell
from veriabs.core.queries import CheckedQuery, Request
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.runs import Outcome
from veriabs.core.strategy import Dialogue
from veriabs.core.verdict import holds, reason_of
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.candidates import survivors
from veriabs.invariants.houdini import MOST_ROUNDS, houdini
from veriabs.invariants.scalar.candidates import loop_candidates, merge_pools
from veriabs.invariants.scalar.cut import cut_program
from veriabs.invariants.scalar.search import CandidateSearch, CandidateSource, calculation
from veriabs.invariants.scalar.serialize import from_json
from veriabs.invariants.scalar.subject import AssertionTask

MOST_K = 3
"""The largest k."""


def proved(subject: AssertionTask, likely: Invariants | None = None) -> Dialogue:
    """The proof of a task, which may be an abstraction; `likely` are candidates from the caller."""
    pool = merge_pools(likely or {}, loop_candidates(subject))
    found = yield from _houdini(subject, pool, 1)
    for source in _sources(subject):
        if isinstance(found, CheckedQuery):
            return (found,)
        more = yield from _searched(subject, source)
        if isinstance(more, Reason):
            return more
        if more:
            pool = merge_pools(more, pool)
            found = yield from _houdini(subject, pool, 1)
    for k in range(2, MOST_K + 1):
        if isinstance(found, CheckedQuery):
            return (found,)
        if _is_about_scalars(subject):
            further = yield from _houdini(subject, pool, k)
            found = further if isinstance(further, CheckedQuery) else found
    return (found,) if isinstance(found, CheckedQuery) else found


def _sources(subject: AssertionTask) -> tuple[CandidateSource, ...]:
    """The sources of candidates; Spacer is no use for facts about cells."""
    if not subject.loops:
        return ()
    return tuple(CandidateSource) if _is_about_scalars(subject) else (CandidateSource.RUNS,)


def _is_about_scalars(subject: AssertionTask) -> bool:
    return bool(subject.loops) and not reads_cell(subject.assertion.test)


def _searched(
    subject: AssertionTask, source: CandidateSource
) -> Generator[tuple[Request, ...], tuple[CheckedQuery, ...], Invariants | Reason]:
    """Candidates from a separate process; a Reason if it saw the assertion fail."""
    (piece,) = yield (calculation(CandidateSearch(subject, source)),)
    if holds(piece):
        return from_json(piece.run.detail, subject.program)
    if piece.run.outcome is Outcome.FAILURE:
        return Reason(ReasonKind.SIDE_CONDITION, piece.run.detail, subject.assertion.where)
    return {}


def _houdini(
    subject: AssertionTask, tried: Invariants, k: int
) -> Generator[tuple[Request, ...], tuple[CheckedQuery, ...], CheckedQuery | Reason]:
    """The run in which everything passes, with the remaining candidates."""
    piece, left = yield from houdini(tried, partial(cut_program, subject, k=k), survivors, most=MOST_ROUNDS)
    if piece is not None:
        return piece if holds(piece) else reason_of(piece.request, piece.run)
    if cut_program(subject, left, k) is None:
        return Reason(ReasonKind.NOT_APPLICABLE, "the program with one iteration of each loop is too long")
    return Reason(ReasonKind.SIDE_CONDITION, f"candidate invariants still fail after {MOST_ROUNDS} rounds")
