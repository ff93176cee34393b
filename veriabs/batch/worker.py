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
from typing import Any

from veriabs.batch.work import BatchJob, decide_any, prepare_any
from veriabs.core.records import Record
from veriabs.solvers import watchdog
from veriabs.solvers.driver import Cbmc
from veriabs.solvers.scratch import remove
from veriabs.verify import engine  # noqa: F401 - loaded before the first task
from veriabs.verify.options import Options

READY = "ready"
_ORDERLY_SECONDS = 10.0

Order = BatchJob | bool | None
"""A task; whether to decide the prepared task; or None at the end."""

AnswerAll = Callable[["Connection[object, object]", SimpleQueue[Any]], None]
"""Answers on the connection the messages in the queue, which come from it."""

Abandon = Callable[[], None]
"""Ends a process whose parent is gone."""


def main(descriptor: int, folder: str) -> None:
    """Serve the connection behind a file descriptor until it ends or a signal arrives."""
    serve_messages(_serve_all, descriptor, folder)


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


def _serve_all(connection: Connection[object, object], inbox: SimpleQueue[Any]) -> None:
    options, cbmc = inbox.get()
    connection.send(READY)
    while isinstance(job := inbox.get(), BatchJob):
        _serve(job, options, cbmc, connection, inbox)


def _serve(
    job: BatchJob, options: Options, cbmc: Cbmc, connection: Connection[object, object], inbox: SimpleQueue[Order]
) -> None:
    """Prepare one task, and decide it if its key is not known yet."""
    prepared = prepare_any(job, options, cbmc)
    if isinstance(prepared, Record):
        connection.send(prepared)
        return
    connection.send(prepared.key)
    if inbox.get() is True:
        connection.send(decide_any(prepared, options, cbmc, connection.send))


def serve_messages(answer_all: AnswerAll, descriptor: int, folder: str) -> None:
    """Run `answer_all` until it, the connection behind the file descriptor or a signal ends it."""

    def serve(descriptor: int, abandon: Abandon) -> None:
        interrupt_on_signals()
        connection: Connection[object, object] = Connection(descriptor)
        inbox: SimpleQueue[Any] = SimpleQueue()
        with contextlib.suppress(KeyboardInterrupt, BrokenPipeError, ConnectionResetError):
            threading.Thread(target=listen, args=(connection, inbox, abandon), daemon=True).start()
            answer_all(connection, inbox)

    serve_until_the_end(serve, descriptor, folder)


def listen(connection: Connection[object, object], inbox: SimpleQueue[object], abandon: Abandon) -> None:
    """Pass on messages, and notice at once if the other end is gone, even during a task."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            inbox.put(connection.recv())
    abandon()


def interrupt_on_signals() -> None:
    """Let the first signal end the work in an orderly way."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        for one in (signal.SIGINT, signal.SIGTERM):
            signal.signal(one, signal.SIG_IGN)
        raise KeyboardInterrupt

    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, interrupt)
