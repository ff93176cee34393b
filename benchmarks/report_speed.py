#!/usr/bin/env python3
"""How long the report of a large batch takes to build, over generated records: report_speed.py [ROWS] [PAGE.html]."""

from __future__ import annotations

import random
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from veriabs.core.records import Record
from veriabs.report import batch_report

FOLDERS = ("array-examples", "array-fpi", "array-industry-pattern", "array-tiling", "arrays", "loops-large/sub")
KINDS = ("no small k", "CBMC timeout", "unsupported construct", "time budget used up", "no strategy applies")


def records(count: int, tools: tuple[str, ...] = ("veriabs",), seed: int = 1) -> Iterator[Record]:
    """As many records as asked for, the same ones every time; all tools get the same tasks."""
    chance = random.Random(seed)
    for number in range(count // len(tools)):
        task = f"benchmarks/{FOLDERS[number % len(FOLDERS)]}/program_{number:05}.c"
        expected = number % 4 != 0
        size = 10 ** (number % 8)
        for tool in tools:
            yield record(chance, number, task, tool, expected, size)


def record(chance: random.Random, number: int, task: str, tool: str, expected: bool, size: int) -> Record:
    """One record: plain CBMC gets slower with the size and gives up, veriabs does not."""
    own = tool == "veriabs"
    seconds = chance.lognormvariate(0, 0.8) * (0.9 if own else 0.02 * size**0.6)
    decided = chance.random() < 0.85 if own else seconds < 900
    verdict = str(expected).upper() if decided else "UNKNOWN"
    if own and number in (17, 1205):
        verdict = "FALSE" if expected else "TRUE"
    kind = "" if verdict != "UNKNOWN" else KINDS[min(int(chance.expovariate(1)), 4)] if own else "CBMC timeout"
    k = 1 + min(int(chance.expovariate(0.9)), 4)
    strategy = {"TRUE": "shrinking", "FALSE": "native", "UNKNOWN": ""}[verdict]
    return Record(
        key=f"{chance.getrandbits(256):064x}",
        task=task,
        tool=tool,
        expected=expected,
        verdict=verdict,
        strategy=strategy if own else "",
        reason_kind=kind,
        reason=f"{kind} in the harness, k={k} (after 60 s)" if kind else "",
        seconds=min(seconds, 900.0),
        cpu_seconds=min(seconds, 900.0) * (1.6 if own else 1),
        peak_mb=chance.uniform(14, 90) if own else chance.uniform(14, 4000),
        size=size,
        report=report(chance, task, verdict, kind, k) if own else {},
        finished=f"2025-03-{1 + number // 2000:02}T{number // 60 % 24:02}:{number % 60:02}:07+00:00",
    )


def report(chance: random.Random, task: str, verdict: str, kind: str, k: int) -> dict[str, object]:
    """A document of `docs/report-schema.json`."""
    tried = [tried_k(chance, i, "shrinkable" if i == k else "not shrinkable") for i in range(1, k + 1)]
    found = verdict == "TRUE" or chance.random() < 0.4
    loop = {
        "lines": [11, 12],
        "assertion": {"file": task, "line": 17},
        "clauses": "forall over the loop at line 16",
        "accelerable": ["i = i0 + (j-1)", "q = q0 + 4*(j-1)"],
        "shrink_factor": k if found else None,
        "tried": tried if found else tried[:-1],
    }
    reason = {"kind": kind, "text": f"{kind} here", "file": task, "line": 12, "hint": "a larger --timeout"}
    return {
        "run_state": "complete", "command": "verify", "veriabs_version": "0.1.0", "cbmc_version": "6.6.0",
        "file": task, "data_model": "ILP32", "verdict": verdict, "strategy": "shrinking" if not kind else None,
        "reason": reason if kind else None, "seconds": 1.0, "peak_mb": 40.0,
        "options": {"max_k": 5, "timeout": 900.0, "jobs": 1, "strategies": ["shrinking"], "keep": None, "defines": []},
        "counterexample": counterexample(chance, task) if verdict == "FALSE" else None,
        "loops": [] if verdict == "FALSE" else [loop] * 2,
        "commands": [command(chance, number) for number in range(8)],
    }  # fmt: skip


def run(chance: random.Random) -> dict[str, object]:
    found: dict[str, object] = {"outcome": "success", "detail": "", "solver": chance.choice(["built-in", "z3"])}
    return {**found, "seconds": round(chance.lognormvariate(-1.5, 0.9), 3), "peak_mb": round(chance.uniform(14, 60), 1)}


def tried_k(chance: random.Random, k: int, outcome: str) -> dict[str, object]:
    residual = run(chance) if outcome == "shrinkable" else None
    return {"k": k, "outcome": outcome, "harness": run(chance), "residual": residual}


def command(chance: random.Random, number: int) -> dict[str, object]:
    words = ["cbmc", f"/tmp/veriabs-{chance.getrandbits(32):08x}/harness_k{number}.c", "--json-ui", "--trace"]
    options = ["--unwind", str(number + 2), "--unwinding-assertions", "--no-standard-checks", "--slice-formula"]
    return {"purpose": f"harness, k={number}", **run(chance), "command": words + options * 2}


def counterexample(chance: random.Random, task: str) -> dict[str, object]:
    place = {"number": 1, "text": "m <= a[i]", "asserts": True, "file": task, "line": 17, "column": 3}
    site = {"number": 1, "kind": "call", "name": "__VERIFIER_nondet_int", "type": "int", "bits": 32, "signed": True}
    spans = [{"first": i, "count": 1, "start": chance.getrandbits(31), "step": 0} for i in range(40)]
    values = "7, 0 (99,998 times), -1"
    return {
        "format": "veriabs counterexample", "format_version": 1, "veriabs_version": "0.1.0", "file": task,
        "data_model": "ILP32", "strategy": "native", "overflow": False,
        "inputs": [{"site": {**site, "file": task, "line": 9, "column": 12}, "spans": spans, "values": values}],
        "order": [[1, i] for i in range(100)],
        "operands": [{"text": "a[i]", "cell": "a[99999]", "value": -1}, {"text": "m", "cell": "m", "value": 0}],
        "target": place, "assertion": place,
        "commands": [["gcc", "-O1", "counterexample.c", "-o", "counterexample"], ["./counterexample"]],
    }  # fmt: skip


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    with tempfile.TemporaryDirectory() as folder:
        page = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(folder) / "report.html"
        begun = time.perf_counter()
        made = list(records(count, ("veriabs", "cbmc")))
        generated = time.perf_counter()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        batch_report.write(made, html=page, csv=None, json=None, latex=None)
        built = time.perf_counter()
        paths = {kind: Path(folder) / f"report.{kind}" for kind in ("csv", "json", "latex")}
        batch_report.write(made, html=None, **paths)
        tables = time.perf_counter()
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"{len(made):,} records made in {generated - begun:.2f} s ({before} MB)")
        print(f"page {built - generated:.2f} s, {page.stat().st_size / 1e6:.1f} MB; tables {tables - built:.2f} s")
        print(f"peak {after} MB")


if __name__ == "__main__":
    main()
