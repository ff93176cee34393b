"""Compile two programs into one and run it, confined, on many inputs."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from veriabs.confine.sandbox import search_program
from veriabs.core.counterexample import Candidate, InstrumentedProgram
from veriabs.replay.build import compile_text
from veriabs.replay.search import BUSY_RUNS, MEMORY_MB, packed_plan, signed
from veriabs.validation.program import SHOWN, WORK

_HOW = ("cut", "without a failed assertion", "with a failed assertion")


class ProgramPair(Protocol):
    """Two programs with numbered common events; `names` are their names in the order of their runs."""

    subject: InstrumentedProgram
    count: int
    names: tuple[str, str]

    def text(self) -> str: ...
    def values(self) -> dict[str, object]: ...
    def event(self, number: int) -> object: ...


class Difference(Struct, frozen=True):
    """The first place where the programs differ, and the events of both as lines."""

    place: str
    first: tuple[str, ...]
    second: tuple[str, ...]


@dataclass
class Comparison:
    """The comparison of two programs; `failure` is the reason why it is impossible, `inputs` the number of equal runs.

    `failed`: an assertion failed in both. Among the equal runs, `ended` counts those compared to their end, `events`
    the compared events, `work` all events and iterations of both programs.
    """

    pair: ProgramPair
    folder: Path
    stop: threading.Event
    failure: str = ""
    inputs: int = 0
    failed: bool = False
    ended: int = 0
    events: int = 0
    work: int = 0
    program: Path | None = field(default=None, init=False)

    def build(self, name: str, seconds: float) -> bool:
        """Compile both programs; returns False if that fails."""
        how = (self.pair.subject, self.folder, seconds, self.stop)
        self.program, self.failure = compile_text(self.pair.text(), name, *how, quick=True, serves=True)
        return self.program is not None

    def run(self, inputs: int, seconds: float, each: float, proposed: Sequence[Candidate] = ()) -> Difference | None:
        """Run both programs on the proposed inputs and `inputs` more, for `seconds` in all and `each` per input."""
        if self.program is None:
            return None
        plan = self.program.with_suffix(".plan")
        milliseconds = (int(seconds * 1000), max(1, int(each * 1000)))
        words = [self.inputs, self.inputs + inputs, *milliseconds, 1, 1, 1, 2 * SHOWN, len(proposed), WORK, 0]
        plan.write_bytes(packed_plan(words, proposed))
        model, most = self.pair.subject.task.data_model, seconds + BUSY_RUNS * each + 2
        finished = search_program(self.program, model, plan, seconds=most, memory_mb=MEMORY_MB, stop=self.stop)
        try:
            return self._parsed(finished.stdout)
        except (ValueError, IndexError):  # the program may corrupt the runtime's output
            self.failure = "the compiled program returned an invalid result"
            return None

    def _parsed(self, output: str) -> Difference | None:
        place: int | None = None
        events: list[tuple[int, int]] = []
        complete = False
        for line in output.splitlines():
            match line.split():
                case ["tried", seed, _, failed, *counted]:
                    self.inputs, complete = int(seed), True
                    self._count(*map(int, counted))
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
            self.failure = "the compiled program did not finish"
            return None
        return None if place is None else self._difference(place, events)

    def _count(self, ended: int, events: int, work: int) -> None:
        self.ended += ended
        self.events += events
        self.work += work

    def _difference(self, place: int, events: list[tuple[int, int]]) -> Difference:
        ends = self.pair.count + 1
        first = next((at for at, (number, _) in enumerate(events) if number == ends), SHOWN - 1) + 1
        lines = [self._line(number, value) for number, value in events]
        return Difference(str(self.pair.event(place)), tuple(lines[:first]), tuple(lines[first:]))

    def _line(self, number: int, value: int) -> str:
        if number == self.pair.count + 1:
            return f"{self.pair.event(number)}: {_HOW[value]}"
        return f"{self.pair.event(number)}: {signed(value)}"
