"""Convert events of a verification to JSON: `kind` is the name of the event's class, as in `goal_decided`, and the
other keys are as in a report."""

from __future__ import annotations

from veriabs.core.events import (
    BoundTried,
    Event,
    FactorFound,
    GoalDecided,
    GoalsKnown,
    PhaseBegun,
    ProgramRead,
    ProgramRefused,
    SolverEnded,
    SolverRunning,
    StrategyChosen,
    StrategyEnded,
    StrategyStarted,
    VerdictKnown,
    VerificationEnded,
)
from veriabs.core.program import Program
from veriabs.core.source import Where
from veriabs.loops.flatten import assertions
from veriabs.loops.iterations import trips, written_loops
from veriabs.report.files import path_text
from veriabs.report.json_report import answer_json, choice_json, factor_json, goal_json, run_json, tried_json

Json = dict[str, object]


def event_json(event: Event) -> Json:
    """One event; times in seconds, memory in megabytes."""
    match event:
        case PhaseBegun(phase):
            return {"kind": "phase_begun", "phase": phase.value}
        case ProgramRead(program):
            return {"kind": "program_read", **_program(program)}
        case ProgramRefused(reason):
            return {"kind": "program_refused", "reason": str(reason)}
        case StrategyChosen(choice):
            return {"kind": "strategy_chosen", **choice_json(choice)}
        case StrategyStarted(strategy, assertion):
            return {"kind": "strategy_started", "strategy": strategy, "assertion": _place(assertion)}
        case BoundTried():
            return {"kind": "bound_tried", **_tried_event_json(event)}
        case FactorFound(factor):
            return {"kind": "factor_found", **factor_json(factor)}
        case StrategyEnded(answer):
            return {"kind": "strategy_ended", **answer_json(answer)}
        case GoalsKnown(goals):
            return {"kind": "goals_known", "goals": len(goals)}
        case GoalDecided(answer):
            return {"kind": "goal_decided", "goal": goal_json(answer, path_text(answer.goal.where.file))}
        case SolverRunning(purpose, phase, seconds, megabytes):
            working = {"purpose": purpose, "phase": phase, "seconds": round(seconds, 1), "peak_mb": round(megabytes, 1)}
            return {"kind": "solver_running", **working}
        case SolverEnded(run):
            return {"kind": "solver_ended", "purpose": run.purpose, **run_json(run)}
        case VerdictKnown(report) | VerificationEnded(report):
            kind = "verdict_known" if isinstance(event, VerdictKnown) else "verification_ended"
            return {"kind": kind, "verdict": report.verdict.value, "strategy": report.strategy or None}


def _program(program: Program) -> Json:
    loops = [{"line": one.facts.loop.where.line, "iterations": trips(one)} for one in written_loops(program)]
    return {"loops": loops, "assertions": [_place(one.where) for one in assertions(program)]}


def _tried_event_json(event: BoundTried) -> Json:
    return {
        "strategy": event.strategy,
        "assertion": _place(event.assertion),
        "attempt": event.attempt,
        "lines": list(event.lines),
        "clauses": event.clauses,
        "accelerable": list(event.accelerable),
        **tried_json(event.tried),
    }


def _place(where: Where) -> Json:
    return {"file": path_text(where.file), "line": where.line}
