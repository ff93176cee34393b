"""Attacks the closed forms: mutants of tasks and random programs, every TRUE against native runs and bounded CBMC.

    python tests/soundness/closedform_fuzzer.py --programs 20000 --seed 1 --json table.json

The prover is called in this process, without the bounded cross-check of `veriabs verify`. Signed overflow is undefined
in some questions and wraps in others; what was proved for wrapping arithmetic is attacked with wrapping arithmetic. The
run is reproducible by its seed, but for limits of time, goes on where an earlier one with the same --json stopped, and
ends with exit code 1 where an answer is wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path

from closedform_batch import run_batch
from closedform_tally import Result, summary, table

KILLED_AFTER, MEMORY = 3600.0, 4 << 30
"""Seconds and bytes that a batch may take."""


@dataclass
class Long:
    """The long run: one child process for each batch, and everything so far in one file."""

    seed: int
    programs: int
    jobs: int
    json: Path | None
    done: dict[int, dict] = field(default_factory=dict)  # type: ignore[type-arg]
    running: dict[int, tuple[int, float, Path]] = field(default_factory=dict)

    def run(self) -> None:
        self._earlier()
        number, started = 0, time.monotonic()
        with tempfile.TemporaryDirectory(prefix="closedform-") as folder:
            try:
                while True:
                    while len(self.running) < self.jobs and self._asked() < self.programs:
                        while number in self.done:
                            number += 1
                        self._start(number, Path(folder))
                        number += 1
                    if not self.running:
                        return
                    time.sleep(0.05)
                    self._collect(started)
            except KeyboardInterrupt:
                print("stopped; the same command goes on from here", flush=True)
            finally:
                for pid in self.running:
                    os.kill(pid, signal.SIGKILL)

    def _asked(self) -> int:
        return sum(tally["asked"] for one in self.done.values() for tally in one["tallies"].values())

    def _start(self, number: int, folder: Path) -> None:
        path = folder / str(number)
        pid = os.fork()
        if pid:
            self.running[pid] = (number, time.monotonic() + KILLED_AFTER, path)
            return
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            path.write_text(json.dumps(run_batch(self.seed, number).plain()), encoding="utf-8")
        except Exception:  # The first process counts what was lost.
            traceback.print_exc()
        finally:
            os._exit(0)

    def _collect(self, started: float) -> None:
        for pid, (number, until, path) in list(self.running.items()):
            ended, _ = os.waitpid(pid, os.WNOHANG)
            if not ended and time.monotonic() < until:
                continue
            if not ended:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
            del self.running[pid]
            lost = Result(errors=[("the batch was lost", str(number))]).plain()
            found = json.loads(path.read_text(encoding="utf-8")) if path.exists() else lost
            self.done[number] = found
            for why, text in found["wrong"]:
                print(f"WRONG: {why}\n{text}", flush=True)
            self._save()
            if len(self.done) % 20 == 0:
                print(f"{time.monotonic() - started:6.0f} s  {summary(self.done)}", flush=True)

    def _earlier(self) -> None:
        if self.json and self.json.exists():
            known = json.loads(self.json.read_text(encoding="utf-8"))
            if known["seed"] == self.seed:
                self.done = {int(number): found for number, found in known["batches"].items()}

    def _save(self) -> None:
        if self.json:
            part = self.json.with_suffix(".part")
            part.write_text(json.dumps({"seed": self.seed, "batches": self.done}), encoding="utf-8")
            part.replace(self.json)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", type=Path, help="results so far; an existing file is gone on from")
    chosen = parser.parse_args()
    long = Long(chosen.seed, chosen.programs, chosen.jobs, chosen.json)
    long.run()
    print(table(long.done))
    return 1 if any(found["wrong"] for found in long.done.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
