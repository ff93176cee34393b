"""One attempt to shrink the loops of a task, with its programs."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from veriabs.core.loop_model import LoopModel
from veriabs.core.queries import Query


class Attempt(Struct, frozen=True):
    """One attempt to prove a task: for some k, the conditions, the residual program and the harness all have to pass.

    - `lines`: the loops that shrink as one. `clauses`: the property in words. `accelerable`: closed forms, for reports.
    - `conditions`: the queries of the side conditions, which do not depend on k.
    - `residual`, `harness`: make these queries for a k. `reach`: makes the query whether k iterations exist at all.
    - `preceding_task`: makes the task of the loops before the group.
    """

    lines: tuple[int, ...]
    clauses: str
    accelerable: tuple[str, ...]
    conditions: tuple[Query, ...]
    residual: Callable[[int], Query]
    harness: Callable[[int], Query]
    reach: Callable[[int], Query]
    preceding_task: Callable[[int], LoopModel | None]
