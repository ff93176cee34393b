"""A spare process for the first calculation, forked before threads exist, with all modules loaded.

Starting Python and loading the program's modules takes longer than many calculations. For `process` a spare process
acts like `subprocess.Popen`: a child that leads a session, with three pipes, which starts when it gets its order.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NoReturn

from msgspec import Struct

from veriabs.core.interruption import SIGNALS
from veriabs.solvers.channel import Receiver, frame
from veriabs.solvers.scratch import settle


class Order(Struct, frozen=True):
    """The module to run like `python -m`, its input, environment and limits; `megabytes` limits the address space."""

    module: str
    payload: Path | None
    environment: Mapping[str, str]
    processor_seconds: int
    megabytes: int | None

    def text(self) -> bytes:
        """The message that carries the order."""
        return frame(self)


class Spare:
    """The process as its parent sees it."""

    returncode: int | None = None

    def __init__(self) -> None:
        (stdin_read, stdin_write), (stdout_read, stdout_write), (stderr_read, stderr_write) = (
            os.pipe(),
            os.pipe(),
            os.pipe(),
        )
        self.stdin = os.fdopen(stdin_write, "wb")
        self.stdout, self.stderr = os.fdopen(stdout_read, "rb", 0), os.fdopen(stderr_read, "rb", 0)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        try:
            self.pid = os.fork()
            if self.pid == 0:
                try:
                    _serve(stdin_read, stdout_write, stderr_write)
                finally:
                    os._exit(1)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            for end in (stdin_read, stdout_write, stderr_write):
                os.close(end)

    def close(self) -> None:
        """Abandon the process, which ends when its pipe closes."""
        for pipe in (self.stdin, self.stdout, self.stderr):
            pipe.close()


_waiting: list[Spare] = []
"""The spare process that nobody has taken yet, if any."""


@contextlib.contextmanager
def kept() -> Iterator[None]:
    """Keep a spare process until the end of the context, or until somebody takes it."""
    with contextlib.suppress(OSError):  # the system may refuse another process
        _waiting.append(Spare())
    try:
        yield
    finally:
        while _waiting:
            unused = _waiting.pop()
            os.kill(unused.pid, signal.SIGKILL)
            os.waitpid(unused.pid, 0)
            unused.close()


def take() -> Spare | None:
    """Take the spare process if there is one; the caller owns it."""
    with contextlib.suppress(IndexError):
        return _waiting.pop()
    return None


def _forget() -> None:
    """Leave the spare process to the parent, after a fork."""
    while _waiting:
        _waiting.pop().close()


os.register_at_fork(after_in_child=_forget)


# ------------------------------------------------------------------------------------------------ in the process itself


def _serve(stdin_read: int, stdout_write: int, stderr_write: int) -> NoReturn:
    os.setsid()
    for end, standard in ((stdin_read, 0), (stdout_write, 1), (stderr_write, 2)):
        os.dup2(end, standard)
    # Other processes wait for the end of pipes that this process inherited, so close them.
    os.closerange(3, 1 + max(int(one.name) for one in Path("/proc/self/fd").iterdir()))
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w")
    try:
        order = Receiver(0).receive()
    except EOFError:
        os._exit(0)
    assert isinstance(order, Order)
    _limit(order)
    os._exit(_run(order.module))


def _limit(order: Order) -> None:
    os.dup2(os.open(order.payload or os.devnull, os.O_RDONLY), 0)
    os.environ.clear()
    os.environ.update(order.environment)
    sys.path += [entry for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry not in sys.path]
    tempfile.tempdir = None
    settle()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    most = [(resource.RLIMIT_CPU, order.processor_seconds)]
    if order.megabytes is not None:
        most.append((resource.RLIMIT_AS, order.megabytes << 20))
    for limit, value in most:
        with contextlib.suppress(OSError, ValueError):  # a stricter limit may be set already
            resource.setrlimit(limit, (value, value))


def _run(module: str) -> int:
    """Run the module as a program, and return its exit code."""
    import runpy
    import traceback

    code = 0
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return code
