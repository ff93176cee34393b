"""Run work in a second process, which is forked early, while little memory has to be copied.

Python code in both processes runs in parallel. In: a function that receives orders and sends results. Out: the two
channels to it.
"""

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
"""Seconds that an unneeded companion has to end the processes that it started."""


@contextmanager
def companion(work: Callable[[Receiver, Sender], object]) -> Iterator[tuple[Sender, Receiver]]:
    """Fork a process that works until the end of the context; yields the channels of its orders and results.

    The end of the context, and of the parent process, closes the channel of its orders. A signal ends the process at
    once; the watchdog then ends the processes that it started.
    """
    (receiver, sender), (answers, answering) = channel(), channel()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    child = os.fork()
    if child == 0:
        try:
            sender.close()
            answers.close()
            _serve(work, receiver, answering, before)
        finally:
            os._exit(1)
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        receiver.close()
        answering.close()
        yield sender, answers
    finally:
        sender.close()
        answers.close()  # a companion that still sends must not block
        wait_or_kill(child, PATIENCE)


def _serve(
    work: Callable[[Receiver, Sender], object], receiver: Receiver, sender: Sender, mask: Iterable[int]
) -> NoReturn:
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    with suppress(OSError, EOFError), watchdog.kept():
        work(receiver, sender)
    os._exit(0)


def wait_or_kill(child: int, patience: float) -> None:
    """Wait for a child to end; kill it after `patience` seconds."""
    until = time.monotonic() + patience
    pause = 0.0005
    while os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if time.monotonic() >= until:
            kill_tree(child)
            break
        time.sleep(pause)
        pause = min(0.01, 2 * pause)
    os.waitpid(child, 0)
