"""How many safe tasks get annotations with which CBMC's loop contracts prove the file, without veriabs.

    python benchmarks/annotations.py sv-comp/tasks [--every 4] [--seconds 60]

Needs `goto-cc`, `goto-instrument`, `cbmc` and `z3` on PATH: quantified invariants take an SMT solver. Prints a line a
task: what veriabs showed, what CBMC made of it, and the seconds of both.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import yaml


def safe_tasks(folder: Path) -> Iterator[tuple[Path, str]]:
    """The programs of task definitions whose assertions hold, with their data model."""
    for definition in sorted(folder.rglob("*.yml")):
        about = yaml.safe_load(definition.read_text(encoding="utf-8"))
        verdicts = [one.get("expected_verdict") for one in about.get("properties", [])]
        if verdicts == [True]:
            yield definition.parent / about["input_files"], about.get("options", {}).get("data_model", "LP64")


def ran(command: list[str], seconds: float) -> tuple[int, str]:
    """Exit code and output; -1 after so many seconds, and then the solver that it has started is ended as well."""
    to = subprocess.PIPE
    with subprocess.Popen(
        command, stdout=to, stderr=to, text=True, errors="replace", start_new_session=True
    ) as running:
        try:
            said, complained = running.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            return -1, "out of time"
    return running.returncode, said + complained


def accepted(program: Path, data_model: str, folder: Path, seconds: float) -> str:
    """What CBMC makes of the annotated program by its contracts alone: "proved", or what went wrong."""
    compiled, applied = folder / "program.goto", folder / "applied.goto"
    width = "-m32" if data_model == "ILP32" else "-m64"
    code, text = ran(["goto-cc", width, str(program), "-o", str(compiled)], seconds)
    if not code:
        kept = (word for name in statics(compiled) for word in ("--nondet-static-exclude", name))
        code, text = ran(["goto-instrument", *kept, "--apply-loop-contracts", str(compiled), str(applied)], seconds)
    if code:
        return f"not instrumented: {(text.strip().splitlines() or ['failed'])[-1][:90]}"
    code, text = ran(["cbmc", str(applied), "--z3", "--no-standard-checks"], seconds)
    if code == 0:
        return "proved"
    failed = [line for line in text.splitlines() if line.endswith("FAILURE")]
    return f"failed: {failed[0][:90]}" if failed else "out of time" if code < 0 else f"cbmc: exit code {code}"


def statics(compiled: Path) -> list[str]:
    """The static objects, of whose initial values contracts know nothing unless they are told to keep them."""
    shown = subprocess.run(
        ["goto-instrument", "--show-symbol-table", "--json-ui", str(compiled)], capture_output=True, text=True
    )
    tables = (part["symbolTable"] for part in json.loads(shown.stdout) if "symbolTable" in part)
    return [
        name
        for table in tables
        for name, one in table.items()
        if one["isStaticLifetime"] and not name.startswith("__CPROVER")
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1, help="of the tasks only each so many")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each of both")
    chosen = parser.parse_args()
    counts: Counter[str] = Counter()
    for program, data_model in list(safe_tasks(chosen.folder))[:: chosen.every]:
        with tempfile.TemporaryDirectory() as name:
            annotated = Path(name) / program.name
            begin = time.monotonic()
            width = "--32" if data_model == "ILP32" else "--64"
            limit = ["--timeout", str(chosen.seconds)]
            command = [sys.executable, "-m", "veriabs", "annotate", str(program), width, *limit]
            done = subprocess.run([*command, "-I", str(program.parent)], capture_output=True, text=True)
            annotated.write_text(done.stdout, encoding="utf-8")
            middle = time.monotonic()
            shown = "shown" if done.returncode == 0 else "open"
            found = accepted(annotated, data_model, Path(name), chosen.seconds) if done.stdout.strip() else "nothing"
            counts[f"{shown}, {found.partition(':')[0]}"] += 1
            ours, theirs = middle - begin, time.monotonic() - middle
            print(f"{program.stem:40} {shown:6} {ours:6.1f} s  {found} {theirs:6.1f} s", flush=True)
    for text, count in counts.most_common():
        print(f"{count:4} {text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
