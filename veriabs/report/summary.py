"""Compute the numbers of a batch: correct and wrong verdicts, scores, shrink factors, times per k, reasons,
strategies.

Only this module compares verdicts with the expected ones and scores them. Counting, plotting and comparing use the
`Row`s made here, which no longer contain the reports.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from statistics import fmean, median

from msgspec import Struct

from veriabs.core.copying import replace
from veriabs.core.records import SHRINK, Rating, Record
from veriabs.core.results import Verdict
from veriabs.core.runs import Outcome
from veriabs.report.files import path_text
from veriabs.report.shrinkage import LoopFactor, ShrinkStatus, loop_factors

SCORES = {(True, True): 2, (True, False): -16, (False, False): 1, (False, True): -32}
"""SV-COMP scores by (expected, verdict); others score 0."""

_UNTIL_THE_VERDICT = "searched only until the verdict; batch --tool shrink searches every k"


class Timing(Struct, frozen=True):
    """One run of CBMC for one k; a `final` run is the residual program's, others are the harness's."""

    k: int
    final: bool
    seconds: float


class Row(Struct, frozen=True):
    """A record without its report, but with the report's numbers.

    `factor` is the shrink factor of the program, None if it has none; `shrunk` tells whether any loop was tried.
    `loops` has the result for each loop, None if the program is unsupported. `versions` are those of veriabs and
    CBMC, and `checked` is the result of checking a certificate.
    """

    record: Record
    judgement: Rating
    factor: int | None
    shrunk: bool
    timings: tuple[Timing, ...]
    loops: tuple[LoopFactor, ...] | None = None
    versions: tuple[str, str] = ("", "")
    checked: str = ""

    @property
    def solved(self) -> bool:
        """The verdict is TRUE or FALSE, and not known to be wrong."""
        return truth_of(self.record) is not None and self.judgement is not Rating.WRONG

    @property
    def order(self) -> tuple[str, str, str]:
        return order(self.record)


def order(record: Record) -> tuple[str, str, str]:
    """The sort key of records in all outputs."""
    return (record.task, record.tool, record.key)


def row_of(record: Record) -> Row:
    """The numbers of one record."""
    loops = objects(record.report.get("loops"))
    return Row(
        record=replace(record, task=path_text(record.task), report={}),
        judgement=record.rating,
        factor=_factor(loops),
        shrunk=bool(loops),
        timings=tuple(_timings(loops)),
        loops=factors_of(record),
        versions=(str(record.report.get("veriabs_version") or ""), str(record.report.get("cbmc_version") or "")),
        checked=record.checked,
    )


def factors_of(record: Record) -> tuple[LoopFactor, ...] | None:
    """The result for each loop; None if the program is unsupported.

    A run for a verdict ends the search early, so it says neither that no k is a factor nor that the clock ended it.
    """
    entries = objects(record.report.get("loops"))
    if record.verdict in ("UNKNOWN", "ERROR") and not entries:
        return None
    found = loop_factors(entries)
    if record.tool == SHRINK:
        return found
    unfinished = (ShrinkStatus.CLOCK, ShrinkStatus.NONE)
    return tuple(
        replace(one, status=ShrinkStatus.UNDECIDED, reason=_UNTIL_THE_VERDICT) if one.status in unfinished else one
        for one in found
    )


def truth_of(record: Record) -> bool | None:
    """The verdict as a truth value; None if there is none."""
    return {Verdict.TRUE.value: True, Verdict.FALSE.value: False}.get(record.verdict)


def score(record: Record) -> int:
    """The points of SV-COMP: TRUE +2 or -32, FALSE +1 or -16."""
    verdict = truth_of(record)
    return 0 if verdict is None or record.expected is None else SCORES[record.expected, verdict]


def objects(value: object) -> list[dict[str, object]]:
    """The objects of a JSON list; empty for anything else, so that an invalid report affects only its own row."""
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def conditions_text(report: Mapping[str, object]) -> str:
    """The conditions of a TRUE as text, from its JSON report; empty if there are none."""
    conditions = objects(report.get("conditions")) if report.get("conditional") else []
    return "; ".join(str(one.get("text")) for one in conditions)


def number(value: object) -> float:
    """A JSON number, 0 for anything else."""
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else 0.0


def _factor(loops: Sequence[Mapping[str, object]]) -> int | None:
    """The largest shrink factor that the assertions need; None if one has none.

    As in a proof, the final attempt for an assertion counts.
    """
    last = {str(loop.get("assertion")): loop.get("shrink_factor") for loop in loops}
    found = [k for k in last.values() if isinstance(k, int)]
    return max(found) if found and len(found) == len(last) else None


def _timings(loops: Iterable[Mapping[str, object]]) -> Iterator[Timing]:
    for loop in loops:
        for tried in objects(loop.get("tried")):
            for name in ("harness", "residual"):
                run = tried.get(name)
                # the time of a cancelled run is meaningless
                if isinstance(run, dict) and run.get("outcome") != Outcome.UNKNOWN.value:
                    yield Timing(int(number(tried.get("k"))), name == "residual", number(run.get("seconds")))


# -------------------------------------------------------------------------------------------------------------- totals


class Totals(Struct, frozen=True):
    """The results of some tasks.

    `proved` and `refuted` exclude wrong verdicts, so that `proved`, `refuted`, `unknown`, `errors` and wrong ones add
    up to `tasks`. `conditional` counts TRUE verdicts with conditions; `unjudged` are answers without an expected
    verdict; `score` has the points of SV-COMP, `best_score` the largest possible ones.
    """

    tasks: int
    proved: int
    refuted: int
    unknown: int
    errors: int
    wrong_true: int
    wrong_false: int
    right: int
    unjudged: int
    score: int
    best_score: int
    conditional: int
    seconds: float
    cpu_seconds: float
    mean_seconds: float
    median_seconds: float
    peak_mb: float

    @property
    def wrong(self) -> int:
        return self.wrong_true + self.wrong_false

    @property
    def is_rated(self) -> bool:
        """Is a verdict right or wrong, or is there none that could be?"""
        return bool(self.right or self.wrong or not self.unjudged)


def totals(rows: Sequence[Row]) -> Totals:
    """The sums over rows; all are zero if there are none."""
    judgements = Counter(row.judgement for row in rows)
    solved = Counter(truth_of(row.record) for row in rows if row.solved)
    wrong = Counter(truth_of(row.record) for row in rows if row.judgement is Rating.WRONG)
    seconds = [row.record.seconds for row in rows]
    return Totals(
        tasks=len(rows),
        proved=solved[True],
        refuted=solved[False],
        unknown=judgements[Rating.UNKNOWN],
        errors=judgements[Rating.ERROR],
        wrong_true=wrong[True],
        wrong_false=wrong[False],
        right=judgements[Rating.RIGHT],
        unjudged=judgements[Rating.UNRATED],
        score=sum(score(row.record) for row in rows),
        best_score=sum(2 if row.record.expected else 1 for row in rows if row.record.expected is not None),
        conditional=sum(bool(row.record.conditions) for row in rows),
        seconds=sum(seconds),
        cpu_seconds=sum(row.record.cpu_seconds for row in rows),
        mean_seconds=fmean(seconds) if seconds else 0.0,
        median_seconds=median(seconds) if seconds else 0.0,
        peak_mb=max((row.record.peak_mb for row in rows), default=0.0),
    )


# -------------------------------------------------------------------------------------------------------------- groups


def shrink_rows(rows: Iterable[Row]) -> list[Row]:
    """The rows with shrink factors: those of the tool that computes all, else those from proofs."""
    rows = list(rows)
    alone = [row for row in rows if row.record.tool == SHRINK]
    return alone or next(iter(by_tool(rows).values()), [])


def by_tool(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """The rows of each tool that decides, veriabs first."""
    found: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row.record.tool != SHRINK:
            found[row.record.tool].append(row)
    return {tool: found[tool] for tool in sorted(found, key=lambda tool: (tool != "veriabs", tool))}


def by_folder(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """The rows of each folder in alphabetical order; the common prefix of the folders is omitted from the names."""
    found: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[str(PurePosixPath(row.record.task).parent)].append(row)
    if len(found) == 1:
        (folder,) = found
        return {PurePosixPath(folder).name or folder: found[folder]}
    common = _common(found)
    return {_relative_folder(folder, common): found[folder] for folder in sorted(found)}


def _common(folders: Iterable[str]) -> str:
    try:
        return os.path.commonpath(list(folders))
    except ValueError:  # absolute and relative names are mixed, or there are none
        return ""


def _relative_folder(folder: str, common: str) -> str:
    return str(PurePosixPath(folder).relative_to(common)) if common else folder


def factors(rows: Iterable[Row], most: int = 5) -> dict[str, int]:
    """The number of programs with each shrink factor: 1 to `most` and above, as far as there are any, then `none`.

    Programs without a tried loop are omitted.
    """
    found = Counter(row.factor for row in rows if row.shrunk)
    highest = max([most, *(k for k in found if k is not None)])
    return {**{str(k): found[k] for k in range(1, highest + 1)}, "none": found[None]}


class Spread(Struct, frozen=True):
    """How long some runs took, in seconds."""

    count: int
    least: float
    median: float
    mean: float
    most: float
    total: float


def spread(seconds: Sequence[float]) -> Spread | None:
    """None if there are no runs."""
    if not seconds:
        return None
    return Spread(len(seconds), min(seconds), median(seconds), fmean(seconds), max(seconds), sum(seconds))


def times_per_k(rows: Iterable[Row]) -> dict[int, tuple[Spread | None, Spread | None]]:
    """The runs of the harness and the final runs (residual program), for each k."""
    found: defaultdict[int, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for row in rows:
        for timing in row.timings:
            found[timing.k][timing.final].append(timing.seconds)
    return {k: (spread(found[k][0]), spread(found[k][1])) for k in sorted(found)}


class Cause(Struct, frozen=True):
    """A kind of reason for having no verdict; `example` is its most frequent text."""

    kind: str
    count: int
    example: str


def causes(rows: Iterable[Row]) -> list[Cause]:
    """Why tasks have no verdict, the most frequent kind first."""
    texts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        if truth_of(row.record) is None:
            kind = row.record.reason_kind or ("error" if row.judgement is Rating.ERROR else "no reason given")
            texts[kind][row.record.reason] += 1
    found = [
        Cause(kind, text.total(), min(text, key=lambda one, text=text: (-text[one], one)))  # type: ignore[misc]
        for kind, text in texts.items()
    ]
    return sorted(found, key=lambda cause: (-cause.count, cause.kind))


class StrategyCount(Struct, frozen=True):
    """The number of decisions of one strategy; `seconds` is the median."""

    strategy: str
    true: int
    false: int
    wrong: int
    seconds: float


def decisions(rows: Iterable[Row]) -> list[StrategyCount]:
    """The strategies that decided, the most frequent first."""
    found: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if truth_of(row.record) is not None:
            found[row.record.strategy or row.record.tool].append(row)
    decided = [
        StrategyCount(
            strategy=strategy,
            true=sum(truth_of(row.record) is True for row in some),
            false=sum(truth_of(row.record) is False for row in some),
            wrong=sum(row.judgement is Rating.WRONG for row in some),
            seconds=median(row.record.seconds for row in some),
        )
        for strategy, some in found.items()
    ]
    return sorted(decided, key=lambda one: (-one.true - one.false, one.strategy))
