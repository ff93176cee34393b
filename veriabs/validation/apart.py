"""The comparison of readings in a process of its own, beside that which proves.

It reads the program as well, for both: each loads what it needs at the same time, and the compiler is at work on what
is compared while the first proof is being made. Nothing of what is compared depends on it: a process that is lost
leaves the proof without a verdict.
"""

from __future__ import annotations

import math
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from queue import SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING

from msgspec import Struct

from veriabs.core.deadline import Deadline
from veriabs.core.errors import BugError, LostError, VeriabsError, bug_line
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


Read = Callable[[Deadline], "Program"]


class _Phase(Struct, frozen=True):
    """The reading has come to another phase."""

    name: str


class _Understood(Struct, frozen=True):
    """The program that was read, or what reading has raised; neither where it is nested too deeply to be told."""

    program: Program | None = None
    error: Exception | None = None


class _Begin(Struct, frozen=True):
    """A program that is compared for so many seconds, or the one that was read; the others are as in `Validator`."""

    program: Program | None
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
    reads: Read | None = None
    understood: Program | None = None
    check: Callable[[Query], Run] | None = None
    waits: Callable[[], object] = lambda: None
    fails: Callable[[], object] = lambda: None
    failure: str = ""

    def program(self, deadline: Deadline) -> Program:
        """The program that is read in that process, in time; raises what that raises, LostError if it is lost."""
        assert self.reads is not None
        while True:
            match self._heard(f"the reading of the program ended without an answer while {deadline.phase}"):
                case _Phase(name=name):
                    deadline.begin(name)
                case _Understood(program=program, error=error):
                    if error is not None:
                        raise error
                    self.understood = program
                    return program or self.reads(deadline)
                case other:
                    raise LostError(f"the process that reads said {type(other).__name__}")

    def begin(self, program: Program, runs: bool, seconds: float, keep: Path | None = None) -> None:
        """Has the program compared from now on, for so many seconds; the others are as in `Validator`."""
        try:
            self._tell(_Begin(None if program is self.understood else program, runs, seconds, keep))
        except RecursionError:
            self.failure = "expressions or statements are nested too deeply"

    def validate(self, program: Program) -> Validation:
        """As that of `Validator`, of the same program; LostError if the process ends without an answer."""
        if self.failure:
            return Validation(Translation.NOT_COMPARED, self.failure)
        while True:
            match self._heard("the comparison with the compiled program ended without an answer"):
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
                case other:
                    raise LostError(f"the process that compares said {type(other).__name__}")

    def proved(self, hints: Iterable[InputHint]) -> None:
        self._tell(_Proved(tuple(hints)))

    def end(self) -> None:
        self._tell(_End())

    def _heard(self, lost: str) -> object:
        try:
            return self.heard.receive()
        except (EOFError, OSError):
            raise LostError(lost) from None

    def _tell(self, message: object) -> None:
        with suppress(BrokenPipeError):  # who waits for an answer hears that nobody is there
            self.told.send(message)


@contextmanager
def comparing(reads: Read | None = None, deadline: Deadline | None = None) -> Iterator[Distant]:
    """A process that loads what compares, and is there until the end of the context; it `reads` the program first."""
    with companion(partial(_serve, reads, deadline)) as (told, heard):
        yield Distant(told, heard, reads)


# ------------------------------------------------------------------------------------- in the process that compares


def _serve(reads: Read | None, deadline: Deadline | None, heard: Receiver, told: Sender) -> None:
    """Reads, loads, compares, and tells what that came to."""
    program = None if reads is None else _read(reads, deadline or Deadline(math.inf), told)
    Thread(target=_load, daemon=True).start()  # so that it ends at once when nothing is to be compared
    begin = heard.receive()
    if isinstance(begin, _Begin):
        told.send(_compared(begin, begin.program or program, heard, told))


def _read(reads: Read, deadline: Deadline, told: Sender) -> Program | None:
    """Reads the program, and tells what that came to."""
    deadline.watch = lambda phase: told.send(_Phase(phase))
    try:
        program = reads(deadline)
        told.send(_Understood(program))
    except RecursionError:
        told.send(_Understood())
    except VeriabsError as error:
        told.send(_Understood(error=error))
    except BrokenPipeError:
        raise
    except Exception as error:
        told.send(_Understood(error=BugError(bug_line(error))))
    else:
        return program
    return None


def _load() -> None:
    """What takes time and does not depend on the program: modules, and the question what the kernel confines."""
    import_module("veriabs.validation.validator")
    import_module("veriabs.confine.door").refusal()


def _compared(begin: _Begin, program: Program | None, heard: Receiver, told: Sender) -> _Found:
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
        assert program is not None
        return _Found(validator.validate(program))
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
