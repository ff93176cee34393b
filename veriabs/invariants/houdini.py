"""The loop that drops candidates until those that are left prove each other (Houdini)."""

from __future__ import annotations

from collections.abc import Callable, Generator
from itertools import count
from typing import TypeVar

from veriabs.core.queries import CheckedQuery, Query, Request
from veriabs.core.runs import Outcome

C = TypeVar("C")

Steps = Generator[tuple[Request, ...], tuple[CheckedQuery, ...], C]
"""A part of a dialogue: yields requests, or none where it may be ended, and is sent their pieces."""

Rounds = Steps[tuple[CheckedQuery | None, C]]
"""Returns the last piece, if any, with the candidates that it leaves."""


def houdini(
    tried: C, program: Callable[[C], Query | None], left: Callable[[C, CheckedQuery], C], *, most: int | None = None,
    alone: bool = False,
) -> Rounds[C]:
    """Runs the program under candidates, then under those that no check refuted, until a run refutes none.

    `left` are the candidates that a failed run leaves. Where they have to prove something else (not `alone`), a run in
    which that fails is the last: fewer of them do not help it. None is returned for a program that cannot be made, and
    after `most` rounds.
    """  # fmt: skip
    for number in count():
        harness = program(tried) if most is None or number < most else None
        if harness is None:
            return None, tried
        (piece,) = yield (harness,)
        if piece.run.outcome is not Outcome.FAILURE:
            return piece, tried
        kept = left(tried, piece)
        if kept == tried or (piece.needs_that_failed() and not alone):
            return piece, kept
        tried = kept
    raise AssertionError("count ends")
