"""One attempt to shrink the loops of a task, with its programs."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from veriabs.core.loop_model import LoopModel
from veriabs.core.queries import Query


class Attempt(Struct, frozen=True):
    """One attempt to prove a task: for some k, the conditions, the residual program and the harness all have to pass.

    For reports, `lines` are the loops that shrink as one, `clauses` describe the property, and `accelerable` are closed
    forms. `residual`, `harness` and `reach` (does a sequence of k iterations exist?) make the queries for k.
    `preceding_task` makes the task of the loops before the group.
    """

    lines: tuple[int, ...]
    clauses: str
    accelerable: tuple[str, ...]
    conditions: tuple[Query, ...]
    residual: Callable[[int], Query]
    harness: Callable[[int], Query]
    reach: Callable[[int], Query]
    preceding_task: Callable[[int], LoopModel | None]
