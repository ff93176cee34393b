"""Show a batch as text: one line for each task, or a table that is overwritten on a terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from veriabs.batch.run import Observer, Tally
from veriabs.batch.work import BatchJob
from veriabs.core.records import SHRINK, Rating, Record
from veriabs.report.shrinkage import shrinkage, summary_line
from veriabs.report.summary import factors_of

Write = Callable[[str], None]

_EVERY = 0.2
"""Seconds between two updates of the table."""

_MOST_ROWS = 12
_UP, _CLEAR_BELOW = "\x1b[{}A", "\r\x1b[J"


def line(record: Record, tally: Tally) -> str:
    """`[ 37/1000] TRUE     right     1.23 s   45 MB  programs/copy.c  (shrinking)`; shrink factors have no verdict."""
    number = f"[{tally.done:>{len(str(tally.total))}}/{tally.total}]"
    name = record.task if record.tool == "veriabs" else f"{record.task} ({record.tool})"
    detail = record.reason or record.strategy or _factors(record)
    detail += f", proof {record.checked}" if record.checked else ""
    detail += f", if {record.conditions}" if record.conditions else ""
    cost = f"{record.seconds:8.2f} s {record.peak_mb:6.0f} MB"
    has_factors = record.tool == SHRINK and not record.reason
    words = ("factors", "") if has_factors else (record.word, _rating_word(record))
    verdict = f"{words[0]:<8} {words[1]:<7} "
    found = f"{number} {verdict}{cost}  {record.task if has_factors else name}"
    return f"{found}  ({' '.join(detail.split())})" if detail else found


def _factors(record: Record) -> str:
    """The counts of loops by shrink factor; empty for other tools."""
    return summary_line(shrinkage([factors_of(record)])) if record.tool == SHRINK else ""


def _rating_word(record: Record) -> str:
    match record.rating:
        case Rating.RIGHT:
            return "right"
        case Rating.WRONG:
            return "wrong"
        case Rating.UNKNOWN | Rating.ERROR | Rating.UNRATED:
            return "-"


def counts(tally: Tally) -> str:
    """`37/1,000 done: 30 right, 0 wrong, 7 unknown`, with further counts; shrink factors alone have no verdicts.

    Without expected verdicts the verdicts are counted.
    """
    if tally.done and tally.factors == tally.done:
        return f"{tally.done:,}/{tally.total:,} done"
    right, wrong, failed = (tally.ratings[one] for one in (Rating.RIGHT, Rating.WRONG, Rating.ERROR))
    unrated = tally.ratings[Rating.UNRATED] - tally.factors
    is_rated = right or wrong or not unrated
    shown = [(right, "right"), (wrong, "wrong")]
    if not is_rated:
        shown = [(unrated - tally.refuted, "TRUE"), (tally.refuted, "FALSE")]
    shown.append((tally.ratings[Rating.UNKNOWN], "unknown"))
    others = [(unrated if is_rated else 0, "not rated"), (failed, "failed"), (tally.conditional, "under conditions")]
    parts = (f"{count:,} {word}" for count, word in (*shown, *(one for one in others if one[0])))
    return f"{tally.done:,}/{tally.total:,} done: {', '.join(parts)}"


def duration(seconds: float) -> str:
    """`45 s`, `3 min 20 s`, `2 h 05 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"


@dataclass
class TaskLines(Observer):
    """Prints one line for each task."""

    say: Write

    def finished(self, record: Record, tally: Tally) -> None:
        """Print the line of the task."""
        self.say(line(record, tally))


@dataclass
class Table(Observer):
    """Overwrites a few lines of the terminal, and keeps important ones above them.

    - `write` takes text without a line end, `say` a line that stays. `spelled` turns text into what the terminal can
      show.
    - `shown`: the lines that are overwritten next, at the time `due`.
    """

    say: Write
    write: Write
    width: int
    spelled: Callable[[str], str] = str
    started: float = field(default_factory=time.monotonic)
    shown: int = 0
    due: float = 0.0

    def begin(self, tally: Tally) -> None:
        self.started = time.monotonic()

    def finished(self, record: Record, tally: Tally) -> None:
        if record.rating in (Rating.WRONG, Rating.ERROR):
            self.end()
            self.say(line(record, tally))

    def tick(self, tally: Tally, running: Sequence[tuple[BatchJob, float]]) -> None:
        now = time.monotonic()
        if now < self.due:
            return
        self.due = now + _EVERY
        lines = [self.spelled(text)[: self.width - 1] for text in self._lines(tally, running, now - self.started)]
        self.write(self._cursor_up() + "\n".join(lines))
        self.shown = len(lines)

    def end(self) -> None:
        """Remove the table, so that other text can be printed."""
        if self.shown:
            self.write(self._cursor_up())
        self.shown, self.due = 0, 0.0

    def _lines(self, tally: Tally, running: Sequence[tuple[BatchJob, float]], seconds: float) -> list[str]:
        decided = tally.done - tally.known
        lines = [counts(tally)]
        if decided:
            rate = decided / seconds
            left = duration((tally.total - tally.done) / rate)
            pace = f"{rate:.1f}/s" if rate >= 1 else f"{rate * 60:.1f}/min"
            lines.append(f"{pace}, about {left} left")
        longest = sorted(running, key=lambda one: -one[1])
        rows = [f"  {seconds:8.1f} s  {job.path} ({job.tool})" for job, seconds in longest[:_MOST_ROWS]]
        more = len(longest) - len(rows)
        return [*lines, *rows, *([f"  and {more} more"] if more > 0 else [])]

    def _cursor_up(self) -> str:
        up = _UP.format(self.shown - 1) if self.shown > 1 else ""
        return up + _CLEAR_BELOW if self.shown else ""
