"""The processes below one: signals to them, and their end."""

from __future__ import annotations

import contextlib
import signal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import psutil


def kill_tree(pid: int) -> None:
    """Kills a process that is not reaped yet, and all that descend from it, those in sessions of their own included."""
    import psutil

    with contextlib.suppress(psutil.Error):
        root = psutil.Process(pid)
        descendants = root.children(recursive=True)
        for process in (root, *descendants):
            send(process, signal.SIGKILL)


def send(process: psutil.Process, number: signal.Signals) -> None:
    """Sends a signal, unless the process is gone."""
    import psutil

    with contextlib.suppress(psutil.Error):
        process.send_signal(number)


def lives(process: psutil.Process) -> bool:
    """Tells whether a descendant still runs; where nobody reaps orphans, a dead one stays as a zombie for ever."""
    import psutil

    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False
