"""The comparison of readings in a process of its own, beside that which proves.

Both load what they need at the same time, and the compiler is at work on what is compared while the first proof is
being made. Nothing of what is compared depends on it: a process that is lost leaves the proof without a verdict.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from queue import SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING

from msgspec import Struct

from veriabs.core.errors import LostError
from veriabs.core.results import Translation, Validation
from veriabs.solvers.channel import Receiver, Sender
from veriabs.solvers.companion import companion

if TYPE_CHECKING:
    from pathlib import Path

    from veriabs.core.program import Program
    from veriabs.core.queries import Query
    from veriabs.core.runs import Run
    from veriabs.replay.input_hints import InputHint
    from veriabs.validation.validator import Validator


class _Begin(Struct, frozen=True):
    """A program that is compared for so many seconds; the others are as in `Validator`."""

    program: Program
    runs: bool
    seconds: float
    keep: Path | None


class _Proved(Struct, frozen=True):
    """The proof has ended, and proposes these inputs."""

    hints: tuple[InputHint, ...]


class _End(Struct, frozen=True):
    """Nothing more is compared."""


class _Asked(Struct, frozen=True):
    """CBMC is to compare what cannot be run."""

    query: Query


class _Answered(Struct, frozen=True):
    run: Run


class _Waits(Struct, frozen=True):
    """There is nothing to do until the proof ends."""


class _Fails(Struct, frozen=True):
    """A run has come to a failed assertion."""


class _Found(Struct, frozen=True):
    """What the comparison came to."""

    validation: Validation | None = None
    error: Exception | None = None


class Distant(Struct):
    """A `Validator` in a process that compares: it is given the program at `begin`, ahead of whoever waits for it."""

    told: Sender
    heard: Receiver
    check: Callable[[Query], Run] | None = None
    waits: Callable[[], object] = lambda: None
    fails: Callable[[], object] = lambda: None
    failure: str = ""

    def begin(self, program: Program, runs: bool, seconds: float, keep: Path | None = None) -> None:
        """Has the program compared from now on, for so many seconds; the others are as in `Validator`."""
        try:
            self._tell(_Begin(program, runs, seconds, keep))
        except RecursionError:
            self.failure = "expressions or statements are nested too deeply"

    def validate(self, program: Program) -> Validation:
        """As that of `Validator`, of the same program; LostError if the process ends without an answer."""
        if self.failure:
            return Validation(Translation.NOT_COMPARED, self.failure)
        while True:
            try:
                message = self.heard.receive()
            except (EOFError, OSError):
                raise LostError("the comparison with the compiled program ended without an answer") from None
            match message:
                case _Waits():
                    self.waits()
                case _Fails():
                    self.fails()
                case _Asked(query=query):
                    assert self.check is not None
                    self._tell(_Answered(self.check(query)))
                case _Found(validation=validation, error=error):
                    if validation is None:
                        raise error or LostError("nothing was compared")
                    return validation
                case _:
                    raise LostError(f"the process that compares said {type(message).__name__}")

    def proved(self, hints: Iterable[InputHint]) -> None:
        self._tell(_Proved(tuple(hints)))

    def end(self) -> None:
        self._tell(_End())

    def _tell(self, message: object) -> None:
        with suppress(BrokenPipeError):  # who waits for an answer hears that nobody is there
            self.told.send(message)


@contextmanager
def comparing() -> Iterator[Distant]:
    """A process that loads what compares, and is there until the end of the context."""
    with companion(_serve) as (told, heard):
        yield Distant(told, heard)


# ------------------------------------------------------------------------------------- in the process that compares


def _serve(heard: Receiver, told: Sender) -> None:
    """Loads, compares, and tells what that came to."""
    Thread(target=_load, daemon=True).start()  # so that it ends at once when nothing is to be compared
    begin = heard.receive()
    if isinstance(begin, _Begin):
        told.send(_compared(begin, heard, told))


def _load() -> None:
    """What takes time and does not depend on the program: modules, and the question what the kernel confines."""
    import_module("veriabs.validation.validator")
    import_module("veriabs.confine.door").refusal()


def _compared(begin: _Begin, heard: Receiver, told: Sender) -> _Found:
    from veriabs.validation.validator import Validator

    answers: SimpleQueue[Run | None] = SimpleQueue()

    def ask(query: Query) -> Run:
        told.send(_Asked(query))
        run = answers.get()
        if run is None:
            raise LostError("nobody answers")
        return run

    until = time.monotonic() + begin.seconds
    validator = Validator(
        begin.runs,
        lambda: until - time.monotonic(),
        begin.keep,
        ask,
        proof=Event(),
        waits=lambda: told.send(_Waits()),
        fails=lambda: told.send(_Fails()),
    )
    Thread(target=_listen, args=(heard, validator, answers), daemon=True).start()
    try:
        return _Found(validator.validate(begin.program))
    except Exception as error:
        return _Found(error=error)


def _listen(heard: Receiver, validator: Validator, answers: SimpleQueue[Run | None]) -> None:
    """Hears what the process that proves tells, until it tells no more; if it is gone, nobody waits for an answer."""
    try:
        while not isinstance(message := heard.receive(), _End):
            match message:
                case _Proved(hints=hints):
                    validator.proved(hints)
                case _Answered(run=run):
                    answers.put(run)
                case _:
                    pass
    except (OSError, EOFError):
        signal.raise_signal(signal.SIGTERM)
    validator.end()
    answers.put(None)
