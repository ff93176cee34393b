"""A verdict in a sentence, for a reader who has not seen the tool before."""

from __future__ import annotations

from veriabs.core.results import Report, Verdict
from veriabs.report.console import lines_of, plural, proof_factors, shown
from veriabs.report.counterexample import failure_text
from veriabs.report.reasons import hint_of, why


def sentence(command: str, report: Report) -> str:
    """One or two sentences about what came of a job."""
    if command == "shrink":
        return _factors(report)
    match report.verdict:
        case Verdict.TRUE:
            relies = " as long as nothing overflows" if report.relies else ""
            return f"Proved: every assertion holds in every run{relies}. {_how(report)}"
        case Verdict.FALSE:
            where = f": {failure_text(report.counterexample)}" if report.counterexample else ""
            return f"Refuted: a compiled run was seen to reach the error{where}."
        case Verdict.UNKNOWN:
            if report.reason is None:
                return "Not decided."
            hint = hint_of(report.reason, report.task.path.name)
            return f"Not decided: {why(report.reason).rstrip('.')}. Try: {hint}."


def _how(report: Report) -> str:
    factors = proof_factors(report)
    if report.strategy == "shrinking" and factors:
        k = max(factors)
        return f"Any {plural(k, 'iteration')} {'stands' if k == 1 else 'stand'} for all of them (shrink factor {k})."
    return f"The proof is by {report.strategy.replace('_', ' ')}."


def _factors(report: Report) -> str:
    if not report.loops:
        reason = f": {report.reason}" if report.reason is not None else ""
        return f"No loop can be shrunk{reason}."
    groups = shown(report.loops)
    found = [f"{lines_of(one.lines)} with k = {one.k}" for one in groups if one.k is not None]
    rest = len(groups) - len(found)
    parts = [f"Shrinkable: {', '.join(found)}."] if found else []
    parts += [f"{plural(rest, 'group')} of loops without a shrink factor up to the largest k."] if rest else []
    return " ".join(parts)
