"""Results of CBMC runs (`Run`, `Outcome`), and the relation of their errors to the user's (`Approximation`)."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct


class Outcome(Enum):
    """The result of one run of CBMC."""

    SUCCESS = "success"
    FAILURE = "failure"
    TIMEOUT = "timeout"
    MEMORY = "out of memory"
    CRASH = "crash"
    REJECTED = "rejected"
    UNKNOWN = "unknown"


class CheckResult(Struct, frozen=True):
    """One property that CBMC decided; `status` is CBMC's word (SUCCESS, FAILURE, UNKNOWN, ERROR)."""

    name: str
    description: str
    status: str
    line: int = 0


class Run(Struct, frozen=True):
    """One run of CBMC on one generated program.

    - `purpose`: the program's name in reports. `outcome`: the result. `checks`: the result of each check.
    - `seconds`, `processor_seconds`: wall time, and the work of all its processes. `peak_mb`: their peak memory.
    - `command`: the command line. `solver`: the decision procedure. `detail`: a reason in one line.
    - `raw`: CBMC's output, if a trace was requested.
    - `left_out`: variables of facts that the program has to leave out, so that the checks that passed hold.
    """

    purpose: str
    outcome: Outcome
    checks: tuple[CheckResult, ...] = ()
    seconds: float = 0.0
    peak_mb: float = 0.0
    command: tuple[str, ...] = ()
    solver: str = "built-in"
    detail: str = ""
    raw: str = ""
    processor_seconds: float = 0.0
    left_out: frozenset[str] = frozenset()

    def failed(self) -> tuple[str, ...]:
        """Descriptions of the checks that did not pass."""
        return tuple(check.description for check in self.checks if check.status != "SUCCESS")


class Overflow(Enum):
    """The meaning of a signed overflow: undefined as in the C standard, or wrapping."""

    UNDEFINED = "undefined"
    WRAP = "wrap"

    def __str__(self) -> str:
        return self.value


class Approximation(Enum):
    """The errors of a generated program, compared with the user's program: a superset, a subset, or the same."""

    OVER = "over"
    UNDER = "under"
    EXACT = "exact"
