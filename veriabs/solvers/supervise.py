"""Work in a process of its own, beside which the process that the user has started keeps the clock.

`supervise` forks, or takes the process that `prepare` has forked: the child works and tells, the parent hears, waits,
and has the last word. So nothing that the work does can keep an answer from coming in time: a call of z3 that nobody
can interrupt, a recursion that crashes the interpreter, memory that runs out. The child has a temporary folder, which
the parent removes; if the parent is killed, the child ends, and removes it. What the child has started itself ends with
it (see `process`).
"""

from __future__ import annotations

import atexit
import os
import resource
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn, TypeVar

from msgspec import Struct

from veriabs.core.deadline import Deadline
from veriabs.core.errors import BugError, LostError, VeriabsError, bug_line
from veriabs.core.interruption import SIGNALS, ignore, interrupt
from veriabs.solvers import spare, watchdog
from veriabs.solvers.channel import Receiver, Sender, channel
from veriabs.solvers.companion import reap
from veriabs.solvers.scratch import Scratch, remove, settle

Result = TypeVar("Result")
Tell = Callable[[object], None]

SLACK = 0.4
"""Seconds beyond the deadline in which work may still come to an orderly end."""

_ORDERLY = 5.0
"""Seconds that work which is over or interrupted has to end what it has started."""

_STACK, _NESTING = 64 << 20, 8_000
"""Bytes of stack, and calls of Python functions that may be nested in them."""


class _Phase(Struct, frozen=True):
    """The work has come to another phase."""

    name: str


class _End(Struct, frozen=True):
    """The work is over, with a result or with an error."""

    result: object = None
    error: Exception | None = None


class _Order(Struct, frozen=True):
    """What a process is to work on, until when, and the folder for what it writes."""

    work: Callable[[Deadline, Tell], object]
    deadline: Deadline
    folder: Path


class _Worker(Struct, frozen=True):
    """A process that works, as its parent sees it; it hears the end of `orders` as that of the parent."""

    child: int
    heard: Receiver
    orders: Sender

    def close(self) -> None:
        self.heard.close()
        self.orders.close()


_prepared: list[_Worker] = []
"""The process that the next `supervise` takes, if there is one."""


def prepare(load: Callable[[], object]) -> None:
    """Forks the process of the next `supervise` of this one: it loads what the work will need, and waits for it.

    That work goes to it as a message, so that it can be pickled. A process that nobody has taken ends with this one.
    """

    def order(orders: Receiver) -> _Order:
        with suppress(Exception):  # the work then says what cannot be loaded
            load()
        return orders.receive()  # type: ignore[return-value]

    settle()
    with _held_back() as before, suppress(OSError):  # then it is forked when there is work, which says so if it fails
        _prepared.append(_forked(order, before))
    atexit.register(_dismiss)


def _dismiss() -> None:
    while _prepared:
        worker = _prepared.pop()
        worker.close()
        os.kill(worker.child, signal.SIGKILL)
        os.waitpid(worker.child, 0)


def supervise(work: Callable[[Deadline, Tell], Result], deadline: Deadline, hear: Tell) -> Result:
    """What `work` returns in a process of its own; `hear` is given in this process what it tells meanwhile.

    Errors of `work` are raised here: each VeriabsError as it is, others as BugError. OutOfTimeError comes at most SLACK
    seconds after the deadline, LostError if the process ends without an answer.
    """
    with _held_back() as before, Scratch() as folder:
        order = _Order(work, deadline, folder)
        is_prepared = bool(_prepared)
        worker = _prepared.pop() if is_prepared else _forked(lambda orders: order, before)
        patience = 0.0
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            if is_prepared:
                with suppress(BrokenPipeError):  # one that is gone is heard of
                    worker.orders.send(order)
            end = _follow(worker, deadline, hear)
            patience = _ORDERLY
        except (KeyboardInterrupt, SystemExit):
            patience = _ORDERLY
            os.kill(worker.child, signal.SIGTERM)  # it is not reaped yet, so the number is still its own
            raise
        finally:
            reap(worker.child, patience)
            worker.close()
    if end.error is not None:
        raise end.error
    return end.result  # type: ignore[return-value]


# ---------------------------------------------------------------------------------------------------------- the parent


@contextmanager
def _held_back() -> Iterator[Iterable[int]]:
    """Has signals wait; yields those that waited before, which is so again in the end."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield before
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _forked(order: Callable[[Receiver], _Order], mask: Iterable[int]) -> _Worker:
    """Forks a process that works on its order; `mask` are the signals that it leaves waiting."""
    (heard, told), (hearing, orders) = channel(), channel()
    parent, child = os.getpid(), os.fork()
    if child == 0:
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            heard.close()
            orders.close()
            _serve(order, told, hearing, parent)
        finally:
            os._exit(1)
    told.close()
    hearing.close()
    return _Worker(child, heard, orders)


def _follow(worker: _Worker, deadline: Deadline, hear: Tell) -> _End:
    """Hears the child until it is done, or its time is over."""
    while worker.heard.has_more(deadline.left() + SLACK):
        try:
            message = worker.heard.receive()
        except (EOFError, OSError):
            raise LostError(_last_words(worker.child, deadline.phase)) from None
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


# ----------------------------------------------------------------------------------------------------------- the child


def _serve(order: Callable[[Receiver], _Order], told: Sender, hearing: Receiver, parent: int) -> NoReturn:
    """Works, tells how it ended, and ends the process; a signal raises KeyboardInterrupt, once."""
    left_alone, folder = threading.Event(), None
    try:
        try:
            for number in SIGNALS:
                if number == signal.SIGTERM or signal.getsignal(number) is not signal.SIG_IGN:
                    signal.signal(number, interrupt)
            _nest_deeply()
            with watchdog.kept():
                ordered = order(hearing)
                folder = ordered.folder
                os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
                with spare.kept():
                    threading.Thread(target=_end_with_parent, args=(hearing, folder, left_alone), daemon=True).start()
                    _work(ordered.work, ordered.deadline, told)
        finally:
            ignore()
    except (KeyboardInterrupt, OSError, EOFError):
        pass
    finally:
        if folder is not None and (left_alone.is_set() or os.getppid() != parent):
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
    except (VeriabsError, BugError) as error:
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
