"""Test the order of native runs: simple patterns first, then random inputs."""

from __future__ import annotations

from pathlib import Path

import pytest

from veriabs.core.counterexample import InstrumentedProgram
from veriabs.core.source import Task
from veriabs.core.strategy import NativeRuns, Step
from veriabs.frontend.instrumented_program import load_instrumented
from veriabs.strategies.native import STRATEGY, refute

TEXT = "extern void reach_error(void); int main(void) { reach_error(); return 0; }\n"


@pytest.fixture
def steps(tmp_path: Path) -> list[Step]:
    (tmp_path / "t.c").write_text(TEXT)
    subject: InstrumentedProgram = load_instrumented(Task(tmp_path / "t.c"))
    return list(refute(subject))


def test_short_runs_come_first(steps: list[Step]) -> None:
    turns = [step.turn for step in steps]
    assert turns == sorted(turns) and turns[0] == 0
    runs = [step.what for step in steps]
    assert all(isinstance(one, NativeRuns) for one in runs)
    times = [one.seconds for one in runs if isinstance(one, NativeRuns) and one.restarts]
    assert times == sorted(times)


def test_runs_alone_prove_nothing() -> None:
    assert STRATEGY.prove is None and STRATEGY.refute is refute
