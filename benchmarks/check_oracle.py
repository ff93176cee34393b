"""Compares the verdicts of checks with those of CBMC on the same programs with small arrays.

    python benchmarks/check_oracle.py tests/programs/checks/*.c

CBMC unwinds each program with N = 4 and has the same checks; veriabs proves or refutes them at the size that the
program has. The goals of a kind on one line are compared together: they fail if one of them does. What only one of
them decides is no disagreement, nor is what stands behind a violation that ends the run for veriabs.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from veriabs.core.errors import VeriabsError
from veriabs.core.goals import CHECKS
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
        "--nan-check", "--conversion-check",
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
}
SECONDS = 25.0
Goals = dict[tuple[int, str], bool]


def main(paths: list[str]) -> int:
    cbmc = driver.detect(provision.require())
    known = wrong = decided = goals = 0
    for path in map(Path, paths):
        small = oracle(path, cbmc.command)
        report = verdicts(path, cbmc)
        found = together(report)
        for (line, kind), verdict in found.items():
            said = small.get((line, kind))
            known += said is not None
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


def verdicts(path: Path, cbmc: Cbmc) -> Report:
    """What veriabs says of every goal."""
    task = Task(path, checks=tuple(kind.value for kind in CHECKS))
    try:
        program: Program | Reason = load_program(task)
    except VeriabsError as error:
        program = Reason(ReasonKind.UNSUPPORTED, str(error))
    return verify(task, program, cbmc, Options(timeout=SECONDS))


def together(report: Report) -> dict[tuple[int, str], Verdict]:
    """What became of the goals of each kind on each line."""
    found: dict[tuple[int, str], list[GoalAnswer]] = {}
    for one in report.goals:
        found.setdefault((one.goal.where.line, one.goal.kind.value), []).append(one)
    return {key: overall(answers) for key, answers in found.items()}


def oracle(path: Path, cbmc: tuple[str, ...]) -> Goals:
    """What CBMC says at N = 4: whether all checks of a kind on a line hold; of loops that go on beyond the unwinding
    (`// UNWIND: 40` in the text, or 14) only what fails is known."""
    asked = re.search(r"^// UNWIND: (\d+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    command = [*cbmc, *FLAGS, "-DN=4", "--unwind", asked[1] if asked else "14", "--json-ui", str(path)]
    try:
        finished = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    except subprocess.TimeoutExpired:
        return {}
    results = next((m["result"] for m in json.loads(finished.stdout) if "result" in m), [])
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
        if kind is not None and "line" in one.get("sourceLocation", {}):
            yield int(one["sourceLocation"]["line"]), kind, one["status"] == "SUCCESS"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
