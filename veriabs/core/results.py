"""The results of one verification, as data: `Report` has the verdict, the answer for each goal, and all runs."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from veriabs.core.conditions import VerdictCondition, clauses, verdict_text
from veriabs.core.counterexample import Counterexample
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.runs import Outcome, Run
from veriabs.core.source import Task, Where


class Agreement(Enum):
    """The result of running the lowered program and the compiled file on the same inputs."""

    SAME = "did the same"
    DIFFERENT = "did not do the same"
    NOT_COMPARED = "were not compared"


class Validation(Struct, frozen=True):
    """The result of translation validation.

    `detail` is the place of the difference, the reason why nothing was compared, or the extent. `seen`: the difference
    appeared in a run, as opposed to a type that the compiler computes differently.
    """

    translation: Agreement
    detail: str = ""
    seen: bool = False


class Verdict(Enum):
    """The three verdicts."""

    TRUE = "TRUE"
    FALSE = "FALSE"
    UNKNOWN = "UNKNOWN"


class Shrinkable(Enum):
    """The outcome for one k; RESIDUAL_FAILED means that the residual program failed, so no harness was run."""

    YES = "shrinkable"
    NO = "not shrinkable"
    RESIDUAL_FAILED = "residual failed"
    UNDECIDED = "undecided"


class TriedK(Struct, frozen=True):
    """The outcome and the CBMC runs for one k; `harness` or `residual` is None if it was not needed.

    `iterations`: if the loop is not k-shrinkable, k + 1 iterations that CBMC found to violate the property together,
    although no k of them do.
    """

    k: int
    outcome: Shrinkable
    harness: Run | None = None
    residual: Run | None = None
    iterations: tuple[int, ...] = ()


class ShrinkFactor(Struct, frozen=True):
    """One loop, or several loops that were fused, with every k tried.

    - `k`: the shrink factor, or None. `reason`: why there is none, or why it gives no proof.
    - `front`: lines of loops that are over-approximated, because fusing them meets the `obstacle` or did not help.
    - `inputs`: lines of loops that are over-approximated because they only put inputs into cells.
    - `asserting`: the line of the loop that became the property's clauses.
    - `inside`: the line of an outer loop whose factor applies to this loop as well.
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
    """The answer of one strategy for one assertion, or for the whole program if `assertion` is None.

    `how` names the program that a proof is about, `kind` the kind of the goal; `worked` is processor time in seconds.
    """

    strategy: str
    assertion: Where | None
    verdict: Verdict
    reason: Reason | None = None
    how: str = ""
    seconds: float = 0.0
    kind: GoalKind = GoalKind.ASSERTION
    worked: float = 0.0


class StrategyChoice(Struct, frozen=True):
    """The strategy that started first on an assertion, and the reason."""

    assertion: Where
    strategy: str
    why: str


class GoalAnswer(Struct, frozen=True):
    """The result of one goal: an UNKNOWN has a reason, a FALSE a counterexample, a TRUE its conditions."""

    goal: Goal
    verdict: Verdict
    strategy: str = ""
    reason: Reason | None = None
    counterexample: Counterexample | None = None
    conditions: tuple[VerdictCondition, ...] = ()

    @property
    def wording(self) -> str:
        """The verdict with its conditions: `TRUE if a has n elements`."""
        return verdict_text(self.verdict.value, clauses(self.conditions))


class Report(Struct, frozen=True):
    """All results of one verification; `seconds` is wall time, `peak_mb` the largest CBMC process.

    - `goals`: the result of each goal in textual order; `verdict`, `reason` and `counterexample` follow from them.
    - `answers`: the answers of single strategies. `choices`: the strategies that started first.
    - `invariants`: C expressions proved to hold whenever the test of the loop at their place is evaluated.
    - `note`: why no counterexample was searched, if that was impossible.
    - `conditions`: those of a TRUE; with any other verdict, the assumptions about the program beside its text.
    - `certificate`: the certificate of a TRUE as text, the reason why there is none, or None if nobody asked for it.
    - `checked`: the result of the certificate checker, if asked.
    - `dependent`: violations that larger objects of parameters rule out. `narrower`: bounds on its numbers, as clauses
      of ACSL, with which more goals are proved.
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
    goals: tuple[GoalAnswer, ...] = ()
    conditions: tuple[VerdictCondition, ...] = ()
    certificate: str | Reason | None = None
    checked: str = ""
    choices: tuple[StrategyChoice, ...] = ()
    dependent: tuple[Counterexample, ...] = ()
    narrower: tuple[str, ...] = ()

    @property
    def is_conditional(self) -> bool:
        """Whether the verdict is TRUE with conditions."""
        return self.verdict is Verdict.TRUE and bool(self.conditions)

    @property
    def internal_errors(self) -> tuple[str, ...]:
        """The errors in veriabs itself that may be why it is UNKNOWN."""
        reasons = [self.reason, *(one.reason for one in self.goals), *(one.reason for one in self.answers)]
        found = [one.text for one in reasons if one is not None and one.kind is ReasonKind.INTERNAL]
        rejected = (run for run in self.runs if run.outcome is Outcome.REJECTED)
        found += [f"CBMC rejects a generated program ({run.purpose}): {run.detail}" for run in rejected]
        return tuple(dict.fromkeys(found)) if self.verdict is Verdict.UNKNOWN else ()

    @property
    def wording(self) -> str:
        """The verdict with its conditions: `TRUE if a has n elements`."""
        return verdict_text(self.verdict.value, clauses(self.conditions) if self.is_conditional else "")
