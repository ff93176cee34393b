"""Run the analysis in a child process while the parent enforces the deadline.

`supervise` forks the child, or takes the one that `prepare` forked. The child works and sends events; the parent
receives them, waits, and decides how the work ended. So an answer always comes in time, even if z3 cannot be
interrupted, a recursion crashes the interpreter, or memory runs out. The parent removes the child's temporary folder;
if the parent is killed, the child ends and removes it. Processes of the child end with it (see `process`).
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
from veriabs.core.errors import BugError, LostError, VeriabsError, bug_line, denied
from veriabs.core.interruption import SIGNALS, ignore, interrupt
from veriabs.solvers import watchdog
from veriabs.solvers.channel import Receiver, Sender, channel
from veriabs.solvers.companion import wait_or_kill
from veriabs.solvers.scratch import Scratch, remove, settle

Result = TypeVar("Result")
Notify = Callable[[object], None]

SLACK = 0.4
"""Seconds after the deadline in which the work may still end in order."""

_GRACE = 5.0
"""Seconds that finished or interrupted work has to end its processes."""

_STACK, _NESTING = 64 << 20, 8_000
"""Bytes of stack, and the depth of Python calls that fits into it."""


class _Phase(Struct, frozen=True):
    """The work has entered another phase."""

    name: str


class _End(Struct, frozen=True):
    """The work has ended, with a result or an error."""

    result: object = None
    error: Exception | None = None


class _Order(Struct, frozen=True):
    """The work of a process, its deadline, and the folder for its files."""

    work: Callable[[Deadline, Notify], object]
    deadline: Deadline
    folder: Path


class _Worker(Struct, frozen=True):
    """A working process as its parent sees it; the end of `orders` tells the process that its parent has ended."""

    child: int
    receiver: Receiver
    orders: Sender

    def close(self) -> None:
        self.receiver.close()
        self.orders.close()


_prepared: list[_Worker] = []
"""The process that the next `supervise` takes, if any."""


def prepare(load: Callable[[], object]) -> None:
    """Fork the process of the next `supervise`; it loads the modules for the work, then waits for it.

    The work must be picklable, since it is sent as a message. An unused process ends with this one.
    """

    def order(orders: Receiver) -> _Order:
        with suppress(Exception):  # the work itself reports a module that cannot be loaded
            load()
        return orders.receive()  # type: ignore[return-value]

    settle()
    with _signals_blocked() as before, suppress(OSError):  # `supervise` would fork again and report a failure
        _prepared.append(_forked(order, before))
    atexit.register(_kill_prepared)


def _kill_prepared() -> None:
    while _prepared:
        worker = _prepared.pop()
        worker.close()
        os.kill(worker.child, signal.SIGKILL)
        os.waitpid(worker.child, 0)


def supervise(work: Callable[[Deadline, Notify], Result], deadline: Deadline, on_event: Notify) -> Result:
    """Run `work` in a child process and return its result; call `on_event` in this process with each event of the work.

    Errors of `work` are raised here: a VeriabsError unchanged, any other as BugError. Raises OutOfTimeError at most
    SLACK seconds after the deadline, and LostError if the process ends without an answer.
    """
    with _signals_blocked() as before, Scratch() as folder:
        order = _Order(work, deadline, folder)
        is_prepared = bool(_prepared)
        worker = _prepared.pop() if is_prepared else _forked(lambda orders: order, before)
        patience = 0.0
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            if is_prepared:
                with suppress(BrokenPipeError):  # `_follow` detects a process that has ended
                    worker.orders.send(order)
            end = _follow(worker, deadline, on_event)
            patience = _GRACE
        except (KeyboardInterrupt, SystemExit):
            patience = _GRACE
            os.kill(worker.child, signal.SIGTERM)  # not reaped yet, so the number still belongs to it
            raise
        finally:
            wait_or_kill(worker.child, patience)
            worker.close()
    if end.error is not None:
        raise end.error
    return end.result  # type: ignore[return-value]


# ---------------------------------------------------------------------------------------------------------- the parent


@contextmanager
def _signals_blocked() -> Iterator[Iterable[int]]:
    """Block signals; yields the earlier signal mask, which is restored at the end."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield before
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _forked(order: Callable[[Receiver], _Order], mask: Iterable[int]) -> _Worker:
    """Fork a process that works on its order; `mask` is its signal mask."""
    (receiver, sender), (order_input, orders) = channel(), channel()
    parent, child = os.getpid(), os.fork()
    if child == 0:
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            receiver.close()
            orders.close()
            _serve(order, sender, order_input, parent)
        finally:
            os._exit(1)
    sender.close()
    order_input.close()
    return _Worker(child, receiver, orders)


