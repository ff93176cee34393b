"""Combine the reports of several functions of one file, and print them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from veriabs.core.conditions import VerdictCondition, clauses
from veriabs.core.copying import replace
from veriabs.core.goals import WHOLE, Goal, GoalKind
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import GoalAnswer, Report, Verdict
from veriabs.core.source import Task, Where
from veriabs.core.verdict import overall
from veriabs.report import console, reasons
from veriabs.report.goals import contract_lines, goal_lines, goals_text
from veriabs.report.reasons import describe

_INDENT = " " * 9
_MOST_FAILING, _MOST_LINES = 3, 8


def merge(task: Task, reports: Mapping[str, Report], places: Mapping[str, Where]) -> Report:
    """One report with the goals of all functions; a function without goals has one for itself."""
    goals = tuple(goal for name, report in reports.items() for goal in _goals(name, report, places[name]))
    verdict = overall(goals)
    first = next((one for one in goals if one.verdict is verdict), None)
    whole = reports.values()
    failed = reports[first.goal.function] if first is not None and first.counterexample is not None else None
    return Report(
        task=failed.task if failed is not None else task,
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
        goals=goals,
        conditions=tuple(_for_function(name, one) for name, report in reports.items() for one in report.conditions),
    )


def _goals(name: str, report: Report, where: Where) -> Iterator[GoalAnswer]:
    own = _placed(report)
    for one in own:
        conditions = tuple(_for_function(name, condition) for condition in one.conditions)
        yield replace(one, goal=replace(one.goal, function=name), conditions=conditions)
    if not own:
        found = report.reason.where if report.reason is not None else None
        goal = Goal(GoalKind.ASSERTION, found if found is not None and found.file == where.file else where, WHOLE, name)
        known = report.conditions if report.is_conditional else ()
        conditions = tuple(_for_function(name, condition) for condition in known)
        yield GoalAnswer(goal, report.verdict, report.strategy, report.reason, report.counterexample, conditions)


def _for_function(name: str, condition: VerdictCondition) -> VerdictCondition:
    """The condition, restricted to runs that begin with a function."""
    return VerdictCondition(condition.kind, f"in {name}, {condition}")


def _placed(report: Report) -> tuple[GoalAnswer, ...]:
    """The goals with a place; without any, the whole program is one goal of each requested kind."""
    return tuple(one for one in report.goals if one.goal.where.line)


# --------------------------------------------------------------------------------------------------------------- lines


def is_late(report: Report) -> bool:
    """Whether the time ended before some goal was decided."""
    return reasons.is_late(report.reason) or any(reasons.is_late(one.reason) for one in report.goals)


def function_lines(name: str, report: Report) -> list[str]:
    """The lines for one function: how many goals hold, which fail, and why others are open.

    A proved function without goals gets no line.
    """
    report = replace(report, goals=_placed(report))
    if not report.goals:
        state = "time" if is_late(report) else "open"
        return [f"  {state:<6} {name}: {_reason_text(report.reason)}"] if report.verdict is Verdict.UNKNOWN else []
    shown, left = _first_failing(report)
    state = {Verdict.TRUE: "holds", Verdict.FALSE: "fails"}.get(report.verdict, "time" if is_late(report) else "open")
    lines = [f"  {state:<6} {name}: {goals_text(report.goals)}, {report.seconds:.1f} s"]
    if report.conditions and any(one.verdict is not Verdict.UNKNOWN for one in report.goals):
        assumed = f"assuming that {clauses(report.conditions)}"
        lines.append(f"{_INDENT}{report.wording if report.is_conditional else assumed}")
        lines += [f"{_INDENT}{line}" for line in contract_lines(report) if report.is_conditional]
    failing = goal_lines(replace(report, goals=shown)) if shown else []
    lines += [line.replace("  fails  ", _INDENT, 1) for line in failing]
    lines += [f"{_INDENT}{count} more failing goals: {kind}" for kind, count in left.items()]
    return lines + [f"{_INDENT}{line}" for line in _open_reasons(report)]


def function_factors(name: str, report: Report) -> list[str]:
    """The lines for one function: the shrink factor of each group of loops, or why there is none."""
    is_analysed = report.reason is not None and report.reason.kind is ReasonKind.NOT_APPLICABLE
    found = [console.factor_line(one) for one in console.listed_factors(report.loops)] or ["no loop can be shrunk"]
    lines = found if is_analysed else [_reason_text(report.reason)]
    return [f"  {name}: {line}" for line in lines]


def _reason_text(reason: Reason | None) -> str:
    """The reason, with its line as the place."""
    if reason is None or reason.where is None:
        return describe(reason)
    return f"{describe(replace(reason, where=None))} (line {reason.where.line})"


def _first_failing(report: Report) -> tuple[tuple[GoalAnswer, ...], Counter[str]]:
    """The first failing goals of each kind, and the number of further ones."""
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


def _open_reasons(report: Report) -> Iterator[str]:
    """The reasons of open goals, one line each; expired time is counted above."""
    places: dict[str, dict[str, dict[int, None]]] = {}
    for one in report.goals:
        if one.verdict is Verdict.UNKNOWN and not reasons.is_late(one.reason):
            own = one.reason and one.reason.where == one.goal.where
            reason_text = describe(replace(one.reason, where=None)) if one.reason and own else _reason_text(one.reason)
            kinds = places.setdefault(reason_text, {})
            kinds.setdefault(one.goal.kind.value, {})[one.goal.where.line] = None
    for reason, kinds in places.items():
        yield f"{'; '.join(f'{kind} at {_lines(lines)}' for kind, lines in kinds.items())}: {reason}"


def _lines(numbers: Collection[int]) -> str:
    some = ", ".join(map(str, list(numbers)[:_MOST_LINES]))
    return f"line{'s' * (len(numbers) > 1)} {some}{', ...' if len(numbers) > _MOST_LINES else ''}"


def total_lines(reports: Mapping[str, Report]) -> list[str]:
    """The lines for all functions together: those without goals, and the next step."""
    empty = [name for name, report in reports.items() if not _placed(report) and report.verdict is Verdict.TRUE]
    lines = [f"  no goals in {', '.join(empty)}"] if empty else []
    late = [name for name, report in reports.items() if is_late(report)]
    if late:
        lines.append(f"  try: a larger --timeout, or one function alone: --function {late[0]}")
    return lines
