"""The reports of several functions of one file: as one, and as lines of text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from veriabs.core.copying import replace
from veriabs.core.goals import WHOLE, Goal, GoalKind
from veriabs.core.reasons import Reason
from veriabs.core.results import GoalAnswer, Report, Verdict
from veriabs.core.source import Task, Where
from veriabs.core.verdict import overall
from veriabs.report import reasons
from veriabs.report.goals import goal_lines, goals_text
from veriabs.report.reasons import why

_INDENT = " " * 9
_MOST_FAILING, _MOST_LINES = 3, 8


def merged(task: Task, reports: Mapping[str, Report], places: Mapping[str, Where]) -> Report:
    """One report with the goals of all; each goal names its function, and one without any has its place."""
    goals = tuple(goal for name, report in reports.items() for goal in _goals(name, report, places[name]))
    verdict = overall(goals)
    first = next((one for one in goals if one.verdict is verdict), None)
    whole = reports.values()
    return Report(
        task=task,
        verdict=verdict,
        strategy=", ".join(dict.fromkeys(r.strategy for r in whole if r.verdict is verdict and r.strategy)),
        reason=first.reason if first is not None and verdict is Verdict.UNKNOWN else None,
        loops=tuple(one for report in whole for one in report.loops),
        runs=tuple(one for report in whole for one in report.runs),
        seconds=sum(report.seconds for report in whole),
        peak_mb=max((report.peak_mb for report in whole), default=0.0),
        cbmc_version=next((report.cbmc_version for report in whole if report.cbmc_version), ""),
        counterexample=first.counterexample if first is not None else None,
        answers=tuple(one for report in whole for one in report.answers),
        relies=verdict is Verdict.TRUE and any(report.relies for report in whole),
        goals=goals,
        assumptions=tuple(f"{name}: {text}" for name, report in reports.items() for text in report.assumptions),
    )


def _goals(name: str, report: Report, where: Where) -> Iterator[GoalAnswer]:
    own = _own(report)
    for one in own:
        yield replace(one, goal=replace(one.goal, function=name))
    if not own:
        found = report.reason.where if report.reason is not None else None
        goal = Goal(GoalKind.ASSERTION, found if found is not None and found.file == where.file else where, WHOLE, name)
        yield GoalAnswer(goal, report.verdict, report.strategy, report.reason, report.counterexample)


def _own(report: Report) -> tuple[GoalAnswer, ...]:
    """The goals that have a place; without any the whole program is one, of each kind that was asked for."""
    return tuple(one for one in report.goals if one.goal.where.line)


# --------------------------------------------------------------------------------------------------------------- lines


def is_late(report: Report) -> bool:
    """Was there not enough time for some goal?"""
    return reasons.is_late(report.reason) or any(reasons.is_late(one.reason) for one in report.goals)


def function_lines(name: str, report: Report) -> list[str]:
    """What became of one function: how many goals hold, those that fail, and why others are open.

    Nothing of a function without a goal that holds.
    """
    report = replace(report, goals=_own(report))
    if not report.goals:
        said = "time" if is_late(report) else "open"
        return [f"  {said:<6} {name}: {_why(report.reason)}"] if report.verdict is Verdict.UNKNOWN else []
    shown, left = _shown(report)
    said = {Verdict.TRUE: "holds", Verdict.FALSE: "fails"}.get(report.verdict, "time" if is_late(report) else "open")
    lines = [f"  {said:<6} {name}: {goals_text(report.goals)}, {report.seconds:.1f} s"]
    if report.assumptions and any(one.verdict is not Verdict.UNKNOWN for one in report.goals):
        lines.append(f"{_INDENT}assumes: {'; '.join(report.assumptions)}")
    failing = goal_lines(replace(report, goals=shown)) if shown else []
    lines += [line.replace("  fails  ", _INDENT, 1) for line in failing]
    lines += [f"{_INDENT}{count} more that fail: {kind}" for kind, count in left.items()]
    return lines + [f"{_INDENT}{line}" for line in _open(report)]


def _why(reason: Reason | None) -> str:
    """The reason, with the line as its place."""
    if reason is None or reason.where is None:
        return why(reason)
    return f"{why(replace(reason, where=None))} (line {reason.where.line})"


def _shown(report: Report) -> tuple[tuple[GoalAnswer, ...], Counter[str]]:
    """The goals that fail, of each kind the first ones, and how many there are besides."""
    seen, shown, left = Counter[str](), [], Counter[str]()
    for one in report.goals:
        if one.verdict is Verdict.FALSE:
            kind = one.goal.kind.value
            seen[kind] += 1
            if seen[kind] <= _MOST_FAILING:
                shown.append(one)
            else:
                left[kind] += 1
    return tuple(shown), left


def _open(report: Report) -> Iterator[str]:
    """Why goals are open, a line for each reason; that the time is over is counted above."""
    places: dict[str, dict[str, dict[int, None]]] = {}
    for one in report.goals:
        if one.verdict is Verdict.UNKNOWN and not reasons.is_late(one.reason):
            own = one.reason and one.reason.where == one.goal.where
            said = why(replace(one.reason, where=None)) if one.reason and own else _why(one.reason)
            kinds = places.setdefault(said, {})
            kinds.setdefault(one.goal.kind.value, {})[one.goal.where.line] = None
    for reason, kinds in places.items():
        yield f"{'; '.join(f'{kind} at {_lines(lines)}' for kind, lines in kinds.items())}: {reason}"


def _lines(numbers: Collection[int]) -> str:
    some = ", ".join(map(str, list(numbers)[:_MOST_LINES]))
    return f"line{'s' * (len(numbers) > 1)} {some}{', ...' if len(numbers) > _MOST_LINES else ''}"


def total_lines(reports: Mapping[str, Report]) -> list[str]:
    """What is said of all functions together: which have nothing to show, and what to try."""
    empty = [name for name, report in reports.items() if not _own(report) and report.verdict is Verdict.TRUE]
    lines = [f"  no goals in {', '.join(empty)}"] if empty else []
    late = [name for name, report in reports.items() if is_late(report)]
    if late:
        lines.append(f"  try: a larger --timeout, or one of those that were late alone: --function {late[0]}")
    return lines
