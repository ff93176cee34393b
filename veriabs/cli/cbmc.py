"""`veriabs cbmc`: take CBMC's command line, decide the program as `verify` does, and answer in CBMC's form.

`cbmc --bounds-check --unwind 5 file.c` becomes `verify file.c --check bounds`; unwinding limits have no meaning here.
"""

from __future__ import annotations

import argparse
import json
from argparse import Namespace
from collections import Counter
from typing import TYPE_CHECKING

from veriabs import __version__
from veriabs.cli.exit_codes import ExitCode
from veriabs.core.conditions import ConditionKind, VerdictCondition, merge
from veriabs.core.copying import replace
from veriabs.core.goals import GoalKind
from veriabs.core.results import GoalAnswer, Report, Verdict

if TYPE_CHECKING:
    from veriabs.cli.terminal import Terminal

CHECKS = {
    "bounds": (GoalKind.BOUNDS,),
    "pointer": (GoalKind.BOUNDS, GoalKind.POINTER),
    "div-by-zero": (GoalKind.DIV_BY_ZERO,),
    "signed-overflow": (GoalKind.OVERFLOW,),
    "unsigned-overflow": (GoalKind.UNSIGNED_OVERFLOW,),
    "conversion": (GoalKind.CONVERSION,),
    "undefined-shift": (GoalKind.SHIFT,),
    "nan": (GoalKind.NAN,),
    "memory-leak": (GoalKind.MEMORY_LEAK,),
}
"""CBMC's options `--NAME-check`, with the kinds of goals that they stand for."""

STANDARD = ("bounds", "pointer", "div-by-zero", "signed-overflow", "undefined-shift")
"""The checks that CBMC 6 does by default, as far as veriabs has them."""

IGNORED = {
    "--unwind": "N",
    "--unwindset": "L:N,...",
    "--depth": "N",
    "--object-bits": "N",
    "--sat-solver": "NAME",
    "--external-sat-solver": "NAME",
    "--verbosity": "N",
    "--unwinding-assertions": None,
    "--no-unwinding-assertions": None,
    "--partial-loops": None,
    "--no-malloc-may-fail": None,
    "--no-pointer-primitive-check": None,
    "--slice-formula": None,
    "--trace": None,
    "--flush": None,
    "--z3": None,
    "--smt2": None,
}
"""Options that change how CBMC searches, but not what a proof says; the value is that of the option's argument."""

UNCHECKED = {
    "--float-overflow-check": "no floating-point operation overflows",
    "--pointer-overflow-check": "no pointer arithmetic overflows",
    "--pointer-primitive-check": "arguments of __CPROVER_r_ok and so on are valid pointers",
    "--enum-range-check": "every enum has one of its values",
    "--malloc-may-fail": "no allocation fails",
    "--malloc-fail-null": "no allocation fails",
}
"""Options that ask for more than veriabs checks, with the condition that a TRUE then has."""

PROPERTIES = {
    GoalKind.ASSERTION: "assertion",
    GoalKind.BOUNDS: "array_bounds",
    GoalKind.OVERFLOW: "overflow",
    GoalKind.UNSIGNED_OVERFLOW: "overflow",
    GoalKind.DIV_BY_ZERO: "division-by-zero",
    GoalKind.SHIFT: "undefined-shift",
    GoalKind.NAN: "NaN",
    GoalKind.POINTER: "pointer_dereference",
    GoalKind.MEMORY_LEAK: "memory-leak",
}
"""CBMC's names for classes of properties."""

_STATUS = {Verdict.TRUE: "SUCCESS", Verdict.FALSE: "FAILURE", Verdict.UNKNOWN: "UNKNOWN"}
_LAST = {Verdict.TRUE: "SUCCESSFUL", Verdict.FALSE: "FAILED", Verdict.UNKNOWN: "INCONCLUSIVE"}


