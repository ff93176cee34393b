"""Reasons why a goal was not decided: a kind from a closed list, with a text, a place and a hint."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from veriabs.core.source import Where


class ReasonKind(Enum):
    """The closed list of reasons for an UNKNOWN."""

    UNSUPPORTED = "unsupported construct"
    NO_SMALL_K = "no small k"
    TIMEOUT = "CBMC timeout"
    MEMORY = "CBMC out of memory"
    CRASH = "CBMC failed"
    INTERNAL = "error in veriabs"
    BUDGET = "time budget used up"
    SIDE_CONDITION = "side condition not proved"
    OUT_OF_BOUNDS = "array access not proved in bounds"
    NOT_CONFIRMED = "counterexample not confirmed"
    NOT_APPLICABLE = "no strategy applies"
    MISREAD = "program read differently"


class Reason(Struct, frozen=True):
    """Why a strategy does not apply or did not decide, in one line: `kind`, `text`, and the place `where` if known.

    - `hint`: the next step for the user, after "try:". `values`: a state in which the goal could not be proved (`i = 8,
      n = 8`), if a solver reported one.
    """

    kind: ReasonKind
    text: str
    where: Where | None = None
    hint: str = ""
    values: str = ""

    def __str__(self) -> str:
        is_placed = self.where is None or self.text.endswith(f" at line {self.where.line}")
        return self.text if is_placed else f"{self.text} at {self.where}"
