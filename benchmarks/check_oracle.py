"""Compares the verdicts of checks with those of CBMC on the same programs with small arrays.

    python benchmarks/check_oracle.py tests/programs/checks/*.c

CBMC unwinds each program with N = 4 and has the same checks; veriabs proves or refutes them at the size that the
program has. The checks of a kind on one line are one goal: it fails for CBMC if one of its checks does. A goal that
only one of them decides is no disagreement, nor is one behind a violation that ends the run for veriabs.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from veriabs.core.goals import CHECKS
from veriabs.core.results import Verdict
from veriabs.core.source import Task
from veriabs.frontend.program import load_program
from veriabs.install import provision
from veriabs.solvers import driver
from veriabs.verify.engine import verify
from veriabs.verify.options import Options

FLAGS = (
    *("--bounds-check", "--pointer-check", "--signed-overflow-check", "--unsigned-overflow-check"),
    *("--div-by-zero-check", "--undefined-shift-check", "--no-assertions", "--no-malloc-may-fail"),
)
KINDS = {
    "array_bounds": "bounds",
    "pointer_dereference": "bounds",
    "overflow": "overflow",
    "division-by-zero": "div-by-zero",
    "undefined-shift": "shift",
}
SECONDS = 25.0
Goals = dict[tuple[int, str], bool]


def main(paths: list[str]) -> int:
    cbmc = driver.detect(provision.require())
    known = wrong = decided = 0
    for path in map(Path, paths):
        small = oracle(path, cbmc.command)
        task = Task(path, checks=tuple(kind.value for kind in CHECKS))
        report = verify(task, load_program(task), cbmc, Options(timeout=SECONDS))
        failed = any(one.verdict is Verdict.FALSE for one in report.goals)
        for one in report.goals:
            said = small.get((one.goal.where.line, one.goal.kind.value))
            known += said is not None
            decided += one.verdict is not Verdict.UNKNOWN
            differs = said is not None and one.verdict is not (Verdict.TRUE if said else Verdict.FALSE)
            behind = failed and one.verdict is Verdict.TRUE
            if differs and one.verdict is not Verdict.UNKNOWN and not behind:
                wrong += 1
                print(f"{path}:{one.goal.where.line}: {one.goal.kind.value}: {one.verdict.value}, CBMC {said}")
    print(f"{known} goals that CBMC knows, {decided} decided, {wrong} decided otherwise")
    return 10 if wrong else 0


def oracle(path: Path, cbmc: tuple[str, ...]) -> Goals:
    """What CBMC says at N = 4: whether all checks of a kind on a line hold."""
    command = [*cbmc, *FLAGS, "-DN=4", "--unwind", "14", "--json-ui", str(path)]
    finished = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    found: Goals = {}
    for line, kind, holds in _results(json.loads(finished.stdout)):
        found[line, kind] = found.get((line, kind), True) and holds
    return found


def _results(messages: list[dict[str, object]]) -> Iterator[tuple[int, str, bool]]:
    results = next((m["result"] for m in messages if "result" in m), [])
    assert isinstance(results, list)
    for one in results:
        name = re.sub(r"\.\d+$", "", one["property"]).rpartition(".")[2]
        kind = KINDS.get(name)
        if kind == "overflow" and "unsigned" in one["description"]:
            kind = "unsigned-overflow"
        if kind is not None and "line" in one.get("sourceLocation", {}):
            yield int(one["sourceLocation"]["line"]), kind, one["status"] == "SUCCESS"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
