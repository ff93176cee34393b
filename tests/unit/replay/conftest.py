"""Fixtures: an instrumented program from its text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from veriabs.core.counterexample import InstrumentedProgram
from veriabs.core.source import DataModel, Task
from veriabs.frontend.instrumented_program import load_instrumented


@pytest.fixture
def instrumented(tmp_path: Path) -> Callable[..., InstrumentedProgram]:
    """From C text, and a data model, to the program that is compiled and run."""

    def make(text: str, model: DataModel = DataModel.LP64) -> InstrumentedProgram:
        path = tmp_path / "input.c"
        path.write_text(text, encoding="utf-8")
        return load_instrumented(Task(path, model))

    return make
