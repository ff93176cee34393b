"""Pass information from failed proofs to the search for a counterexample: failed runs, and values that may violate."""

from __future__ import annotations

from concurrent.futures import Future, wait
from queue import SimpleQueue
from threading import Event

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.program import Program
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.runs import Outcome
from veriabs.replay.input_hints import InputHint, hint_from_trace
from veriabs.solvers.stops import ChildStop
from veriabs.verify.session import Session

MOST_TRACES = 6
"""The largest number of failed programs whose traces are turned into inputs to try."""


class CounterexampleHints(Struct):
    """Messages from the proofs to the search for a counterexample.

    - `begun`: the search may start. `is_urgent`: a failed run makes the search more urgent than the proof.
    - `queue`: inputs to try, from traces of failed programs; None marks the end. `found`: those so far.
    - `traces`: running computations of traces. `stop`: ends them.
    """

    session: Session
    program: Program | None = None
    begun: Event = field(default_factory=Event)
    is_urgent: Event = field(default_factory=Event)
    queue: SimpleQueue[InputHint | None] = field(default_factory=SimpleQueue)
    traces: list[Future[None]] = field(default_factory=list)
    found: list[InputHint] = field(default_factory=list)
    stop: Event = field(default_factory=Event)

    def __post_init__(self) -> None:
        self.stop = ChildStop(self.session.stop)

    def note(self, strategy: str, piece: CheckedQuery) -> None:
        """Record a failed program that may indicate a real error."""
        self.suspect()
        harness = piece.request
        if not isinstance(harness, Query) or piece.run.outcome is not Outcome.FAILURE:
            return
        name = next((check.name for check in piece.run.checks if check.description in harness.asked), None)
        if name is not None and len(self.traces) < MOST_TRACES and self.session.options.replay:
            self.traces.append(self.session.pool.submit(self._trace, strategy, harness, name))

    def suspect(self) -> None:
        """Record that a similar program was seen to fail."""
        self.begun.set()
        self.is_urgent.set()

    def end(self, *, wanted: bool = True) -> None:
        """End the messages; afterwards the queue is complete. Traces are cancelled unless `wanted`."""
        if not wanted:
            self.stop.set()
        wait(self.traces)
        self.begun.set()
        self.queue.put(None)

    def _trace(self, strategy: str, harness: Query, name: str) -> None:
        if self.program is None:
            return
        recording = replace(
            harness, purpose=f"trace of {harness.purpose}", context={**harness.context, "records": True}
        )
        run = self.session.traced(recording, name, self.stop)
        found = hint_from_trace(run.raw, harness.traced, self.program, strategy)
        if found is not None:
            self.found.append(found)
            self.queue.put(found)
