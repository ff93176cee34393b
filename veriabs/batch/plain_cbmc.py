"""The baseline: plain CBMC with full unwinding on the user's program.

CBMC knows `__VERIFIER_nondet_*`, `__VERIFIER_assume` and failing `assert`s. It does not know that a call of
`reach_error` is the violation, so an assertion is inserted into that function. As in every verdict of veriabs, only
this violation counts: memory safety and overflow are not checked.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from msgspec import Struct

from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import Verdict
from veriabs.core.runs import Outcome, Run
from veriabs.core.source import Task
from veriabs.frontend.compiler import expand
from veriabs.solvers import command, output, process
from veriabs.solvers.command import Solver
from veriabs.solvers.driver import Cbmc

_ERRORS = {"reach_error": "void reach_error(void)", "__VERIFIER_error": "void __VERIFIER_error(void)"}
_VIOLATION = '__CPROVER_assert(0, "the error is not reached");'
_ASSERT = 'void __VERIFIER_assert(int condition) { __CPROVER_assert(condition, "assertion"); }'
_ASSUME = "void assume_abort_if_not(int condition) { __CPROVER_assume(condition); }"
_ATTRIBUTES = r"(?:\s*__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\))*"


class PlainResult(Struct, frozen=True):
    """Plain CBMC's result for a program."""

    verdict: Verdict
    reason: Reason | None
    peak_mb: float


def preprocess(task: Task, seconds: float) -> str:
    """CBMC's input: the program after `gcc -E`, with violations in the error functions."""
    return _define_error_functions(expand(task, seconds))


def check(task: Task, text: str, solver: Solver, cbmc: Cbmc, seconds: float, memory_mb: int | None) -> PlainResult:
    """Unwind the program completely; for a loop without a constant bound, only the time limit ends this."""
    if solver is Solver.Z3 and command.find_z3() is None:
        return PlainResult(Verdict.UNKNOWN, Reason(ReasonKind.CRASH, "solver missing: z3"), 0.0)
    with tempfile.TemporaryDirectory(prefix="veriabs-", ignore_cleanup_errors=True) as name:
        source = Path(name, "program.i")
        source.write_text(text, encoding="utf-8", errors="surrogateescape")
        flags = command.arguments(
            Path(source.name), version=cbmc.version, data_model=task.data_model, solver=solver, unwind=None
        )
        called = (*cbmc.command, *flags)
        environment = command.environment(source.parent)
        finished = process.run(called, seconds=seconds, memory_mb=memory_mb, cwd=source.parent, env=environment)
    run = output.parse(finished, "plain", (), solver, called)
    # all checks that ran are all that exist
    asked = {check.description for check in run.checks}
    return _answer(output.parse(finished, "plain", asked, solver, called))


def _answer(run: Run) -> PlainResult:
    match run.outcome:
        case Outcome.SUCCESS:
            return PlainResult(Verdict.TRUE, None, run.peak_mb)
        case Outcome.FAILURE:
            return PlainResult(Verdict.FALSE, None, run.peak_mb)
        case Outcome.TIMEOUT:
            kind = ReasonKind.TIMEOUT
        case Outcome.MEMORY:
            kind = ReasonKind.MEMORY
        case Outcome.CRASH | Outcome.REJECTED | Outcome.UNKNOWN:
            kind = ReasonKind.CRASH
    return PlainResult(Verdict.UNKNOWN, Reason(kind, run.detail), run.peak_mb)


def _define_error_functions(text: str) -> str:
    added = []
    for name, head in _ERRORS.items():
        text, count = re.subn(rf"(\b{name}\s*\([^(){{}};]*\){_ATTRIBUTES}\s*\{{)", rf"\1 {_VIOLATION}", text)
        if not count and _is_called(name, text):
            added.append(f"{head} {{ {_VIOLATION} }}")
    for name, body in (("__VERIFIER_assert", _ASSERT), ("assume_abort_if_not", _ASSUME)):
        if not _is_defined(name, text) and _is_called(name, text):
            added.append(body)
    return "\n".join((text, *added, ""))


def _is_defined(name: str, text: str) -> bool:
    return re.search(rf"\b{name}\s*\([^(){{}};]*\){_ATTRIBUTES}\s*\{{", text) is not None


def _is_called(name: str, text: str) -> bool:
    return re.search(rf"\b{name}\s*\(", text) is not None
