"""Run veriabs in this process on one program with given options, and return its answer."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from oracle import SMALLEST_LARGE, Oracle, Truth, size

from veriabs import strategies
from veriabs.core.conditions import ConditionKind
from veriabs.core.copying import replace
from veriabs.core.errors import InputError, UnsupportedError
from veriabs.core.queries import CheckedQuery, Query
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Verdict
from veriabs.core.runs import Run
from veriabs.frontend import instrumented_program
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.loops import flatten
from veriabs.solvers import process
from veriabs.solvers.command import Solver
from veriabs.solvers.driver import Cbmc, Driver
from veriabs.solvers.process import _Limits
from veriabs.strategies.shrinking import search as shrinking
from veriabs.verify import engine
from veriabs.verify import hints as doubts
from veriabs.verify.options import Options
from veriabs.verify.session import Session

PLAIN = "shrinking"
HELPED = "with invariants"
PROOFS = (PLAIN, HELPED)
POINTERS = "pointers"
ALONE = (
    *(n for n, _ in strategies.provers(strategies.names()) if n not in ("shrinking", "slicing")),
    POINTERS,
)
"""Strategies, and what the front end makes of pointers, that get programs of their own fragment."""

HELPERS = {
    "lockstep": ("lockstep", "induction", "cell_invariants"),
    POINTERS: ("shrinking", "cell_invariants"),
}
"""What such a way is run with where that is not the strategy of its name alone."""

WAYS: dict[str, Options] = {
    PLAIN: Options(strategies=("shrinking",), replay=False, max_k=1, jobs=1, timeout=60.0),
    HELPED: Options(strategies=("shrinking",), replay=False, max_k=2, jobs=1, timeout=60.0),
    **{n: Options(strategies=HELPERS.get(n, (n,)), replay=False, jobs=1, timeout=30.0) for n in ALONE},
    "native": Options(strategies=("native",), max_k=2, jobs=1, timeout=1.5),
    "bounded": Options(strategies=("bounded",), max_k=2, jobs=1, timeout=3.0),
    "portfolio": Options(max_k=2, jobs=1, timeout=5.0),
}
"""Shrinking alone, plainly and with all its help, the others alone, and the default ones as a user runs them."""

CPU_SECONDS = 3
"""What one process of a proof may use."""

HELPED_EVERY, ALONE_EVERY, NATIVE_EVERY, PORTFOLIO_EVERY = 4, 10, 200, 100
"""Of how many programs one is run that way: what only refutes is cheap to judge and dear to run."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The tool's answer; `accepted` if it made an attempt; `claimed` is the program that came with a FALSE.

    `relies` says that the answer holds up to the first signed overflow, or access out of bounds, only.
    """

    verdict: Verdict
    accepted: bool
    reason: str
    seconds: float
    claimed: str = ""
    relies: bool = False


REJECTED = (ReasonKind.NOT_APPLICABLE, ReasonKind.UNSUPPORTED)
"""A strategy that says this has made no attempt."""


@dataclass
class Later:
    """A piece that is made once somebody asks for it; nothing is run ahead of what came of the runs before it."""

    make: Callable[[], CheckedQuery]
    piece: CheckedQuery | None = None

    def result(self) -> CheckedQuery:
        self.piece = self.piece or self.make()
        return self.piece

    def cancel(self) -> None:
        pass

    def add_done_callback(self, tell: Callable[[Later], object]) -> None:
        """Notify a caller that waits for several results of each result in turn."""
        self.result()
        tell(self)


def _later(session: Session, harness: Query) -> Later:
    return Later(lambda: session._decide(harness))


@dataclass
class Sparing:
    """Runs of CBMC, each program once, by the solver that is the faster one most of the time."""

    shrinking: bool = True
    known: dict[tuple[object, ...], Run] = field(default_factory=dict)
    real: Callable[..., Run] = Driver.check

    def check(self, driver: Driver, text: str, *, purpose: str, **rest: Any) -> Run:
        key = (text, *(rest.get(name) for name in ("asked", "unwind", "trace_of", "memory")))
        if key not in self.known:
            best = (Solver.Z3 if purpose.startswith("harness") else Solver.BUILT_IN,)
            rest["solvers"] = best if self.shrinking else rest.get("solvers", best)[:1]
            self.known[key] = self.real(driver, text, purpose=purpose, **rest)
        return self.known[key]


def _unconditional(
    search: shrinking.FactorSearch,
    log: shrinking.AttemptLog,
    ks: range,
    real: Callable[..., shrinking.Steps[Any]] = shrinking.FactorSearch._attempt,
) -> shrinking.Steps[Any]:
    """An attempt that fails without its side conditions fails with them: they are asked only if it gets through."""
    attempt, log.attempt = log.attempt, replace(log.attempt, conditions=())
    found = yield from real(search, log, ks)
    log.attempt = attempt
    return found if isinstance(found, Reason) else (yield from real(search, log, ks))


def _limits(limits: _Limits, real: Callable[[_Limits], tuple[str, ...]] = _Limits.shell) -> tuple[str, ...]:
    """Bounded by seconds of the processor: on a busy machine a wall clock would turn answers into UNKNOWN."""
    shell, script, text, name, _, *rest = real(limits)
    return (shell, script, text, name, str(CPU_SECONDS), *rest)


def _unstopped(
    child: Any, started: float, seconds: float, _: object, *rest: Any, real: Callable[..., Any] = process._follow
) -> str | None:
    """No one stops these runs from outside, and checking for that costs more than some of the runs."""
    found: str | None = real(child, started, seconds, None, *rest)
    return found


@contextmanager
def proof_only(way: str, sparing: Sparing) -> Iterator[None]:
    """The proof on its own: no leads for a search that does not take place, one solver, no run ahead of its need or a
    second time; invariants, lemmas, and the unrolling of inner loops only where that is the way.
    """
    if way not in (*PROOFS, *ALONE):
        yield
        return
    with ExitStack() as changes:
        changes.enter_context(patch.object(doubts, "MOST_TRACES", 0))
        refused = UnsupportedError("not wanted")
        changes.enter_context(patch.object(instrumented_program, "load_instrumented", side_effect=refused))
        changes.enter_context(patch.object(Session, "submit", _later))
        changes.enter_context(patch.object(Session, "wait", lambda _, future: future.result()))
        changes.enter_context(patch.object(_Limits, "shell", _limits))
        changes.enter_context(patch.object(process, "_follow", _unstopped))
        changes.enter_context(patch.object(shrinking.FactorSearch, "_attempt", _unconditional))
        changes.enter_context(patch.object(Driver, "check", lambda driver, *a, **k: sparing.check(driver, *a, **k)))
        if way == PLAIN:
            changes.enter_context(patch.object(shrinking, "_has_shrinkable_loop", return_value=False))
            changes.enter_context(patch.object(flatten, "UNROLL_LIMIT", 0))
        yield


def configurations(number: int) -> list[str]:
    """How the program of this number is run: the proof always, the rest on a share."""
    found = [HELPED if number % HELPED_EVERY == 0 else PLAIN]
    found += [name for place, name in enumerate(ALONE) if (number + place) % ALONE_EVERY == 3]
    found += ["native"] if number % NATIVE_EVERY == 1 else []
    found += ["bounded"] if number % NATIVE_EVERY == 101 else []
    return found + (["portfolio"] if number % PORTFOLIO_EVERY == 51 else [])


def ask(text: str, way: str, cbmc: Cbmc, sparing: Sparing | None = None, **changes: Any) -> Answer:
    """The tool's answer to a program, run in one of the ways, with some options changed."""
    started = time.monotonic()
    options, sparing = replace(WAYS[way], **changes), sparing or Sparing(way in PROOFS)
    with tempfile.TemporaryDirectory(prefix="laboratory-") as folder, proof_only(way, sparing):
        path = Path(folder, "program.c")
        path.write_text(text, encoding="utf-8")
        try:
            task = load(path)
            program = load_program(task)
        except (UnsupportedError, InputError) as error:
            reason = str(error).replace(str(path), "program.c")
            return Answer(Verdict.UNKNOWN, False, reason, time.monotonic() - started)
        report = engine.verify(task, program, cbmc, options)
    kind = report.reason.kind if report.reason else None
    accepted = kind is not ReasonKind.UNSUPPORTED
    if way in (*PROOFS, *ALONE):
        accepted = any(answer.reason is None or answer.reason.kind not in REJECTED for answer in report.answers)
    relies = any(one.kind in (ConditionKind.OVERFLOW, ConditionKind.BOUNDS) for one in report.conditions)
    claimed = report.counterexample.program if report.counterexample else ""
    reason = f"{kind.value}: {report.reason.text}" if kind and report.reason else ""
    return Answer(report.verdict, accepted, reason, time.monotonic() - started, claimed, relies)


@dataclass(frozen=True, slots=True)
class Judgement:
    """`wrong` is empty, or describes the error in the answer."""

    truth: Truth
    wrong: str = ""


def judge(text: str, answer: Answer, oracle: Oracle) -> Judgement | None:
    """Is the answer wrong? None for UNKNOWN, which cannot be."""
    match answer.verdict:
        case Verdict.TRUE:
            truth = oracle.truth(text)
            fails = truth is Truth.UNSAFE or (truth is Truth.UNDEFINED and not answer.relies)
            return Judgement(truth, "TRUE, but an assertion can fail" if fails else "")
        case Verdict.FALSE:
            found = oracle.exact(text) if size(text) < SMALLEST_LARGE else None
            if found is not None and found.complete and not found.violated:
                return Judgement(Truth.SAFE, "FALSE, but no assertion can fail")
            shown = oracle.reached(answer.claimed)
            return Judgement(Truth.UNSAFE, "") if shown else Judgement(Truth.UNDECIDED, "FALSE, but no run shows it")
        case _:
            return None
