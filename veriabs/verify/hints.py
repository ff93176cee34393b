"""What failed proofs tell the search for a counterexample: that there is a doubt, and values that may violate."""

from __future__ import annotations

from concurrent.futures import Future, wait
from queue import SimpleQueue
from threading import Event

from msgspec import Struct, field

from veriabs.core.copying import replace
from veriabs.core.program import Program
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.runs import Outcome
from veriabs.replay.input_hints import InputHint, lead
from veriabs.replay.visits import visited
from veriabs.solvers.stops import Below
from veriabs.verify.session import Session

MOST_LEADS = 6
"""Failed programs whose counterexamples are tried on the whole program."""


class CounterexampleHints(Struct):
    """What the search hears: `begun`, there is something to look for; `doubtful`, it may be more urgent than the proof.

    `leads` are what the traces of failed programs suggest, None at the end; `found` are those that came so far.
    """

    session: Session
    program: Program | None = None
    begun: Event = field(default_factory=Event)
    doubtful: Event = field(default_factory=Event)
    leads: SimpleQueue[InputHint | None] = field(default_factory=SimpleQueue)
    traces: list[Future[None]] = field(default_factory=list)
    found: list[InputHint] = field(default_factory=list)
    stop: Event = field(default_factory=Event)

    def __post_init__(self) -> None:
        self.stop = Below(self.session.stop)

    def note(self, strategy: str, piece: CheckedQuery) -> None:
        """A program failed that a real error may be behind."""
        self.suspect()
        harness = piece.request
        if not isinstance(harness, Query) or piece.run.outcome is not Outcome.FAILURE:
            return
        name = next((check.name for check in piece.run.checks if check.description in harness.asked), None)
        if name is not None and len(self.traces) < MOST_LEADS and self.session.options.replay:
            self.traces.append(self.session.pool.submit(self._trace, strategy, harness, name))

    def suspect(self) -> None:
        """There is a doubt: something like the program was seen to fail."""
        self.begun.set()
        self.doubtful.set()

    def end(self, *, wanted: bool = True) -> None:
        """No doubt comes after this; what is known is in the queue when it returns. Traces end if none is `wanted`."""
        if not wanted:
            self.stop.set()
        wait(self.traces)
        self.begun.set()
        self.leads.put(None)

    def _trace(self, strategy: str, harness: Query, name: str) -> None:
        if self.program is None:
            return
        run = self.session.traced(replace(harness, purpose=f"trace of {harness.purpose}"), name, self.stop)
        asked = (run.raw, harness.told, self.program, strategy)
        found = lead(*asked) or visited(*asked)
        if found is not None:
            self.found.append(found)
            self.leads.put(found)
