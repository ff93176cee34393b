"""Collect the shrink factors of all loops of a batch, one entry for each loop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.report.console import plural


class ShrinkStatus(Enum):
    """The result of shrinking for a loop, the most informative first: an undecided k may be a shrink factor."""

    SHRINKABLE = "shrinkable"
    CLAUSES = "stating the property"
    INPUTS = "inputs only"
    CLOCK = "ended by the clock"
    UNDECIDED = "undecided"
    NONE = "no small k"
    CONDITION = "side condition"
    ABSTRACTED = "abstracted"
    NOT_APPLICABLE = "not applicable"


class LoopFactor(Struct, frozen=True):
    """The result for the loop at a line: its factor `k`, or `reason`; `fused` are the lines of loops that shrink as
    one."""

    line: int
    status: ShrinkStatus
    k: int | None = None
    fused: tuple[int, ...] = ()
    reason: str = ""


NEEDS_NO_FACTOR = (ShrinkStatus.CLAUSES, ShrinkStatus.INPUTS)
"""Results of loops that need no shrink factor: their iterations are the property's clauses, or only read inputs."""

_OF_KIND = {
    "no small k": ShrinkStatus.NONE,
    "time budget used up": ShrinkStatus.CLOCK,
    "side condition not proved": ShrinkStatus.CONDITION,
    "no strategy applies": ShrinkStatus.NOT_APPLICABLE,
    "unsupported construct": ShrinkStatus.NOT_APPLICABLE,
}


def loop_factors(entries: Iterable[Mapping[str, object]]) -> tuple[LoopFactor, ...]:
    """Every loop once, by line, from the `loops` of a report, with its most informative attempt."""
    best: dict[int, LoopFactor] = {}
    inside: dict[int, int] = {}
    for entry in entries:
        if isinstance(outer := entry.get("inside"), int):
            inside |= dict.fromkeys(_lines(entry.get("lines")), outer)
            continue
        for found in _loop_factors(entry):
            known = best.get(found.line)
            if known is None or _order(found) <= _order(known):
                best[found.line] = found
    for line, outer in inside.items():
        if outer in best:
            best.setdefault(line, replace(best[outer], line=line))
    return tuple(best[line] for line in sorted(best))


def _order(found: LoopFactor) -> tuple[int, int]:
    return list(ShrinkStatus).index(found.status), found.k or 0


def _loop_factors(entry: Mapping[str, object]) -> Iterator[LoopFactor]:
    lines = _lines(entry.get("lines"))
    k, reason = entry.get("shrink_factor"), _text(entry.get("reason"))
    status = ShrinkStatus.SHRINKABLE if isinstance(k, int) else _status_of_reason(entry.get("reason"))
    for line in lines:
        yield LoopFactor(line, status, k if isinstance(k, int) else None, lines, "" if isinstance(k, int) else reason)
    for line in _lines(entry.get("inputs")):
        yield LoopFactor(line, ShrinkStatus.INPUTS)
    obstacle = _text(entry.get("obstacle")) or "fusing it with what follows has no small k"
    late = status is ShrinkStatus.CLOCK
    for line in _lines(entry.get("front")):
        yield LoopFactor(
            line, ShrinkStatus.CLOCK if late else ShrinkStatus.ABSTRACTED, reason=reason if late else obstacle
        )
    asserting = entry.get("asserting")
    if isinstance(asserting, int):
        yield LoopFactor(asserting, ShrinkStatus.CLAUSES)


def _lines(value: object) -> tuple[int, ...]:
    return tuple(line for line in value if isinstance(line, int)) if isinstance(value, list) else ()


def _status_of_reason(reason: object) -> ShrinkStatus:
    kind = reason.get("kind") if isinstance(reason, dict) else None
    return _OF_KIND.get(str(kind), ShrinkStatus.UNDECIDED)


def _text(reason: object) -> str:
    return str(reason.get("text", "")) if isinstance(reason, dict) else ""


class Shrinkage(Struct, frozen=True):
    """Counts of loops in some programs, as in the paper; `by_k` counts those with a factor."""

    programs: int
    loops: int
    by_k: dict[int, int]
    by_status: dict[ShrinkStatus, int]
    unread: int

    @property
    def shrinkable(self) -> int:
        return sum(self.by_k.values())


def shrinkage(programs: Sequence[Sequence[LoopFactor] | None]) -> Shrinkage:
    """The counts; an unsupported program is None, and its loops are unknown."""
    found = [loop for loops in programs if loops is not None for loop in loops]
    by_k = Counter(loop.k for loop in found if loop.k is not None)
    return Shrinkage(
        programs=len(programs),
        loops=len(found),
        by_k={k: by_k[k] for k in sorted(by_k)},
        by_status={one: sum(loop.status is one for loop in found) for one in ShrinkStatus},
        unread=sum(loops is None for loops in programs),
    )


class NoFactor(Struct, frozen=True):
    """A reason why loops have no factor; `example` is its most frequent text."""

    status: ShrinkStatus
    count: int
    example: str


def why_not(programs: Iterable[Sequence[LoopFactor] | None]) -> list[NoFactor]:
    """The reasons why loops have no factor, the most frequent first; property clauses and input loops need none."""
    texts: dict[ShrinkStatus, Counter[str]] = {}
    for loop in (loop for loops in programs for loop in loops or ()):
        if loop.status not in (ShrinkStatus.SHRINKABLE, *NEEDS_NO_FACTOR):
            texts.setdefault(loop.status, Counter())[loop.reason] += 1
    found = [NoFactor(one, text.total(), min(text, key=lambda t, n=text: (-n[t], t))) for one, text in texts.items()]  # type: ignore[misc]
    return sorted(found, key=lambda one: (-one.count, one.status.value))


def summary_line(found: Shrinkage) -> str:
    """`36 loops: 30 shrinkable (28 with k = 1, 2 with k = 2), 4 no small k, 2 abstracted`."""
    parts = ", ".join(f"{count} with k = {k}" for k, count in found.by_k.items())
    texts = [f"{found.shrinkable} shrinkable{f' ({parts})' if parts else ''}"]
    others = (one for one in ShrinkStatus if one is not ShrinkStatus.SHRINKABLE)
    texts += [f"{found.by_status[one]} {one.value}" for one in others if found.by_status[one]]
    unread = f"; {plural(found.unread, 'unsupported program')}" if found.unread else ""
    return f"{plural(found.loops, 'loop')}: {', '.join(texts)}{unread}"
