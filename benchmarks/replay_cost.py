"""Measures the cost of confinement: replays one counterexample alternately with and without it, and runs a search.

    python benchmarks/replay_cost.py [--rounds N]

A replay compiles the program twice, lists its symbols and runs both. Without confinement the same commands are started
bare. Prints medians of the paired differences in milliseconds, of wall time and, which says more on a busy machine, of
processor time.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from veriabs.confine import sandbox
from veriabs.core.counterexample import InstrumentedProgram, Replay, VisitRange
from veriabs.core.runs import Overflow
from veriabs.core.source import DataModel, Task
from veriabs.frontend.instrumented_program import load_instrumented
from veriabs.replay.confirm import confirm
from veriabs.replay.search import InputSearch, ViolatingRun

VIOLATED = """extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int a[100000];
int main(void) {
  for (int i = 0; i < 100000; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 100000; i++) if (a[i] == 77) reach_error();
}
"""
NEVER = "int __VERIFIER_nondet_int(void); void reach_error(void);\nint main(void) { int x = __VERIFIER_nondet_int();"
NEVER += " if (x != x) reach_error(); }\n"
SEEDS = 600


@contextmanager
def bare() -> Iterator[None]:
    """The same commands without the launcher in front of them."""

    def command(kind: str, program: Path, *_: object, **__: object) -> tuple[str, ...]:
        return (str(program),)

    with mock.patch.object(sandbox, "_command", command), mock.patch.object(sandbox, "_confining", lambda *_: ()):
        yield


def used() -> float:
    """Seconds of processor time that this process and its children that have ended have used."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def replay(subject: InstrumentedProgram) -> tuple[float, float]:
    """Milliseconds of one replay, by the clock and of the processor."""
    hit = ViolatingRun("", 0, {0: (VisitRange(0, 100000, 77),)}, (), 0, 0, {})
    with tempfile.TemporaryDirectory() as name:
        begin, before = time.perf_counter(), used()
        found = confirm(hit, subject, "native", Overflow.UNDEFINED, Path(name), 60.0)
        spent = (time.perf_counter() - begin) * 1000, (used() - before) * 1000
    if found.replay is not Replay.REACHED:
        raise SystemExit(f"the replay {found.replay.value}: {found.detail}")
    return spent


def searched(subject: InstrumentedProgram) -> tuple[float, float]:
    """Milliseconds of one run of a search, by the clock and of the processor."""
    with tempfile.TemporaryDirectory() as name:
        search = InputSearch(subject, Path(name), None)
        if not search.build():
            raise SystemExit(search.failure)
        begin, before = time.perf_counter(), used()
        search.run((), SEEDS, 60.0, 1.0, 60.0)
        runs = max(1, search.seed)
        return (time.perf_counter() - begin) * 1000 / runs, (used() - before) * 1000 / runs


def instrumented(text: str, model: DataModel, folder: Path) -> InstrumentedProgram:
    path = folder / "program.c"
    path.write_text(text, encoding="utf-8")
    return load_instrumented(Task(path, model))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20, help="pairs of replays for each data model")
    rounds = parser.parse_args().rounds
    for model in (DataModel.LP64, DataModel.ILP32):
        with tempfile.TemporaryDirectory() as name:
            subject = instrumented(VIOLATED, model, Path(name))
            replay(subject)
            pairs = []
            for _ in range(rounds):
                confined = replay(subject)
                with bare():
                    pairs.append((confined, replay(subject)))
            never = instrumented(NEVER, model, Path(name))
            each = [searched(never) for _ in range(5)]
        for number, kind in enumerate(("wall", "processor")):
            more = statistics.median(with_[number] - without[number] for with_, without in pairs)
            without = statistics.median(without[number] for _, without in pairs)
            print(f"{model.value}, {kind}: {without:.0f} ms bare, {more:+.1f} ms confined, in pairs")
        wall, processor = (statistics.median(one[number] for one in each) for number in (0, 1))
        rate = f"{1000 / wall:,.0f} a second"
        print(f"{model.value}: a run of a search {wall:.2f} ms, {processor:.2f} ms of the processor, {rate}")


if __name__ == "__main__":
    main()
