"""The reports of several functions of one file as one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from veriabs.core.copying import replace
from veriabs.core.goals import Goal, GoalKind
from veriabs.core.results import GoalAnswer, Report, Verdict
from veriabs.core.source import Task, Where
from veriabs.core.verdict import overall


def merged(task: Task, reports: Mapping[str, Report]) -> Report:
    """One report with the goals of all; each goal names its function."""
    goals = tuple(goal for name, report in reports.items() for goal in _goals(name, report))
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


def _goals(name: str, report: Report) -> Iterator[GoalAnswer]:
    for one in report.goals:
        yield replace(one, goal=replace(one.goal, function=name))
    if not report.goals:
        where = report.reason.where if report.reason and report.reason.where else Where(str(report.task.path), 0)
        goal = Goal(GoalKind.ASSERTION, where, "all goals", name)
        yield GoalAnswer(goal, report.verdict, report.strategy, report.reason, report.counterexample)
