"""Progress events of a verification, as data for observers: a terminal, a batch, a service.

Events come from several threads, one at a time. Observers are optional and cannot change the verdict.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from msgspec import Struct

from veriabs.core.goals import Goal
from veriabs.core.program import Program
from veriabs.core.reasons import Reason
from veriabs.core.results import Answer, GoalAnswer, Report, ShrinkFactor, StrategyChoice, TriedK
from veriabs.core.runs import Run
from veriabs.core.source import Where


class Phase(Enum):
    """The current activity; the search for a counterexample runs in parallel with the proof."""

    READING = "reading the program"
    PROOF = "looking for a proof"
    SEARCH = "looking for a counterexample"
    CONDITIONAL = "looking for a proof of the runs whose accesses are in bounds"


class PhaseBegun(Struct, frozen=True):
    """A phase has begun."""

    phase: Phase


class ProgramRead(Struct, frozen=True):
    """The program was parsed and can be analysed."""

    program: Program


class ProgramRefused(Struct, frozen=True):
    """The program was parsed but cannot be analysed; only the search for a counterexample runs."""

    reason: Reason


class StrategyStarted(Struct, frozen=True):
    """A strategy starts to look for a proof of the assertion at this place."""

    strategy: str
    assertion: Where


class StrategyChosen(Struct, frozen=True):
    """The strategy that starts first on an assertion was chosen."""

    choice: StrategyChoice


class BoundTried(Struct, frozen=True):
    """One k was tried for the loops at `lines`, which shrink together; `accelerable` are their closed forms as text.

    `attempt` numbers the attempts of a strategy on one assertion.
    """

    strategy: str
    assertion: Where
    attempt: int
    lines: tuple[int, ...]
    clauses: str
    accelerable: tuple[str, ...]
    tried: TriedK


class FactorFound(Struct, frozen=True):
    """The search for the shrink factor of some loops has ended."""

    factor: ShrinkFactor


class StrategyEnded(Struct, frozen=True):
    """A strategy has ended."""

    answer: Answer


class GoalsKnown(Struct, frozen=True):
    """The goals of the program are known."""

    goals: tuple[Goal, ...]


class GoalDecided(Struct, frozen=True):
    """A goal is proved or refuted."""

    answer: GoalAnswer


class SolverRunning(Struct, frozen=True):
    """A solver is running: its purpose, its phase, running time in seconds, memory in megabytes."""

    purpose: str
    phase: str
    seconds: float
    megabytes: float


class SolverEnded(Struct, frozen=True):
    """A solver has ended."""

    run: Run


class VerdictKnown(Struct, frozen=True):
    """The verdict is known; optional results such as a certificate may still take time."""

    report: Report


class VerificationEnded(Struct, frozen=True):
    """The verdict is known; no event comes after this one."""

    report: Report


Event = (
    PhaseBegun
    | ProgramRead
    | ProgramRefused
    | StrategyChosen
    | StrategyStarted
    | BoundTried
    | FactorFound
    | StrategyEnded
    | GoalsKnown
    | GoalDecided
    | SolverRunning
    | SolverEnded
    | VerdictKnown
    | VerificationEnded
)
Observer = Callable[[Event], None]


def unobserved(event: Event) -> None:
    """Ignore the event."""
