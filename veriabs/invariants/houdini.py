"""The loop that drops candidates until those that are left prove each other (Houdini)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TypeVar

from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.runs import Outcome
from veriabs.core.strategy import Steps

C = TypeVar("C")

Rounds = Steps[tuple[CheckedQuery | None, C]]
"""Returns the last piece, if any, with the candidates that it leaves."""


def houdini(
    tried: C, program: Callable[[C], Query | None], left: Callable[[C, CheckedQuery], C], *, most: int | None = None,
    hopeless: Callable[[CheckedQuery], object] = CheckedQuery.needs_that_failed,
) -> Rounds[C]:
    """Runs the program under candidates, then under those that no check refuted, until a run refutes none.

    `left` are the candidates that a failed run leaves. A `hopeless` one is the last: what they have to prove besides
    failed, and fewer of them do not help it. None is returned for a program that cannot be made, and after `most`
    rounds.
    """  # fmt: skip
    for number in count():
        harness = program(tried) if most is None or number < most else None
        if harness is None:
            return None, tried
        (piece,) = yield (harness,)
        if piece.run.outcome is not Outcome.FAILURE:
            return piece, tried
        kept = left(tried, piece)
        if kept == tried or hopeless(piece):
            return piece, kept
        tried = kept
    raise AssertionError("count ends")
