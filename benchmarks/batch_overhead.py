"""Measures the overhead of a batch beyond CBMC: milliseconds per trivial task, and the parent's memory by rows.

    python benchmarks/batch_overhead.py [--tasks 1000] [--one-core] [--rows 1000,10000] [OPTION OF veriabs batch...]

The tasks are generated: a loop over a small array and an assertion that holds. CBMC is started through a small script
that notes when each process ran and the processor time that it took. Then two numbers per task are reported:

- wall: time of the batch in which no CBMC ran;
- CPU: processor time of the batch with all its processes, without that of CBMC.

Both are marginal: the cost of starting the processes is measured with one task and reported separately.

The memory is measured without workers: rows as large as real ones are written to a results file and read
back one by one. The parent's list of tasks and its loop are not part of that number.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from veriabs.batch.results import Results, read, rows
from veriabs.core.copying import replace
from veriabs.core.records import Record
from veriabs.install.provision import VARIABLE, require

PROGRAM = """extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {{}}
void __VERIFIER_assert(int condition) {{ if (!condition) {{ reach_error(); abort(); }} }}
int a[{size}];
int main(void) {{
  for (int i = 0; i < {size}; i++) a[i] = {value};
  for (int i = 0; i < {size}; i++) __VERIFIER_assert(a[i] == {value});
  return 0;
}}
"""
NOTED = """#!/bin/bash
trap : TERM
begin=$EPOCHREALTIME
{cbmc} "$@"
code=$?
{{ echo "$begin $EPOCHREALTIME"; times; }} > {log}/$$
exit $code
"""
MINUTES = re.compile(r"(\d+)m([\d.]+)s")


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of a whole batch: wall time, processor time, and the share of CBMC in both."""

    wall: float
    cpu: float
    cbmc_wall: float
    cbmc_cpu: float


def generate(folder: Path, tasks: int) -> None:
    """Writes the programs, each different from the others."""
    for number in range(tasks):
        text = PROGRAM.format(size=1000 + number % 7, value=number)
        (folder / f"trivial{number}.c").write_text(text, encoding="utf-8")


def run_batch(folder: Path, options: list[str]) -> Cost:
    """Runs one batch over the programs in `folder`."""
    work = folder.with_name(f"{folder.name}-run")
    work.mkdir()
    log, noted = work / "log", work / "noted"
    noted.write_text(NOTED.format(cbmc=shlex.join(require()), log=shlex.quote(str(log))), encoding="utf-8")
    noted.chmod(0o755)
    log.mkdir()
    command = [sys.executable, "-m", "veriabs", "batch", str(folder), "--plain", "--db", str(work / "db")]
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    environment = {**os.environ, VARIABLE: str(noted), "XDG_CACHE_HOME": str(work)}
    subprocess.run([*command, *options], env=environment, stdout=subprocess.DEVNULL, check=True)
    wall, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    notes = [path.read_text(encoding="utf-8") for path in log.iterdir()]
    notes = [note for note in notes if note.count("s") >= 4]
    spans = sorted(tuple(map(float, note.split()[:2])) for note in notes)
    return Cost(wall, cpu, sum(_covered(spans)), sum(map(_processor, notes)))


def _covered(spans: list[tuple[float, ...]]) -> Iterator[float]:
    """The lengths of the stretches in which at least one process ran."""
    end = 0.0
    for start, stop in spans:
        if stop > end:
            yield stop - max(start, end)
            end = stop


def _processor(note: str) -> float:
    """The processor time of the noting shell and of CBMC, its child."""
    return sum(60 * int(minutes) + float(seconds) for minutes, seconds in MINUTES.findall(note))


def parent_memory(count: int, record: Record, folder: Path) -> float:
    """Megabytes that this process grows by while it writes `count` rows and reads them one by one."""
    db = folder / f"{count}.sqlite"
    before = _resident()
    with Results.open(db) as results:
        for number in range(count):
            results.append(replace(record, key=f"{number:064}", task=f"programs/trivial{number}.c"))
    assert sum(1 for _ in rows(db)) == count
    return _resident() - before


def _resident() -> float:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def report(one: Cost, all_: Cost, tasks: int) -> None:
    """Prints what each task costs beyond the first, which pays for the start of the processes."""
    for label, whole, cbmc in (
        ("wall", all_.wall - one.wall, all_.cbmc_wall - one.cbmc_wall),
        ("CPU", all_.cpu - one.cpu, all_.cbmc_cpu - one.cbmc_cpu),
    ):
        each, its = 1000 * whole / tasks, 1000 * cbmc / tasks
        print(f"{label}: {each:.0f} ms per task, of which CBMC {its:.0f} ms: overhead {each - its:.0f} ms")
    print(f"start: {one.wall - one.cbmc_wall:.2f} s wall, {one.cpu - one.cbmc_cpu:.2f} s CPU with the first task")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=1000)
    parser.add_argument("--one-core", action="store_true", help="run everything on one processor")
    parser.add_argument("--rows", default="1000,10000")
    chosen, rest = parser.parse_known_args()
    if chosen.one_core:
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as name:
        costs = []
        for tasks in (1, chosen.tasks + 1):
            folder = Path(name, f"programs{tasks}")
            folder.mkdir()
            generate(folder, tasks)
            costs.append(run_batch(folder, ["--jobs", "1", *rest]))
        records = read(Path(f"{folder}-run", "db"))
        print(f"{len(records)} tasks, verdicts {sorted({record.verdict for record in records})}")
        report(costs[0], costs[1], chosen.tasks)
        for count in map(int, filter(None, chosen.rows.split(","))):
            print(
                f"results file, {count:,} rows written and read: {parent_memory(count, records[0], Path(name)):+.1f} MB"
            )


if __name__ == "__main__":
    main()
