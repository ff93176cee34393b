"""The time limit of a task: one clock for all phases."""

from __future__ import annotations

import time
from collections.abc import Callable

from msgspec import Struct, field

from veriabs.core.errors import OutOfTimeError


class Deadline(Struct):
    """A budget of `seconds` from `start` on; calls `watch` with each phase that begins.

    `cause` is the reason of an earlier end, `hint` an advice on how to get more time.
    """

    seconds: float
    start: float = field(default_factory=lambda: time.monotonic())
    phase: str = ""
    watch: Callable[[str], None] | None = None
    cause: str = ""
    hint: str = ""

    def shorten(self, seconds: float, cause: str, hint: str = "") -> None:
        """Leave at most this many seconds from now on."""
        if seconds < self.left():
            self.seconds, self.cause, self.hint = self.used() + seconds, cause, hint

    def part(self, seconds: float) -> Deadline:
        """A deadline for one step, which gets this many seconds from now on; its reason names the whole budget."""
        cause = self.cause or f"this step's share of the time budget of {self.seconds:.3g} s is used up"
        return Deadline(seconds, cause=cause, hint=self.hint)

    def left(self) -> float:
        """Seconds that are left; negative when the time is over."""
        return self.start + self.seconds - time.monotonic()

    def used(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.start

    def begin(self, phase: str) -> None:
        """Start a phase, named by its activity ("parsing"); raises OutOfTimeError if no time is left."""
        if self.left() <= 0:
            raise self.over()
        self.phase = phase
        if self.watch is not None:
            self.watch(phase)

    def reason(self) -> str:
        """Why there is no time left."""
        return self.cause or f"the time budget of {self.seconds:.3g} s is used up"

    def over(self) -> OutOfTimeError:
        """The exception that ends the work when the time is over."""
        during = f" while {self.phase}" if self.phase else ""
        return OutOfTimeError(f"{self.reason()}{during}")
