"""One way to shrink the loops of a task, with the programs that it takes."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from veriabs.core.loop_model import LoopModel
from veriabs.core.queries import Query


class Attempt(Struct, frozen=True):
    """One way to prove a task: for some k, the conditions, the residual program and the harness all have to pass.

    `lines` are the loops that shrink as one, `accelerable` their closed forms in readable form; `in_front` is the task
    of the loops in front of them.
    """

    lines: tuple[int, ...]
    clauses: str
    accelerable: tuple[str, ...]
    conditions: tuple[Query, ...]
    residual: Callable[[int], Query]
    harness: Callable[[int], Query]
    reach: Callable[[int], Query]
    in_front: Callable[[int], LoopModel | None]
