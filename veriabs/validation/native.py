"""Compiles both programs and runs them side by side on many inputs."""

from __future__ import annotations

import struct
import threading
from dataclasses import dataclass
from pathlib import Path

from veriabs.replay.build import compile_text
from veriabs.replay.search import MEMORY_MB
from veriabs.solvers import process
from veriabs.validation.places import Places
from veriabs.validation.program import text

_HOW = ("cut", "ended", "violated")


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place at which the programs do not do the same, and the events of both, one a line."""

    place: str
    user: tuple[str, ...]
    read: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """What came of some inputs: a difference, or how many inputs and events were the same; `failure` if none was run.

    `complete` are the inputs on which both programs ran to their end.
    """

    difference: Difference | None = None
    inputs: int = 0
    complete: int = 0
    events: int = 0
    failure: str = ""


@dataclass(frozen=True, slots=True)
class Inputs:
    """Which inputs are tried: seeds from `first` to `last - 1`, for `seconds` in all and `each` for one run."""

    first: int
    last: int
    seconds: float
    each: float


def compare(
    places: Places, name: str, folder: Path, inputs: Inputs, seconds: float, stop: threading.Event | None
) -> Compared:
    """Runs both programs on the same inputs."""
    program, complaint = compile_text(text(places), name, places.subject, folder, seconds, stop)
    if program is None:
        return Compared(failure=complaint)
    plan = folder / f"{name}.plan"
    milliseconds = (max(1, int(1000 * part)) for part in (inputs.seconds, inputs.each))
    plan.write_bytes(struct.pack("<5Q", 5, inputs.first, inputs.last, *milliseconds))
    finished = process.run(
        (str(program),),
        seconds=min(seconds, inputs.seconds + 6 * inputs.each + 2),
        memory_mb=MEMORY_MB,
        cwd=folder,
        stdin=plan,
        confined=True,
        stop=stop,
    )
    try:
        return _understand(finished.stdout, places)
    except (ValueError, IndexError):  # The program shares the process with the runtime, and may say anything.
        return Compared(failure="the compiled program gave no account of itself")


def _understand(said: str, places: Places) -> Compared:
    place: int | None = None
    streams: dict[str, list[str]] = {"user": [], "read": []}
    stream: list[str] = []
    counts: tuple[int, int, int] | None = None
    complete = False
    for line in said.splitlines():
        match line.split():
            case ["differ", _, number]:
                place = int(number)
            case [("user" | "read") as name, how]:
                stream = streams[name]
                stream.append(f"run {_HOW[int(how)]}")
            case ["event", number, value]:
                stream.append(f"{places.event(int(number))} {_signed(int(value))}")
            case ["ran", inputs, ended, events]:
                counts = int(inputs), int(ended), int(events)
            case ["done"]:
                complete = True
            case _:
                pass
    if counts is None or not complete:
        return Compared(failure="the compiled program did not come to its end")
    if place is None:
        return Compared(None, *counts)
    where = str(places.event(place)) if place < places.count else "the end of the run"
    return Compared(Difference(where, tuple(streams["user"]), tuple(streams["read"])), *counts)


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value
