"""The one contract between the engine and its strategies.

A strategy is a module (or the module `strategy` of a folder) under `veriabs/strategies/` with a `STRATEGY`: its
functions, typed, and what the engine has to know of them. A strategy runs nothing itself: its `prove` is a generator
that yields what has to be run and is sent what came of it, and its `refute` lists what is worth trying.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Protocol, TypeVar

from msgspec import Struct, field

from veriabs.core.counterexample import Instrumented
from veriabs.core.events import Event
from veriabs.core.goals import GoalKind
from veriabs.core.loop_model import LoopModel
from veriabs.core.program import Part, Program
from veriabs.core.queries import CheckedQuery, ProvedFacts, Query, Request
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.runs import Overflow


class Ahead(Struct, frozen=True, eq=False):
    """Starts these and does not wait: whoever yields the same objects later is sent the pieces."""

    requests: tuple[Request, ...]


class Unneeded(Struct, frozen=True, eq=False):
    """What was started ahead, and need not be run any more if it has not begun yet."""

    requests: tuple[Request, ...]


T = TypeVar("T")
Steps = Generator[tuple[Request, ...], tuple[CheckedQuery, ...], T]
"""A part of a dialogue: yields requests, or none where it may be ended, and is sent their pieces."""

Ask = tuple[Request, ...] | Ahead | Unneeded
Dialogue = Generator[Ask, tuple[CheckedQuery, ...], "tuple[CheckedQuery, ...] | Reason"]
"""How a strategy proves: it yields requests that are run side by side, gets the pieces, and returns those that are the
proof, or why there is none."""


def first_ask(dialogue: Dialogue) -> Ask:
    """The first thing that a strategy wants to have run; StopIteration with its answer if there is none."""
    ask = next(dialogue)
    while ask == ():
        ask = dialogue.send(())
    return ask


class Facts(Protocol):
    """What the engine knows of a task's program, and does for any strategy that asks."""

    @property
    def program(self) -> Program:
        """The program that the task is of."""

    @property
    def overflow(self) -> Overflow:
        """What the user wants a signed overflow to mean."""

    @property
    def max_k(self) -> int:
        """The largest k that the user wants to be tried."""

    def known(self) -> ProvedFacts:
        """Invariants that the text of the program suggests and CBMC has proved; waits for them."""

    def more(self) -> ProvedFacts:
        """Like `known`, with what sampled runs and Spacer suggest, which takes longer."""

    def begin_accesses(self) -> None:
        """Has what takes invariants be shown of the accesses: a proof that shows none waits for it in the end."""

    def through(self, part: Part) -> tuple[CheckedQuery, ...] | Reason:
        """A proof of a part by the other strategies; waits for it."""

    def once(self, what: str, steps: Steps[T]) -> T | None:
        """What steps come to that are the same for every goal of the program, run once; waits for it.

        None where nobody runs them but the strategy itself.
        """

    def doubt(self, piece: CheckedQuery) -> None:
        """Tells the search for a counterexample of a run that a real error may be behind."""

    def tell(self, event: Event) -> None:
        """Tells those who look on."""


class Alone(Struct, frozen=True):
    """The `Facts` where no engine is behind them: nothing is known, and nobody listens."""

    program: Program
    overflow: Overflow = Overflow.UNDEFINED
    max_k: int = 1

    def known(self) -> ProvedFacts:
        return ProvedFacts()

    def more(self) -> ProvedFacts:
        return ProvedFacts()

    def begin_accesses(self) -> None:
        pass

    def through(self, part: Part) -> Reason:
        return Reason(ReasonKind.NOT_APPLICABLE, f"the {part.name} is left to other strategies")

    def once(self, what: str, steps: Steps[T]) -> None:
        pass

    def doubt(self, piece: CheckedQuery) -> None:
        pass

    def tell(self, event: Event) -> None:
        pass


class Prove(Protocol):
    """Proves one assertion, or says why not: at once where the strategy does not apply."""

    def __call__(self, model: LoopModel, facts: Facts, /) -> Dialogue: ...


class Likely(Protocol):
    """Is this strategy likely to be the one that proves the task? Asked of every task, so it has to be cheap."""

    def __call__(self, model: LoopModel, /) -> bool: ...


class NativeRuns(Struct, frozen=True):
    """Runs of the compiled program: how many new inputs, seconds for all of them and for each; `again` starts over."""

    inputs: int
    seconds: float
    each: float
    again: bool = False


class Bounded(Struct, frozen=True):
    """One program for CBMC whose counterexamples are tried on the real one; `smaller` are sizes that were replaced.

    `violation` is the check that fails in a counterexample, `values` the two variables whose assignments in its trace
    are, in turn, the number of a site and what that gave. `whole` says that the program is safe should CBMC find no
    violation, and every loop end within the unwinding.
    """

    query: Query
    smaller: dict[int, int]
    violation: str
    values: tuple[str, str]
    whole: bool = False


class Step(Struct, frozen=True):
    """Something to try for a counterexample; of all strategies' steps those of the earliest `turn` come first."""

    turn: int
    what: NativeRuns | Bounded


class Refute(Protocol):
    """What to try on a program, the cheapest first; made one after the other, as far as they are needed."""

    def __call__(self, subject: Instrumented, /) -> Iterator[Step]: ...


def never(model: LoopModel, /) -> bool:
    """For strategies that claim no task."""
    return False


class Strategy(Struct, frozen=True):
    """What a strategy is to the engine: what it can do, and when it is its turn.

    Strategies start in the order of their `rank`, those that are `likely` for the task before the others. For its
    first `priority` seconds of the processor its runs go before those of others, and each second counts `rate`
    times. With `gains_from_explicit_scalars` it is asked again once scalars are set that closed forms know (see
    `veriabs.invariants.explicit`). One that knows an assertion `by_place` in the text takes no part for checks:
    several may stand there; one that `reads_text` takes none in programs that others made, whose text is the user's
    still. One that `serves_all` answers for all assertions at once: where there are several it starts
    before the others, but for the first one.
    """

    rank: int
    prove: Prove | None = None
    refute: Refute | None = None
    likely: Likely = field(default=never)
    priority: float = 0.0
    rate: float = 1.0
    gains_from_explicit_scalars: bool = False
    by_place: bool = False
    reads_text: bool = False
    serves_all: bool = False

    def takes_part(self, kind: GoalKind, *, explicit: bool) -> bool:
        """Is it asked of an assertion, or a check, of this kind, once scalars are set where that is `explicit`?"""
        return (kind is GoalKind.ASSERTION or not self.by_place) and (self.gains_from_explicit_scalars or not explicit)


def through(parts: Iterator[Part | Reason], facts: Facts) -> Dialogue:
    """The dialogue of a strategy that makes smaller programs: the proof of the first one that others can prove.

    A reason among the parts ends it.
    """
    found: tuple[CheckedQuery, ...] | Reason | None = None
    for part in parts:
        found = part if isinstance(part, Reason) else facts.through(part)
        if isinstance(part, Reason) or not isinstance(found, Reason):
            return found
        yield ()  # nothing to run, but the time may be over
    assert found is not None
    return found


def alongside(request: Request, steps: Steps[T]) -> Steps[tuple[CheckedQuery, T]]:
    """The piece of a request that is run beside the first that the steps ask for, and what they come to."""
    asked = next(steps)
    first, *pieces = yield (request, *asked)
    try:
        while True:
            asked = steps.send(tuple(pieces))
            pieces = list((yield asked))
    except StopIteration as end:
        return first, end.value
