"""Native runs: the user's program, compiled, with plain patterns, the numbers of the program and random inputs.

What it does: a loop of 100,000 takes a millisecond when compiled, so that thousands of inputs can be tried a second.

When it applies: to programs that call nothing but known library functions.

Why it is sound: it only ever refutes, and what it finds is replayed from a file of its own before anybody is told.

Example: all inputs 1 violate `for (i...) if (a[i] < m) m = a[i];` with `m < a[x]` for all x.
"""

from __future__ import annotations

from collections.abc import Iterator

from veriabs.core.counterexample import Instrumented
from veriabs.core.strategy import NativeRuns, Step, Strategy

PLAIN = NativeRuns(20, 0.25, 0.01)
"""The plain patterns, of which a few violate most programs at once, where others keep them at work for long."""

FIRST = (NativeRuns(20, 0.4, 0.06, again=True), NativeRuns(400, 0.8, 0.06))
"""What most of the others are found with."""

LONGER = NativeRuns(90, 4.0, 0.5, again=True)
"""The same inputs again, for programs whose runs take longer."""

LATER = (NativeRuns(20_000, 8.0, 0.3), NativeRuns(12, 40.0, 10.0, again=True))
"""More chance, then the plain patterns on programs of quadratic time."""


def refute(subject: Instrumented) -> Iterator[Step]:
    """What is over within seconds first: turns in between are for other strategies."""
    yield Step(0, PLAIN)
    for runs in FIRST:
        yield Step(0, runs)
    yield Step(2, LONGER)
    for runs in LATER:
        yield Step(4, runs)


STRATEGY = Strategy(rank=100, refute=refute)
