"""Compiles two programs into one and runs it, confined, on many inputs."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from veriabs.confine.door import search_program
from veriabs.core.counterexample import Candidate, Instrumented
from veriabs.replay.build import compile_text
from veriabs.replay.objects import kept_object
from veriabs.replay.search import BUSY_RUNS, MEMORY_MB, packed_plan, signed
from veriabs.validation.program import SHOWN, parts

_HOW = ("cut", "without a failed assertion", "with a failed assertion")


class Pair(Protocol):
    """Two programs with the events that they share; `names` are what they are called, in the order of their runs."""

    subject: Instrumented
    count: int
    names: tuple[str, str]

    def text(self) -> str: ...
    def values(self) -> dict[str, object]: ...
    def event(self, number: int) -> object: ...


class Difference(Struct, frozen=True):
    """The first place at which the programs do not do the same, and the events of both, one a line."""

    place: str
    first: tuple[str, ...]
    second: tuple[str, ...]


@dataclass
class Comparison:
    """Two programs that are compared; `failure` says why they cannot be, `inputs` how many were the same so far.

    `failed` tells that an assertion failed in both.
    """

    pair: Pair
    folder: Path
    stop: threading.Event
    failure: str = ""
    inputs: int = 0
    failed: bool = False
    program: Path | None = field(default=None, init=False)

    def build(self, name: str, seconds: float) -> bool:
        """Compiles both programs; False if that cannot be done."""
        text, runtime = parts(self.pair.values()) or (self.pair.text(), "")
        kept = kept_object(runtime, self.folder, seconds, self.stop) if runtime else None
        if runtime and kept is None:
            text = self.pair.text()
        how = (self.pair.subject, self.folder, seconds, self.stop)
        self.program, self.failure = compile_text(text, name, *how, quick=True, serves=True, beside=kept)
        return self.program is not None

    def run(
        self, inputs: int, seconds: float, each: float, proposed: Sequence[Candidate] = ()
    ) -> Difference | None:
        """Runs both programs on what is proposed and that many inputs more, for `seconds` in all and `each` for one."""
        if self.program is None:
            return None
        plan = self.program.with_suffix(".plan")
        milliseconds = (int(seconds * 1000), max(1, int(each * 1000)))
        words = [self.inputs, self.inputs + inputs, *milliseconds, 1, 1, 1, 2 * SHOWN, len(proposed)]
        plan.write_bytes(packed_plan(words, proposed))
        model, most = self.pair.subject.task.data_model, seconds + BUSY_RUNS * each + 2
        finished = search_program(self.program, model, plan, seconds=most, memory_mb=MEMORY_MB, stop=self.stop)
        try:
            return self._understand(finished.stdout)
        except (ValueError, IndexError):  # The program shares the process with the runtime, and may say anything.
            self.failure = "the compiled program gave no account of itself"
            return None

    def _understand(self, said: str) -> Difference | None:
        place: int | None = None
        events: list[tuple[int, int]] = []
        complete = False
        for line in said.splitlines():
            match line.split():
                case ["tried", seed, _, failed]:
                    self.inputs, complete = int(seed), True
                    self.failed = self.failed or int(failed) > 0
                case ["seed", seed]:
                    self.inputs = int(seed)
                case ["candidate", _]:
                    self.inputs = max(1, self.inputs)
                case ["error", number, _]:
                    place = int(number)
                case ["entry", number, value]:
                    events.append((int(number), int(value)))
                case ["done"]:
                    complete = True
                case _:
                    pass
        if not complete or (place is None and self.inputs == 0):
            self.failure = "the compiled program did not come to its end"
            return None
        return None if place is None else self._difference(place, events)

    def _difference(self, place: int, events: list[tuple[int, int]]) -> Difference:
        ends = self.pair.count + 1
        first = next((at for at, (number, _) in enumerate(events) if number == ends), SHOWN - 1) + 1
        lines = [self._line(number, value) for number, value in events]
        return Difference(str(self.pair.event(place)), tuple(lines[:first]), tuple(lines[first:]))

    def _line(self, number: int, value: int) -> str:
        if number == self.pair.count + 1:
            return f"{self.pair.event(number)}: {_HOW[value]}"
        return f"{self.pair.event(number)}: {signed(value)}"
