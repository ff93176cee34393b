"""How many of the TRUE verdicts about safe tasks have a certificate that is accepted, and what it costs.

    python benchmarks/certificates.py sv-comp/tasks/copy [...] [--every 4] [--from 2] [--seconds 60] [-D N=10] [--cost]

Runs `verify --check-proof`, as a user does, of task definitions, and of the `.c` files in folders that have none (see
`array_programs.py`). Prints a line a task: the verdict, what came of its certificate, and seconds of the processor.
With `--cost` it runs `verify` alone as well, for the median of what checking costs. Needs `veriabs[check]`.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from array_programs import VERDICTS, expected, programs

from veriabs.frontend.task import load
from veriabs.solvers import process


def safe_tasks(folder: Path) -> Iterator[Path]:
    """The tasks of a folder whose assertions hold."""
    definitions = sorted(folder.rglob("*.yml"))
    yield from (one for one in definitions if load(one).expected)
    if not definitions:
        yield from (one for one in programs(folder) if expected(one) == "TRUE")


def verified(task: Path, seconds: float, options: Sequence[str]) -> tuple[str, str, float]:
    """The verdict about a task, what came of its certificate, and seconds of the processor."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "veriabs", "verify", str(task), "--plain", "--json", str(report), *options]
        done = process.run([*command, "--timeout", str(seconds)], seconds=seconds + 30)
        said = json.loads(report.read_text(encoding="utf-8")) if report.exists() else {}
    verdict = VERDICTS.get(done.exit_code, f"exit {done.exit_code}")
    return verdict, said.get("checked") or "not checked", done.processor_seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--every", type=int, default=1, help="of the tasks only each so many")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the place of the first one")
    parser.add_argument("--seconds", type=float, default=60.0, help="for everything")
    parser.add_argument("-D", action="append", default=[], dest="defines", metavar="NAME=VALUE")
    parser.add_argument("--cost", action="store_true", help="without a certificate as well")
    chosen = parser.parse_args()
    options, counts, ratios = [f"-D{one}" for one in chosen.defines], Counter[str](), list[float]()
    for task in [one for folder in chosen.folders for one in safe_tasks(folder)][chosen.first :: chosen.every]:
        verdict, checked, seconds = verified(task, chosen.seconds, [*options, "--check-proof"])
        word = checked.replace(",", " ").split()[0].lower() if verdict == "TRUE" else f"({verdict})"
        alone = ""
        if chosen.cost and verdict == "TRUE":
            spent = verified(task, chosen.seconds, options)[2]
            ratios.append(seconds / spent)
            alone = f" {spent:6.2f} s alone"
        counts[word] += 1
        print(f"{task.parent.name}/{task.stem:36} {word:9} {seconds:6.2f} s{alone}  {checked[:220]}", flush=True)
    print(", ".join(f"{count} {word}" for word, count in counts.most_common()))
    if ratios:
        print(f"checked costs {median(ratios):.2f} times as much at the median, at most {max(ratios):.2f} times")
    return 0


if __name__ == "__main__":
    sys.exit(main())