def _follow(worker: _Worker, deadline: Deadline, on_event: Notify) -> _End:
    """Receive events of the child until it ends or its time is over."""
    while worker.receiver.has_more(deadline.left() + SLACK):
        try:
            message = worker.receiver.receive()
        except (EOFError, OSError):
            raise LostError(_exit_description(worker.child, deadline.phase)) from None
        match message:
            case _Phase(name=name):
                deadline.phase = name
            case _End():
                return message
            case _:
                on_event(message)
    raise deadline.over()


def _exit_description(child: int, phase: str) -> str:
    state = os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    during = f" while {phase}" if phase else ""
    if state is None or state.si_code == os.CLD_EXITED:
        return f"the analysis ended without an answer{during}"
    name = signal.Signals(state.si_status).name
    perhaps = ", perhaps for lack of memory" if state.si_status == signal.SIGKILL else ""
    return f"the analysis was ended by {name}{perhaps}{during}"


# ----------------------------------------------------------------------------------------------------------- the child


def _serve(order: Callable[[Receiver], _Order], sender: Sender, order_input: Receiver, parent: int) -> NoReturn:
    """Work, report the result, and end the process; the first signal raises KeyboardInterrupt."""
    orphaned, folder = threading.Event(), None
    try:
        try:
            for number in SIGNALS:
                if number == signal.SIGTERM or signal.getsignal(number) is not signal.SIG_IGN:
                    signal.signal(number, interrupt)
            _nest_deeply()
            with watchdog.kept():
                ordered = order(order_input)
                folder = ordered.folder
                os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
                threading.Thread(target=_end_with_parent, args=(order_input, folder, orphaned), daemon=True).start()
                _run_work(ordered.work, ordered.deadline, sender)
        finally:
            ignore()
    except (KeyboardInterrupt, OSError, EOFError):
        pass
    finally:
        if folder is not None and (orphaned.is_set() or os.getppid() != parent):
            remove(folder)
        os._exit(0)


def _run_work(work: Callable[[Deadline, Notify], object], deadline: Deadline, sender: Sender) -> None:
    """Work, and report how it ended."""
    deadline.watch = lambda phase: sender.send(_Phase(phase))
    try:
        sender.send(_outcome(work, deadline, sender.send))
    except (ValueError, TypeError, AttributeError, RecursionError) as error:  # errors of pickle
        sender.send(_End(error=BugError(bug_line(error))))
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()  # the parent kills this process if it takes too long


def _nest_deeply() -> None:
    """Raise Python's recursion limit, for which the stack has room."""
    _, most = resource.getrlimit(resource.RLIMIT_STACK)
    if most == resource.RLIM_INFINITY or most >= _STACK:
        resource.setrlimit(resource.RLIMIT_STACK, (_STACK, most))
        sys.setrecursionlimit(_NESTING)


def _outcome(work: Callable[[Deadline, Notify], object], deadline: Deadline, notify: Notify) -> _End:
    try:
        return _End(work(deadline, notify))
    except (VeriabsError, BugError) as error:
        return _End(error=error)
    except BrokenPipeError:
        raise
    except PermissionError as error:
        return _End(error=denied(error))
    except RecursionError:
        during = f" for {deadline.phase}" if deadline.phase else ""
        return _End(error=LostError(f"expressions or statements of the program are nested too deeply{during}"))
    except Exception as error:
        return _End(error=BugError(bug_line(error)))


def _end_with_parent(parent_end: Receiver, folder: Path, orphaned: threading.Event) -> None:
    """Wait for the end of the parent, which sends nothing, then end the work, by force if necessary.

    A killed parent closes its end of the connection shortly before the child gets a new parent.
    """
    with suppress(EOFError, OSError):
        parent_end.receive()
    orphaned.set()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_GRACE)
    remove(folder)
    os.kill(os.getpid(), signal.SIGKILL)
