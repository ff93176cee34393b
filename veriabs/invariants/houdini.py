"""Drop candidates that fail until the rest prove each other (Houdini)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TypeVar

from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.runs import Outcome
from veriabs.core.strategy import Steps
from veriabs.invariants.bounds import Invariants

MOST_ROUNDS = 12
"""The number of rounds after which strategies give up."""

C = TypeVar("C")

Rounds = Steps[tuple[CheckedQuery | None, C]]
"""Returns the last run, if any, with the remaining candidates."""


def houdini(
    tried: C, program: Callable[[C], Query | None], left: Callable[[C, CheckedQuery], C], *, most: int | None = None,
    hopeless: Callable[[CheckedQuery], object] = CheckedQuery.failed_obligations,
) -> Rounds[C]:
    """Run the program with candidates, then with those that no check refuted, until a run refutes none.

    Args: `program` builds the query, `left` selects the candidates after a failed run, and `hopeless` tells that other
    checks failed, which fewer candidates cannot repair. Returns None for the run if no query can be built, or after
    `most` rounds. A run that left facts out itself is the last one.
    """
    for number in count():
        harness = program(tried) if most is None or number < most else None
        if harness is None:
            return None, tried
        (piece,) = yield (harness,)
        if piece.run.outcome is not Outcome.FAILURE:
            return piece, tried
        kept = left(tried, piece)
        if kept == tried or piece.run.left_out or hopeless(piece):
            return piece, kept
        tried = kept
    raise AssertionError("count ends")


def not_refuted(tried: Invariants, piece: CheckedQuery) -> Invariants:
    """The candidates without a failed check; those that no proof needs may be undecided."""
    assert isinstance(piece.request, Query)
    ids = piece.request.ids
    failed = [ids.get(check.description) for check in piece.run.checks if check.status == "FAILURE"]
    refuted = {(about.loop, about.number) for about in failed if about and about.kind.of_candidate}
    found = {
        loop: tuple(expr for n, expr in enumerate(exprs) if (loop, n) not in refuted) for loop, exprs in tried.items()
    }
    return {loop: exprs for loop, exprs in found.items() if exprs}
