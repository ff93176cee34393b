"""Compares the verdicts of checks with those of CBMC on the same programs with small arrays.

    python benchmarks/check_oracle.py [--seconds 25] tests/programs/checks/*.c

CBMC unwinds each program with N = 4 and has the same checks; veriabs proves or refutes them at the size that the
program has. Goals that fail there and hold for CBMC are tried at N = 4 as well, since sums wrap in large arrays only.
The goals of a kind on one line are compared together: they fail if one of them does. Goals that only one tool
decides are no disagreement, nor are goals after a violation that ends the run for veriabs. Variables that
are not set are checked by `goto-instrument`; where it or `goto-cc` is missing on PATH, they are not compared.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from veriabs.core.errors import VeriabsError
from veriabs.core.goals import CHECKS, GoalKind
from veriabs.core.program import Program
from veriabs.core.reasons import Reason, ReasonKind
from veriabs.core.results import GoalAnswer, Report, Verdict
from veriabs.core.source import Task
from veriabs.core.verdict import overall
from veriabs.frontend.program import load_program
from veriabs.install import provision
from veriabs.solvers import driver
from veriabs.solvers.driver import Cbmc
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

FLAGS = (
    *("--bounds-check", "--pointer-check", "--signed-overflow-check", "--unsigned-overflow-check"),
    *(
        "--div-by-zero-check",
        "--undefined-shift-check",
        "--nan-check",
        "--conversion-check",
        "--memory-leak-check",
        "--no-assertions",
        "--unwinding-assertions",
        "--no-malloc-may-fail",
    ),
)
KINDS = {
    "array_bounds": "bounds",
    "pointer_dereference": "pointer",
    "overflow": "overflow",
    "division-by-zero": "div-by-zero",
    "undefined-shift": "shift",
    "NaN": "nan",
    "memory-leak": "memory-leak",
    "uninitialized_local": "uninitialised",
}
SECONDS = 25.0
SMALL = ("N=4",)
"""The size at which both are asked."""

UNSET = ("goto-cc", "goto-instrument")
"""What is needed beside CBMC to check for variables that are not set."""

Goals = dict[tuple[int, str], bool]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each program (default %(default)s)")
    parser.add_argument("files", type=Path, nargs="+")
    chosen = parser.parse_args()
    cbmc = driver.detect(provision.require())
    if not all(map(shutil.which, UNSET)):
        print(f"{' and '.join(UNSET)} are not on PATH: uninitialised is not compared")
    known = wrong = decided = goals = 0
    for path in chosen.files:
        small = oracle(path, cbmc.command)
        report = verdicts(path, cbmc, chosen.seconds)
        found = joint_verdicts(report)
        for (line, kind), verdict in found.items():
            said = small.get((line, kind))
            known += said is not None
            if said and verdict is Verdict.FALSE:
                verdict = joint_verdicts(verdicts(path, cbmc, chosen.seconds, SMALL)).get((line, kind), verdict)
            differs = said is not None and verdict is not (Verdict.TRUE if said else Verdict.FALSE)
            behind = Verdict.FALSE in found.values() and verdict is Verdict.TRUE
            if differs and verdict is not Verdict.UNKNOWN and not behind:
                wrong += 1
                print(f"{path}:{line}: {kind}: {verdict.value}, CBMC {said}")
        words = [one.verdict for one in report.goals]
        goals, decided = goals + len(words), decided + len(words) - words.count(Verdict.UNKNOWN)
        counts = " ".join(f"{word.value} {words.count(word)}" for word in Verdict)
        print(f"{path}: {counts}, {report.seconds:.2f} s", flush=True)
    print(f"{goals} goals, {decided} decided; of {known} lines and kinds that CBMC knows {wrong} are decided otherwise")
    return 10 if wrong else 0


def verdicts(path: Path, cbmc: Cbmc, seconds: float, defines: tuple[str, ...] = ()) -> Report:
    """The report of veriabs about every goal."""
    task = Task(path, checks=tuple(kind.value for kind in CHECKS), defines=defines)
    try:
        program: Program | Reason = load_program(task)
    except VeriabsError as error:
        program = Reason(ReasonKind.UNSUPPORTED, str(error))
    return verify(task, program, cbmc, Options(timeout=seconds))


def joint_verdicts(report: Report) -> dict[tuple[int, str], Verdict]:
    """The joint verdict of the goals of each kind on each line; memory leaks have no line."""
    found: dict[tuple[int, str], list[GoalAnswer]] = {}
    for one in report.goals:
        kind = one.goal.kind.value
        found.setdefault((_line(kind, one.goal.where.line), kind), []).append(one)
    return {key: overall(answers) for key, answers in found.items()}


def oracle(path: Path, cbmc: tuple[str, ...]) -> Goals:
    """The answer of CBMC at N = 4: whether all checks of a kind on a line hold; if loops run beyond the unwinding
    (`// UNWIND: 40` in the text, or 14), only failures are known."""
    asked = re.search(r"^// UNWIND: (\d+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    unwound = ("--unwind", asked[1] if asked else "14", "--json-ui")
    small = [f"-D{define}" for define in SMALL]
    found = _cbmc_results([*cbmc, *FLAGS, *small, *unwound, str(path)])
    if not all(map(shutil.which, UNSET)):
        return found
    with tempfile.TemporaryDirectory() as folder:
        compiled, checked = Path(folder, "program.goto"), Path(folder, "checked.goto")
        _run(["goto-cc", *small, str(path), "-o", str(compiled)])
        _run(["goto-instrument", "--uninitialized-check", str(compiled), str(checked)])
        return found | _cbmc_results([*cbmc, "--no-standard-checks", "--unwinding-assertions", *unwound, str(checked)])


def _run(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, timeout=30, check=False).stdout


def _cbmc_results(command: list[str]) -> Goals:
    """The known results of a run of CBMC; empty if it has no answer in time."""
    try:
        results = next((m["result"] for m in json.loads(_run(command) or "[]") if "result" in m), [])
    except subprocess.TimeoutExpired:
        return {}
    whole = all(one["status"] == "SUCCESS" for one in results if ".unwind." in one["property"])
    if any(".no-body." in one["property"] for one in results):  # of what it returns CBMC knows nothing
        return {}
    found: Goals = {}
    for line, kind, holds in _results(results):
        found[line, kind] = found.get((line, kind), True) and holds
    return {key: holds for key, holds in found.items() if whole or not holds}


def _results(results: list[dict[str, Any]]) -> Iterator[tuple[int, str, bool]]:
    for one in results:
        name = re.sub(r"\.\d+$", "", one["property"]).rpartition(".")[2]
        kind = KINDS.get(name)
        if kind == "overflow" and "type conversion" in one["description"]:
            kind = "conversion"
        if kind == "overflow" and "unsigned" in one["description"]:
            kind = "unsigned-overflow"
        if kind == "pointer" and "outside object bounds" in one["description"]:
            kind = "bounds"
        if kind is not None:
            yield _line(kind, int(one.get("sourceLocation", {}).get("line", 0))), kind, one["status"] == "SUCCESS"


def _line(kind: str, line: int) -> int:
    return 0 if kind == GoalKind.MEMORY_LEAK.value else line


if __name__ == "__main__":
    sys.exit(main())
