"""What a verification tells while it runs: data for whoever looks on (a terminal, a batch, a service).

Events come from several threads, one at a time. Nobody has to listen, and nothing that a listener does changes the
verdict.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from msgspec import Struct

from veriabs.core.goals import Goal
from veriabs.core.program import Program
from veriabs.core.reasons import Reason
from veriabs.core.results import Answer, Choice, GoalAnswer, Report, ShrinkFactor, TriedK
from veriabs.core.runs import Run
from veriabs.core.source import Where


class Phase(Enum):
    """What goes on; the search for a counterexample runs beside the proof."""

    READING = "reading the program"
    PROOF = "looking for a proof"
    SEARCH = "looking for a counterexample"
    AGAIN = "looking for a proof again, with scalars set that closed forms know"


class Entered(Struct, frozen=True):
    """A phase has begun."""

    phase: Phase


class Understood(Struct, frozen=True):
    """The program was read, and is one that can be analysed."""

    program: Program


class Refused(Struct, frozen=True):
    """The program was read, and cannot be analysed: there is only the search for a counterexample."""

    reason: Reason


class Started(Struct, frozen=True):
    """A strategy looks for a proof of the assertion at this place from now on."""

    strategy: str
    assertion: Where


class Chosen(Struct, frozen=True):
    """Which strategy begins with an assertion."""

    choice: Choice


class Tried(Struct, frozen=True):
    """One k was tried for the loops at `lines`, which shrink as one; `accelerable` are their closed forms, readable.

    The attempts of a strategy on one assertion are numbered.
    """

    strategy: str
    assertion: Where
    attempt: int
    lines: tuple[int, ...]
    clauses: str
    accelerable: tuple[str, ...]
    tried: TriedK


class Shrunk(Struct, frozen=True):
    """All k were tried that were needed for some loops."""

    factor: ShrinkFactor


class Answered(Struct, frozen=True):
    """A strategy has ended."""

    answer: Answer


class Asked(Struct, frozen=True):
    """The goals of the program are known: each will be proved, refuted, or left open."""

    goals: tuple[Goal, ...]


class Judged(Struct, frozen=True):
    """A goal is proved, or refuted."""

    answer: GoalAnswer


class Working(Struct, frozen=True):
    """A solver is at work: on what, in which of its phases, since when (seconds), and how large it is (megabytes)."""

    purpose: str
    phase: str
    seconds: float
    megabytes: float


class Ran(Struct, frozen=True):
    """A solver has ended."""

    run: Run


class Decided(Struct, frozen=True):
    """The verdict is known; what is wanted beside it may take longer."""

    report: Report


class Finished(Struct, frozen=True):
    """The verdict is known; no event comes after this one."""

    report: Report


Event = (
    Entered
    | Understood
    | Refused
    | Chosen
    | Started
    | Tried
    | Shrunk
    | Answered
    | Asked
    | Judged
    | Working
    | Ran
    | Decided
    | Finished
)
Observer = Callable[[Event], None]


def unobserved(event: Event) -> None:
    """Listens to nothing."""
