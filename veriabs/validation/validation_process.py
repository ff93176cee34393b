"""Run translation validation in a process of its own, in parallel with the proof.

The process also parses the program for both: each process loads its own modules meanwhile, and gcc compiles while the
first proof is made. Validation does not depend on the proof. If the process is lost, the proof gets no verdict.
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
from veriabs.core.results import Agreement, Validation
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
    """Parsing has entered another phase."""

    name: str


class _ParseResult(Struct, frozen=True):
    """The parsed program or the exception; neither if the program is nested too deeply to be pickled."""

    program: Program | None = None
    error: Exception | None = None


class _Begin(Struct, frozen=True):
    """A program to compare for `seconds`, or None for the parsed one; other fields are as in `Validator`."""

    program: Program | None
    runs: bool
    seconds: float
    keep: Path | None


class _ProofEnded(Struct, frozen=True):
    """The proof has ended and proposes these inputs."""

    hints: tuple[InputHint, ...]


class _End(Struct, frozen=True):
    """Stop the comparison."""


class _CbmcRequest(Struct, frozen=True):
    """A request to CBMC for programs that cannot be run."""

    query: Query


class _CbmcAnswer(Struct, frozen=True):
    run: Run


class _Idle(Struct, frozen=True):
    """The comparison has nothing to do until the proof ends."""


class _ViolationSeen(Struct, frozen=True):
    """A run has reached a failed assertion."""


class _Result(Struct, frozen=True):
    """The result of the comparison."""

    validation: Validation | None = None
    error: Exception | None = None


class RemoteValidator(Struct):
    """A `Validator` in another process; `begin` gives it the program before anybody waits for the result."""

    sender: Sender
    receiver: Receiver
    reads: Read | None = None
    parsed: Program | None = None
    check: Callable[[Query], Run] | None = None
    waits: Callable[[], object] = lambda: None
    fails: Callable[[], object] = lambda: None
    failure: str = ""

    def program(self, deadline: Deadline) -> Program:
        """The program that the other process parsed; raises the exception of the parser.

        Raises LostError if that process ends without an answer.
        """
        assert self.reads is not None
        while True:
            match self._receive(f"the reading of the program ended without an answer while {deadline.phase}"):
                case _Phase(name=name):
                    deadline.begin(name)
                case _ParseResult(program=program, error=error):
                    if error is not None:
                        raise error
                    self.parsed = program
                    return program or self.reads(deadline)
                case other:
                    raise LostError(f"the parsing process sent an unexpected message: {type(other).__name__}")

    def begin(self, program: Program, runs: bool, seconds: float, keep: Path | None = None) -> None:
        """Start the comparison of the program for `seconds`; other parameters are as in `Validator`."""
        try:
            self._send(_Begin(None if program is self.parsed else program, runs, seconds, keep))
        except RecursionError:
            self.failure = "expressions or statements are nested too deeply"

    def validate(self, program: Program) -> Validation:
        """As in `Validator`, for the program given to `begin`; raises LostError if the process is lost."""
        if self.failure:
            return Validation(Agreement.NOT_COMPARED, self.failure)
        while True:
            match self._receive("the comparison with the compiled program ended without an answer"):
                case _Idle():
                    self.waits()
                case _ViolationSeen():
                    self.fails()
                case _CbmcRequest(query=query):
                    assert self.check is not None
                    self._send(_CbmcAnswer(self.check(query)))
                case _Result(validation=validation, error=error):
                    if validation is None:
                        raise error or LostError("translation validation gave no result")
                    return validation
                case other:
                    raise LostError(
                        f"the process of translation validation sent an unexpected message: {type(other).__name__}"
                    )

    def proved(self, hints: Iterable[InputHint]) -> None:
        self._send(_ProofEnded(tuple(hints)))

    def end(self) -> None:
        self._send(_End())

    def _receive(self, lost: str) -> object:
        try:
            return self.receiver.receive()
        except (EOFError, OSError):
            raise LostError(lost) from None

    def _send(self, message: object) -> None:
        with suppress(BrokenPipeError):  # the reader of the answer notices that the process has ended
            self.sender.send(message)


@contextmanager
def start_validation(reads: Read | None = None, deadline: Deadline | None = None) -> Iterator[RemoteValidator]:
    """A process that loads the comparison modules, and `reads` the program first; it ends with the context."""
    with companion(partial(_serve, reads, deadline)) as (sender, receiver):
        yield RemoteValidator(sender, receiver, reads)


# ------------------------------------------------------------------------------------- in the process that compares


def _serve(reads: Read | None, deadline: Deadline | None, receiver: Receiver, sender: Sender) -> None:
    """Parse, load, compare, and send the results."""
    program = None if reads is None else _send_program(reads, deadline or Deadline(math.inf), sender)
    Thread(target=_load, daemon=True).start()  # does not delay the end of the process
    begin = receiver.receive()
    if isinstance(begin, _Begin):
        sender.send(_compare(begin, begin.program or program, receiver, sender))


def _send_program(reads: Read, deadline: Deadline, sender: Sender) -> Program | None:
    """Parse the program and send the result."""
    deadline.watch = lambda phase: sender.send(_Phase(phase))
    try:
        program = reads(deadline)
        sender.send(_ParseResult(program))
    except RecursionError:
        sender.send(_ParseResult())
    except VeriabsError as error:
        sender.send(_ParseResult(error=error))
    except BrokenPipeError:
        raise
    except Exception as error:
        sender.send(_ParseResult(error=BugError(bug_line(error))))
    else:
        return program
    return None


def _load() -> None:
    """Load everything slow that does not depend on the program: modules, and the test of the kernel's confinement."""
    import_module("veriabs.validation.validator")
    import_module("veriabs.confine.sandbox").refusal()


def _compare(begin: _Begin, program: Program | None, receiver: Receiver, sender: Sender) -> _Result:
    from veriabs.validation.validator import Validator

    answers: SimpleQueue[Run | None] = SimpleQueue()

    def ask(query: Query) -> Run:
        sender.send(_CbmcRequest(query))
        run = answers.get()
        if run is None:
            raise LostError("the process of translation validation gave no answer")
        return run

    until = time.monotonic() + begin.seconds
    validator = Validator(
        begin.runs,
        lambda: until - time.monotonic(),
        begin.keep,
        ask,
        proof=Event(),
        waits=lambda: sender.send(_Idle()),
        fails=lambda: sender.send(_ViolationSeen()),
    )
    Thread(target=_listen, args=(receiver, validator, answers), daemon=True).start()
    try:
        assert program is not None
        return _Result(validator.validate(program))
    except Exception as error:
        return _Result(error=error)


def _listen(receiver: Receiver, validator: Validator, answers: SimpleQueue[Run | None]) -> None:
    """Receive messages of the proving process; if it is gone, release the threads that wait for answers."""
    try:
        while not isinstance(message := receiver.receive(), _End):
            match message:
                case _ProofEnded(hints=hints):
                    validator.proved(hints)
                case _CbmcAnswer(run=run):
                    answers.put(run)
                case _:
                    pass
    except (OSError, EOFError):
        signal.raise_signal(signal.SIGTERM)
    validator.end()
    answers.put(None)
