"""What a run of CBMC said, and what that says of the user's program."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct


class Outcome(Enum):
    """What one run of CBMC said."""

    SUCCESS = "success"
    FAILURE = "failure"
    TIMEOUT = "timeout"
    MEMORY = "out of memory"
    CRASH = "crash"
    UNKNOWN = "unknown"


class CheckResult(Struct, frozen=True):
    """One property that CBMC decided; `status` is CBMC's word (SUCCESS, FAILURE, UNKNOWN, ERROR)."""

    name: str
    description: str
    status: str
    line: int = 0


class Run(Struct, frozen=True):
    """One run of CBMC on one generated program; `seconds` is wall time, `peak_mb` the peak of the process tree."""

    purpose: str
    outcome: Outcome
    checks: tuple[CheckResult, ...] = ()
    seconds: float = 0.0
    peak_mb: float = 0.0
    command: tuple[str, ...] = ()
    solver: str = "built-in"
    detail: str = ""
    raw: str = ""

    def failed(self) -> tuple[str, ...]:
        """Descriptions of the checks that did not pass."""
        return tuple(check.description for check in self.checks if check.status != "SUCCESS")


class Overflow(Enum):
    """What a signed overflow means: nothing is promised after it (the C standard), or it wraps."""

    UNDEFINED = "undefined"
    WRAP = "wrap"

    def __str__(self) -> str:
        return self.value


class Claim(Enum):
    """How the errors of a generated program relate to those of the user's program."""

    OVER = "over"
    UNDER = "under"
    EXACT = "exact"
