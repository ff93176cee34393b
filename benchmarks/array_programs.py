#!/usr/bin/env python3
"""Runs veriabs, and plain CBMC if asked, over a folder of array programs and prints a table.

    benchmarks/array_programs.py FOLDER [--size 100000] [--baseline] [--timeout 60] [--json FILE]

The expected verdict is read from the file name (`_true`, `_false`; `safe`, `unsafe`) or from a first line
`// VERDICT: safe`. The size is set by -DSIZE, -DN and -DNUM, and replaces the literal 100000 in a copy of the program.
Programs about memory safety (`valid-deref` in the name) are left out.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from pathlib import Path

from veriabs.solvers import process

VERDICTS = {0: "TRUE", 10: "FALSE", 5: "UNKNOWN"}


def expected(path: Path) -> str:
    """TRUE or FALSE by the program's own label."""
    first = path.read_text(errors="replace").split("\n", 1)[0]
    label = re.search(r"VERDICT: (safe|unsafe)", first)
    if label:
        return "TRUE" if label[1] == "safe" else "FALSE"
    return "FALSE" if re.search(r"_false|unsafe", path.name) else "TRUE"


def sized(path: Path, size: int, folder: Path) -> Path:
    """A copy of the program with the size in place of the literal 100000."""
    copy = folder / path.name
    text = re.sub(r"\b100000\b", str(size), path.read_text(errors="replace"))
    copy.write_text(text)
    return copy


def defines(size: int) -> list[str]:
    return [f"-D{name}={size}" for name in ("SIZE", "N", "NUM")]


def run(command: list[str], timeout: float, memory_mb: int | None = None) -> tuple[int, float, str]:
    """Exit code (124 after the timeout), wall seconds and the output of one command; its children end with it."""
    done = process.run(command, seconds=timeout, memory_mb=memory_mb)
    return (124 if done.timed_out else done.exit_code), done.seconds, done.stdout + done.stderr


def verify(program: Path, size: int, timeout: float) -> dict[str, object]:
    command = [sys.executable, "-m", "veriabs", "verify", str(program), "--timeout", str(timeout), "--plain"]
    code, seconds, output = run([*command, *defines(size)], timeout + 30)
    lines = output.strip().splitlines() or [""]
    last = next((line for line in reversed(lines) if line.startswith(("TRUE", "FALSE", "UNKNOWN"))), lines[-1])
    return {"verdict": VERDICTS.get(code, f"exit {code}"), "seconds": seconds, "says": last}


def baseline(program: Path, size: int, timeout: float, cbmc: list[str], *options: str) -> dict[str, object]:
    command = [*cbmc, str(program), *defines(size), "--no-standard-checks", "--unwinding-assertions", *options]
    code, seconds, output = run(command, timeout, 12_000)
    decided = {0: "VERIFICATION SUCCESSFUL", 10: "VERIFICATION FAILED"}.get(code, "no")
    verdict = {0: "TRUE", 10: "FALSE"}.get(code, "UNKNOWN") if decided in output else "UNKNOWN"
    return {"verdict": verdict, "seconds": seconds}


def programs(folder: Path) -> list[Path]:
    found = sorted(p for p in folder.iterdir() if p.suffix in (".c", ".i") and "valid-deref" not in p.name)
    if not found:
        sys.exit(f"{folder}: no programs")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", type=int, default=100_000)
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--baseline", action="store_true", help="plain CBMC (built-in and --z3) on the same programs")
    parser.add_argument("--only", default="", help="a part of the names")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as temporary:
        for path in programs(options.folder):
            if options.only in path.name:
                rows.append(measure(path, options, Path(temporary)))
                show(rows[-1])
    summary(rows)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))


def measure(path: Path, options: argparse.Namespace, folder: Path) -> dict[str, object]:
    program = sized(path, options.size, folder)
    row: dict[str, object] = {"program": path.name, "expected": expected(path)}
    row["veriabs"] = verify(program, options.size, options.timeout)
    if options.baseline:
        from veriabs.install.provision import require

        row["cbmc"] = baseline(program, options.size, options.timeout, list(require()))
        row["cbmc --z3"] = baseline(program, options.size, options.timeout, list(require()), "--z3")
    return row


def show(row: dict[str, object]) -> None:
    parts = [f"{row['program']:50} {row['expected']:5}"]
    for tool in ("veriabs", "cbmc", "cbmc --z3"):
        result = row.get(tool)
        if isinstance(result, dict):
            wrong = result["verdict"] in ("TRUE", "FALSE") and result["verdict"] != row["expected"]
            parts.append(f"{result['verdict']:8}{'WRONG ' if wrong else ''}{result['seconds']:6.2f} s")
    result = row["veriabs"]
    says = result["says"] if isinstance(result, dict) else ""
    print("  ".join(parts), f"  {str(says)[:150]}", flush=True)


def summary(rows: list[dict[str, object]]) -> None:
    print("\n| tool | programs | proved | refuted | wrong | unknown | mean seconds of the proved |")
    print("|---|---|---|---|---|---|---|")
    for tool in ("veriabs", "cbmc", "cbmc --z3"):
        results = [(row["expected"], row[tool]) for row in rows if isinstance(row.get(tool), dict)]
        if not results:
            continue
        right = [r for e, r in results if isinstance(r, dict) and r["verdict"] == e]
        proved = [float(r["seconds"]) for r in right if r["verdict"] == "TRUE"]
        wrong = sum(isinstance(r, dict) and r["verdict"] in ("TRUE", "FALSE") and r["verdict"] != e for e, r in results)
        mean = f"{sum(proved) / len(proved):.2f}" if proved else "-"
        refuted = len(right) - len(proved)
        unknown = len(results) - len(right) - wrong
        print(f"| {tool} | {len(results)} | {len(proved)} | {refuted} | {wrong} | {unknown} | {mean} |")


if __name__ == "__main__":
    main()
