"""Explain in the user's words why a goal was not decided, and what to do next.

Details of strategies (programs, candidates and closed forms) are shown only with `--explain`.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from veriabs.core.goals import Goal, GoalKind
from veriabs.core.reasons import Reason, ReasonKind

_MISSING = re.compile(r"missing body of (\w+)")
_MOST_FILES = 200
"""The number of files that are searched for a missing function."""

_TIME = (ReasonKind.TIMEOUT, ReasonKind.BUDGET)
_INTERNAL = (ReasonKind.NO_SMALL_K, ReasonKind.SIDE_CONDITION, ReasonKind.NOT_APPLICABLE)


def is_late(reason: Reason | None) -> bool:
    """Whether the time limit was the reason."""
    return reason is not None and reason.kind in _TIME


def describe(reason: Reason | None) -> str:
    """The reason without a strategy's notation."""
    if reason is None:
        return "no reason given"
    place = f" at {reason.where}" if reason.where else ""
    match reason.kind:
        case ReasonKind.TIMEOUT:
            return f"a solver ran out of time{place}"
        case ReasonKind.OUT_OF_BOUNDS:
            return f"neither proved nor refuted, because an access may be out of bounds{place}"
        case kind if kind in _INTERNAL:
            values = f", not proved for {reason.values}" if reason.values else ""
            return f"neither proved nor refuted{values}{place}"
        case _:
            return str(reason)


def hint_of(reason: Reason, name: str, goal: Goal | None = None, entry: str = "main") -> str:
    """The next step for a goal of the file `name`; a reason without its own hint gets that of its kind.

    `entry` is the function that the program begins with.
    """
    if reason.hint:
        return reason.hint
    file = shlex.quote(name)
    if missing := _MISSING.search(reason.text):
        other = _defining(Path(name), missing[1])
        return f"veriabs verify {file} {other or f'FILE, with the file that defines {missing[1]}'}"
    match reason.kind:
        case ReasonKind.TIMEOUT | ReasonKind.BUDGET:
            return "a larger --timeout"
        case ReasonKind.MEMORY:
            return "a larger --memory, or --jobs 1"
        case ReasonKind.CRASH:
            return "veriabs doctor"
        case ReasonKind.INTERNAL:
            return f"VERIABS_DEBUG=1 veriabs verify {file}, which shows where it comes from; please report it"
        case ReasonKind.NO_SMALL_K:
            return "a larger --max-k"
        case ReasonKind.NOT_CONFIRMED | ReasonKind.OUT_OF_BOUNDS:
            return f"veriabs verify {file} --keep DIR, which stores the generated programs and CBMC's answers"
        case ReasonKind.MISREAD:
            return f"veriabs verify {file} --keep DIR, which stores both programs; please report this error in veriabs"
        case ReasonKind.SIDE_CONDITION | ReasonKind.NOT_APPLICABLE if goal is not None:
            return _proof_help(goal, file, entry)
        case ReasonKind.UNSUPPORTED if "not supported" in reason.text:
            return "rewrite this construct; docs/supported.md lists the C that veriabs supports"
        case ReasonKind.UNSUPPORTED | ReasonKind.SIDE_CONDITION | ReasonKind.NOT_APPLICABLE:
            return f"veriabs loops {file}, which lists the known and unknown facts about every loop"


def _defining(file: Path, function: str) -> str:
    """The C file beside this one that defines the function, quoted for a shell; empty if there is none."""
    definition = re.compile(rf"^[A-Za-z_][\w\s*]*\b{re.escape(function)}\s*\([^;{{}}]*\)\s*\{{", re.MULTILINE)
    for other in sorted(file.parent.glob("*.c"))[:_MOST_FILES]:
        if other == file:
            continue
        try:
            text = other.read_text(errors="replace")
        except OSError:
            continue
        if definition.search(text):
            return shlex.quote(str(other))
    return ""


def _proof_help(goal: Goal, file: str, entry: str) -> str:
    """Information that helps the proof: a precondition for a check, or the explanation for an assertion."""
    if goal.kind is GoalKind.ASSERTION:
        return f"veriabs verify {file} --explain, which shows the strategies' reasons"
    function = goal.function or (entry if entry != "main" else "")
    if function:
        return f"a precondition of {function} that excludes it (__CPROVER_requires, or ACSL requires)"
    return "__VERIFIER_assume(...) after the inputs, if these values cannot occur; else --explain"
