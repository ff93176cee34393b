"""A verdict in a sentence, for readers who do not know the tool."""

from __future__ import annotations

from veriabs.core.conditions import clauses, verdict_text
from veriabs.core.reasons import ReasonKind
from veriabs.core.results import Report, Verdict
from veriabs.report.console import listed_factors, loops_text, plural, proof_factors
from veriabs.report.counterexample import failure_text
from veriabs.report.excerpts import Excerpts
from veriabs.report.reasons import describe, hint_of

_MOST_LINES = 5
_NEXT = {
    ReasonKind.TIMEOUT: "more time",
    ReasonKind.BUDGET: "more time",
    ReasonKind.MEMORY: "more memory, or one solver at a time",
    ReasonKind.NO_SMALL_K: "a larger shrink factor",
    ReasonKind.SIDE_CONDITION: "the facts at each loop and the reasons of the strategies, for what is missing",
    ReasonKind.NOT_APPLICABLE: "the facts at each loop and the reasons of the strategies, for what is missing",
}
"""The next step on the page, where the console names an option or command."""


def sentence(command: str, report: Report, excerpts: Excerpts | None = None) -> str:
    """One or two sentences about the result of a job; `excerpts` are from its files."""
    if command == "shrink":
        return _factors(report)
    match report.verdict:
        case Verdict.TRUE:
            holds = verdict_text("every assertion holds in every run", clauses(report.conditions))
            return f"Proved: {holds}. {_how_proved(report)}"
        case Verdict.FALSE:
            where = f": {failure_text(report.counterexample, excerpts)}" if report.counterexample else ""
            return f"Refuted: a compiled run reached the error{where}.{_other_goals(report)}"
        case Verdict.UNKNOWN:
            if report.reason is None:
                return "Not decided."
            hint = _NEXT.get(report.reason.kind) or hint_of(report.reason, report.task.path.name)
            return f"{_open_sentence(report, describe(report.reason).rstrip('.'))}. Try: {hint}."


def _other_goals(report: Report) -> str:
    """The number of proved goals beside the failing one."""
    proved = sum(one.verdict is Verdict.TRUE for one in report.goals)
    return f" {proved} of {len(report.goals)} goals {'is' if proved == 1 else 'are'} proved." if proved else ""


def _open_sentence(report: Report, reason: str) -> str:
    """The proved and the open goals: `Proved: 1 of 2 goals. Not decided: line 9 (a solver ran out of time)`."""
    missing = sorted({one.goal.where.line for one in report.goals if one.verdict is Verdict.UNKNOWN})
    proved = sum(one.verdict is Verdict.TRUE for one in report.goals)
    if not missing:
        return f"Not decided: {reason}"
    named = ", ".join(map(str, missing[:_MOST_LINES]))
    more = f" and {len(missing) - _MOST_LINES} more" if len(missing) > _MOST_LINES else ""
    lines = f"line{'s' if len(missing) > 1 else ''} {named}{more}"
    return f"{f'Proved: {proved} of {len(report.goals)} goals. ' if proved else ''}Not decided: {lines} ({reason})"


def _how_proved(report: Report) -> str:
    factors = proof_factors(report)
    if report.strategy == "shrinking" and factors:
        k = max(factors)
        return f"Any {plural(k, 'iteration')} {'stands' if k == 1 else 'stand'} for all of them (shrink factor {k})."
    return f"The proof is by {report.strategy.replace('_', ' ')}."


def _factors(report: Report) -> str:
    if not report.loops:
        reason = f": {report.reason}" if report.reason is not None else ""
        return f"No loop can be shrunk{reason}."
    groups = listed_factors(report.loops)
    found = [f"{loops_text(one.lines)} with k = {one.k}" for one in groups if one.k is not None]
    rest = len(groups) - len(found)
    parts = [f"Shrinkable: {', '.join(found)}."] if found else []
    parts += [f"{plural(rest, 'group')} of loops: no shrink factor found."] if rest else []
    return " ".join(parts)
