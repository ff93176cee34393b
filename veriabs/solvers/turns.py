"""Schedule processes: at most one per processor runs, the cheapest first.

Each owner of processes has an account that pays for their processor time. The processes whose own cost plus account is
lowest run. The others are not started, or are stopped (SIGSTOP) until their turn comes. So a short run overtakes a long
one, and an account with little chance of success cannot take time from a promising one.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from threading import Condition

from msgspec import Struct, field

MARGIN = 0.5
"""A waiting process must be cheaper by this many processor seconds to replace a running one."""

SHORT = 1.0
"""The cost of a process counts up to this many processor seconds, in addition to that of its account."""

_BUSY = 3.0
"""Factor by which work may take longer on a machine that is busy with other work."""

_LOOK = 0.01
"""Seconds between two checks whether a waiting process is still wanted."""


class Account(Struct):
    """Processor seconds used by one owner's processes; an account below zero goes first until that is used up.

    Each second counts `rate` times: an owner with rate 3 gets a third of the time of others. `worked` are unweighted
    seconds, including those of accounts that work `on_behalf` of this one.
    """

    spent: float = 0.0
    rate: float = 1.0
    on_behalf: Account | None = None
    worked: float = 0.0

    def pay(self, seconds: float) -> None:
        """Charge processor seconds."""
        self.spent += self.rate * seconds
        account: Account | None = self
        while account is not None:
            account.worked += seconds
            account = account.on_behalf


class Turn(Struct, eq=False):
    """One process that runs when it is its turn.

    - `account`: pays for it. `used`: its processor seconds so far. `is_running`, `over`: its state. `pid`: its number.
    - `behind`, `after`: it does not start before that process has worked for so many seconds, or gives way.
    - `began`: the wait since it started. `processors`: the scheduler.
    """

    account: Account
    behind: Turn | None = None
    after: float = 0.0
    used: float = 0.0
    is_running: bool = False
    over: bool = False
    began: Patience | None = None
    pid: int | None = None
    processors: Processors | None = None

    @property
    def cost(self) -> float:
        """The cost of the account and, up to a limit, of the process: short runs overtake long ones of all accounts."""
        return self.account.spent + min(self.used, SHORT) - (MARGIN if self.is_running else 0.0)

    @property
    def is_ready(self) -> bool:
        first = self.behind
        if first is None or first.over or first.used >= self.after:
            return True
        return first.began is not None and first.began.waited >= _BUSY * self.after

    def wait(self, unwanted: Callable[[], bool]) -> bool:
        """Wait for the first turn; returns False if `unwanted` becomes true before."""
        assert self.processors is not None
        with self.processors.changed:
            while not self.is_running:
                if unwanted():
                    return False
                self.processors.changed.wait(_LOOK)
                self.processors.decide()  # a lease may have ended, and no other thread may notice
        return not unwanted()

    def begin(self, pid: int) -> None:
        """Register the started process; `pid` leads a process group."""
        assert self.processors is not None
        with self.processors.changed:
            self.pid, self.began = pid, self.processors.patience(0.0)
            if not self.is_running:
                self._signal(signal.SIGSTOP)

    def pay(self, used: float) -> None:
        """Charge the total that the process has used, and let cheaper processes run."""
        assert self.processors is not None
        with self.processors.changed:
            more = max(0.0, used - self.used)
            self.used += more
            self.account.pay(more)
            self.processors.spent += more
            self.processors.decide()

    def end(self) -> None:
        """Unregister a process that is about to end, or has ended and is not reaped yet; may be called again."""
        assert self.processors is not None
        with self.processors.changed:
            if self.pid is not None and not self.is_running:
                self._signal(signal.SIGCONT)
            self.pid = None
            if self in self.processors.turns:
                self.processors.turns.remove(self)
                self.processors.decide()

    def give_way(self) -> None:
        """Let the processes behind this one start."""
        self.over = True
        if self.processors is not None:
            with self.processors.changed:
                self.processors.decide()

    def work(self, now: bool) -> None:
        """Start or stop the process as its turn begins or ends."""
        self.is_running = now
        if self.pid is not None:
            self._signal(signal.SIGCONT if now else signal.SIGSTOP)

    def _signal(self, number: signal.Signals) -> None:
        assert self.pid is not None
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)


class Processors(Struct):
    """The processors that one verification may use; `held` are leases, `spent` the seconds used so far.

    `spare` are further processors of the machine, which are leased first.
    """

    count: int
    spare: int = 0
    spent: float = 0.0
    turns: list[Turn] = field(default_factory=list)
    changed: Condition = field(default_factory=Condition)
    held: list[_Lease] = field(default_factory=list)

    @contextlib.contextmanager
    def seat(self, turn: Turn) -> Iterator[Turn]:
        """Register a process that wants to run."""
        turn.processors = self
        with self.changed:
            self.turns.append(turn)
            self.decide()
        try:
            yield turn
        finally:
            turn.end()

    @contextlib.contextmanager
    def leave(self, *, whole: bool = False, seconds: float = 3.0) -> Iterator[None]:
        """Lease one processor, or the `whole` machine, to other work for at most `seconds`."""
        lease = _Lease(whole, time.monotonic() + seconds)
        with self.changed:
            self.held.append(lease)
            self.decide()
        try:
            yield
        finally:
            with self.changed:
                self.held.remove(lease)
                self.decide()

    def decide(self) -> None:
        """Choose the processes that run; the caller holds `changed`."""
        ready = [one for one in self.turns if one.is_running or one.is_ready]
        chosen = sorted(ready, key=lambda one: one.cost)[: self._free()]
        changing = [one for one in self.turns if one.is_running is not (one in chosen)]
        for one in sorted(changing, key=lambda one: not one.is_running):  # stop processes before starting others
            one.work(not one.is_running)
        if changing:
            self.changed.notify_all()

    def wake(self) -> None:
        """Make waiting processes check at once whether they are still wanted."""
        with self.changed:
            self.changed.notify_all()

    def patience(self, seconds: float) -> Patience:
        """Start to wait for running work."""
        return Patience(self, seconds, time.monotonic(), self.spent)

    def _free(self) -> int:
        now = time.monotonic()
        leases = [lease for lease in self.held if now < lease.until]
        leased = max(0, len(leases) - self.spare)
        return 0 if any(lease.whole for lease in leases) else max(1, self.count - leased)


class _Lease(Struct, frozen=True, eq=False):
    """A lease of processors until a time of the monotonic clock."""

    whole: bool
    until: float


class Patience(Struct, frozen=True):
    """A wait that ends after `seconds` in which as many processor seconds were worked.

    On a busy machine it ends after a few times `seconds` in any case.
    """

    processors: Processors
    seconds: float
    since: float
    spent: float

    @property
    def waited(self) -> float:
        """Seconds since the wait began."""
        return time.monotonic() - self.since

    @property
    def is_over(self) -> bool:
        worked = self.processors.spent - self.spent
        return self.waited >= self.seconds and (worked >= self.seconds or self.waited >= _BUSY * self.seconds)


def available() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0))
