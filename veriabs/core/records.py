"""The rows of a batch."""

from __future__ import annotations

import re
from enum import Enum

from msgspec import Struct, field

SHRINK = "shrink"
"""The tool that looks for the shrink factor of every loop, and for no verdict."""

FACTORS = "FACTORS"
"""The verdict of a task whose loops were tried, where none was asked for."""


class Rating(Enum):
    """What an answer is worth; UNRATED is one that nothing was expected of."""

    RIGHT = "right"
    WRONG = "wrong"
    UNKNOWN = "unknown"
    ERROR = "error"
    UNRATED = "unrated"


class Record(Struct, frozen=True):
    """One row of a batch: one task under one configuration, decided by one tool.

    `key` stands for everything that the answer depends on: preprocessed text, options, version of CBMC, own version.
    `tool` is `veriabs`, `shrink`, `cbmc` or `cbmc-z3`. `verdict` is the word of the verdict, FACTORS where only shrink
    factors were looked for, or ERROR with `reason` when there is none (a bad task, a crash). `seconds` is wall time,
    `cpu_seconds` that of the processor with all children, `peak_mb` the largest process tree. `size` is the largest
    trip count known, None if there is none. `report` is the document of `docs/report-schema.json` (empty for the other
    tools); `finished` is ISO 8601 with time zone.
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

    @property
    def checked(self) -> str:
        """What became of the certificate of a TRUE, in a word: accepted, rejected, none; empty where nobody asked."""
        said = re.match(r"ACCEPTED|REJECTED|none|not checked", str(self.report.get("checked") or ""))
        return said[0].lower() if said else ""

    @property
    def rating(self) -> Rating:
        """The answer against what was expected."""
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
