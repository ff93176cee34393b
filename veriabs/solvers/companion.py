"""A second process of an analysis, forked before there is much to copy: what Python does in both is done at a time."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

from veriabs.core.interruption import SIGNALS
from veriabs.solvers import watchdog
from veriabs.solvers.channel import Receiver, Sender, channel
from veriabs.solvers.descendants import kill_tree

PATIENCE = 2.0
"""Seconds that a companion which is no longer wanted has to end what it has started."""


@contextmanager
def companion(work: Callable[[Receiver, Sender], object]) -> Iterator[tuple[Sender, Receiver]]:
    """Forks a process that works until the end of the context: what it is told, and what is heard of it.

    It hears the end of the context, and that of the process that has forked it, as the end of what it is told. A signal
    ends it at once, and then the watchdog what it has started.
    """
    (heard, told), (answers, answering) = channel(), channel()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    child = os.fork()
    if child == 0:
        try:
            told.close()
            answers.close()
            _serve(work, heard, answering, before)
        finally:
            os._exit(1)
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        heard.close()
        answering.close()
        yield told, answers
    finally:
        told.close()
        answers.close()  # what nobody takes any more holds it up no longer
        reap(child, PATIENCE)


def _serve(
    work: Callable[[Receiver, Sender], object], heard: Receiver, told: Sender, mask: Iterable[int]
) -> NoReturn:
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    with suppress(OSError, EOFError), watchdog.kept():
        work(heard, told)
    os._exit(0)


def reap(child: int, patience: float) -> None:
    """Waits for a child to end, and kills it when it does not within `patience` seconds."""
    until = time.monotonic() + patience
    pause = 0.0005
    while os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if time.monotonic() >= until:
            kill_tree(child)
            break
        time.sleep(pause)
        pause = min(0.01, 2 * pause)
    os.waitpid(child, 0)
