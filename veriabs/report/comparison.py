"""Compare two results of a batch, by task and tool."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.records import SHRINK, Rating, Record
from veriabs.report.console import plural
from veriabs.report.files import path_text
from veriabs.report.summary import factors_of, truth_of

_FACTOR = 2.0
"""The ratio of two times from which on a change is reported."""

_NOTICEABLE = 0.5
"""Seconds below which a doubled time is not reported."""


class Change(Enum):
    """The kind of change of a task, the gravest first."""

    WRONG = "new wrong"
    LOST = "lost"
    MISSING = "missing"
    GAINED = "new verdict"
    CORRECTED = "corrected"
    WEAKER = "under conditions"
    STRONGER = "without conditions"
    OTHER = "changed"
    FACTOR = "factor"
    SLOWER = "slower"
    FASTER = "faster"
    ADDED = "added"


class TaskChange(Struct, frozen=True):
    """One change of one task; `grave` is a new wrong or a lost verdict."""

    change: Change
    task: str
    tool: str
    text: str
    grave: bool

    def __str__(self) -> str:
        return f"{self.change.value:<11}  {_one_line(self.task)}  [{self.tool}]  {_one_line(self.text)}"


def compare(old: Iterable[Record], new: Iterable[Record]) -> tuple[list[str], bool]:
    """One line for each change, the gravest first, and a line with totals; and whether a change is grave.

    Grave are a new wrong verdict and a lost one: a TRUE or FALSE, not known to be wrong, whose task is now undecided,
    has the opposite verdict, or is missing. Times are compared where both runs gave the same verdict.
    """
    before, after = latest(old), latest(new)
    found = differences(before, after)
    lines = [str(difference) for difference in found]
    return [*lines, _numbers(found, len(before.keys() | after.keys()))], any(one.grave for one in found)


def latest(records: Iterable[Record]) -> dict[tuple[str, str], Record]:
    """The last finished record of each task and tool."""
    found: dict[tuple[str, str], Record] = {}
    for record in records:
        key = (record.task, record.tool)
        if key not in found or record.finished >= found[key].finished:
            found[key] = record
    return found


def differences(old: dict[tuple[str, str], Record], new: dict[tuple[str, str], Record]) -> list[TaskChange]:
    """The changes, the gravest first, those of one kind by task and tool."""
    found: list[TaskChange] = []
    for key in sorted(old.keys() | new.keys()):
        found.extend(_changes(old.get(key), new.get(key)))
    rank = list(Change)
    return sorted(found, key=lambda one: rank.index(one.change))


def _changes(old: Record | None, new: Record | None) -> Iterator[TaskChange]:
    if new is None:
        if old is not None:
            grave = truth_of(old) is not None and old.rating is not Rating.WRONG
            yield _difference(Change.MISSING, old, f"was {old.wording}", grave)
        return
    if old is None:
        wrong = new.rating is Rating.WRONG
        yield _difference(Change.WRONG if wrong else Change.ADDED, new, _verdict(new), wrong)
        return
    # The expected verdict is a fact about the task; both sides are compared with the present one.
    expected = new.expected if new.expected is not None else old.expected
    old, new = replace(old, expected=expected), replace(new, expected=expected)
    change = _verdicts(old, new)
    if change is not None:
        grave = change in (Change.WRONG, Change.LOST)
        yield _difference(change, new, f"{old.word} -> {_verdict(new)}", grave)
    if old.verdict == new.verdict and truth_of(new) is not None:
        yield from _times(old, new)
    yield from _factors(old, new)


def _factors(old: Record, new: Record) -> Iterator[TaskChange]:
    """Loops whose shrink factor changed if both runs looked for it; this is no verdict and never grave."""
    if old.tool != SHRINK:
        return
    before, after = ({one.line: one for one in factors_of(record) or ()} for record in (old, new))
    for line in sorted(before.keys() & after.keys()):
        was, now = before[line], after[line]
        if was.k != now.k:
            text = f"line {line}: {was.k or was.status.value} -> {now.k or now.status.value}"
            yield _difference(Change.FACTOR, new, text, False)


def _verdicts(old: Record, new: Record) -> Change | None:
    was_wrong, is_wrong = old.rating is Rating.WRONG, new.rating is Rating.WRONG
    if old.verdict == new.verdict and bool(old.conditions) is bool(new.conditions):
        return None
    if old.verdict == new.verdict:
        return Change.WEAKER if new.conditions else Change.STRONGER
    if is_wrong:
        return Change.WRONG
    if was_wrong:
        return Change.CORRECTED
    if truth_of(old) is not None:
        return Change.LOST
    return Change.GAINED if truth_of(new) is not None else Change.OTHER


def _times(old: Record, new: Record) -> Iterator[TaskChange]:
    if max(old.seconds, new.seconds) < _NOTICEABLE:
        return
    text = f"{old.seconds:.2f} s -> {new.seconds:.2f} s"
    if new.seconds > _FACTOR * old.seconds:
        yield _difference(Change.SLOWER, new, text, False)
    elif old.seconds > _FACTOR * new.seconds:
        yield _difference(Change.FASTER, new, text, False)


def _verdict(record: Record) -> str:
    if record.rating is Rating.WRONG:
        return f"{record.wording} (expected {'TRUE' if record.expected else 'FALSE'})"
    reason = record.reason or record.reason_kind
    return f"{record.verdict} ({reason})" if reason and truth_of(record) is None else record.wording


def _difference(change: Change, record: Record, text: str, grave: bool) -> TaskChange:
    return TaskChange(change, path_text(record.task), record.tool, path_text(text), grave)


def _one_line(text: str) -> str:
    """The text on one line, since names and reasons may contain line ends."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)


def _numbers(found: list[TaskChange], tasks: int) -> str:
    if not found:
        return f"nothing changed in {plural(tasks, 'result')}"
    counts = ((change, sum(one.change is change for one in found)) for change in Change)
    return f"{plural(tasks, 'result')}: " + ", ".join(f"{count:,} {change.value}" for change, count in counts if count)
