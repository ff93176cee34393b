"""Work in a process of its own, beside which the process that the user has started keeps the clock.

`supervise` forks: the child works and tells, the parent hears, waits, and has the last word. So nothing that the work
does can keep an answer from coming in time: a call of z3 that nobody can interrupt, a recursion that crashes the
interpreter, memory that runs out. The child has a temporary folder, which the parent removes; if the parent is killed,
the child ends, and removes it. What the child has started itself ends with it (see `process`).
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NoReturn, TypeVar

from msgspec import Struct

from veriabs.core.deadline import Deadline
from veriabs.core.errors import BugError, LostError, VeriabsError, bug_line
from veriabs.solvers import watchdog
from veriabs.solvers.channel import Receiver, Sender, channel
from veriabs.solvers.companion import reap
from veriabs.solvers.scratch import Scratch, remove

Result = TypeVar("Result")
Tell = Callable[[object], None]

SLACK = 0.4
"""Seconds beyond the deadline in which work may still come to an orderly end."""

_ORDERLY = 5.0
"""Seconds that work which is over or interrupted has to end what it has started."""

_STACK, _NESTING = 64 << 20, 8_000
"""Bytes of stack, and calls of Python functions that may be nested in them."""

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class _Phase(Struct, frozen=True):
    """The work has come to another phase."""

    name: str


class _End(Struct, frozen=True):
    """The work is over, with a result or with an error."""

    result: object = None
    error: Exception | None = None


def supervise(work: Callable[[Deadline, Tell], Result], deadline: Deadline, hear: Tell) -> Result:
    """What `work` returns in a process of its own; `hear` is given in this process what it tells meanwhile.

    Errors of `work` are raised here: each VeriabsError as it is, others as BugError. OutOfTimeError comes at most SLACK
    seconds after the deadline, LostError if the process ends without an answer.
    """
    with Scratch() as folder:
        (heard, told), (parent_end, presence) = channel(), channel()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        parent, child = os.getpid(), os.fork()
        if child == 0:
            try:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
                heard.close()
                presence.close()
                _serve(work, deadline, told, parent_end, folder, parent)
            finally:
                os._exit(1)
        patience = 0.0
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            told.close()
            parent_end.close()
            end = _follow(heard, child, deadline, hear)
            patience = _ORDERLY
        except (KeyboardInterrupt, SystemExit):
            patience = _ORDERLY
            _send(child, signal.SIGTERM)
            raise
        finally:
            reap(child, patience)
            heard.close()
            presence.close()
    if end.error is not None:
        raise end.error
    return end.result  # type: ignore[return-value]


# ---------------------------------------------------------------------------------------------------------- the parent


def _follow(heard: Receiver, child: int, deadline: Deadline, hear: Tell) -> _End:
    """Hears the child until it is done, or its time is over."""
    while heard.has_more(deadline.left() + SLACK):
        try:
            message = heard.receive()
        except (EOFError, OSError):
            raise LostError(_last_words(child, deadline.phase)) from None
        match message:
            case _Phase(name=name):
                deadline.phase = name
            case _End():
                return message
            case _:
                hear(message)
    raise deadline.over()


def _last_words(child: int, phase: str) -> str:
    state = os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    during = f" while {phase}" if phase else ""
    if state is None or state.si_code == os.CLD_EXITED:
        return f"the analysis ended without an answer{during}"
    name = signal.Signals(state.si_status).name
    perhaps = ", perhaps for lack of memory" if state.si_status == signal.SIGKILL else ""
    return f"the analysis was ended by {name}{perhaps}{during}"


def _send(child: int, number: signal.Signals) -> None:
    os.kill(child, number)  # it is not reaped yet, so the number is still its own


# ----------------------------------------------------------------------------------------------------------- the child


def _serve(
    work: Callable[[Deadline, Tell], object],
    deadline: Deadline,
    told: Sender,
    parent_end: Receiver,
    folder: Path,
    parent: int,
) -> NoReturn:
    """Works, tells how it ended, and ends the process; SIGTERM raises KeyboardInterrupt."""
    left_alone = threading.Event()
    try:
        try:
            signal.signal(signal.SIGTERM, signal.default_int_handler)
            _nest_deeply()
            threading.Thread(target=_end_with_parent, args=(parent_end, folder, left_alone), daemon=True).start()
            os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
            with watchdog.kept():
                _work(work, deadline, told)
        finally:  # what is to end at once no longer interrupts the end
            for number in _SIGNALS:
                signal.signal(number, signal.SIG_IGN)
    except (KeyboardInterrupt, OSError):
        pass
    finally:
        if left_alone.is_set() or os.getppid() != parent:
            remove(folder)
        os._exit(0)


def _work(work: Callable[[Deadline, Tell], object], deadline: Deadline, told: Sender) -> None:
    """Works, and tells how that ended."""
    deadline.watch = lambda phase: told.send(_Phase(phase))
    try:
        told.send(_outcome(work, deadline, told.send))
    except (ValueError, TypeError, AttributeError, RecursionError) as error:  # what pickle says
        told.send(_End(error=BugError(bug_line(error))))
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()  # as long as the parent has patience


def _nest_deeply() -> None:
    """Lets statements and expressions be nested deeper than Python's own limit has it; the stack has room for that."""
    _, most = resource.getrlimit(resource.RLIMIT_STACK)
    if most == resource.RLIM_INFINITY or most >= _STACK:
        resource.setrlimit(resource.RLIMIT_STACK, (_STACK, most))
        sys.setrecursionlimit(_NESTING)


def _outcome(work: Callable[[Deadline, Tell], object], deadline: Deadline, tell: Tell) -> _End:
    try:
        return _End(work(deadline, tell))
    except VeriabsError as error:
        return _End(error=error)
    except BrokenPipeError:
        raise
    except RecursionError:
        during = f" for {deadline.phase}" if deadline.phase else ""
        return _End(error=LostError(f"expressions or statements are nested too deeply{during}"))
    except Exception as error:
        return _End(error=BugError(bug_line(error)))


def _end_with_parent(parent_end: Receiver, folder: Path, left_alone: threading.Event) -> None:
    """Waits for the end of the parent, which sends nothing, and ends the work then, if need be by force.

    A parent that is killed closes its end of the connection a moment before the child gets another parent.
    """
    with suppress(EOFError, OSError):
        parent_end.receive()
    left_alone.set()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_ORDERLY)
    remove(folder)
    os.kill(os.getpid(), signal.SIGKILL)
