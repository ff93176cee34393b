"""Test the helper that runs a request beside the first requests of other steps."""

from __future__ import annotations

from typing import Any, cast

from veriabs.core.queries import CheckedQuery, Request
from veriabs.core.strategy import Steps, alongside


def request(name: str) -> Request:
    return cast(Request, name)


def conversation(steps: Steps[Any]) -> tuple[list[object], object]:
    """The requests of a dialogue, each answered by a piece of the same name, and its result."""
    asked: list[object] = []
    pieces: tuple[CheckedQuery, ...] | None = None
    while True:
        try:
            requests = next(steps) if pieces is None else steps.send(pieces)
        except StopIteration as end:
            return asked, end.value
        asked.append(requests)
        pieces = cast("tuple[CheckedQuery, ...]", tuple(f"piece of {one}" for one in requests))


def two_rounds() -> Steps[tuple[CheckedQuery, ...]]:
    first = yield (request("a"), request("b"))
    second = yield (request("c"),)
    return (*first, *second)


def test_additional_request_joins_the_first_round_only() -> None:
    asked, (piece, pieces) = cast(Any, conversation(alongside(request("beside"), two_rounds())))
    assert asked == [("beside", "a", "b"), ("c",)]
    assert piece == "piece of beside"
    assert pieces == ("piece of a", "piece of b", "piece of c")
