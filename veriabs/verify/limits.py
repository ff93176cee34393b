"""The limits of time and work in the search for a verdict: all numbers by which it is divided among its parts.

Seconds are those of the clock, and of the processor for work. Each limit stands for all steps of its kind, since no
measurement tells these apart.
"""

from __future__ import annotations

from veriabs.core.deadline import Deadline
from veriabs.solvers.work import Work

SLICE = 0.5
"""Seconds of work without a result before a second strategy starts; twice that before a third, and so on."""

FIRST = 2.0
"""Seconds of work for which the runs of the first strategy precede those of others."""

BRIEF = 0.25
"""Seconds of the shortest useful step, and those that each further goal adds."""

POLL = 0.02
"""Seconds between two looks at whether waiting has become useless."""

RESERVED, REPORTING = 0.5, 0.05
"""Seconds left for reporting when the search is given up, and the largest share of the time for it."""

LEAST = 1.0
"""Seconds that have to remain for a step that only improves a result, and the head start of the more urgent work."""

OPTIONAL = 5.0
"""The limit in seconds of a step that only improves a result."""

LONG = 10.0
"""The limit in seconds of one long step: a native run, all accesses, a goal in its first round."""

LONGEST = 20.0
"""The limit in seconds of a bounded run of CBMC, which nothing waits for, and of all runs that check many goals."""

PART, HALF = 0.25, 0.5
"""The share of the remaining time for a step that comes before more important ones, or as important ones."""

BESIDE = 3.0
"""The rate of work beside the proof: each of its seconds counts so many times, so it gets a third of the time."""

ATTEMPT = Work(z3_steps=30_000_000, processor_seconds=2.0)
"""The work of a solver on one of many programs, such as the harness of one k; few answers are near this limit."""


def with_time_to_report(deadline: Deadline) -> Deadline:
    """A deadline that ends before the given one: a proof is lost unless it is reported in time."""
    kept = min(RESERVED, REPORTING * max(0.0, deadline.left()))
    return Deadline(deadline.seconds - kept, deadline.start, cause=deadline.reason(), hint=deadline.hint)