def add_arguments(to: argparse.ArgumentParser) -> None:
    """Add CBMC's options that `verify` does not have."""
    for name, kinds in CHECKS.items():
        for word, wanted in ((f"--{name}-check", True), (f"--no-{name}-check", False)):
            text = f"{'check' if wanted else 'do not check'} {' and '.join(kind.value for kind in kinds)}"
            to.add_argument(word, dest="asked", action="append_const", const=(name, wanted), help=text)
    for word, text in UNCHECKED.items():
        text = f"not checked: the verdict is TRUE if {text}"
        to.add_argument(word, dest="unchecked", action="append_const", const=UNCHECKED[word], help=text)
    standard = f"check assertions alone (default: also {', '.join(STANDARD)})"
    to.add_argument("--no-standard-checks", action="store_true", help=standard)
    for word, value in IGNORED.items():
        if value is None:
            to.add_argument(word, dest="ignored", action="append_const", const=word, help="ignored")
        else:
            to.add_argument(word, metavar=value, help="ignored")
    to.add_argument("--json-ui", action="store_true", help="print CBMC's JSON")


def wanted(chosen: Namespace) -> tuple[str, ...]:
    """The kinds of checks, in the order of `--check`."""
    names = dict.fromkeys(() if chosen.no_standard_checks else STANDARD, True) | dict(chosen.asked or ())
    kinds = {kind for name, is_wanted in names.items() if is_wanted for kind in CHECKS[name]}
    return tuple(kind.value for kind in GoalKind if kind in kinds or kind.value in (chosen.checks or ()))


def ignored(chosen: Namespace) -> list[str]:
    """The options of the command line that have no effect."""
    valued = [word for word, value in IGNORED.items() if value and getattr(chosen, word[2:].replace("-", "_"))]
    return [*valued, *(chosen.ignored or ())]


def decide(chosen: Namespace, verify: Namespace, terminal: Terminal) -> int:
    """Verify as CBMC's command line asks; print the result and return CBMC's exit code.

    `verify` are the arguments of `verify` that are the same there.

    A proof under conditions is no success: it ends with exit code 7.
    """
    from veriabs.cli.analysis import decided
    from veriabs.report import console

    verify.checks = wanted(chosen)
    if words := ignored(chosen):
        terminal.complain(f"these options have no effect here: {', '.join(words)}", 0)
    report = decided(verify, terminal, is_quiet=chosen.json_ui)
    unchecked = [VerdictCondition(ConditionKind.CHECK, text) for text in chosen.unchecked or ()]
    if report.verdict is Verdict.TRUE:
        report = replace(report, conditions=merge((*report.conditions, *unchecked)))
    if chosen.json_ui:
        terminal.give(json.dumps(messages(report), indent=2))
    else:
        terminal.say(*console.verdict_lines(report, coloured=terminal.coloured), _verdict_line(report))
    return ExitCode.CONDITIONAL if report.is_conditional else ExitCode[report.verdict.value]


def _verdict_line(report: Report) -> str:
    if report.is_conditional:
        return f"VERIFICATION INCONCLUSIVE: {report.wording}"
    return f"VERIFICATION {_LAST[report.verdict]}"


def messages(report: Report) -> list[dict[str, object]]:
    """The result in the form of `cbmc --json-ui`: the program, the result of each property, and the status."""
    counts = Counter[str]()
    outcome = Verdict.UNKNOWN if report.is_conditional else report.verdict
    status = {Verdict.TRUE: "success", Verdict.FALSE: "failure", Verdict.UNKNOWN: "inconclusive"}[outcome]
    message: dict[str, object] = {"messageText": _verdict_line(report), "messageType": "STATUS-MESSAGE"}
    warning: dict[str, object] = {"messageText": str(report.reason), "messageType": "WARNING"}
    return [
        {"program": f"veriabs {__version__} (CBMC {report.cbmc_version})"},
        *([warning] if report.reason else []),
        {"result": [_property(one, counts, report) for one in report.goals if one.goal.where.line]},
        message,
        {"cProverStatus": status},
    ]


def _property(answer: GoalAnswer, counts: Counter[str], report: Report) -> dict[str, object]:
    goal = answer.goal
    function = goal.function or report.task.entry.function
    kind = f"{function}.{PROPERTIES.get(goal.kind, goal.kind.value)}"
    counts[kind] += 1
    place = {"file": goal.where.file, "function": function, "line": str(goal.where.line)}
    return {
        "property": f"{kind}.{counts[kind]}",
        "description": goal.text or goal.kind.value,
        "status": _STATUS[Verdict.UNKNOWN if answer.conditions and report.is_conditional else answer.verdict],
        "sourceLocation": place,
    }
