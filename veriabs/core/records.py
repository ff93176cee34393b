"""The rows of a batch: the answer of one tool about one task, with its costs and its report."""

from __future__ import annotations

import re
from enum import Enum

from msgspec import Struct, field

from veriabs.core.conditions import short_verdict, verdict_text

SHRINK = "shrink"
"""The tool that searches the shrink factor of every loop and gives no verdict."""

FACTORS = "FACTORS"
"""The verdict of a task for which only shrink factors were searched."""


class Rating(Enum):
    """The answer compared with the expected verdict; UNRATED if there was no expectation."""

    RIGHT = "right"
    WRONG = "wrong"
    UNKNOWN = "unknown"
    ERROR = "error"
    UNRATED = "unrated"


class Record(Struct, frozen=True):
    """One row of a batch: one task under one configuration, decided by one tool.

    - `key`: a hash of everything that the answer depends on: preprocessed text, options, versions of CBMC and veriabs.
    - `tool`: `veriabs`, `shrink`, `cbmc` or `cbmc-z3`.
    - `verdict`: the verdict, FACTORS if only shrink factors were searched, or ERROR with `reason` (bad task, crash).
    - `conditions`: those of a TRUE in words, or empty.
    - `seconds`: wall time; `cpu_seconds`: processor time with all children; `peak_mb`: the largest process tree.
    - `size`: the largest known trip count, or None.
    - `report`: the document of `docs/report-schema.json`, empty for other tools. `finished`: ISO 8601 with time zone.
    """

    key: str
    task: str
    tool: str
    expected: bool | None
    verdict: str
    strategy: str = ""
    reason_kind: str = ""
    reason: str = ""
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    peak_mb: float = 0.0
    size: int | None = None
    report: dict[str, object] = field(default_factory=dict)
    finished: str = ""
    conditions: str = ""

    @property
    def wording(self) -> str:
        """The verdict with its conditions: `TRUE if a has n elements`."""
        return verdict_text(self.verdict, self.conditions)

    @property
    def word(self) -> str:
        """The verdict for a column of a table: `TRUE if` for one with conditions."""
        return short_verdict(self.verdict, self.conditions)

    @property
    def checked(self) -> str:
        """The result of checking the certificate of a TRUE: accepted, rejected, none, not checked; empty if nobody
        asked."""
        outcome = re.match(r"ACCEPTED|REJECTED|none|not checked", str(self.report.get("checked") or ""))
        return outcome[0].lower() if outcome else ""

    @property
    def rating(self) -> Rating:
        """Compare the answer with the expected verdict."""
        match self.verdict, self.expected:
            case (("TRUE" | "FALSE"), None):
                return Rating.UNRATED
            case ("TRUE" | "FALSE") as verdict, expected:
                return Rating.RIGHT if (verdict == "TRUE") is expected else Rating.WRONG
            case "UNKNOWN", _:
                return Rating.UNKNOWN
            case verdict, _ if verdict == FACTORS:
                return Rating.UNRATED
            case _:
                return Rating.ERROR
