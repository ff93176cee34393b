"""A worker process: it imports the engine once and decides one task after the other.

It receives jobs from a connection and answers with keys and rows. When the connection ends, it ends its children and
itself.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from types import FrameType

from veriabs.batch.work import Clock, Job, decide, failed, guarded, prepare
from veriabs.core.copying import replace
from veriabs.core.records import Record
from veriabs.solvers import watchdog
from veriabs.solvers.driver import Cbmc
from veriabs.solvers.scratch import remove
from veriabs.verify import engine  # noqa: F401 - loaded before the first task
from veriabs.verify.options import Options

READY = "ready"
_ORDERLY_SECONDS = 10.0

Order = Job | bool | None
"""A task; whether to decide the prepared task; or None at the end."""

Abandon = Callable[[], None]
"""Ends a process whose parent is gone."""


def main(descriptor: int, folder: str) -> None:
    """Serve the connection behind a file descriptor until it ends or a signal arrives."""
    serve_until_the_end(_serve_all, descriptor, folder)


def serve_until_the_end(serve: Callable[[int, Abandon], None], descriptor: int, folder: str) -> None:
    """Run `serve`, whose listening thread calls its second argument when the other end is gone.

    `folder` is for temporary files; the parent process removes it, or this one if the parent is gone.
    """
    orphaned = threading.Event()

    def abandon() -> None:
        """End this process, by force if its main thread is stuck; watchdogs end its children."""
        orphaned.set()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(_ORDERLY_SECONDS)
        remove(Path(folder))
        os.kill(os.getpid(), signal.SIGKILL)

    try:
        with watchdog.kept():
            serve(descriptor, abandon)
    finally:
        if orphaned.is_set():
            remove(Path(folder))


def _serve_all(descriptor: int, abandon: Abandon) -> None:
    interrupt_on_signals()
    connection: Connection[object, object] = Connection(descriptor)
    inbox: SimpleQueue[Order] = SimpleQueue()
    try:
        options, cbmc = _common(connection)
        threading.Thread(target=listen, args=(connection, inbox, abandon), daemon=True).start()
        connection.send(READY)
        while isinstance(job := inbox.get(), Job):
            _serve(job, options, cbmc, connection, inbox)
    except (KeyboardInterrupt, EOFError, BrokenPipeError, ConnectionResetError):
        return


def _common(connection: Connection[object, object]) -> tuple[Options, Cbmc]:
    """The data that all jobs share, which is the first message."""
    match connection.recv():
        case (Options() as options, Cbmc() as cbmc):
            return options, cbmc
        case other:
            raise ValueError(f"the first message of a worker must have options and solver: {other!r}")


def _serve(
    job: Job, options: Options, cbmc: Cbmc, connection: Connection[object, object], inbox: SimpleQueue[Order]
) -> None:
    """Prepare one task, and decide it if its key is not known yet."""
    clock, key, expected = Clock(), "", None
    try:
        prepared = prepare(job, options, cbmc)
        key, expected = prepared.key, prepared.task.expected
        connection.send(key)
        if inbox.get() is not True:
            return
        record = decide(prepared, options, cbmc, connection.send)
    except (BrokenPipeError, ConnectionResetError):
        raise
    except Exception as error:  # an error in one task must not affect the others
        record = _failed(job, options, error, clock, key, expected)
    connection.send(record)


def _failed(
    job: Job, options: Options, error: Exception, clock: Clock, key: str, expected: bool | None
) -> Record:  # fmt: skip
    kind, text = guarded(error)
    return replace(failed(job, options, text, kind=kind, clock=clock, key=key), expected=expected)


def listen(connection: Connection[object, object], inbox: SimpleQueue[Order], abandon: Abandon) -> None:
    """Pass on messages, and notice at once if the other end is gone, even during a task."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            inbox.put(connection.recv())  # type: ignore[arg-type]
    abandon()


def interrupt_on_signals() -> None:
    """Let the first signal end the work in an orderly way."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        for one in (signal.SIGINT, signal.SIGTERM):
            signal.signal(one, signal.SIG_IGN)
        raise KeyboardInterrupt

    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, interrupt)
