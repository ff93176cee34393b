"""What one verification found out."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from veriabs.core.counterexample import Counterexample
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.reasons import Reason
from veriabs.core.runs import Run
from veriabs.core.source import Task, Where


class Translation(Enum):
    """What came of running what veriabs read beside what the compiler made of the same file."""

    SAME = "did the same"
    DIFFERENT = "did not do the same"
    NOT_COMPARED = "were not compared"


class Validation(Struct, frozen=True):
    """The translation of a program; `detail` is the place of the difference, or why nothing was compared.

    `seen` says that a difference is one of runs, and not of what the compiler takes an expression for.
    """

    translation: Translation
    detail: str = ""
    seen: bool = False


class Verdict(Enum):
    """The three verdicts."""

    TRUE = "TRUE"
    FALSE = "FALSE"
    UNKNOWN = "UNKNOWN"


class Shrinkable(Enum):
    """What is known of one k: of the harness, or that the residual program failed so that no harness was run."""

    YES = "shrinkable"
    NO = "not shrinkable"
    RESIDUAL_FAILED = "residual failed"
    UNDECIDED = "undecided"


class TriedK(Struct, frozen=True):
    """The runs for one k; `harness` or `residual` is None where it was not needed."""

    k: int
    outcome: Shrinkable
    harness: Run | None = None
    residual: Run | None = None


class ShrinkFactor(Struct, frozen=True):
    """One loop (or the loops that were fused into one) with every k tried.

    `k` is the shrink factor, None if none was found; `reason` says why there is none, or no proof with it. The loops at
    the lines `front` are over-approximated, since fusing them as well meets the `obstacle` (or did not help); those at
    the lines `inputs` as well, but they only put inputs into cells. The loop at line `asserting` has
    become the property's clauses. A loop `inside` the one at that line has what that one has.
    """

    assertion: Where
    lines: tuple[int, ...]
    clauses: str
    accelerable: tuple[str, ...]
    tried: tuple[TriedK, ...]
    k: int | None
    reason: Reason | None = None
    front: tuple[int, ...] = ()
    inputs: tuple[int, ...] = ()
    obstacle: Reason | None = None
    asserting: int | None = None
    inside: int | None = None


class Answer(Struct, frozen=True):
    """What one strategy said of one assertion, or of the whole program where `assertion` is None.

    `how` names the program that a proof rests on, `kind` that of the goal.
    """

    strategy: str
    assertion: Where | None
    verdict: Verdict
    reason: Reason | None = None
    how: str = ""
    seconds: float = 0.0
    kind: GoalKind = GoalKind.ASSERTION


class Choice(Struct, frozen=True):
    """The strategy that began with an assertion, and why it did."""

    assertion: Where
    strategy: str
    why: str


class GoalAnswer(Struct, frozen=True):
    """What became of one goal: an UNKNOWN has its reason, a FALSE its counterexample.

    `relies` says that the proof holds up to the first signed overflow.
    """

    goal: Goal
    verdict: Verdict
    strategy: str = ""
    reason: Reason | None = None
    counterexample: Counterexample | None = None
    relies: bool = False


class Report(Struct, frozen=True):
    """Everything one verification found out; `seconds` is wall time of the whole, `peak_mb` the largest CBMC.

    `goals` say what became of each goal, in textual order; the verdict, the reason of an UNKNOWN and the counterexample
    of a FALSE follow from them. `answers` are those of the single strategies. `relies` says that the verdict holds up
    to the first signed overflow, `relied` where the first one is that was not ruled out. `invariants` are C expressions
    that were proved to hold whenever the test of the loop at their place is evaluated; `note` says why no
    counterexample was looked for, if that could not be done. `assumptions` are what the verdict rests on beside the
    text; `choices` are the strategies that began. `certificate` is that of a TRUE as it is written to a file, or why
    there is none; None where nobody asked for it. `checked` is what its checker said, if it was asked.
    """

    task: Task
    verdict: Verdict
    strategy: str
    reason: Reason | None
    loops: tuple[ShrinkFactor, ...]
    runs: tuple[Run, ...]
    seconds: float
    peak_mb: float
    cbmc_version: str
    counterexample: Counterexample | None = None
    invariants: tuple[tuple[Where, str], ...] = ()
    note: str = ""
    answers: tuple[Answer, ...] = ()
    relies: bool = False
    goals: tuple[GoalAnswer, ...] = ()
    assumptions: tuple[str, ...] = ()
    relied: Where | None = None
    certificate: str | Reason | None = None
    checked: str = ""
    choices: tuple[Choice, ...] = ()
