"""Check the work that a comparison of two programs takes, in counted steps instead of seconds."""

from __future__ import annotations

import resource
import threading
from collections.abc import Callable
from pathlib import Path

from veriabs.core.copying import replace
from veriabs.core.expressions import Const
from veriabs.core.program import Program
from veriabs.core.statements import Assign, Loop
from veriabs.core.types import INT
from veriabs.frontend.instrument.observe import observe
from veriabs.frontend.program import load_program
from veriabs.frontend.task import load
from veriabs.validation.native import Comparison, Difference
from veriabs.validation.places import Places
from veriabs.validation.program import LIMIT, STEPS

HEAD = "extern void __VERIFIER_assert(int);\n#ifndef N\n#define N 10000000\n#endif\n"
COPY = """int main(void) { int a[N], b[N], i; for (i = 0; i < N; i++) a[i] = i; for (i = 0; i < N; i++) b[i] = a[i];
for (i = 0; i < N; i++) __VERIFIER_assert(b[i] == i); return 0; }"""
SILENT = """int main(void) { char t[4], *p = t; int x = 3; while ((p = p == t ? t + 1 : t) != t + 2) ;
__VERIFIER_assert(x == 3); return 0; }"""
"""Its loop reports nothing: its test has an effect, so that it is no point of iterations, and it stores a pointer."""

RUNS, AHEAD = 4, 100
"""Inputs, and events that the second program may be ahead."""

PAGES = 400
"""Pages of memory that a run may use beside those of its events."""


def read(text: str, folder: Path, size: int = 10_000_000) -> Program:
    path = folder / "p.c"
    path.write_text(HEAD + text, encoding="utf-8")
    return load_program(load(path, defines=(f"N={size}",)))


def compared(program: Program, folder: Path, each: float = 60.0) -> tuple[Comparison, Difference | None]:
    """The lowered program compared with the compiled file, on a few inputs."""
    comparison = Comparison(Places(observe(program)), folder, threading.Event())
    assert comparison.build("budget", 60.0), comparison.failure
    return comparison, comparison.run(RUNS, 60.0, each)


def both_stop_after_as_many_events(folder: Path) -> None:
    """All sizes that are cut cost the same: so many events and no more iterations than events, of both programs."""
    found = [compared(read(COPY, folder, size), folder)[0] for size in (100_000, 10_000_000)]
    for comparison in found:
        assert comparison.inputs == RUNS and comparison.ended == 0
        assert comparison.events == RUNS * LIMIT
        assert comparison.work <= RUNS * 4 * (LIMIT + AHEAD)
    assert found[0].work == found[1].work


def small_runs_are_compared_to_their_end(folder: Path) -> None:
    comparison, difference = compared(read(COPY, folder, 50), folder)
    assert difference is None and comparison.ended == RUNS and comparison.events > RUNS * 3 * 50


def the_first_stops_in_a_loop_without_events(folder: Path) -> None:
    comparison, difference = compared(read(SILENT, folder), folder, each=0.2)
    assert difference is None and comparison.ended == 0
    assert RUNS * STEPS <= comparison.work <= RUNS * 2 * (STEPS + AHEAD)


def the_second_stops_in_a_loop_without_events(folder: Path) -> None:
    """The first one has no such loop."""
    program = read(SILENT, folder)
    without = tuple(stmt for stmt in program.body if not isinstance(stmt, Loop))
    assert without != program.body
    comparison, _ = compared(replace(program, body=without), folder, each=0.2)
    assert comparison.ended == 0
    assert RUNS * STEPS <= comparison.work <= RUNS * 2 * (STEPS + AHEAD)


def a_difference_in_front_of_the_cut_is_found(folder: Path) -> None:
    program = read(COPY.replace("int a[N]", "int x = 7, a[N]"), folder)
    changed = tuple(
        replace(stmt, value=Const(8, INT)) if isinstance(stmt, Assign) and stmt.value == Const(7, INT) else stmt
        for stmt in program.body
    )
    assert changed != program.body
    assert compared(replace(program, body=changed), folder)[1] is not None


def memory_that_is_not_used_costs_nothing(folder: Path) -> None:
    """Local arrays of 80 MB take no more pages than small ones, but for the cells that events reach."""
    used = []
    for size in (50, 10_000_000):
        comparison = Comparison(Places(observe(read(COPY, folder, size))), folder, threading.Event())
        assert comparison.build("budget", 60.0), comparison.failure
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_minflt
        comparison.run(RUNS, 60.0, 60.0)
        used.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_minflt - before)
    assert used[1] <= used[0] + RUNS * PAGES, used


CHECKS: tuple[Callable[[Path], None], ...] = (
    both_stop_after_as_many_events,
    small_runs_are_compared_to_their_end,
    the_first_stops_in_a_loop_without_events,
    the_second_stops_in_a_loop_without_events,
    a_difference_in_front_of_the_cut_is_found,
    memory_that_is_not_used_costs_nothing,
)
