"""The interface between the engine and the strategies.

A strategy is a module (or the module `strategy` of a folder) under `veriabs/strategies/` that defines `STRATEGY`: its
functions, and the properties that the engine needs. A strategy runs nothing itself. Its `prove` is a generator that
yields requests and receives their results; its `refute` lists steps to try.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Protocol, TypeVar

from msgspec import Struct, field

from veriabs.core.counterexample import InstrumentedProgram
from veriabs.core.events import Event
from veriabs.core.goals import GoalKind
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Program, ProgramPart
from veriabs.core.queries import CheckedQuery, ProvedFacts, Query, Request
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.runs import Overflow


class StartEarly(Struct, frozen=True, eq=False):
    """Start these requests without waiting; yielding the same objects later returns their results."""

    requests: tuple[Request, ...]


T = TypeVar("T")
Steps = Generator[tuple[Request, ...], tuple[CheckedQuery, ...], T]
"""A part of a dialogue: yields requests, or () at points where it may be ended, and receives their results."""

Ask = tuple[Request, ...] | StartEarly
Dialogue = Generator[Ask, tuple[CheckedQuery, ...], "tuple[CheckedQuery, ...] | Reason"]
"""A strategy's proof attempt: yields requests, which run in parallel, receives their results, and returns the pieces of
the proof, or the reason why there is none."""


def first_ask(dialogue: Dialogue) -> Ask:
    """Return the first request of a strategy; raises StopIteration with its answer if it makes none."""
    ask = next(dialogue)
    while ask == ():
        ask = dialogue.send(())
    return ask


class Facts(Protocol):
    """The engine's knowledge of a task's program, and its services for strategies."""

    @property
    def program(self) -> Program:
        """The program of the task."""

    @property
    def overflow(self) -> Overflow:
        """The meaning of signed overflow that the user chose."""

    @property
    def max_k(self) -> int:
        """The largest k that the user allows."""

    def known(self) -> ProvedFacts:
        """Proved invariants that the program text suggests; waits for them."""

    def sampled(self) -> ProvedFacts:
        """Like `known`, with invariants suggested by sample runs, which takes longer."""

    def start_bounds_proof(self) -> None:
        """Start to prove accesses in bounds with invariants; a proof without bounds checks waits for the result."""

    def prove_part(self, part: ProgramPart) -> tuple[CheckedQuery, ...] | Reason:
        """Prove a part with the other strategies; waits for the proof."""

    def once(self, what: str, steps: Steps[T]) -> T | None:
        """Run steps whose result is the same for every goal of the program, once, and wait for it.

        Returns None if only the strategy itself can run them.
        """

    def report_failure(self, piece: CheckedQuery) -> None:
        """Pass a failed run that a real violation may explain to the search for a counterexample."""

    def notify(self, event: Event) -> None:
        """Send an event to the observers."""


class StandaloneFacts(Struct, frozen=True):
    """`Facts` without an engine: no facts, no observers."""

    program: Program
    overflow: Overflow = Overflow.UNDEFINED
    max_k: int = 1

    def known(self) -> ProvedFacts:
        return ProvedFacts()

    def sampled(self) -> ProvedFacts:
        return ProvedFacts()

    def start_bounds_proof(self) -> None:
        pass

    def prove_part(self, part: ProgramPart) -> Reason:
        return Reason(ReasonKind.NOT_APPLICABLE, f"this strategy does not decide the {part.name}; others may")

    def once(self, what: str, steps: Steps[T]) -> None:
        pass

    def report_failure(self, piece: CheckedQuery) -> None:
        pass

    def notify(self, event: Event) -> None:
        pass


class Prove(Protocol):
    """Prove one assertion, or return a reason, at once if the strategy does not apply."""

    def __call__(self, model: LoopModel, facts: Facts, /) -> Dialogue: ...


class Likely(Protocol):
    """Notify whether this strategy is likely to prove the task; called for every task, so it must be cheap."""

    def __call__(self, model: LoopModel, /) -> bool: ...


class NativeRuns(Struct, frozen=True):
    """Runs of the compiled program: number of inputs, seconds for all and for each.

    `restarts`: the same inputs as at first, with more time; needed only if some of their runs took too long.
    """

    inputs: int
    seconds: float
    each: float
    restarts: bool = False


class BoundedProgram(Struct, frozen=True):
    """One program for CBMC whose counterexamples are tried on the real program; `smaller` maps sizes to replacements.

    `violation` is the check that fails in a counterexample. `values` are two variables whose assignments in its trace
    alternate: the number of a site, and its value. `whole`: the program is safe if CBMC finds no violation and every
    loop ends within the unwinding.
    """

    query: Query
    smaller: dict[int, int]
    violation: str
    values: tuple[str, str]
    whole: bool = False


class Step(Struct, frozen=True):
    """One step of the search for a counterexample; steps of all strategies run in the order of `turn`."""

    turn: int
    what: NativeRuns | BoundedProgram


class Refute(Protocol):
    """List the steps to try on a program, cheapest first; they run one after another until one succeeds."""

    def __call__(self, subject: InstrumentedProgram, /) -> Iterator[Step]: ...


def never(model: LoopModel, /) -> bool:
    """`Likely` of strategies that never start first."""
    return False


class Strategy(Struct, frozen=True):
    """The description of a strategy for the engine: its functions, and its place among the others.

    - `rank`: strategies start in this order, after those that are `likely` for the task. Those that seldom apply, and
      then give up at once, come early.
    - `by_place`: it identifies an assertion by its place, so it takes no part for checks, which may share a place.
    - `reads_text`: it reads the user's text, so it takes no part in programs that other strategies generate.
    - `serves_all`: it answers all assertions at once; with several, it starts before the others, except the first one.
    - `on_request`: it runs only if the user names it, because no measured task needs it.
    """

    rank: int
    prove: Prove | None = None
    refute: Refute | None = None
    likely: Likely = field(default=never)
    by_place: bool = False
    reads_text: bool = False
    serves_all: bool = False
    on_request: bool = False

    def takes_part(self, kind: GoalKind) -> bool:
        """Whether it is asked about a goal of this kind."""
        return kind is GoalKind.ASSERTION or not self.by_place


def prove_parts(parts: Iterator[ProgramPart | Reason], facts: Facts) -> Dialogue:
    """The dialogue of a strategy that makes smaller programs: the first part that other strategies prove is the proof.

    A reason among the parts ends the dialogue.
    """
    found: tuple[CheckedQuery, ...] | Reason | None = None
    for part in parts:
        found = part if isinstance(part, Reason) else facts.prove_part(part)
        if isinstance(part, Reason) or not isinstance(found, Reason):
            return found
        yield ()  # no request, but the dialogue may be ended here
    assert found is not None
    return found


def alongside(request: Request, steps: Steps[T]) -> Steps[tuple[CheckedQuery, T]]:
    """Run a request beside the first requests of `steps`; return its result with the result of the steps."""
    asked = next(steps)
    first, *pieces = yield (request, *asked)
    try:
        while True:
            asked = steps.send(tuple(pieces))
            pieces = list((yield asked))
    except StopIteration as end:
        return first, end.value
