"""The tool under test in this process: one program, one way of running it, one answer."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import patch

from oracle import SMALLEST_LARGE, Oracle, Truth, size

from veriabs import doubts, engine, shrink
from veriabs.cbmc.command import Solver
from veriabs.cbmc.driver import Cbmc, Driver
from veriabs.errors import InputError, UnsupportedError
from veriabs.loops import flatten
from veriabs.model import Harness, Piece, ReasonKind, Run, Word
from veriabs.process import _Limits
from veriabs.session import Options, Session
from veriabs.source.program import load_program
from veriabs.source.task import load

PLAIN = "shrinking"
HELPED = "with invariants"

WAYS: dict[str, Options] = {
    PLAIN: Options(strategies=("shrinking",), replay=False, max_k=2, jobs=1, timeout=60.0),
    HELPED: Options(strategies=("shrinking",), replay=False, max_k=2, jobs=1, timeout=60.0),
    "native": Options(strategies=("native",), max_k=2, jobs=1, timeout=1.5),
    "bounded": Options(strategies=("bounded",), max_k=2, jobs=1, timeout=3.0),
    "portfolio": Options(max_k=2, jobs=1, timeout=5.0),
}
"""Shrinking alone, plainly and with invariants and lemmas, the others alone, and all of them as a user runs them."""

CPU_SECONDS = "3"
"""What one CBMC of a proof may use."""

Check = Callable[..., Run]
HELPED_EVERY, NATIVE_EVERY, PORTFOLIO_EVERY = 4, 100, 50
"""Of how many programs one is run that way: what only refutes is cheap to judge and dear to run."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the tool said; `accepted` if it made an attempt; `claimed` is the program that came with a FALSE."""

    word: Word
    accepted: bool
    reason: str
    seconds: float
    claimed: str = ""


@dataclass
class Later:
    """A piece that is made once somebody asks for it; nothing is run ahead of what came of the runs before it."""

    make: Callable[[], Piece]
    piece: Piece | None = None

    def result(self) -> Piece:
        self.piece = self.piece or self.make()
        return self.piece

    def cancel(self) -> None:
        pass


def _later(session: Session, harness: Harness) -> Later:
    return Later(lambda: session._decide(harness))


def _one_solver(driver: Driver, text: str, *, purpose: str, real: Check = Driver.check, **rest: object) -> Run:
    """The solver that is the faster one most of the time, and no other one beside it."""
    solver = Solver.Z3 if purpose.startswith("harness") else Solver.BUILT_IN
    return real(driver, text, purpose=purpose, **{**rest, "solvers": (solver,)})


def _limits(limits: _Limits, real: Callable[[_Limits], tuple[str, ...]] = _Limits.shell) -> tuple[str, ...]:
    """Bounded by seconds of the processor: on a busy machine a wall clock would turn answers into UNKNOWN."""
    shell, script, text, name, _, *rest = real(limits)
    return (shell, script, text, name, CPU_SECONDS, *rest)


@contextmanager
def proof_only(way: str, *, small: bool) -> Iterator[None]:
    """The proof on its own: no unrolling of inner loops, no leads for a search that does not take place, invariants and
    lemmas only where that is the way, one solver where the arrays are small, and no run ahead of its need.
    """
    if way not in (PLAIN, HELPED):
        yield
        return
    with ExitStack() as changes:
        changes.enter_context(patch.object(flatten, "UNROLL_LIMIT", 0))
        changes.enter_context(patch.object(doubts, "MOST_LEADS", 0))
        changes.enter_context(patch.object(engine, "load_instrumented", side_effect=UnsupportedError("not wanted")))
        changes.enter_context(patch.object(Session, "submit", _later))
        changes.enter_context(patch.object(_Limits, "shell", _limits))
        if small:
            changes.enter_context(patch.object(Driver, "check", _one_solver))
        if way == PLAIN:
            changes.enter_context(patch.object(shrink.Shrinker, "_worthwhile", return_value=False))
        yield


def ways(number: int) -> list[str]:
    """How the program of this number is run: the proof always, the rest on a share."""
    found = [HELPED if number % HELPED_EVERY == 0 else PLAIN]
    found += ["native"] if number % NATIVE_EVERY == 1 else []
    found += ["bounded"] if number % NATIVE_EVERY == 51 else []
    return found + (["portfolio"] if number % PORTFOLIO_EVERY == 26 else [])


def ask(text: str, way: str, cbmc: Cbmc, timeout: float | None = None) -> Answer:
    """The tool's answer to a program, run in one of the ways."""
    started = time.monotonic()
    options = WAYS[way] if timeout is None else replace(WAYS[way], timeout=timeout)
    small = size(text) < SMALLEST_LARGE
    with tempfile.TemporaryDirectory(prefix="laboratory-") as folder, proof_only(way, small=small):
        path = Path(folder, "program.c")
        path.write_text(text, encoding="utf-8")
        try:
            task = load(path)
            program = load_program(task)
        except (UnsupportedError, InputError) as error:
            reason = str(error).replace(str(path), "program.c")
            return Answer(Word.UNKNOWN, False, reason, time.monotonic() - started)
        report = engine.verify(task, program, cbmc, options)
    kind = report.reason.kind if report.reason else None
    accepted = bool(report.loops) or report.word is not Word.UNKNOWN
    if way in ("native", "bounded"):
        accepted = kind is not ReasonKind.UNSUPPORTED
    claimed = report.counterexample.program if report.counterexample else ""
    reason = f"{kind.value}: {report.reason.text}" if kind and report.reason else ""
    return Answer(report.word, accepted, reason, time.monotonic() - started, claimed)


@dataclass(frozen=True, slots=True)
class Judgement:
    """`wrong` is empty, or says what is wrong with the answer."""

    truth: Truth
    wrong: str = ""


def judge(text: str, answer: Answer, oracle: Oracle) -> Judgement | None:
    """Is the answer wrong? None for UNKNOWN, which cannot be."""
    match answer.word:
        case Word.TRUE:
            truth = oracle.truth(text)
            return Judgement(truth, "TRUE, but an assertion can fail" if truth is Truth.UNSAFE else "")
        case Word.FALSE if size(text) < SMALLEST_LARGE:
            found = oracle.exact(text)
            truth = Truth.UNSAFE if found.violated else Truth.SAFE if found.complete else Truth.UNDECIDED
            return Judgement(truth, "FALSE, but no assertion can fail" if truth is Truth.SAFE else "")
        case Word.FALSE:
            reached = oracle.reached(answer.claimed)
            return Judgement(Truth.UNSAFE if reached else Truth.SAFE, "" if reached else "FALSE, but no run shows it")
        case _:
            return None
