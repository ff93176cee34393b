"""For how many safe tasks a certificate is written, for how many of these it is accepted, and what both cost.

    python benchmarks/certificates.py sv-comp/tasks/copy [...] [--every 4] [--seconds 60]

Prints a line a task: what came of it, and seconds of the processor for finding the invariants and for checking them.
Needs `veriabs[check]`.
"""

from __future__ import annotations

import argparse
import resource
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from veriabs.annotate.proof import certificate
from veriabs.core.deadline import Deadline
from veriabs.core.errors import VeriabsError
from veriabs.core.reasons import Reason
from veriabs.core.source import Task
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.proofcheck.check import check
from veriabs.verify.api import installed
from veriabs.verify.engine import opened
from veriabs.verify.options import Options


def safe_tasks(folder: Path) -> Iterator[Task]:
    """The tasks of a folder whose assertions hold."""
    for definition in sorted(folder.rglob("*.yml")):
        task = load(definition)
        if task.expected:
            yield task


def used() -> float:
    """Seconds of the processor of this process, and of those that it has waited for."""
    own, theirs = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + theirs.ru_utime + theirs.ru_stime


def outcome(task: Task, options: Options) -> tuple[str, str, float, float]:
    """In a word and in full what became of a task, and the seconds for writing and for checking."""
    begin = used()
    program, deadline = load_program(task), Deadline(options.timeout)
    with opened(task, installed(), options, deadline) as session:
        made = certificate(session, program)
    middle = used()
    if isinstance(made, Reason):
        return "none", str(made), middle - begin, 0.0
    found = check(made, program, options.overflow, Deadline(options.timeout))
    return "accepted" if found.is_accepted else "rejected", str(found), middle - begin, used() - middle


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--every", type=int, default=1, help="of the tasks only each so many")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each of both")
    chosen = parser.parse_args()
    options, counts = Options(timeout=chosen.seconds, jobs=1), Counter[str]()
    for task in [one for folder in chosen.folders for one in safe_tasks(folder)][:: chosen.every]:
        try:
            word, text, writing, checking = outcome(task, options)
        except VeriabsError as error:
            word, text, writing, checking = "none", str(error), 0.0, 0.0
        counts[word] += 1
        print(
            f"{task.path.parent.name}/{task.path.stem:36} {word:8} {writing:6.2f} s {checking:6.2f} s  {text[:220]}",
            flush=True,
        )
    print(", ".join(f"{count} {word}" for word, count in counts.most_common()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
