"""Convert a report to JSON, as `docs/report-schema.json` describes it.

The file says `incomplete` from the start and is replaced as a whole at the end, so that a partial or an older report
cannot be mistaken for this one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from veriabs import __version__
from veriabs.core.conditions import VerdictCondition
from veriabs.core.goals import Goal
from veriabs.core.precondition import acsl, cprover
from veriabs.core.reasons import Reason
from veriabs.core.results import Answer, GoalAnswer, Report, ShrinkFactor, StrategyChoice, TriedK
from veriabs.core.runs import Run
from veriabs.core.source import Task
from veriabs.report.counterexample import counterexample_json, trace_of
from veriabs.report.excerpts import Excerpts
from veriabs.report.files import STDOUT, path_text, write_texts
from veriabs.report.reasons import describe, hint_of

Json = dict[str, object]


def begin(path: Path, verb: str) -> None:
    """Create the report as incomplete; raises InputError if it cannot be written."""
    if path != STDOUT:
        _write(path, {"run_state": "incomplete", "command": verb, "veriabs_version": __version__})


def fail(path: Path, verb: str, error: str) -> None:
    """Record in the incomplete report why it is incomplete."""
    _write(path, failure(verb, error))


def failure(verb: str, error: str) -> Json:
    """The report of a run that ended with an error."""
    return {"run_state": "incomplete", "command": verb, "veriabs_version": __version__, "error": error}


def finish(path: Path, verb: str, report: Report, options: Json) -> None:
    """Replace the incomplete report by the complete one."""
    _write(path, document(verb, report, options))


def _write(path: Path, content: Json) -> None:
    write_texts({path: json.dumps(content, indent=2) + "\n"}, "the report")


def document(verb: str, report: Report, options: Json) -> Json:
    """The complete report; `verb` is `verify` or `shrink`, `options` are the user's other options."""
    task, excerpts = report.task, Excerpts(report.task)
    return {
        "run_state": "complete",
        "command": verb,
        "veriabs_version": __version__,
        "cbmc_version": report.cbmc_version or None,
        "file": path_text(task.path),
        "data_model": task.data_model.value,
        "function": task.entry.function,
        "verdict": report.verdict.value,
        "said": report.wording,
        "conditional": report.is_conditional,
        "conditions": conditions_json(report.conditions),
        "needs": {"acsl": acsl(task.entry.needs), "cprover": cprover(task.entry.needs)},
        "strategy": report.strategy or None,
        "reason": None if report.reason is None else _reason(report.reason, path_text(task.path)),
        "note": report.note or None,
        "seconds": round(report.seconds, 3),
        "peak_mb": round(report.peak_mb, 1),
        "options": _options(task, options),
        "checked": report.checked or None,
        "goals": [goal_json(answer, path_text(task.path), excerpts) for answer in report.goals],
        "choices": [choice_json(choice) for choice in report.choices],
        "strategies": [answer_json(answer) for answer in report.answers],
        "counterexample": None if report.counterexample is None else counterexample_json(report),
        "loops": [factor_json(factor) for factor in report.loops],
        "commands": [{"purpose": run.purpose, **run_json(run), "command": list(run.command)} for run in report.runs],
    }


def _reason(reason: Reason, name: str, goal: Goal | None = None) -> Json:
    where = reason.where
    return {
        "kind": reason.kind.value,
        "text": reason.text,
        "file": where.file if where else None,
        "line": where.line if where else None,
        "said": describe(reason),
        "hint": hint_of(reason, name, goal),
    }


def conditions_json(conditions: Iterable[VerdictCondition]) -> list[Json]:
    """The kind of each condition, and its clause after "TRUE if"."""
    return [{"kind": one.kind.value, "text": str(one)} for one in conditions]


def choice_json(choice: StrategyChoice) -> Json:
    """The strategy that began with an assertion."""
    where = choice.assertion
    return {"assertion": {"file": where.file, "line": where.line}, "strategy": choice.strategy, "why": choice.why}


def answer_json(answer: Answer) -> Json:
    """The answer of one strategy as `docs/report-schema.json` describes it."""
    where = answer.assertion
    return {
        "strategy": answer.strategy,
        "assertion": {"file": where.file, "line": where.line} if where else None,
        "goal": answer.kind.value if where else None,
        "answer": answer.verdict.value,
        "how": answer.how or None,
        "reason": _reason_json(answer.reason),
        "seconds": round(answer.seconds, 3),
    }


def goal_json(answer: GoalAnswer, name: str, excerpts: Excerpts | None = None) -> Json:
    """The result of one goal, with the line of the source and a caret if `excerpts` are given."""
    where, example = answer.goal.where, answer.counterexample
    return {
        "kind": answer.goal.kind.value,
        "text": answer.goal.text or None,
        "function": answer.goal.function or None,
        "file": where.file,
        "line": where.line,
        "column": where.column or None,
        "verdict": answer.verdict.value,
        "said": answer.wording,
        "conditions": conditions_json(answer.conditions),
        "strategy": answer.strategy or None,
        "reason": None if answer.reason is None else _reason(answer.reason, name, answer.goal),
        "counterexample": None if example is None else trace_of(example, excerpts),
    }


def _reason_json(reason: Reason | None) -> Json | None:
    return None if reason is None else {"kind": reason.kind.value, "text": reason.text}


def _options(task: Task, options: Json) -> Json:
    return {
        **{name: path_text(value) if isinstance(value, Path) else value for name, value in options.items()},
        "checks": list(task.checks),
        "defines": list(task.defines),
        "includes": [path_text(include) for include in task.includes],
        "property": path_text(task.property_file) if task.property_file else None,
    }


def factor_json(factor: ShrinkFactor) -> Json:
    """The shrink factor of one group of loops, or the reason why there is none."""
    return {
        "lines": list(factor.lines),
        "assertion": {"file": factor.assertion.file, "line": factor.assertion.line},
        "clauses": factor.clauses,
        "accelerable": list(factor.accelerable),
        "shrink_factor": factor.k,
        "reason": _reason_json(factor.reason),
        "front": list(factor.front),
        "inputs": list(factor.inputs),
        "obstacle": _reason_json(factor.obstacle),
        "asserting": factor.asserting,
        "inside": factor.inside,
        "tried": [tried_json(tried) for tried in factor.tried],
    }


def tried_json(tried: TriedK) -> Json:
    """The outcome for one k, with the runs of the harness and the residual program."""
    return {
        "k": tried.k,
        "outcome": tried.outcome.value,
        "harness": run_json(tried.harness) if tried.harness else None,
        "residual": run_json(tried.residual) if tried.residual else None,
        "iterations": list(tried.iterations),
    }


def run_json(run: Run) -> Json:
    """One run of CBMC: outcome, cost and solver."""
    return {
        "outcome": run.outcome.value,
        "detail": run.detail,
        "solver": run.solver,
        "seconds": round(run.seconds, 3),
        "peak_mb": round(run.peak_mb, 1),
    }
