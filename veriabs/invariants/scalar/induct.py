"""Prove an assertion by k-induction over the iterations of every loop: candidates from the text, then from runs."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial

from veriabs.core.ctree import reads_cell
from veriabs.core.queries import CheckedQuery, Request
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.strategy import Dialogue
from veriabs.core.verdict import holds, reason_of
from veriabs.invariants.bounds import Invariants
from veriabs.invariants.candidates import survivors
from veriabs.invariants.houdini import MOST_ROUNDS, houdini
from veriabs.invariants.scalar.candidates import loop_candidates, merge_pools
from veriabs.invariants.scalar.cut import cut_program
from veriabs.invariants.scalar.relations import sampling_steps
from veriabs.invariants.scalar.runs import ViolatedError
from veriabs.invariants.scalar.subject import AssertionTask

MOST_K = 3
"""The largest k."""


def proved(subject: AssertionTask, likely: Invariants | None = None) -> Dialogue:
    """The proof of a task, which may be an abstraction; `likely` are candidates from the caller."""
    pool = merge_pools(likely or {}, loop_candidates(subject))
    found = yield from _houdini(subject, pool, 1)
    if subject.loops and isinstance(found, Reason):
        try:
            more = yield from sampling_steps(subject)
        except ViolatedError:
            text = "a run of the task violates the assertion"
            return Reason(ReasonKind.SIDE_CONDITION, text, subject.assertion.where)
        if more:
            pool = merge_pools(more, pool)
            found = yield from _houdini(subject, pool, 1)
    for k in range(2, MOST_K + 1):
        if isinstance(found, Reason) and subject.loops and not reads_cell(subject.assertion.test):
            further = yield from _houdini(subject, pool, k)
            found = further if isinstance(further, CheckedQuery) else found
    return (found,) if isinstance(found, CheckedQuery) else found


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
