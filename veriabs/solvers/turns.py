"""Who may use the processors: of all processes that want to, one for each processor.

Everybody who has processes run has an account, and pays for what they use. It is the turn of the process that has cost
least so far, itself and its account together. The others wait: they are not started, or stopped (SIGSTOP) until their
turn has come again. So a short run passes a long one, an account that nobody expected to win cannot take the time of
one that was, and there are never more processes at work than processors.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from threading import Condition

from msgspec import Struct, field

SLICE = 0.5
"""Seconds of the processor by which another process has to be cheaper to take the place of one that is at work."""

_BUSY = 3.0
"""How many times as long everything may take on a machine that has other work."""

_LOOK = 0.01
"""Seconds after which a process that waits looks whether it is still wanted."""


class Account(Struct):
    """What somebody's processes have used, in seconds of the processor; below zero they come first until it is used.

    Each second counts `rate` times: who has the rate 3 gets a third of what others get. `worked` are the seconds
    themselves, also those of whoever works `on_behalf` of it.
    """

    spent: float = 0.0
    rate: float = 1.0
    on_behalf: Account | None = None
    worked: float = 0.0

    def pay(self, seconds: float) -> None:
        """Charges seconds of the processor."""
        self.spent += self.rate * seconds
        account: Account | None = self
        while account is not None:
            account.worked += seconds
            account = account.on_behalf


class Turn(Struct, eq=False):
    """One process that works when it is its turn.

    That is not before the one that it is `behind` has worked for `after` seconds, or gives way.
    """

    account: Account
    behind: Turn | None = None
    after: float = 0.0
    used: float = 0.0
    at_work: bool = False
    over: bool = False
    began: Patience | None = None
    pid: int | None = None
    processors: Processors | None = None

    @property
    def cost(self) -> float:
        """What it has cost so far, with its account: the long run of who pays little for a second costs little."""
        return self.account.spent + self.used * min(1.0, self.account.rate) - (SLICE if self.at_work else 0.0)

    @property
    def is_ready(self) -> bool:
        first = self.behind
        if first is None or first.over or first.used >= self.after:
            return True
        return first.began is not None and first.began.waited >= _BUSY * self.after

    def wait(self, unwanted: Callable[[], bool]) -> bool:
        """Waits for the first turn; False if the process is `unwanted` before that."""
        assert self.processors is not None
        with self.processors.changed:
            while not self.at_work:
                if unwanted():
                    return False
                self.processors.changed.wait(_LOOK)
                self.processors.decide()  # a lease may have run out, and nobody else be there to see it
        return not unwanted()

    def begin(self, pid: int) -> None:
        """The process has started; `pid` leads a group of its own."""
        assert self.processors is not None
        with self.processors.changed:
            self.pid, self.began = pid, self.processors.patience(0.0)
            if not self.at_work:
                self._tell(signal.SIGSTOP)

    def pay(self, used: float) -> None:
        """Charges what the process has used in all, and lets others work if that is too much."""
        assert self.processors is not None
        with self.processors.changed:
            more = max(0.0, used - self.used)
            self.used += more
            self.account.pay(more)
            self.processors.spent += more
            self.processors.decide()

    def end(self) -> None:
        """The process is about to be ended, or has ended and is not reaped yet; may be called again."""
        assert self.processors is not None
        with self.processors.changed:
            if self.pid is not None and not self.at_work:
                self._tell(signal.SIGCONT)
            self.pid = None
            if self in self.processors.turns:
                self.processors.turns.remove(self)
                self.processors.decide()

    def give_way(self) -> None:
        """Those behind need not wait any longer."""
        self.over = True
        if self.processors is not None:
            with self.processors.changed:
                self.processors.decide()

    def work(self, now: bool) -> None:
        """It is, or is no longer, the turn of this process."""
        self.at_work = now
        if self.pid is not None:
            self._tell(signal.SIGCONT if now else signal.SIGSTOP)

    def _tell(self, number: signal.Signals) -> None:
        assert self.pid is not None
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)


class Processors(Struct):
    """The processors that one verification may use; `held` are leases of some of them, `spent` what was used so far.

    `spare` are further ones of the machine, which are leased first.
    """

    count: int
    spare: int = 0
    spent: float = 0.0
    turns: list[Turn] = field(default_factory=list)
    changed: Condition = field(default_factory=Condition)
    held: list[_Lease] = field(default_factory=list)

    @contextlib.contextmanager
    def seat(self, turn: Turn) -> Iterator[Turn]:
        """Gives it a place among those who want to work."""
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
        """Leaves one processor to what is no process with a turn, or the `whole` machine, for at most `seconds`."""
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
        """Lets the cheapest processes work; asked with `changed` held."""
        ready = [one for one in self.turns if one.at_work or one.is_ready]
        chosen = sorted(ready, key=lambda one: one.cost)[: self._free()]
        changing = [one for one in self.turns if one.at_work is not (one in chosen)]
        for one in sorted(changing, key=lambda one: not one.at_work):  # who stops makes room first
            one.work(not one.at_work)
        if changing:
            self.changed.notify_all()

    def wake(self) -> None:
        """Has those who wait look at once whether they are still wanted."""
        with self.changed:
            self.changed.notify_all()

    def patience(self, seconds: float) -> Patience:
        """Begins to wait for what is under way."""
        return Patience(self, seconds, time.monotonic(), self.spent)

    def _free(self) -> int:
        now = time.monotonic()
        leases = [lease for lease in self.held if now < lease.until]
        leased = max(0, len(leases) - self.spare)
        return 0 if any(lease.whole for lease in leases) else max(1, self.count - leased)


class _Lease(Struct, frozen=True, eq=False):
    """Processors that are left to others, until a time of the monotonic clock."""

    whole: bool
    until: float


class Patience(Struct, frozen=True):
    """Ends after so many seconds in which as many were worked, or a few times as many on a machine that is busy."""

    processors: Processors
    seconds: float
    since: float
    spent: float

    @property
    def waited(self) -> float:
        """Seconds since it began."""
        return time.monotonic() - self.since

    @property
    def is_over(self) -> bool:
        worked = self.processors.spent - self.spent
        return self.waited >= self.seconds and (worked >= self.seconds or self.waited >= _BUSY * self.seconds)


def available() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0))
