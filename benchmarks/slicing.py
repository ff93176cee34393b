#!/usr/bin/env python3
"""Slices of generated programs: time, size, and what can be proved of the whole program and of each kind of slice.

    benchmarks/slicing.py [--lines 1000,10000,100000] [--sample 10] [--prove 0] [--timeout 60] [--json FILE]

The first table has the seconds of processor time for parsing a program and for slicing it with all of its assertions
as the criterion, in the median over the kinds; and the part of statements and conditions that slices for a single
assertion keep, in the mean over a sample. With `--prove 12` a second table says how many of 12 assertions of the
smallest program are proved in that time each, by plain CBMC and by veriabs without its strategy `slicing`, on the whole
program (where all other assertions are taken out) and on its slices; and by veriabs as it is, which makes its slices
itself and also proves that no access of the whole program is out of bounds.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

from slicing_programs import generate

from veriabs.core.source import Task
from veriabs.frontend.parse import parse
from veriabs.frontend.slicing.printer import SlicePrinter
from veriabs.frontend.slicing.slice import SliceKind, prepare, slice_text, uncollected
from veriabs.solvers import process

KINDS = (SliceKind.BACKWARD, SliceKind.VALUE, SliceKind.THIN)
PROVERS = ("shrinking", "closed_forms", "cell_invariants", "induction")
TASK = Task(Path("program.c"))


def timed(text: str) -> tuple[float, float]:
    """Seconds for parsing, and for slicing after that."""
    with uncollected():
        begin = time.process_time()
        tree = parse(text, TASK)
        parsed = time.process_time()
        prepared = prepare(tree, TASK)
        ready = time.process_time()
        each = []
        for kind in KINDS:
            started = time.process_time()
            SlicePrinter(prepared.slice(kind)).text()
            each.append(time.process_time() - started)
    return parsed - begin, ready - parsed + statistics.median(each)


def kept_percent(text: str, lines: list[int]) -> dict[str, float]:
    """The part of the program that slices for each of these lines keep, in percent."""
    found = {}
    for kind in KINDS:
        stats = [slice_text(text, kind, line).stats for line in lines]
        found[kind.value] = 100 * statistics.mean(
            (one.kept_statements + one.kept_conditions) / (one.statements + one.conditions) for one in stats
        )
    return found


def spread(lines: list[tuple[int, str]], count: int) -> list[tuple[int, str]]:
    """A sample that is spread over the program."""
    step = max(1, len(lines) // count)
    return lines[::step][:count]


def alone(text: str, line: int) -> str:
    """The program with one of its assertions."""
    rows = text.split("\n")
    for number, row in enumerate(rows, 1):
        if row.lstrip().startswith("__VERIFIER_assert") and number != line:
            rows[number - 1] = "    ;"
    return "\n".join(rows)


def proved(path: Path, tool: str, timeout: float) -> bool:
    if tool != "cbmc":
        chosen = ",".join(PROVERS if tool == "veriabs" else ("slicing", *PROVERS))
        command = [sys.executable, "-m", "veriabs", "verify", str(path), "--timeout", str(timeout), "--plain"]
        # The programs are safe: all of the time is for the proof.
        command += ["--no-replay", "--strategy", chosen]
        return process.run(command, seconds=timeout + 20).exit_code == 0
    from veriabs.install.provision import require

    # Loops without a bound are unwound as far as the time allows, and no further than is ever of use.
    options = ["--no-standard-checks", "--unwinding-assertions", "--unwind", "300"]
    done = process.run([*require(), str(path), *options], seconds=timeout, memory_mb=8000)
    return done.exit_code == 0 and "VERIFICATION SUCCESSFUL" in done.stdout


def proofs(text: str, sample: list[tuple[int, str]], timeout: float) -> dict[str, dict[str, int]]:
    """How many assertions each tool proves on each version of the program."""
    found: dict[str, dict[str, int]] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "program.c")
        for tool in ("veriabs with slices", "veriabs", "cbmc"):
            for version in ("whole", *KINDS)[: 1 if "slices" in tool else None]:
                count = 0
                for line, _ in sample:
                    path.write_text(alone(text, line) if version == "whole" else slice_text(text, version, line).text)
                    count += proved(path, tool, timeout)
                name = version if isinstance(version, str) else version.value
                found.setdefault(tool, {})[name] = count
                print(f"{tool} {name}: {count} of {len(sample)}", flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", default="1000,10000,100000")
    parser.add_argument("--sample", type=int, default=10, help="assertions whose slices are measured")
    parser.add_argument("--prove", type=int, default=0, help="assertions to prove")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    sizes = [int(size) for size in options.lines.split(",")]
    rows: list[dict[str, object]] = []
    print("| lines | assertions | parsing, s | slicing, s | s per 10,000 lines | backward | value | thin |")
    print("|---|---|---|---|---|---|---|---|")
    for size in sizes:
        text, assertions = generate(size)
        parsing, slicing = timed(text)
        rate = slicing / text.count("\n") * 10_000
        part = kept_percent(text, [line for line, _ in spread(assertions, options.sample)])
        shares = " | ".join(f"{part[kind.value]:.1f} %" for kind in KINDS)
        print(f"| {size} | {len(assertions)} | {parsing:.2f} | {slicing:.2f} | {rate:.2f} | {shares} |", flush=True)
        rows.append({"lines": size, "parsing": parsing, "slicing": slicing, "kept": part})
    if options.prove:
        text, assertions = generate(sizes[0])
        sample = spread(assertions, options.prove)
        found = proofs(text, sample, options.timeout)
        rows.append({"sample": len(sample), "timeout": options.timeout, "proved": found})
        print(f"\n| proved of {len(sample)} within {options.timeout:.0f} s | whole | backward | value | thin |")
        print("|---|---|---|---|---|")
        for tool, counts in found.items():
            print(f"| {tool} | {' | '.join(map(str, [*counts.values(), '-', '-', '-'][:4]))} |")
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
