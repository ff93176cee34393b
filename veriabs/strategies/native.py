"""Native runs: the compiled program runs on simple patterns, constants of the program, and random inputs.

What it does: runs the compiled program on thousands of inputs; a loop of 100,000 iterations takes a millisecond.

When it applies: to programs that call only known library functions.

Why it is sound: it only refutes, and each counterexample is replayed in a file of its own before it is reported.

Example: all inputs 1 violate `for (i...) if (a[i] < m) m = a[i];` with `m < a[x]` for all x.
"""

from __future__ import annotations

from collections.abc import Iterator

from veriabs.core.counterexample import InstrumentedProgram
from veriabs.core.strategy import NativeRuns, Step, Strategy

PLAIN = NativeRuns(24, 0.25, 0.03)
"""The simple patterns, a few of which violate many programs at once."""

FIRST = (NativeRuns(24, 0.4, 0.06, restarts=True), NativeRuns(400, 0.8, 0.06))
"""Runs that find most other counterexamples."""

LONGER = NativeRuns(90, 4.0, 0.5, restarts=True)
"""A second try of the simple patterns, for programs with longer runs."""

LATER = (NativeRuns(20_000, 8.0, 0.3), NativeRuns(12, 40.0, 10.0, restarts=True))
"""More random runs, then the simple patterns for programs with quadratic running time."""


def refute(subject: InstrumentedProgram) -> Iterator[Step]:
    """Quick runs come first, with pauses in which other strategies run."""
    yield Step(0, PLAIN)
    for runs in FIRST:
        yield Step(0, runs)
    yield Step(2, LONGER)
    for runs in LATER:
        yield Step(4, runs)


STRATEGY = Strategy(rank=100, refute=refute)
